//! Draws smooth curves that formulas describe, and computes the strands of lace.
//!
//! - In: a formula with its derivative, for a parameter from 0 to 1.
//! - Out: cubic Bézier curves in Hermite form. At both ends of a curve, its point and its tangent are those
//!   of the formula.
//! - Not here: placing the curves in a box (`woven_border`, `ground` and `rosette`).

use std::f64::consts::TAU;

use kurbo::{BezPath, Point, Vec2};

use crate::draw::angle::sin_cos;

/// The number of Bézier curves for one swing of a strand (to the other edge and back), or for one bead
/// of an edge.
pub const PIECES: u32 = 4;

/// In the middle of a bead, the areas of all strands add up to at most this fraction of the bead's area.
/// Strands overlap where they cross each other, so about half of the bead stays light.
const MAX_INK_SHARE: f64 = 0.9;

/// A value that depends on a parameter, together with its derivative.
#[derive(Debug, Clone, Copy)]
pub struct Dual {
    pub value: f64,
    pub slope: f64,
}

impl Dual {
    /// Returns a value that does not depend on the parameter.
    pub const fn constant(value: f64) -> Self {
        Self { value, slope: 0.0 }
    }

    /// Returns `cos 2πx` and its derivative with respect to x. The argument `turns` is x.
    pub fn wave(turns: f64) -> Self {
        let (sin, cos) = sin_cos(360.0 * turns);
        Self { value: cos, slope: -TAU * sin }
    }
}

/// A point of a curve, and its derivative with respect to the parameter.
pub struct CurvePoint {
    pub point: Point,
    pub tangent: Vec2,
}

/// Adds a curve. The function `at` returns its points for parameters from 0 to 1.
pub fn add_curve(path: &mut BezPath, pieces: u32, at: impl Fn(f64) -> CurvePoint) {
    let step = 1.0 / f64::from(pieces);
    let mut here = at(0.0);
    path.move_to(here.point);
    for piece in 1..=pieces {
        let next = at(f64::from(piece) * step);
        path.curve_to(
            here.point + here.tangent * (step / 3.0),
            next.point - next.tangent * (step / 3.0),
            next.point,
        );
        here = next;
    }
}

/// Adds the closed curve whose points `at` returns.
pub fn add_closed_curve(path: &mut BezPath, pieces: u32, at: impl Fn(f64) -> CurvePoint) {
    add_curve(path, pieces, |t| at(if t < 1.0 { t } else { 0.0 }));
    path.close_path();
}

/// Lace: strands that are woven between two edges. Its thick parts are called beads, and the thin parts
/// between them are called necks.
///
/// The edges are at `e(t)` and `-e(t)`, with `e(t) = s (1 - p + p cos 2π(n t + φ))`. The variable t
/// goes from 0 at the start of the lace to 1 at its end.
///
/// - s is half of the thickness in the middle of a bead.
/// - p says how narrow necks are. Half of their thickness is `s (1 - 2p)`.
/// - n is the number of beads.
/// - φ says where the first bead begins, see [`Lace::phase`].
///
/// A strand is at `e(t) cos 2π(2 n t + ψ)`. Its phase ψ differs from strand to strand. In each bead, a
/// strand swings to the other edge and back twice, so all beads look the same.
#[derive(Clone, Copy)]
pub struct Lace {
    /// `s` in the formula: half of the thickness in the middle of a bead.
    pub swing: f64,
    /// `p` in the formula: how narrow the necks are.
    pub pinch: f64,
    /// `n` in the formula: the number of beads.
    pub beads: u32,
    /// `φ` in the formula, in turns: where the first bead begins.
    ///
    /// At 0, the lace begins in the middle of a bead. At 0.5, it begins at a neck.
    pub phase: f64,
}

impl Lace {
    /// Returns `e(t)` of the formula: half of the thickness at `t`.
    pub fn edge(&self, t: f64) -> Dual {
        let beads = f64::from(self.beads);
        let wave = Dual::wave(beads * t + self.phase);
        Dual {
            value: self.swing * (1.0 - self.pinch + self.pinch * wave.value),
            slope: self.swing * self.pinch * wave.slope * beads,
        }
    }

    /// Returns the weight of strands at `t`. The weight is 1 where a bead is thickest, and 0 at a
    /// neck. Strands are wider where their weight is larger.
    pub fn weight(&self, t: f64) -> f64 {
        (1.0 + Dual::wave(f64::from(self.beads) * t + self.phase).value) / 2.0
    }

    /// Returns the largest width of strands, in mm. With this width, the areas of all strands in the middle
    /// of a bead add up to the fraction [`MAX_INK_SHARE`] of the bead's area.
    ///
    /// `length` is the length of the lace in mm. `unit` is the length in mm that corresponds to 1 in
    /// the formula.
    pub fn max_width(&self, length: f64, unit: f64, strands: u32) -> f64 {
        const STEPS: u32 = 16;
        let swing = length / f64::from(2 * self.beads);
        let steepest = TAU * self.swing * unit / swing;
        // The length of a strand, as a multiple of the length of the lace.
        let steps = (0..STEPS).map(|step| {
            let slope = steepest * sin_cos(360.0 * f64::from(step) / f64::from(STEPS)).0;
            (1.0 + slope * slope).sqrt()
        });
        let longer = steps.sum::<f64>() / f64::from(STEPS);
        MAX_INK_SHARE * 2.0 * self.swing * unit / (f64::from(strands) * longer)
    }

    /// Returns the value at `t` of the strand with the phase ψ. `phase` is ψ, in turns.
    pub fn strand(&self, phase: f64, t: f64) -> Dual {
        let swings = f64::from(2 * self.beads);
        let (edge, wave) = (self.edge(t), Dual::wave(swings * t + phase));
        Dual {
            value: edge.value * wave.value,
            slope: edge.slope * wave.value + edge.value * wave.slope * swings,
        }
    }
}
