//! Areas filled with a pattern: the ground, and over it the pattern row by row, of which nothing is seen outside.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Shape, Vec2};

use super::share::shared;
use crate::scene::{Draw, Ink, Pattern, PatternPart, Stroke};

/// Draws the patterns of what is filled with one.
pub fn drawn(draws: Vec<Draw>) -> Vec<Draw> {
    if !draws.iter().any(is_waiting) {
        return draws;
    }
    let mut out = Vec::with_capacity(draws.len());
    for draw in draws {
        match draw {
            Draw::Path { path, fill: Some(ink), stroke } if waiting(&ink).is_some() => {
                let over = waiting(&ink).map(|pattern| rows(pattern, &ink, &path)).unwrap_or_default();
                let ground = part(&ink, PatternPart::Ground, &ink);
                out.push(Draw::Path { path: path.clone(), fill: Some(ground), stroke: None });
                out.extend((!over.is_empty()).then(|| Draw::clipped(path.clone(), over)));
                out.extend(stroke.map(|stroke| Draw::stroked(path, stroke)));
            }
            Draw::EvenOdd { path, fill } => out.push(Draw::EvenOdd { path, fill: fill.plain() }),
            Draw::Group(mut group) => {
                group.draws = drawn(std::mem::take(&mut group.draws));
                out.push(Draw::Group(group));
            }
            other => out.push(other),
        }
    }
    out
}

/// Whether a pattern is to be drawn over some of a drawing.
fn is_waiting(draw: &Draw) -> bool {
    match draw {
        Draw::Path { fill: Some(ink), .. } | Draw::EvenOdd { fill: ink, .. } => waiting(ink).is_some(),
        Draw::Group(group) => group.draws.iter().any(is_waiting),
        Draw::Path { fill: None, .. }
        | Draw::Text(_)
        | Draw::Image { .. }
        | Draw::Many(_)
        | Draw::Use { .. } => false,
    }
}

/// The pattern that is to be drawn over an ink.
fn waiting(ink: &Ink) -> Option<&Pattern> {
    ink.pattern.as_deref().filter(|pattern| pattern.part == PatternPart::Undrawn)
}

/// The ink of a part of what is drawn on `ground`: little ink makes another one of it.
fn part(ground: &Ink, part: PatternPart, ink: &Ink) -> Ink {
    let said = ground.clone().plain();
    let pattern = ground.pattern.as_deref().map(|pattern| Pattern { ink: said, part, ..pattern.clone() });
    Ink { pattern: pattern.map(Arc::new), ..ink.clone() }
}

/// The rows of motifs that an area shows, counted from the origin of its frame; none where it is smaller than one.
fn rows(pattern: &Pattern, ground: &Ink, area: &BezPath) -> Vec<Draw> {
    let [across, down, width] = [pattern.across, pattern.down, pattern.line].map(|nm| f64::from(nm) / 1e6);
    // Every motif is read by a test, so this cannot fail.
    let motif = BezPath::from_svg(pattern.motif.path).unwrap_or_default();
    let height = f64::from(pattern.motif.height);
    let motif = Affine::scale_non_uniform(across / 100.0, down / height) * motif;
    let line = if pattern.motif.filled { 0.0 } else { width };
    let (seen, own) = (area.bounding_box(), motif.bounding_box().inflate(line / 2.0, line / 2.0));
    let columns = range(seen.x0 - own.x1, seen.x1 - own.x0, across);
    let rows = range(seen.y0 - own.y1, seen.y1 - own.y0, down);
    if seen.width().min(seen.height()) < across.min(down) {
        return Vec::new();
    }
    let mut row = BezPath::new();
    for column in columns {
        row.extend(Affine::translate((column as f64 * across, 0.0)) * motif.clone());
    }
    let ink = part(ground, PatternPart::Lines, &pattern.ink);
    let draw = match pattern.motif.filled {
        true => Draw::filled(row, ink),
        false => Draw::stroked(row, Stroke { round: true, ..Stroke::solid(width, ink) }),
    };
    let row = Arc::new(shared(vec![draw]));
    let at = |nth: i64| Affine::translate(Vec2::new(0.0, nth as f64 * down));
    rows.map(|nth| Draw::Use { shared: Arc::clone(&row), transform: at(nth) }).collect()
}

/// The whole numbers of steps from one length to another.
fn range(from: f64, to: f64, step: f64) -> std::ops::RangeInclusive<i64> {
    (from / step).ceil() as i64..=(to / step).floor() as i64
}
