//! Adds copies of pieces until the last sheet of their component is full.
//!
//! - In: a game, and the setup with its paper.
//! - Out: the same game with more pieces.
//! - Not here: sheets that several components share. A component that fills its last sheet leaves no
//!   space for other components.

use hexpress_base::diag::{Diagnostic, Report, SourceSpan, codes};
use hexpress_game::{Body, Component, Game, MAX_PIECES, PieceSet};
use kurbo::Size;

use crate::plan::packing_for;
use crate::plan::piece_size::piece_size;
use crate::setup::Setup;

/// The maximum number of attempts to find a closer packing, which places more pieces on the same number of
/// sheets.
const MAX_ATTEMPTS: usize = 16;

/// Fills the last sheet of every component that has `copies = "fill"`. Returns warnings about the
/// components that cannot be filled.
///
/// If a component has a mistake, its pieces do not change. The mistake is reported later, by the plan.
pub fn fill(game: &mut Game, setup: &Setup) -> Report {
    let mut report = Report::default();
    let mut counts = Vec::new();
    for (index, component) in game.components.iter().enumerate() {
        let Some((deck, place)) = filled_deck(component) else { continue };
        match full_count(game, component, deck, setup) {
            Some(count) if count <= MAX_PIECES => counts.push((index, count)),
            _ if !component.is_among(&setup.only) => {}
            Some(count) => report.push(fills_too_many(component, count, place)),
            None => report.push(fills_nothing(component, place)),
        }
    }
    for (index, count) in counts {
        if let Body::Pieces(deck) = &mut game.components[index].body {
            deck.fill_up(count);
        }
    }
    report
}

/// If a component has `copies = "fill"`, returns its deck and the place of this key. Otherwise, returns
/// `None`.
fn filled_deck(component: &Component) -> Option<(&PieceSet, SourceSpan)> {
    let deck = component.deck().filter(|deck| !deck.pieces.is_empty())?;
    Some((deck, deck.fill?))
}

/// Returns the largest number of pieces that fit on as many sheets as the deck needs without additional
/// copies. Returns `None` if a piece is larger than a sheet.
fn full_count(game: &Game, component: &Component, deck: &PieceSet, setup: &Setup) -> Option<usize> {
    let least = deck.pieces.len();
    let Ok(piece) = piece_size(game, deck, setup) else { return Some(least) };
    let paper = setup.paper.sheet(component.class);
    let first = pieces_on_full_sheet(least, deck, piece, paper, setup)?;
    let sheets = least.div_ceil(first);
    let mut count = sheets * first;
    // The packing depends on the number of pieces. With more pieces, a packing may be chosen that has more
    // pieces on each sheet.
    for _ in 0..MAX_ATTEMPTS {
        let closer = pieces_on_full_sheet(count + 1, deck, piece, paper, setup)?;
        if (count + 1).div_ceil(closer) > sheets {
            break;
        }
        count = sheets * closer;
    }
    Some(count)
}

/// Returns the number of pieces on a full sheet, in the packing that is chosen for `count` pieces.
/// Returns `None` if a piece is larger than a sheet.
fn pieces_on_full_sheet(
    count: usize,
    deck: &PieceSet,
    piece: Size,
    paper: Size,
    setup: &Setup,
) -> Option<usize> {
    match packing_for(count, deck, piece, paper, setup) {
        Ok(packing) => Some(packing?.slots.len().max(1)),
        // The mistake is reported later, by the plan.
        Err(_) => Some(1),
    }
}

/// Returns the warning for a component that cannot fill a sheet.
fn fills_nothing(component: &Component, place: SourceSpan) -> Diagnostic {
    let message =
        format!("`copies = \"fill\"` has no effect: a piece of `{}` is larger than a sheet", component.name);
    codes::IDLE_KEY.warning(message).at(place).hint("write the number of copies: copies = 1")
}

/// Returns the warning for a component that would have too many pieces if its last sheet were full.
fn fills_too_many(component: &Component, count: usize, place: SourceSpan) -> Diagnostic {
    let message = format!(
        "`copies = \"fill\"` has no effect: full sheets of `{}` take {count} pieces, but at most {MAX_PIECES} are possible",
        component.name
    );
    codes::IDLE_KEY.warning(message).at(place).hint("delete copies = \"fill\", or print fewer pieces")
}
