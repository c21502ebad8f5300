//! `on = "1-4 40%"`: places along the ways that paths run, by their share of the length.

use kurbo::{BezPath, ParamCurve, Point};

use super::figure::{self, Way};
use crate::diag::{Diagnostic, Result, codes};
use crate::layout::draw::frame::Frame;
use crate::spec::values::value::{Pair, Where};

/// A curve is measured by so many chords for each of its parts.
const CHORDS: u32 = 128;

/// The places that such words name in a frame, as ways from its middle.
///
/// # Errors
/// What is no way, and no share of one.
pub fn stops(words: &str, frame: &Frame) -> Result<Vec<Where>> {
    let edges = frame.edges();
    let ways = figure::read_paths(words, edges.len())?;
    let stop = |way: &Way<'_>| {
        let share = share(way)?;
        // A way to the middle is drawn from its edge, also where it is told from the middle.
        let backwards = way.to.is_none() && way.typed.starts_with('0');
        let path = match way.to {
            Some(to) => figure::edge_to_edge(&edges, way.from, to),
            None => figure::edge_to_middle(&edges, way.from),
        };
        let Point { x, y } = along(&path, if backwards { 1.0 - share } else { share });
        Ok(Where::Offset(Pair { x, y }))
    };
    ways.iter().map(stop).collect()
}

/// The half, where nothing else is said.
fn share(way: &Way<'_>) -> Result<f64> {
    let Some(word) = way.colour else { return Ok(0.5) };
    let percent = word.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
    percent
        .filter(|percent| (0.0..=100.0).contains(percent))
        .map(|percent| percent / 100.0)
        .ok_or_else(|| no_share(way))
}

fn no_share(way: &Way<'_>) -> Diagnostic {
    let message = format!("`{}` says no share of the way, 0% to 100%", way.typed);
    codes::BAD_VALUE
        .error(message)
        .hint("on = \"1-4 40%\": on the way from edge 1 to edge 4")
        .about(way.typed)
}

/// The point after such a share of a path's length.
fn along(path: &BezPath, share: f64) -> Point {
    let part = |n: u32| f64::from(n) / f64::from(CHORDS);
    let on = path.segments().flat_map(|segment| (1..=CHORDS).map(move |n| segment.eval(part(n))));
    let start = path.segments().next().map(|segment| segment.eval(0.0));
    let points: Vec<Point> = start.into_iter().chain(on).collect();
    let length: f64 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    let mut left = length * share;
    for pair in points.windows(2) {
        let chord = pair[0].distance(pair[1]);
        if left <= chord {
            return pair[0].lerp(pair[1], left / chord.max(1e-12));
        }
        left -= chord;
    }
    points.last().copied().unwrap_or_default()
}
