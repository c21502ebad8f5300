//! Drawing elements with nothing left to look up: fixed values, or templates for each piece.

use std::ops::RangeInclusive;
use std::sync::Arc;

use kurbo::BezPath;

use super::names::{Names, Resolve};
use super::style::Style;
use super::template::{Engine, Row, Template};
use super::worked::Worked;
use crate::diag::{Place, Result, codes};
use crate::scene::{Ink, Stroke};
pub use crate::spec::tables::element::Figure;
pub use crate::spec::values::choice::FrameStyle;
use crate::spec::values::value::{Align, Extent, Pair, Where};
use crate::text::{FontId, Manner};

/// A value that is fixed, or worked out for each piece.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<T> {
    /// The same for all pieces.
    Fixed(T),
    /// Worked out for each piece, then looked up.
    Each(Template),
}

impl<T: Resolve + Clone> Value<T> {
    /// The value for one row.
    ///
    /// # Errors
    /// What is wrong: the template, or the text it gives.
    pub fn get(&self, engine: &Engine, names: &Names, row: &dyn Row) -> Result<T> {
        match self {
            Self::Fixed(value) => Ok(value.clone()),
            Self::Each(template) => {
                let text = engine.render(template, row)?;
                T::resolve(&text, names)
            }
        }
    }

    /// Every name that it asks its row for.
    pub fn needs(&self) -> impl Iterator<Item = &str> {
        match self {
            Self::Fixed(_) => None,
            Self::Each(template) => Some(template.needs()),
        }
        .into_iter()
        .flatten()
    }
}

/// Words in a font.
#[derive(Debug, Clone, PartialEq)]
pub struct Words {
    /// What they say.
    pub template: Template,
    /// The face.
    pub font: FontId,
    /// The em, in mm.
    pub size: f64,
    /// The smallest em to shrink to, in mm.
    pub least: f64,
    /// How lines stand.
    pub align: Align,
    /// From one baseline to the next, in ems; none where the font decides.
    pub spacing: Option<f64>,
    /// The forms of letters, and how far apart they stand.
    pub manner: Manner,
    /// The circle that they stand on, if not a line.
    pub bend: Option<Bend>,
    /// Whether they run along the sides of the element's size, over and over.
    pub along: bool,
}

/// The radius in mm of the circle that words stand on; below 0 they hang in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bend(pub f64);

/// What an element draws.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Shape {
    /// Words.
    Text(Words),
    /// The whole piece in a colour.
    #[default]
    Fill,
    /// A plain figure, and the marks at the ends of a hexagon: degrees clockwise from up.
    Figure(Figure, Value<Extent>, Vec<(f64, Arc<Mark>)>),
    /// An arrow the way of a direction.
    Arrow(Template),
    /// All directions and their names.
    Compass(Words),
    /// Engine-turned lines, and the line of every other strand.
    Guilloche(Guilloche, Option<Value<Stroke>>),
    /// An icon by name.
    Icon(Template),
    /// A picture from a file.
    Image(Image),
    /// A path in mm about the element's middle: a polygon, a curve, a straight line.
    Path(BezPath),
    /// The edge at hand in a colour, to this depth in mm.
    EdgeBand(Template, f64),
    /// Paths from edge to edge, this wide in mm.
    Paths(Template, f64),
    /// A frame, and how deep its corners are in mm, if that is said.
    Frame(FrameStyle, Option<f64>),
    /// A small picture of the board of this name.
    Board(Arc<str>),
}

/// A picture from a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// The file's name.
    pub file: Template,
    /// Whether it covers its box and is cut off where it reaches beyond; else all of it is in the box.
    pub crop: bool,
    /// Where the layout names the file.
    pub place: Place,
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

impl Guilloche {
    /// The fewest and the most waves or petals, and what they are called.
    pub fn bounds(&self) -> (RangeInclusive<u32>, &'static str) {
        match self {
            Self::Border { .. } => (4..=400, "waves"),
            Self::Ground { .. } => (1..=100, "waves"),
            Self::Rosette { .. } => (3..=120, "petals"),
        }
    }

    /// Its number of waves or petals.
    pub fn around(&mut self) -> &mut u32 {
        match self {
            Self::Border { waves: number, .. }
            | Self::Ground { waves: number, .. }
            | Self::Rosette { petals: number, .. } => number,
        }
    }

    /// How many lines are woven.
    pub fn strands(&mut self) -> &mut u32 {
        match self {
            Self::Border { strands, .. } | Self::Ground { strands, .. } | Self::Rosette { strands, .. } => {
                strands
            }
        }
    }
}

/// So many lines may be woven.
pub const STRANDS: RangeInclusive<u32> = 1..=60;

/// A number of a guilloche that lies within its bounds.
///
/// # Errors
/// One that does not.
pub fn within(number: u32, range: &RangeInclusive<u32>, name: &str) -> Result<u32> {
    let message = || format!("`{name}` lies between {} and {}", range.start(), range.end());
    range.contains(&number).then_some(number).ok_or_else(|| codes::BAD_COUNT.error(message()))
}

/// Something to draw.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Element {
    /// What.
    pub shape: Shape,
    /// Where, but for places that are worked out for each piece; several places draw it several times.
    pub places: Vec<Where>,
    /// In their place: where along paths from edge to edge, by their share.
    pub on: Option<Template>,
    /// In from the edges that the anchor touches, mm.
    pub inset: Pair,
    /// Width and height of what has no size of its own.
    pub size: Option<Value<Extent>>,
    /// Right and down, mm.
    pub shift: Pair,
    /// Degrees clockwise.
    pub turn: f64,
    /// Once for each seat.
    pub each_seat: bool,
    /// Only where this holds.
    pub when: Option<Template>,
    /// What is read aloud in place of the drawing.
    pub alt: Option<Template>,
    /// Colour inside.
    pub fill: Option<Value<Option<Ink>>>,
    /// Line round it.
    pub line: Option<Value<Stroke>>,
    /// Colour of words and arrows.
    pub colour: Option<Value<Ink>>,
    /// How it looks beside its colours.
    pub style: Style,
    /// Numbers that are worked out for each piece: what stands in their places above is not meant.
    pub worked: Vec<Worked>,
    /// Where the layout says so.
    pub place: Place,
    /// Its place with a name, where the layout describes that.
    pub named_place: Option<Place>,
}

impl Element {
    /// An element that draws nothing.
    pub fn nothing(place: Place) -> Self {
        Self { place, ..Self::default() }
    }

    /// Every name that the element asks its row for, sorted, each once.
    pub fn needs(&self) -> Vec<&str> {
        let mut needs: Vec<&str> = Vec::new();
        match &self.shape {
            Shape::Text(words) | Shape::Compass(words) => needs.extend(words.template.needs()),
            Shape::Arrow(template)
            | Shape::Icon(template)
            | Shape::EdgeBand(template, _)
            | Shape::Paths(template, _)
            | Shape::Image(Image { file: template, .. }) => needs.extend(template.needs()),
            Shape::Figure(_, size, _) => needs.extend(size.needs()),
            Shape::Guilloche(_, second) => needs.extend(second.iter().flat_map(Value::needs)),
            Shape::Fill | Shape::Frame(..) | Shape::Path(_) | Shape::Board(_) => {}
        }
        needs.extend(self.size.iter().flat_map(Value::needs));
        needs.extend(self.on.iter().chain(&self.when).chain(&self.alt).flat_map(Template::needs));
        needs.extend(self.fill.iter().flat_map(Value::needs));
        needs.extend(self.line.iter().flat_map(Value::needs));
        needs.extend(self.colour.iter().flat_map(Value::needs));
        needs.extend(self.style.needs());
        needs.extend(self.worked.iter().flat_map(|worked| worked.template.needs()));
        needs.sort_unstable();
        needs.dedup();
        needs
    }
}

/// A mark upon a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// Its name.
    pub name: Arc<str>,
    /// How it is drawn.
    pub element: Element,
}
