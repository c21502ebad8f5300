//! Computes the path of a plotter's blade.
//!
//! - In: the lines to cut.
//! - Out: the path along which the machine moves the axis of the knife.
//!
//! A blade does not fully cut the point at which it starts. A closed cut therefore continues a little
//! beyond its start (*overcut*).
//!
//! The tip of a drag knife trails behind the axis on which the knife turns. The axis therefore runs
//! ahead of the line, by the *blade offset* in the direction of the cut. At a corner, the axis moves on
//! an arc around the corner, and the tip turns on the spot.

use kurbo::{BezPath, ParamCurve as _, ParamCurveArclen as _, PathEl, PathSeg, Point, Vec2};

/// The largest distance between a curve and the polygon that a drag knife cuts instead, in mm.
const FLATNESS: f64 = 0.0005;
/// The accuracy of lengths that are measured along a curve, in mm.
const ACCURACY: f64 = 1e-6;
/// The cosine of 4°. If the scalar product of two unit vectors is at least this value, their directions
/// differ by at most 4° and count as the same.
///
/// At a corner, the axis moves along an arc. This arc is approximated by straight lines, each of which turns
/// the knife by at most 4°.
const SAME_DIRECTION: f64 = 0.997_564;
/// To compute the path of the tip, the axis is moved in small steps. This is the length of a step, in mm.
const STEP: f64 = 0.01;
/// The largest number of steps along a straight line.
const MAX_STEPS: f64 = 200_000.0;
/// The smallest distance between neighbouring points in the computed path of the tip, in mm. Closer points
/// are left out. However, the point at the end of each straight line of the axis is always kept.
const DRAWN: f64 = 0.1;
/// The largest distance between two points that are treated as the same point, in mm.
const SAME_POINT_MM: f64 = 1e-6;

/// The knife of a plotter. Lengths are in mm.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Blade {
    /// How far a closed cut goes past its start.
    pub overcut: f64,
    /// How far the tip trails behind the axis of the knife.
    pub offset: f64,
}

impl Blade {
    /// The largest overcut, in mm.
    pub const MAX_OVERCUT_MM: f64 = 5.0;
    /// The largest blade offset, in mm.
    pub const MAX_OFFSET_MM: f64 = 2.0;

    /// Returns the path along which the machine must move so that the blade cuts along `line`.
    pub fn path(self, line: &BezPath) -> BezPath {
        let mut all = BezPath::new();
        for part in super::super::capture::parts(line) {
            let longer = if self.overcut > 0.0 { self.beyond_start(&part) } else { part };
            all.extend(if self.offset > 0.0 { self.ahead(&longer) } else { longer });
        }
        all
    }

    /// Returns the path that the tip cuts if the machine moves along `path`. At the start, the tip is
    /// behind the axis.
    pub fn cut_by(self, path: &BezPath) -> BezPath {
        if self.offset <= 0.0 {
            return path.clone();
        }
        let mut all = BezPath::new();
        for part in super::super::capture::parts(path) {
            self.trail(&corners(&part), &mut all);
        }
        all
    }

    /// Adds the path of the tip to `cut`. The tip trails behind `axis`, the path of the axis of a drag knife.
    fn trail(self, axis: &[Point], cut: &mut BezPath) {
        let Some([first, second, ..]) = axis.get(..2) else { return };
        let mut tip = *first - (*second - *first).normalize() * self.offset;
        let mut drawn = tip;
        cut.move_to(tip);
        for pair in axis.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let steps = (from.distance(to) / STEP).ceil().clamp(1.0, MAX_STEPS) as u32;
            for step in 1..=steps {
                let at = from.lerp(to, f64::from(step) / f64::from(steps));
                let behind = at - tip;
                if behind.hypot() > SAME_POINT_MM {
                    tip = at - behind / behind.hypot() * self.offset;
                }
                if tip.distance(drawn) >= DRAWN || step == steps && tip.distance(drawn) > SAME_POINT_MM {
                    cut.line_to(tip);
                    drawn = tip;
                }
            }
        }
    }

    /// Returns a closed line with the overcut added beyond its start. Returns an open line unchanged.
    fn beyond_start(self, part: &BezPath) -> BezPath {
        let segments: Vec<PathSeg> = part.segments().collect();
        let (Some(first), Some(last)) = (segments.first(), segments.last()) else { return part.clone() };
        if first.start().distance(last.end()) > SAME_POINT_MM {
            return part.clone();
        }
        let mut path = BezPath::new();
        path.move_to(first.start());
        segments.iter().for_each(|segment| path.push(segment.as_path_el()));
        let mut left = self.overcut;
        for segment in &segments {
            let length = segment.arclen(ACCURACY);
            if length >= left {
                path.push(segment.subsegment(0.0..segment.inv_arclen(left, ACCURACY)).as_path_el());
                break;
            }
            path.push(segment.as_path_el());
            left -= length;
        }
        path
    }

    /// Returns the path on which the axis of a drag knife must move so that its tip follows a line.
    fn ahead(self, part: &BezPath) -> BezPath {
        let points = corners(part);
        let mut path = BezPath::new();
        let mut last: Option<Vec2> = None;
        for pair in points.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let way = (to - from) / from.distance(to);
            match last {
                None => path.move_to(from + way * self.offset),
                Some(before) => turn(before, way, |between| path.line_to(from + between * self.offset)),
            }
            path.line_to(to + way * self.offset);
            last = Some(way);
        }
        path
    }
}

/// Calls `visit` with directions that turn gradually from `from` to `to`. The last direction is `to`.
fn turn(from: Vec2, to: Vec2, mut visit: impl FnMut(Vec2)) {
    // Each call halves the angle. Twelve nested calls are more than enough to reach 4°, even from 180°.
    fn halve(from: Vec2, to: Vec2, left: u32, visit: &mut impl FnMut(Vec2)) {
        if left > 0 && from.dot(to) < SAME_DIRECTION {
            let sum = from + to;
            let centre =
                if sum.hypot() > SAME_POINT_MM { sum / sum.hypot() } else { Vec2::new(-from.y, from.x) };
            halve(from, centre, left - 1, visit);
            halve(centre, to, left - 1, visit);
        } else {
            visit(to);
        }
    }
    halve(from, to, 12, &mut visit);
}

/// Returns the corners of the polygon that approximates a line. For a closed line, the last corner is the
/// same as the first corner.
fn corners(part: &BezPath) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    let mut start = None;
    kurbo::flatten(part, FLATNESS, |element| {
        let point = match element {
            PathEl::MoveTo(point) => {
                start = Some(point);
                Some(point)
            }
            PathEl::ClosePath => start,
            other => other.end_point(),
        };
        if let Some(point) =
            point.filter(|point| points.last().is_none_or(|last| last.distance(*point) > SAME_POINT_MM))
        {
            points.push(point);
        }
    });
    points
}

#[cfg(test)]
mod tests {
    use super::super::super::capture;
    use super::*;
    use hexpress_base::round_shapes;
    use kurbo::{Rect, Shape as _};

    #[test]
    fn the_tip_of_a_drag_knife_follows_the_line() {
        let blade = Blade { overcut: 0.0, offset: 0.9 };
        for line in [
            Rect::new(10.0, 10.0, 40.0, 30.0).to_path(0.1),
            round_shapes::rectangle(Rect::new(10.0, 10.0, 73.0, 98.0), 3.0),
            round_shapes::circle(Point::new(50.0, 50.0), 8.0),
            BezPath::from_svg("M0 0 L10 0 L1 3 L10 6").unwrap(),
        ] {
            let axis = blade.path(&line);
            let cut = blade.cut_by(&axis);
            assert!(
                capture::largest_distance(&line, &cut) < 0.02,
                "{}",
                capture::largest_distance(&line, &cut)
            );
            assert!(
                capture::largest_distance(&cut, &line) < 0.02,
                "{}",
                capture::largest_distance(&cut, &line)
            );
            let first = axis.segments().next().unwrap().start();
            let own_point = line.segments().next().unwrap().start();
            assert!((first.distance(own_point) - 0.9).abs() < 1e-9);
        }
    }

    #[test]
    fn a_closed_cut_goes_past_its_start() {
        let blade = Blade { overcut: 1.5, offset: 0.0 };
        for line in [
            Rect::new(10.0, 10.0, 40.0, 30.0).to_path(0.1),
            round_shapes::circle(Point::new(50.0, 50.0), 8.0),
        ] {
            let longer = blade.path(&line);
            let by = longer.perimeter(1e-6) - line.perimeter(1e-6);
            assert!((by - 1.5).abs() < 1e-4, "{by}");
            assert!(capture::largest_distance(&longer, &line) < 0.003);
            assert!(!longer.elements().contains(&PathEl::ClosePath));
        }
        let open = BezPath::from_svg("M0 0 L10 0 L10 5").unwrap();
        assert_eq!(blade.path(&open), open);
    }

    #[test]
    fn a_blade_without_lengths_changes_nothing() {
        let line = round_shapes::rectangle(Rect::new(10.0, 10.0, 73.0, 98.0), 3.0);
        assert_eq!(Blade::default().path(&line), line);
    }
}
