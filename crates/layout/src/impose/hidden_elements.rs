//! Finds elements that are hidden by a later box on the same face.
//!
//! - In: the elements of a face. Also the bounding boxes of these elements on each piece, for one piece
//!   after the other.
//! - Out: pairs of elements: a box, and the icon, image or text that the box hides.
//!
//! This module ignores texts behind an opaque box, because the checker finds such texts.

use kurbo::Rect;

use hexpress_base::diag::{Diagnostic, codes};
use hexpress_game::{Element, Figure, PerRow, Shape};

/// The largest number of pieces that are searched. This limits the time that a large deck takes.
const MAX_PIECES: usize = 200;
/// A drawing still counts as hidden if it extends beyond the box by up to this length, in mm.
const RIM: f64 = 0.01;
/// A box counts as hiding everything behind it if its opacity is at least this value.
const MIN_OPACITY: f64 = 0.9;

/// Two elements of a face. The element `cover` is in front of the element `hidden`, and may hide it.
/// Both fields are indices into the elements of the face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CoverPair {
    pub cover: usize,
    pub hidden: usize,
}

/// The search for hidden elements on the pieces of a deck.
#[derive(Debug)]
pub struct HiddenElements {
    /// The pairs that are not yet reported.
    pairs: Vec<CoverPair>,
    /// The number of pieces that will still be searched.
    pieces_left: usize,
}

impl HiddenElements {
    /// Starts a search among the elements of a face. The elements are in drawing order. Elements at the
    /// edges of a piece are given as `None`, and are skipped.
    pub fn new<'e>(elements: impl Iterator<Item = Option<&'e Element>>) -> Self {
        let elements: Vec<Option<&Element>> = elements.collect();
        let mut pairs = Vec::new();
        for (cover_index, cover) in elements.iter().enumerate() {
            let Some(cover) = cover.filter(|element| is_cover(element)) else { continue };
            let earlier = elements[..cover_index].iter().enumerate();
            let hidden =
                earlier.filter(|(_, element)| element.is_some_and(|element| can_be_hidden(element, cover)));
            pairs.extend(hidden.map(|(index, _)| CoverPair { cover: cover_index, hidden: index }));
        }
        Self { pairs, pieces_left: MAX_PIECES }
    }

    pub fn is_searching(&self) -> bool {
        self.pieces_left > 0 && !self.pairs.is_empty()
    }

    /// Returns the pairs in which `cover` hides `hidden` on a piece. `boxes` contains the bounding
    /// boxes of the elements on this piece. Each pair is returned only for the first such piece.
    pub fn search(&mut self, boxes: &[Option<Rect>]) -> Vec<CoverPair> {
        self.pieces_left = self.pieces_left.saturating_sub(1);
        let (found, rest) = self.pairs.iter().copied().partition(|pair| pair.is_hidden_in(boxes));
        self.pairs = rest;
        found
    }
}

impl CoverPair {
    fn is_hidden_in(self, boxes: &[Option<Rect>]) -> bool {
        let [cover, hidden] = [self.cover, self.hidden].map(|index| boxes.get(index).copied().flatten());
        cover.zip(hidden).is_some_and(|(cover, hidden)| {
            let area = cover.inflate(RIM, RIM);
            area.union(hidden) == area
        })
    }
}

/// Returns the warning that an element hides another one.
pub fn warning(cover: &Element, hidden: &Element) -> Diagnostic {
    let what = match hidden.shape {
        Shape::Icon(_) => "an icon that is",
        Shape::Text(..) => "text that is",
        Shape::QrCode(_) => "a QR code that is",
        _ => "a picture that is",
    };
    let opacity = match cover.style.opacity {
        Some(opacity) => format!(" with an opacity of {} %", (opacity * 100.0).round()),
        None => String::new(),
    };
    let message = format!("this box{opacity} covers {what} drawn before it");
    let hint = "write the box before the hidden element, or change the place of one of them: elements are drawn in \
        the order of the list";
    codes::IDLE_KEY.warning(message).hint(hint).at(cover.place).related_place(hidden.place, "this is hidden")
}

/// Returns whether an element always hides everything behind it.
fn is_cover(element: &Element) -> bool {
    matches!(element.shape, Shape::Figure { figure: Figure::Box, .. })
        && matches!(&element.fill, Some(PerRow::Fixed(Some(ink))) if ink.pattern.is_none())
        && element.when.is_none()
        && element.style.opacity.is_none_or(|opacity| opacity >= MIN_OPACITY)
        && element.style.round == 0.0
        && element.turn.fixed().is_some_and(|turn| turn.rem_euclid(90.0) == 0.0)
        && element.places.len() == 1
}

/// Returns whether this module reports `element` if `cover` hides it.
fn can_be_hidden(element: &Element, cover: &Element) -> bool {
    match element.shape {
        Shape::Icon(_) | Shape::Image(_) | Shape::QrCode(_) => true,
        Shape::Text(..) => cover.style.opacity.is_some(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search_with(boxes: [Rect; 2]) -> Vec<CoverPair> {
        let pairs = vec![CoverPair { cover: 1, hidden: 0 }];
        let mut search = HiddenElements { pairs, pieces_left: 1 };
        search.search(&boxes.map(Some))
    }

    #[test]
    fn an_element_is_hidden_if_it_is_inside_its_cover() {
        let inside = Rect::new(1.0, 1.0, 5.0, 5.0);
        let cover = Rect::new(0.0, 0.0, 5.0, 5.0);
        assert_eq!(search_with([inside, cover]), [CoverPair { cover: 1, hidden: 0 }]);
        assert_eq!(search_with([cover, inside]), []);
    }

    #[test]
    fn a_hidden_element_may_reach_a_little_beyond_its_cover() {
        let cover = Rect::new(0.0, 0.0, 5.0, 5.0);
        assert_eq!(search_with([Rect::new(1.0, 1.0, 5.0 + RIM / 2.0, 5.0), cover]).len(), 1);
        assert_eq!(search_with([Rect::new(1.0, 1.0, 5.0 + RIM * 2.0, 5.0), cover]).len(), 0);
    }

    #[test]
    fn a_search_ends_after_its_last_piece() {
        let pairs = vec![CoverPair { cover: 1, hidden: 0 }];
        let mut search = HiddenElements { pairs, pieces_left: 1 };
        assert!(search.is_searching());
        assert!(search.search(&[None, None]).is_empty());
        assert!(!search.is_searching());
    }
}
