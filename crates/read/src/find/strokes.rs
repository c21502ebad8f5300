//! What is drawn along lines, straight and curved: the places on it, and the straight runs that it makes.

use kurbo::{CubicBez, Line, ParamCurve as _, Point};

use super::SAME;
use super::contour::is_closed;
use super::lines::is_near;
use crate::base::point_index::PointIndex;
use crate::read::{ItemKind, Page};

/// Lines that run on in each other miss one another by so much at most, in mm.
const RUNS_ON: f64 = 0.2;
/// The most straight lines that are put together.
pub const MOST_LINES: usize = 4000;
/// How far apart the places on a stroke lie, in mm.
const APART: f64 = 0.5;
/// About the most places that are kept; on more strokes they lie farther apart.
const MOST_PLACES: f64 = 200_000.0;
/// How wide the squares are in which places are looked for, in mm, and how many each keeps.
const SQUARE: f64 = 2.0;
const MOST_IN_SQUARE: usize = 64;

/// What is drawn along lines on a page.
pub struct Strokes {
    /// The straight runs, the longest first.
    pub runs: Vec<Line>,
    /// Those of lines that close nothing by themselves.
    pub open: Vec<Line>,
    places: PointIndex<2>,
}

/// A part of a path along which something is drawn.
struct Stroke {
    curve: CubicBez,
    is_open: bool,
}

impl Strokes {
    /// Those of a page.
    pub fn of(page: &Page) -> Self {
        let strokes = strokes(page);
        let apart = APART.max(strokes.iter().map(|stroke| length(&stroke.curve)).sum::<f64>() / MOST_PLACES);
        let mut places = PointIndex::crowded(SQUARE, MOST_IN_SQUARE);
        for Stroke { curve, .. } in &strokes {
            let steps = (length(curve) / apart).ceil().max(1.0);
            for step in 0..=steps as u32 {
                let Point { x, y } = curve.eval(f64::from(step) / steps);
                places.insert([x, y], 0);
            }
        }
        let all = longest(strokes.iter());
        let open = longest(strokes.iter().filter(|stroke| stroke.is_open));
        Self { runs: runs(all), open: runs(open), places }
    }

    /// Whether one of them passes a place so near.
    pub fn pass(&self, at: Point, reach: f64) -> bool {
        self.places.within(at, reach).next().is_some()
    }
}

fn strokes(page: &Page) -> Vec<Stroke> {
    let mut strokes = Vec::new();
    for item in &page.items {
        let ItemKind::Path { path, stroke: Some(_), .. } = &item.kind else { continue };
        for part in path.subpaths() {
            let is_open = !is_closed(part.clone());
            let curves = kurbo::segments(part).map(|segment| segment.to_cubic()).filter(is_on_paper);
            strokes.extend(curves.map(|curve| Stroke { curve, is_open }));
        }
    }
    strokes
}

/// The longest of the straight ones.
fn longest<'s>(strokes: impl Iterator<Item = &'s Stroke>) -> Vec<Line> {
    let curves = strokes.map(|stroke| &stroke.curve);
    // Many programs write straight lines as curves.
    let straight = curves.filter(|curve| length(curve) - curve.p0.distance(curve.p3) < SAME);
    let mut lines: Vec<Line> = straight.map(|curve| Line::new(curve.p0, curve.p3)).collect();
    longest_first(&mut lines);
    lines.truncate(MOST_LINES);
    lines
}

fn is_on_paper(curve: &CubicBez) -> bool {
    [curve.p0, curve.p1, curve.p2, curve.p3].into_iter().all(is_near)
}

/// The way along the handles of a curve: that of a straight line is as long as the line.
fn length(curve: &CubicBez) -> f64 {
    curve.p0.distance(curve.p1) + curve.p1.distance(curve.p2) + curve.p2.distance(curve.p3)
}

fn longest_first(lines: &mut [Line]) {
    lines.sort_by(|a, b| b.p0.distance(b.p1).total_cmp(&a.p0.distance(a.p1)));
}

/// Straight lines, those that lie on one line and touch put together, the longest first.
pub fn runs(mut lines: Vec<Line>) -> Vec<Line> {
    lines.retain(|line| line.p0.distance(line.p1) > RUNS_ON);
    longest_first(&mut lines);
    let mut runs = Vec::new();
    while !lines.is_empty() {
        let mut run = lines.remove(0);
        while let Some(next) = lines.iter().position(|line| runs_on(run, *line)) {
            run = joined(run, lines.remove(next));
        }
        runs.push(run);
    }
    longest_first(&mut runs);
    runs
}

/// How far along a line a point lies, from its start, and how far beside it: in mm.
#[derive(Clone, Copy)]
pub struct Beside {
    /// From its start towards its end.
    pub along: f64,
    /// To either side.
    pub off: f64,
}

impl Beside {
    /// Where a point lies by a line.
    pub fn of(line: Line, at: Point) -> Self {
        let (way, to) = (line.p1 - line.p0, at - line.p0);
        let long = way.hypot();
        Self { along: to.dot(way) / long, off: (to.cross(way) / long).abs() }
    }
}

fn runs_on(run: Line, line: Line) -> bool {
    let [a, b] = [line.p0, line.p1].map(|end| Beside::of(run, end));
    let long = run.p0.distance(run.p1);
    a.off.max(b.off) <= RUNS_ON && a.along.min(b.along) <= long + RUNS_ON && a.along.max(b.along) >= -RUNS_ON
}

fn joined(run: Line, line: Line) -> Line {
    let along = |end: &Point| Beside::of(run, *end).along;
    let ends = [run.p0, run.p1, line.p0, line.p1];
    let by_place = |a: &Point, b: &Point| along(a).total_cmp(&along(b));
    let first = ends.into_iter().min_by(by_place).unwrap_or(run.p0);
    let last = ends.into_iter().max_by(by_place).unwrap_or(run.p1);
    Line::new(first, last)
}
