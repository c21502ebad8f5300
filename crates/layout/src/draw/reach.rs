//! How far drawings reach beyond a frame.

use kurbo::{Affine, BezPath, PathEl, Point};

use super::frame::Frame;
use super::painter::OVERSHOOT;
use crate::scene::{Draw, Leaf, leaves};

/// How far the paths of drawings reach outside a frame, in mm; zero or less for those inside.
pub fn outside(draws: &[Draw], transform: Affine, frame: &Frame) -> f64 {
    let each = leaves(draws, transform).filter_map(|leaf| path_outside(&leaf, frame));
    each.fold(f64::NEG_INFINITY, f64::max)
}

/// How far a path reaches outside a frame, in mm; none for what is no path.
pub fn path_outside(leaf: &Leaf<'_>, frame: &Frame) -> Option<f64> {
    let path = leaf.draw.path()?;
    let near = frame.excess(path.control_box(), leaf.frame);
    Some(if near <= OVERSHOOT { near } else { farthest(path, leaf.frame, |p| frame.outside(p)) })
}

/// The same by the outline itself, whose corners may be round, and not by the box that holds it.
pub fn outside_corners(draws: &[Draw], transform: Affine, frame: &Frame) -> f64 {
    let corners =
        |leaf: Leaf<'_>| Some(farthest(leaf.draw.path()?, leaf.frame, |p| frame.outside_corners(p)));
    leaves(draws, transform).filter_map(corners).fold(f64::NEG_INFINITY, f64::max)
}

fn farthest(path: &BezPath, transform: Affine, outside: impl Fn(Point) -> f64) -> f64 {
    let mut most = f64::NEG_INFINITY;
    kurbo::flatten(transform * path.clone(), 0.01, |element| {
        if let PathEl::MoveTo(p) | PathEl::LineTo(p) = element {
            most = most.max(outside(p));
        }
    });
    most
}
