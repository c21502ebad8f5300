//! Finds points on the edge of a drawing.
//!
//! - In: a drawing.
//! - Out: visible points just inside the edge.
//! - Not here: finding what covers the points.

use kurbo::{ParamCurve, ParamCurveDeriv, PathSeg, Point, Rect, Vec2};

use crate::facts::item::tight_corners;
use hexpress_read::{Item, ItemKind};

/// The distance from the edge to the points, in mm.
const EDGE_DISTANCE_MM: f64 = 0.01;
/// At most this number of segments of an outline are examined. If an outline has more, the examined ones
/// are spread evenly over it.
const MAX_SEGMENTS: usize = 64;

/// Returns points just inside the edge of the visible part of a drawing.
pub(super) fn rim_points(item: &Item, visible: Rect) -> Vec<Point> {
    let mut rim = Vec::new();
    match &item.kind {
        ItemKind::Path { path, stroke, .. } => {
            let half_width = stroke.as_ref().map_or(0.0, |stroke| stroke.width / 2.0);
            let step = path.kinds().len() / MAX_SEGMENTS + 1;
            for segment in path.segments().step_by(step) {
                let shares: &[f64] = if matches!(segment, PathSeg::Line(_)) {
                    &[0.0, 0.5, 1.0]
                } else {
                    &[0.0, 0.25, 0.5, 0.75, 1.0]
                };
                rim.extend(shares.iter().flat_map(|&t| edges_of_line(segment, t, half_width)));
            }
        }
        ItemKind::Text(text) => rim.extend(corners_and_middles(tight_corners(text))),
        ItemKind::Image { corners, .. } => rim.extend(corners_and_middles(**corners)),
    }
    rim.into_iter().map(|point| moved_inside(point, visible)).collect()
}

/// Moves a point into a box and slightly towards the centre of the box.
fn moved_inside(point: Point, visible: Rect) -> Point {
    let centre = visible.center();
    let inner = Point::new(point.x.clamp(visible.x0, visible.x1), point.y.clamp(visible.y0, visible.y1));
    let distance = inner.distance(centre);
    if distance > EDGE_DISTANCE_MM { inner.lerp(centre, EDGE_DISTANCE_MM / distance) } else { centre }
}

/// Returns the four corners and the middles of the four sides, clockwise.
fn corners_and_middles([a, b, c, d]: [Point; 4]) -> [Point; 8] {
    [a, a.midpoint(b), b, b.midpoint(c), c, c.midpoint(d), d, d.midpoint(a)]
}

/// Returns two opposite points on the two edges of a line. The point halfway between them is the point
/// of `segment` at the parameter `t`.
///
/// If the line has no width, both points are equal to the point of `segment`.
fn edges_of_line(segment: PathSeg, t: f64, half_width: f64) -> [Point; 2] {
    let place = segment.eval(t);
    let direction = match segment {
        PathSeg::Line(line) => line.p1 - line.p0,
        PathSeg::Quad(quad) => quad.deriv().eval(t).to_vec2(),
        PathSeg::Cubic(cubic) => cubic.deriv().eval(t).to_vec2(),
    };
    let length = direction.hypot();
    let across =
        if length > 0.0 { Vec2::new(-direction.y, direction.x) * (half_width / length) } else { Vec2::ZERO };
    [place + across, place - across]
}
