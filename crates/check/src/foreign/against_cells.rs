//! HX611 to HX613: cells and lines that a drawing lacks or adds, and cells of the wrong kind, in comparison
//! with a layout.
//!
//! - In: drawings by other programs, and the most similar boards of the layout.
//! - Out: faults.
//! - Not here: boards that consist of points and lines, see `against_lines`.

use std::collections::BTreeSet;

use super::against_lines;
use super::drawn_boards::drawn_boards;
use crate::facts::Facts;
use crate::facts::board::FoundCell;
use crate::facts::closest_drawing::{looks, usual};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;
use hexpress_base::sorted_map::SortedMap;

pub const RULES: &[Rule] = &[
    Rule {
        title: "if a drawing is compared with a layout, it has every cell and every line of the layout",
        why: "Without a cell or a line, pieces cannot make every move. The drawing may lack the cell or line, \
            or show it in a form that the checker cannot recognize.",
        right: "a layout of 61 cells, and a drawing of the same 61 cells",
        wrong: "a layout of 61 cells, and a drawing of 60 of them",
        ..Rule::error(codes::AGAINST_LACKS, RuleFunction::All(report_missing))
    },
    Rule {
        title: "if a drawing is compared with a layout, it has only cells and lines of the layout",
        why: "With an extra cell or an extra line, players can make moves that the game does not have.",
        right: "a layout of 61 cells, and a drawing of the same 61 cells",
        wrong: "a layout of 61 cells, and a drawing of 62 cells",
        ..Rule::error(codes::AGAINST_EXTRA, RuleFunction::All(report_extra))
    },
    Rule {
        title: "cells of one kind in the layout look alike in the drawing",
        why: "Players recognize the kind of a cell by its colour and its text.",
        right: "all hills of the layout are tan in the drawing, and no other cell is",
        wrong: "a hill of the layout is green in the drawing, like the plains",
        ..Rule::error(codes::AGAINST_KIND, RuleFunction::All(kinds))
    },
];

/// Reports cells and lines in the layout that are missing from the drawing.
fn report_missing(facts: &Facts<'_>, findings: &mut Findings) {
    against_lines::report_missing_lines(facts, findings);
    for own in drawn_boards(facts) {
        let cells: BTreeSet<CellAddress> = own.found.cells.iter().map(|cell| cell.address).collect();
        for (index, cell) in own.board.cells.iter().enumerate() {
            let there = own.map.to_drawing(cell.address);
            if !cells.contains(&there) {
                let name = own.board.cell_name(index).unwrap_or_else(|| "a cell".to_owned());
                let message = format!("{name} of the layout is missing from the drawing");
                own.fault(findings, own.rect(there), cell.place, message)
                    .deviation(2.0 * own.found.lattice.side);
            }
        }
    }
}

/// Reports cells and lines in the drawing that are not in the layout.
fn report_extra(facts: &Facts<'_>, findings: &mut Findings) {
    against_lines::report_extra_lines(facts, findings);
    for own in drawn_boards(facts) {
        let layout_cells: BTreeSet<CellAddress> = own.board.cells.iter().map(|cell| cell.address).collect();
        for cell in &own.found.cells {
            if !layout_cells.contains(&own.map.to_layout(cell.address)) {
                let name = cell.name.as_deref().unwrap_or("a cell");
                let message = format!("the drawing has {name}, which is not in the layout");
                own.fault(findings, cell.bounds(), own.component.place, message)
                    .deviation(2.0 * own.found.lattice.side);
            }
        }
    }
}

/// Reports cells that look different from the other cells of their kind.
fn kinds(facts: &Facts<'_>, findings: &mut Findings) {
    for own in drawn_boards(facts) {
        let looks = looks(own.sheet, own.found);
        let usual = usual(own.board, &looks, own.map);
        // If several drawn cells are in the same place, only the first one is judged.
        let drawn: SortedMap<CellAddress, &FoundCell> =
            own.found.cells.iter().rev().map(|cell| (cell.address, cell)).collect();
        for cell in &own.board.cells {
            let there = own.map.to_drawing(cell.address);
            let (Some(look), Some(usual_look)) = (looks.get(&there), usual.get(&cell.kind)) else { continue };
            if look == *usual_look {
                continue;
            }
            let kind = own.kind_name(cell.kind);
            let difference = match usual.iter().find(|(_, usual)| **usual == look) {
                Some((other, _)) => format!("looks like the {} cells", own.kind_name(*other)),
                None => format!("looks different from the other {kind} cells"),
            };
            let called = drawn.get(&there).and_then(|cell| cell.name.as_deref()).unwrap_or("a cell");
            let message = format!("{called} {difference}; in the layout, its kind is `{kind}`");
            own.fault(findings, own.rect(there), cell.place, message);
        }
    }
}
