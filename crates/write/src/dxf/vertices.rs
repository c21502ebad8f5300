//! Converts paths to polylines of straight lines and arcs, because DXF R12 has no curves.
//!
//! - In: a path in mm.
//! - Out: vertices, each with the bulge of the arc to the next one.

use kurbo::{BezPath, ParamCurve as _, PathEl, PathSeg, Point};

/// The largest distance between a curve and the line or arc that replaces it, in mm.
const MAX_CURVE_ERROR_MM: f64 = 0.002;
/// The distance, in mm, below which two points count as the same.
const SAME_POINT_MM: f64 = 0.000_5;
/// A curve is compared with the line or arc that replaces it, at this number of points.
const SAMPLES: u32 = 12;
/// How many times a curve is halved, at most. Each halving divides the error of a smooth curve by eight, so
/// only cusps reach this limit.
const HALVINGS: u32 = 12;

/// A corner of a polyline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vertex {
    pub at: Point,
    /// Describes the arc from this vertex to the next one: the tangent of a quarter of the arc's angle.
    /// Positive if the arc runs anticlockwise, and 0 for a straight line.
    pub bulge: f64,
}

/// Connected straight lines and arcs.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Polyline {
    pub vertices: Vec<Vertex>,
    /// Whether a line or an arc joins the last vertex to the first one.
    pub is_closed: bool,
}

/// Returns a polyline for each subpath of a path. Subpaths without length are left out.
pub fn polylines(path: &BezPath) -> Vec<Polyline> {
    let mut lines = Vec::new();
    let mut part = Vec::new();
    for element in path.elements() {
        if let PathEl::MoveTo(_) = element {
            lines.extend(polyline(std::mem::take(&mut part)));
        }
        part.push(*element);
    }
    lines.extend(polyline(part));
    lines
}

/// Returns the polyline for a single subpath. Returns `None` if the subpath has no length.
fn polyline(part: Vec<PathEl>) -> Option<Polyline> {
    let is_closed = part.last() == Some(&PathEl::ClosePath);
    let mut line = Polyline { vertices: Vec::new(), is_closed };
    let mut end = Point::ZERO;
    for segment in BezPath::from_vec(part).segments() {
        line.append(&segment, 0.0, 1.0, HALVINGS);
        end = segment.end();
    }
    let first = line.vertices.first()?.at;
    if first.distance(end) < SAME_POINT_MM {
        line.is_closed = true;
    } else {
        line.vertices.push(Vertex { at: end, bulge: 0.0 });
    }
    Some(line)
}

impl Polyline {
    /// Appends the vertices that replace the part of a curve between the parameters `from` and `to`. The last
    /// vertex of the part is left out, because it is the first vertex of the next part.
    fn append(&mut self, curve: &PathSeg, from: f64, to: f64, halvings: u32) {
        let ends = [from, to].map(|t| curve.eval(t));
        let middle = (from + to) / 2.0;
        if matches!(curve, PathSeg::Line(_)) {
            if ends[0].distance(ends[1]) >= SAME_POINT_MM {
                self.vertices.push(Vertex { at: ends[0], bulge: 0.0 });
            }
            return;
        }
        let mut points =
            (1..=SAMPLES).map(|i| curve.eval(from + (to - from) * f64::from(i) / f64::from(SAMPLES)));
        if points.clone().all(|point| point.distance(ends[0]) < SAME_POINT_MM) {
            return;
        }
        match Replacement::through(ends[0], curve.eval(middle), ends[1]) {
            Some(replacement) if points.all(|point| replacement.passes(point)) => {
                self.vertices.push(Vertex { at: ends[0], bulge: replacement.bulge });
            }
            _ if halvings == 0 => self.vertices.push(Vertex { at: ends[0], bulge: 0.0 }),
            _ => {
                self.append(curve, from, middle, halvings - 1);
                self.append(curve, middle, to, halvings - 1);
            }
        }
    }
}

/// An arc or a straight line between two points.
#[derive(Debug, Clone, Copy)]
struct Replacement {
    ends: [Point; 2],
    /// The centre and the radius of the arc. `None` for a straight line.
    circle: Option<(Point, f64)>,
    bulge: f64,
}

impl Replacement {
    /// Returns the arc from `start` to `end` that passes through `between`. Returns `None` if the
    /// arc would be longer than half a circle.
    fn through(start: Point, between: Point, end: Point) -> Option<Self> {
        let (first, second) = (between - start, end - between);
        let (turn, ahead) = (first.cross(second), first.dot(second));
        if ahead <= 0.0 {
            return None;
        }
        let ends = [start, end];
        let chord = end - start;
        // `turn / chord.hypot()` is the distance from `between` to the chord, which is about the height of
        // the arc. A flatter arc counts as a straight line.
        if (turn / chord.hypot()).abs() < MAX_CURVE_ERROR_MM / 10.0 {
            return Some(Self { ends, circle: None, bulge: 0.0 });
        }
        // The angle a between `first` and `second` is half of the angle of the arc. The bulge is therefore
        // tan(a / 2) = sin(a) / (1 + cos(a)).
        let bulge = turn / (first.hypot() * second.hypot() + ahead);
        // The centre is on the perpendicular bisector of the chord. `distance` is its distance from the
        // chord, as a multiple of the chord's length.
        let mid = start.midpoint(end);
        let distance = (1.0 - bulge * bulge) / (4.0 * bulge);
        let centre = mid + kurbo::Vec2::new(-chord.y, chord.x) * distance;
        Some(Self { ends, circle: Some((centre, centre.distance(start))), bulge })
    }

    /// Returns whether a point of the curve is at most [`MAX_CURVE_ERROR_MM`] away from the arc or the line.
    fn passes(&self, point: Point) -> bool {
        let away = match self.circle {
            Some((centre, radius)) => (point.distance(centre) - radius).abs(),
            None => {
                let chord = self.ends[1] - self.ends[0];
                (chord.cross(point - self.ends[0]) / chord.hypot()).abs()
            }
        };
        away <= MAX_CURVE_ERROR_MM
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_base::round_shapes;
    use kurbo::{Rect, Shape as _};

    #[test]
    fn a_rounded_corner_consists_of_arcs() {
        let path = round_shapes::rectangle(Rect::new(0.0, 0.0, 63.0, 88.0), 3.0);
        let [line] = &polylines(&path)[..] else { panic!() };
        let arcs: Vec<f64> = line.vertices.iter().map(|v| v.bulge).filter(|bulge| *bulge != 0.0).collect();
        assert_eq!((line.vertices.len(), arcs.len(), line.is_closed), (12, 8, true));
        // For an eighth of a circle, the bulge is tan(45° / 4).
        assert!(arcs.iter().all(|bulge| (bulge - 0.198_912_37).abs() < 1e-6), "{arcs:?}");
    }

    #[test]
    fn arcs_run_as_the_circle_does() {
        let circle = round_shapes::circle(Point::new(5.0, 5.0), 12.5);
        let area = circle.area().signum();
        for (path, sign) in [(circle.clone(), area), (kurbo::Affine::FLIP_Y * circle, -area)] {
            let [line] = &polylines(&path)[..] else { panic!() };
            assert!(line.vertices.iter().all(|vertex| vertex.bulge * sign > 0.1), "{line:?}");
        }
    }

    #[test]
    fn parts_without_length_leave_no_vertex() {
        let path = BezPath::from_svg("M0 0 M5 5 L5 5 L9 5 L9 9 L5 5 Z M7 7 Z").unwrap();
        let lines = polylines(&path);
        assert_eq!(lines.len(), 1);
        assert_eq!(lines[0].vertices.len(), 3);
    }

    #[test]
    fn a_loop_and_a_cusp_end() {
        for curve in
            ["M0 0 C 60 40 -40 40 10 0", "M0 0 C 30 30 0 30 30 0", "M0 0 C 0 0 0 0 0 0", "M0 0 Q9 0 0 0"]
        {
            let lines = polylines(&BezPath::from_svg(curve).unwrap());
            assert!(lines.iter().all(|line| line.vertices.len() < 200), "{curve}");
        }
    }
}
