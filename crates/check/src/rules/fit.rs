//! Counters and tiles fit the cells of the boards they are made for.

use crate::check::facts::cut::Cut;
use crate::check::facts::pieces::FoundPiece;
use crate::check::facts::{Facts, FoundSheet};
use crate::check::fault::{Fault, Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::{Place, codes};
use crate::model::{CellShare, Component, Stated, share_of};

/// The room that fingers and scissors need round a counter in its cell, all in all, in mm.
const ROOM: f64 = 0.5;

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        title: "pieces that are made for a board fit its cells",
        why: "A counter that is as large as its cell pushes its neighbours away, as cuts by hand are not exact \
              to a tenth of a millimetre. Half a millimetre is the least room.",
        right: "cells of 24 mm, and counters of 19 mm",
        wrong: "cells of 24 mm, and counters of 25 mm",
        ..Rule::error(codes::TOO_LARGE_FOR_CELLS, Run::All(fits))
    },
    Rule {
        title: "pieces are the share of a cell that the layout says",
        why: "Who says \"80% of board\" wants counters that follow the board from paper to paper.",
        right: "across = \"80% of board\", cells of 24 mm, and counters of 19.2 mm",
        wrong: "across = \"80% of board\", cells of 24 mm, and counters of 18.4 mm",
        ..Rule::error(codes::WRONG_SHARE, Run::All(share))
    },
];

/// A piece from side to side, or from flat to flat, in mm.
fn across(piece: &FoundPiece) -> Option<f64> {
    match piece.cut.as_ref()? {
        Cut::Polygon(hexagon) => Some(hexagon.across_flats()),
        Cut::Disc(disc) => Some(2.0 * disc.radius),
        Cut::Box(rect, _) => Some(rect.width().max(rect.height())),
    }
}

/// A piece whose size follows a board, with what was found of both.
struct Shared<'e> {
    component: &'e Component,
    share: &'e CellShare,
    /// The cells of the board, from flat to flat, in mm.
    cell: f64,
    /// The piece, from flat to flat, in mm.
    across: f64,
    sheet: &'e FoundSheet,
    piece: &'e FoundPiece,
}

impl<'e> Shared<'e> {
    /// The pieces of all such decks.
    fn all(facts: &'e Facts<'_>, out: &mut Findings) -> Vec<Self> {
        let components =
            facts.expected.iter().flat_map(|expected| expected.game.components.iter().enumerate());
        let mut all = Vec::new();
        for (index, component) in components {
            let Some(share) = component.deck().and_then(|deck| deck.share.as_deref()) else { continue };
            if facts.sheets_of(index).next().is_none() {
                continue;
            }
            let board = facts.expected.and_then(|expected| expected.component(&share.board));
            let board =
                board.and_then(|(board, _)| facts.sheets_of(board).find_map(|sheet| sheet.board.as_ref()));
            let Some(board) = board else {
                out.not_judged(format!(
                    "whether `{}` fits the cells of `{}`: that is not among these pages",
                    component.name, share.board
                ));
                continue;
            };
            let cell = board.lattice.across();
            all.extend(facts.fronts_of(index).filter_map(|(sheet, piece)| {
                Some(Self { component, share, cell, across: across(piece)?, sheet, piece })
            }));
        }
        all
    }
}

/// Too little room round a counter: an error only where it is larger than its cell.
fn tight<'f>(facts: &Facts<'_>, fault: &'f mut Fault, place: Place, room: f64) -> &'f mut Fault {
    let fault = fault.line(Some(place)).by(ROOM - room);
    if room >= -facts.tolerance { fault.warning() } else { fault }
}

/// Lengths that differ by no more are equal on paper, in mm.
const TRUE: f64 = 0.002;

/// Why counters do not fit: what is said if they are too large, else how little room there is.
fn why(room: f64, too_large: &str) -> String {
    match room {
        _ if room.abs() < TRUE => "they are equally large, and fingers need room".to_owned(),
        _ if room < 0.0 => too_large.to_owned(),
        _ => format!("{} is too little room", mm(room)),
    }
}

fn fits(facts: &Facts<'_>, out: &mut Findings) {
    let mut told: Vec<&str> = Vec::new();
    for Shared { component, share, cell, across, sheet, piece } in Shared::all(facts, out) {
        let room = cell - across;
        // Reported once for each component.
        if room < ROOM && !told.contains(&&*component.name) {
            let (id, board) = (piece.name_or("a piece"), &share.board);
            let why = why(room, "it does not fit");
            let message =
                format!("{id} measures {across:.2} mm and the cells of `{board}` {cell:.2} mm: {why}");
            let fault = facts.piece_fault(out, (sheet, piece), message);
            let most = ((cell - ROOM) / cell * 100.0).floor();
            tight(facts, fault, share.place, room).hint(format!(
                "make all pieces of `{}` smaller: across = \"{most}% of {board}\"",
                component.name
            ));
            told.push(&component.name);
        }
    }
    foreign(facts, out);
}

/// Counters that the layout only speaks of, since they come with another game: its words keep clear of them.
fn foreign(facts: &Facts<'_>, out: &mut Findings) {
    for (component, board, sheet, found) in facts.boards() {
        let Some(Stated { what: size, place }) = board.labels.clear_of else { continue };
        let cell = found.lattice.across();
        let room = cell - size;
        if room < ROOM {
            let why = why(room, "they do not fit");
            let name = &component.name;
            let message = format!(
                "words are clear of counters of {size:.2} mm, and the cells of `{name}` measure {cell:.2} mm: {why}"
            );
            let fault = facts.fault(out, sheet, (Some(found.bounds()), None), message);
            tight(facts, fault, place, room);
        }
    }
}

fn share(facts: &Facts<'_>, out: &mut Findings) {
    for Shared { share, cell, across: found, sheet, piece, .. } in Shared::all(facts, out) {
        let asked = share_of(share.percent, cell);
        // Sizes are whole hundredths of a millimetre.
        let by = ((found - asked).abs() - 0.01).max(0.0);
        if out.measured(by, facts.tolerance) {
            let id = piece.name_or("a piece");
            let message = format!(
                "{id} measures {found:.2} mm; {}% of the cells of `{}` are {asked:.2} mm",
                share.percent, share.board
            );
            facts.piece_fault(out, (sheet, piece), message).line(Some(share.place)).by(by);
        }
    }
}
