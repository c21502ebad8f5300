//! Icons, pictures and words that a later element of the same face hides: which elements may, and on which piece one does.

use kurbo::Rect;

use crate::diag::{Diagnostic, codes};
use crate::model::{Element, Figure, PerRow, Shape};

/// The most pieces that are searched.
const PIECES: usize = 200;
/// How far a hidden drawing may reach beyond its cover, in mm.
const RIM: f64 = 0.01;
/// The opacity from which a box hides what is below it.
const HARDLY_SHEER: f64 = 0.9;

/// The elements of a face that may hide others.
#[derive(Debug)]
pub struct Covers {
    /// An element, and one before it.
    pairs: Vec<(usize, usize)>,
    left: usize,
}

impl Covers {
    /// Finds them among the elements of a face. `None` stands for an element at an edge.
    pub fn of<'e>(elements: impl Iterator<Item = Option<&'e Element>>) -> Self {
        let elements: Vec<(usize, &Element)> =
            elements.enumerate().filter_map(|(at, element)| Some((at, element?))).collect();
        let above = elements.iter().filter(|(_, element)| covers(element));
        let pairs = above.flat_map(|&(above, cover)| {
            let below = elements.iter().take_while(move |(below, _)| *below < above);
            below.filter(|(_, element)| is_hidden(element, cover)).map(move |(below, _)| (above, *below))
        });
        Self { pairs: pairs.collect(), left: PIECES }
    }

    /// Returns true if there is a pair to search for.
    pub fn any(&self) -> bool {
        self.left > 0 && !self.pairs.is_empty()
    }

    /// Returns the pairs in which the later element hides the earlier one, on a piece whose elements have these boxes. Every pair
    /// is returned once.
    pub fn found(&mut self, boxes: &[Option<Rect>]) -> Vec<(usize, usize)> {
        self.left = self.left.saturating_sub(1);
        let of = |at: usize| boxes.get(at).copied().flatten();
        let hides = |pair: &(usize, usize)| {
            let Some((above, below)) = of(pair.0).zip(of(pair.1)) else { return false };
            above.inflate(RIM, RIM).union(below) == above.inflate(RIM, RIM)
        };
        let (found, rest) = self.pairs.iter().copied().partition(hides);
        self.pairs = rest;
        found
    }
}

/// The warning of an element that hides another.
pub fn warning(above: &Element, below: &Element) -> Diagnostic {
    let what = match below.shape {
        Shape::Icon(_) => "an icon that is",
        Shape::Text(..) => "words that are",
        _ => "a picture that is",
    };
    let opacity = above.style.cover.map(|cover| format!(" with an opacity of {} %", (cover * 100.0).round()));
    let message = format!("this box{} covers {what} drawn before it", opacity.unwrap_or_default());
    let hint = "elements are drawn in their order: put the box first, or elsewhere";
    codes::IDLE_KEY.warning(message).hint(hint).at(above.place).also(below.place, "this is hidden")
}

/// Returns true if an element hides everything below it.
fn covers(element: &Element) -> bool {
    matches!(element.shape, Shape::Figure(Figure::Box, ..))
        && matches!(&element.fill, Some(PerRow::Fixed(Some(ink))) if ink.pattern.is_none())
        && element.when.is_none()
        && element.style.cover.is_none_or(|cover| cover >= HARDLY_SHEER)
        && element.style.round == 0.0
        && element.turn.fixed().is_some_and(|turn| turn.rem_euclid(90.0) == 0.0)
        && element.places.len() == 1
}

/// Returns true if a cover hides this kind of element. The checker finds words below an opaque cover.
fn is_hidden(element: &Element, cover: &Element) -> bool {
    match element.shape {
        Shape::Icon(_) | Shape::Image(_) => true,
        Shape::Text(..) => cover.style.cover.is_some(),
        _ => false,
    }
}
