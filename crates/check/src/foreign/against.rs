//! A drawing held against a layout: which of its boards is which, however it is turned, and what is other than there.

use crate::base::map::Map;
use std::collections::BTreeSet;

use kurbo::Rect;

use super::against_lines::{self, LineMatch, line_matches};
use crate::base::hex::Hex;
use crate::base::units::Trimmed;
use crate::check::facts::against::{Closest, Way, boards, closest, is_lines, looks, usual};
use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::check::facts::lattice::first_way;
use crate::check::facts::shape::within_half_a_turn;
use crate::check::facts::{Facts, FoundSheet};
use crate::check::fault::{Fault, Findings};
use crate::check::rule::{Rule, Run};
use crate::diag::{Place, codes};
use crate::find::MOST_LINES;
use crate::model::{Board, CellSize, Component};

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        title: "a drawing has all cells of the layout it is held against, and all lines between points",
        why: "Whoever drew the board forgot a cell or a line, or drew it so that it is none.",
        right: "a layout of 61 cells, and a drawing of the same 61",
        wrong: "a layout of 61 cells, and a drawing of 60 of them",
        ..Rule::error(codes::AGAINST_LACKS, Run::All(lacks))
    },
    Rule {
        title: "a drawing has no cell that the layout it is held against has not, and no line between points",
        why: "A cell too many is a place to move to that the game does not have, and a line too many is a way there.",
        right: "a layout of 61 cells, and a drawing of the same 61",
        wrong: "a layout of 61 cells, and a drawing of 62",
        ..Rule::error(codes::AGAINST_EXTRA, Run::All(extra))
    },
    Rule {
        title: "cells of one kind in the layout look alike in the drawing it is held against",
        why: "A cell that has the colour or the words of another kind is another cell to whoever plays.",
        right: "all hills of the layout tan in the drawing, and nothing else",
        wrong: "a hill of the layout that is green in the drawing, as plains are",
        ..Rule::error(codes::AGAINST_KIND, Run::All(kinds))
    },
    Rule {
        title: "a drawing has cells of the size that the layout it is held against says, and points as far apart",
        why: "Counters and tiles are made for a size of cells.",
        right: "across = \"20mm\", and hexagons that measure 20 mm from flat to flat",
        wrong: "across = \"20mm\", and hexagons that measure 19.4 mm",
        ..Rule::error(codes::AGAINST_SIZE, Run::All(size))
    },
    Rule {
        title: "a drawing is not a mirror image of the layout it is held against",
        why: "Turned about, a board is the same for whoever walks round the table. In a mirror, left is right.",
        right: "a parallelogram 7 x 5 that leans left in the layout and in the drawing",
        wrong: "a parallelogram 7 x 5 that leans left in the layout and right in the drawing",
        ..Rule::warning(codes::AGAINST_MIRROR, Run::All(mirror))
    },
    Rule {
        title: "every board of a layout is among the drawings that are held against it",
        why: "What is not there cannot be right.",
        right: "a layout with a hexhex 5, and a drawing of a hexhex 5",
        wrong: "a layout with a hexhex 5, and a drawing of a rhombus 9 x 9",
        ..Rule::error(codes::AGAINST_NONE, Run::All(none))
    },
];

/// A board of a layout and the drawing of it.
struct Match<'e> {
    /// The component that the board is.
    component: &'e Component,
    /// The board.
    board: &'e Board,
    /// Where its cells are looked for.
    sheet: &'e FoundSheet,
    /// The drawing.
    found: &'e FoundBoard,
    /// From the layout's addresses to the drawing's.
    way: Way,
}

/// The boards of the layout that are drawn, each with the drawing that comes closest.
fn matches<'e>(facts: &'e Facts<'_>) -> Vec<Match<'e>> {
    let Some(against) = facts.against else { return Vec::new() };
    let closest = facts.closest.get_or_init(|| closest(&facts.sheets, against.game));
    let found = boards(against.game).zip(closest).filter_map(|((component, board), closest)| {
        let Closest { sheet, board: number, way } = *closest.as_ref()?;
        let sheet = facts.sheets.get(sheet)?;
        Some(Match { component, board, sheet, found: sheet.boards().nth(number)?, way })
    });
    found.collect()
}

/// Returns for each drawing that was compared with a layout how it is turned or mirrored, in words.
pub fn descriptions(facts: &Facts<'_>) -> Vec<String> {
    let Some(against) = facts.against else { return Vec::new() };
    let mut descriptions = Vec::new();
    for Match { component, board, sheet, found, way } in matches(facts) {
        let least = 360.0 / board.tiling.turns() as f64;
        let turned = first_way(found.lattice.tiling) + found.lattice.turned + least * way.turns() as f64
            - first_way(board.tiling);
        let how = how(way.is_mirrored(), within_half_a_turn(turned));
        let (page, name) = (sheet.number, &component.name);
        descriptions.push(format!("page {page}: held against `{name}` of {}: {how}", against.shown));
    }
    for LineMatch { component, sheet, laid, .. } in line_matches(facts) {
        let how = how(laid.is_mirrored(), laid.turned());
        let (page, name) = (sheet.number, &component.name);
        descriptions.push(format!("page {page}: held against `{name}` of {}: {how}", against.shown));
    }
    descriptions
}

/// How a board lies, in words.
fn how(mirrored: bool, turned: f64) -> String {
    match (mirrored, turned.abs() < 0.05) {
        (true, _) => "seen in a mirror".to_owned(),
        (false, true) => "upright".to_owned(),
        (false, false) => format!("turned {turned:.1}°"),
    }
}

impl Match<'_> {
    fn rect(&self, hex: Hex) -> Rect {
        crate::base::hex::bounds(&self.found.lattice.corners(hex))
    }

    /// Something is wrong at a place of the drawing, and comes from this line of the layout.
    fn fault<'f>(&self, out: &'f mut Findings, rect: Rect, line: Place, message: String) -> &'f mut Fault {
        out.fault(message).at(self.sheet.file, self.sheet.number, Some(rect)).line(Some(line))
    }
}

fn lacks(facts: &Facts<'_>, out: &mut Findings) {
    against_lines::lacks(facts, out);
    for own in matches(facts) {
        let cells: BTreeSet<Hex> = own.found.cells.iter().map(|cell| cell.hex).collect();
        for (index, cell) in own.board.cells.iter().enumerate() {
            let there = own.way.there(cell.hex);
            if !cells.contains(&there) {
                let name = own.board.cell_name(index).unwrap_or_else(|| "a cell".to_owned());
                let message = format!("{name} of the layout is not in the drawing");
                own.fault(out, own.rect(there), cell.place, message).by(2.0 * own.found.lattice.side);
            }
        }
    }
}

fn extra(facts: &Facts<'_>, out: &mut Findings) {
    against_lines::extra(facts, out);
    for own in matches(facts) {
        let asked: BTreeSet<Hex> = own.board.cells.iter().map(|cell| cell.hex).collect();
        for cell in &own.found.cells {
            if !asked.contains(&own.way.back(cell.hex)) {
                let name = cell.name.as_deref().unwrap_or("a cell");
                let message = format!("{name} of the drawing is not in the layout");
                own.fault(out, cell.bounds(), own.component.place, message).by(2.0 * own.found.lattice.side);
            }
        }
    }
}

fn kinds(facts: &Facts<'_>, out: &mut Findings) {
    for own in matches(facts) {
        let looks = looks(own.sheet, own.found);
        let usual = usual(own.board, &looks, own.way);
        // Of cells at one place the first.
        let drawn: Map<Hex, &FoundCell> = own.found.cells.iter().rev().map(|cell| (cell.hex, cell)).collect();
        for cell in &own.board.cells {
            let there = own.way.there(cell.hex);
            let (Some(look), Some(asked)) = (looks.get(&there), usual.get(&cell.kind)) else { continue };
            if look == *asked {
                continue;
            }
            let name = |kind: usize| own.board.kinds.get(kind).map_or("", |kind| &*kind.name);
            let other = usual.iter().find(|(_, usual)| **usual == look).map(|(kind, _)| name(*kind));
            let looks = match other {
                Some(other) => format!("looks like the {other} cells"),
                None => format!("looks unlike the other {} cells", name(cell.kind)),
            };
            let called = drawn.get(&there).and_then(|cell| cell.name.as_deref()).unwrap_or("a cell");
            let message = format!("{called} {looks}, and the layout has {} there", name(cell.kind));
            own.fault(out, own.rect(there), cell.place, message);
        }
    }
}

fn size(facts: &Facts<'_>, out: &mut Findings) {
    against_lines::size(facts, out);
    // A board without a sheet of its own is shown in small on pieces, in any size.
    for own in matches(facts).into_iter().filter(|own| own.component.print > 0) {
        let CellSize::Across(asked) = own.board.size else { continue };
        let found = own.found.lattice.across();
        if out.measured((found - asked).abs(), facts.tolerance) {
            let message = format!(
                "the cells measure {found:.2} mm from flat to flat, and the layout says {} mm",
                Trimmed(asked)
            );
            own.fault(out, own.found.bounds(), own.component.place, message).by((found - asked).abs());
        }
    }
}

fn mirror(facts: &Facts<'_>, out: &mut Findings) {
    against_lines::mirror(facts, out);
    for own in matches(facts).into_iter().filter(|own| own.way.is_mirrored()) {
        let message = format!("the drawing shows `{}` as it is seen in a mirror", own.component.name);
        own.fault(out, own.found.bounds(), own.component.place, message);
    }
}

fn none(facts: &Facts<'_>, out: &mut Findings) {
    let Some(against) = facts.against else { return };
    if boards(against.game).next().is_none() {
        out.not_judged(format!("the drawing against {}: that has no board", against.shown));
    }
    let cells = matches(facts).into_iter().map(|own| &*own.component.name);
    let lines = line_matches(facts).into_iter().map(|own| &*own.component.name);
    let found: BTreeSet<&str> = cells.chain(lines).collect();
    for (component, board) in boards(against.game) {
        let name = &component.name;
        if !found.contains(&**name) {
            let lines = board.points.as_ref().filter(|_| is_lines(board));
            if lines.is_some_and(|lines| lines.links.len() > MOST_LINES) {
                let message = format!("the drawing against `{name}`: that has more than {MOST_LINES} lines");
                out.not_judged(message);
                continue;
            }
            let of = match lines {
                Some(lines) => format!("{} lines between points", lines.links.len() + lines.bows.len()),
                None => format!("{} cells", board.cells.len()),
            };
            let message = format!("no drawing is the board `{name}` of the layout, of {of}");
            out.fault(message).line(Some(component.place));
        }
    }
}
