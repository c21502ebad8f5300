//! Finds which lines near the edge of a sheet were printed.
//!
//! - In: a page that was found in a scan, and lines on the page.
//! - Out: the outermost line that was printed from end to end.

use kurbo::{Point, Vec2};

use crate::fit::median_or_zero;
use crate::locate::Located;
use crate::plane::Plane;

/// The number of points of a line that are examined.
const EXAMINED_POINTS: usize = 9;
/// The bare paper is measured at this distance from a line.
const PAPER_DISTANCE_MM: f64 = 0.3;
/// Each point of a printed line must have at least this fraction of the usual darkness.
const MIN_SHARE_OF_USUAL: f64 = 0.5;
/// The least darkness of a printed line, as a fraction of the light of the paper.
const MIN_DARKNESS: f64 = 0.08;

/// Returns the smallest `index` for which all lines from `index` to the last one were printed from end
/// to end. `lines` begins with the line that is nearest to the edge of the sheet. Returns `None` if
/// there is no such index, or if the inner lines are too pale.
pub fn first_of_whole_lines(located: &Located, scan: &Plane, lines: &[[Point; 2]]) -> Option<usize> {
    let darkness: Vec<Vec<f64>> = lines.iter().map(|line| along(located, scan, *line)).collect();
    // The inner half of the lines is so far from the edge that every printer prints it.
    let mut inner: Vec<f64> = darkness[lines.len() / 2..].iter().flatten().copied().collect();
    let usual = median_or_zero(&mut inner);
    if usual < MIN_DARKNESS {
        return None;
    }
    let is_whole = |line: &Vec<f64>| line.iter().all(|dark| *dark > MIN_SHARE_OF_USUAL * usual);
    let whole = darkness.iter().rev().take_while(|line| is_whole(line)).count();
    lines.len().checked_sub(whole).filter(|first| *first < lines.len())
}

/// Returns, at several points of a line, how much darker the line is than the paper next to it.
fn along(located: &Located, scan: &Plane, [from, to]: [Point; 2]) -> Vec<f64> {
    let way = to - from;
    let beside = Vec2::new(-way.y, way.x) / way.hypot() * PAPER_DISTANCE_MM;
    // The ends touch the neighbouring lines, so they are left out.
    let places = (0..EXAMINED_POINTS)
        .map(|index| from + way * (0.15 + 0.7 * index as f64 / (EXAMINED_POINTS - 1) as f64));
    places.map(|at| darkness(located, scan, at, beside)).collect()
}

/// Returns how much darker a point is than the paper on both sides of it.
fn darkness(located: &Located, scan: &Plane, at: Point, beside: Vec2) -> f64 {
    let [line, before, after] = [at, at - beside, at + beside].map(|at| {
        let shown = located.map.apply(at);
        f64::from(scan.sample(shown.x, shown.y).unwrap_or(0.0))
    });
    1.0 - line / ((before + after) / 2.0).max(1.0)
}
