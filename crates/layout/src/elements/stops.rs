//! Computes the places of stops: places along the paths that cross a piece.
//!
//! - In: a stop, which consists of the edges that a path joins, and a position along the path, from 0
//!   to 1.
//! - Out: a place, as an offset from the middle of the piece.
//! - Not here: drawing the paths (`shape`).

use kurbo::{BezPath, ParamCurve, Point};

use super::figure;
use crate::draw::frame::Frame;
use hexpress_language::values::value::{ElementPlace, Pair};
use hexpress_settle::PathStop;

/// The number of chords into which a segment of a path is divided to measure its length.
const CHORDS: u32 = 128;

/// Returns the place of a stop along its path, as an offset from the middle of the frame.
pub fn stop_place(stop: &PathStop, frame: &Frame) -> ElementPlace {
    let edges = frame.edges();
    let path = match stop.path.to {
        Some(to) => figure::edge_to_edge(&edges, stop.path.from, to),
        None => figure::edge_to_middle(&edges, stop.path.from),
    };
    let Point { x, y } = point_along(&path, stop.share);
    ElementPlace::Offset(Pair { x, y })
}

/// Returns a point of a path. `share` is the position of the point, as a fraction of the path's
/// length. Returns the origin if the path is empty.
fn point_along(path: &BezPath, share: f64) -> Point {
    let mut points: Vec<Point> =
        path.segments().next().map(|segment| segment.eval(0.0)).into_iter().collect();
    for segment in path.segments() {
        points.extend((1..=CHORDS).map(|n| segment.eval(f64::from(n) / f64::from(CHORDS))));
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_a_straight_path_is_the_same_share_of_its_length() {
        let mut path = BezPath::new();
        path.move_to((0.0, 0.0));
        path.line_to((10.0, 0.0));
        for share in [0.0, 0.25, 1.0] {
            assert!(point_along(&path, share).distance(Point::new(10.0 * share, 0.0)) < 1e-9);
        }
        assert_eq!(point_along(&BezPath::new(), 0.5), Point::ZERO);
    }
}
