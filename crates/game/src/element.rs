//! Drawing elements with nothing left to look up: each value is fixed, or computed from each row.

use std::ops::RangeInclusive;
use std::sync::Arc;

use kurbo::BezPath;

use super::Game;
use super::names::Resolve;
use super::style::Style;
use super::template::{Row, Template};
use crate::diag::{Place, Result, codes};
use crate::scene::{Ink, Stroke};
pub use crate::spec::tables::element::Figure;
pub use crate::spec::values::choice::{FrameStyle, Guilloche as GuillocheKind};
use crate::spec::values::per_row;
use crate::spec::values::value::{Align, Extent, Pair, Where};
use crate::text::{FontId, Manner};

/// A value of an element: fixed, or computed from each row by a compiled text.
pub type PerRow<T> = per_row::PerRow<T, Template>;

/// Returns every name that a value asks its row for.
pub fn needs_of<T>(value: &PerRow<T>) -> impl Iterator<Item = &str> {
    value.formula().into_iter().flat_map(Template::needs)
}

/// The value for one row.
///
/// # Errors
/// What is wrong: the template, or the text it gives.
pub fn value_for<T: Resolve + Clone>(value: &PerRow<T>, game: &Game, row: &dyn Row) -> Result<T> {
    match value {
        PerRow::Fixed(value) => Ok(value.clone()),
        PerRow::Each(template) => T::resolve(&game.engine.render(template, row)?, &game.names),
    }
}

/// How words are set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Words {
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
    /// Words, and how they are set.
    Text(Template, Words),
    /// The whole piece in a colour.
    #[default]
    Fill,
    /// A plain figure, and the marks at the ends of a hexagon: degrees clockwise from up.
    Figure(Figure, PerRow<Extent>, Vec<(f64, Arc<Mark>)>),
    /// An arrow the way of a direction.
    Arrow(Template),
    /// All directions and their names.
    Compass(Words),
    /// Engine-turned lines.
    Guilloche(Box<WovenLines>),
    /// An icon by name.
    Icon(Template),
    /// A picture from a file.
    Image(Image),
    /// A polygon through points in mm about the element's middle.
    Polygon(PerRow<BezPath>),
    /// A path in mm about the element's middle.
    Curve(PerRow<BezPath>),
    /// A straight line from one point to another, in mm from the element's middle.
    Line([PerRow<Pair>; 2]),
    /// The edge at hand in a colour, to this depth in mm.
    EdgeBand(Template, PerRow<f64>),
    /// Paths from edge to edge, this wide in mm.
    Paths(Template, PerRow<f64>),
    /// A frame, and how deep its corners are in mm, if that is said.
    Frame(FrameStyle, Option<PerRow<f64>>),
    /// A small picture of the board of this name.
    Board(Arc<str>),
}

/// How a picture fills a box of another shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ImageFit {
    /// The layout does not say it: the whole picture is in the box, or covers a piece of nearly its shape and the bleed.
    #[default]
    Unspecified,
    /// The whole picture is in the box.
    Whole,
    /// The picture covers the box and is cropped to it.
    Cropped,
}

impl From<Option<bool>> for ImageFit {
    /// Converts the value of the key `crop`.
    fn from(crop: Option<bool>) -> Self {
        match crop {
            None => Self::Unspecified,
            Some(false) => Self::Whole,
            Some(true) => Self::Cropped,
        }
    }
}

/// A picture from a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// The file's name.
    pub file: Template,
    /// How it fills its box.
    pub fit: ImageFit,
    /// Where the layout names the file.
    pub place: Place,
}

/// Engine-turned lines, as on banknotes.
#[derive(Debug, Clone, PartialEq)]
pub struct WovenLines {
    /// Which figure they make.
    pub kind: GuillocheKind,
    /// How deep a border is, in mm.
    pub depth: PerRow<f64>,
    /// Waves or petals, all of them together.
    pub around: PerRow<u32>,
    /// Lines woven.
    pub strands: PerRow<u32>,
    /// Width and height of the clear middle of a rosette; a share of the rosette if not given.
    pub eye: Option<PerRow<Extent>>,
    /// The line of every other strand; that of the others if none.
    pub second: Option<PerRow<Stroke>>,
}

impl WovenLines {
    /// The lines of a figure of which nothing else is said.
    pub fn usual(kind: GuillocheKind) -> Self {
        let around = match kind {
            GuillocheKind::Border => 44,
            GuillocheKind::Ground => 8,
            GuillocheKind::Rosette => 16,
        };
        Self {
            kind,
            depth: PerRow::Fixed(5.0),
            around: PerRow::Fixed(around),
            strands: PerRow::Fixed(6),
            eye: None,
            second: None,
        }
    }

    fn needs(&self) -> impl Iterator<Item = &str> {
        let counts = [&self.around, &self.strands].into_iter().flat_map(needs_of);
        counts.chain(needs_of(&self.depth)).chain(self.eye.iter().flat_map(needs_of))
    }
}

/// Checks the number of waves or petals of engine-turned lines.
///
/// # Errors
/// Too few or too many.
pub fn waves_of(kind: GuillocheKind, number: u32) -> Result<u32> {
    let (range, name) = match kind {
        GuillocheKind::Border => (4..=400, "waves"),
        GuillocheKind::Ground => (1..=100, "waves"),
        GuillocheKind::Rosette => (3..=120, "petals"),
    };
    within(number, &range, name)
}

/// Checks how many lines are woven.
///
/// # Errors
/// Too few or too many.
pub fn strands(number: u32) -> Result<u32> {
    within(number, &(1..=60), "strands")
}

fn within(number: u32, range: &RangeInclusive<u32>, name: &str) -> Result<u32> {
    let message = || format!("`{name}` lies between {} and {}", range.start(), range.end());
    range.contains(&number).then_some(number).ok_or_else(|| codes::BAD_COUNT.error(message()))
}

/// Something to draw.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Element {
    /// What.
    pub shape: Shape,
    /// Where; several places draw it several times.
    pub places: Vec<PerRow<Where>>,
    /// In their place: where along paths from edge to edge, by their share.
    pub on: Option<Template>,
    /// In from the edges that the anchor touches, mm.
    pub inset: PerRow<Pair>,
    /// Width and height of what has no size of its own.
    pub size: Option<PerRow<Extent>>,
    /// Right and down, mm.
    pub shift: PerRow<Pair>,
    /// Degrees clockwise.
    pub turn: PerRow<f64>,
    /// Once for each seat.
    pub each_seat: bool,
    /// Only where this holds.
    pub when: Option<Template>,
    /// What is read aloud in place of the drawing.
    pub alt: Option<Template>,
    /// Colour inside.
    pub fill: Option<PerRow<Option<Ink>>>,
    /// Line round it.
    pub line: Option<PerRow<Stroke>>,
    /// Colour of words and arrows.
    pub colour: Option<PerRow<Ink>>,
    /// How it looks beside its colours.
    pub style: Style,
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

    /// Returns true if it is drawn at each edge.
    pub fn is_at_edges(&self) -> bool {
        self.places.contains(&PerRow::Fixed(Where::EachEdge))
    }

    /// Returns true if it is drawn anywhere else than at each edge.
    pub fn is_off_edges(&self) -> bool {
        self.places.iter().any(|place| *place != PerRow::Fixed(Where::EachEdge))
    }

    /// Returns true if its place, its turn, its size or a number of its shape is computed from each row.
    pub fn varies_in_form(&self) -> bool {
        let of_shape = match &self.shape {
            Shape::Polygon(path) | Shape::Curve(path) => path.formula().is_some(),
            Shape::Line(ends) => ends.iter().any(|end| end.formula().is_some()),
            Shape::EdgeBand(_, mm) | Shape::Paths(_, mm) | Shape::Frame(_, Some(mm)) => {
                mm.formula().is_some()
            }
            Shape::Guilloche(lines) => lines.needs().next().is_some(),
            _ => false,
        };
        of_shape
            || self.places.iter().any(|place| place.formula().is_some())
            || [&self.inset, &self.shift].into_iter().any(|pair| pair.formula().is_some())
            || [&self.turn, &self.style.round].into_iter().any(|number| number.formula().is_some())
    }

    /// Every name that the element asks its row for, sorted, each once.
    pub fn needs(&self) -> Vec<&str> {
        let mut needs: Vec<&str> = Vec::new();
        match &self.shape {
            Shape::Text(template, _)
            | Shape::Arrow(template)
            | Shape::Icon(template)
            | Shape::Image(Image { file: template, .. }) => needs.extend(template.needs()),
            Shape::EdgeBand(template, mm) | Shape::Paths(template, mm) => {
                needs.extend(template.needs().chain(needs_of(mm)));
            }
            Shape::Figure(_, size, _) => needs.extend(needs_of(size)),
            Shape::Guilloche(lines) => {
                needs.extend(lines.needs().chain(lines.second.iter().flat_map(needs_of)));
            }
            Shape::Polygon(path) | Shape::Curve(path) => needs.extend(needs_of(path)),
            Shape::Line(ends) => needs.extend(ends.iter().flat_map(needs_of)),
            Shape::Frame(_, depth) => needs.extend(depth.iter().flat_map(needs_of)),
            Shape::Compass(_) | Shape::Fill | Shape::Board(_) => {}
        }
        needs.extend(self.places.iter().flat_map(needs_of));
        needs.extend([&self.inset, &self.shift].into_iter().flat_map(needs_of));
        needs.extend(needs_of(&self.turn));
        needs.extend(self.size.iter().flat_map(needs_of));
        needs.extend(self.on.iter().chain(&self.when).chain(&self.alt).flat_map(Template::needs));
        needs.extend(self.fill.iter().flat_map(needs_of));
        needs.extend(self.line.iter().flat_map(needs_of));
        needs.extend(self.colour.iter().flat_map(needs_of));
        needs.extend(self.style.needs());
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
