//! Packs pieces on die-cut sheets. A die-cut sheet is already cut, and has fixed places for pieces.
//!
//! - In: a deck and the places of a die-cut sheet.
//! - Out: a [`SheetPacking`] without cuts, or the reason why the deck cannot be printed on the sheet.

use kurbo::Size;

use super::duplex::{self, Duplex};
use super::sheet_packing::{Marks, PackingPattern, SheetPacking};
use super::slot::Slot;
use crate::setup::Setup;
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::units::ShortNumber;
use hexpress_game::{DieSheet, PieceSet};
use hexpress_scene::print::paper::{PAPERS, sheet_name};

/// Two paper sizes count as the same if their sides differ by at most this length, in mm.
const SAME_PAPER: f64 = 0.01;
/// The largest overlap between the bleeds of two pieces that counts as a rounding error, in mm.
const ROUNDING: f64 = 0.001;

/// Arranges the pieces of a deck on a die-cut sheet. There is one piece in the middle of each place of
/// `sheet`.
///
/// # Errors
/// The deck is folded, the paper has another size, or the bleeds of two pieces would overlap.
pub fn pack_on_die_sheet(
    deck: &PieceSet,
    sheet: &DieSheet,
    piece: Size,
    paper: Size,
    setup: &Setup,
) -> Result<SheetPacking> {
    let backs = setup.print_setup.backs_or_default();
    if duplex::folds(deck, backs) {
        let message = format!(
            "the sheet `{}` is already cut, so backs cannot be folded behind their fronts",
            sheet.name
        );
        let hint =
            "add --backs flip-long to print backs on the other side, or --backs none to leave them out";
        return Err(codes::CANNOT_FOLD.error(message).hint(hint));
    }
    if !is_same_paper(paper, sheet.upright()) {
        return Err(other_paper(sheet, paper));
    }
    let gap = least_gap(sheet, piece);
    if gap < 2.0 * deck.bleed - ROUNDING {
        return Err(bleeds_meet(deck.bleed, sheet, gap));
    }
    Ok(SheetPacking {
        sheet: sheet.paper,
        slots: sheet.places().map(|place| Slot::upright(place.center())).collect(),
        pattern: PackingPattern::DieCut,
        gap: gap.max(0.0),
        marks: Marks::None,
        duplex: Duplex::flip(backs, sheet.paper),
        ..SheetPacking::single(deck, piece, 0.0)
    })
}

/// Returns the smallest distance between two pieces, in mm. Returns infinity if the sheet has only
/// one place.
fn least_gap(sheet: &DieSheet, piece: Size) -> f64 {
    let across = if sheet.grid.columns > 1 { sheet.pitch.x - piece.width } else { f64::INFINITY };
    if sheet.grid.rows > 1 { across.min(sheet.pitch.y - piece.height) } else { across }
}

fn is_same_paper(a: Size, b: Size) -> bool {
    (a.width - b.width).abs().max((a.height - b.height).abs()) <= SAME_PAPER
}

fn other_paper(sheet: &DieSheet, paper: Size) -> Diagnostic {
    let (upright, sheet_paper) = (sheet.upright(), sheet_name(sheet.paper));
    let message = format!(
        "the sheet `{}` is {sheet_paper}, but the paper of this build is {}",
        sheet.name,
        sheet_name(paper)
    );
    let named = PAPERS.iter().find(|paper| is_same_paper(paper.size.into(), upright));
    let option = match named {
        Some(paper) => format!("--paper {}", paper.name),
        None => format!("--paper {}x{}mm", ShortNumber(upright.width), ShortNumber(upright.height)),
    };
    codes::OTHER_PAPER.error(message).hint(format!("to print on {sheet_paper}, write {option}"))
}

fn bleeds_meet(bleed: f64, sheet: &DieSheet, gap: f64) -> Diagnostic {
    let message = format!(
        "a bleed of {} mm needs {} mm between two pieces, but the sheet `{}` has only {} mm",
        ShortNumber(bleed),
        ShortNumber(2.0 * bleed),
        sheet.name,
        ShortNumber(gap.max(0.0))
    );
    let hint = format!("write bleed = \"{}mm\"", ShortNumber((gap / 2.0).max(0.0)));
    codes::BLEEDS_MEET.error(message).hint(hint)
}
