//! Measures of plane shapes that several rooms need.

use kurbo::common::solve_quadratic;
use kurbo::{
    BezPath, CubicBez, Line, ParamCurve, ParamCurveNearest, PathEl, PathSeg, Point, QuadBez, Rect, Shape,
    Size, Vec2, flatten,
};

/// The corners of a box, clockwise as seen from its top left one.
pub fn corners(r: Rect) -> [Point; 4] {
    [(r.x0, r.y0), (r.x1, r.y0), (r.x1, r.y1), (r.x0, r.y1)].map(Point::from)
}

/// The least and the greatest of some numbers.
pub fn span(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), v| (least.min(v), most.max(v)))
}

/// How far a box reaches over the farthest edge of another, in mm; negative by its distance from the nearest edge where
/// it stays inside.
pub fn beyond(inner: Rect, outer: Rect) -> f64 {
    (outer.x0 - inner.x0).max(outer.y0 - inner.y0).max(inner.x1 - outer.x1).max(inner.y1 - outer.y1)
}

/// Returns whether nothing of a box, or no more than its edge, lies in another one.
pub fn is_outside(own: Rect, other: Rect) -> bool {
    const EDGE: f64 = 0.01;
    let shared = own.intersect(other);
    shared.width() <= EDGE.min(own.width() / 2.0) || shared.height() <= EDGE.min(own.height() / 2.0)
}

/// A size with so many mm more on each side, or less where it is negative.
pub fn grown(size: Size, by: f64) -> Size {
    Size::new(size.width + 2.0 * by, size.height + 2.0 * by)
}

/// The box round an outline. Most outlines have straight sides alone, and rules ask for their boxes many times.
pub fn bounds(path: &impl Shape) -> Rect {
    let mut all: Option<Rect> = None;
    let (mut start, mut last) = (Point::ORIGIN, Point::ORIGIN);
    for element in path.path_elements(0.0) {
        let own = match element {
            PathEl::MoveTo(point) => {
                (start, last) = (point, point);
                continue;
            }
            // The line back to the start has both its ends in the box.
            PathEl::ClosePath => {
                last = start;
                continue;
            }
            PathEl::LineTo(end) => Rect::from_points(last, end),
            PathEl::QuadTo(by, end) => QuadBez::new(last, by, end).bounding_box(),
            PathEl::CurveTo(by, then, end) => of_curve(&CubicBez::new(last, by, then, end)),
        };
        last = element.end_point().unwrap_or(last);
        all = Some(all.map_or(own, |all| all.union(own)));
    }
    all.unwrap_or_default()
}

/// How often an area goes round a point: what is filled is closed, whether or not its outline says so, which
/// [`Shape::winding`] does not know. That also cuts each side where it turns, and most outlines have straight sides only.
pub fn winding(path: &impl Shape, at: Point) -> i32 {
    // Of two sides that meet at the height of the point, one has it.
    let side = |p0: Point, p1: Point| {
        let sign = if p1.y > p0.y { -1 } else { 1 };
        let is_beside = (p0.y <= at.y) != (p1.y <= at.y) && (p1 - p0).cross(at - p0) * f64::from(sign) >= 0.0;
        if is_beside { sign } else { 0 }
    };
    let (mut drawn, mut closing, mut is_curved) = (0, 0, false);
    let (mut start, mut last) = (Point::ORIGIN, Point::ORIGIN);
    for element in path.path_elements(0.0) {
        match element {
            PathEl::MoveTo(point) => {
                closing += side(last, start);
                (start, last) = (point, point);
            }
            PathEl::LineTo(end) => {
                drawn += side(last, end);
                last = end;
            }
            PathEl::QuadTo(_, end) | PathEl::CurveTo(.., end) => {
                is_curved = true;
                last = end;
            }
            PathEl::ClosePath => {
                drawn += side(last, start);
                last = start;
            }
        }
    }
    closing += side(last, start);
    closing + if is_curved { path.winding(at) } else { drawn }
}

/// The box round what lies inside all of some areas, to a hundredth of a millimetre; none where nothing does.
pub fn common_box(areas: &[BezPath]) -> Option<Rect> {
    /// How far curves may be from their chords, and points from an outline that they lie on.
    const NEAR: f64 = 0.01;
    /// Of more sides, the boxes of the areas are taken.
    const MOST: usize = 1_000;
    let areas: Vec<BezPath> = areas.iter().map(|area| straightened(area, NEAR)).collect();
    let sides: Vec<Vec<Line>> = areas.iter().map(|area| lines(area).collect()).collect();
    if sides.iter().map(Vec::len).sum::<usize>() > MOST {
        return areas.iter().map(bounds).reduce(|a, b| a.intersect(b)).filter(|all| all.area() > 0.0);
    }
    let ends = sides.iter().flatten().map(|side| side.p0);
    let mut crossings = Vec::new();
    for (at, one) in sides.iter().enumerate() {
        let others = sides[..at].iter().flatten();
        crossings.extend(others.flat_map(|a| one.iter().filter_map(|b| crossing(*a, *b))));
    }
    let is_in = |point: Point| {
        let is_on = |side: &Line| side.nearest(point, NEAR).distance_sq <= NEAR * NEAR;
        areas.iter().zip(&sides).all(|(area, sides)| winding(area, point) != 0 || sides.iter().any(is_on))
    };
    let corners = ends.chain(crossings).filter(|point| is_in(*point));
    corners.map(|point| Rect::from_points(point, point)).reduce(|a, b| a.union(b))
}

/// An area with straight sides, each of its outlines closed.
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

/// The straight sides of a path.
fn lines(path: &BezPath) -> impl Iterator<Item = Line> {
    path.segments().filter_map(|segment| if let PathSeg::Line(line) = segment { Some(line) } else { None })
}

/// Where two lines cross.
fn crossing(a: Line, b: Line) -> Option<Point> {
    let (along, other) = (a.p1 - a.p0, b.p1 - b.p0);
    let across = along.cross(other);
    let (from_a, from_b) = ((b.p0 - a.p0).cross(other) / across, (b.p0 - a.p0).cross(along) / across);
    let is_within = (0.0..=1.0).contains(&from_a) && (0.0..=1.0).contains(&from_b);
    is_within.then(|| a.p0 + along * from_a)
}

/// The box round a curve. One whose handles are not outside the box of its ends stays in that box, and so does each
/// coordinate by itself.
fn of_curve(curve: &CubicBez) -> Rect {
    let mut all = Rect::from_points(curve.p0, curve.p3);
    let CubicBez { p0, p1, p2, p3 } = *curve;
    let mut add = |[a, b, c, d]: [f64; 4], low: f64, high: f64| {
        if b.min(c) < low || b.max(c) > high {
            // The derivative by a third.
            let (first, then, last) = (b - a, c - b, d - c);
            let turns = solve_quadratic(first, 2.0 * (then - first), last - 2.0 * then + first);
            for t in turns.into_iter().filter(|t| (0.0..=1.0).contains(t)) {
                all = all.union_pt(curve.eval(t));
            }
        }
    };
    let Rect { x0, y0, x1, y1 } = Rect::from_points(curve.p0, curve.p3);
    add([p0.x, p1.x, p2.x, p3.x], x0, x1);
    add([p0.y, p1.y, p2.y, p3.y], y0, y1);
    all
}

/// How far two convex outlines whose sides are parallel in pairs reach into each other; 0 where they are apart.
pub fn overlap(a: &[Point], b: &[Point]) -> f64 {
    let mut least = f64::INFINITY;
    for shape in [a, b] {
        for i in 0..shape.len() / 2 {
            let way = shape[i + 1] - shape[i];
            let length = way.hypot();
            if length < 1e-9 {
                continue;
            }
            let axis = Vec2::new(-way.y, way.x) / length;
            let along = |corners: &[Point]| span(corners.iter().map(|c| c.to_vec2().dot(axis)));
            let (p, q) = (along(a), along(b));
            least = least.min(p.1.min(q.1) - p.0.max(q.0));
        }
    }
    least.max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_have_in_common_what_all_of_them_cover() {
        let path = |drawn: &str| BezPath::from_svg(drawn).unwrap();
        let of = |drawn: &[&str]| {
            let all: Vec<BezPath> = drawn.iter().map(|drawn| path(drawn)).collect();
            common_box(&all).map(|all| [all.x0, all.y0, all.x1, all.y1].map(|v| (v * 100.0).round() / 100.0))
        };
        let square = "M 0 0 L 10 0 L 10 10 L 0 10 Z";
        assert_eq!(of(&[square, "M 4 -5 L 20 -5 L 20 5 L 4 5"]), Some([4.0, 0.0, 10.0, 5.0]));
        // A wide strip that is a little turned: its box holds all of the square.
        let strip = "M -1000 -1000 L 1000 -990 L 1000 10 L -1000 0 Z";
        assert_eq!(of(&[square, strip]), Some([0.0, 0.0, 10.0, 5.05]));
        assert_eq!(of(&[square, square, strip]), Some([0.0, 0.0, 10.0, 5.05]));
        assert_eq!(of(&[square, "M 20 0 L 30 0 L 30 9 Z"]), None);
        assert_eq!(of(&[square, "M 2 2 L 3 2 L 3 4 Z", strip]), Some([2.0, 2.0, 3.0, 4.0]));
        assert_eq!(of(&[square, strip, "M -3 7 L 30 7 L 30 9 L -3 9 Z"]), None);
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
