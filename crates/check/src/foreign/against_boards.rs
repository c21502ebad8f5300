//! HX614 to HX616: whole boards whose size differs from the layout, that are mirrored, or that no drawing
//! shows.
//!
//! - In: drawings by other programs, and the most similar boards of the layout.
//! - Out: faults.
//! - Not here: boards that consist of points and lines, see `against_lines`.

use std::collections::BTreeSet;

use super::against_lines::{self, line_matches};
use super::drawn_boards::drawn_boards;
use crate::facts::Facts;
use crate::facts::closest_drawing::{boards, is_lines};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::units::ShortNumber;
use hexpress_game::CellSize;
use hexpress_read::find::MAX_LINES;

pub const RULES: &[Rule] = &[
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
