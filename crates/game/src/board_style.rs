//! The styles of a board: its cut, the plate behind it, the title strip above its cells, and the names
//! and labels of its cells.
//!
//! - In: the values that `hexpress-resolve` compiles.
//! - Out: styles whose values are all computed.

use kurbo::Size;

use crate::constraints::Located;
use crate::element::Element;
use crate::pieces::Safe;
use hexpress_base::diag::SourceSpan;
pub use hexpress_language::values::choice::{Around, FrameStyle, ShowNames};
use hexpress_language::values::value::{ElementPlace, Pair};
use hexpress_scene::text::FontId;
use hexpress_scene::{Ink, Stroke};

/// The rectangle along which a board is cut out of its sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoardCut {
    /// The size after the cut, in mm. `None` if the board is as large as its sheet allows.
    pub trim: Option<Size>,
    /// The width of the bleed, in mm.
    pub bleed: f64,
    /// The safe zone: a strip along the inside of the cut. Texts and icons must not touch it.
    pub safe: Safe,
    /// The width of a border along the inside of the cut, in mm. No cell may be in this border.
    pub border: f64,
    pub page: BoardPage,
    /// Where in the layout file the trim is set. If no trim is set, this is where the bleed is set, or
    /// else where the board is defined.
    pub place: SourceSpan,
}

/// What a board is printed on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum BoardPage {
    /// A sheet with crop marks.
    Sheet,
    /// A page for a print shop, without margins and crop marks. The value is the size of the page in
    /// mm. If it is `None`, the page is the trim with the bleed around it.
    Shop(Option<Size>),
}

impl BoardPage {
    /// Returns whether the board is printed by a print shop.
    pub fn is_for_shop(self) -> bool {
        matches!(self, Self::Shop(_))
    }
}

/// A coloured background or a frame that is drawn behind the cells of a board.
#[derive(Debug, Clone)]
pub struct Plate {
    /// The things around which the plate is drawn, such as the cells.
    pub around: Around,
    /// The distance between the edge of the plate and the things inside it, in mm.
    pub margin: f64,
    pub fill: Option<Ink>,
    /// The line along the edge of the plate.
    pub line: Stroke,
    /// The radius of the corners of the plate, in mm.
    pub round: f64,
    pub frame: FrameStyle,
    /// The elements on the plate.
    pub draw: Vec<Element>,
    /// Whether the plate comes from a theme. Such a plate is left out if the board would need more
    /// sheets because of it.
    pub gives_way: bool,
    pub place: SourceSpan,
}

impl Plate {
    /// Returns how far the plate extends beyond the things inside it, in mm.
    pub fn extent(&self) -> f64 {
        self.margin + self.line.width / 2.0
    }
}

/// A strip above the cells of a board.
#[derive(Debug, Clone, Default)]
pub struct Head {
    /// The height in mm. It is 0 if the board has no strip.
    pub height: f64,
    pub draw: Vec<Element>,
    /// Whether the strip comes from a theme. Such a strip is left out if the board would need more
    /// sheets because of it.
    pub gives_way: bool,
}

/// The style of printed names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NameStyle {
    /// Where names are printed: in the cells, next to the board, or nowhere.
    pub show: ShowNames,
    pub font: FontId,
    /// The font size, in mm.
    pub size: f64,
    /// The position of the name in its cell.
    pub anchor: ElementPlace,
    /// Whether each name is printed once for every seat around the table, each time upright for the
    /// player on that seat.
    pub each_seat: bool,
    pub place: SourceSpan,
}

#[derive(Debug, Clone, PartialEq)]
pub struct LabelStyle {
    /// The position of the label in its cell.
    pub anchor: ElementPlace,
    /// The distance from the label to the edge of the cell, in mm.
    pub inset: Pair,
    pub font: FontId,
    /// The font size, in mm.
    pub size: f64,
    /// The smallest font size to which a label may be shrunk so that it fits, in mm.
    pub min_size: f64,
    pub ink: Ink,
    pub halo: Option<Stroke>,
    /// The size of the counters that players put on cells, in mm. A label should be in a place that no
    /// counter covers. `None` if the layout does not set it.
    pub clear_of: Option<Located<f64>>,
    /// Whether each label is printed once for every seat around the table, each time upright for
    /// the player on that seat.
    pub each_seat: bool,
    /// Where in the layout file the style is set. `None` if it is not set.
    pub place: Option<SourceSpan>,
}
