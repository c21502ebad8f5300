//! Places along the ways that paths run, by their share of the length.

use kurbo::{BezPath, ParamCurve, Point};

use super::figure;
use crate::layout::draw::frame::Frame;
use crate::settle::Way;
use crate::spec::values::value::{Pair, Where};

/// A curve is measured by so many chords for each of its parts.
const CHORDS: u32 = 128;

/// The place along a way in a frame, as a way from its middle.
pub fn stop(way: &Way, frame: &Frame) -> Where {
    let edges = frame.edges();
    let path = match way.to {
        Some(to) => figure::edge_to_edge(&edges, way.from, to),
        None => figure::edge_to_middle(&edges, way.from),
    };
    let Point { x, y } = along(&path, way.share);
    Where::Offset(Pair { x, y })
}

/// The point after such a share of a path's length.
fn along(path: &BezPath, share: f64) -> Point {
    let part = |n: u32| f64::from(n) / f64::from(CHORDS);
    let on = path.segments().flat_map(|segment| (1..=CHORDS).map(move |n| segment.eval(part(n))));
    let start = path.segments().next().map(|segment| segment.eval(0.0));
    let points: Vec<Point> = start.into_iter().chain(on).collect();
    let length: f64 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let mut left = length * share;
    for pair in points.windows(2) {
        let chord = pair[0].distance(pair[1]);
        if left <= chord {
            return pair[0].lerp(pair[1], left / chord.max(1e-12));
        }
        left -= chord;
    }
    points.last().copied().unwrap_or_default()
}
