//! HX481: counters that are too large for the cells of their board.

use super::board_share::Shared;
use crate::facts::Facts;
use crate::facts::cut::Cut;
use crate::fault::{Fault, Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_game::cell_lines::BoardLength;
use hexpress_game::{Located, Outline};

pub const RULE: Rule = Rule {
    title: "pieces for a board fit its cells",
    why: "Cuts by hand are not exact to a tenth of a millimetre, so a counter as large as its cell pushes \
        its neighbours away. It needs at least half a millimetre less.",
    right: "cells of 24 mm, and counters of 19 mm",
    wrong: "cells of 24 mm, and counters of 25 mm",
    ..Rule::error(codes::TOO_LARGE_FOR_CELLS, RuleFunction::All(too_large_for_cells))
};

/// A cell must be larger than its counter by at least this, in mm. This leaves room for fingers and for
/// inexact cutting.
const MIN_CLEARANCE_MM: f64 = 0.5;

/// Sets the place and the deviation of a fault. If the piece is not larger than the cell, the fault
/// becomes a warning.
///
/// `room` is the size of the cell minus the size of the piece, in mm.
fn complete_size_fault<'f>(
    facts: &Facts<'_>,
    fault: &'f mut Fault,
    place: SourceSpan,
    room: f64,
) -> &'f mut Fault {
    let fault = fault.in_layout(Some(place)).deviation(MIN_CLEARANCE_MM - room);
    if room >= -facts.tolerance { fault.warning() } else { fault }
}

/// Two lengths on paper count as equal if they differ by less than this, in mm.
const SAME_LENGTH_MM: f64 = 0.002;

/// Returns the reason why a counter does not fit. `room` is the size of the cell minus the size of the
/// counter, in mm.
///
/// If the counter is larger than the cell, the reason is the text `too_large`. Otherwise, the reason
/// says how small the difference is.
fn reason_text(room: f64, too_large: &str) -> String {
    match room {
        _ if room.abs() < SAME_LENGTH_MM => {
            "both have the same size, but a counter must be smaller than its cell".to_owned()
        }
        _ if room < 0.0 => too_large.to_owned(),
        _ => format!("a clearance of {} is less than the minimum of {MIN_CLEARANCE_MM} mm", format_mm(room)),
    }
}

fn too_large_for_cells(facts: &Facts<'_>, findings: &mut Findings) {
    let mut reported: Vec<&str> = Vec::new();
    for Shared { component, share, cell, across, sheet, piece } in Shared::all(facts, findings) {
        let room = cell - across;
        // The pieces of a component have the same size, so only the first one is reported.
        if room < MIN_CLEARANCE_MM && !reported.contains(&&*component.name) {
            let (id, board) = (piece.name_or("a piece"), &share.board);
            let why = reason_text(room, "it does not fit");
            let message =
                format!("{id} measures {across:.2} mm; the cells of `{board}` measure {cell:.2} mm: {why}");
            let fault = facts.piece_fault(findings, (sheet, piece), message);
            let most = ((cell - MIN_CLEARANCE_MM) / cell * 100.0).floor();
            complete_size_fault(facts, fault, share.place, room).hint(format!(
                "make all pieces of `{}` smaller: across = \"{most}% of {board}\"",
                component.name
            ));
            reported.push(&component.name);
        }
    }
    discs_without_share(facts, findings);
    report_counters_outside_layout(facts, findings);
}

/// Adds a note about discs that are larger than the cells of the game's only board.
///
/// The layout does not say that the discs are used on this board, so their size may be intended. Discs
/// that are at least twice as large as a cell get no note, because they are not meant for single cells.
fn discs_without_share(facts: &Facts<'_>, findings: &mut Findings) {
    let boards = facts.boards();
    let Some((board, _, _, found)) = boards.first() else { return };
    if boards.iter().any(|(other, ..)| other.name != board.name) {
        return;
    }
    let cell = found.lattice.across();
    let components = facts.expected.iter().flat_map(|expected| expected.game.components.iter().enumerate());
    for (index, component) in components {
        let Some(deck) =
            component.deck().filter(|deck| deck.share.is_none() && deck.outline == Outline::Disc)
        else {
            continue;
        };
        let Some((sheet, piece)) = facts.fronts_of(index).next() else { continue };
        let Some(across) = piece.cut.as_ref().map(Cut::bounds).map(|bounds| bounds.width()) else { continue };
        if across > cell + SAME_LENGTH_MM && across < 2.0 * cell {
            let message = format!(
                "the pieces of `{}` measure {across:.2} mm, but the cells of `{}` measure {cell:.2} mm: no \
                 piece fits a cell",
                component.name, board.name
            );
            let hint = format!(
                "if the pieces are for these cells, make them smaller: across = \"80% of {}\"",
                board.name
            );
            facts.piece_fault(findings, (sheet, piece), message).in_layout(deck.size_place).note().hint(hint);
        }
    }
}

/// Reports boards whose cells are too small for counters that are not part of the layout.
///
/// The layout contains only the size of such counters (key `clear-of`), because they must not cover the
/// labels of cells.
fn report_counters_outside_layout(facts: &Facts<'_>, findings: &mut Findings) {
    for (component, board, sheet, found) in facts.boards() {
        let Some(Located { value: size, place }) = board.labels.clear_of else { continue };
        let cell = found.lattice.across();
        let size = board.length(BoardLength::ClearOf, size, cell);
        let room = cell - size;
        if room < MIN_CLEARANCE_MM {
            let why = reason_text(room, "such counters do not fit");
            let name = &component.name;
            let message = format!(
                "the labels leave room for counters of {size:.2} mm, but the cells of `{name}` measure \
                    {cell:.2} mm: {why}"
            );
            let fault = facts.fault(findings, sheet, (Some(found.bounds()), None), message);
            complete_size_fault(facts, fault, place, room);
        }
    }
}
