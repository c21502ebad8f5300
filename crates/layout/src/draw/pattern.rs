//! Draws areas that are filled with a pattern.
//!
//! - In: drawings whose inks may have patterns.
//! - Out: for each area, two drawings: its ground, and the pattern, which is clipped to the area.
//! - Not here: defining patterns (`hexpress-scene`).

use std::sync::Arc;

use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape, Vec2};

use super::bounds::shared;
use hexpress_scene::{Drawing, Ink, Pattern, PatternPart, Stroke};

/// Draws the pattern of every area whose pattern is visible.
pub fn drawn(drawings: Vec<Drawing>) -> Vec<Drawing> {
    if !drawings.iter().any(has_undrawn_pattern) {
        return drawings;
    }
    let mut out = Vec::with_capacity(drawings.len());
    for drawing in drawings {
        match drawing {
            Drawing::Path { path, fill: Some(ink), stroke } if has_visible_pattern(&ink) => {
                out.extend(with_motifs(path, &ink, stroke));
            }
            Drawing::EvenOdd { path, fill } => out.push(Drawing::EvenOdd { path, fill: fill.plain() }),
            Drawing::Group(mut group) => {
                group.drawings = drawn(std::mem::take(&mut group.drawings));
                out.push(Drawing::Group(group));
            }
            other => out.push(other),
        }
    }
    out
}

/// Returns whether a drawing has an area whose pattern is not drawn yet.
fn has_undrawn_pattern(drawing: &Drawing) -> bool {
    match drawing {
        Drawing::Path { fill: Some(ink), .. } | Drawing::EvenOdd { fill: ink, .. } => {
            has_visible_pattern(ink)
        }
        Drawing::Group(group) => group.drawings.iter().any(has_undrawn_pattern),
        Drawing::Path { fill: None, .. }
        | Drawing::Text(_)
        | Drawing::Image { .. }
        | Drawing::Cells(_)
        | Drawing::Use { .. } => false,
    }
}

/// Returns whether an ink has a pattern that is not drawn yet and is visible on its ground.
fn has_visible_pattern(ink: &Ink) -> bool {
    undrawn_pattern(ink).is_some() && !has_hidden_pattern(ink)
}

/// Returns whether the pattern of an ink has the same colour as its ground. Low-ink printing draws the
/// pattern, because the ground then gets another colour. In all other cases, the pattern would be invisible
/// and is not drawn.
pub fn has_hidden_pattern(ink: &Ink) -> bool {
    ink.shade.is_none() && undrawn_pattern(ink).is_some_and(|pattern| pattern.other_ink.rgb == ink.rgb)
}

/// Returns an area as drawings: its ground, its pattern, and its outline.
pub fn with_motifs(path: BezPath, ink: &Ink, stroke: Option<Stroke>) -> Vec<Drawing> {
    let over = undrawn_pattern(ink).map(|pattern| motifs(pattern, ink, &path)).unwrap_or_default();
    let ground = part_ink(ink, PatternPart::Ground, ink);
    let mut out = vec![Drawing::Path { path: path.clone(), fill: Some(ground), stroke: None }];
    out.extend((!over.is_empty()).then(|| Drawing::clipped(path.clone(), over)));
    out.extend(stroke.map(|stroke| Drawing::stroked(path, stroke)));
    out
}

/// Returns the pattern of an ink, or `None` if the pattern is already drawn.
fn undrawn_pattern(ink: &Ink) -> Option<&Pattern> {
    ink.pattern.as_deref().filter(|pattern| pattern.part == PatternPart::Undrawn)
}

/// Marks `ink` as the ink of one part of a pattern: of its ground or of its lines. `ground` is the ink of the
/// ground, with the pattern. The returned ink stores it in `Pattern::ink`, so that low-ink printing can
/// compare both inks.
fn part_ink(ground: &Ink, part: PatternPart, ink: &Ink) -> Ink {
    let plain_ground = ground.clone().plain();
    let pattern =
        ground.pattern.as_deref().map(|pattern| Pattern { other_ink: plain_ground, part, ..pattern.clone() });
    Ink { pattern: pattern.map(Arc::new), ..ink.clone() }
}

/// Returns the drawings of the motifs that are visible in an area. Straight lines that continue from one
/// motif to the next become long lines. All other lines are drawn motif by motif, in rows. The result is
/// empty if the area is smaller than a motif.
///
/// All rows are at multiples of the pattern's spacing from the origin, so that the pattern continues from one
/// area to the next.
fn motifs(pattern: &Pattern, ground: &Ink, area: &BezPath) -> Vec<Drawing> {
    // The lengths of a pattern are stored in nanometres.
    let [across, down, width] = [pattern.across, pattern.down, pattern.line].map(|nm| f64::from(nm) / 1e6);
    let visible = area.bounding_box();
    if visible.width().min(visible.height()) < across.min(down) {
        return Vec::new();
    }
    let line = if pattern.motif.filled { 0.0 } else { width };
    let mut long_lines = BezPath::new();
    let mut row = BezPath::new();
    let mut row_box: Option<Rect> = None;
    for strand in strands(pattern, across, down) {
        if let Some(step) = strand.step {
            append_long_lines(
                &mut long_lines,
                strand.start(),
                step,
                visible.inflate(line, line),
                [across, down],
            );
            continue;
        }
        let own_rect = strand.path.bounding_box().inflate(line / 2.0, line / 2.0);
        for column in step_range(visible.x0 - own_rect.x1, visible.x1 - own_rect.x0, across) {
            row.extend(Affine::translate((column as f64 * across, 0.0)) * &strand.path);
        }
        row_box = Some(row_box.map_or(own_rect, |all| all.union(own_rect)));
    }
    let ink = part_ink(ground, PatternPart::Lines, &pattern.other_ink);
    let draw = |path: BezPath| match pattern.motif.filled {
        true => Drawing::filled(path, ink.clone()),
        false => Drawing::stroked(path, Stroke { round: true, ..Stroke::solid(width, ink.clone()) }),
    };
    let mut out = Vec::new();
    if let Some(own_rect) = row_box {
        let shared = Arc::new(shared(vec![draw(row)]));
        out.extend(step_range(visible.y0 - own_rect.y1, visible.y1 - own_rect.y0, down).map(|number| {
            Drawing::Use {
                shared: Arc::clone(&shared),
                transform: Affine::translate(Vec2::new(0.0, number as f64 * down)),
            }
        }));
    }
    out.extend((!long_lines.is_empty()).then(|| draw(long_lines)));
    out
}

/// A line of a motif, in mm.
struct Strand {
    path: BezPath,
    /// For a straight line that continues in the next copy of the motif, the vector from its start to its
    /// end. `None` for all other lines.
    step: Option<Vec2>,
}

/// Returns the lines of a pattern's motif. If the motif consists of filled areas, all of them together
/// are one strand.
fn strands(pattern: &Pattern, across: f64, down: f64) -> Vec<Strand> {
    // A test parses every motif, so parsing cannot fail here.
    let motif = BezPath::from_svg(pattern.motif.path).unwrap_or_default();
    let height = f64::from(pattern.motif.height);
    let scale = Affine::scale_non_uniform(across / 100.0, down / height);
    if pattern.motif.filled {
        return vec![Strand { path: scale * motif, step: None }];
    }
    let mut strands: Vec<Strand> = Vec::new();
    for element in motif {
        if matches!(element, PathEl::MoveTo(_)) {
            strands.push(Strand { path: BezPath::new(), step: None });
        }
        if let Some(strand) = strands.last_mut() {
            strand.path.push(element);
        }
    }
    for strand in &mut strands {
        if let [PathEl::MoveTo(start), PathEl::LineTo(end)] = *strand.path.elements() {
            let step = end - start;
            let continues = [0.0, 100.0].contains(&step.x.abs()) && [0.0, height].contains(&step.y.abs());
            strand.step = continues.then(|| (scale * step.to_point()).to_vec2());
        }
        strand.path.apply_affine(scale);
    }
    strands
}

impl Strand {
    fn start(&self) -> Point {
        self.path.elements().first().and_then(PathEl::end_point).unwrap_or_default()
    }
}

/// Adds the long straight lines that continue from one copy of a motif to the next. The lines end at
/// the edges of the box `inside`.
///
/// In one copy, such a line runs from `start` along the vector `step`. `copies` contains the horizontal
/// and the vertical distance between copies.
fn append_long_lines(lines: &mut BezPath, start: Point, step: Vec2, inside: Rect, copies: [f64; 2]) {
    let mut append = |from: Point, to: Point| {
        lines.move_to(from);
        lines.line_to(to);
    };
    let [across, down] = copies;
    if step.y == 0.0 {
        for row in step_range(inside.y0 - start.y, inside.y1 - start.y, down) {
            let y = start.y + row as f64 * down;
            append(Point::new(inside.x0, y), Point::new(inside.x1, y));
        }
        return;
    }
    // `slope` is how far x changes when y grows by 1. It is 0 for a vertical line.
    let slope = step.x / step.y;
    let x_at = |y: f64| start.x + (y - start.y) * slope;
    let [top, bottom] = [inside.y0, inside.y1].map(x_at);
    for column in step_range(inside.x0 - top.max(bottom), inside.x1 - top.min(bottom), across) {
        let offset = column as f64 * across;
        // A line crosses the left and the right side of the box at these heights. A vertical line crosses
        // neither side.
        let at_sides = [inside.x0, inside.x1].map(|x| start.y + (x - offset - start.x) / slope);
        let [left, right] = if slope == 0.0 { [inside.y0, inside.y1] } else { at_sides };
        let [from, to] = [left.min(right).max(inside.y0), left.max(right).min(inside.y1)];
        append(Point::new(x_at(from) + offset, from), Point::new(x_at(to) + offset, to));
    }
}

/// Returns all whole numbers `n` for which `n * step` is between `from` and `to`.
fn step_range(from: f64, to: f64, step: f64) -> std::ops::RangeInclusive<i64> {
    (from / step).ceil() as i64..=(to / step).floor() as i64
}

#[cfg(test)]
mod tests {
    use kurbo::{Line, ParamCurveNearest as _, PathSeg};

    use super::*;
    use hexpress_scene::Motif;

    const AREA: Rect = Rect::new(3.0, 5.0, 40.0, 28.3);

    /// Returns the long lines of a pattern in `AREA`.
    fn long_lines(pattern: &Pattern) -> Vec<Line> {
        let drawings = motifs(pattern, &Ink::black(), &AREA.to_path(0.1));
        let Some(Drawing::Path { path, .. }) = drawings.last() else { return Vec::new() };
        let lines = path.segments().map(|segment| match segment {
            PathSeg::Line(line) => line,
            other => panic!("{other:?}"),
        });
        lines.collect()
    }

    #[test]
    fn straight_lines_run_from_side_to_side_through_every_copy() {
        for (name, count) in [("lines", 6), ("hatch", 16), ("crosshatch", 31), ("grid", 15), ("brick", 19)] {
            let pattern = Pattern::new(Motif::from_name(name).unwrap(), Ink::black(), Some(4.0), None);
            let [across, down] = [pattern.across, pattern.down].map(|nm| f64::from(nm) / 1e6);
            let lines = long_lines(&pattern);
            assert_eq!(lines.len(), count, "{name}");
            for line in &lines {
                assert!(!AREA.contains(line.p0) && !AREA.contains(line.p1), "{name}: {line:?} ends inside");
            }
            for strand in strands(&pattern, across, down) {
                let Some(step) = strand.step else { continue };
                for (column, row) in (0..20).flat_map(|column| (0..20).map(move |row| (column, row))) {
                    let by = Vec2::new(f64::from(column) * across, f64::from(row) * down);
                    let centre = strand.start() + step / 2.0 + by;
                    let is_on = |line: &Line| line.nearest(centre, 1e-9).distance_sq < 1e-12;
                    assert!(!AREA.contains(centre) || lines.iter().any(is_on), "{name} at {centre:?}");
                }
            }
        }
    }
}
