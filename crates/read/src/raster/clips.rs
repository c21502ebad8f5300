//! Keeps the open clips of a canvas, and cuts drawings along them.
//!
//! - In: the outlines of clips and drawings, in canvas pixels.
//! - Out: the part of a drawing that is inside all convex clips, and a mask for the other clips.
//!
//! Most clips are convex polygons, such as boxes and cells. Cutting a path along their sides and painting the
//! rest is faster than painting the whole path through a mask.

use std::borrow::Cow;

use kurbo::{BezPath, PathEl, Point, Rect, Shape, Vec2};

use super::canvas::{Mask, fill_mask, is_empty, is_paintable};
use super::masks::{Masks, combine, times};
use crate::hayro::FillRule;
use hexpress_base::pixel_size::PixelSize;

/// The largest number of corners of a convex clip. A clip with more corners becomes a mask.
const MAX_CORNERS: usize = 8;
/// The largest number of convex clips that are open at the same time. Further convex clips become masks,
/// because every drawing is compared with all convex clips.
const MAX_CONVEX_CLIPS: usize = 16;

/// The open clips of a canvas, from the outermost to the innermost.
pub struct Clips {
    open: Vec<Clip>,
    /// The number of open clips that are convex polygons.
    convex: usize,
    /// The part of the canvas that is visible without clips.
    all: Rect,
    masks: Masks,
}

/// An open clip.
struct Clip {
    /// The box outside which nothing is visible. The box is empty if nothing is visible.
    bounds: Rect,
    shape: ClipShape,
}

enum ClipShape {
    /// A convex polygon.
    Convex(Vec<ClipSide>),
    /// A clip of any other shape.
    Masked {
        /// The opacity that this clip and all outer masks give to each pixel.
        mask: Mask,
        /// The box outside which all values of the mask are 0.
        area: Rect,
    },
    /// A clip that hides everything.
    Empty,
}

/// A side of a convex polygon, as an infinite line.
struct ClipSide {
    /// The unit vector that points to the inner side of the line.
    normal: Vec2,
    /// The distance of the line from the origin, in the direction of `normal`.
    offset: f64,
}

impl ClipSide {
    /// Returns the distance of a point from the line. The distance is positive on the inner side.
    fn distance(&self, point: Point) -> f64 {
        self.normal.dot(point.to_vec2()) - self.offset
    }
}

impl Clips {
    /// Creates an empty list of clips. `all` is the part of the canvas that is visible.
    pub fn new(size: PixelSize, all: Rect) -> Self {
        Self { open: Vec::new(), convex: 0, all, masks: Masks::new(size) }
    }

    /// Returns the box outside which nothing is visible.
    pub fn visible(&self) -> Rect {
        self.open.last().map_or(self.all, |clip| clip.bounds)
    }

    /// Opens a clip.
    pub fn open(&mut self, path: &BezPath, rule: FillRule) {
        let area = path.bounding_box();
        let bounds = area.intersect(self.visible());
        let shape = if is_empty(bounds) {
            ClipShape::Empty
        } else if let Some(sides) = sides(path).filter(|_| self.convex < MAX_CONVEX_CLIPS) {
            self.convex += 1;
            ClipShape::Convex(sides)
        } else {
            self.masked(path, rule, area).map_or(ClipShape::Empty, |mask| ClipShape::Masked { mask, area })
        };
        let bounds = if let ClipShape::Empty = shape { Rect::ZERO } else { bounds };
        self.open.push(Clip { bounds, shape });
    }

    /// Returns the mask of a clip. Returns `None` if the path cannot be painted.
    fn masked(&mut self, path: &BezPath, rule: FillRule, area: Rect) -> Option<Mask> {
        if !is_paintable(path) {
            return None;
        }
        let mut mask = self.masks.blank()?;
        fill_mask(&mut mask, path, rule);
        if let Some(outer) = self.mask() {
            combine(&mut mask, outer, self.masks.rows(area), times);
        }
        Some(mask)
    }

    /// Closes the innermost clip.
    pub fn close(&mut self) {
        match self.open.pop().map(|clip| clip.shape) {
            Some(ClipShape::Masked { mask, area }) => self.masks.recycle(mask, area),
            Some(ClipShape::Convex(_)) => self.convex -= 1,
            Some(ClipShape::Empty) | None => {}
        }
    }

    /// Returns the part of `path` that is inside all convex clips.
    pub fn clip_to_convex<'p>(&self, path: &'p BezPath) -> Cow<'p, BezPath> {
        let mut path = Cow::Borrowed(path);
        for clip in &self.open {
            let ClipShape::Convex(sides) = &clip.shape else { continue };
            let area = path.control_box();
            // The rasterizer does not paint a path that has an infinite coordinate.
            if area.is_finite() && !are_inside(sides, corners(area)) && !are_inside(sides, points(&path)) {
                path = Cow::Owned(clip_to_polygon(&path, sides));
            }
        }
        path
    }

    /// Returns the mask of all clips that are not convex. Returns `None` if all clips are convex.
    pub fn mask(&self) -> Option<&Mask> {
        self.open.iter().rev().find_map(|clip| match &clip.shape {
            ClipShape::Masked { mask, .. } => Some(mask),
            ClipShape::Convex(_) | ClipShape::Empty => None,
        })
    }

    /// Returns the product of `mask` and [`Self::mask`] in an area. Returns `None` if [`Self::mask`] is
    /// `None`.
    pub fn product(&mut self, mask: &Mask, area: Rect) -> Option<Mask> {
        self.mask()?;
        let mut product = self.masks.blank()?;
        let rows = self.masks.rows(area);
        combine(&mut product, self.mask()?, rows.clone(), |_, clips| clips);
        combine(&mut product, mask, rows, times);
        Some(product)
    }

    /// Takes a mask back for reuse. All pixels of the mask outside `area` must be 0.
    pub fn recycle_mask(&mut self, mask: Mask, area: Rect) {
        self.masks.recycle(mask, area);
    }
}

/// Returns the part of a path that is inside a convex polygon. `sides` are the sides of this polygon. Each
/// subpath is converted to straight lines, and then cut along one side after the other (Sutherland and
/// Hodgman, "Reentrant polygon clipping", 1974).
fn clip_to_polygon(path: &BezPath, sides: &[ClipSide]) -> BezPath {
    /// The largest distance between a curve and its polygon, in pixels.
    const FLATNESS: f64 = 0.02;
    /// For huge paths, the largest distance between a curve and its polygon, as a fraction of the size
    /// of the path. Without this constant, the polygon would have too many corners.
    const HUGE_PATH_FLATNESS: f64 = 1e-7;
    let size = path.control_box().size();
    let flatness = FLATNESS.max(size.width.max(size.height) * HUGE_PATH_FLATNESS);
    let mut parts: Vec<Vec<Point>> = Vec::new();
    let mut start = None;
    kurbo::flatten(path.iter(), flatness, |element| match element {
        PathEl::MoveTo(to) => {
            parts.push(vec![to]);
            start = Some(to);
        }
        PathEl::LineTo(to) => parts.last_mut().into_iter().for_each(|part| part.push(to)),
        // After a closing operator, a line without a move starts at the point where the closed part starts.
        PathEl::ClosePath => parts.push(start.into_iter().collect()),
        // Flattening a path leaves no curves.
        PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
    });
    let mut inside = BezPath::new();
    for part in parts {
        let part = sides.iter().fold(part, cut_along);
        // A part with fewer than three corners has no area.
        if let [first, rest @ ..] = part.as_slice()
            && rest.len() > 1
        {
            inside.move_to(*first);
            rest.iter().for_each(|corner| inside.line_to(*corner));
            inside.close_path();
        }
    }
    inside
}

/// Returns the part of a polygon that is on the inner side of a line.
fn cut_along(polygon: Vec<Point>, side: &ClipSide) -> Vec<Point> {
    if polygon.iter().all(|corner| side.distance(*corner) >= 0.0) {
        return polygon;
    }
    let mut inside = Vec::with_capacity(polygon.len() + 2);
    let Some(mut from) = polygon.last().copied() else { return inside };
    let mut before = side.distance(from);
    for to in polygon {
        let after = side.distance(to);
        if (before < 0.0) != (after < 0.0) {
            inside.push(from.lerp(to, before / (before - after)));
        }
        if after >= 0.0 {
            inside.push(to);
        }
        (from, before) = (to, after);
    }
    inside
}

/// Returns whether points are on the inner side of all sides.
fn are_inside(sides: &[ClipSide], mut points: impl Iterator<Item = Point>) -> bool {
    /// The distance by which a point may be outside, in pixels. It is needed because coordinates in
    /// files are rounded.
    const MAX_DISTANCE_OUTSIDE: f64 = 1.0 / 64.0;
    points.all(|point| sides.iter().all(|side| side.distance(point) >= -MAX_DISTANCE_OUTSIDE))
}

/// Returns the sides of a path. Returns `None` if the path is not a convex polygon, or has too many
/// corners.
fn sides(path: &BezPath) -> Option<Vec<ClipSide>> {
    let corners = polygon(path)?;
    let turn = path.area().signum();
    let next = corners.iter().cycle().skip(1);
    let sides: Vec<ClipSide> = corners
        .iter()
        .zip(next)
        .map(|(from, to)| {
            let along = *to - *from;
            let normal = Vec2::new(-along.y, along.x) * (turn / along.hypot());
            ClipSide { normal, offset: normal.dot(from.to_vec2()) }
        })
        .collect();
    are_inside(&sides, corners.iter().copied()).then_some(sides)
}

/// Returns the corners of a path. Returns `None` if the path has curves, several parts, too few
/// corners or too many corners.
fn polygon(path: &BezPath) -> Option<Vec<Point>> {
    let mut corners: Vec<Point> = Vec::with_capacity(MAX_CORNERS + 1);
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(to) if corners.is_empty() => corners.push(to),
            PathEl::LineTo(to) if corners.len() <= MAX_CORNERS => corners.push(to),
            PathEl::ClosePath => {}
            _ => return None,
        }
    }
    corners.dedup();
    if corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    (3..=MAX_CORNERS).contains(&corners.len()).then_some(corners)
}

fn corners(area: Rect) -> impl Iterator<Item = Point> {
    [(area.x0, area.y0), (area.x1, area.y0), (area.x1, area.y1), (area.x0, area.y1)]
        .into_iter()
        .map(Point::from)
}

/// Returns all points of a path, including the control points of its curves. The path is inside
/// their hull.
fn points(path: &BezPath) -> impl Iterator<Item = Point> + '_ {
    path.elements()
        .iter()
        .flat_map(|element| match *element {
            PathEl::MoveTo(a) | PathEl::LineTo(a) => [Some(a), None, None],
            PathEl::QuadTo(a, b) => [Some(a), Some(b), None],
            PathEl::CurveTo(a, b, c) => [Some(a), Some(b), Some(c)],
            PathEl::ClosePath => [None; 3],
        })
        .flatten()
}
