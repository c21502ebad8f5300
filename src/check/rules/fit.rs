//! Counters and tiles fit the cells of the boards they are made for.

use crate::base::hex::across_from_side;
use crate::check::facts::Facts;
use crate::check::facts::cut::Cut;
use crate::check::facts::pieces::FoundPiece;
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::model::{PieceSize, share_of};

/// The room that fingers and scissors need round a counter in its cell, all in all, in mm.
const ROOM: f64 = 0.5;

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        title: "pieces that are made for a board fit its cells",
        why: "A counter that is as large as its cell pushes its neighbours away, for nobody cuts to a tenth of a \
              millimetre. Half a millimetre is the least room.",
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
        Cut::Hexagon(hexagon) => Some(hexagon.across_flats()),
        Cut::Disc(disc) => Some(2.0 * disc.radius),
        Cut::Box(rect, _) => Some(rect.width().max(rect.height())),
    }
}

/// Every deck whose size follows a board, with what was found of both.
fn shares<'e>(
    facts: &'e Facts<'_>,
    out: &mut Findings,
) -> Vec<(
    &'e crate::model::Component,
    &'e crate::model::CellShare,
    f64,
    &'e crate::check::Sheet,
    &'e FoundPiece,
)> {
    let Some(expected) = facts.expected else { return Vec::new() };
    let mut shares = Vec::new();
    for (index, component) in expected.game.components.iter().enumerate() {
        let Some(deck) = component.deck() else { continue };
        let PieceSize::Share(share) = &deck.size else { continue };
        if facts.sheets_of(index).next().is_none() {
            continue;
        }
        let board = expected
            .component(&share.board)
            .and_then(|(board, _)| facts.sheets_of(board).find_map(|sheet| sheet.board.as_ref()));
        let Some(board) = board else {
            out.not_judged(format!(
                "whether `{}` fits the cells of `{}`: that is not among these pages",
                component.name, share.board
            ));
            continue;
        };
        let cell = across_from_side(board.lattice.side);
        for (sheet, piece) in facts.fronts_of(index) {
            shares.push((component, share.as_ref(), cell, sheet, piece));
        }
    }
    shares
}

fn fits(facts: &Facts<'_>, out: &mut Findings) {
    let mut told: Vec<&str> = Vec::new();
    for (component, share, cell, sheet, piece) in shares(facts, out) {
        // One piece speaks for all of its component.
        if told.contains(&&*component.name) {
            continue;
        }
        let Some(found) = across(piece) else { continue };
        let room = cell - found;
        if room < ROOM {
            let id = piece.name_or("a piece");
            let message = format!(
                "{id} measures {found:.2} mm and the cells of `{}` {cell:.2} mm: {}",
                share.board,
                if room < 0.0 {
                    "it does not fit".to_owned()
                } else {
                    format!("{} is too little room", mm(room))
                }
            );
            let fault = facts.piece_fault(out, (sheet, piece), message);
            fault.line(Some(share.place)).by(ROOM - room);
            if room >= -facts.tolerance {
                fault.warning();
            }
            fault.hint(format!("the other pieces of `{}` are as large", component.name));
            told.push(&component.name);
        }
    }
    foreign(facts, out);
}

/// Counters that the layout only speaks of, since they come with another game: its words keep clear of them.
fn foreign(facts: &Facts<'_>, out: &mut Findings) {
    for (component, board, sheet, found) in facts.boards() {
        let Some((size, place)) = board.labels.clear_of else { continue };
        let cell = across_from_side(found.lattice.side);
        let room = cell - size;
        if room < ROOM {
            let why = match room < 0.0 {
                true => "they do not fit".to_owned(),
                false => format!("{} is too little room", mm(room)),
            };
            let name = &component.name;
            let message = format!(
                "words are clear of counters of {size:.2} mm, and the cells of `{name}` measure {cell:.2} mm: {why}"
            );
            let fault = out.fault(message).at(sheet.file, sheet.number, Some(found.bounds()));
            fault.line(Some(place)).by(ROOM - room);
            if room >= -facts.tolerance {
                fault.warning();
            }
        }
    }
}

fn share(facts: &Facts<'_>, out: &mut Findings) {
    for (_, share, cell, sheet, piece) in shares(facts, out) {
        let Some(found) = across(piece) else { continue };
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
