//! Hashes the part of a path that is visible in a window, such as a sheet of a poster.
//!
//! - In: a path that may continue beyond the window.
//! - Out: a digest. Paths that look the same inside the window have the same digest.
//! - Not here: deciding which drawings are in the window at all.

use kurbo::{Affine, BezPath, Line, PathEl, PathSeg, Point, Rect, Shape as _};

use super::hash::Hash;

impl Hash {
    /// Adds the segments of a path that are in `window`. Straight segments are clipped to the
    /// window. Returns whether any segment is in the window.
    pub(super) fn path_in(&mut self, path: &BezPath, transform: Affine, window: Rect) -> bool {
        let mut is_inside = false;
        for segment in (transform * path).segments() {
            match segment {
                PathSeg::Line(line) => {
                    if let Some(line) = clipped(line, window) {
                        is_inside = true;
                        self.byte(1);
                        self.point(line.p0);
                        self.point(line.p1);
                    }
                }
                curve if curve.bounding_box().overlaps(window) => {
                    is_inside = true;
                    self.path(&BezPath::from_path_segments([curve].into_iter()), Affine::IDENTITY);
                }
                PathSeg::Quad(_) | PathSeg::Cubic(_) => {}
            }
        }
        is_inside
    }

    /// Adds the part of an area that is in `window`. Two things determine this part: the segments of the
    /// outline inside the window, and the winding number around one corner of the window. Returns whether any
    /// part of the area can be visible in the window.
    pub(super) fn area_in(&mut self, path: &BezPath, transform: Affine, window: Rect) -> bool {
        let has_edges = self.path_in(path, transform, window);
        let windings = (transform * path).winding(window.origin());
        self.number(f64::from(windings));
        has_edges || windings != 0
    }
}

/// Returns the rectangle that a path draws. Returns `None` if the path is not a rectangle.
pub(super) fn rectangle(path: &BezPath, transform: Affine) -> Option<Rect> {
    let mut corners = [Point::ZERO; 4];
    let elements = path.elements();
    let (PathEl::ClosePath, [first, others @ ..]) = (elements.last()?, elements) else { return None };
    let PathEl::MoveTo(start) = first else { return None };
    corners[0] = transform * *start;
    let mut count = 1;
    for element in &others[..others.len() - 1] {
        let PathEl::LineTo(end) = element else { return None };
        if end == start && count == 4 {
            continue;
        }
        *corners.get_mut(count)? = transform * *end;
        count += 1;
    }
    let [a, b, c, d] = corners;
    let is_upright = a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y;
    let is_lying = a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x;
    (count == 4 && (is_upright || is_lying)).then(|| Rect::from_points(a, c))
}

/// Returns the part of a line that is inside a box, by the method of Liang and Barsky (1984).
/// Returns `None` if no part is inside.
fn clipped(line: Line, window: Rect) -> Option<Line> {
    let along = line.p1 - line.p0;
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for (step, room) in [
        (-along.x, line.p0.x - window.x0),
        (along.x, window.x1 - line.p0.x),
        (-along.y, line.p0.y - window.y0),
        (along.y, window.y1 - line.p0.y),
    ] {
        if step == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            from = from.max(room / step);
        } else {
            to = to.min(room / step);
        }
    }
    let point = |share: f64| Point::new(line.p0.x + along.x * share, line.p0.y + along.y * share);
    (from <= to).then(|| {
        // If the line ends inside the window, its end must be returned exactly, without rounding
        // errors.
        let end = if to == 1.0 { line.p1 } else { point(to) };
        Line::new(point(from), end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Rect = Rect::new(0.0, 0.0, 10.0, 10.0);

    fn digest(points: &[(f64, f64)], is_area: bool) -> u128 {
        let mut path = BezPath::new();
        path.move_to(points[0]);
        points[1..].iter().for_each(|point| path.line_to(*point));
        let mut hash = Hash::new(b'x');
        if is_area {
            path.close_path();
            hash.area_in(&path, Affine::IDENTITY, WINDOW);
        } else {
            hash.path_in(&path, Affine::IDENTITY, WINDOW);
        }
        hash.finish()
    }

    #[test]
    fn what_a_line_does_beyond_the_window_changes_nothing() {
        let line = digest(&[(5.0, -5.0), (5.0, 20.0)], false);
        assert_eq!(digest(&[(5.0, -9.0), (5.0, 30.0), (40.0, 30.0)], false), line);
        assert_ne!(digest(&[(5.0, -9.0), (5.0, 9.0)], false), line);
        assert_ne!(digest(&[(5.1, -9.0), (5.1, 20.0)], false), line);
        assert_eq!(
            digest(&[(-3.0, -3.0), (14.0, 14.0)], false),
            digest(&[(-1.0, -1.0), (11.0, 11.0)], false)
        );
        assert_eq!(digest(&[(11.0, 0.0), (11.0, 9.0)], false), digest(&[(12.0, 0.0), (20.0, 9.0)], false));
    }

    #[test]
    fn an_area_around_the_window_differs_from_none() {
        let around = |far: f64| [(-1.0, -1.0), (far, -1.0), (far, far), (-1.0, far)];
        assert_eq!(digest(&around(20.0), true), digest(&around(30.0), true));
        assert_ne!(digest(&around(20.0), true), digest(&around(8.0), true));
        let beyond = [(20.0, 0.0), (30.0, 0.0), (30.0, 9.0)];
        assert_ne!(digest(&around(20.0), true), digest(&beyond, true));
    }
}
