//! Fits a smooth displacement of the whole page to the displacements of its parts.
//!
//! - In: observations, which are the measured displacements of small parts of the page.
//! - Out: a polynomial displacement, the spread of the ink, and the uncertainty of both.
//! - Not here: measuring the parts (`observe`), and computing scale, rotation and skew (`figures`).

pub mod improve;
pub mod solve;

use std::collections::BTreeMap;

use kurbo::Vec2;

use crate::map::{AFFINE_TERMS, Frame, Map, TERMS, Warp};
use crate::observe::Observation;
use hexpress_base::geometry::median;
use solve::{Factored, NormalEquations, RightHandSide};

/// The usual size of the terms of second and third degree, in mm at the corner of the page. This size
/// matters only where there are no observations.
const USUAL_BEND: f64 = 0.15;
/// The usual size of the terms of fourth and fifth degree, in mm at the corner of the page.
const USUAL_RIPPLE: f64 = 0.05;
/// The number of terms up to the third degree.
const CUBIC_TERMS: usize = 10;
/// How far paper and machines may bend a page, in mm.
const MAX_BEND: f64 = 0.25;
/// A part counts as displaced only if its displacement differs from the fitted displacement by at
/// least this number of mm.
const MIN_MOVE: f64 = 0.08;
/// The usual spread of ink, in mm.
const USUAL_SPREAD: f64 = 0.2;
/// The scatter of ink on paper that is assumed for the first fit, in mm.
const FIRST_SCATTER: f64 = 0.02;
/// The sides of the squares that [`Fitted::covariance`] tries, in mm. Observations in the same square
/// may have similar errors.
const ALIKE_WITHIN: [f64; 3] = [6.0, 15.0, 35.0];

/// The degree of the polynomial that describes a displacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Degree {
    Affine,
    Cubic,
    Full,
}

impl Degree {
    fn terms(self) -> usize {
        match self {
            Self::Affine => AFFINE_TERMS,
            Self::Cubic => CUBIC_TERMS,
            Self::Full => TERMS,
        }
    }
}

/// A displacement of the whole page that was fitted to observations.
#[derive(Debug, Clone)]
pub struct Fitted {
    pub warp: Warp,
    /// How far ink spreads beyond each edge, in mm.
    pub spread: f64,
    /// The number of terms along one axis.
    pub terms: usize,
    /// How far the parts scatter around the displacement, in mm. The noise of the pixels is not
    /// included.
    pub scatter: f64,
    /// The differences between the observations and the displacement, in mm.
    pub residuals: Vec<f64>,
    /// The weights of the observations, from 0 to 1.
    pub weights: Vec<f64>,
    /// The fraction of observations that agree with the displacement.
    pub agreeing: f64,
    /// The factored matrix of the last round.
    factored: Factored,
}

/// Returns the row that an observation adds to the system of equations. The unknowns are the terms for
/// x, the terms for y, and the negative spread of the ink.
pub fn equation_row(observation: &Observation, frame: &Frame, terms: usize) -> Vec<f64> {
    let Vec2 { x, y } = observation.direction;
    let at = frame.terms(observation.at);
    let mut line: Vec<f64> = at[..terms].iter().map(|term| term * x).collect();
    line.extend(at[..terms].iter().map(|term| term * y));
    line.push(observation.polarity);
    line
}

/// Returns the usual size of an unknown in mm. `row` is its row in the system of equations.
pub fn usual_size(row: usize, terms: usize) -> f64 {
    match row {
        _ if row == 2 * terms => USUAL_SPREAD,
        _ if row % terms < AFFINE_TERMS => 100.0,
        _ if row % terms < CUBIC_TERMS => USUAL_BEND,
        _ => USUAL_RIPPLE,
    }
}

/// Fits the displacement of a whole page. `observations` were measured with `map`. The result is the
/// total displacement, so it replaces `map.warp` and is not added to it. Returns `None` if there are
/// too few observations.
pub fn fit(observations: &[Observation], map: &Map, degree: Degree) -> Option<Fitted> {
    let total = |one: &Observation| {
        let before = map.displacement(one.at);
        Observation { shift: one.shift + one.direction.dot(before), ..*one }
    };
    fit_total(&observations.iter().map(total).collect::<Vec<_>>(), &map.frame, degree)
}

fn fit_total(observations: &[Observation], frame: &Frame, degree: Degree) -> Option<Fitted> {
    const ROUNDS: usize = 12;
    let terms = degree.terms();
    let side = 2 * terms + 1;
    if observations.len() < 8 {
        return None;
    }
    let lines: Vec<Vec<f64>> = observations.iter().map(|one| equation_row(one, frame, terms)).collect();
    let trusted = match degree {
        Degree::Affine => vec![1.0; observations.len()],
        // The displacement must not bend to follow a part that moved.
        Degree::Cubic => {
            let straight = fit_total(observations, frame, Degree::Affine)?;
            consistent(observations, &straight.residuals, MAX_BEND)
        }
        Degree::Full => {
            let bent = fit_total(observations, frame, Degree::Cubic)?;
            consistent(observations, &bent.residuals, MIN_MOVE.max(8.0 * bent.scatter))
        }
    };
    let mut weights = trusted.clone();
    let mut scatter = FIRST_SCATTER;
    let mut unknowns = vec![0.0; side];
    let mut residuals: Vec<f64> = Vec::new();
    let mut factored = None;
    for round in 0..ROUNDS {
        let equations = NormalEquations::sum(&lines, |index| {
            let Observation { shift, variance, .. } = observations[index];
            RightHandSide { value: shift, weight: weights[index] / (variance + scatter * scatter) }
        });
        let NormalEquations { mut matrix, right } = equations;
        for row in 0..side {
            // Each unknown is assumed to be 0, with its usual size as the standard deviation. So the
            // equations can be solved even where there are no observations.
            let usual = usual_size(row, terms);
            matrix[row * side + row] += 1.0 / (usual * usual);
        }
        let solved = Factored::new(&matrix, side)?;
        unknowns = solved.solve(&right);
        factored = Some(solved);
        residuals = lines
            .iter()
            .zip(observations)
            .map(|(line, one)| one.shift - line.iter().zip(&unknowns).map(|(a, b)| a * b).sum::<f64>())
            .collect();
        if round + 1 < ROUNDS {
            scatter = scatter_of(observations, &residuals);
            for (index, weight) in weights.iter_mut().enumerate() {
                let (one, residual) = (&observations[index], residuals[index]);
                let units = residual.abs() / (one.variance + scatter * scatter).sqrt();
                *weight = trusted[index]
                    * match units {
                        _ if residual.abs() > MAX_BEND && degree != Degree::Affine => 0.0,
                        // In the first rounds the map is rough, and most of a page may seem to be
                        // displaced. So observations that differ much from the fit are left out only in
                        // later rounds.
                        _ if units > 6.0 && round > 2 && degree != Degree::Affine => 0.0,
                        _ if units > 2.0 => 2.0 / units,
                        _ => 1.0,
                    };
            }
        }
    }
    let mut warp = Warp { x: [0.0; TERMS], y: [0.0; TERMS] };
    warp.x[..terms].copy_from_slice(&unknowns[..terms]);
    warp.y[..terms].copy_from_slice(&unknowns[terms..2 * terms]);
    let agreeing = weights.iter().filter(|weight| **weight > 0.4).count() as f64;
    Some(Fitted {
        warp,
        spread: -unknowns[side - 1],
        terms,
        scatter,
        residuals,
        weights,
        agreeing: agreeing / observations.len() as f64,
        factored: factored?,
    })
}

/// Returns the weight of each observation: 0 if its residual is larger than `most`, else 1. If too many
/// observations in a square have larger residuals, the weight is 0 for the whole square.
fn consistent(observations: &[Observation], residuals: &[f64], most: f64) -> Vec<f64> {
    /// The side of the squares that are judged together.
    const SIDE_MM: f64 = 12.0;
    /// The largest fraction of the observations in a square that may have larger residuals.
    const MAX_OUTLIER_SHARE: f64 = 0.2;
    let key = |one: &Observation| ((one.at.x / SIDE_MM).floor() as i64, (one.at.y / SIDE_MM).floor() as i64);
    let mut squares: BTreeMap<(i64, i64), (f64, f64)> = BTreeMap::new();
    for (one, off) in observations.iter().zip(residuals) {
        let (wrong, all) = squares.entry(key(one)).or_default();
        *wrong += if off.abs() > most { 1.0 } else { 0.0 };
        *all += 1.0;
    }
    let is_wrong = |one: &Observation| {
        squares.get(&key(one)).is_some_and(|(wrong, all)| *wrong > MAX_OUTLIER_SHARE * all)
    };
    let weights = observations.iter().zip(residuals);
    weights.map(|(one, off)| if off.abs() > most || is_wrong(one) { 0.0 } else { 1.0 }).collect()
}

/// Returns the scatter of the most certain observations, in mm. The noise of their pixels is not
/// included.
fn scatter_of(observations: &[Observation], residuals: &[f64]) -> f64 {
    let mut variances: Vec<f64> = observations.iter().map(|one| one.variance).collect();
    let middle = median_or_zero(&mut variances);
    let strong = observations.iter().zip(residuals).filter(|(one, _)| one.variance <= middle);
    let (mut sizes, mut noises): (Vec<f64>, Vec<f64>) =
        strong.map(|(one, residual)| (residual.abs(), one.variance)).unzip();
    // The factor 1.4826 converts the median of distances to a standard deviation.
    let size = 1.4826 * median_or_zero(&mut sizes);
    (size * size - median_or_zero(&mut noises)).max(1e-6).sqrt()
}

/// Returns the median, or 0 if there are no values. Changes the order of the values.
pub fn median_or_zero(values: &mut [f64]) -> f64 {
    median(values).unwrap_or(0.0)
}

impl Fitted {
    /// Returns the covariance of the terms along both axes. The terms for x come first, and the terms for y
    /// follow. `observations` are those to which the displacement was fitted.
    ///
    /// Errors of neighbouring observations are correlated, so each square of the page counts as a single
    /// observation ("sandwich" of clustered errors, Liang and Zeger 1986). Several sizes of squares are
    /// tried, and the size with the largest variances is used.
    pub fn covariance(&self, observations: &[Observation], frame: &Frame) -> Vec<f64> {
        let inverse = self.factored.inverse();
        let all = 2 * self.terms;
        let side = all + 1;
        let of_terms = |matrix: &[f64]| -> Vec<f64> {
            (0..all * all).map(|index| matrix[index / all * side + index % all]).collect()
        };
        let mut most = of_terms(&inverse);
        let size = |matrix: &[f64]| (0..all).map(|term| matrix[term * all + term]).sum::<f64>();
        for square in ALIKE_WITHIN {
            let sandwich = of_terms(&self.sandwich(observations, frame, &inverse, square));
            if size(&sandwich) > size(&most) {
                most = sandwich;
            }
        }
        most
    }

    fn sandwich(
        &self,
        observations: &[Observation],
        frame: &Frame,
        inverse: &[f64],
        square: f64,
    ) -> Vec<f64> {
        let side = 2 * self.terms + 1;
        let mut squares: BTreeMap<(i64, i64), Vec<f64>> = BTreeMap::new();
        for (index, one) in observations.iter().enumerate() {
            let weight = self.weights[index] / (one.variance + self.scatter * self.scatter);
            if weight == 0.0 {
                continue;
            }
            let key = ((one.at.x / square).floor() as i64, (one.at.y / square).floor() as i64);
            let sum = squares.entry(key).or_insert_with(|| vec![0.0; side]);
            let score = weight * self.residuals[index];
            sum.iter_mut()
                .zip(equation_row(one, frame, self.terms))
                .for_each(|(sum, term)| *sum += score * term);
        }
        let mut out = vec![0.0; side * side];
        for sum in squares.values() {
            let effect: Vec<f64> = (0..side)
                .map(|row| inverse[row * side..(row + 1) * side].iter().zip(sum).map(|(a, b)| a * b).sum())
                .collect();
            for row in 0..side {
                for column in 0..side {
                    out[row * side + column] += effect[row] * effect[column];
                }
            }
        }
        // The fit follows the observations, so the residuals are smaller than the errors. The
        // covariance is therefore multiplied by the number of squares, divided by the degrees of
        // freedom.
        let count = squares.len() as f64;
        let free = (count - side as f64 / 2.0).max(count / 4.0);
        out.iter_mut().for_each(|value| *value *= count / free.max(1.0));
        out
    }
}
