//! Engine-turned lines, as on banknotes: true curves from a few numbers.
//!
//! A strand is a smooth closed curve given by a formula; it is drawn as cubic Béziers that share its points
//! and tangents (Hermite form), so nothing is rasterised and nothing is guessed.

use kurbo::{BezPath, Point, Size, Vec2};

use super::frame::sin_cos;
use crate::model::Guilloche;
use crate::scene::{Draw, Stroke};

/// The lines of a guilloche in a box of `size` about the origin.
#[must_use]
pub fn draw(guilloche: &Guilloche, size: Size, stroke: &Stroke) -> Vec<Draw> {
    let mut path = BezPath::new();
    match *guilloche {
        Guilloche::Border { depth, waves, strands } => {
            border(size, depth, waves, strands, stroke.width, &mut path)
        }
        Guilloche::Rosette { petals, strands } => {
            rosette(size.width.min(size.height) / 2.0, petals, strands, stroke.width, &mut path);
        }
    }
    vec![Draw::Path { path, fill: None, stroke: Some(stroke.clone()) }]
}

/// A closed curve over a parameter in turns (0 to 1): its point and its derivative.
fn closed_curve(pieces: u32, path: &mut BezPath, curve: impl Fn(f64) -> (Point, Vec2)) {
    let step = 1.0 / f64::from(pieces);
    let (start, mut tangent) = curve(0.0);
    let mut here = start;
    path.move_to(start);
    for piece in 1..=pieces {
        let (next, next_tangent) =
            if piece == pieces { (start, curve(0.0).1) } else { curve(f64::from(piece) * step) };
        path.curve_to(here + tangent * (step / 3.0), next - next_tangent * (step / 3.0), next);
        (here, tangent) = (next, next_tangent);
    }
    path.close_path();
}

/// Rounds of a rosette: where it lies between its edge and its eye, how far its petals swing, how many there
/// are for each petal asked for, and its share of the strands.
const ROUNDS: [(f64, f64, u32, f64); 3] =
    [(0.80, 0.195, 1, 1.0), (0.50, 0.16, 1, 0.7), (0.26, 0.085, 1, 0.5)];

/// `r = R (a + b cos(2π(p t + φ)))`, once for each strand with its own phase φ, in three rounds.
fn rosette(radius: f64, petals: u32, strands: u32, line: f64, path: &mut BezPath) {
    let radius = radius - line / 2.0;
    for (round, (middle, swing, multiple, share)) in ROUNDS.into_iter().enumerate() {
        let petals = petals * multiple;
        let count = (f64::from(strands) * share).round().max(2.0) as u32;
        for strand in 0..count {
            let phase = f64::from(strand) / f64::from(count) + 0.5 * round as f64;
            closed_curve(petals * 8, path, |t| {
                let (petal_sin, petal_cos) = sin_cos(360.0 * (f64::from(petals) * t + phase));
                let (sin, cos) = sin_cos(360.0 * t);
                // The swing is itself flattened a little, so that the crests are rounder than the troughs.
                let r = radius * (middle + swing * petal_cos);
                let dr = -radius * swing * petal_sin * std::f64::consts::TAU * f64::from(petals);
                let out = Vec2::new(sin, -cos);
                let round = Vec2::new(cos, sin);
                ((out * r).to_point(), out * dr + round * (r * std::f64::consts::TAU))
            });
        }
    }
}

/// Waves that run round a rounded rectangle: each strand swings across the band with its own phase.
fn border(size: Size, depth: f64, waves: u32, strands: u32, line: f64, path: &mut BezPath) {
    let depth = depth.min(size.width / 2.0).min(size.height / 2.0);
    let swing = (depth - line) / 2.0;
    let track = Track::new(Size::new(size.width - depth, size.height - depth), depth * 0.9);
    let strands = strands.max(1);
    // Two families of strands, a slow one and one with twice the waves and half the swing.
    for strand in 0..strands {
        let phase = f64::from(strand) / f64::from(strands);
        wave(&track, f64::from(waves), phase, swing, waves * 8, path);
    }
    for strand in 0..strands.div_ceil(2) {
        let phase = f64::from(strand) / f64::from(strands.div_ceil(2)) + 0.25;
        wave(&track, f64::from(waves) / 2.0, phase, swing * 0.45, waves * 6, path);
    }
    // A line along the inside and one along the outside hold it together.
    for offset in [-swing, swing] {
        closed_curve(64, path, |t| {
            let (point, along, out, bend) = track.at(t);
            (point + out * offset, along * (1.0 + offset * bend))
        });
    }
}

fn wave(track: &Track, waves: f64, phase: f64, swing: f64, pieces: u32, path: &mut BezPath) {
    let waves = waves.round();
    closed_curve(pieces, path, |t| {
        let (point, along, out, bend) = track.at(t);
        let (sin, cos) = sin_cos(360.0 * (waves * t + phase));
        let tangent =
            along * (1.0 + swing * cos * bend) - out * (swing * sin * std::f64::consts::TAU * waves);
        (point + out * (swing * cos), tangent)
    });
}

/// A rounded rectangle by its length, clockwise from the middle of the top side.
struct Track {
    size: Size,
    radius: f64,
    length: f64,
}

impl Track {
    fn new(size: Size, radius: f64) -> Self {
        let radius = radius.min(size.width / 2.0).min(size.height / 2.0).max(0.0);
        let straight = 2.0 * (size.width - 2.0 * radius) + 2.0 * (size.height - 2.0 * radius);
        Self { size, radius, length: straight + std::f64::consts::TAU * radius }
    }

    /// At `t` turns: the point, the derivative by `t`, the outward normal, and the curvature (1 / mm).
    fn at(&self, t: f64) -> (Point, Vec2, Vec2, f64) {
        let (w, h, r) = (self.size.width, self.size.height, self.radius);
        let (across, down) = (w - 2.0 * r, h - 2.0 * r);
        let quarter = std::f64::consts::FRAC_PI_2 * r;
        let mut s = t.rem_euclid(1.0) * self.length + across / 2.0;
        if s >= self.length {
            s -= self.length;
        }
        let straights = [across, down, across, down];
        for (side, straight) in straights.into_iter().enumerate() {
            let turn = side as f64 * 90.0;
            let (sin, cos) = sin_cos(turn);
            let along = Vec2::new(cos, sin);
            let out = Vec2::new(sin, -cos);
            // Half the box in the directions along and out of this side.
            let (half_along, half_out) = if side % 2 == 0 { (w / 2.0, h / 2.0) } else { (h / 2.0, w / 2.0) };
            if s < straight {
                let point = (out * half_out + along * (s - (half_along - r))).to_point();
                return (point, along * self.length, out, 0.0);
            }
            s -= straight;
            if s < quarter || side == 3 {
                let middle = (out * (half_out - r) + along * (half_along - r)).to_point();
                let angle = if r > 0.0 { (s / r).to_degrees() } else { 0.0 };
                let (sin, cos) = sin_cos(turn + angle);
                let (along, out) = (Vec2::new(cos, sin), Vec2::new(sin, -cos));
                let bend = if r > 0.0 { 1.0 / r } else { 0.0 };
                return (middle + out * r, along * self.length, out, bend);
            }
            s -= quarter;
        }
        (Point::ZERO, Vec2::ZERO, Vec2::ZERO, 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Ink;
    use kurbo::Shape;

    #[test]
    fn stays_in_its_box_and_fills_it() {
        let stroke = Stroke::solid(0.15, Ink::black());
        for guilloche in [
            Guilloche::Border { depth: 5.0, waves: 44, strands: 6 },
            Guilloche::Rosette { petals: 17, strands: 9 },
        ] {
            let size = Size::new(80.0, 45.0);
            for draw in draw(&guilloche, size, &stroke) {
                let Draw::Path { path, .. } = draw else { continue };
                let bounds = path.bounding_box().inflate(0.075, 0.075);
                assert!(
                    bounds.width() <= size.width + 0.01 && bounds.height() <= size.height + 0.01,
                    "{bounds:?}"
                );
                assert!(bounds.height() > size.height * 0.95, "{bounds:?}");
            }
        }
    }

    #[test]
    fn a_track_is_smooth_and_closed() {
        let track = Track::new(Size::new(60.0, 30.0), 4.0);
        let mut before = track.at(0.0).0;
        for i in 1..=1000 {
            let here = track.at(f64::from(i) / 1000.0).0;
            let step = before.distance(here);
            assert!((step - track.length / 1000.0).abs() < 0.001, "{i}: {step}");
            before = here;
        }
    }
}
