//! Elements of one piece, with nothing left to compute.

use std::borrow::Cow;
use std::sync::Arc;

use kurbo::BezPath;

use super::set_words::SetWords;
use super::ways::Way;
use crate::diag::Place;
use crate::model::style::Shadow;
use crate::model::{Element, Figure, FrameStyle, Icon, ImageFit, Mark, PerRow, Words};
use crate::picture::Picture;
use crate::scene::{Ink, Stroke};
use crate::spec::values::value::{Extent, Pair, Where};

/// What one piece shows of an element.
#[derive(Debug)]
pub struct Settled<'e> {
    /// Away from edges.
    pub away: Option<SettledElement<'e>>,
    /// At edges.
    pub at_edges: Vec<AtEdge<'e>>,
    /// How all of it looks.
    pub effects: Effects,
}

/// An element at one edge.
#[derive(Debug)]
pub struct AtEdge<'e> {
    /// The edge, from 0.
    pub edge: usize,
    /// What is drawn there.
    pub element: SettledElement<'e>,
    /// How it looks there.
    pub effects: Effects,
}

/// An element of one piece, away from edges or at one of them.
#[derive(Debug)]
pub struct SettledElement<'e> {
    /// The element of the game that it comes from.
    pub source: &'e Element,
    /// What it draws.
    pub shape: SettledShape<'e>,
    /// Where; several places draw it several times.
    pub places: Places<'e>,
    /// In from the edges that the anchor touches, mm.
    pub inset: Pair,
    /// Width and height of what has no size of its own.
    pub size: Option<Extent>,
    /// Right and down, mm.
    pub shift: Pair,
    /// Degrees clockwise.
    pub turn: f64,
    /// Its colours.
    pub colours: Colours,
    /// The radius of a box's corners, in mm.
    pub round: f64,
}

/// The places of an element.
#[derive(Debug)]
pub enum Places<'e> {
    /// The same for all pieces.
    Fixed(&'e [PerRow<Where>]),
    /// Those of one piece.
    Own(Vec<Where>),
    /// On ways from edge to edge.
    On(Vec<Way>),
}

impl Places<'_> {
    /// All of them, in their order; `stop` gives that on a way.
    pub fn all(&self, stop: impl Fn(&Way) -> Where) -> impl Iterator<Item = Where> {
        let (fixed, own, on): (&[PerRow<Where>], &[Where], &[Way]) = match self {
            Self::Fixed(fixed) => (fixed, &[], &[]),
            Self::Own(own) => (&[], own, &[]),
            Self::On(on) => (&[], &[], on),
        };
        let fixed = fixed.iter().filter_map(PerRow::fixed);
        fixed.chain(own).copied().chain(on.iter().map(stop))
    }
}

/// The colours of an element.
#[derive(Debug, Clone, Default)]
pub struct Colours {
    /// Whether a fill is given, which may be none.
    pub given: bool,
    /// Colour inside.
    pub fill: Option<Ink>,
    /// Line round it.
    pub line: Option<Stroke>,
    /// The key `colour` of texts and arrows.
    pub colour: Option<Ink>,
}

/// How the drawings of one piece look apart from their colours, and what is read aloud of them.
#[derive(Debug, Clone, Default)]
pub struct Effects {
    /// How much they cover of what is below, from 0 to 1; all if none.
    pub cover: Option<f64>,
    /// A flat shadow.
    pub shadow: Option<Shadow>,
    /// A line round them that parts them from what is below.
    pub halo: Option<Stroke>,
    /// What is read aloud in their place.
    pub alt: Option<Arc<str>>,
}

impl Effects {
    /// A line round drawings, and nothing else.
    pub fn halo(halo: Option<Stroke>) -> Self {
        Self { halo, ..Self::default() }
    }

    /// Whether no effect is visible.
    pub fn is_plain(&self) -> bool {
        self.cover.is_none() && self.shadow.is_none() && self.halo.is_none()
    }
}

/// What an element of one piece draws.
#[derive(Debug)]
pub enum SettledShape<'e> {
    /// Words.
    Text(SettledWords<'e>),
    /// The whole piece in a colour.
    Fill,
    /// A plain figure, and the marks at the ends of a hexagon: degrees clockwise from up.
    Figure(Figure, Extent, &'e [(f64, Arc<Mark>)]),
    /// An arrow: degrees clockwise from up.
    Arrow(f64),
    /// All directions and their names.
    Compass(&'e Words),
    /// Engine-turned lines, and the line of every other strand.
    Guilloche(Guilloche, Option<Stroke>),
    /// An icon.
    Icon(Icon),
    /// A picture from a file.
    Image(SettledImage),
    /// A path in mm about the element's middle.
    Path(Cow<'e, BezPath>),
    /// The edge at hand in a colour, to this depth in mm.
    EdgeBand(Ink, f64),
    /// Paths from edge to edge, this wide in mm.
    Paths(Vec<SettledWay>, f64),
    /// A frame, and how deep its corners are in mm, if that is said.
    Frame(FrameStyle, Option<f64>),
    /// A small picture of the board of this name.
    Board(&'e str),
}

/// Words of one piece.
#[derive(Debug)]
pub struct SettledWords<'e> {
    /// How they are set.
    pub words: &'e Words,
    /// The text, with the signs for styles.
    pub string: String,
    /// Shaped.
    pub set: SetWords,
}

/// A picture of one piece.
#[derive(Debug)]
pub struct SettledImage {
    /// The file's name.
    pub name: String,
    /// What the file holds.
    pub picture: Arc<Picture>,
    /// How the picture fills its box.
    pub fit: ImageFit,
    /// Where the layout names the file.
    pub place: Place,
}

/// A path of one piece from edge to edge, in its colour.
#[derive(Debug, Clone, PartialEq)]
pub struct SettledWay {
    /// From where to where.
    pub way: Way,
    /// Its colour; that of the element if none.
    pub ink: Option<Ink>,
}

/// Engine-turned lines, as on banknotes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Guilloche {
    /// A band along the four sides.
    Border {
        /// In mm.
        depth: f64,
        /// Along all four sides together.
        waves: u32,
        /// Lines woven.
        strands: u32,
    },
    /// A field of waves.
    Ground {
        /// Across it.
        waves: u32,
        /// Lines of each of two families that cross.
        strands: u32,
    },
    /// A flower.
    Rosette {
        /// Round it.
        petals: u32,
        /// Lines woven.
        strands: u32,
        /// Width and height of the clear middle; a share of the rosette if not given.
        eye: Option<Extent>,
    },
}
