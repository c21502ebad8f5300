//! Adds copies of pieces until the last sheet of their component is full.
//!
//! - In: a game, and the setup with its paper.
//! - Out: the same game with more pieces.
//! - Not here: sheets that several components share. A full sheet has no room for others.

use hexpress_base::diag::{Diagnostic, Place, Report, codes};
use hexpress_game::{Body, Component, Deck, Game, MOST_PIECES};

use crate::plan::fit_for;
use crate::plan::piece_size::piece_size;
use crate::setup::Setup;

/// The most attempts to find a number of pieces that fills its sheets. More pieces may be packed in
/// another way.
const MOST_ATTEMPTS: usize = 8;

/// Fills the last sheets of all components that ask for it. Returns warnings about the components that
/// cannot be filled.
///
/// A component with a mistake keeps its pieces. The plan reports the mistake.
pub fn fill(game: &mut Game, setup: &Setup) -> Report {
    let mut report = Report::default();
    let mut counts = Vec::new();
    for (index, component) in game.components.iter().enumerate() {
        let Some((deck, place)) = filled_deck(component) else { continue };
        match full_count(game, component, deck, setup) {
            Some(count) if count <= MOST_PIECES => counts.push((index, count)),
            Some(_) => {}
            None if component.is_among(&setup.only) => report.push(fills_nothing(component, place)),
            None => {}
        }
    }
    for (index, count) in counts {
        if let Body::Deck(deck) = &mut game.components[index].body {
            deck.fill_up(count);
        }
    }
    report
}

/// Returns the deck of a component that asks to fill its last sheet, and where it asks.
fn filled_deck(component: &Component) -> Option<(&Deck, Place)> {
    let deck = component.deck().filter(|deck| !deck.pieces.is_empty())?;
    Some((deck, deck.fill?))
}

/// Returns the least number of pieces, at least those of the deck, that fills whole sheets. Returns
/// `None` if a piece is larger than a sheet.
fn full_count(game: &Game, component: &Component, deck: &Deck, setup: &Setup) -> Option<usize> {
    let least = deck.pieces.len();
    let Ok(piece) = piece_size(game, deck, setup) else { return Some(least) };
    let paper = setup.paper.sheet(component.class);
    let mut count = least;
    for _ in 0..MOST_ATTEMPTS {
        let Ok(fit) = fit_for(count, deck, piece, paper, setup) else { return Some(least) };
        let next = least.next_multiple_of(fit?.slots.len().max(1));
        if next == count {
            break;
        }
        count = next;
    }
    Some(count)
}

/// Returns the warning that a component cannot fill a sheet.
fn fills_nothing(component: &Component, place: Place) -> Diagnostic {
    let message =
        format!("`copies = \"fill\"` has no effect: a piece of `{}` is larger than a sheet", component.name);
    codes::IDLE_KEY.warning(message).at(place).hint("write the number of copies: copies = 1")
}
