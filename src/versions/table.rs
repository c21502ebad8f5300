//! Works out which pieces the user has after several prints.
//!
//! - In: the versions that were printed, the earliest first, and what each print contained.
//! - Out: the pieces that the last version has, each with the look in which it was printed last.
//! - Not here: reading the prints.

use std::sync::Arc;

use super::edition::{DeckEdition, Edition, EditionPart, Parts, Piece};
use super::match_rows::match_rows;
use crate::make::Wanted;
use hexpress_base::diag::Report;
use hexpress_language::record::Options;

/// Returns the pieces that the user has after a print. `before` are the pieces that the user had
/// before it. `chosen` are the options of the print with the components and pieces that it
/// contains.
///
/// # Errors
/// The choice of pieces cannot be read.
pub fn on_the_table(
    before: &[EditionPart],
    edition: &Edition,
    chosen: &Options,
) -> Result<Vec<EditionPart>, Report> {
    let wanted = Wanted::parse(&chosen.pieces)?;
    let mut table = Vec::new();
    for part in &edition.parts {
        let earlier = before.iter().find(|earlier| earlier.name == part.name);
        let is_among = chosen.only.is_empty() || chosen.only.iter().any(|name| **name == *part.name);
        let is_printed = |number: u32| is_among && (wanted.is_empty() || wanted.contains(&part.name, number));
        let parts = match (&part.parts, earlier.map(|earlier| &earlier.parts)) {
            (Parts::Deck(deck), earlier) => {
                let earlier = match earlier {
                    Some(Parts::Deck(earlier)) => Some(earlier),
                    _ => None,
                };
                let stays_elsewhere = chosen.exchange;
                Parts::Deck(deck_on_table(earlier, deck, is_printed, stays_elsewhere))
            }
            (Parts::Board(_), Some(earlier)) if !is_printed(0) => earlier.clone(),
            (Parts::Board(_), None) if !is_printed(0) && !chosen.exchange => continue,
            (Parts::Board(board), _) => Parts::Board(board.clone()),
        };
        table.push(EditionPart { name: Arc::clone(&part.name), print: part.print, parts });
    }
    Ok(table)
}

/// Returns the pieces of a deck that the user has. This includes a piece that was not printed, if
/// an earlier print had it. It also includes the piece if `is_complete` says that the print
/// completed the deck.
fn deck_on_table(
    before: Option<&DeckEdition>,
    deck: &DeckEdition,
    is_printed: impl Fn(u32) -> bool,
    is_complete: bool,
) -> DeckEdition {
    let none = DeckEdition { key: deck.key.clone(), pieces: Vec::new() };
    let mut pieces: Vec<Piece> = Vec::new();
    for pair in match_rows(before.unwrap_or(&none), deck).pairs {
        let Some(row) = pair.new else { continue };
        let mut earlier = pair.old.map(|old| old.pieces).unwrap_or_default().into_iter();
        for piece in row.pieces {
            let was = earlier.next();
            if is_printed(piece.number) {
                pieces.push(piece.clone());
            } else if let Some(was) = was {
                pieces.push(was.clone());
            } else if is_complete {
                pieces.push(piece.clone());
            }
        }
    }
    DeckEdition { key: deck.key.clone(), pieces }
}
