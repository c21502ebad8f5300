//! Keeps the numbers of pieces from one print to the next.
//!
//! - In: the pieces that the user has from earlier prints, and a new version whose components have a
//!   `key`.
//! - Out: the numbers of the new pieces. A row that is in both versions keeps its numbers. New rows get
//!   the numbers that are free.
//! - Not here: giving these numbers to the pieces; `make` does.

use std::collections::BTreeSet;

use super::game_version::{ComponentVersion, DeckVersion, Parts};
use super::match_rows::match_rows;
use crate::make::Numbering;

/// Returns the numbers of the pieces of all components with a `key`. Leaves out components whose
/// numbers are simply in the order of the rows.
pub fn kept_numbers(old: &[ComponentVersion], new: &[ComponentVersion]) -> Numbering {
    let mut numbering = Numbering::default();
    for part in new {
        let before = old.iter().find(|old| old.name == part.name);
        let (Some(Parts::Deck(before)), Parts::Deck(deck)) =
            (before.map(|old| &old.contents), &part.contents)
        else {
            continue;
        };
        if deck.key.is_some() {
            numbering.add(&part.name, numbers_of(before, deck));
        }
    }
    numbering
}

/// Returns the numbers of the new pieces, in the order of the table.
fn numbers_of(old: &DeckVersion, new: &DeckVersion) -> Vec<u32> {
    let count = new.pieces.len();
    let mut numbers: Vec<Option<u32>> = vec![None; count];
    let mut free: BTreeSet<u32> = (1..).take(count).collect();
    // The new pieces still have the numbers 1, 2, 3 …, in the order of the table.
    let index_of = |number: u32| (number as usize).checked_sub(1);
    for pair in match_rows(old, new).pairs {
        let (Some(before), Some(after)) = (pair.old, pair.new) else { continue };
        for (was, piece) in before.pieces.iter().zip(after.pieces) {
            let number = index_of(piece.number).and_then(|index| numbers.get_mut(index));
            if let Some(number) = number.filter(|_| free.remove(&was.number)) {
                *number = Some(was.number);
            }
        }
    }
    let mut free = free.into_iter();
    numbers.into_iter().map(|number| number.or_else(|| free.next()).unwrap_or(0)).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::versions::game_version::{Piece, PieceForm, PieceRow};
    use hexpress_language::values::scalar::Scalar;
    use hexpress_scene::DrawingDigest;

    fn deck(names: &[&str]) -> DeckVersion {
        let form = Arc::new(PieceForm { size: kurbo::Size::ZERO, outline: DrawingDigest::default() });
        let columns: Arc<[Arc<str>]> = Arc::new(["name".into()]);
        let piece = |(number, name): (u32, &&str)| {
            let values = vec![Some(Scalar::Text((*name).into()))];
            let row = Arc::new(PieceRow { columns: Arc::clone(&columns), values });
            let look = DrawingDigest::of_bytes(name.as_bytes());
            Piece { number, print_index: 0, row, form: Arc::clone(&form), front: look, back: look }
        };
        DeckVersion { key: Some("name".into()), pieces: (1..).zip(names).map(piece).collect() }
    }

    #[test]
    fn rows_keep_their_numbers_and_new_rows_get_the_free_ones() {
        let old = deck(&["a", "b", "c"]);
        assert_eq!(numbers_of(&old, &deck(&["new", "a", "b", "c"])), [4, 1, 2, 3]);
        assert_eq!(numbers_of(&old, &deck(&["c", "new", "a"])), [3, 2, 1]);
        // Two pieces can only have the numbers 1 and 2, so `c` cannot keep number 3.
        assert_eq!(numbers_of(&old, &deck(&["a", "c"])), [1, 2]);
        assert_eq!(numbers_of(&old, &deck(&["a", "b", "c"])), [1, 2, 3]);
    }
}
