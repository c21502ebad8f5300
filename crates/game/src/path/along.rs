//! Measures paths, and finds points at equal distances along them.

use kurbo::{BezPath, ParamCurve, ParamCurveArclen, ParamCurveDeriv, PathEl, Point, Vec2};

/// The accuracy of lengths along a path, in mm.
const LENGTH_ACCURACY_MM: f64 = 1e-6;

/// A path counts as closed if its two ends are at most this far apart, in mm.
const MAX_CLOSED_GAP_MM: f64 = 0.01;

/// A point on a path.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StopAlong {
    pub point: Point,
    /// The direction of the path at this point. The length of this vector does not matter.
    pub direction: Vec2,
}

pub fn length(path: &BezPath) -> f64 {
    path.segments().map(|segment| segment.arclen(LENGTH_ACCURACY_MM)).sum()
}

/// Returns `count` points at equal distances along a path.
///
/// On an open path, the first and the last point are the two ends. On a closed path, both ends are
/// the same point, so it is returned only once.
pub fn evenly_spaced(path: &BezPath, count: usize) -> Vec<StopAlong> {
    let segments: Vec<_> =
        path.segments().map(|segment| (segment, segment.arclen(LENGTH_ACCURACY_MM))).collect();
    let whole: f64 = segments.iter().map(|(_, length)| length).sum();
    let gaps = if is_closed(path) { count } else { count.saturating_sub(1) };
    let gap = whole / gaps.max(1) as f64;
    let mut stops = Vec::with_capacity(count);
    let (mut passed, mut remaining) = (0.0, segments.iter().peekable());
    for number in 0..count {
        let wanted = number as f64 * gap;
        while let Some((_, own)) = remaining.peek()
            && passed + own < wanted - LENGTH_ACCURACY_MM
        {
            passed += own;
            remaining.next();
        }
        let Some((segment, own)) = remaining.peek().or(segments.last().as_ref()).copied() else { break };
        let at = segment.inv_arclen((wanted - passed).clamp(0.0, *own), LENGTH_ACCURACY_MM);
        let direction = segment.to_cubic().deriv().eval(at).to_vec2();
        stops.push(StopAlong { point: segment.eval(at), direction });
    }
    stops
}

/// Returns whether a path ends where it begins.
fn is_closed(path: &BezPath) -> bool {
    let (first, last) = (path.segments().next(), path.segments().last());
    matches!(path.elements().last(), Some(PathEl::ClosePath))
        || first.zip(last).is_some_and(|(first, last)| first.start().distance(last.end()) < MAX_CLOSED_GAP_MM)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(path: &str, count: usize) -> Vec<(f64, f64)> {
        let stops = evenly_spaced(&BezPath::from_svg(path).unwrap(), count);
        stops.iter().map(|stop| (stop.point.x.round(), stop.point.y.round())).collect()
    }

    #[test]
    fn an_open_path_has_points_at_both_ends_and_a_closed_one_no_point_twice() {
        assert_eq!(points("M 0 0 H 30", 4), [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (30.0, 0.0)]);
        assert_eq!(points("M 0 0 H 10 V 10 H 0 Z", 4), [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]);
        assert_eq!(points("M 0 0 H 30", 1), [(0.0, 0.0)]);
        assert_eq!(points("M 0 0 H 30", 0), []);
    }
}
