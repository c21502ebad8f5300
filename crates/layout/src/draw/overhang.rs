//! Measures how far drawings extend outside a frame.
//!
//! - In: drawings, and a frame.
//! - Out: how far outside the frame the farthest point of the drawings is, in mm. The value is
//!   negative if all points are inside.
//! - Not here: measuring text (`bleed`).

use kurbo::{Affine, BezPath, ParamCurve as _, PathEl, Point};

use super::frame::Frame;
use super::painter::OVERSHOOT;
use hexpress_scene::{Drawing, Leaf, leaves};

/// Returns how far the paths of drawings extend outside a frame, in mm.
///
/// The result is zero or negative if all paths are inside. `transform` maps the drawings into the
/// frame.
pub fn of_drawings(drawings: &[Drawing], transform: Affine, frame: &Frame) -> f64 {
    leaves(drawings, transform).filter_map(|leaf| of_path(&leaf, frame)).fold(f64::NEG_INFINITY, f64::max)
}

/// Returns how far a path extends outside a frame, in mm. Returns `None` if the drawing is not a path.
///
/// The result is exact only if it is greater than [`OVERSHOOT`]. Otherwise, it may be slightly too
/// large.
pub fn of_path(leaf: &Leaf<'_>, frame: &Frame) -> Option<f64> {
    let path = leaf.draw.path()?;
    let upper_bound = frame.box_distance_outside(path.control_box(), leaf.frame);
    Some(match upper_bound <= OVERSHOOT {
        true => upper_bound,
        false => farthest(path, leaf.frame, frame.has_form(), |point| frame.outside(point)),
    })
}

/// Returns how far the paths of drawings extend outside a frame, in mm. Unlike [`of_drawings`], takes
/// the round corners of the frame into account.
pub fn of_drawings_with_corners(drawings: &[Drawing], transform: Affine, frame: &Frame) -> f64 {
    leaves(drawings, transform)
        .filter_map(|leaf| {
            Some(farthest(leaf.draw.path()?, leaf.frame, frame.has_form(), |point| {
                frame.outside_corners(point)
            }))
        })
        .fold(f64::NEG_INFINITY, f64::max)
}

/// Returns the largest value that `outside` has at any point of a path.
///
/// If the frame may have dents, tests points all along the path. Otherwise, replaces curves by short
/// lines, and tests only the ends of lines. If both ends of a line are inside a frame without dents,
/// the line is inside, too.
fn farthest(path: &BezPath, transform: Affine, has_dents: bool, outside: impl Fn(Point) -> f64) -> f64 {
    /// The distance between the points along a line, in mm.
    const STEP: f64 = 1.0;
    let mut most = f64::NEG_INFINITY;
    if has_dents {
        for segment in (transform * path.clone()).segments() {
            let (from, to) = (segment.start(), segment.end());
            let steps = (from.distance(to) / STEP).ceil().clamp(1.0, 2000.0) as u32;
            let points = (0..=steps).map(|n| segment.eval(f64::from(n) / f64::from(steps)));
            most = points.map(&outside).fold(most, f64::max);
        }
        return most;
    }
    kurbo::flatten(transform * path.clone(), 0.01, |element| {
        if let PathEl::MoveTo(p) | PathEl::LineTo(p) = element {
            most = most.max(outside(p));
        }
    });
    most
}
