//! HX611 to HX616: rules that compare the cells, kinds, size and rotation of a drawing with a
//! layout.
//!
//! - In: drawings by other programs, and the most similar boards of the layout.
//! - Out: faults.
//! - Not here: boards that consist of points and lines, see `against_lines`.

use std::collections::BTreeSet;

use kurbo::Rect;

use super::against_lines::{self, LineMatch, line_matches};
use crate::facts::board::{FoundBoard, FoundCell};
use crate::facts::closest_drawing::{
    AddressMap, Closest, ReferenceLayout, boards, closest, is_lines, looks, usual,
};
use crate::facts::lattice::row_angle;
use crate::facts::shape::within_half_a_turn;
use crate::facts::{Facts, FoundSheet};
use crate::fault::{Fault, Findings};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::units::ShortNumber;
use hexpress_game::{Board, CellSize, Component};
use hexpress_read::find::MAX_LINES;

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
    Rule {
        title: "cells and points in a drawing have the size and the spacing of the layout",
        why: "Counters and tiles are made to fit cells of a certain size.",
        right: "across = \"20mm\", and hexagons that measure 20 mm across flats",
        wrong: "across = \"20mm\", and hexagons that measure 19.4 mm across flats",
        ..Rule::error(codes::AGAINST_SIZE, RuleFunction::All(size))
    },
    Rule {
        title: "a drawing is not a mirror image of its layout",
        why: "A rotated board is the same board, seen from another side of the table. A mirrored board \
            swaps left and right.",
        right: "a parallelogram 7 x 5 that leans left in the layout and in the drawing",
        wrong: "a parallelogram 7 x 5 that leans left in the layout and right in the drawing",
        ..Rule::warning(codes::AGAINST_MIRROR, RuleFunction::All(mirror))
    },
    Rule {
        title: "if drawings are compared with a layout, every board of the layout is in one of them",
        why: "A board that is not drawn cannot be checked.",
        right: "a layout with a hexhex 5, and a drawing of a hexhex 5",
        wrong: "a layout with a hexhex 5, and a drawing of a rhombus 9 x 9",
        ..Rule::error(codes::AGAINST_NONE, RuleFunction::All(board_not_drawn))
    },
];

/// A board of a layout, and the drawing that shows it.
struct DrawnBoard<'e> {
    component: &'e Component,
    board: &'e Board,
    /// The sheet with the drawing.
    sheet: &'e FoundSheet,
    found: &'e FoundBoard,
    /// The map from addresses in the layout to addresses in the drawing.
    map: AddressMap,
}

/// Returns the boards of the layout that are drawn, each with its most similar drawing.
fn drawn_boards<'e>(facts: &'e Facts<'_>) -> Vec<DrawnBoard<'e>> {
    let Some(against) = facts.against else { return Vec::new() };
    let closest = facts.closest.get_or_init(|| closest(&facts.sheets, against.game));
    let found = boards(against.game).zip(closest).filter_map(|((component, board), closest)| {
        let Closest { sheet, board: number, map } = *closest.as_ref()?;
        let sheet = facts.sheets.get(sheet)?;
        Some(DrawnBoard { component, board, sheet, found: sheet.boards().nth(number)?, map })
    });
    found.collect()
}

/// Describes how each drawing is rotated and mirrored, in comparison with its board in the layout.
pub fn descriptions(facts: &Facts<'_>) -> Vec<String> {
    let Some(against) = facts.against else { return Vec::new() };
    let mut descriptions = Vec::new();
    for DrawnBoard { component, board, sheet, found, map } in drawn_boards(facts) {
        let least = 360.0 / board.grid.tiling.turns() as f64;
        let turned = row_angle(found.lattice.grid.tiling) + found.lattice.turned + least * map.turns() as f64
            - row_angle(board.grid.tiling);
        let posture = Orientation { is_mirrored: map.is_mirrored(), turned: within_half_a_turn(turned) };
        descriptions.push(posture.describe(sheet, component, against));
    }
    for LineMatch { component, sheet, laid, .. } in line_matches(facts) {
        let posture = Orientation { is_mirrored: laid.is_mirrored(), turned: laid.turned() };
        descriptions.push(posture.describe(sheet, component, against));
    }
    descriptions
}

/// The rotation and mirroring of a drawing relative to its board in the layout.
struct Orientation {
    is_mirrored: bool,
    /// The rotation, clockwise in degrees.
    turned: f64,
}

impl Orientation {
    /// Describes how the drawing is rotated or mirrored. The text begins with the page and the name of
    /// the board.
    fn describe(&self, sheet: &FoundSheet, component: &Component, against: ReferenceLayout<'_>) -> String {
        let how = match (self.is_mirrored, self.turned.abs() < 0.05) {
            (true, _) => "mirrored".to_owned(),
            (false, true) => "upright".to_owned(),
            (false, false) => format!("rotated by {:.1}°", self.turned),
        };
        format!("page {}: compared with `{}` of {}: {how}", sheet.number, component.name, against.shown)
    }
}

impl DrawnBoard<'_> {
    /// Returns the box around a cell in the drawing, in mm. `cell` is an address in the drawing.
    fn rect(&self, cell: CellAddress) -> Rect {
        hexpress_base::geometry::bounds_of_points(&self.found.lattice.corners(cell))
    }

    /// Returns the name of a kind of cell in the layout.
    fn kind_name(&self, kind: usize) -> &str {
        self.board.kinds.get(kind).map_or("", |kind| &*kind.name)
    }

    /// Reports a fault at a place in the drawing. `line` is the related place in the layout.
    fn fault<'f>(
        &self,
        findings: &'f mut Findings,
        rect: Rect,
        line: SourceSpan,
        message: String,
    ) -> &'f mut Fault {
        findings.fault(message).at(self.sheet.file, self.sheet.number, Some(rect)).in_layout(Some(line))
    }
}

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

/// Reports drawings whose cells do not have the size that is given in the layout.
fn size(facts: &Facts<'_>, findings: &mut Findings) {
    against_lines::size(facts, findings);
    // A board without its own sheet may be drawn on pieces in any size, so its size is not judged.
    for own in drawn_boards(facts).into_iter().filter(|own| own.component.print > 0) {
        let CellSize::Across(in_layout) = own.board.size else { continue };
        let found = own.found.lattice.across();
        if findings.measured((found - in_layout).abs(), facts.tolerance) {
            let message = format!(
                "the cells measure {found:.2} mm across flats; the layout says {} mm",
                ShortNumber(in_layout)
            );
            own.fault(findings, own.found.bounds(), own.component.place, message)
                .deviation((found - in_layout).abs());
        }
    }
}

/// Reports drawings that are mirror images of their board.
fn mirror(facts: &Facts<'_>, findings: &mut Findings) {
    against_lines::mirror(facts, findings);
    for own in drawn_boards(facts).into_iter().filter(|own| own.map.is_mirrored()) {
        let message = format!("the drawing is a mirror image of `{}`", own.component.name);
        own.fault(findings, own.found.bounds(), own.component.place, message);
    }
}

/// Reports boards of the layout that no drawing shows.
fn board_not_drawn(facts: &Facts<'_>, findings: &mut Findings) {
    let Some(against) = facts.against else { return };
    if boards(against.game).next().is_none() {
        findings.not_judged(format!(
            "the comparison of the drawing with {}: that layout has no board",
            against.shown
        ));
    }
    let cells = drawn_boards(facts).into_iter().map(|own| &*own.component.name);
    let lines = line_matches(facts).into_iter().map(|own_match| &*own_match.component.name);
    let found: BTreeSet<&str> = cells.chain(lines).collect();
    // A board without its own sheet appears only in small pictures, so it need not be found.
    for (component, board) in boards(against.game).filter(|(component, _)| component.print > 0) {
        let name = &component.name;
        if !found.contains(&**name) {
            let points = board.points.as_ref().filter(|_| is_lines(board));
            if points.is_some_and(|points| points.links.len() > MAX_LINES) {
                findings.not_judged(format!(
                    "the comparison of the drawing with `{name}`: this board has more than {MAX_LINES} lines"
                ));
                continue;
            }
            let of = match points {
                Some(lines) => format!("{} lines between points", lines.links.len() + lines.arcs.len()),
                None => format!("{} cells", board.cells.len()),
            };
            let message = format!("no drawing matches the board `{name}` of the layout, which has {of}");
            findings.fault(message).in_layout(Some(component.place));
        }
    }
}
