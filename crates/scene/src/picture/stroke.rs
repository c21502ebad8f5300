//! Lines of an SVG: as lines of ours where those can say it, else as the areas that they cover.

use kurbo::{
    Affine, BezPath, Cap, Join, ParamCurve, ParamCurveDeriv, PathEl, PathSeg, Shape, StrokeOpts, Vec2,
};

use crate::scene::{Ink, Stroke};

/// How a path is drawn.
#[derive(Debug, Clone)]
pub struct StrokeStyle {
    /// Width, ends and corners.
    pub style: kurbo::Stroke,
    /// Lengths of dashes and gaps; empty for a solid line.
    pub dash: Vec<f64>,
    /// Where in the dashes it begins.
    pub offset: f64,
}

/// Miters beyond this are cut by a PDF's own limit.
const PDF_LIMIT: f64 = 10.0;

impl StrokeStyle {
    /// The line of ours that is the same, behind `transform`; none where there is none.
    pub fn plain(&self, path: &BezPath, transform: Affine, ink: &Ink) -> Option<Stroke> {
        let [a, b, c, d, ..] = transform.as_coeffs();
        let (along, across) = (Vec2::new(a, b), Vec2::new(c, d));
        // Only where all ways are stretched alike is a line still a line of one width.
        let scale = along.hypot();
        let alike =
            (across.hypot() - scale).abs() <= scale * 1e-6 && along.dot(across).abs() <= scale * scale * 1e-6;
        let style = &self.style;
        let round = match (style.start_cap, style.join) {
            (Cap::Round, Join::Round) => true,
            (Cap::Butt, Join::Miter) if !sharp(path, style.miter_limit) => false,
            _ => return None,
        };
        let dash = self.dash.iter().map(|length| length * scale).collect();
        let stroke = Stroke { dash, round, ..Stroke::solid(style.width * scale, ink.clone()) };
        (alike && self.offset == 0.0).then_some(stroke)
    }
}

/// How many dashes a path becomes at most; infinite where they have no length.
pub fn dashes(path: &impl Shape, dash: &[f64]) -> f64 {
    let period: f64 = dash.iter().sum();
    if dash.is_empty() {
        return 0.0;
    }
    // No curve is longer than the lines between its points.
    let length = |segment: PathSeg| {
        let curve = segment.to_cubic();
        curve.p0.distance(curve.p1) + curve.p1.distance(curve.p2) + curve.p2.distance(curve.p3)
    };
    let length: f64 = path.path_segments(0.0).map(length).sum();
    length / period * dash.len() as f64
}

/// Whether any corner is mitred by one limit and cut by the other.
fn sharp(path: &BezPath, limit: f64) -> bool {
    let (low, high) = (limit.min(PDF_LIMIT), limit.max(PDF_LIMIT));
    let between = |before: Vec2, after: Vec2| {
        let cos = before.dot(after) / (before.hypot() * after.hypot());
        // The miter is as long as 1 / sin of half the angle between the two lines.
        let length = 1.0 / ((1.0 + cos) / 2.0).max(1e-12).sqrt();
        length > low && length <= high
    };
    path.subpaths().any(|figure| {
        // The ways in which each line begins and ends; the last line of a closed figure meets its first.
        let closed = matches!(figure.last(), Some(PathEl::ClosePath));
        let ways: Vec<_> = kurbo::segments(figure.iter().copied()).map(tangents).collect();
        let ends = ways.last().zip(ways.first()).filter(|_| closed);
        ways.windows(2).any(|pair| between(pair[0].1, pair[1].0))
            || ends.is_some_and(|(last, first)| between(last.1, first.0))
    })
}

/// The ways in which a segment begins and ends.
fn tangents(segment: PathSeg) -> (Vec2, Vec2) {
    let cubic = segment.to_cubic();
    let whole = cubic.end() - cubic.start();
    let curve = cubic.deriv();
    let or = |way: Vec2, other: Vec2| if way.hypot() > 1e-9 { way } else { other };
    let start = or(curve.start().to_vec2(), or(cubic.p2 - cubic.p0, whole));
    let end = or(curve.end().to_vec2(), or(cubic.p3 - cubic.p1, whole));
    (start, end)
}

/// The area that a line covers.
pub fn outline(path: &BezPath, line: &StrokeStyle) -> BezPath {
    let style = line.style.clone().with_dashes(line.offset, line.dash.iter().copied());
    // A two-thousandth of the width is far less than can be seen.
    let tolerance = (line.style.width / 2000.0).max(1e-6);
    kurbo::stroke(path, &style, &StrokeOpts::default(), tolerance)
}
