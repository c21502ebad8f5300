//! Finds the closed contours of a page.
//!
//! - In: the paths of a page.
//! - Out: the subpaths that are closed or filled. For subpaths with straight sides, also the
//!   corners.
//! - Not here: deciding which shape the corners form.

use kurbo::{Line, ParamCurve as _, PathEl, Point};

use super::SAME_POINT_MM;
use crate::{Elements, ItemKind, Page};

/// A subpath that is closed or filled.
pub(super) struct Contour<'p> {
    /// The index of the item that draws the contour, in the list of the page's items.
    pub item: usize,
    /// The elements of the contour, beginning with a move.
    pub elements: Elements<'p>,
}

/// Returns every closed contour of a page, in drawing order. Filled contours count as closed.
pub(super) fn each(page: &Page) -> impl Iterator<Item = Contour<'_>> {
    let paths = page.items.iter().enumerate().filter_map(|(item, drawn)| match &drawn.kind {
        ItemKind::Path { path, fill, .. } => Some((item, path, fill.is_some())),
        _ => None,
    });
    paths.flat_map(|(item, path, is_filled)| {
        let closed = path.subpaths().filter(move |elements| is_filled || is_closed(elements.clone()));
        closed.map(move |elements| Contour { item, elements })
    })
}

/// Returns whether a path ends where it begins.
pub(super) fn is_closed(mut elements: Elements<'_>) -> bool {
    let count = elements.len();
    match (elements.next().and_then(|first| first.end_point()), elements.next_back()) {
        (_, Some(PathEl::ClosePath)) => true,
        (Some(start), Some(last)) => count > 2 && last.end_point().is_some_and(|p| is_same_point(p, start)),
        _ => false,
    }
}

/// Returns whether two points are close enough to count as one.
pub(super) fn is_same_point(a: Point, b: Point) -> bool {
    a.distance_squared(b) <= SAME_POINT_MM * SAME_POINT_MM
}

/// A rounded corner may remove at most this length from the end of each side. The length is a fraction of the
/// straight part of the shorter side. For example, if both straight parts are 10 mm long, they must end at
/// most 2 mm before the point where the sides would meet.
const MAX_ROUNDING: f64 = 0.2;

/// A contour with at most this number of lines, such as a hexagon, is assumed to begin at a corner. A
/// contour with more lines may begin in the middle of a side.
const MAX_UNSPLIT_LINES: usize = 6;

impl Contour<'_> {
    /// Returns the corners of a contour with straight sides. Leaves out a point if it coincides
    /// with the previous one or is on a straight side. Returns `None` if the contour has a curve.
    pub(super) fn corners(&self) -> Option<Vec<Point>> {
        let mut points: Vec<Point> = Vec::with_capacity(self.elements.len());
        for element in self.elements.clone() {
            match element {
                PathEl::MoveTo(p) | PathEl::LineTo(p) => push_distinct(&mut points, p),
                PathEl::ClosePath => break,
                // Many programs write each straight side as a curve.
                PathEl::QuadTo(a, p) if is_straight(points.last(), &[a], p) => push_distinct(&mut points, p),
                PathEl::CurveTo(a, b, p) if is_straight(points.last(), &[a, b], p) => {
                    push_distinct(&mut points, p)
                }
                PathEl::QuadTo(..) | PathEl::CurveTo(..) => return None,
            }
        }
        while let (Some(&first), Some(&last)) = (points.first(), points.last())
            && points.len() > 1
            && is_same_point(first, last)
        {
            points.pop();
        }
        Some(without_straight(&points))
    }

    /// Returns the points where the straight sides of a contour would meet if its corners were not rounded or
    /// cut off. Returns `None` if the number of straight sides is not `sides`, or if a corner is rounded or
    /// cut off too much.
    pub(super) fn rounded(&self, sides: usize) -> Option<Vec<Point>> {
        let lines = long_lines(&straight_lines(self.elements.clone()));
        if lines.len() != sides {
            return None;
        }
        (0..sides).map(|n| rounded_corner(lines[n], lines[(n + 1) % sides])).collect()
    }
}

/// Returns the point where two sides would meet if they were extended. Returns `None` if the sides are
/// almost parallel. Also returns `None` if the rounded corner replaces more of a side than
/// [`MAX_ROUNDING`] allows.
fn rounded_corner(side: Line, next_side: Line) -> Option<Point> {
    let (before, after) = (side.p1 - side.p0, next_side.p1 - next_side.p0);
    let across = before.cross(after);
    if across.abs() < 0.1 * before.hypot() * after.hypot() {
        return None;
    }
    let corner = side.p1 + before * ((next_side.p0 - side.p1).cross(after) / across);
    let reach = MAX_ROUNDING * before.hypot().min(after.hypot());
    let is_far = corner.distance(side.p1) > reach || corner.distance(next_side.p0) > reach;
    (!is_far).then_some(corner)
}

/// Returns the straight lines of a contour. Joins lines that continue in the same direction.
fn straight_lines(elements: Elements<'_>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
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
        if is_line && !is_same_point(pen, to) {
            push_joined(&mut lines, Line::new(pen, to));
        }
        pen = to;
    }
    // If a contour begins in the middle of a side, its last line and its first line are parts of
    // the same side.
    if let (Some(&first), Some(&last)) = (lines.first(), lines.last())
        && lines.len() > MAX_UNSPLIT_LINES
        && continues(last, first)
    {
        lines.remove(0);
        push_joined(&mut lines, first);
    }
    lines
}

/// Adds a line, or extends the last line if the new line continues it.
fn push_joined(lines: &mut Vec<Line>, line: Line) {
    match lines.last_mut() {
        Some(last) if continues(*last, line) => last.p1 = line.p1,
        _ => lines.push(line),
    }
}

/// Returns whether `line` begins at the end of the last line and continues in the same direction.
fn continues(last: Line, line: Line) -> bool {
    is_same_point(last.p1, line.p0) && is_between(last.p1, Line::new(last.p0, line.p1))
}

/// Returns the lines that are at least half as long as the longest line. These lines are the sides
/// of a shape. Shorter lines are parts of its corners.
fn long_lines(lines: &[Line]) -> Vec<Line> {
    let longest = lines.iter().map(line_length).fold(0.0, f64::max);
    lines.iter().filter(|line| line_length(line) >= 0.5 * longest).copied().collect()
}

fn line_length(line: &Line) -> f64 {
    line.start().distance(line.end())
}

/// Adds a point unless it coincides with the last one.
fn push_distinct(points: &mut Vec<Point>, point: Point) {
    if points.last().is_none_or(|&last| !is_same_point(last, point)) {
        points.push(point);
    }
}

/// Returns whether a curve from `start` to `end` with these control points is straight and never
/// turns back.
fn is_straight(start: Option<&Point>, controls: &[Point], end: Point) -> bool {
    let Some(&start) = start else { return false };
    let line = end - start;
    let length = line.hypot();
    controls.iter().all(|&control| {
        let offset = control - start;
        let along = offset.dot(line);
        // A curve whose control points are at its ends is straight.
        is_same_point(control, start)
            || is_same_point(control, end)
            || (offset.cross(line).abs() <= SAME_POINT_MM * length
                && along >= 0.0
                && along <= length * length)
    })
}

/// Returns the points where a closed polyline turns by more than about 6 degrees (a sine of 0.1).
pub(super) fn turning_points(points: &[Point]) -> Vec<Point> {
    let count = points.len();
    let previous = points.iter().cycle().skip(count.saturating_sub(1));
    let next = points.iter().cycle().skip(1);
    let corners = previous.zip(points).zip(next);
    corners.filter(|((a, b), c)| turns(**a, **b, **c)).map(|((_, point), _)| *point).collect()
}

fn turns(previous: Point, point: Point, next: Point) -> bool {
    let (before, after) = (point - previous, next - point);
    before.cross(after).abs() > 0.1 * before.hypot() * after.hypot()
}

/// The largest number of consecutive points that are left out on a straight side. The number is limited,
/// because all of these points are checked again for each new point.
const MAX_DROPPED_POINTS: usize = 64;

/// Leaves out each point that is on the straight line between its two neighbours.
///
/// All points that are left out of a side must be on the line between the remaining corners. Otherwise,
/// a gentle curve made of many short sides would be straightened step by step.
fn without_straight(points: &[Point]) -> Vec<Point> {
    let count = points.len();
    let Some(&origin) = points.first() else { return Vec::new() };
    // Whatever `origin` is, the point that is farthest from it is a corner.
    let distances = points.iter().map(|point| point.distance_squared(origin)).enumerate();
    let start = distances.max_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(n, _)| n);
    let mut kept: Vec<Point> = Vec::with_capacity(count);
    let mut dropped: Vec<Point> = Vec::new();
    for n in start..start + count {
        let (point, next) = (points[n % count], points[(n + 1) % count]);
        dropped.push(point);
        let is_on_side = kept.last().is_some_and(|&last| {
            dropped.len() <= MAX_DROPPED_POINTS
                && dropped.iter().all(|&p| is_between(p, Line::new(last, next)))
        });
        if !is_on_side {
            kept.push(point);
            dropped.clear();
        }
    }
    // Rotates the list so that it starts with the corner that comes first in `points`.
    let lead = points.iter().find_map(|p| kept.iter().position(|k| k == p)).unwrap_or(0);
    kept.rotate_left(lead);
    kept
}

/// Returns whether a point is on a line, strictly between its ends.
fn is_between(point: Point, ends: Line) -> bool {
    let line = ends.p1 - ends.p0;
    let length = line.hypot();
    let offset = point - ends.p0;
    let along = offset.dot(line);
    (length > SAME_POINT_MM && offset.cross(line).abs() <= SAME_POINT_MM * length)
        && along > 0.0
        && along < length * length
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
