//! Defines the atoms of a text: the parts that are never divided, such as lines, rows of tables, and
//! figures.
//!
//! - Out: the types. All lengths are in mm. Coordinates are relative to the upper left corner of the
//!   atom.

use std::sync::Arc;

use super::board_picture::BoardPicture;
use hexpress_base::diag::SourceSpan;
use hexpress_game::pages::Figure;
use hexpress_scene::{Drawing, Ink, LinkRole, TextTag};
use kurbo::{Rect, Size};

/// A part of a text that is never divided.
#[derive(Debug, Clone, Default)]
pub struct Atom {
    /// The distance from the previous atom. It is ignored at the top of a column.
    pub above: f64,
    pub height: f64,
    /// Whether the next atom must be in the same column.
    pub keeps_next: bool,
    pub parts: Vec<TaggedDrawings>,
    pub strips: Vec<Strip>,
    /// If the atom is the second or a later row of a table, the head of the table. If a column begins with
    /// this row, the head is repeated above it. `None` for all other atoms.
    pub head: Option<Arc<Atom>>,
    /// If the atom is the first line of a heading, the number of the heading, counted from 1. `None` for all
    /// other atoms.
    pub heading: Option<usize>,
    /// The place of the atom's text in the Markdown source. `None` until the atom is added to the text.
    pub place: Option<SourceSpan>,
}

/// Drawings that belong to one element of the text, e.g. to a paragraph.
#[derive(Debug, Clone)]
pub struct TaggedDrawings {
    /// The element of the text to which the drawings belong. `None` if screen readers skip the
    /// drawings.
    pub tag: Option<Arc<TextTag>>,
    /// The number of the block of text that contains the drawings, counted from 1. The identity of
    /// the drawings contains this number, as in `text:3`.
    pub block: usize,
    pub drawings: Vec<Drawing>,
    pub figure: Option<PlacedFigure>,
}

impl TaggedDrawings {
    /// Returns whether the drawings show words that belong to a link.
    pub fn is_link(&self) -> bool {
        let spot = self.tag.as_ref().and_then(|tag| tag.spot.as_deref());
        spot.is_some_and(|spot| matches!(spot.role, LinkRole::Link(_)))
    }
}

/// A figure and its box.
#[derive(Debug, Clone)]
pub struct PlacedFigure {
    pub figure: Figure,
    pub rect: Rect,
    /// The size of the piece or the board before it is scaled to the box, in mm.
    pub size_before_scaling: Size,
    /// The drawing of the board. `None` if the figure does not show a board.
    pub board: Option<Arc<BoardPicture>>,
    pub place: SourceSpan,
}

/// A coloured area behind an atom. The strips of consecutive atoms form one area.
#[derive(Debug, Clone)]
pub struct Strip {
    pub left: f64,
    pub right: f64,
    pub ink: Ink,
    /// The distance by which the area extends above the atom. `None` if the area extends up to the
    /// previous atom.
    pub over: Option<f64>,
    /// The distance by which the area extends below the atom.
    pub under: f64,
}
