//! Reports pieces that are too small for their elements.
//!
//! - In: the mistakes on a sheet.
//! - Out: the same mistakes. If several elements do not fit on a small piece, their mistakes are
//!   replaced by one mistake about the size of the piece.
//!
//! This module draws nothing.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::Size;

use hexpress_base::diag::{Code, Diagnostic, Report, SourceSpan, codes};
use hexpress_base::units::ShortNumber;
use hexpress_game::Game;
use hexpress_game::pieces::PieceSize;

/// If the shorter side of a piece is shorter than this length, in mm, the size of the piece is probably a
/// mistake.
const SMALL_PIECE_MM: f64 = 10.0;
/// If at least this number of elements do not fit, their mistakes are replaced by one mistake about the size
/// of the piece.
const MIN_ELEMENTS: usize = 2;
/// The codes of mistakes that may disappear if the piece is larger.
const SIZE_MISTAKES: [Code; 3] = [codes::BAD_SIZE, codes::TEXT_TOO_LARGE, codes::FIGURE_TOO_LARGE];

/// A group of components whose pieces have the same small size.
struct SmallPieces<'g> {
    size: Size,
    names: Vec<&'g str>,
}

/// Returns the mistakes on a sheet. If several elements do not fit on a small piece, replaces their mistakes
/// by one mistake about the size of the piece. There is only one such mistake for all components in a group
/// of [`small_sizes`].
pub fn merge_size_mistakes(game: &Game, mistakes: Report) -> Report {
    let mut items = mistakes.into_items();
    for (place, small) in small_sizes(game) {
        let elements: BTreeSet<SourceSpan> =
            items.iter().filter(|item| small.is_cause_of(item)).filter_map(|item| item.place).collect();
        if elements.len() >= MIN_ELEMENTS {
            items.retain(|item| !small.is_cause_of(item));
            items.push(small.mistake(place));
        }
    }
    let mut report = Report::default();
    items.into_iter().for_each(|item| report.push(item));
    report
}

/// Returns groups of components with small pieces. The key of a group is the place in the layout where the
/// size is written. Components that are made from the same table form one group, because the mistakes that
/// were reported for them may already be merged into one.
fn small_sizes(game: &Game) -> BTreeMap<SourceSpan, SmallPieces<'_>> {
    let mut sizes: BTreeMap<SourceSpan, SmallPieces<'_>> = BTreeMap::new();
    for component in &game.components {
        let Some(deck) = component.deck() else { continue };
        if let (PieceSize::Fixed(size), Some(place)) = (&deck.size, deck.size_place)
            && size.width.min(size.height) < SMALL_PIECE_MM
        {
            let small = sizes.entry(place).or_insert(SmallPieces { size: *size, names: Vec::new() });
            small.names.push(&component.name);
        }
    }
    sizes
}

impl SmallPieces<'_> {
    /// Returns whether a mistake is on one of these pieces, and may disappear if the piece is larger.
    fn is_cause_of(&self, item: &Diagnostic) -> bool {
        let piece = item.piece.as_deref().unwrap_or_default();
        SIZE_MISTAKES.contains(&item.code) && self.names.iter().any(|name| is_piece_of(piece, name))
    }

    fn mistake(&self, place: SourceSpan) -> Diagnostic {
        let lengths = [self.size.width, self.size.height];
        let [width, height] = lengths.map(ShortNumber);
        let [larger_width, larger_height] = lengths.map(probable_length);
        let message = format!("a piece of {width} x {height} mm is too small for its elements");
        let hint =
            format!("use a larger piece, size = \"{larger_width} x {larger_height}mm\", or smaller elements");
        let first = self.names.first().copied().unwrap_or_default();
        codes::BAD_SIZE.error(message).of_piece(first).at(place).hint(hint)
    }
}

/// Returns whether an identity such as `deck/7` belongs to a piece of `component`.
fn is_piece_of(piece: &str, component: &str) -> bool {
    piece.strip_prefix(component).is_some_and(|rest| rest.starts_with('/'))
}

/// Returns the length that the user probably meant. A small length is multiplied by ten, because a
/// digit was probably left out.
fn probable_length(mm: f64) -> ShortNumber {
    ShortNumber(if mm < SMALL_PIECE_MM { mm * 10.0 } else { mm })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_belongs_to_the_component_of_its_whole_name() {
        assert!(is_piece_of("deck/7", "deck"));
        assert!(!is_piece_of("deck-2/7", "deck"));
        assert!(!is_piece_of("deck", "deck"));
    }

    #[test]
    fn a_forgotten_digit_is_added_to_small_lengths_only() {
        assert_eq!(probable_length(6.3).to_string(), "63");
        assert_eq!(probable_length(SMALL_PIECE_MM).to_string(), "10");
    }
}
