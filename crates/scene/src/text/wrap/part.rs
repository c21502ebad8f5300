//! Defines the parts of words and paragraphs: text in one face, and icons.
//!
//! - Out: the types. Also the places of the parts of a line, even if letters run in both directions.

use std::sync::Arc;

use kurbo::Rect;

use super::super::direction::from_left;
use super::super::{Direction, FontId, LetterStyle, Shaped};

/// How a paragraph is shaped.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ParagraphStyle {
    pub letter_style: LetterStyle,
    /// The direction of the paragraph. If it is `None`, the first letter decides.
    pub direction: Option<Direction>,
}

/// A part of a paragraph: text in one face, or an icon.
#[derive(Debug, Clone, PartialEq)]
pub enum ParagraphPart<'r> {
    /// Text in one face.
    Words(&'r str, FontId),
    /// An icon, with its advance and its bounding box in ems. The box is relative to the start of
    /// the baseline, with y pointing down.
    Icon(f64, Rect),
}

/// A part of a word: text in one face and one direction, or an icon.
#[derive(Debug, Clone, PartialEq)]
pub struct WordPart {
    /// The index of the [`ParagraphPart`] to which this part belongs.
    pub index: usize,
    /// The bidirectional level (UAX 9). Parts with an odd level run from right to left.
    pub level: u8,
    pub shows: PartContent,
}

/// What a part of a word shows.
#[derive(Debug, Clone, PartialEq)]
pub enum PartContent {
    Words(Arc<Shaped>),
    Icon {
        /// The advance of the icon, in ems.
        advance: f64,
        /// The bounding box in ems, relative to the start of the baseline, with y pointing down.
        ink: Rect,
    },
}

impl WordPart {
    /// Returns the advance of the text or icon, in ems.
    pub fn advance(&self) -> f64 {
        match &self.shows {
            PartContent::Words(shaped) => shaped.advance,
            PartContent::Icon { advance, .. } => *advance,
        }
    }

    /// Returns the bounding box in ems, relative to the start of the baseline, with y pointing
    /// down.
    pub(super) fn ink_bounds(&self) -> Rect {
        match &self.shows {
            PartContent::Words(shaped) => shaped.ink,
            PartContent::Icon { ink, .. } => *ink,
        }
    }

    /// Returns the shaped text. Returns `None` for an icon.
    pub fn shaped(&self) -> Option<&Arc<Shaped>> {
        match &self.shows {
            PartContent::Words(shaped) => Some(shaped),
            PartContent::Icon { .. } => None,
        }
    }
}

/// A part of a line, and its place on the line.
#[derive(Debug, Clone, Copy)]
pub struct PlacedPart<'p> {
    pub part: &'p WordPart,
    /// The additional space after the part, in ems.
    pub space: f64,
    /// The distance from the left end of the line to the left end of the part, in ems.
    pub left: f64,
}

/// Returns the parts of a line with their places. The parts stay in the order of reading.
pub fn placed<'p>(parts: impl Iterator<Item = (&'p WordPart, f64)>) -> Vec<PlacedPart<'p>> {
    let mut placed: Vec<PlacedPart<'p>> =
        parts.map(|(part, space)| PlacedPart { part, space, left: 0.0 }).collect();
    let levels: Vec<u8> = placed.iter().map(|placed| placed.part.level).collect();
    let mut pen = 0.0;
    for index in from_left(&levels) {
        if let Some(placed) = placed.get_mut(index) {
            placed.left = pen;
            pen += placed.part.advance() + placed.space;
        }
    }
    placed
}
