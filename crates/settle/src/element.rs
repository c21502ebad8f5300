//! The elements of one piece, with all values computed.
//!
//! - In: an element of the game and a row, from which `settler.rs` computes the values.
//! - Out: numbers, inks, shaped texts and pictures that can be drawn.
//! - Not here: the places of pieces on sheets.

use std::borrow::Cow;
use std::sync::Arc;

use kurbo::BezPath;

use super::paths::{EdgePath, PathStop};
use super::set_words::ShapedText;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::SourceSpan;
use hexpress_game::element::Arrangement;
use hexpress_game::style::Shadow;
use hexpress_game::{Element, EndMark, Figure, FrameStyle, Icon, ImageFit, PerRow, TextFormat};
use hexpress_language::values::value::{ElementPlace, Extent, Pair};
use hexpress_scene::picture::Picture;
use hexpress_scene::qr_code::QrModules;
use hexpress_scene::{Ink, Stroke};
use hexpress_template::AddedField;

/// An element of one piece, with all values computed for this piece.
///
/// An element can be drawn at the edges of the piece (`at = "each edge"`), at other places of the piece, or
/// at both.
#[derive(Debug)]
pub struct Settled<'e> {
    /// The element for all places that are not edges. `None` if it is drawn only at edges.
    pub off_edges: Option<SettledElement<'e>>,
    /// One version of the element for each edge at which it is drawn.
    pub at_edges: Vec<AtEdge<'e>>,
    /// The effects on all drawings of the element.
    pub effects: Effects,
}

/// An element at one edge of a piece.
#[derive(Debug)]
pub struct AtEdge<'e> {
    /// The index of the edge, starting at 0.
    pub edge: usize,
    pub element: SettledElement<'e>,
    /// The effects on the drawing at this edge only.
    pub effects: Effects,
}

/// The values that an element is drawn with: either at one particular edge, or at all of its places that
/// are not edges.
#[derive(Debug)]
pub struct SettledElement<'e> {
    /// The element of the game that these values come from.
    pub source: &'e Element,
    pub shape: SettledShape<'e>,
    pub places: Places<'e>,
    /// The distance, in mm, from the left or right edge of the frame, and from its top or bottom edge.
    /// The frame is the area in which the element is drawn. For a text at `top`, only the second
    /// distance is used.
    pub inset: Pair,
    /// The width and height. `None` means the default size of the shape.
    pub size: Option<Extent>,
    /// The offset to the right and downwards, in mm.
    pub shift: Pair,
    /// The clockwise rotation, in degrees.
    pub turn: f64,
    pub colours: Colours,
    /// The radius of the corners of a box, in mm.
    pub round: f64,
}

/// Where on a piece an element is drawn: at an edge, or at other places.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Location {
    AtEdge,
    AwayFromEdges,
}

/// The places of an element.
#[derive(Debug)]
pub enum Places<'e> {
    /// The same places for all pieces.
    Fixed(&'e [PerRow<ElementPlace>]),
    /// Places that were computed for this piece.
    Own(Vec<ElementPlace>),
    /// Places on paths that lead from edge to edge of the piece.
    On(Vec<PathStop>),
}

impl Places<'_> {
    /// Returns all places in order. `stop_place` converts a position along a path to a place on the
    /// piece.
    pub fn all(&self, stop_place: impl Fn(&PathStop) -> ElementPlace) -> impl Iterator<Item = ElementPlace> {
        let (fixed, own, on): (&[PerRow<ElementPlace>], &[ElementPlace], &[PathStop]) = match self {
            Self::Fixed(fixed) => (fixed, &[], &[]),
            Self::Own(own) => (&[], own, &[]),
            Self::On(on) => (&[], &[], on),
        };
        fixed.iter().filter_map(PerRow::fixed).chain(own).copied().chain(on.iter().map(stop_place))
    }
}

/// The colours of an element.
#[derive(Debug, Clone, Default)]
pub struct Colours {
    /// Whether the layout sets a fill. The fill `none` also counts.
    pub given: bool,
    pub fill: Option<Ink>,
    pub line: Option<Stroke>,
    /// The value of the key `colour`, for example of a text or an arrow. `None` if the layout does
    /// not set it.
    pub colour: Option<Ink>,
}

/// The effects on the drawings of one element, and the alternative text of these drawings.
#[derive(Debug, Clone, Default)]
pub struct Effects {
    /// The opacity from 0 to 1. `None` means opaque.
    pub opacity: Option<f64>,
    pub shadow: Option<Shadow>,
    /// A line around the drawings, which separates them from other drawings behind them. `None` if there
    /// is no such line.
    pub halo: Option<Stroke>,
    pub alt: Option<Arc<str>>,
}

impl Effects {
    /// Returns effects that consist of a halo only.
    pub fn halo(halo: Option<Stroke>) -> Self {
        Self { halo, ..Self::default() }
    }

    /// Returns whether no effect is visible.
    pub fn is_plain(&self) -> bool {
        self.opacity.is_none() && self.shadow.is_none() && self.halo.is_none()
    }
}

/// The shape of an element, with values for one piece.
#[derive(Debug)]
pub enum SettledShape<'e> {
    Text(SettledText<'e>),
    /// A fill of the whole piece.
    Fill,
    Figure {
        figure: Figure,
        extent: Extent,
        /// The marks at sides or corners of a hexagon. Empty for other figures.
        marks: &'e [EndMark],
    },
    Arrow {
        /// The direction, in degrees clockwise from straight up.
        degrees: f64,
    },
    /// A compass with all directions and their names.
    Compass(Cow<'e, TextFormat>),
    /// Engine-turned lines, as on banknotes.
    Guilloche {
        lines: Guilloche,
        /// The line of every second strand. `None` if all strands have the same line.
        second: Option<Stroke>,
        /// The widths of the strands. `None` if each strand has a constant width.
        swell: Option<Swell>,
    },
    Icon(Icon),
    Image(SettledImage),
    QrCode(SettledQrCode),
    /// A path in mm, relative to the middle of the element, with y downwards.
    Path(Cow<'e, BezPath>),
    /// A coloured band along an edge.
    EdgeBand {
        fill: Ink,
        /// The depth of the band, in mm.
        depth: f64,
    },
    /// Paths from edge to edge.
    Paths {
        paths: Vec<InkedPath>,
        /// The width of the paths, in mm.
        width: f64,
    },
    Frame {
        style: FrameStyle,
        /// The depth of the corners in mm. `None` means the default depth of the style.
        corner_depth: Option<f64>,
    },
    /// A small picture of a board.
    Board {
        name: &'e str,
        /// The route that the key `walk` gives: the first cell, then the last cell of each leg.
        ///
        /// Empty if no route is drawn.
        route: Vec<CellAddress>,
    },
    /// Several elements that are drawn as one.
    Parts(SettledParts<'e>),
}

/// A text of one piece.
#[derive(Debug)]
pub struct SettledText<'e> {
    /// The format of the text: its font, its size, and so on.
    pub format: Cow<'e, TextFormat>,
    /// The text, including the markup for styles.
    pub string: String,
    /// The shaped text.
    pub set: ShapedText,
}

/// Several elements that are drawn as one. Each of them is settled only when it is drawn.
#[derive(Debug)]
pub struct SettledParts<'e> {
    pub elements: &'e [Element],
    /// The fields that templates in these elements may use in addition to the fields of the row.
    pub fields: Vec<AddedField>,
    pub arrangement: Arrangement<f64>,
}

/// A picture from a file, as one piece shows it.
#[derive(Debug)]
pub struct SettledImage {
    /// The name of the file.
    pub name: String,
    pub picture: Arc<Picture>,
    pub fit: ImageFit,
    /// The position in the layout where the file is named.
    pub place: SourceSpan,
}

/// A QR code, as one piece shows it.
#[derive(Debug)]
pub struct SettledQrCode {
    pub text: String,
    pub modules: QrModules,
    /// The width of the light border around the code, in modules. The border is included in the
    /// size of the code.
    pub quiet: u32,
}

/// A path from edge to edge with its ink.
#[derive(Debug, Clone, PartialEq)]
pub struct InkedPath {
    pub path: EdgePath,
    /// The ink of the path. `None` means the ink of the element.
    pub ink: Option<Ink>,
}

/// The smallest and the largest width of a strand, in mm, if the width of the strand changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Swell {
    pub least: f64,
    pub most: f64,
}

impl Swell {
    /// Returns these widths, with the largest width limited to `widest` mm.
    ///
    /// The largest width never becomes less than the smallest.
    pub fn at_most(self, widest: f64) -> Self {
        Self { most: self.most.min(widest.max(self.least)), ..self }
    }

    /// Returns the width of a strand. `weight` is from 0 for the smallest width to 1 for the
    /// largest.
    pub fn at(self, weight: f64) -> f64 {
        self.least + (self.most - self.least) * weight
    }
}

/// Engine-turned lines (guilloche), as on banknotes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Guilloche {
    /// A band along the four sides.
    Border {
        /// The depth of the band, in mm.
        depth: f64,
        /// The total number of waves along all four sides.
        waves: u32,
        /// The number of woven lines.
        strands: u32,
    },
    /// A field filled with waves.
    Ground {
        /// The number of waves across the field.
        waves: u32,
        /// The number of lines in each family. There are two families, which cross each other.
        strands: u32,
    },
    /// A figure that looks like a flower.
    Rosette {
        petals: u32,
        /// The number of woven lines.
        strands: u32,
        /// The size of the empty middle. `None` means a default fraction of the rosette.
        eye: Option<Extent>,
    },
}
