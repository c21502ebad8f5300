//! Measures of plane shapes that several rooms need.

use kurbo::{Rect, Size};

/// How far a box reaches over the farthest edge of another, in mm; negative by its distance from the nearest edge where
/// it stays inside.
pub fn beyond(inner: Rect, outer: Rect) -> f64 {
    (outer.x0 - inner.x0).max(outer.y0 - inner.y0).max(inner.x1 - outer.x1).max(inner.y1 - outer.y1)
}

/// A size with so many mm more on each side, or less where it is negative.
pub fn grown(size: Size, by: f64) -> Size {
    Size::new(size.width + 2.0 * by, size.height + 2.0 * by)
}
