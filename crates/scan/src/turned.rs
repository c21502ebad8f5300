//! Separates the errors of a printer from the errors of a scanner.
//!
//! - In: scans of one sheet, which is turned differently on the glass each time.
//! - Out: by how much the scanner stretches its rows and slants its axes, and the same errors of the
//!   printer with uncertainties.
//! - Not here: the size itself. A scanner that enlarges everything does so at every rotation of the
//!   sheet, so rotations do not show the enlargement. A rotation by 180 degrees shows nothing about
//!   stretching or slanting, because both look the same after this rotation.

use kurbo::Vec2;

use crate::figures::{Figures, Linear};
use crate::fit::solve::Factored;

/// Two rotations differ by about a quarter turn if the sine of the angle between them is at least this
/// value.
const MIN_TURN: f64 = 0.9;
const UNKNOWNS: usize = 4;

/// The values that one scan of a sheet shows.
#[derive(Debug, Clone, Copy)]
pub struct ShownErrors {
    /// The rotation of the page on the scan, in radians.
    turn: f64,
    /// The natural logarithm of the ratio of the horizontal scale to the vertical scale.
    ratio: f64,
    /// How far the angle between the horizontal and the vertical direction of the page exceeds a
    /// right angle, in radians.
    skew: f64,
    /// The uncertainties of `ratio` and `skew`.
    ratio_uncertainty: f64,
    skew_uncertainty: f64,
}

impl ShownErrors {
    pub fn new(figures: &Figures) -> Self {
        let turn = figures.turn.value + 90.0 * f64::from(figures.quarters);
        Self {
            turn: turn.to_radians(),
            ratio: libm::log(figures.across.value / figures.down.value),
            skew: figures.skew.value.to_radians(),
            ratio_uncertainty: figures.across.fit.hypot(figures.down.fit),
            skew_uncertainty: figures.skew.fit.to_radians(),
        }
    }

    fn is_quarter_from(&self, other: &Self) -> bool {
        libm::sin(self.turn - other.turn).abs() >= MIN_TURN
    }
}

/// An equation that follows from one scan.
struct Equation {
    factors: [f64; UNKNOWNS],
    value: f64,
    fit: f64,
}

/// The errors of a scanner that do not depend on the size.
#[derive(Debug, Clone, Copy)]
pub struct Scanner {
    /// How much more than average the scanner stretches its rows, as a fraction. It stretches its
    /// columns less than average, by the same fraction.
    stretch: f64,
    /// The angle by which the scanner tilts its rows downwards and its columns to the right, in radians.
    /// So the angle between rows and columns becomes smaller by twice this angle.
    slant: f64,
    /// The ratio of the printer's horizontal scale to its vertical scale, minus 1.
    pub printer_scale_ratio_error: f64,
    /// The skew of the printer, in degrees.
    pub printer_skew: f64,
    /// The uncertainty of `printer_scale_ratio_error`, as a fraction.
    pub ratio_uncertainty: f64,
    /// The uncertainty of `printer_skew`, in degrees.
    pub skew_uncertainty: f64,
}

impl Scanner {
    /// Computes the errors of a scanner. Returns `None` unless two scans are a quarter turn apart.
    pub fn new(scans: &[ShownErrors]) -> Option<Self> {
        if !scans.iter().any(|one| scans.iter().any(|other| one.is_quarter_from(other))) {
            return None;
        }
        let (mut matrix, mut right) = ([0.0; UNKNOWNS * UNKNOWNS], [0.0; UNKNOWNS]);
        for scan in scans {
            let (sin, cos) = (libm::sin(2.0 * scan.turn), libm::cos(2.0 * scan.turn));
            // The unknowns are the printer's ratio and skew, and the scanner's stretch and slant.
            // Stretching and slanting look the same again after half a turn. So their effect on a turned
            // page follows the sine and cosine of twice the angle.
            let equations = [
                Equation {
                    factors: [1.0, 0.0, 2.0 * cos, 2.0 * sin],
                    value: scan.ratio,
                    fit: scan.ratio_uncertainty,
                },
                Equation {
                    factors: [0.0, 1.0, 2.0 * sin, -2.0 * cos],
                    value: scan.skew,
                    fit: scan.skew_uncertainty,
                },
            ];
            for Equation { factors, value, fit } in equations {
                let weight = 1.0 / (fit * fit).max(1e-12);
                for row in 0..UNKNOWNS {
                    right[row] += weight * factors[row] * value;
                    for column in 0..UNKNOWNS {
                        matrix[row * UNKNOWNS + column] += weight * factors[row] * factors[column];
                    }
                }
            }
        }
        let factored = Factored::new(&matrix, UNKNOWNS)?;
        let (solved, inverse) = (factored.solve(&right), factored.inverse());
        let error = |unknown: usize| inverse[unknown * UNKNOWNS + unknown].max(0.0).sqrt();
        Some(Self {
            stretch: solved[2],
            slant: solved[3],
            printer_scale_ratio_error: libm::exp(solved[0]) - 1.0,
            printer_skew: solved[1].to_degrees(),
            ratio_uncertainty: error(0),
            skew_uncertainty: error(1).to_degrees(),
        })
    }

    /// Returns how much more the scanner stretches its rows than its columns, as a fraction.
    pub fn scanner_stretch_difference(&self) -> f64 {
        2.0 * self.stretch
    }

    /// Returns how far the angle between the rows and the columns of the scanner exceeds a right angle,
    /// in degrees.
    pub fn scanner_skew(&self) -> f64 {
        -2.0 * self.slant.to_degrees()
    }

    /// Removes the errors of the scanner from the map `shown`.
    pub fn undo(&self, shown: Linear) -> Linear {
        Linear { across: self.undo_step(shown.across), down: self.undo_step(shown.down) }
    }

    fn undo_step(&self, by: Vec2) -> Vec2 {
        let Self { stretch, slant, .. } = self;
        by - Vec2::new(stretch * by.x + slant * by.y, slant * by.x - stretch * by.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what a scanner with this stretch and slant shows if the print is rotated by
    /// `degrees`.
    fn view(degrees: f64, print: Linear, [stretch, slant]: [f64; 2]) -> (ShownErrors, Linear) {
        let turn = degrees.to_radians();
        let (sin, cos) = (libm::sin(turn), libm::cos(turn));
        let [across, down] = [print.across, print.down].map(|by| {
            let by = Vec2::new(by.x * cos - by.y * sin, by.x * sin + by.y * cos);
            by + Vec2::new(stretch * by.x + slant * by.y, slant * by.x - stretch * by.y)
        });
        let shown = Linear { across, down };
        let [across, down, turn, skew] = shown.parts();
        let ratio = libm::log(across / down);
        let (turn, skew) = (turn.to_radians(), skew.to_radians());
        (ShownErrors { turn, ratio, skew, ratio_uncertainty: 1e-4, skew_uncertainty: 1e-4 }, shown)
    }

    #[test]
    fn a_quarter_turn_parts_printer_and_scanner() {
        let print = Linear { across: Vec2::new(0.99, 0.0), down: Vec2::new(0.001, 0.985) };
        let scanner = [0.0012, -0.0007];
        let (first, shown) = view(1.5, print, scanner);
        for (turn, is_known) in [(91.0, true), (-88.0, true), (182.0, false), (0.5, false)] {
            let (second, _) = view(turn, print, scanner);
            let found = Scanner::new(&[first, second]);
            assert_eq!(found.is_some(), is_known, "{turn}");
            let Some(found) = found else { continue };
            assert!((found.printer_scale_ratio_error - (0.99 / 0.985 - 1.0)).abs() < 1e-5);
            assert!((found.printer_skew + (0.001_f64 / 0.985).to_degrees()).abs() < 1e-3);
            assert!((found.scanner_stretch_difference() - 0.0024).abs() < 1e-5);
            let [across, down, _, skew] = found.undo(shown).parts();
            assert!((across / down - 0.99 / 0.985).abs() < 1e-5);
            assert!((skew - found.printer_skew).abs() < 1e-3);
        }
    }
}
