//! How far drawings reach beyond a frame.

use kurbo::{Affine, BezPath, PathEl};

use super::frame::Frame;
use crate::layout::elements::face::OVERSHOOT;
use crate::scene::Draw;

/// How far the paths of drawings reach outside a frame, in mm; zero or less for those inside.
pub fn outside(draws: &[Draw], transform: Affine, frame: &Frame) -> f64 {
    let mut most = f64::NEG_INFINITY;
    for draw in draws {
        let reach = match draw {
            Draw::Group(group) => outside(&group.draws, transform * group.transform, frame),
            Draw::Path { path, .. } | Draw::EvenOdd { path, .. } => {
                let near = frame.excess(path.control_box(), transform);
                if near <= OVERSHOOT { near } else { path_outside(path, transform, frame) }
            }
            _ => continue,
        };
        most = most.max(reach);
    }
    most
}

/// The same by the outline itself, whose corners may be round, and not by the box that holds it.
pub fn outside_corners(draws: &[Draw], transform: Affine, frame: &Frame) -> f64 {
    let each = draws.iter().map(|draw| match draw {
        Draw::Group(group) => outside_corners(&group.draws, transform * group.transform, frame),
        Draw::Path { path, .. } | Draw::EvenOdd { path, .. } => {
            let mut most = f64::NEG_INFINITY;
            kurbo::flatten(transform * path.clone(), 0.01, |element| {
                if let PathEl::MoveTo(p) | PathEl::LineTo(p) = element {
                    most = most.max(frame.outside_corners(p));
                }
            });
            most
        }
        _ => f64::NEG_INFINITY,
    });
    each.fold(f64::NEG_INFINITY, f64::max)
}

fn path_outside(path: &BezPath, transform: Affine, frame: &Frame) -> f64 {
    let mut most = f64::NEG_INFINITY;
    kurbo::flatten(transform * path.clone(), 0.01, |element| {
        if let PathEl::MoveTo(p) | PathEl::LineTo(p) = element {
            most = most.max(frame.outside(p));
        }
    });
    most
}
