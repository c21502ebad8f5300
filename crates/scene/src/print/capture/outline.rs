//! Measures outlines: the distance between two outlines, and the moments of an area.

use kurbo::{BezPath, Point, Vec2};

/// To compare two outlines, points on one of them are checked. Neighbouring points are at most this distance
/// apart, in mm.
const STEP: f64 = 0.5;
/// The largest distance between an outline and the polygon by which it is approximated, in mm.
pub const FLATNESS: f64 = 0.001;

/// Returns the centroid and the spread of an area. The spread is the root mean square of the distances
/// from the centroid, horizontally and vertically. `near` is a point near the area.
///
/// The area is approximated by a polygon, whose moments are computed by Green's theorem.
pub fn moments(area: &BezPath, near: Point) -> (Point, Vec2) {
    let (mut whole, mut first, mut second) = (0.0, Vec2::ZERO, Vec2::ZERO);
    for line in lines(area) {
        let (a, b) = (line.p0 - near, line.p1 - near);
        let cross = a.cross(b);
        whole += cross / 2.0;
        first += (a + b) * (cross / 6.0);
        second +=
            Vec2::new(a.x * a.x + a.x * b.x + b.x * b.x, a.y * a.y + a.y * b.y + b.y * b.y) * (cross / 12.0);
    }
    let centre = first / whole;
    let mean = second / whole;
    let spread = Vec2::new((mean.x - centre.x * centre.x).sqrt(), (mean.y - centre.y * centre.y).sqrt());
    (near + centre, spread)
}

/// Returns the largest distance of a point of the outline `from` to the outline `to`, in mm.
pub fn largest_distance(from: &BezPath, to: &BezPath) -> f64 {
    let lines = lines(to);
    let nearest = |point: Point| {
        let squares =
            lines.iter().map(|line| kurbo::ParamCurveNearest::nearest(line, point, 1e-6).distance_sq);
        squares.fold(f64::INFINITY, f64::min)
    };
    let points = self::lines(from).into_iter().flat_map(|line| {
        let count = ((line.p1 - line.p0).hypot() / STEP).ceil().clamp(1.0, 2000.0) as u32;
        (0..=count).map(move |i| line.p0.lerp(line.p1, f64::from(i) / f64::from(count)))
    });
    points.map(nearest).fold(0.0, f64::max).sqrt()
}

/// Returns the straight lines that approximate a path.
fn lines(path: &BezPath) -> Vec<kurbo::Line> {
    let mut flat = BezPath::new();
    kurbo::flatten(path, FLATNESS, |element| flat.push(element));
    let segments = flat.segments();
    segments
        .filter_map(|segment| match segment {
            kurbo::PathSeg::Line(line) => Some(line),
            _ => None,
        })
        .collect()
}
