//! Converts the lines of an SVG drawing into strokes, or into the areas that the lines cover.
//!
//! - In: a path, and the width, caps, joins and dashes of its line.
//! - Out: a [`Stroke`] if it can look the same as the line. Otherwise, the outline of the area that the
//!   line covers.
//! - Not here: colours and opacity.

use kurbo::{
    Affine, BezPath, Cap, Join, ParamCurve, ParamCurveArclen, ParamCurveDeriv, PathEl, PathSeg, Point, Rect,
    Shape, StrokeOpts, Vec2,
};

use crate::{Ink, Stroke};
use hexpress_base::round_shapes::circle;

/// The style of the line along a path. Lengths are in units of the path.
#[derive(Debug, Clone)]
pub struct StrokeStyle {
    /// The width, the caps and the joins of the line.
    pub style: kurbo::Stroke,
    /// The lengths of dashes and gaps. Empty for a solid line.
    pub dash: Vec<f64>,
    /// How far into the dash pattern the line starts.
    pub offset: f64,
}

/// The miter limit that all strokes on a sheet have.
const SHEET_MITER_LIMIT: f64 = 10.0;

/// The largest relative difference between two lengths that are treated as equal.
const EQUAL_LENGTHS: f64 = 1e-6;

impl StrokeStyle {
    /// Converts the line to a [`Stroke`], so that it looks on a sheet as it does after `transform`. Returns
    /// `None` if no stroke looks the same.
    pub fn to_stroke(&self, path: &BezPath, transform: Affine, ink: &Ink) -> Option<Stroke> {
        let [a, b, c, d, ..] = transform.as_coeffs();
        let (x_axis, y_axis) = (Vec2::new(a, b), Vec2::new(c, d));
        let scale = x_axis.hypot();
        // If the transform does not scale all directions equally, the line would not have the same
        // width everywhere.
        let is_uniform = (y_axis.hypot() - scale).abs() <= scale * EQUAL_LENGTHS
            && x_axis.dot(y_axis).abs() <= scale * scale * EQUAL_LENGTHS;
        let style = &self.style;
        let round = match (style.start_cap, style.join) {
            (Cap::Round, Join::Round) => true,
            (Cap::Butt, Join::Miter) if !has_disputed_miter(path, style.miter_limit) => false,
            _ => return None,
        };
        // A gap of length 0 does not look the same everywhere: some viewers join the two dashes,
        // and other viewers do not.
        if self.dash.iter().skip(1).step_by(2).any(|gap| *gap == 0.0) {
            return None;
        }
        let dash = self.dash.iter().map(|length| length * scale).collect();
        let stroke = Stroke { dash, round, ..Stroke::solid(style.width * scale, ink.clone()) };
        (is_uniform && self.offset == 0.0).then_some(stroke)
    }
}

/// Returns an upper bound of the number of dashes on a path.
///
/// If all dashes and gaps have the length 0, the bound is infinite.
pub fn most_dashes(path: &impl Shape, dash: &[f64]) -> f64 {
    if dash.is_empty() {
        return 0.0;
    }
    let period: f64 = dash.iter().sum();
    let length: f64 = path.path_segments(0.0).map(control_length).sum();
    length / period * dash.len() as f64
}

/// Returns the length of a segment's control polygon. It is an upper bound of the segment's length.
fn control_length(segment: PathSeg) -> f64 {
    let curve = segment.to_cubic();
    curve.p0.distance(curve.p1) + curve.p1.distance(curve.p2) + curve.p2.distance(curve.p3)
}

/// Returns whether a corner of the path looks different if the miter limit is [`SHEET_MITER_LIMIT`] instead
/// of `limit`.
fn has_disputed_miter(path: &BezPath, limit: f64) -> bool {
    let (low, high) = (limit.min(SHEET_MITER_LIMIT), limit.max(SHEET_MITER_LIMIT));
    path.subpaths().any(|subpath| {
        let is_closed = matches!(subpath.last(), Some(PathEl::ClosePath));
        let tangents: Vec<_> = kurbo::segments(subpath.iter().copied()).map(EndTangents::new).collect();
        let closing = tangents.last().zip(tangents.first()).filter(|_| is_closed);
        let corners = tangents.windows(2).map(|pair| (&pair[0], &pair[1])).chain(closing);
        let mut miters = corners.map(|(before, after)| miter_length(before.end, after.start));
        miters.any(|length| length > low && length <= high)
    })
}

/// Returns the length of the miter at a corner, in units of the line width. `before` is the direction of the
/// line before the corner, and `after` is its direction after the corner.
///
/// The result is 1 / sin(α / 2), where α is the angle between the two lines at the corner.
fn miter_length(before: Vec2, after: Vec2) -> f64 {
    let cos = before.dot(after) / (before.hypot() * after.hypot());
    1.0 / ((1.0 + cos) / 2.0).max(1e-12).sqrt()
}

/// The directions in which a segment starts and ends.
struct EndTangents {
    start: Vec2,
    end: Vec2,
}

impl EndTangents {
    fn new(segment: PathSeg) -> Self {
        let cubic = segment.to_cubic();
        let chord = cubic.end() - cubic.start();
        let derivative = cubic.deriv();
        let start = [derivative.start().to_vec2(), cubic.p2 - cubic.p0];
        let end = [derivative.end().to_vec2(), cubic.p3 - cubic.p1];
        Self { start: first_direction(start, chord), end: first_direction(end, chord) }
    }
}

/// Returns the first vector whose length is not 0. If both vectors have the length 0, returns `otherwise`.
fn first_direction(vectors: [Vec2; 2], otherwise: Vec2) -> Vec2 {
    vectors.into_iter().find(|vector| vector.hypot() > 1e-9).unwrap_or(otherwise)
}

/// Returns the area that a line covers.
pub fn outline(path: &BezPath, line: &StrokeStyle) -> BezPath {
    let style = line.style.clone().with_dashes(line.offset, line.dash.iter().copied());
    // An error of 1/2000 of the line's width is not visible.
    let tolerance = (line.style.width / 2000.0).max(1e-6);
    let mut area = kurbo::stroke(path, &style, &StrokeOpts::default(), tolerance);
    if line.style.start_cap != Cap::Butt {
        for place in dots(path, line) {
            area.extend(place * dot(&line.style));
        }
    }
    area
}

/// Returns the area of a dot at the origin. A dot is a line of length 0, which consists only of its two
/// caps.
fn dot(style: &kurbo::Stroke) -> BezPath {
    let half = style.width / 2.0;
    match style.start_cap {
        Cap::Round => circle(Point::ZERO, half),
        Cap::Square | Cap::Butt => Rect::new(-half, -half, half, half).to_path(0.1),
    }
}

/// The largest number of dots in a line. Lines with more dashes are rejected earlier.
const MAX_DOTS: usize = 1_000_000;

/// Returns a transform for each dot of a line. The transform moves the dot to its place, and rotates it
/// into the direction of the path. There is a dot for each dash of length 0, and for each subpath of
/// length 0.
fn dots(path: &BezPath, line: &StrokeStyle) -> Vec<Affine> {
    let mut places = Vec::new();
    for subpath in path.subpaths() {
        let segments: Vec<PathSeg> = kurbo::segments(subpath.iter().copied()).collect();
        let length: f64 = segments.iter().map(|segment| segment.arclen(1e-6)).sum();
        if length == 0.0 {
            let start = subpath.first().and_then(PathEl::end_point);
            let is_drawn = subpath.len() > 1;
            places.extend(start.filter(|_| is_drawn).map(|start| Affine::translate(start.to_vec2())));
        } else if line.dash.iter().step_by(2).any(|dash| *dash == 0.0) {
            add_dots_along(&segments, line, &mut places);
        }
    }
    places
}

/// Returns the direction of a segment at the parameter `t`. Its length has no meaning.
fn direction(segment: &PathSeg, t: f64) -> Vec2 {
    let derivative = segment.to_cubic().deriv().eval(t).to_vec2();
    // At an end, a control point may be at the same place as the end.
    if derivative.hypot() > 0.0 { derivative } else { segment.eval(1.0) - segment.eval(0.0) }
}

/// Adds the transforms of the dots along a subpath. There is a dot for each dash of length 0.
fn add_dots_along(segments: &[PathSeg], line: &StrokeStyle, places: &mut Vec<Affine>) {
    let period: f64 = line.dash.iter().sum();
    if period <= 0.0 || !line.dash.len().is_multiple_of(2) {
        return;
    }
    let mut starts = Vec::new();
    let mut at = 0.0;
    for (index, length) in line.dash.iter().enumerate() {
        if index % 2 == 0 && *length == 0.0 {
            starts.push((at - line.offset).rem_euclid(period));
        }
        at += length;
    }
    let mut before = 0.0;
    for segment in segments {
        let length = segment.arclen(1e-6);
        for start in &starts {
            let first = ((before - start) / period - 1e-9).ceil();
            let mut along = start + first * period - before;
            while along <= length + 1e-9 && places.len() < MAX_DOTS {
                let t = segment.inv_arclen(along.clamp(0.0, length), 1e-6);
                let direction = direction(segment, t);
                let turn = if direction.hypot() > 0.0 { libm::atan2(direction.y, direction.x) } else { 0.0 };
                let (sin, cos) = (libm::sin(turn), libm::cos(turn));
                let to = segment.eval(t);
                places.push(Affine::new([cos, sin, -sin, cos, to.x, to.y]));
                along += period;
            }
        }
        before += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_turned_like_the_line_under_them() {
        let line = StrokeStyle { style: kurbo::Stroke::new(1.0), dash: vec![0.0, 4.0], offset: 0.0 };
        let mut places = Vec::new();
        add_dots_along(&[PathSeg::Line(kurbo::Line::new((2.0, 1.0), (2.0, 9.0)))], &line, &mut places);
        let ends: Vec<(f64, f64)> =
            places.iter().map(|place| (place.translation().x, place.translation().y)).collect();
        assert_eq!(ends, [(2.0, 1.0), (2.0, 5.0), (2.0, 9.0)]);
        // The line goes down, so the dots are turned by a quarter.
        for place in places {
            let [a, b, ..] = place.as_coeffs();
            assert!(a.abs() < 1e-9 && (b - 1.0).abs() < 1e-9, "{place:?}");
        }
    }
}
