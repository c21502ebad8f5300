//! Describes the items that a page draws.
//!
//! - In: paths, texts and images, from the readers of PDF and SVG.
//! - Out: the same items for both formats, in mm and in drawing order.
//! - Not here: what an item means in a game.

mod draw_style;
pub(crate) mod gradient;
mod outline;

use std::sync::Arc;

use kurbo::{Affine, BezPath, ParamCurve, PathEl, PathSeg, Point, Rect, Shape, Vec2};

use hexpress_base::geometry::bounds;
use hexpress_base::identity::Identity;
use hexpress_base::pixel_size::PixelSize;

pub(crate) use draw_style::Look;
pub use draw_style::{DrawStyle, Letters};
pub use gradient::Gradient;
pub use outline::{Elements, Outline};

/// An item drawn on a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The `/Id` of the marked content around the item. If marked content is nested, this is the
    /// innermost `/Id`.
    pub id: Option<Arc<Identity>>,
    /// The tag of the innermost marked content around the item.
    pub tag: Option<Arc<str>>,
    /// If the item is a part of a copy of a repeated element: the name of the copy, such as
    /// `track/17`.
    pub copy: Option<Arc<str>>,
    /// The intersection of the bounding boxes of the item's clips, in mm. `None` if the item has no
    /// clips. The item is visible only inside this box.
    pub clip: Option<Rect>,
    /// The outlines of the item's clips, in mm. Clips that are upright rectangles are left out.
    pub clip_outlines: Option<Arc<[BezPath]>>,
    /// The clockwise rotation of the item's coordinate system in steps of 90°, from 0 to 3. `None`
    /// if the rotation is not a multiple of 90°.
    pub turn: Option<u8>,
    /// A digest of everything that affects the look of the item, except colour. It is 0 for a plain
    /// item.
    ///
    /// The digest covers transparency, blending, masks, clips that are not rectangles, patterns,
    /// pixels and the outlines of glyphs.
    pub effect: u64,
    /// A description of the look for messages. It describes only a part of what `effect` covers.
    pub draw_style: DrawStyle,
    /// The opacity, from 0 to 1, if hexpress wrote the file. The colour of the item is then the colour
    /// of the ink. In other files, the colour is already mixed with white, so the opacity is not needed.
    pub opacity: f64,
    /// The colours of the gradient or pattern that fills the item. The list is empty if these colours
    /// are unknown. If the item has a plain colour, the value is `None`. If hexpress wrote the file, the
    /// fill in `kind` is the mean of these colours.
    pub shades: Option<Arc<[Rgb]>>,
    /// The gradient, if hexpress wrote the PDF. `None` in other files.
    pub gradient: Option<Arc<Gradient>>,
    /// The bounding box in mm, including half of the stroke width. `None` if nothing is drawn.
    ///
    /// The box is stored because rules need it often. Code that changes `kind` must update the box
    /// with [`ItemKind::painted_bounds`].
    pub painted_bounds: Option<Rect>,
    /// The path, text or image that is drawn.
    pub kind: ItemKind,
}

impl Item {
    /// Returns the item after moving it by a vector, in mm.
    pub fn moved(&self, by: Vec2) -> Self {
        let [clip, painted_bounds] = [self.clip, self.painted_bounds].map(|rect| rect.map(|rect| rect + by));
        let (id, tag, copy) = (self.id.clone(), self.tag.clone(), self.copy.clone());
        let shades = self.shades.clone();
        let gradient = self.gradient.as_ref().map(|gradient| Arc::new(gradient.moved(by)));
        let clip_outlines = self
            .clip_outlines
            .as_ref()
            .map(|outlines| outlines.iter().map(|outline| Affine::translate(by) * outline).collect());
        Self {
            id,
            tag,
            copy,
            shades,
            gradient,
            clip,
            clip_outlines,
            painted_bounds,
            kind: self.kind.moved(by),
            ..*self
        }
    }
}

/// The tag of an item that belongs to the appearance of an annotation.
pub const ANNOTATION: &str = "Annot";
/// The tag of a box that stands for an annotation without an appearance. Each viewer draws such an
/// annotation differently.
pub const BY_VIEWER: &str = "AnnotByViewer";
/// The tag of a box that stands for an annotation on a hidden layer. Some programs print the
/// annotation nevertheless.
pub const BY_LAYER: &str = "AnnotByLayer";
/// The tag of a drawing that some programs do not print, or print differently from what they show
/// on a screen.
pub const BY_PRINTER: &str = "ByPrinter";

/// The kinds of items.
#[derive(Debug, Clone, PartialEq)]
pub enum ItemKind {
    /// An outline that is filled, stroked or both.
    Path {
        /// The outline, in mm.
        path: Outline,
        /// The colour of the area inside the outline. `None` if the area is not filled.
        fill: Option<Rgb>,
        /// The line along the outline. `None` if the outline is not stroked.
        stroke: Option<Arc<Stroke>>,
    },
    /// A line of text, or a part of a line.
    Text(Box<Text>),
    /// A picture.
    Image {
        /// The corners of the picture on the page, in mm. Their order is top left, top right,
        /// bottom right, bottom left.
        corners: Box<[Point; 4]>,
        /// The number of pixels in each row, and in each column.
        pixels: PixelSize,
    },
}

/// The largest coordinate, in mm: ten kilometres. Subdividing a curve with larger coordinates would take
/// too long.
const MAX_COORDINATE_MM: f64 = 1e7;

impl ItemKind {
    /// Returns the bounding box without the stroke width, in mm. Returns `None` for an empty path.
    pub(crate) fn outline_bounds(&self) -> Option<Rect> {
        match self {
            Self::Path { path, .. } => path.segments().next().map(|_| path.bounding_box()),
            Self::Text(text) => Some(text.outline),
            Self::Image { corners, .. } => Some(bounds_of(corners)),
        }
    }

    /// Returns the bounding box in mm, including half of the stroke width. Returns `None` for an
    /// empty path.
    pub fn painted_bounds(&self) -> Option<Rect> {
        Some(match self {
            Self::Path { path, .. } if path.segments().next().is_none() => return None,
            Self::Path { path, stroke: None, .. } => bounds(path),
            Self::Path { path, stroke: Some(stroke), .. } => {
                let half = stroke.width / 2.0;
                let is_open_polyline = path
                    .kinds()
                    .iter()
                    .all(|element| matches!(element, PathEl::MoveTo(_) | PathEl::LineTo(_)));
                // The stroke of an open line of straight segments does not extend beyond its ends.
                if is_open_polyline {
                    let boxes = path.segments().map(|s| stroked_line_bounds(s.start(), s.end(), half));
                    boxes.reduce(|a, b| a.union(b)).unwrap_or_default()
                } else {
                    bounds(path).inflate(half, half)
                }
            }
            Self::Text(text) => text.outline,
            Self::Image { corners, .. } => bounds_of(corners),
        })
    }

    /// Returns the path, text or image after moving it by a vector, in mm.
    pub fn moved(&self, by: Vec2) -> Self {
        match self {
            Self::Path { path, fill, stroke } => {
                Self::Path { path: path.moved(by), fill: *fill, stroke: stroke.clone() }
            }
            Self::Text(text) => Self::Text(Box::new(Text {
                origin: text.origin + by,
                corners: text.corners.map(|corner| corner + by),
                outline: text.outline + by,
                ..Text::clone(text)
            })),
            Self::Image { corners, pixels } => {
                Self::Image { corners: Box::new(corners.map(|corner| corner + by)), pixels: *pixels }
            }
        }
    }

    /// Returns an upper limit for the number of dashes in the stroke. Returns 0 for a solid stroke,
    /// and for dashes without length.
    pub(crate) fn dashes(&self) -> usize {
        match self {
            Self::Path { path, stroke: Some(stroke), .. } if stroke.dash.iter().sum::<f64>() > 0.0 => {
                // If there are infinitely many dashes, the conversion returns the largest integer.
                hexpress_scene::picture::stroke::most_dashes(path, &stroke.dash) as usize
            }
            _ => 0,
        }
    }

    /// Returns the item with all coordinates and widths limited to [`MAX_COORDINATE_MM`]. Points
    /// outside the sheet stay outside.
    pub(crate) fn clamped(self) -> Self {
        let Self::Path { path, fill, stroke } = self else { return self };
        let is_within = path.elements().all(|element| clamped_element(element) == element);
        let outline =
            if is_within { path } else { path.elements().map(clamped_element).collect::<BezPath>().into() };
        Self::Path { path: outline, fill, stroke: stroke.map(clamped_stroke) }
    }
}

fn clamped_element(element: PathEl) -> PathEl {
    match element {
        PathEl::MoveTo(p) => PathEl::MoveTo(clamped_point(p)),
        PathEl::LineTo(p) => PathEl::LineTo(clamped_point(p)),
        PathEl::QuadTo(p, q) => PathEl::QuadTo(clamped_point(p), clamped_point(q)),
        PathEl::CurveTo(p, q, r) => PathEl::CurveTo(clamped_point(p), clamped_point(q), clamped_point(r)),
        PathEl::ClosePath => PathEl::ClosePath,
    }
}

fn clamped_point(point: Point) -> Point {
    Point::new(clamped(point.x), clamped(point.y))
}

fn clamped_stroke(stroke: Arc<Stroke>) -> Arc<Stroke> {
    let width = clamped(stroke.width);
    if width == stroke.width { stroke } else { Arc::new(Stroke { width, ..Stroke::clone(&stroke) }) }
}

/// Returns a number limited to [`MAX_COORDINATE_MM`]. Returns [`MAX_COORDINATE_MM`] for NaN.
fn clamped(value: f64) -> f64 {
    if value.is_nan() { MAX_COORDINATE_MM } else { value.clamp(-MAX_COORDINATE_MM, MAX_COORDINATE_MM) }
}

/// Returns the bounding box of the corners of an image.
fn bounds_of([a, b, c, d]: &[Point; 4]) -> Rect {
    Rect::from_points(*a, *c).union(Rect::from_points(*b, *d))
}

/// A colour with red, green and blue, without transparency. Patterns and shadings have the colour
/// [`Rgb::PATTERN`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    pub const WHITE: Self = Self([0xFF; 3]);
    /// The colour of patterns and shadings: a middle grey.
    pub const PATTERN: Self = Self([128; 3]);
}

/// A line along an outline.
#[derive(Debug, Clone, PartialEq)]
pub struct Stroke {
    /// The width on paper, in mm. The width 0 means the thinnest line that the printer can draw.
    pub width: f64,
    /// The colour, as it looks on white paper.
    pub colour: Rgb,
    /// The lengths of dashes and gaps on paper, in mm. The list is empty if the line is solid.
    pub dash: Vec<f64>,
    /// The position in the dash pattern where the line begins, in mm.
    pub phase: f64,
}

/// A line of text, or a part of a line.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// The characters of the text. A glyph whose character is unknown becomes U+FFFD.
    pub string: String,
    /// The name of the font, without the prefix of a subset. Empty for Type 1 and Type 3 fonts.
    pub font: Arc<str>,
    /// The size of an em on paper, in mm.
    pub size: f64,
    /// The clockwise rotation in degrees, at least 0 and less than 360. At 0, the text is upright.
    pub angle: f64,
    /// The origin of the first glyph on the baseline, in mm.
    pub origin: Point,
    /// The corners of the text's box, in mm. Their order is bottom left, bottom right, top right,
    /// top left, as seen when the text is upright.
    ///
    /// The box extends from the origin of the first glyph to the end of the last advance. It is as
    /// high as the outlines.
    pub corners: [Point; 4],
    /// The colour of the fill, or of the stroke if there is no fill.
    pub colour: Rgb,
    /// The bounding box of the glyphs' outlines, in mm. If there are no outlines, for example in a
    /// space, this is the bounding box of `corners`.
    pub outline: Rect,
    /// True if the text is not drawn, and is in the file only for searching.
    pub invisible: bool,
    /// The balance of the glyphs, which changes if glyphs are exchanged or moved.
    pub balance: Balance,
    /// The number of glyphs that have an outline.
    pub glyphs: usize,
}

/// The weighted mean of the positions of glyphs. The weight of a glyph depends on its shape.
///
/// The mean changes if glyphs are exchanged or spaced differently, even if the characters and the
/// length of the text stay the same.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Balance {
    /// The sum of all weights.
    pub weight: f64,
    /// The mean position relative to the origin of the first glyph, in mm.
    pub centre: Vec2,
}

impl Balance {
    /// Returns the balance of a single glyph. `shape` is the digest of the glyph's shape, and
    /// `centre` is its position.
    pub(crate) fn new(shape: u64, centre: Vec2) -> Self {
        Self { weight: 0.1 + (shape % 1000) as f64 / 1000.0, centre }
    }

    /// Adds the balance of another text. `from` is the vector from the origin of this text to the
    /// origin of the other text.
    pub fn add(&mut self, more: Self, from: Vec2) {
        let weight = self.weight + more.weight;
        if more.weight > 0.0 {
            self.centre += (more.centre + from - self.centre) * (more.weight / weight);
            self.weight = weight;
        }
    }
}

/// Returns the bounding box of a stroked line. All values are in mm, and `half` is half of the line
/// width. For a slanted line, the box is slightly too large.
fn stroked_line_bounds(from: Point, to: Point, half: f64) -> Rect {
    /// A line is vertical if the x coordinates of its ends differ by less than this, in mm. It is horizontal
    /// if their y coordinates do. The stroke widens such a line on both sides, but does not extend beyond its
    /// ends.
    const SAME_COORDINATE_MM: f64 = 0.002;
    let rect = Rect::from_points(from, to);
    match (rect.width() < SAME_COORDINATE_MM, rect.height() < SAME_COORDINATE_MM) {
        (true, _) => rect.inflate(half, 0.0),
        (_, true) => rect.inflate(0.0, half),
        _ => rect.inflate(half, half),
    }
}

/// Parses the identity of a drawing.
pub(crate) fn identity(text: &str) -> Option<Arc<Identity>> {
    let Ok(identity) = text.parse();
    Some(Arc::new(identity))
}

/// Returns whether a path is a rectangle with horizontal and vertical sides.
pub(crate) fn is_upright(path: &BezPath) -> bool {
    let area = path.area().abs();
    path.segments().all(|segment| matches!(segment, PathSeg::Line(_)))
        && (area - path.bounding_box().area()).abs() <= 1e-9 * area
}

/// Returns the clockwise rotation of a transform in steps of 90°, from 0 to 3. Returns `None` if
/// the rotation is not a multiple of 90°.
pub(crate) fn quarters(frame: Affine) -> Option<u8> {
    let [a, b, ..] = frame.as_coeffs();
    let small = 1e-6 * a.hypot(b);
    match (a.abs() <= small, b.abs() <= small) {
        (false, true) => Some(if a > 0.0 { 0 } else { 2 }),
        (true, false) => Some(if b > 0.0 { 1 } else { 3 }),
        _ => None,
    }
}

/// Returns a direction in degrees, in `0..360`, clockwise as seen on the page.
pub(crate) fn degrees(along: Vec2) -> f64 {
    let measured = libm::atan2(along.y, along.x).to_degrees();
    let quarters = (measured / 90.0).round() * 90.0;
    // In a file that rounds rotations to seven decimals, a rotation and its inverse do not cancel
    // out exactly.
    let angle = if (measured - quarters).abs() < 1e-4 { quarters } else { measured };
    let positive = if angle < 0.0 { angle + 360.0 } else { angle };
    // Rounding may leave an angle just below a full turn.
    if positive >= 360.0 - 1e-9 { 0.0 } else { positive }
}

/// Returns the bounding box of an outline after the transform `placed`. `bounds` is the bounding
/// box before the transform. If the rotation is a multiple of 90°, transforms this box. For other
/// angles, measures the curves.
pub(crate) fn placed_bounds(path: &BezPath, bounds: Rect, placed: Affine) -> Rect {
    let [a, b, c, d, ..] = placed.as_coeffs();
    if (b == 0.0 && c == 0.0) || (a == 0.0 && d == 0.0) {
        placed.transform_rect_bbox(bounds)
    } else {
        (placed * path).bounding_box()
    }
}

/// Returns whether a path is a parallelogram that covers the whole clip `clip`. If so, the visible part
/// of the path has the outline of the clip.
pub(crate) fn covers(path: &BezPath, clip: &BezPath) -> bool {
    /// The largest length by which the clip may extend beyond the path, as a fraction of the size
    /// of the path.
    const MAX_OVERHANG: f64 = 1e-3;
    let is_polygon = path.segments().all(|segment| matches!(segment, PathSeg::Line(_)));
    let mut corners: Vec<Point> = path.segments().take(6).map(|segment| segment.start()).collect();
    corners.dedup();
    let [a, b, c, d] = corners[..] else { return false };
    let centre = clip.bounding_box().center();
    let is_parallelogram =
        (a.to_vec2() + c.to_vec2() - b.to_vec2() - d.to_vec2()).hypot() <= MAX_OVERHANG * a.distance(c);
    is_polygon
        && is_parallelogram
        && clip.segments().next().is_some()
        && clip
            .elements()
            .iter()
            .filter_map(PathEl::end_point)
            .all(|p| path.contains(p.lerp(centre, MAX_OVERHANG)))
}

/// Returns a translucent colour as it looks on white.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
pub(crate) fn on_white(Rgb(rgb): Rgb, opacity: f64) -> Rgb {
    if opacity >= 1.0 {
        return Rgb(rgb);
    }
    Rgb(rgb.map(|channel| (255.0 - (255.0 - f64::from(channel)) * opacity).round() as u8))
}
