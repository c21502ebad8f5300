//! Computes the displacement of a piece from measurements at its edges.
//!
//! - In: measured displacements, each along one direction.
//! - Out: the displacement that fits the measurements best, and its uncertainty.
//! - Not here: deciding whether a displacement is a fault.

use kurbo::Vec2;

use crate::fit::solve::Factored;

/// A measured displacement of a piece along one direction, in mm.
pub struct Equation {
    pub direction: Vec2,
    /// How many mm the edges seem to move along `direction` if ink spreads by 1 mm (see
    /// [`crate::observe::Observation::polarity`]).
    pub polarity: f64,
    pub shift: f64,
    /// The inverse of the variance, in 1/mm².
    pub weight: f64,
}

/// The uncertainty of a displacement, as a covariance matrix in mm².
pub struct Covariance {
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Covariance {
    /// Returns the standard deviation along a unit vector, in mm.
    pub fn error_along(&self, direction: Vec2) -> f64 {
        let Vec2 { x, y } = direction;
        (self.xx * x * x + 2.0 * self.xy * x * y + self.yy * y * y).sqrt()
    }

    /// Returns the length of a displacement as a multiple of its standard deviation (the Mahalanobis
    /// distance from zero).
    pub fn distance(&self, by: Vec2) -> f64 {
        let determinant = self.xx * self.yy - self.xy * self.xy;
        let square = self.yy * by.x * by.x - 2.0 * self.xy * by.x * by.y + self.xx * by.y * by.y;
        (square / determinant).sqrt()
    }
}

/// Returns the displacement that fits best (weighted least squares), and its uncertainty. At the
/// piece, ink may spread more or less than elsewhere on the page. The fit also determines this
/// difference.
///
/// Returns `None` if the equations have no solution, because their numbers are not finite.
pub fn fitted_shift(equations: &[Equation]) -> Option<(Vec2, Covariance)> {
    /// The standard deviation that is assumed for a displacement before any measurement. It matters
    /// only along directions in which the piece has no edges.
    const USUAL_DISPLACEMENT_MM: f64 = 0.5;
    /// The standard deviation of the additional spread of ink at a piece, in mm.
    const EXTRA_SPREAD_MM: f64 = 0.03;
    const SIDE: usize = 3;
    let mut by = Vec2::ZERO;
    let mut spread = 0.0;
    let mut covariance = None;
    for _ in 0..5 {
        let prior = 1.0 / (USUAL_DISPLACEMENT_MM * USUAL_DISPLACEMENT_MM);
        let mut matrix =
            [prior, 0.0, 0.0, 0.0, prior, 0.0, 0.0, 0.0, 1.0 / (EXTRA_SPREAD_MM * EXTRA_SPREAD_MM)];
        let mut right = [0.0; SIDE];
        for Equation { direction, polarity, shift, weight } in equations {
            let row = [direction.x, direction.y, -polarity];
            let off = (shift - direction.dot(by) + polarity * spread).abs() * weight.sqrt();
            // Observations that differ from the fit by more than 3 standard deviations count less in
            // the next round.
            let weight = if off > 3.0 { weight * 3.0 / off } else { *weight };
            for (i, a) in row.iter().enumerate() {
                right[i] += weight * a * shift;
                row.iter().enumerate().for_each(|(j, b)| matrix[i * SIDE + j] += weight * a * b);
            }
        }
        let factored = Factored::new(&matrix, SIDE)?;
        let solution = factored.solve(&right);
        by = Vec2::new(solution[0], solution[1]);
        spread = solution[2];
        let inverse = factored.inverse();
        covariance = Some(Covariance { xx: inverse[0], xy: inverse[1], yy: inverse[4] });
    }
    Some((by, covariance?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equation(direction: Vec2, polarity: f64, shift: f64) -> Equation {
        Equation { direction, polarity, shift, weight: 1.0 / (0.02 * 0.02) }
    }

    #[test]
    fn a_line_is_displaced_across_its_direction() {
        let down = Vec2::new(0.0, 1.0);
        let both = [equation(down, 1.0, 0.2), equation(down, -1.0, 0.2)];
        let (by, covariance) = fitted_shift(&both).unwrap();
        assert!(by.x == 0.0 && (by.y - 0.2).abs() < 0.001, "{by}");
        assert!(covariance.distance(by) > 10.0 && covariance.error_along(Vec2::new(1.0, 0.0)) > 0.4);
    }

    #[test]
    fn a_single_edge_may_be_elsewhere_because_ink_spreads() {
        let down = Vec2::new(0.0, 1.0);
        let (by, covariance) = fitted_shift(&[equation(down, 1.0, 0.1), equation(down, 1.0, 0.1)]).unwrap();
        assert!(covariance.distance(by) < 5.0, "{by}");
    }

    #[test]
    fn a_wrong_observation_counts_little() {
        let equations = |observed: f64| {
            let right =
                (0..10).map(|n| equation(Vec2::new(0.0, 1.0), if n % 2 == 0 { 1.0 } else { -1.0 }, 0.2));
            let wrong =
                [equation(Vec2::new(0.0, 1.0), 1.0, observed), equation(Vec2::new(0.0, 1.0), -1.0, observed)];
            right.chain(wrong).collect::<Vec<_>>()
        };
        let fitted = |observed: f64| fitted_shift(&equations(observed)).unwrap().0.y;
        // Two wrong observations count as if they were 3 standard deviations away, which is 0.06 mm.
        let expected = 0.2 + 2.0 * 0.06 / 10.0;
        assert!((fitted(1.0) - expected).abs() < 0.001, "{}", fitted(1.0));
        assert!((fitted(3.0) - expected).abs() < 0.001, "{}", fitted(3.0));
    }
}
