//! Elements: the drawings on boards and pieces, with all names resolved.
//!
//! - In: the elements that `hexpress-resolve` compiles.
//! - Out: elements. Each of their values is fixed, or is a template that is computed for each row.
//! - Not here: computing values for a row (`hexpress-settle`), and drawing (`hexpress-layout`).

mod qr_code;
pub mod repeat;
pub mod style;
pub mod text_flow;
pub mod typesetting;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use kurbo::BezPath;

pub use crate::per_row::{PerRow, needs_of};
use crate::repeat::Repeat;
use crate::style::Style;
use crate::text_flow::TextFlow;
use crate::typesetting::Typesetting;
use hexpress_base::diag::{Result, SourceSpan, codes};
pub use hexpress_language::tables::element::Figure;
pub use hexpress_language::values::choice::{FrameStyle, Guilloche as GuillocheKind};
use hexpress_language::values::scalar::Scalar;
use hexpress_language::values::value::{Align, ElementPlace, Extent, Pair};
use hexpress_scene::text::{FontId, LetterStyle};
use hexpress_scene::{Ink, Stroke};
use hexpress_template::{AddedField, Engine, Row, Template};
pub use qr_code::{QUIET, QrCode, encoded, quiet_zone};

/// The format of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextFormat {
    pub font: FontId,
    /// The font size, in mm.
    pub size: f64,
    /// The smallest font size to which the text may be shrunk so that it fits, in mm.
    pub min_size: f64,
    pub align: Align,
    /// The distance between baselines, in ems. `None` for the usual distance of the font.
    pub spacing: Option<f64>,
    /// The forms of letters, and the additional space between letters.
    pub letter_style: LetterStyle,
    /// The circle that the baseline follows. `None` for a straight baseline.
    pub bend: Option<Bend>,
    /// Whether copies of the text run along the four sides of the element's box.
    pub along: bool,
    pub flow: TextFlow,
}

/// The radius of the circle that a baseline follows, in mm. If the radius is negative, the letters are
/// inside the circle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bend(pub f64);

/// The shape that an element draws.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Shape {
    Text(Template, TextFormat),
    /// A fill of the whole piece.
    #[default]
    Fill,
    /// A simple figure, such as a disc or a hexagon.
    Figure {
        figure: Figure,
        extent: PerRow<Extent>,
        /// The marks at the sides or corners of a hexagon. Empty for other figures.
        marks: Vec<EndMark>,
    },
    /// An arrow. The template gives the name of its direction.
    Arrow(Template),
    /// Arrows for all directions of the game. Each arrow is labelled with the name of its
    /// direction.
    Compass(TextFormat),
    /// Engine-turned lines.
    Guilloche(Box<WovenLines>),
    Icon(Template),
    /// A picture from a file.
    Image(Image),
    QrCode(Box<QrCode>),
    /// A polygon. The coordinates of its corners are in mm from the middle of the element.
    Polygon(PerRow<BezPath>),
    /// A path. The coordinates of its points are in mm from the middle of the element.
    Curve(PerRow<BezPath>),
    /// A straight line between two points. Their coordinates are in mm from the middle of the element.
    Line([PerRow<Pair>; 2]),
    /// A coloured band along an edge.
    EdgeBand {
        /// The template of the band's colour. If it gives an empty text for a row, the row has no band.
        fill: Template,
        /// How far the band extends from the edge into the piece, in mm.
        depth: PerRow<f64>,
    },
    /// Paths from edge to edge.
    Paths {
        /// The paths and their colours, e.g. `1-4 red, 2-3 blue`.
        list: Template,
        /// The width of the paths, in mm.
        width: PerRow<f64>,
    },
    Frame {
        style: FrameStyle,
        /// How far the ornament at each corner extends along the sides, in mm. `None` for the default.
        corner_depth: Option<PerRow<f64>>,
    },
    /// A small drawing of a board.
    Board {
        name: Arc<str>,
        /// The walk that is drawn on the board, if there is one.
        walk: Option<Template>,
    },
    Parts(Parts),
}

/// Several elements that are drawn together in the same frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    pub elements: Vec<Element>,
    /// The fields that the parts can use in addition to the fields of the row.
    pub fields: Vec<PartField>,
    pub arrangement: Arrangement,
}

/// A field that an element adds for its parts.
#[derive(Debug, Clone, PartialEq)]
pub struct PartField {
    pub name: Arc<str>,
    pub value: PerRow<Scalar>,
}

/// How the parts of an element are placed. `Gap` is the type of the gap: a value for each row, or an
/// `f64` after the gap has been computed for one piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Arrangement<Gap = PerRow<f64>> {
    /// Each part sets its own place.
    Free {
        /// Whether the frame clips the parts.
        clipped: bool,
    },
    /// The parts follow one another in a row or a column.
    Stack {
        axis: StackAxis,
        /// The distance between two neighbouring parts, in mm.
        gap: Gap,
    },
}

/// The direction in which the parts of a stack follow one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StackAxis {
    Down,
    Across,
}

impl PartField {
    /// Computes the field for one row.
    ///
    /// # Errors
    /// The value cannot be computed.
    pub fn added(&self, engine: &Engine, row: &dyn Row) -> Result<AddedField> {
        let value = match self.value.template() {
            Some(template) => engine.field(template, row)?,
            None => self.value.fixed().cloned().unwrap_or_else(|| Scalar::empty().clone()),
        };
        Ok(AddedField { name: Arc::clone(&self.name), value })
    }
}

impl Parts {
    /// Returns the names of the fields that the parts use from the row. Fields that the element itself
    /// adds are left out.
    fn needs(&self) -> impl Iterator<Item = &str> {
        let own = |need: &&str| !self.fields.iter().any(|field| *field.name == **need);
        let inside = self.elements.iter().flat_map(Element::needs).filter(own);
        let gap = match &self.arrangement {
            Arrangement::Stack { gap, .. } => Some(gap),
            Arrangement::Free { .. } => None,
        };
        let fields = self.fields.iter().flat_map(|field| needs_of(&field.value));
        inside.chain(fields).chain(gap.into_iter().flat_map(needs_of))
    }
}

/// How a picture is fitted into a box with other proportions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ImageFit {
    /// The layout does not set the key `crop`. The whole picture is then fitted into the box.
    ///
    /// There is one exception: if a picture has nearly the proportions of the piece with its bleed, it
    /// covers the piece and the bleed.
    #[default]
    Unspecified,
    /// The whole picture is fitted into the box.
    Whole,
    /// The picture covers the whole box, and the parts outside the box are cut off.
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
    pub file: Template,
    pub fit: ImageFit,
    /// The place of the file name in the layout.
    pub place: SourceSpan,
}

/// Engine-turned lines (guilloche), as on banknotes.
#[derive(Debug, Clone, PartialEq)]
pub struct WovenLines {
    /// The figure that all lines together form.
    pub kind: GuillocheKind,
    /// If the lines form a border, the width of this border, in mm.
    pub depth: PerRow<f64>,
    /// The number of waves or petals around the figure.
    pub around: PerRow<u32>,
    /// The number of woven lines.
    pub strands: PerRow<u32>,
    /// The size of the empty middle of a rosette. If it is `None`, the middle is a fixed fraction of
    /// the rosette.
    pub eye: Option<PerRow<Extent>>,
    /// The line of every second strand. `None` if all strands have the same line.
    pub second: Option<PerRow<Stroke>>,
    /// The smallest and the largest width of the woven lines, in mm. `None` if all of them have a
    /// constant width.
    pub swell: Option<PerRow<Pair>>,
}

impl WovenLines {
    /// Returns engine-turned lines of this kind with default values.
    pub fn default_for(kind: GuillocheKind) -> Self {
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
            swell: None,
        }
    }

    fn needs(&self) -> impl Iterator<Item = &str> {
        let counts = [&self.around, &self.strands].into_iter().flat_map(needs_of);
        let sizes = self.eye.iter().flat_map(needs_of).chain(self.swell.iter().flat_map(needs_of));
        counts.chain(needs_of(&self.depth)).chain(sizes)
    }
}

/// Checks the number of waves or petals of engine-turned lines.
///
/// # Errors
/// The number is too small or too large.
pub fn check_waves(kind: GuillocheKind, number: u32) -> Result<u32> {
    let (range, name) = match kind {
        GuillocheKind::Border => (4..=400, "waves"),
        GuillocheKind::Ground => (1..=100, "waves"),
        GuillocheKind::Rosette => (3..=120, "petals"),
    };
    check_range(number, &range, name)
}

/// Checks the number of woven lines.
///
/// # Errors
/// The number is too small or too large.
pub fn check_strands(number: u32) -> Result<u32> {
    check_range(number, &(1..=60), "strands")
}

/// The largest width that woven lines with a varying width may have, in mm.
const MAX_SWELL_MM: f64 = 2.0;

/// Checks the smallest and the largest width of woven lines.
///
/// # Errors
/// A width is outside of its range, or the first width is larger than the second.
pub fn check_swell(swell: Pair) -> Result<Pair> {
    let message = if swell.x > swell.y {
        "the first width of `swell` must be the smaller one"
    } else if swell.x <= 0.0 || swell.y > MAX_SWELL_MM {
        "both widths of `swell` must be greater than 0 and at most 2 mm"
    } else {
        return Ok(swell);
    };
    let hint = "write the smallest and the largest width: swell = \"0.05 0.25mm\"";
    Err(codes::BAD_SIZE.error(message).hint(hint))
}

fn check_range(number: u32, range: &RangeInclusive<u32>, name: &str) -> Result<u32> {
    if range.contains(&number) {
        return Ok(number);
    }
    let message = format!("`{name}` must be {} to {}", range.start(), range.end());
    Err(codes::BAD_COUNT.error(message))
}

/// An element: one entry of `face`, `back`, `draw` or `under`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Element {
    pub shape: Shape,
    pub places: Vec<PerRow<ElementPlace>>,
    /// Where the element is drawn along the paths of a tile, such as `1-4 25%`. If `on` is `Some`,
    /// `places` is ignored.
    pub on: Option<Template>,
    /// The distance between the element and the edges of the piece, in mm.
    pub inset: PerRow<Pair>,
    pub size: Option<PerRow<Extent>>,
    /// The offset to the right and down, in mm.
    pub shift: PerRow<Pair>,
    /// The rotation, in degrees clockwise.
    pub turn: PerRow<f64>,
    /// Whether the element is drawn once for every seat at the table, each time upright for the
    /// player on that seat.
    pub each_seat: bool,
    /// The repetition of the element. `None` if it is drawn once.
    pub repeat: Option<Box<Repeat>>,
    /// The condition under which the element is drawn. `None` if it is always drawn.
    pub when: Option<Template>,
    pub alt: Option<Template>,
    /// The fill. `None` if the layout does not set it. An inner `None` stands for the fill `none`.
    pub fill: Option<PerRow<Option<Ink>>>,
    /// The outline. `None` if the layout does not set it.
    pub line: Option<PerRow<Stroke>>,
    /// The colour of texts and arrows. `None` if the layout does not set it.
    pub colour: Option<PerRow<Ink>>,
    /// The format of the text, if it differs from row to row or from frame to frame. If it is `Some`, it
    /// is used instead of the [`TextFormat`] in `shape`.
    pub typesetting: Option<Box<Typesetting>>,
    /// The opacity, the shadow, the halo and the rounded corners.
    pub style: Style,
    pub place: SourceSpan,
    /// Where the layout defines the entry of `[places]` that the element uses. `None` if the element
    /// uses no such entry.
    pub named_place: Option<SourceSpan>,
}

impl Element {
    /// Returns the elements and all parts inside them.
    ///
    /// Some parts use a field that an outer element or a copy adds to the row. Such parts are left out,
    /// because the row does not have this field.
    pub fn with_parts(elements: &[Self]) -> Vec<&Self> {
        let mut all = Vec::with_capacity(elements.len());
        let mut added = Vec::new();
        elements.iter().for_each(|element| element.add_with_parts(&mut added, &mut all));
        all
    }

    /// Adds an element and the parts inside it to `all`. `added` contains the names of the fields that
    /// outer elements add.
    fn add_with_parts<'e>(&'e self, added: &mut Vec<&'e str>, all: &mut Vec<&'e Self>) {
        if self.needs().iter().any(|need| added.contains(need)) {
            return;
        }
        all.push(self);
        let Shape::Parts(parts) = &self.shape else { return };
        let before = added.len();
        added.extend(self.repeat.iter().flat_map(|repeat| repeat.fields()).copied());
        added.extend(parts.fields.iter().map(|field| &*field.name));
        parts.elements.iter().for_each(|part| part.add_with_parts(added, all));
        added.truncate(before);
    }

    /// Returns the names that the layout gives to the copies of repeated elements, including those of
    /// parts inside elements.
    pub fn copy_names<'e>(elements: impl IntoIterator<Item = &'e Self>) -> BTreeSet<&'e str> {
        let mut names = BTreeSet::new();
        let mut left: Vec<&Self> = elements.into_iter().collect();
        while let Some(element) = left.pop() {
            names.extend(element.repeat.iter().filter_map(|repeat| repeat.name.as_deref()));
            if let Shape::Parts(parts) = &element.shape {
                left.extend(&parts.elements);
            }
        }
        names
    }

    /// Returns an element that draws nothing.
    pub fn nothing(place: SourceSpan) -> Self {
        Self { place, ..Self::default() }
    }

    /// Returns whether the element is drawn at every edge of a piece.
    pub fn is_at_edges(&self) -> bool {
        self.places.contains(&PerRow::Fixed(ElementPlace::EachEdge))
    }

    /// Returns whether the element is drawn at a place other than the edges of the piece.
    pub fn is_off_edges(&self) -> bool {
        self.places.iter().any(|place| *place != PerRow::Fixed(ElementPlace::EachEdge))
    }

    /// Returns whether the shape or position of the element may differ from row to row.
    ///
    /// Returns true if a template sets a place, a distance, the rotation, the corner radius or a value
    /// of the shape. Also returns true for elements with parts, a repetition or a `typesetting`.
    pub fn varies_in_form(&self) -> bool {
        let has_varying_shape = match &self.shape {
            Shape::Polygon(path) | Shape::Curve(path) => path.template().is_some(),
            Shape::Line(ends) => ends.iter().any(|end| end.template().is_some()),
            Shape::EdgeBand { depth: mm, .. }
            | Shape::Paths { width: mm, .. }
            | Shape::Frame { corner_depth: Some(mm), .. } => mm.template().is_some(),
            Shape::Guilloche(lines) => lines.needs().next().is_some(),
            Shape::QrCode(code) => code.text.needs().next().is_some(),
            Shape::Parts(_) => true,
            _ => false,
        };
        has_varying_shape
            || self.places.iter().any(|place| place.template().is_some())
            || [&self.inset, &self.shift].into_iter().any(|pair| pair.template().is_some())
            || self.typesetting.is_some()
            || self.repeat.is_some()
            || [&self.turn, &self.style.round].into_iter().any(|number| number.template().is_some())
    }

    /// Returns whether the element uses a field.
    pub fn uses_fields(&self) -> bool {
        !self.needs().is_empty()
    }

    /// Returns the names of the fields that the element uses, sorted and without repetitions.
    pub fn needs(&self) -> Vec<&str> {
        let mut needs: Vec<&str> = Vec::new();
        match &self.shape {
            Shape::Text(template, _)
            | Shape::Arrow(template)
            | Shape::Icon(template)
            | Shape::Image(Image { file: template, .. }) => needs.extend(template.needs()),
            Shape::QrCode(code) => needs.extend(code.text.needs()),
            Shape::EdgeBand { fill: template, depth: mm } | Shape::Paths { list: template, width: mm } => {
                needs.extend(template.needs().chain(needs_of(mm)));
            }
            Shape::Figure { extent, .. } => needs.extend(needs_of(extent)),
            Shape::Guilloche(lines) => {
                needs.extend(lines.needs().chain(lines.second.iter().flat_map(needs_of)));
            }
            Shape::Polygon(path) | Shape::Curve(path) => needs.extend(needs_of(path)),
            Shape::Line(ends) => needs.extend(ends.iter().flat_map(needs_of)),
            Shape::Frame { corner_depth, .. } => needs.extend(corner_depth.iter().flat_map(needs_of)),
            Shape::Parts(parts) => needs.extend(parts.needs()),
            Shape::Board { walk, .. } => needs.extend(walk.iter().flat_map(Template::needs)),
            Shape::Compass(_) | Shape::Fill => {}
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
        needs.extend(self.typesetting.iter().flat_map(|typesetting| typesetting.needs()));
        if let Some(repeat) = &self.repeat {
            needs.retain(|need| !repeat.fields().contains(need));
            needs.extend(repeat.needs());
        }
        needs.sort_unstable();
        needs.dedup();
        needs
    }
}

/// A mark at a side or a corner of a hexagon.
#[derive(Debug, Clone, PartialEq)]
pub struct EndMark {
    /// The direction from the middle of the hexagon, in degrees clockwise from straight up.
    pub degrees: f64,
    pub mark: Arc<Mark>,
}

/// A mark that cells may have.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// The name in the layout.
    pub name: Arc<str>,
    pub element: Element,
}
