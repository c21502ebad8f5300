//! Turns closed outlines into polygons. Measures distances from an outline, and makes outlines
//! wider or narrower.
//!
//! - In: a closed path.
//! - Out: the points of an outline, the distance of a point from it, and outlines around it or
//!   inside it.
//! - Not here: deciding which outlines a piece may have.

use kurbo::{BezPath, CubicBez, Line, ParamCurve, PathSeg, Point, QuadBez, Rect, Vec2};

use crate::geometry::{bounds_of_points, polygon};

/// The largest distance, in mm, between a side of the polygon and the curve that the side replaces.
const MAX_CURVE_ERROR_MM: f64 = 0.01;
/// The largest number of straight sides that replace a curve.
const MAX_SIDES: f64 = 64.0;
/// The largest distance between points that count as one point, in mm.
const SAME_POINT_MM: f64 = 1e-6;
/// The cosine of 10°. If the outline turns by less than 10° at a corner, the corner counts as
/// smooth.
const SMOOTH_CORNER_COSINE: f64 = 0.985;

/// A closed outline as a polygon. Its corners run clockwise as seen on the sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Contour {
    points: Vec<Point>,
}

impl Contour {
    /// Returns the polygon of a closed path. The path must have only one subpath.
    pub fn new(path: &BezPath) -> Self {
        let mut points: Vec<Point> = Vec::new();
        for segment in path.segments() {
            let sides = sides_of(segment);
            for side in 0..sides {
                // The two end points are taken from the segment itself, because the computed
                // points may differ from them by rounding.
                let point = if side == 0 {
                    segment.start()
                } else {
                    segment.eval(f64::from(side) / f64::from(sides))
                };
                if points.last().is_none_or(|last| last.distance(point) > SAME_POINT_MM) {
                    points.push(point);
                }
            }
            if points.last().is_none_or(|last| last.distance(segment.end()) > SAME_POINT_MM) {
                points.push(segment.end());
            }
        }
        while points.len() > 1 && points[0].distance(points[points.len() - 1]) <= SAME_POINT_MM {
            points.pop();
        }
        let mut contour = Self { points };
        if contour.signed_area() < 0.0 {
            contour.points.reverse();
        }
        contour
    }

    /// Returns the corners, clockwise as seen on the sheet.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    pub fn bounds(&self) -> Rect {
        bounds_of_points(&self.points)
    }

    /// Returns the area, in mm².
    pub fn area(&self) -> f64 {
        self.signed_area().abs()
    }

    fn signed_area(&self) -> f64 {
        self.sides().map(|side| side.p0.to_vec2().cross(side.p1.to_vec2())).sum::<f64>() / 2.0
    }

    fn sides(&self) -> impl Iterator<Item = Line> {
        let next = self.points.iter().cycle().skip(1);
        self.points.iter().zip(next).map(|(from, to)| Line::new(*from, *to))
    }

    /// Returns the distance of a point from the outline, in mm. The distance is negative if the
    /// point is outside.
    pub fn depth(&self, point: Point) -> f64 {
        let (mut nearest, mut is_inside) = (f64::INFINITY, false);
        for Line { p0, p1 } in self.sides() {
            let along = p1 - p0;
            let share = ((point - p0).dot(along) / along.hypot2()).clamp(0.0, 1.0);
            nearest = nearest.min(point.distance_squared(p0 + along * share));
            if (p0.y <= point.y) != (p1.y <= point.y) {
                let x = p0.x + along.x * (point.y - p0.y) / along.y;
                is_inside ^= x > point.x;
            }
        }
        if is_inside { nearest.sqrt() } else { -nearest.sqrt() }
    }

    /// Returns how far two outlines differ, in mm: the largest distance of a corner of one outline from
    /// the other outline.
    pub fn deviation(&self, other: &Self) -> f64 {
        let distances = |from: &Self, to: &Self| {
            from.points.iter().map(|point| to.depth(*point).abs()).fold(0.0, f64::max)
        };
        distances(self, other).max(distances(other, self))
    }

    /// Returns points on the outline, about `step` mm apart, and the outward normal at each point.
    /// Points near a corner are left out.
    pub fn places(&self, step: f64) -> impl Iterator<Item = (Point, Vec2)> {
        /// The least distance between a returned point and a corner, in mm.
        const FROM_CORNER: f64 = 0.5;
        let normals: Vec<Vec2> = self.sides().map(|side| outwards(side.p0, side.p1)).collect();
        let count = normals.len();
        let mut since = step;
        let mut places = Vec::new();
        for (number, side) in self.sides().enumerate() {
            let (normal, length) = (normals[number], side.p0.distance(side.p1));
            let is_smooth = [normals[(number + count - 1) % count], normals[(number + 1) % count]]
                .iter()
                .all(|other| normal.dot(*other) > SMOOTH_CORNER_COSINE);
            since += length;
            let usable = length - 2.0 * FROM_CORNER;
            if usable > 0.0 {
                let parts = (usable / step).ceil().max(1.0) as u32;
                places.extend((0..parts).map(|part| {
                    let along = FROM_CORNER + usable * (f64::from(part) + 0.5) / f64::from(parts);
                    (side.eval(along / length), normal)
                }));
                since = 0.0;
            } else if is_smooth && since >= step {
                places.push((side.midpoint(), normal));
                since = 0.0;
            }
        }
        places.into_iter()
    }

    /// Checks whether the outline crosses or touches itself. Returns `None` if it does not. Otherwise,
    /// returns the middle of a side that crosses or touches another side. If the outline turns back on
    /// itself at a corner, returns this corner.
    pub fn crossing(&self) -> Option<Point> {
        let sides: Vec<Line> = self.sides().collect();
        let boxes: Vec<Rect> = sides.iter().map(|side| Rect::from_points(side.p0, side.p1)).collect();
        for (number, side) in sides.iter().enumerate() {
            let next = sides[(number + 1) % sides.len()];
            let (along, after) = (side.p1 - side.p0, next.p1 - next.p0);
            if along.dot(after) < 0.0 && along.cross(after).abs() <= 1e-9 * along.hypot() * after.hypot() {
                return Some(side.p1);
            }
            for other in number + 2..sides.len() {
                let are_neighbours = number == 0 && other + 1 == sides.len();
                let (a, b) = (boxes[number], boxes[other]);
                let are_near = a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1;
                if !are_neighbours && are_near && do_cross(*side, sides[other]) {
                    return Some(side.midpoint());
                }
            }
        }
        None
    }

    /// Returns whether a side of this outline crosses a side of `other`.
    pub fn crosses(&self, other: &Self) -> bool {
        let is_on = |line: Line, at: Point| (at - line.p0).dot(at - line.p1) <= 0.0;
        self.sides().any(|one| {
            other
                .sides()
                .any(|two| one.crossing_point(two).is_some_and(|at| is_on(one, at) && is_on(two, at)))
        })
    }

    /// Returns the outline of the area after the area is extended by `by` mm on every side. The result has
    /// round corners, and must be filled with the nonzero rule.
    ///
    /// The result is a single polygon, which may cross itself. Its winding number is the sum of the
    /// winding numbers of several parts: the area, a strip along every side, and a wedge at every outer
    /// corner. All parts run in the same direction, so they never cancel each other. Crossings need
    /// not be computed.
    pub fn grown(&self, by: f64) -> BezPath {
        let mut rim = Vec::with_capacity(2 * self.points.len());
        for corner in self.corners() {
            let Corner { at, before, after, shorter } = corner;
            let (turned, alike) = (before.cross(after), before.dot(after));
            if turned >= 0.0 || alike > SMOOTH_CORNER_COSINE && shorter > 2.0 * by * corner.half_tangent() {
                if turned >= 0.0 {
                    rim.push(at + before * by);
                    fan(before, after, &mut |normal| rim.push(at + normal * by));
                    rim.push(at + after * by);
                } else {
                    rim.push(at + corner.mitre() * by);
                }
            } else {
                rim.extend([at + before * by, at, at + after * by]);
            }
        }
        rim.dedup_by(|a, b| a.distance(*b) <= SAME_POINT_MM);
        polygon(&rim)
    }

    /// Returns the outline of the area after a strip of `by` mm is removed along every side. The outline is
    /// empty if no part of the area is left.
    pub fn shrunk(&self, by: f64) -> BezPath {
        let mut rim = Vec::with_capacity(2 * self.points.len());
        for corner in self.corners() {
            let Corner { at, before, after, .. } = corner;
            if before.cross(after) >= 0.0 {
                rim.push(at - corner.mitre() * by);
            } else {
                rim.push(at - before * by);
                fan(before, after, &mut |normal| rim.push(at - normal * by));
                rim.push(at - after * by);
            }
        }
        // In a narrow part, a point that was moved away from one side may be too close to another side.
        rim.retain(|point| self.depth(*point) >= by - 2.0 * MAX_CURVE_ERROR_MM);
        rim.dedup_by(|a, b| a.distance(*b) <= SAME_POINT_MM);
        if rim.len() < 3 { BezPath::new() } else { polygon(&rim) }
    }

    /// Extends a line beyond both ends. Returns the part of the extended line between its first and its
    /// last crossing with the outline. Returns `None` if the extended line never crosses the outline.
    pub fn span(&self, line: Line) -> Option<Line> {
        let along = (line.p1 - line.p0).normalize();
        let crossings = self.sides().filter_map(|side| {
            let [a, b] = [side.p0, side.p1].map(|end| along.cross(end - line.p0));
            ((a <= 0.0) != (b <= 0.0)).then(|| (side.eval(a / (a - b)) - line.p0).dot(along))
        });
        let (first, last) = crate::geometry::span(crossings);
        (first < last).then(|| Line::new(line.p0 + along * first, line.p0 + along * last))
    }

    fn corners(&self) -> impl Iterator<Item = Corner> {
        let points = &self.points;
        (0..points.len()).map(move |number| {
            let before = points[(number + points.len() - 1) % points.len()];
            let (at, after) = (points[number], points[(number + 1) % points.len()]);
            Corner {
                at,
                before: outwards(before, at),
                after: outwards(at, after),
                shorter: before.distance(at).min(at.distance(after)),
            }
        })
    }
}

/// A corner of a contour, and the two sides that meet there.
struct Corner {
    at: Point,
    /// The outward normal of the side before the corner.
    before: Vec2,
    /// The outward normal of the side after the corner.
    after: Vec2,
    /// The length of the shorter of these two sides.
    shorter: f64,
}

impl Corner {
    /// Returns the tangent of half the angle by which the outline turns at this corner.
    fn half_tangent(&self) -> f64 {
        self.before.cross(self.after).abs() / (1.0 + self.before.dot(self.after))
    }

    /// Returns the vector by which this corner moves if the whole outline moves 1 mm outwards.
    fn mitre(&self) -> Vec2 {
        (self.before + self.after) / (1.0 + self.before.dot(self.after)).max(0.02)
    }
}

/// Returns the outward normal of the side from `from` to `to`. The outline must run clockwise as
/// seen on the sheet.
fn outwards(from: Point, to: Point) -> Vec2 {
    let along = (to - from).normalize();
    Vec2::new(along.y, -along.x)
}

/// Calls `add` with unit vectors between the directions `from` and `to`, in this order. Successive
/// vectors differ by at most 10°.
fn fan(from: Vec2, to: Vec2, add: &mut impl FnMut(Vec2)) {
    if from.dot(to) > SMOOTH_CORNER_COSINE {
        return;
    }
    let sum = from + to;
    // Opposite directions have the sum zero. Their middle is a direction at right angles to both.
    let centre = if sum.hypot() > 1e-6 { sum.normalize() } else { Vec2::new(-from.y, from.x) };
    fan(from, centre, add);
    add(centre);
    fan(centre, to, add);
}

/// Returns the number of straight sides that replace a segment of a path.
fn sides_of(segment: PathSeg) -> u32 {
    let bent = match segment {
        PathSeg::Line(_) => return 1,
        PathSeg::Quad(QuadBez { p0, p1, p2 }) => 2.0 * second_difference(p0, p1, p2),
        PathSeg::Cubic(CubicBez { p0, p1, p2, p3 }) => {
            6.0 * second_difference(p0, p1, p2).max(second_difference(p1, p2, p3))
        }
    };
    // `bent` is the largest second derivative of the curve. A curve and `n` straight sides between its
    // points differ by at most `bent / (8 n²)`.
    (bent / (8.0 * MAX_CURVE_ERROR_MM)).sqrt().ceil().clamp(1.0, MAX_SIDES) as u32
}

fn second_difference(a: Point, b: Point, c: Point) -> f64 {
    ((c - b) - (b - a)).hypot()
}

/// Returns whether two lines share a point. The caller has already checked that the bounding boxes of
/// the lines overlap.
fn do_cross(a: Line, b: Line) -> bool {
    let (along_a, along_b) = (a.p1 - a.p0, b.p1 - b.p0);
    let sides = [along_a.cross(b.p0 - a.p0), along_a.cross(b.p1 - a.p0)];
    let others = [along_b.cross(a.p0 - b.p0), along_b.cross(a.p1 - b.p0)];
    sides[0] * sides[1] <= 0.0 && others[0] * others[1] <= 0.0
}

#[cfg(test)]
mod tests {
    use kurbo::Shape as _;

    use super::*;

    fn contour(path: &str) -> Contour {
        Contour::new(&BezPath::from_svg(path).unwrap())
    }

    /// An L-shaped outline of three squares with sides of 10 mm.
    const L: &str = "M 0 0 L 10 0 L 10 10 L 20 10 L 20 20 L 0 20 Z";

    #[test]
    fn depth_is_measured_to_the_nearest_side() {
        let l = contour(L);
        assert_eq!(l.area(), 300.0);
        assert!((l.depth(Point::new(5.0, 5.0)) - 5.0).abs() < 1e-9);
        assert!((l.depth(Point::new(13.0, 6.0)) + 3.0).abs() < 1e-9);
        assert!((l.depth(Point::new(-3.0, -4.0)) + 5.0).abs() < 1e-9);
    }

    #[test]
    fn a_wider_outline_holds_what_is_near_and_nothing_else() {
        // The last outline has a round notch that is narrower than the strip around it.
        let notch = "M 0 0 L 8 0 C 8 3 12 3 12 0 L 20 0 L 20 20 L 0 20 Z";
        for path in
            [L, "M 0 20 L 20 20 L 20 0 L 12 14 Z", "M 0 0 C 10 -20 20 20 30 0 L 30 20 L 0 20 Z", notch]
        {
            let (own_contour, by) = (contour(path), 3.0);
            let wide = own_contour.grown(by);
            for x in -50..350 {
                for y in -150..350 {
                    let point =
                        Point::new(f64::from(x) / 10.0, f64::from(y) / 10.0) + Vec2::new(0.013, 0.017);
                    let depth = own_contour.depth(point);
                    if depth.abs() < f64::INFINITY && (depth + by).abs() > 0.06 {
                        assert_eq!(wide.winding(point) != 0, depth > -by, "{path}: {point:?} {depth}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_narrower_outline_keeps_its_distance() {
        let own_contour = contour(L);
        let narrow = Contour::new(&own_contour.shrunk(2.0));
        assert!((narrow.area() - (6.0 * 16.0 + 10.0 * 6.0)).abs() < 2.0, "{}", narrow.area());
        assert!(own_contour.shrunk(8.0).is_empty());
    }

    #[test]
    fn outlines_that_cross_or_touch_themselves_are_found() {
        assert_eq!(contour(L).crossing(), None);
        assert!(contour("M 0 0 L 10 10 L 10 0 L 0 10 Z").crossing().is_some());
        assert!(contour("M 0 0 L 10 0 L 5 0 L 5 5 Z").crossing().is_some());
        assert!(contour("M 0 0 L 10 0 L 5 5 L 10 10 L 0 10 L 5 5 Z").crossing().is_some());
    }
}
