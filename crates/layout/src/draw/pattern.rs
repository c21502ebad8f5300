//! Draws areas that are filled with a pattern.
//!
//! - In: drawings whose inks may have patterns.
//! - Out: for each area, two drawings: its ground, and the rows of the pattern, which are clipped
//!   to the area.
//! - Not here: defining patterns (the scene).

use std::sync::Arc;

use kurbo::{Affine, BezPath, Shape, Vec2};

use super::bounds::shared;
use hexpress_scene::{Draw, Ink, Pattern, PatternPart, Stroke};

/// Draws the pattern of every area whose pattern is visible.
pub fn drawn(draws: Vec<Draw>) -> Vec<Draw> {
    if !draws.iter().any(has_undrawn_pattern) {
        return draws;
    }
    let mut out = Vec::with_capacity(draws.len());
    for draw in draws {
        match draw {
            Draw::Path { path, fill: Some(ink), stroke } if has_visible_pattern(&ink) => {
                out.extend(with_rows(path, &ink, stroke));
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

/// Returns whether a drawing has an area whose pattern is not drawn yet.
fn has_undrawn_pattern(draw: &Draw) -> bool {
    match draw {
        Draw::Path { fill: Some(ink), .. } | Draw::EvenOdd { fill: ink, .. } => has_visible_pattern(ink),
        Draw::Group(group) => group.draws.iter().any(has_undrawn_pattern),
        Draw::Path { fill: None, .. }
        | Draw::Text(_)
        | Draw::Image { .. }
        | Draw::Cells(_)
        | Draw::Use { .. } => false,
    }
}

/// Returns whether an ink has a pattern that is not drawn yet and is visible on its ground.
fn has_visible_pattern(ink: &Ink) -> bool {
    undrawn_pattern(ink).is_some() && !has_hidden_pattern(ink)
}

/// Returns whether an ink has a pattern in the colour of its ground. Such a pattern becomes visible
/// only when the ground is printed with less ink. In other cases it is not drawn.
pub fn has_hidden_pattern(ink: &Ink) -> bool {
    ink.shade.is_none() && undrawn_pattern(ink).is_some_and(|pattern| pattern.ink.rgb == ink.rgb)
}

/// Returns an area as three drawings: its ground, the rows of its pattern, and its outline.
pub fn with_rows(path: BezPath, ink: &Ink, stroke: Option<Stroke>) -> Vec<Draw> {
    let over = undrawn_pattern(ink).map(|pattern| rows(pattern, ink, &path)).unwrap_or_default();
    let ground = part_ink(ink, PatternPart::Ground, ink);
    let mut out = vec![Draw::Path { path: path.clone(), fill: Some(ground), stroke: None }];
    out.extend((!over.is_empty()).then(|| Draw::clipped(path.clone(), over)));
    out.extend(stroke.map(|stroke| Draw::stroked(path, stroke)));
    out
}

/// Returns the pattern of an ink, or `None` if the pattern is already drawn.
fn undrawn_pattern(ink: &Ink) -> Option<&Pattern> {
    ink.pattern.as_deref().filter(|pattern| pattern.part == PatternPart::Undrawn)
}

/// Returns the ink of a part of a pattern. This ink also stores the ink of the pattern's ground,
/// because both inks are needed to print with little ink.
fn part_ink(ground: &Ink, part: PatternPart, ink: &Ink) -> Ink {
    let plain_ground = ground.clone().plain();
    let pattern =
        ground.pattern.as_deref().map(|pattern| Pattern { ink: plain_ground, part, ..pattern.clone() });
    Ink { pattern: pattern.map(Arc::new), ..ink.clone() }
}

/// Returns the rows of motifs that are visible in an area. The distance of each row from the origin
/// is a multiple of the pattern's spacing. If the area is smaller than a motif, the result is
/// empty.
fn rows(pattern: &Pattern, ground: &Ink, area: &BezPath) -> Vec<Draw> {
    // The lengths of a pattern are stored in nanometres.
    let [across, down, width] = [pattern.across, pattern.down, pattern.line].map(|nm| f64::from(nm) / 1e6);
    let visible = area.bounding_box();
    if visible.width().min(visible.height()) < across.min(down) {
        return Vec::new();
    }
    // A test parses every motif, so parsing cannot fail here.
    let unit_motif = BezPath::from_svg(pattern.motif.path).unwrap_or_default();
    let height = f64::from(pattern.motif.height);
    let motif = Affine::scale_non_uniform(across / 100.0, down / height) * unit_motif;
    let line = if pattern.motif.filled { 0.0 } else { width };
    let own = motif.bounding_box().inflate(line / 2.0, line / 2.0);
    let mut row = BezPath::new();
    for column in step_range(visible.x0 - own.x1, visible.x1 - own.x0, across) {
        row.extend(Affine::translate((column as f64 * across, 0.0)) * motif.clone());
    }
    let ink = part_ink(ground, PatternPart::Lines, &pattern.ink);
    let draw = match pattern.motif.filled {
        true => Draw::filled(row, ink),
        false => Draw::stroked(row, Stroke { round: true, ..Stroke::solid(width, ink) }),
    };
    let shared = Arc::new(shared(vec![draw]));
    step_range(visible.y0 - own.y1, visible.y1 - own.y0, down)
        .map(|number| Draw::Use {
            shared: Arc::clone(&shared),
            transform: Affine::translate(Vec2::new(0.0, number as f64 * down)),
        })
        .collect()
}

/// Returns all whole numbers `n` for which `n * step` is between `from` and `to`.
fn step_range(from: f64, to: f64, step: f64) -> std::ops::RangeInclusive<i64> {
    (from / step).ceil() as i64..=(to / step).floor() as i64
}
