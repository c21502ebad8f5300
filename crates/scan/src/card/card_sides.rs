//! Measures the four sides of a card.
//!
//! - In: the scan at its full resolution, and the rough place of a card.
//! - Out: the lines of the four sides, more exact than a pixel.

use kurbo::{Point, Vec2};

use super::search::CardPlace;
use super::{CARD_SIZE_MM, CORNER_RADIUS_MM};
use crate::light;
use crate::plane::Plane;

/// How far a side may be from its rough place, in mm.
const MAX_SIDE_DISTANCE_MM: f64 = 3.0;
/// The scan is examined at this number of places along a side.
const EXAMINED_PLACES: usize = 48;
/// The length at each end of a side that is left out of the measurement, in mm. This part of the
/// side contains the rounded corner.
const LEFT_OUT_ENDS_MM: f64 = CORNER_RADIUS_MM + 1.5;
/// The smallest difference between the grey values inside and outside of a side.
const MIN_STEP: f32 = 10.0;
/// A place along a side agrees with a line if a step of brightness is closer to the line than this, in
/// mm.
const MAX_LINE_DISTANCE_MM: f64 = 0.12;
/// At least this fraction of the places of a side must agree with a line.
const MIN_AGREEING_SHARE: f64 = 0.6;
/// The number of lines that are tried for a side. A printed frame or a shadow of the card may look
/// like a side.
const MAX_LINES: usize = 3;
/// The largest errors of the sides of a card. `MAX_DISTANCE_ERROR` is for the distance between opposite
/// sides, as a fraction. `MAX_ANGLE_ERROR` is for the angle between two sides, as a slope. Without
/// errors, opposite sides are parallel, and adjacent sides are at right angles.
const MAX_DISTANCE_ERROR: f64 = 0.02;
const MAX_ANGLE_ERROR: f64 = 0.008;

/// The rectangle around a card.
pub struct Outline {
    /// The corners, in order around the rectangle. The first corner is at the start of a long and a
    /// short side. The second corner is at the end of this long side.
    pub corners: [Point; 4],
}

impl Outline {
    pub fn place(&self) -> CardPlace {
        let [a, _, c, _] = self.corners;
        let [along, across] = self.sides().map(|side| side / side.hypot());
        CardPlace { centre: a.midpoint(c), along, across }
    }

    /// Returns two vectors in pixels: one along the long sides, and one along the short sides. Each
    /// vector joins the middles of two opposite sides.
    pub fn sides(&self) -> [Vec2; 2] {
        let [a, b, c, d] = self.corners;
        [(b.midpoint(c)) - (a.midpoint(d)), (c.midpoint(d)) - (a.midpoint(b))]
    }
}

/// A line near a side of a card. `offset` is its distance from the middle of the card, in pixels,
/// measured at the middle of the side. `slope` is the change of this distance per pixel along the side.
/// `agreeing` is the fraction of the places that agree with the line.
#[derive(Debug, Clone, Copy)]
struct Line {
    offset: f64,
    slope: f64,
    agreeing: f64,
}

/// A side of a card. `outwards` and `along` are unit vectors. `distance` is the distance of the side
/// from the middle of the card, in pixels. The side is measured only up to `half` pixels from its
/// middle.
#[derive(Clone, Copy)]
struct CardSide {
    outwards: Vec2,
    along: Vec2,
    distance: f64,
    half: f64,
}

/// Measures a card. Returns `None` if its four sides are not seen, or have wrong lengths.
pub fn outline(place: &CardPlace, plane: &Plane, pixels_per_mm: f64) -> Option<Outline> {
    let [half_long, half_short] = CARD_SIZE_MM.map(|mm| mm / 2.0 * pixels_per_mm);
    let ends = LEFT_OUT_ENDS_MM * pixels_per_mm;
    let (along, across) = (place.along, place.across);
    let side = |outwards: Vec2, along: Vec2, distance: f64, half: f64| CardSide {
        outwards,
        along,
        distance,
        half: half - ends,
    };
    let sides = [
        side(-along, across, half_long, half_short),
        side(along, across, half_long, half_short),
        side(-across, along, half_short, half_long),
        side(across, along, half_short, half_long),
    ];
    let lines = sides.map(|side| lines(place.centre, &side, plane, pixels_per_mm));
    let [left, right, top, bottom] = &lines;
    let mut best: Option<(f64, [Line; 4])> = None;
    for (before, after) in pairs(left, right, half_long) {
        for (above, below) in pairs(top, bottom, half_short) {
            // If the sides are at right angles, the slope of the vertical sides and the slope of
            // the horizontal sides add up to 0.
            let lean = (after.slope - before.slope) / 2.0;
            let fall = (below.slope - above.slope) / 2.0;
            if (lean + fall).abs() > MAX_ANGLE_ERROR {
                continue;
            }
            let score = before.agreeing + after.agreeing + above.agreeing + below.agreeing;
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, [before, after, above, below]));
            }
        }
    }
    let (_, [before, after, above, below]) = best?;
    let corner = |upright: (Line, f64), level: (Line, f64)| {
        let [u, v] = crossing(upright, level);
        place.centre + along * u + across * v
    };
    let corners = [
        corner((before, -1.0), (above, -1.0)),
        corner((after, 1.0), (above, -1.0)),
        corner((after, 1.0), (below, 1.0)),
        corner((before, -1.0), (below, 1.0)),
    ];
    Some(Outline { corners })
}

/// Returns where two sides of a card meet. From the middle of the card, this corner is `u` pixels along
/// the long sides and `v` pixels along the short sides. Each side has a sign, which says on which side of
/// the middle it is.
fn crossing((upright, right): (Line, f64), (level, down): (Line, f64)) -> [f64; 2] {
    // The corner is on both lines: u = right (offset + slope v), and v = down (offset + slope u).
    let (lean, fall) = (right * upright.slope, down * level.slope);
    let u = (right * upright.offset + lean * down * level.offset) / (1.0 - lean * fall);
    [u, down * level.offset + fall * u]
}

/// Returns the pairs of lines that are parallel and as far apart as opposite sides of a card.
/// `half` is half of the distance between opposite sides, in pixels.
fn pairs(one: &[Line], other: &[Line], half: f64) -> Vec<(Line, Line)> {
    let mut out = Vec::new();
    for before in one {
        for after in other {
            let measured = (before.offset + after.offset) / (2.0 * half);
            if (measured - 1.0).abs() < MAX_DISTANCE_ERROR
                && (before.slope + after.slope).abs() < MAX_ANGLE_ERROR
            {
                out.push((*before, *after));
            }
        }
    }
    out
}

/// A step between light and dark near a side. `along` is its place along the side, measured from
/// the middle of the side. `offset` is its distance from the middle of the card, measured outwards.
/// `along` and `offset` are in pixels.
#[derive(Clone, Copy)]
struct Step {
    along: f64,
    offset: f64,
}

/// Returns up to [`MAX_LINES`] lines near a side. At least the fraction [`MIN_AGREEING_SHARE`] of the
/// places agree with each line.
fn lines(centre: Point, side: &CardSide, plane: &Plane, pixels_per_mm: f64) -> Vec<Line> {
    let mut steps: Vec<Step> = Vec::new();
    for index in 0..EXAMINED_PLACES {
        let along = ((index as f64 + 0.5) / EXAMINED_PLACES as f64 * 2.0 - 1.0) * side.half;
        add_steps(centre + side.along * along, along, side, plane, pixels_per_mm, &mut steps);
    }
    let tolerance = MAX_LINE_DISTANCE_MM * pixels_per_mm;
    let mut out = Vec::new();
    while out.len() < MAX_LINES {
        let Some(line) = most_agreed(&steps, tolerance) else { break };
        if line.agreeing < MIN_AGREEING_SHARE {
            break;
        }
        out.push(line);
        steps.retain(|step| distance(&line, step) >= tolerance);
    }
    out
}

fn distance(line: &Line, step: &Step) -> f64 {
    (step.offset - line.offset - line.slope * step.along).abs()
}

/// Tries lines through pairs of steps, and chooses the line that is near the most steps. Returns the
/// line that fits these steps best. Returns `None` if no line is possible.
fn most_agreed(steps: &[Step], tolerance: f64) -> Option<Line> {
    /// The largest slope of a line. The rough search finds the direction of a side only within
    /// about 3 degrees.
    const MAX_SLOPE: f64 = 0.06;
    let mut best: Option<(usize, Line)> = None;
    for one in steps.iter().filter(|one| one.along < 0.0).step_by(2) {
        for other in steps.iter().filter(|other| other.along > 0.0).step_by(2) {
            let slope = (other.offset - one.offset) / (other.along - one.along);
            if slope.abs() > MAX_SLOPE || other.along - one.along < tolerance {
                continue;
            }
            let line = Line { offset: one.offset - slope * one.along, slope, agreeing: 0.0 };
            let count = steps.iter().filter(|step| distance(&line, step) < tolerance).count();
            if best.is_none_or(|(most, _)| count > most) {
                best = Some((count, line));
            }
        }
    }
    let mut line = best?.1;
    for _ in 0..3 {
        let near: Vec<&Step> = steps.iter().filter(|step| distance(&line, step) < tolerance).collect();
        let count = near.len().max(1) as f64;
        let mean = near.iter().map(|step| step.offset).sum::<f64>() / count;
        let middle = near.iter().map(|step| step.along).sum::<f64>() / count;
        let (mut cross, mut square) = (0.0, 1e-9);
        for step in &near {
            cross += (step.along - middle) * (step.offset - mean);
            square += (step.along - middle) * (step.along - middle);
        }
        line.slope = cross / square;
        line.offset = mean - line.slope * middle;
        let mut places: Vec<i64> = near.iter().map(|step| (step.along * 100.0) as i64).collect();
        places.dedup();
        line.agreeing = places.len() as f64 / EXAMINED_PLACES as f64;
    }
    Some(line)
}

/// Finds the steps between light and dark across a side, at one place along the side. Adds them to
/// `out`. The offset of a step is its distance from the middle of the card, in pixels.
fn add_steps(at: Point, along: f64, side: &CardSide, plane: &Plane, pixels_per_mm: f64, out: &mut Vec<Step>) {
    /// The distance between samples, in pixels.
    const SPACING: f64 = 0.5;
    /// The step at a place is the difference between two samples: the sample this many positions after
    /// the place, minus the sample this many positions before it.
    const STEP_REACH: usize = 3;
    let reach = MAX_SIDE_DISTANCE_MM * pixels_per_mm;
    let count = (2.0 * reach / SPACING) as usize + 1;
    let offset = |index: usize| side.distance - reach + SPACING * index as f64;
    let values: Vec<Option<f32>> = (0..count)
        .map(|index| {
            // The mean of several samples along the side has less noise than a single sample.
            let near = (-2..=2).map(|step| {
                let at = at + side.outwards * offset(index) + side.along * f64::from(step);
                plane.sample(at.x, at.y)
            });
            Some(near.sum::<Option<f32>>()? / 5.0)
        })
        .collect();
    let step = |index: usize| -> f32 {
        match (
            index.checked_sub(STEP_REACH).and_then(|at| values[at]),
            values.get(index + STEP_REACH).copied().flatten(),
        ) {
            (Some(before), Some(after)) => after - before,
            _ => 0.0,
        }
    };
    for index in 1..count - 1 {
        let [before, here, after] = [step(index - 1), step(index), step(index + 1)].map(f32::abs);
        if here < before || here <= after {
            continue;
        }
        let (Some(inner), Some(outer)) = (values[index - STEP_REACH], values[index + STEP_REACH]) else {
            continue;
        };
        if (light::to_grey(outer) - light::to_grey(inner)).abs() < MIN_STEP {
            continue;
        }
        let curvature = before + after - 2.0 * here;
        let fine = if curvature < 0.0 { f64::from((before - after) / (2.0 * curvature)) } else { 0.0 };
        out.push(Step { along, offset: offset(index) + fine * SPACING });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_is_on_both_of_its_sides() {
        let line = |offset: f64, slope: f64| Line { offset, slope, agreeing: 1.0 };
        for (right, down) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let (upright, level) = (line(300.0, 0.05), line(200.0, -0.03));
            let [u, v] = crossing((upright, right), (level, down));
            assert!((right * u - 300.0 - 0.05 * v).abs() < 1e-9, "{u} {v}");
            assert!((down * v - 200.0 + 0.03 * u).abs() < 1e-9, "{u} {v}");
        }
    }
}
