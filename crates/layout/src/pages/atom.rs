//! The parts that a text is divided into: lines, rows of tables and figures.
//!
//! - In: nothing.
//! - Out: types. All lengths are in mm, from the upper left corner of the atom.

use std::sync::Arc;

use hexpress_base::diag::Place;
use hexpress_game::pages::Figure;
use hexpress_scene::{Draw, Ink, TextTag};
use kurbo::{Rect, Size};

/// A part of a text that is never divided.
#[derive(Debug, Clone, Default)]
pub struct Atom {
    /// The distance to the previous atom. It is left out at the top of a column.
    pub above: f64,
    pub height: f64,
    /// Whether the next atom is in the same column.
    pub keeps_next: bool,
    pub parts: Vec<Part>,
    pub strips: Vec<Strip>,
    /// The head of a table, which is repeated if this row begins a column.
    pub head: Option<Arc<Atom>>,
    /// Whether the atom is the first line of a heading.
    pub is_heading: bool,
    /// The place in the Markdown.
    pub place: Option<Place>,
}

/// Drawings that belong to one element of the text.
#[derive(Debug, Clone)]
pub struct Part {
    /// The element of the text; `None` if screen readers skip the drawings.
    pub tag: Option<Arc<TextTag>>,
    /// The number of the block, from 1.
    pub block: usize,
    pub draws: Vec<Draw>,
    pub figure: Option<PlacedFigure>,
}

/// A figure and its box.
#[derive(Debug, Clone)]
pub struct PlacedFigure {
    pub figure: Figure,
    pub rect: Rect,
    /// The size of a piece that is not scaled, in mm.
    pub own: Size,
    pub place: Place,
}

/// A coloured area behind atoms that belong together.
#[derive(Debug, Clone)]
pub struct Strip {
    pub left: f64,
    pub right: f64,
    pub ink: Ink,
    /// How far the area reaches above the atom; `None` if the area reaches up to the previous atom.
    pub over: Option<f64>,
    /// How far the area reaches below the atom.
    pub under: f64,
}
