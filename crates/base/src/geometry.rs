//! Measures shapes in the plane: boxes, winding numbers, overlaps. Also finds the median of
//! measured values.
//!
//! - In: points, paths, boxes and polygons, in any unit.
//! - Out: numbers, boxes, and the paths of polygons.
//! - Not here: drawing, and the tilings of boards.

use kurbo::common::solve_quadratic;
use kurbo::{
    BezPath, CubicBez, Line, ParamCurve, ParamCurveNearest, PathEl, PathSeg, Point, QuadBez, Rect, Shape,
    Size, Vec2, flatten,
};

/// Returns the four corners of a box, clockwise from the top left. The y axis points down.
pub fn corners(r: Rect) -> [Point; 4] {
    [(r.x0, r.y0), (r.x1, r.y0), (r.x1, r.y1), (r.x0, r.y1)].map(Point::from)
}

/// Returns the bounding box of points. Without points, returns an empty box at the origin.
pub fn bounds_of_points(points: &[Point]) -> Rect {
    let first = points.first().copied().unwrap_or_default();
    points.iter().fold(Rect::from_points(first, first), |rect, point| rect.union_pt(*point))
}

/// Returns a closed path through `corners`. The path is empty if there are no corners.
pub fn polygon(corners: &[Point]) -> BezPath {
    let Some((first, rest)) = corners.split_first() else { return BezPath::new() };
    let sides = rest.iter().map(|corner| PathEl::LineTo(*corner));
    [PathEl::MoveTo(*first)].into_iter().chain(sides).chain([PathEl::ClosePath]).collect()
}

/// Returns whether an element of a path is a curve.
pub fn is_curve(element: &PathEl) -> bool {
    matches!(element, PathEl::QuadTo(..) | PathEl::CurveTo(..))
}

/// Returns the smallest and the largest of the numbers.
pub fn span(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), v| (least.min(v), most.max(v)))
}

/// Returns the median. For an even number of values, returns the larger of the two middle values. Returns
/// `None` if there are no values. Changes the order of the values.
pub fn median(values: &mut [f64]) -> Option<f64> {
    let middle = values.len() / 2;
    (!values.is_empty()).then(|| *values.select_nth_unstable_by(middle, f64::total_cmp).1)
}

/// Works like [`median`], but takes the values from an iterator.
pub fn median_of(values: impl Iterator<Item = f64>) -> Option<f64> {
    median(&mut values.collect::<Vec<_>>())
}

/// Returns how far `inner` extends beyond `outer`. If `inner` is inside `outer`, the result is the
/// distance from `inner` to the nearest edge of `outer`, as a negative number.
pub fn overhang(inner: Rect, outer: Rect) -> f64 {
    (outer.x0 - inner.x0).max(outer.y0 - inner.y0).max(inner.x1 - outer.x1).max(inner.y1 - outer.y1)
}

/// Returns true if two boxes do not overlap. Boxes that only share an edge do not overlap.
pub fn is_outside(own_rect: Rect, other: Rect) -> bool {
    /// Boxes that overlap by at most this distance, in mm, count as sharing only an edge.
    const MAX_EDGE_OVERLAP_MM: f64 = 0.01;
    let shared = own_rect.intersect(other);
    shared.width() <= MAX_EDGE_OVERLAP_MM.min(own_rect.width() / 2.0)
        || shared.height() <= MAX_EDGE_OVERLAP_MM.min(own_rect.height() / 2.0)
}

/// Returns the size of a box after each of its four sides is moved outwards by `by`. If `by` is
/// negative, the result is smaller.
pub fn grown(size: Size, by: f64) -> Size {
    Size::new(size.width + 2.0 * by, size.height + 2.0 * by)
}

/// Returns the bounding box of an outline. The result is the same as that of
/// [`Shape::bounding_box`], which is slower for outlines with straight sides.
pub fn bounds(path: &impl Shape) -> Rect {
    let mut all: Option<Rect> = None;
    let (mut start, mut last) = (Point::ORIGIN, Point::ORIGIN);
    for element in path.path_elements(0.0) {
        let own_rect = match element {
            PathEl::MoveTo(point) => {
                (start, last) = (point, point);
                continue;
            }
            // The closing line connects two points that are already in the box.
            PathEl::ClosePath => {
                last = start;
                continue;
            }
            PathEl::LineTo(end) => Rect::from_points(last, end),
            PathEl::QuadTo(by, end) => QuadBez::new(last, by, end).bounding_box(),
            PathEl::CurveTo(by, then, end) => curve_bounds(&CubicBez::new(last, by, then, end)),
        };
        last = element.end_point().unwrap_or(last);
        all = Some(all.map_or(own_rect, |all| all.union(own_rect)));
    }
    all.unwrap_or_default()
}

/// Returns the winding number of a path around the point `at`. Open subpaths are closed, as when the
/// path is filled.
///
/// [`Shape::winding`] does not close open subpaths, and is slower for outlines with straight sides.
pub fn winding(path: &impl Shape, at: Point) -> i32 {
    let (mut drawn, mut closing) = (0, 0);
    let (mut start, mut last) = (Point::ORIGIN, Point::ORIGIN);
    for element in path.path_elements(0.0) {
        match element {
            PathEl::MoveTo(point) => {
                closing += side_winding(last, start, at);
                (start, last) = (point, point);
            }
            PathEl::LineTo(end) => {
                drawn += side_winding(last, end, at);
                last = end;
            }
            PathEl::QuadTo(control, end) => {
                drawn += curve_winding(last, element, &[last, control, end], at);
                last = end;
            }
            PathEl::CurveTo(first, second, end) => {
                drawn += curve_winding(last, element, &[last, first, second, end], at);
                last = end;
            }
            PathEl::ClosePath => {
                drawn += side_winding(last, start, at);
                last = start;
            }
        }
    }
    closing += side_winding(last, start, at);
    closing + drawn
}

/// Returns what a curve adds to the winding number around `at`. `points` are the end points and the
/// control points of the curve.
///
/// If `at` is outside of the bounding box of `points`, a straight line between the ends of the
/// curve adds the same number.
fn curve_winding(from: Point, curve: PathEl, points: &[Point], at: Point) -> i32 {
    let to = points.last().copied().unwrap_or(from);
    let is_outside = |value: fn(&Point) -> f64| {
        points.iter().all(|point| value(point) > value(&at))
            || points.iter().all(|point| value(point) < value(&at))
    };
    if is_outside(|point| point.x) || is_outside(|point| point.y) {
        return side_winding(from, to, at);
    }
    (&[PathEl::MoveTo(from), curve][..]).winding(at)
}

/// Returns what a straight side adds to the winding number around `at`.
fn side_winding(from: Point, to: Point, at: Point) -> i32 {
    let sign = if to.y > from.y { -1 } else { 1 };
    // Each side includes only one of its two ends. If the outline crosses the horizontal line through
    // `at` at a corner, the corner is therefore counted once.
    let crosses = (from.y <= at.y) != (to.y <= at.y);
    if crosses && (to - from).cross(at - from) * f64::from(sign) >= 0.0 { sign } else { 0 }
}

/// Returns the bounding box of the area that all of `areas` have in common, exact to within 0.01 mm.
/// If the areas have very many sides, the result may be larger. Returns `None` if the areas have no
/// point in common.
pub fn common_box(areas: &[BezPath]) -> Option<Rect> {
    /// The tolerance, in mm. Straight sides that replace a curve may differ from it by this distance.
    /// A point counts as being on an outline if it is at most this far from the outline.
    const OUTLINE_TOLERANCE_MM: f64 = 0.01;
    /// The largest number of sides of all areas together. If there are more sides, only the
    /// bounding boxes of the areas are intersected.
    const MAX_SIDES: usize = 1_000;
    let polygons: Vec<BezPath> = areas.iter().map(|area| straightened(area, OUTLINE_TOLERANCE_MM)).collect();
    let sides: Vec<Vec<Line>> = polygons.iter().map(|polygon| lines(polygon).collect()).collect();
    if sides.iter().map(Vec::len).sum::<usize>() > MAX_SIDES {
        return polygons
            .iter()
            .map(bounds)
            .reduce(|a, b| a.intersect(b))
            .filter(|shared| shared.area() > 0.0);
    }
    let ends = sides.iter().flatten().map(|side| side.p0);
    let mut crossings = Vec::new();
    for (index, own_sides) in sides.iter().enumerate() {
        let others = sides[..index].iter().flatten();
        crossings.extend(others.flat_map(|a| own_sides.iter().filter_map(|b| crossing(*a, *b))));
    }
    // Each corner of the intersection is a corner of an area, or a point where two outlines cross.
    // No other points need to be examined.
    let corners = ends.chain(crossings).filter(|point| {
        polygons.iter().zip(&sides).all(|(polygon, sides)| {
            winding(polygon, *point) != 0
                || sides.iter().any(|side| {
                    side.nearest(*point, OUTLINE_TOLERANCE_MM).distance_sq
                        <= OUTLINE_TOLERANCE_MM * OUTLINE_TOLERANCE_MM
                })
        })
    });
    corners.map(|point| Rect::from_points(point, point)).reduce(|a, b| a.union(b))
}

/// Replaces the curves of an area by straight sides, and closes its outlines.
fn straightened(area: &BezPath, near: f64) -> BezPath {
    let mut all = BezPath::new();
    flatten(area, near, |element| {
        if matches!(element, PathEl::MoveTo(_)) && !all.elements().is_empty() {
            all.close_path();
        }
        if element != PathEl::ClosePath {
            all.push(element);
        }
    });
    all.close_path();
    all
}

/// Returns the straight sides of a path.
fn lines(path: &BezPath) -> impl Iterator<Item = Line> {
    path.segments().filter_map(|segment| if let PathSeg::Line(line) = segment { Some(line) } else { None })
}

/// Returns the point where two lines cross. Returns `None` if they do not cross.
fn crossing(a: Line, b: Line) -> Option<Point> {
    let (along, other) = (a.p1 - a.p0, b.p1 - b.p0);
    let across = along.cross(other);
    let (from_a, from_b) = ((b.p0 - a.p0).cross(other) / across, (b.p0 - a.p0).cross(along) / across);
    let is_within = (0.0..=1.0).contains(&from_a) && (0.0..=1.0).contains(&from_b);
    is_within.then(|| a.p0 + along * from_a)
}

fn curve_bounds(curve: &CubicBez) -> Rect {
    let CubicBez { p0, p1, p2, p3 } = *curve;
    let ends = Rect::from_points(p0, p3);
    let extrema = turning_points([p0.x, p1.x, p2.x, p3.x]).chain(turning_points([p0.y, p1.y, p2.y, p3.y]));
    extrema.fold(ends, |bounds, t| bounds.union_pt(curve.eval(t)))
}

/// Returns the parameters at which a coordinate of a curve changes direction.
///
/// `start` and `end` are the coordinates of the two ends, and `first` and `second` are those of the
/// two handles. If both handles are between the ends, the coordinate never changes direction.
fn turning_points([start, first, second, end]: [f64; 4]) -> impl Iterator<Item = f64> {
    let leaves_range = first.min(second) < start.min(end) || first.max(second) > start.max(end);
    // These are the coefficients of the derivative, divided by three.
    let [a, b, c] = [first - start, second - first, end - second];
    let roots = leaves_range.then(|| solve_quadratic(a, 2.0 * (b - a), c - 2.0 * b + a));
    roots.into_iter().flatten().filter(|t| (0.0..=1.0).contains(t))
}

/// Returns how far two convex polygons overlap. The overlap is measured at right angles to each side,
/// and the smallest overlap is returned. Returns 0 if the polygons do not overlap.
///
/// Opposite sides of each polygon must be parallel, because only half of the sides are examined.
pub fn overlap(a: &[Point], b: &[Point]) -> f64 {
    let mut least = f64::INFINITY;
    for shape in [a, b] {
        for i in 0..shape.len() / 2 {
            let side = shape[i + 1] - shape[i];
            let length = side.hypot();
            if length < 1e-9 {
                continue;
            }
            let axis = Vec2::new(-side.y, side.x) / length;
            let [(a_low, a_high), (b_low, b_high)] =
                [a, b].map(|corners| span(corners.iter().map(|corner| corner.to_vec2().dot(axis))));
            least = least.min(a_high.min(b_high) - a_low.max(b_low));
        }
    }
    least.max(0.0)
}

/// Returns the square of a grid that contains a point, as its column and its row. Each square of the grid has
/// the width `width`.
#[expect(clippy::cast_possible_truncation, reason = "a cast of this kind stops at the ends of the range")]
pub fn square_at(at: Point, width: f64) -> [i64; 2] {
    [at.x, at.y].map(|coordinate| (coordinate / width).floor() as i64)
}

/// Returns the squares of a grid that a box covers. Each square of the grid has the width `width`.
pub fn squares_of(rect: Rect, width: f64) -> impl Iterator<Item = [i64; 2]> {
    let (low, high) = (square_at(rect.origin(), width), square_at((rect.x1, rect.y1).into(), width));
    (low[0]..=high[0]).flat_map(move |x| (low[1]..=high[1]).map(move |y| [x, y]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounded_common_box(drawn: &[&str]) -> Option<[f64; 4]> {
        let areas: Vec<BezPath> = drawn.iter().map(|drawn| BezPath::from_svg(drawn).unwrap()).collect();
        let Rect { x0, y0, x1, y1 } = common_box(&areas)?;
        Some([x0, y0, x1, y1].map(|side| (side * 100.0).round() / 100.0))
    }

    #[test]
    fn the_median_is_the_value_in_the_middle() {
        assert_eq!([median(&mut []), median(&mut [3.0])], [None, Some(3.0)]);
        assert_eq!(median(&mut [4.0, 1.0, 2.5, -7.0]), Some(2.5));
        assert_eq!(median_of([9.0, 1.0, 5.0].into_iter()), Some(5.0));
    }

    #[test]
    fn the_common_box_is_that_of_the_intersection() {
        let square = "M 0 0 L 10 0 L 10 10 L 0 10 Z";
        assert_eq!(rounded_common_box(&[square, "M 4 -5 L 20 -5 L 20 5 L 4 5"]), Some([4.0, 0.0, 10.0, 5.0]));
        // A wide strip that is slightly rotated. The bounding box of the strip contains the whole
        // square.
        let strip = "M -1000 -1000 L 1000 -990 L 1000 10 L -1000 0 Z";
        assert_eq!(rounded_common_box(&[square, strip]), Some([0.0, 0.0, 10.0, 5.05]));
        assert_eq!(rounded_common_box(&[square, square, strip]), Some([0.0, 0.0, 10.0, 5.05]));
        assert_eq!(rounded_common_box(&[square, "M 20 0 L 30 0 L 30 9 Z"]), None);
        assert_eq!(rounded_common_box(&[square, "M 2 2 L 3 2 L 3 4 Z", strip]), Some([2.0, 2.0, 3.0, 4.0]));
        assert_eq!(rounded_common_box(&[square, strip, "M -3 7 L 30 7 L 30 9 L -3 9 Z"]), None);
    }

    #[test]
    fn a_point_is_inside_where_curves_say_so() {
        for drawn in [
            "M 0 0 L 8 0 L 8 6 L 0 6 Z",
            "M 0 0 L 8 6 L 8 0 L 0 6 Z M 4 1 L 7 7 L 2 4 Z",
            "M 0 0 C 9 0 0 9 8 8 Z",
        ] {
            let path = BezPath::from_svg(drawn).unwrap();
            for at in (-2..20)
                .flat_map(|x| (-2..20).map(move |y| Point::new(f64::from(x) / 2.0, f64::from(y) / 2.0)))
            {
                assert_eq!(winding(&path, at), path.winding(at), "{drawn} {at}");
            }
        }
    }

    #[test]
    fn an_area_is_closed_whether_or_not_it_says_so() {
        for drawn in [
            "M 0 0 L 8 0 L 8 6 L 0 6 Z M 4 1 L 7 7 L 2 4 Z",
            "M 0 0 C 9 0 0 9 8 8 Z M 2 2 L 6 2 L 4 9 Z",
            "M 1 1 L 8 1 L 5 9 Z M 1 1 L 5 9 L 1 7 Z",
        ] {
            let closed = BezPath::from_svg(drawn).unwrap();
            let open = BezPath::from_svg(&drawn.replace('Z', "")).unwrap();
            let places = (-2..20).flat_map(|x| (-2..20).map(move |y| (f64::from(x), f64::from(y))));
            for at in places.map(|(x, y)| Point::new(x / 2.0 + 0.1, y / 2.0 + 0.1)) {
                assert_eq!(winding(&open, at), closed.winding(at), "{drawn} {at}");
            }
        }
    }

    #[test]
    fn a_box_is_the_one_that_curves_have() {
        for drawn in [
            "",
            "M 1 2",
            "M 1 2 Z",
            "M 1 2 L 5 7 L 3 -4 Z",
            "M 9 9 M 1 2 L 5 7 Z L 20 3",
            "M 0 0 Q 10 20 20 0 C 30 -40 40 40 50 0 Z M 60 60",
            "M 0 0 C 10 0 0 10 0 0 L -1 -1",
            "M 0 0 C 2 5 8 9 10 10 C 14 14 6 20 12 30 C -4 31 80 37 12 38",
        ] {
            let path = BezPath::from_svg(drawn).unwrap();
            let (found, wanted) = (bounds(&path), path.bounding_box());
            let far =
                [found.x0 - wanted.x0, found.y0 - wanted.y0, found.x1 - wanted.x1, found.y1 - wanted.y1];
            assert!(far.iter().all(|by| by.abs() < 1e-12), "{drawn}: {found:?} and {wanted:?}");
        }
    }
}
