//! Draws strands that swell, as areas between two curves.
//!
//! - In: a curve for a parameter from 0 to 1, and half of its width.
//! - Out: closed outlines, which must be filled by the nonzero rule.
//! - Not here: choosing the widths (`Strand`).

use kurbo::{BezPath, Point, Vec2};

use super::curve::{CurvePoint, add_closed_curve, add_curve};

/// The slope of an edge at a point is computed from two other points: one before it, and one after it. This
/// constant is their distance from the point, as a fraction of the parameter range of one Bézier curve.
const STEP: f64 = 1e-3;

struct RibbonEdge<P, W> {
    at: P,
    half: W,
    /// 1 for the edge to the right of the strand, and -1 for the edge to its left.
    side: f64,
    step: f64,
}

impl<P: Fn(f64) -> CurvePoint, W: Fn(f64) -> f64> RibbonEdge<P, W> {
    fn point(&self, t: f64) -> Point {
        let CurvePoint { point, tangent } = (self.at)(t);
        let normal = Vec2::new(-tangent.y, tangent.x) / tangent.hypot().max(f64::MIN_POSITIVE);
        point + normal * (self.side * (self.half)(t))
    }

    fn at(&self, t: f64) -> CurvePoint {
        let tangent = (self.point(t + self.step) - self.point(t - self.step)) / (2.0 * self.step);
        CurvePoint { point: self.point(t), tangent }
    }

    fn backwards(&self, t: f64) -> CurvePoint {
        let CurvePoint { point, tangent } = self.at(1.0 - t);
        CurvePoint { point, tangent: -tangent }
    }
}

fn edges<P: Fn(f64) -> CurvePoint + Copy, W: Fn(f64) -> f64 + Copy>(
    pieces: u32,
    at: P,
    half: W,
) -> [RibbonEdge<P, W>; 2] {
    let step = STEP / f64::from(pieces);
    [1.0, -1.0].map(|side| RibbonEdge { at, half, side, step })
}

/// Adds the outline of an open strand.
pub fn add_ribbon(
    path: &mut BezPath,
    pieces: u32,
    at: impl Fn(f64) -> CurvePoint + Copy,
    half: impl Fn(f64) -> f64 + Copy,
) {
    let [right, left] = edges(pieces, at, half);
    add_curve(path, pieces, |t| right.at(t));
    let mut back = BezPath::new();
    add_curve(&mut back, pieces, |t| left.backwards(t));
    let mut elements = back.into_iter();
    if let Some(kurbo::PathEl::MoveTo(start)) = elements.next() {
        path.line_to(start);
    }
    path.extend(elements);
    path.close_path();
}

/// Adds the outline of a strand that is a closed curve.
pub fn add_closed_ribbon(
    path: &mut BezPath,
    pieces: u32,
    at: impl Fn(f64) -> CurvePoint + Copy,
    half: impl Fn(f64) -> f64 + Copy,
) {
    let [right, left] = edges(pieces, at, half);
    add_closed_curve(path, pieces, |t| right.at(t));
    add_closed_curve(path, pieces, |t| left.backwards(t));
}
