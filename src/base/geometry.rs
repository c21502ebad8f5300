//! Measures of plane shapes that several rooms need.

use kurbo::{Point, Rect};

/// The corners of a box, clockwise as seen from its top left one.
pub fn corners(r: Rect) -> [Point; 4] {
    [(r.x0, r.y0), (r.x1, r.y0), (r.x1, r.y1), (r.x0, r.y1)].map(Point::from)
}

/// The least and the greatest of some numbers.
pub fn span(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), v| (least.min(v), most.max(v)))
}

/// How far a box reaches over the farthest edge of another, in mm; negative by its distance from the nearest edge where
/// it stays inside.
pub fn beyond(inner: Rect, outer: Rect) -> f64 {
    (outer.x0 - inner.x0).max(outer.y0 - inner.y0).max(inner.x1 - outer.x1).max(inner.y1 - outer.y1)
}
