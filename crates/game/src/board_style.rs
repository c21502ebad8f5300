//! The styles of a board: its plate, the strip above it, names and labels.
//!
//! - In: the values that `hexpress-resolve` compiles.
//! - Out: styles with nothing left open.

use crate::constraints::Stated;
use crate::element::Element;
use hexpress_base::diag::Place;
pub use hexpress_language::values::choice::{Around, FrameStyle, ShowNames};
use hexpress_language::values::value::{Pair, Where};
use hexpress_scene::text::FontId;
use hexpress_scene::{Ink, Stroke};

/// A ground or a frame below a board.
#[derive(Debug)]
pub struct Plate {
    /// What it encloses.
    pub around: Around,
    /// The distance from that to its edge, in mm.
    pub margin: f64,
    pub fill: Option<Ink>,
    /// The line along its edge.
    pub line: Stroke,
    /// The radius of its corners, in mm.
    pub round: f64,
    pub frame: FrameStyle,
    /// The elements on it.
    pub draw: Vec<Element>,
    /// Whether it is left out if the board would otherwise need one more sheet. The plate of a theme
    /// is.
    pub gives_way: bool,
    /// The place in the layout.
    pub place: Place,
}

impl Plate {
    /// Returns how far it reaches beyond what it encloses, in mm.
    pub fn reach(&self) -> f64 {
        self.margin + self.line.width / 2.0
    }
}

/// A strip above the cells of a board.
#[derive(Debug, Default)]
pub struct Head {
    /// The height, in mm; 0 for no strip.
    pub height: f64,
    /// The elements in the strip.
    pub draw: Vec<Element>,
    /// Whether the strip is left out if the board would otherwise need one more sheet. The strip of
    /// a theme is.
    pub gives_way: bool,
}

/// The style of printed names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NameStyle {
    /// Where names are printed: in the cells, next to the board, or nowhere.
    pub show: ShowNames,
    pub font: FontId,
    /// The size of the em, in mm.
    pub size: f64,
    /// The place of the name in its cell.
    pub anchor: Where,
    /// Whether it is printed once for each seat.
    pub each_seat: bool,
    /// The place in the layout.
    pub place: Place,
}

#[derive(Debug, Clone, PartialEq)]
pub struct LabelStyle {
    /// The place of the label in its cell.
    pub anchor: Where,
    /// The distance from the edge of the cell, in mm.
    pub inset: Pair,
    pub font: FontId,
    /// The size of the em, in mm.
    pub size: f64,
    /// The smallest size of the em, in mm. Longer labels shrink to it.
    pub least: f64,
    pub ink: Ink,
    pub halo: Option<Stroke>,
    /// The size, in mm, of a counter that should not cover labels.
    pub clear_of: Option<Stated<f64>>,
    /// Whether it is printed once for each seat.
    pub each_seat: bool,
    /// The place of the style in the layout; `None` if the layout does not set it.
    pub place: Option<Place>,
}
