//! The types of elements of one piece, with nothing left to compute.
//!
//! - In: what `settler.rs` computes from an element of the game and a row.
//! - Out: numbers, inks, shaped texts and pictures, for the layout to draw.
//! - Not here: the places of pieces on sheets.

use std::borrow::Cow;
use std::sync::Arc;

use kurbo::BezPath;

use super::paths::{EdgePath, PathStop};
use super::set_words::SetWords;
use hexpress_base::diag::Place;
use hexpress_base::hex::CellAddress;
use hexpress_game::element::StackAxis;
use hexpress_game::style::Shadow;
use hexpress_game::{Element, EndMark, Figure, FrameStyle, Icon, ImageFit, PerRow, Words};
use hexpress_language::values::value::{Extent, Pair, Where};
use hexpress_scene::picture::Picture;
use hexpress_scene::{Ink, Stroke};
use hexpress_template::AddedField;

/// What one piece shows of an element: away from the edges and at each edge.
#[derive(Debug)]
pub struct Settled<'e> {
    /// The element as it is drawn away from the edges; `None` if it is drawn only at edges.
    pub away: Option<SettledElement<'e>>,
    /// The element at each edge.
    pub at_edges: Vec<AtEdge<'e>>,
    /// The effects on everything that the piece shows of the element.
    pub effects: Effects,
}

/// An element at one edge.
#[derive(Debug)]
pub struct AtEdge<'e> {
    /// The index of the edge, from 0.
    pub edge: usize,
    pub element: SettledElement<'e>,
    /// The effects on what is drawn at this edge only.
    pub effects: Effects,
}

/// An element of one piece, away from edges or at one of them.
#[derive(Debug)]
pub struct SettledElement<'e> {
    /// The element of the game from which these values are computed.
    pub source: &'e Element,
    pub shape: SettledShape<'e>,
    pub places: Places<'e>,
    /// The distance of the element from the edges that its place touches, in mm.
    pub inset: Pair,
    /// The width and height; `None` for the usual size of the shape.
    pub size: Option<Extent>,
    /// The offset to the right and down, in mm.
    pub shift: Pair,
    /// The rotation, in degrees clockwise.
    pub turn: f64,
    pub colours: Colours,
    /// The radius of the corners of a box, in mm.
    pub round: f64,
}

/// The part of a piece where an element is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Location {
    AtEdge,
    AwayFromEdges,
}

/// The places of an element.
#[derive(Debug)]
pub enum Places<'e> {
    /// The places are the same for all pieces.
    Fixed(&'e [PerRow<Where>]),
    /// The places are computed for one piece.
    Own(Vec<Where>),
    /// The places are on paths from edge to edge.
    On(Vec<PathStop>),
}

impl Places<'_> {
    /// Returns all places in their order. `stop_place` converts a stop on a path to a place.
    pub fn all(&self, stop_place: impl Fn(&PathStop) -> Where) -> impl Iterator<Item = Where> {
        let (fixed, own, on): (&[PerRow<Where>], &[Where], &[PathStop]) = match self {
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
    /// Whether the layout gives a fill, even the fill `none`.
    pub given: bool,
    pub fill: Option<Ink>,
    pub line: Option<Stroke>,
    /// The key `colour` of texts and arrows.
    pub colour: Option<Ink>,
}

/// The effects on the drawings of one piece, and their alternative text.
#[derive(Debug, Clone, Default)]
pub struct Effects {
    /// The opacity, from 0 to 1; `None` for opaque.
    pub opacity: Option<f64>,
    /// A flat shadow.
    pub shadow: Option<Shadow>,
    /// A line around the drawings that separates them from what is below.
    pub halo: Option<Stroke>,
    /// The alternative text.
    pub alt: Option<Arc<str>>,
}

impl Effects {
    /// Returns effects that are only a halo.
    pub fn halo(halo: Option<Stroke>) -> Self {
        Self { halo, ..Self::default() }
    }

    /// Returns whether no effect is visible.
    pub fn is_plain(&self) -> bool {
        self.opacity.is_none() && self.shadow.is_none() && self.halo.is_none()
    }
}

/// The shape of an element for one piece.
#[derive(Debug)]
pub enum SettledShape<'e> {
    Text(SettledWords<'e>),
    /// The whole piece, filled.
    Fill,
    /// A plain figure.
    Figure {
        figure: Figure,
        extent: Extent,
        /// The marks at the ends of a hexagon; empty for other figures.
        marks: &'e [EndMark],
    },
    Arrow {
        /// The direction, in degrees clockwise from straight up.
        degrees: f64,
    },
    /// All directions and their names.
    Compass(Cow<'e, Words>),
    /// Engine-turned lines.
    Guilloche {
        lines: Guilloche,
        /// The line of every other strand; `None` if all strands have the same line.
        second: Option<Stroke>,
        /// The widths of the strands, if their width changes along the strand.
        swell: Option<Swell>,
    },
    Icon(Icon),
    /// A picture from a file.
    Image(SettledImage),
    /// A path in mm about the element's middle.
    Path(Cow<'e, BezPath>),
    /// A coloured band along an edge.
    EdgeBand {
        fill: Ink,
        /// The depth, in mm.
        depth: f64,
    },
    /// Paths from edge to edge.
    Paths {
        paths: Vec<InkedPath>,
        /// The width of every path, in mm.
        width: f64,
    },
    Frame {
        style: FrameStyle,
        /// The depth of the corners, in mm; `None` for the usual depth of the style.
        corner_depth: Option<f64>,
    },
    /// A small picture of a board.
    Board {
        /// The name of the board.
        name: &'e str,
        /// The cells of a way on the board: its first cell, and the last cell of each of its legs.
        /// Empty if no way is drawn.
        way: Vec<CellAddress>,
    },
    /// Several elements, drawn as one.
    Parts(SettledParts<'e>),
}

/// A text of one piece.
#[derive(Debug)]
pub struct SettledWords<'e> {
    /// The typesetting.
    pub words: Cow<'e, Words>,
    /// The text, with the signs for styles.
    pub string: String,
    /// The shaped text.
    pub set: SetWords,
}

/// Several elements that are drawn as one. They are settled one by one when they are drawn.
#[derive(Debug)]
pub struct SettledParts<'e> {
    pub elements: &'e [Element],
    /// The fields that the elements have in addition to those of their row.
    pub fields: Vec<AddedField>,
    pub arrangement: SettledArrangement,
}

/// The places of the parts of an element.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SettledArrangement {
    /// Each part has its own place.
    Free {
        /// Whether parts are cut off at their frame.
        clipped: bool,
    },
    /// Each part follows the one before it.
    Stack {
        axis: StackAxis,
        /// The distance from each part to the next, in mm.
        gap: f64,
    },
}

/// A picture of one piece.
#[derive(Debug)]
pub struct SettledImage {
    /// The name of the file.
    pub name: String,
    /// The picture in the file.
    pub picture: Arc<Picture>,
    /// How the picture fits its box.
    pub fit: ImageFit,
    /// The place in the layout that names the file.
    pub place: Place,
}

/// A path from edge to edge, in its colour.
#[derive(Debug, Clone, PartialEq)]
pub struct InkedPath {
    pub path: EdgePath,
    /// The ink of the path; `None` if the path has the ink of the element.
    pub ink: Option<Ink>,
}

/// The widths between which strands swell, in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Swell {
    pub least: f64,
    pub most: f64,
}

impl Swell {
    /// Returns these widths, limited to `widest` mm. No width becomes less than the least width
    /// that is drawn.
    pub fn at_most(self, widest: f64) -> Self {
        Self { most: self.most.min(widest.max(self.least)), ..self }
    }

    /// Returns the width of a strand. `weight` goes from 0, the least width, to 1, the greatest.
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
        /// The number of waves along all four sides together.
        waves: u32,
        /// The number of woven lines.
        strands: u32,
    },
    /// A field of waves.
    Ground {
        /// The number of waves across the field.
        waves: u32,
        /// The number of lines in each of the two families that cross.
        strands: u32,
    },
    /// A flower.
    Rosette {
        /// The number of petals.
        petals: u32,
        /// The number of woven lines.
        strands: u32,
        /// The size of the clear middle; `None` for a share of the rosette.
        eye: Option<Extent>,
    },
}
