//! Finds hexagons in a net of lines, where neighbouring hexagons share an edge that is drawn only once.
//! The hexagons are the faces between the lines.
//!
//! - In: the stroked paths of a page.
//! - Out: the hexagons between their straight segments, and the ends of lines that almost meet.
//! - Not here: faces whose edges all belong to closed shapes. Such a face is only a gap between shapes.

use kurbo::{Line, ParamCurve as _, PathSeg, Point};

use super::contour::is_closed;
use super::faces::faces;
use super::polygon::Polygon;
use crate::{ItemKind, Page};

/// The largest difference between the length of an edge and the usual length, as a fraction of the
/// usual length.
const LENGTH_TOLERANCE: f64 = 0.15;
/// The largest bend of a line that still counts as straight, as a fraction of the length of the line.
const MAX_BEND: f64 = 0.005;
/// The smallest length of an edge, in mm.
pub(super) const MIN_LENGTH: f64 = 0.3;

/// An end of a line that misses the point where the line should probably end, because the line is too short
/// or too long.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LooseEnd {
    /// The end of the line, in mm.
    pub end: Point,
    /// The point that the end should probably meet, in mm.
    pub target: Point,
    /// The other end of the line, in mm.
    pub from: Point,
}

/// The hexagons between straight lines, and counts of the lines.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    pub hexagons: Vec<Polygon>,
    /// Ends that almost meet other lines.
    pub loose: Vec<LooseEnd>,
    /// The number of straight lines that are not part of a closed subpath.
    pub count: usize,
    /// The number of ends that do not meet another line.
    pub ends: usize,
    /// The usual length of a line, in mm: the median of the largest group of lines with similar lengths.
    pub usual_length: f64,
}

/// A straight line that an item draws.
pub(super) struct Segment {
    pub from: Point,
    pub to: Point,
    /// The index of the item that draws the segment, in the list of the page's items.
    pub item: usize,
    /// True if the segment is part of a subpath that is not closed.
    pub is_open: bool,
}

impl Segment {
    /// Returns the length, in mm.
    pub(super) fn length(&self) -> f64 {
        self.from.distance(self.to)
    }
}

/// Finds the hexagons between the straight lines of a page.
pub fn lines(page: &Page) -> Lines {
    let segments = segments(page);
    let count = open_count(&segments);
    if count < 6 {
        return Lines { count, ..Lines::default() };
    }
    let usual = usual_length(&segments);
    let of_all = faces(&segments, usual, 6);
    // A line whose length differs from the usual length is not an edge. For example, a line across the
    // whole board would divide its cells.
    let even: Vec<Segment> = segments
        .into_iter()
        .filter(|segment| (segment.length() - usual).abs() <= LENGTH_TOLERANCE * usual)
        .collect();
    let of_even = faces(&even, usual, 6);
    let best = if of_even.polygons.len() > of_all.polygons.len() { of_even } else { of_all };
    Lines { hexagons: best.polygons, loose: best.loose, count, ends: best.ends, usual_length: usual }
}

/// Returns the straight segments that a page strokes.
pub(super) fn segments(page: &Page) -> Vec<Segment> {
    let mut segments = Vec::new();
    for (item, drawn) in page.items.iter().enumerate() {
        let ItemKind::Path { path, stroke: Some(stroke), .. } = &drawn.kind else { continue };
        for subpath in path.subpaths() {
            let is_open = !is_closed(subpath.clone());
            for curve in kurbo::segments(subpath) {
                let Some(line) = straight_line(curve, stroke.width / 2.0) else { continue };
                let segment = Segment { from: line.p0, to: line.p1, item, is_open };
                if is_near(line.p0) && is_near(line.p1) && segment.length() > MIN_LENGTH {
                    segments.push(segment);
                }
            }
        }
    }
    segments
}

/// Returns the number of segments in subpaths that are not closed.
pub(super) fn open_count(segments: &[Segment]) -> usize {
    segments.iter().filter(|segment| segment.is_open).count()
}

/// Returns a curve as a straight line. Returns `None` if the curve bends visibly: by more than
/// `tolerance` mm, or by more than [`MAX_BEND`] of its length.
fn straight_line(curve: PathSeg, tolerance: f64) -> Option<Line> {
    let line = Line::new(curve.start(), curve.end());
    let is_straight = match curve {
        PathSeg::Line(_) => true,
        PathSeg::Quad(quad) => is_close_to(quad.p1, line, tolerance),
        PathSeg::Cubic(cubic) => [cubic.p1, cubic.p2].iter().all(|&p| is_close_to(p, line, tolerance)),
    };
    is_straight.then_some(line)
}

/// Returns whether a curve with this control point counts as straight. It may bend away from `line` by
/// at most `tolerance` mm, and by at most [`MAX_BEND`] of the length.
fn is_close_to(control: Point, line: Line, tolerance: f64) -> bool {
    let vector = line.p1 - line.p0;
    let offset = control - line.p0;
    let along = vector.dot(offset) / vector.hypot2();
    let distance = (vector.cross(offset) / vector.hypot()).abs();
    // The distance between a curve and its line is at most three quarters of the distance between
    // its control points and the line.
    (0.0..=1.0).contains(&along) && 0.75 * distance <= tolerance.min(MAX_BEND * vector.hypot())
}

/// Returns whether a point is within 10 km of the origin. Sums of larger coordinates would be too
/// inexact.
pub(super) fn is_near(point: Point) -> bool {
    point.x.abs() < 1e7 && point.y.abs() < 1e7
}

/// Returns the usual length of segments, in mm. Lengths that differ by at most [`LENGTH_TOLERANCE`]
/// form a group. The result is the median of the largest group.
pub(super) fn usual_length(segments: &[Segment]) -> f64 {
    let mut lengths: Vec<f64> = segments.iter().map(Segment::length).collect();
    lengths.sort_by(f64::total_cmp);
    let (mut largest, mut start) = (0..0, 0);
    for end in 0..lengths.len() {
        while lengths[end] > lengths[start] * (1.0 + LENGTH_TOLERANCE) {
            start += 1;
        }
        if end + 1 - start > largest.len() {
            largest = start..end + 1;
        }
    }
    lengths.get(usize::midpoint(largest.start, largest.end)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::sample;
    use crate::{DrawStyle, Item, Rgb, Stroke};
    use kurbo::BezPath;

    /// Returns a page that draws each line as a separate item.
    fn page(lines: &[((f64, f64), (f64, f64))]) -> Page {
        let mut page = sample::page([]);
        for (from, to) in lines {
            let mut path = BezPath::new();
            path.move_to(*from);
            path.line_to(*to);
            let stroke = Stroke { width: 0.3, colour: Rgb([0; 3]), dash: Vec::new(), phase: 0.0 };
            let kind = ItemKind::Path { path: path.into(), fill: None, stroke: Some(stroke.into()) };
            let painted_bounds = kind.painted_bounds();
            page.items.push(Item {
                id: None,
                tag: None,
                copy: None,
                clip: None,
                clip_outlines: None,
                turn: None,
                effect: 0,
                draw_style: DrawStyle::default(),
                opacity: 1.0,
                shades: None,
                gradient: None,
                painted_bounds,
                kind,
            });
        }
        page
    }

    /// Returns the lines of two hexagons. Their common edge is drawn only once.
    fn pair() -> Vec<((f64, f64), (f64, f64))> {
        let height = 10.0 * 3.0_f64.sqrt();
        let mut lines: Vec<((f64, f64), (f64, f64))> = Vec::new();
        for y in [0.0, height] {
            let corners = sample::hexagon((50.0, 50.0 + y), 10.0, 0.0);
            for (i, &from) in corners.iter().enumerate() {
                let to = corners[(i + 1) % 6];
                let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1) < 1e-6;
                if !lines.iter().any(|l| near(l.0, to) && near(l.1, from)) {
                    lines.push((from, to));
                }
            }
        }
        lines
    }

    #[test]
    fn an_edge_that_two_cells_share_is_drawn_once() {
        let lines = pair();
        assert_eq!(lines.len(), 11);
        let found = super::lines(&page(&lines));
        assert_eq!((found.hexagons.len(), found.count, found.ends), (2, 11, 0));
        assert!(found.hexagons.iter().all(|h| h.irregularity() < 1e-9 && (h.side() - 10.0).abs() < 1e-9));
    }

    #[test]
    fn lines_that_cross_and_lead_nowhere_are_left_out() {
        let mut lines = pair();
        lines.push((lines[0].0, (90.0, 90.0)));
        lines.push((lines[0].0, lines[2].1));
        lines.push(((90.0, 90.0), (91.0, 99.0)));
        assert_eq!(super::lines(&page(&lines)).hexagons.len(), 2);
    }

    #[test]
    fn an_end_that_stops_short_is_moved_to_its_corner() {
        let mut lines = pair();
        lines[0].0.0 += 0.5;
        let found = super::lines(&page(&lines));
        // One end was moved. The other lines still meet at the point where this end was before.
        assert_eq!((found.hexagons.len(), found.loose.len()), (2, 1));
        let gap = found.loose[0].end.distance(found.loose[0].target);
        assert!((gap - 0.5).abs() < 1e-9, "{gap}");
    }

    #[test]
    fn lines_with_gaps_make_nothing() {
        let apart: Vec<_> = pair()
            .into_iter()
            .map(|(a, b)| {
                let at = |t: f64| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
                (at(0.2), at(0.8))
            })
            .collect();
        let found = super::lines(&page(&apart));
        assert_eq!((found.hexagons.len(), found.count, found.ends), (0, 11, 22));
    }
}
