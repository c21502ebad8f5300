//! The closed contours of a drawing.

use kurbo::{PathEl, Point};

use super::SAME;
use crate::read::{Elements, ItemKind, Page};

/// A closed contour.
pub(super) struct Contour<'p> {
    /// The item's place in the page.
    pub item: usize,
    /// The contour's elements, beginning with a move.
    pub elements: Elements<'p>,
}

/// Every closed contour of a page, in drawing order. What is filled is closed in any case.
pub(super) fn each(page: &Page) -> impl Iterator<Item = Contour<'_>> {
    let paths = page.items.iter().enumerate().filter_map(|(item, drawn)| match &drawn.kind {
        ItemKind::Path { path, fill, .. } => Some((item, path, fill.is_some())),
        _ => None,
    });
    paths.flat_map(|(item, path, filled)| {
        let closed = path.subpaths().filter(move |elements| filled || is_closed(elements.clone()));
        closed.map(move |elements| Contour { item, elements })
    })
}

/// Whether a path ends where it begins.
pub(super) fn is_closed(mut elements: Elements<'_>) -> bool {
    let count = elements.len();
    match (elements.next().and_then(|first| first.end_point()), elements.next_back()) {
        (_, Some(PathEl::ClosePath)) => true,
        (Some(start), Some(last)) => count > 2 && last.end_point().is_some_and(|p| near(p, start)),
        _ => false,
    }
}

/// Whether two points count as one.
pub(super) fn near(a: Point, b: Point) -> bool {
    a.distance_squared(b) <= SAME * SAME
}

impl Contour<'_> {
    /// The corners of a contour of straight sides, without points that coincide
    /// with the one before or lie on a straight side; `None` if it has a curve.
    pub(super) fn corners(&self) -> Option<Vec<Point>> {
        let mut points: Vec<Point> = Vec::with_capacity(self.elements.len());
        for element in self.elements.clone() {
            match element {
                PathEl::MoveTo(p) | PathEl::LineTo(p) => push(&mut points, p),
                PathEl::ClosePath => break,
                // Many programs write every side as a curve.
                PathEl::QuadTo(a, p) if is_straight(points.last(), &[a], p) => push(&mut points, p),
                PathEl::CurveTo(a, b, p) if is_straight(points.last(), &[a, b], p) => push(&mut points, p),
                PathEl::QuadTo(..) | PathEl::CurveTo(..) => return None,
            }
        }
        while let (Some(&first), Some(&last)) = (points.first(), points.last())
            && points.len() > 1
            && near(first, last)
        {
            points.pop();
        }
        Some(without_straight(&points))
    }
}

/// How much of a side a rounded corner may take away, as a share of it.
const ROUNDED: f64 = 0.1;

impl Contour<'_> {
    /// The corners of a contour of so many straight sides whose corners are rounded or cut off a little: where the
    /// sides would meet. `None` for other contours.
    pub(super) fn rounded(&self, sides: usize) -> Option<Vec<Point>> {
        let lines = long(&straight_lines(self.elements.clone()));
        if lines.len() != sides {
            return None;
        }
        let mut corners = vec![Point::ORIGIN; sides];
        for (n, corner) in corners.iter_mut().enumerate() {
            let ((a, b), (c, d)) = (lines[n], lines[(n + 1) % sides]);
            let (before, after) = (b - a, d - c);
            let across = before.cross(after);
            if across.abs() < 0.1 * before.hypot() * after.hypot() {
                return None;
            }
            *corner = b + before * ((c - b).cross(after) / across);
            let reach = 2.0 * ROUNDED * before.hypot().min(after.hypot());
            if corner.distance(b) > reach || corner.distance(c) > reach {
                return None;
            }
        }
        Some(corners)
    }
}

/// The straight lines of a contour; those that go on in the same direction are one.
fn straight_lines(elements: Elements<'_>) -> Vec<(Point, Point)> {
    let mut lines: Vec<(Point, Point)> = Vec::new();
    let (mut start, mut pen) = (Point::ORIGIN, Point::ORIGIN);
    for element in elements {
        let (to, is_line) = match element {
            PathEl::MoveTo(p) => {
                (start, pen) = (p, p);
                continue;
            }
            PathEl::LineTo(p) => (p, true),
            PathEl::ClosePath => (start, true),
            PathEl::QuadTo(a, p) => (p, is_straight(Some(&pen), &[a], p)),
            PathEl::CurveTo(a, b, p) => (p, is_straight(Some(&pen), &[a, b], p)),
        };
        if is_line && !near(pen, to) {
            add_line(&mut lines, pen, to);
        }
        pen = to;
    }
    // A contour may begin in the middle of a side.
    if let (Some(&(from, to)), Some(&(_, end))) = (lines.first(), lines.last())
        && lines.len() > 6
        && near(end, from)
        && goes_on(lines.last().copied(), from, to)
    {
        lines.remove(0);
        add_line(&mut lines, from, to);
    }
    lines
}

/// Adds a line to those before it, as a part of the last one where that leads straight on.
fn add_line(lines: &mut Vec<(Point, Point)>, from: Point, to: Point) {
    match lines.last_mut() {
        Some(last) if goes_on(Some(*last), from, to) => last.1 = to,
        _ => lines.push((from, to)),
    }
}

/// Whether a line begins where the last one ends, and leads on in its direction.
fn goes_on(last: Option<(Point, Point)>, from: Point, to: Point) -> bool {
    last.is_some_and(|(start, end)| near(end, from) && on_line(end, start, to))
}

/// Those of the lines that are half as long as the longest at least: the sides of a shape, its corners left out.
fn long(lines: &[(Point, Point)]) -> Vec<(Point, Point)> {
    let most = lines.iter().map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    lines.iter().filter(|(a, b)| a.distance(*b) >= 0.5 * most).copied().collect()
}

/// Adds a point that is not the last one again.
fn push(points: &mut Vec<Point>, point: Point) {
    if points.last().is_none_or(|&last| !near(last, point)) {
        points.push(point);
    }
}

/// Whether a curve to `end` that is pulled towards these points runs along a straight line, and not to and fro.
fn is_straight(start: Option<&Point>, pulls: &[Point], end: Point) -> bool {
    let Some(&start) = start else { return false };
    let line = end - start;
    let length = line.hypot();
    pulls.iter().all(|&pull| {
        let way = pull - start;
        let along = way.dot(line);
        // Pulled towards its own ends, a curve is as straight.
        near(pull, start)
            || near(pull, end)
            || (way.cross(line).abs() <= SAME * length && along >= 0.0 && along <= length * length)
    })
}

/// The points at which a line of straight pieces turns by more than a hair: those of a hand that drew in steps.
pub(super) fn turning(points: &[Point]) -> Vec<Point> {
    let count = points.len();
    let turns = |n: usize| {
        let (a, b, c) = (points[(n + count - 1) % count], points[n], points[(n + 1) % count]);
        let (before, after) = (b - a, c - b);
        before.cross(after).abs() > 0.1 * before.hypot() * after.hypot()
    };
    (0..count).filter(|&n| turns(n)).map(|n| points[n]).collect()
}

/// How many points in a row may be dropped from one straight side.
const RUN: usize = 64;

/// Drops the points that lie on the line between their neighbours. All points
/// dropped from a side have to lie on it, so that a slow curve made of many
/// short sides is not straightened step by step.
fn without_straight(points: &[Point]) -> Vec<Point> {
    let count = points.len();
    let at = |n: usize| points.get(n % count.max(1)).copied();
    // Begin at a corner that is one for sure: the point farthest from another.
    let Some(&origin) = points.first() else { return Vec::new() };
    let far = |a: &Point, b: &Point| a.distance_squared(origin).total_cmp(&b.distance_squared(origin));
    let start = (0..count).max_by(|&a, &b| match (points.get(a), points.get(b)) {
        (Some(a), Some(b)) => far(a, b),
        _ => std::cmp::Ordering::Equal,
    });
    let start = start.unwrap_or(0);
    let mut kept: Vec<Point> = Vec::with_capacity(count);
    let mut dropped: Vec<Point> = Vec::new();
    for n in start..start + count {
        let (Some(point), Some(next)) = (at(n), at(n + 1)) else { break };
        dropped.push(point);
        let straight = |&last: &Point| dropped.iter().all(|&p| on_line(p, last, next));
        if dropped.len() > RUN || !kept.last().is_some_and(straight) {
            kept.push(point);
            dropped.clear();
        }
    }
    // Back to the order of drawing: the first corner at or after the first point.
    let lead = points.iter().find_map(|p| kept.iter().position(|k| k == p)).unwrap_or(0);
    kept.rotate_left(lead);
    kept
}

/// Whether `point` lies between two others, on the line that joins them.
fn on_line(point: Point, a: Point, b: Point) -> bool {
    let line = b - a;
    let length = line.hypot();
    let offset = point - a;
    let along = offset.dot(line);
    (length > SAME && offset.cross(line).abs() <= SAME * length) && along > 0.0 && along < length * length
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::sample::{closed, page};
    use kurbo::BezPath;

    fn corners(path: BezPath) -> Vec<Vec<Point>> {
        each(&page([path])).filter_map(|contour| contour.corners()).collect()
    }

    #[test]
    fn drops_double_and_straight_points() {
        let square = [
            (5.0, 0.0),
            (10.0, 0.0),
            (10.0, 0.001),
            (10.0, 10.0),
            (4.0, 10.0),
            (2.0, 10.001),
            (0.0, 10.0),
            (0.0, 0.0),
            (5.0, 0.0),
        ];
        let found = corners(closed(&square));
        let expected = [(10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 0.0)].map(Point::from);
        assert_eq!(found, [expected.to_vec()]);
    }

    #[test]
    fn a_fine_polygon_is_not_straightened() {
        let angle = |n: i32| f64::from(n) * std::f64::consts::TAU / 10_000.0;
        let ring: Vec<(f64, f64)> =
            (0..10_000).map(|n| (5.0 * libm::cos(angle(n)), 5.0 * libm::sin(angle(n)))).collect();
        assert!(corners(closed(&ring)).iter().all(|c| c.len() > 50));
    }

    #[test]
    fn an_open_line_is_no_contour() {
        let mut path = BezPath::new();
        path.move_to((0.0, 0.0));
        path.line_to((10.0, 0.0));
        path.line_to((10.0, 10.0));
        let mut page = page([path]);
        for item in &mut page.items {
            if let ItemKind::Path { fill, .. } = &mut item.kind {
                *fill = None;
            }
        }
        assert_eq!(each(&page).count(), 0);
    }
}
