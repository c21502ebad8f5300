//! Collects the strokes of a page.
//!
//! - In: the stroked paths of a page.
//! - Out: their straight runs, and whether a stroke passes near a point. A run is a straight line that
//!   consists of one stroke, or of several strokes that touch one another.
//! - Not here: the cells between strokes ([`super::hexagon_net`]).

use kurbo::{CubicBez, Line, ParamCurve as _, Point};

use super::SAME_POINT_MM;
use super::contour::is_closed;
use super::hexagon_net::is_near;
use crate::{ItemKind, Page};
use hexpress_base::point_index::PointIndex;

/// The largest gap between two lines that are joined into one run, in mm. It is also the largest
/// distance of a joined line from the infinite line through the run.
const RUN_GAP: f64 = 0.2;
/// The maximum number of straight lines to join into runs.
pub const MAX_LINES: usize = 4000;
/// The distance between samples on a stroke, in mm.
const SAMPLE_DISTANCE: f64 = 0.5;
/// The approximate limit for the number of samples on a page. If a page needs more, the distance
/// between its samples is larger.
const MAX_SAMPLES: f64 = 200_000.0;
/// The length of a side of each square in the spatial index of samples, in mm.
const INDEX_SQUARE_MM: f64 = 2.0;
/// The maximum number of samples to keep in a square of the index.
const MAX_SAMPLES_IN_SQUARE: usize = 64;

/// The strokes of a page.
pub struct Strokes {
    /// The straight runs, sorted from long to short.
    pub runs: Vec<Line>,
    /// The straight runs of subpaths that are not closed, sorted from long to short.
    pub open: Vec<Line>,
    /// Points on all strokes, at a distance of [`SAMPLE_DISTANCE`] or more.
    samples: PointIndex<2>,
}

/// A stroked segment of a path.
struct StrokedCurve {
    curve: CubicBez,
    /// True if the subpath is not closed.
    is_open: bool,
}

impl Strokes {
    /// Collects the strokes of a page.
    pub fn from_page(page: &Page) -> Self {
        let strokes = strokes(page);
        let total = strokes.iter().map(|stroke| length(&stroke.curve)).sum::<f64>();
        let distance = SAMPLE_DISTANCE.max(total / MAX_SAMPLES);
        let mut samples = PointIndex::with_limit(INDEX_SQUARE_MM, MAX_SAMPLES_IN_SQUARE);
        for StrokedCurve { curve, .. } in &strokes {
            let steps = (length(curve) / distance).ceil().max(1.0);
            for step in 0..=steps as u32 {
                let Point { x, y } = curve.eval(f64::from(step) / steps);
                samples.insert([x, y], 0);
            }
        }
        let all = longest(strokes.iter());
        let open = longest(strokes.iter().filter(|stroke| stroke.is_open));
        Self { runs: runs(all), open: runs(open), samples }
    }

    /// Returns whether a stroke passes within `reach` mm of a point.
    pub fn pass(&self, point: Point, reach: f64) -> bool {
        self.samples.within(point, reach).next().is_some()
    }
}

fn strokes(page: &Page) -> Vec<StrokedCurve> {
    let mut strokes = Vec::new();
    for item in &page.items {
        let ItemKind::Path { path, stroke: Some(_), .. } = &item.kind else { continue };
        for subpath in path.subpaths() {
            let is_open = !is_closed(subpath.clone());
            let curves = kurbo::segments(subpath).map(|segment| segment.to_cubic()).filter(is_on_paper);
            strokes.extend(curves.map(|curve| StrokedCurve { curve, is_open }));
        }
    }
    strokes
}

/// Returns the straight strokes as lines, sorted from long to short. Returns at most
/// [`MAX_LINES`].
fn longest<'s>(strokes: impl Iterator<Item = &'s StrokedCurve>) -> Vec<Line> {
    let curves = strokes.map(|stroke| &stroke.curve);
    // Many programs write straight lines as curves, so straight curves count, too.
    let straight = curves.filter(|curve| length(curve) - curve.p0.distance(curve.p3) < SAME_POINT_MM);
    let mut lines: Vec<Line> = straight.map(|curve| Line::new(curve.p0, curve.p3)).collect();
    longest_first(&mut lines);
    lines.truncate(MAX_LINES);
    lines
}

fn is_on_paper(curve: &CubicBez) -> bool {
    [curve.p0, curve.p1, curve.p2, curve.p3].into_iter().all(is_near)
}

/// Returns the length of the control polygon of a curve, in mm. A curve is at most as long as its
/// control polygon, and a straight line is exactly as long.
fn length(curve: &CubicBez) -> f64 {
    curve.p0.distance(curve.p1) + curve.p1.distance(curve.p2) + curve.p2.distance(curve.p3)
}

fn longest_first(lines: &mut [Line]) {
    lines.sort_by(|a, b| b.p0.distance(b.p1).total_cmp(&a.p0.distance(a.p1)));
}

/// Joins lines that touch and are parts of the same infinite line. Returns the resulting runs,
/// sorted from long to short.
pub fn runs(mut lines: Vec<Line>) -> Vec<Line> {
    lines.retain(|line| line.p0.distance(line.p1) > RUN_GAP);
    longest_first(&mut lines);
    let mut runs = Vec::new();
    while !lines.is_empty() {
        let mut run = lines.remove(0);
        while let Some(next) = lines.iter().position(|line| runs_on(run, *line)) {
            run = join_lines(run, lines.remove(next));
        }
        runs.push(run);
    }
    longest_first(&mut runs);
    runs
}

/// The position of a point relative to a line, in mm.
#[derive(Clone, Copy)]
pub struct PositionOnLine {
    /// The distance from the start of the line, measured along the line.
    pub along: f64,
    /// The distance between the point and the line, on either side.
    pub off: f64,
}

impl PositionOnLine {
    pub fn new(line: Line, point: Point) -> Self {
        let (vector, offset) = (line.p1 - line.p0, point - line.p0);
        let length = vector.hypot();
        Self { along: offset.dot(vector) / length, off: (offset.cross(vector) / length).abs() }
    }
}

/// Returns whether `line` touches `run` and is part of the same infinite line.
fn runs_on(run: Line, line: Line) -> bool {
    let [a, b] = [line.p0, line.p1].map(|end| PositionOnLine::new(run, end));
    let length = run.p0.distance(run.p1);
    a.off.max(b.off) <= RUN_GAP
        && a.along.min(b.along) <= length + RUN_GAP
        && a.along.max(b.along) >= -RUN_GAP
}

/// Returns the line between the outermost ends of `run` and `line`.
fn join_lines(run: Line, line: Line) -> Line {
    let mut ends = [run.p0, run.p1, line.p0, line.p1];
    ends.sort_by(|a, b| PositionOnLine::new(run, *a).along.total_cmp(&PositionOnLine::new(run, *b).along));
    Line::new(ends[0], ends[3])
}
