//! What a page draws, piece by piece.

use std::sync::Arc;

use kurbo::{Affine, BezPath, ParamCurve, PathEl, PathSeg, Point, Rect, Shape, Vec2};

use super::manner::Manner;
use super::outline::Outline;
use super::run::Run;
use crate::base::geometry::bounds;
use crate::base::identity::Identity;

/// One thing drawn on a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The innermost `/Id` of the marked content it is drawn in.
    pub id: Option<Arc<Identity>>,
    /// The innermost tag of the marked content it is drawn in.
    pub tag: Option<Arc<str>>,
    /// The box in mm of the clips it is drawn in, if there are any: nothing of it is seen outside.
    pub clip: Option<Rect>,
    /// The outlines of the clips it is drawn in, in mm, but for upright rectangles.
    pub cuts: Option<Arc<[BezPath]>>,
    /// How many right angles clockwise the frame is turned that it is drawn in; none for other angles.
    pub turn: Option<u8>,
    /// A digest of what changes its look beside its colour: how transparent it is, blended, masked, clipped by an
    /// outline, its pattern, its pixels, the outlines of its glyphs. 0 where there is none of that.
    pub effect: u64,
    /// What of that can be said.
    pub manner: Manner,
    /// How much of it covers what is below, from 0 to 1, in a file of ours; its colour is that of its ink.
    pub cover: f64,
    /// The colours that its area runs through, if there is more than one; its fill is their mean. Empty where a foreign file
    /// fills it with what cannot be told.
    pub shades: Option<Arc<[Rgb]>>,
    /// How they run over it, in a PDF of ours.
    pub run: Option<Arc<Run>>,
    /// The box round all that is drawn, half of its line included, in mm; none where nothing is. Rules ask for it many
    /// times, so it is measured once: whoever changes `kind` sets it to [`ItemKind::whole`].
    pub whole: Option<Rect>,
    /// What is drawn.
    pub kind: ItemKind,
}

impl Item {
    /// The same at another place.
    pub fn moved(&self, by: Vec2) -> Self {
        let [clip, whole] = [self.clip, self.whole].map(|rect| rect.map(|rect| rect + by));
        let (id, tag, shades) = (self.id.clone(), self.tag.clone(), self.shades.clone());
        let run = self.run.as_ref().map(|run| Arc::new(run.moved(by)));
        let cuts =
            self.cuts.as_ref().map(|cuts| cuts.iter().map(|cut| Affine::translate(by) * cut).collect());
        Self { id, tag, shades, run, clip, cuts, whole, kind: self.kind.moved(by), ..*self }
    }
}

/// The tag of what an annotation draws.
pub const ANNOTATION: &str = "Annot";
/// The tag of the box that stands for an annotation which brings no appearance: each viewer draws its own.
pub const BY_VIEWER: &str = "AnnotByViewer";
/// The tag of the box that stands for an annotation on a layer that is off: some programs print it all the same.
pub const BY_LAYER: &str = "AnnotByLayer";
/// The tag of a drawing that some programs print in another way than it is shown, or not at all.
pub const BY_PRINTER: &str = "ByPrinter";

/// The kinds of things a page can draw.
#[derive(Debug, Clone, PartialEq)]
pub enum ItemKind {
    /// An outline that is filled, stroked or both.
    Path {
        /// The outline, in mm.
        path: Outline,
        /// The colour inside.
        fill: Option<Rgb>,
        /// The line along the outline.
        stroke: Option<Arc<Stroke>>,
    },
    /// Text shown by one operator.
    Text(Box<Text>),
    /// A picture.
    Image {
        /// Its corners in mm: top-left, top-right, bottom-right and bottom-left
        /// of the picture, wherever they lie on the page.
        corners: Box<[Point; 4]>,
        /// Its width and height in pixels.
        pixels: (u32, u32),
    },
}

/// The farthest from a page's corner that anything is kept, in mm: ten kilometres. A curve to where numbers end would
/// be subdivided without end.
const FARTHEST: f64 = 1e7;

impl ItemKind {
    /// The box of its outline, without the width of a line; none of an empty path.
    pub(super) fn bounds(&self) -> Option<Rect> {
        match self {
            Self::Path { path, .. } => path.segments().next().map(|_| path.bounding_box()),
            Self::Text(text) => Some(text.outline),
            Self::Image { corners, .. } => Some(bounds_of(corners)),
        }
    }

    /// The box of what is drawn, half of its line included; none where nothing is drawn.
    pub fn whole(&self) -> Option<Rect> {
        Some(match self {
            // Nothing is drawn along no line at all.
            Self::Path { path, .. } if path.segments().next().is_none() => return None,
            Self::Path { path, stroke: None, .. } => bounds(path),
            Self::Path { path, stroke: Some(stroke), .. } => {
                let half = stroke.width / 2.0;
                let angular = |e: &PathEl| matches!(e, PathEl::MoveTo(_) | PathEl::LineTo(_));
                // Upright and lying strokes end where they end.
                if path.kinds().iter().all(angular) {
                    let each = path.segments().map(|s| straight(s.start(), s.end(), half));
                    each.reduce(|a, b| a.union(b)).unwrap_or_default()
                } else {
                    bounds(path).inflate(half, half)
                }
            }
            Self::Text(text) => text.outline,
            Self::Image { corners, .. } => bounds_of(corners),
        })
    }

    /// The same at another place.
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

    /// How many dashes it is drawn with. Dashes without length are a line without gaps.
    pub(super) fn dashes(&self) -> usize {
        match self {
            Self::Path { path, stroke: Some(stroke), .. } if stroke.dash.iter().sum::<f64>() > 0.0 => {
                // A number beyond all bounds becomes the largest one.
                crate::picture::stroke::most_dashes(path, &stroke.dash) as usize
            }
            _ => 0,
        }
    }

    /// The same with every point of an outline no farther away than can be judged; it is outside the sheet as before.
    pub(super) fn in_reach(self) -> Self {
        let Self::Path { path, fill, stroke } = self else { return self };
        let point = |p: Point| Point::new(near(p.x), near(p.y));
        let element = |element: PathEl| match element {
            PathEl::MoveTo(p) => PathEl::MoveTo(point(p)),
            PathEl::LineTo(p) => PathEl::LineTo(point(p)),
            PathEl::QuadTo(p, q) => PathEl::QuadTo(point(p), point(q)),
            PathEl::CurveTo(p, q, r) => PathEl::CurveTo(point(p), point(q), point(r)),
            PathEl::ClosePath => PathEl::ClosePath,
        };
        let all = path.elements().all(|one| element(one) == one);
        let path = if all { path } else { path.elements().map(element).collect::<BezPath>().into() };
        let width = |line: Arc<Stroke>| match near(line.width) {
            width if width == line.width => line,
            width => Arc::new(Stroke { width, ..Stroke::clone(&line) }),
        };
        Self::Path { path, fill, stroke: stroke.map(width) }
    }
}

/// The box round the corners of a picture.
fn bounds_of([a, b, c, d]: &[Point; 4]) -> Rect {
    Rect::from_points(*a, *c).union(Rect::from_points(*b, *d))
}

/// A coordinate within reach; what is no number is taken for the farthest.
fn near(value: f64) -> f64 {
    if value.is_nan() { FARTHEST } else { value.clamp(-FARTHEST, FARTHEST) }
}

/// A colour of red, green and blue. A pattern or a shading, which has no single
/// colour, is [`Rgb::PATTERN`]; transparency is not taken into account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Rgb(pub [u8; 3]);

impl Rgb {
    /// What stands for patterns and shadings: a middle grey.
    pub const PATTERN: Self = Self([128; 3]);
}

/// A line along an outline.
#[derive(Debug, Clone, PartialEq)]
pub struct Stroke {
    /// Its width on paper, in mm; 0 is the thinnest the printer has.
    pub width: f64,
    /// Its colour.
    pub colour: Rgb,
    /// Lengths of its dashes and gaps on paper, in mm; empty if it is solid.
    pub dash: Vec<f64>,
    /// How far into its dashes the line begins, in mm.
    pub phase: f64,
}

/// Text shown by one operator.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// Its characters; one that the font does not explain is U+FFFD.
    pub string: String,
    /// The font's name without the mark of a subset; empty for fonts that do
    /// not tell it (Type 1 and Type 3).
    pub font: Arc<str>,
    /// The size of the em on paper, in mm.
    pub size: f64,
    /// Degrees clockwise as seen, from 0 up to 360; 0 is upright.
    pub angle: f64,
    /// Where the first glyph stands on the baseline, in mm.
    pub origin: Point,
    /// Its box in mm: bottom-left, bottom-right, top-right and top-left as the
    /// text is read. It reaches from the first glyph's origin to the end of the
    /// last glyph's advance and is as high as the glyphs' outlines.
    pub corners: [Point; 4],
    /// Its colour.
    pub colour: Rgb,
    /// The bounding box of the glyphs' outlines in mm; without any outline (as
    /// for a space) the box of `corners`.
    pub outline: Rect,
    /// Whether the text is there to be searched only and leaves no ink.
    pub invisible: bool,
    /// Which glyph stands where, in short.
    pub balance: Balance,
    /// The number of glyphs that have an outline.
    pub glyphs: usize,
}

/// Where glyphs stand in the mean, each with the weight of its form: those that change places, or stand apart, have
/// another mean, though they say the same and reach as far.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Balance {
    /// The sum of all weights.
    pub weight: f64,
    /// The mean, from the first glyph's origin, in mm.
    pub middle: Vec2,
}

impl Balance {
    /// That of one glyph: a digest of its form, and where it stands.
    pub(super) fn of(form: u64, middle: Vec2) -> Self {
        Self { weight: 0.1 + (form % 1000) as f64 / 1000.0, middle }
    }

    /// Takes in that of others, which begin so far from here.
    pub fn add(&mut self, more: Self, from: Vec2) {
        let weight = self.weight + more.weight;
        if more.weight > 0.0 {
            self.middle += (more.middle + from - self.middle) * (more.weight / weight);
            self.weight = weight;
        }
    }
}

/// The box of a straight line, half of its width included.
fn straight(from: Point, to: Point, half: f64) -> Rect {
    const LEVEL: f64 = 0.002;
    let rect = Rect::from_points(from, to);
    match (rect.width() < LEVEL, rect.height() < LEVEL) {
        (true, _) => rect.inflate(half, 0.0),
        (_, true) => rect.inflate(0.0, half),
        _ => rect.inflate(half, half),
    }
}

/// What a drawing says that it is.
pub(super) fn identity(text: &str) -> Option<Arc<Identity>> {
    let Ok(identity) = text.parse();
    Some(Arc::new(identity))
}

/// Whether a path is a rectangle whose sides lie or stand.
pub(super) fn is_upright(path: &BezPath) -> bool {
    let area = path.area().abs();
    path.segments().all(|segment| matches!(segment, PathSeg::Line(_)))
        && (area - path.bounding_box().area()).abs() <= 1e-9 * area
}

/// So many right angles clockwise, from 0 to 3; none for a frame that is turned by another angle.
pub(super) fn quarters(frame: Affine) -> Option<u8> {
    let [a, b, ..] = frame.as_coeffs();
    let small = 1e-6 * a.hypot(b);
    match (a.abs() <= small, b.abs() <= small) {
        (false, true) => Some(if a > 0.0 { 0 } else { 2 }),
        (true, false) => Some(if b > 0.0 { 1 } else { 3 }),
        _ => None,
    }
}

/// A direction in degrees clockwise as seen, from 0 up to 360.
pub(super) fn degrees(along: Vec2) -> f64 {
    let angle = libm::atan2(along.y, along.x).to_degrees();
    let quarters = (angle / 90.0).round() * 90.0;
    // What was turned and turned back by numbers with seven decimals stands upright again.
    let angle = if (angle - quarters).abs() < 1e-4 { quarters } else { angle };
    // Just short of a whole turn is no turn at all.
    let turned = if angle < 0.0 { angle + 360.0 } else { angle };
    if turned >= 360.0 - 1e-9 { 0.0 } else { turned }
}

/// The bounding box of a placed outline whose own is `bounds`. A box turned by a quarter turn is still exact; at any
/// other angle the curves themselves have to be measured.
pub(super) fn placed_bounds(path: &BezPath, bounds: Rect, placed: Affine) -> Rect {
    let [a, b, c, d, ..] = placed.as_coeffs();
    if (b == 0.0 && c == 0.0) || (a == 0.0 && d == 0.0) {
        placed.transform_rect_bbox(bounds)
    } else {
        (placed * path).bounding_box()
    }
}

/// Whether a path is a parallelogram that covers all of a cut: what is seen is the cut.
pub(super) fn covers(path: &BezPath, cut: &BezPath) -> bool {
    /// How far the cut may reach beyond, as a share of it.
    const OUT: f64 = 1e-3;
    let angular = path.segments().all(|segment| matches!(segment, PathSeg::Line(_)));
    let mut corners: Vec<Point> = path.segments().take(6).map(|segment| segment.start()).collect();
    corners.dedup();
    let [a, b, c, d] = corners[..] else { return false };
    let bounds = cut.bounding_box();
    let middle = bounds.center();
    let even = (a.to_vec2() + c.to_vec2() - b.to_vec2() - d.to_vec2()).hypot() <= OUT * a.distance(c);
    angular
        && even
        && cut.segments().next().is_some()
        && cut.elements().iter().filter_map(PathEl::end_point).all(|p| path.contains(p.lerp(middle, OUT)))
}

/// A colour as it is seen on white, of which so much covers what is below.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two bytes")]
pub(super) fn on_white(Rgb(rgb): Rgb, cover: f64) -> Rgb {
    if cover >= 1.0 {
        return Rgb(rgb);
    }
    Rgb(rgb.map(|part| (255.0 - (255.0 - f64::from(part)) * cover).round() as u8))
}
