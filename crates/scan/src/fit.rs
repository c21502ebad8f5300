//! Fits a smooth displacement of the whole page to the displacements of its parts.
//!
//! - In: observations.
//! - Out: a polynomial displacement, the spread of the ink, and how sure they are.
//! - Not here: measuring the parts (`observe`), and what the figures mean (`figures`).

use std::collections::BTreeMap;

use kurbo::Vec2;

use crate::map::{AFFINE_TERMS, Frame, Map, TERMS, Warp};
use crate::observe::Observation;
use crate::solve::Factored;

/// The usual size of terms above the affine ones, in mm at the corner of the page. Observations
/// outweigh it wherever there are any.
const USUAL_BEND: f64 = 0.15;
/// The usual size of the terms of fourth and fifth degree.
const USUAL_RIPPLE: f64 = 0.05;
/// The number of terms up to the third degree.
const CUBIC_TERMS: usize = 10;
/// How far paper and machines bend a page at most, in mm.
const MOST_BEND: f64 = 0.25;
/// The usual spread of ink, in mm.
const USUAL_SPREAD: f64 = 0.2;
/// The scatter of ink on paper that is assumed first, in mm.
const FIRST_SCATTER: f64 = 0.02;
/// The side of squares within which errors may be alike, in mm.
const ALIKE_WITHIN: f64 = 25.0;

/// The degree of a displacement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Degree {
    Affine,
    Full,
}

impl Degree {
    fn terms(self) -> usize {
        match self {
            Self::Affine => AFFINE_TERMS,
            Self::Full => TERMS,
        }
    }
}

/// A displacement of the whole page.
#[derive(Debug, Clone)]
pub struct Fitted {
    pub warp: Warp,
    /// How far ink spreads beyond each edge, in mm.
    pub spread: f64,
    /// The covariance of the terms: those of x, then those of y.
    pub covariance: Vec<f64>,
    /// The number of terms along one axis.
    pub terms: usize,
    /// The scatter of the parts around the displacement, in mm, beyond the noise of pixels.
    pub scatter: f64,
    /// The differences between the observations and the displacement, in mm.
    pub residuals: Vec<f64>,
    /// The share of observations that agree with the displacement.
    pub agreeing: f64,
}

/// The line of the equations that an observation gives.
fn line(observation: &Observation, frame: &Frame, terms: usize) -> Vec<f64> {
    let Vec2 { x, y } = observation.direction;
    let at = frame.terms(observation.at);
    let mut line: Vec<f64> = at[..terms].iter().map(|term| term * x).collect();
    line.extend(at[..terms].iter().map(|term| term * y));
    line.push(observation.polarity);
    line
}

/// Fits the displacement of a whole page. `observations` were measured with `map`; the displacement
/// replaces that of `map`. Returns `None` if there are too few observations.
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
    let lines: Vec<Vec<f64>> = observations.iter().map(|one| line(one, frame, terms)).collect();
    let trusted = match degree {
        Degree::Affine => vec![1.0; observations.len()],
        // A bent displacement must not follow a part that moved.
        Degree::Full => {
            let straight = fit_total(observations, frame, Degree::Affine)?;
            consistent(observations, &straight.residuals)
        }
    };
    let mut weights = trusted.clone();
    let mut scatter = FIRST_SCATTER;
    let mut unknowns = vec![0.0; side];
    let mut residuals: Vec<f64> = Vec::new();
    let mut factored = None;
    for round in 0..ROUNDS {
        let (mut matrix, mut right) = (vec![0.0; side * side], vec![0.0; side]);
        for ((line, one), weight) in lines.iter().zip(observations).zip(&weights) {
            let weight = weight / (one.variance + scatter * scatter);
            for row in 0..side {
                let weighted = weight * line[row];
                right[row] += weighted * one.shift;
                for column in 0..=row {
                    matrix[row * side + column] += weighted * line[column];
                }
            }
        }
        for row in 0..side {
            for column in 0..row {
                matrix[column * side + row] = matrix[row * side + column];
            }
            let usual = match row {
                _ if row == side - 1 => USUAL_SPREAD,
                _ if row % terms < AFFINE_TERMS => 100.0,
                _ if row % terms < CUBIC_TERMS => USUAL_BEND,
                _ => USUAL_RIPPLE,
            };
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
                        _ if residual.abs() > MOST_BEND && degree == Degree::Full => 0.0,
                        _ if units > 6.0 && round > 2 => 0.0,
                        _ if units > 2.0 => 2.0 / units,
                        _ => 1.0,
                    };
            }
        }
    }
    let alike = likeness(observations, &residuals, &weights, scatter);
    let inverse = factored?.inverse();
    let covariance = (0..2 * terms).flat_map(|row| (0..2 * terms).map(move |column| (row, column)));
    let covariance = covariance.map(|(row, column)| inverse[row * side + column] * alike).collect();
    let mut warp = Warp { x: [0.0; TERMS], y: [0.0; TERMS] };
    warp.x[..terms].copy_from_slice(&unknowns[..terms]);
    warp.y[..terms].copy_from_slice(&unknowns[terms..2 * terms]);
    let agreeing = weights.iter().filter(|weight| **weight > 0.4).count() as f64;
    Some(Fitted {
        warp,
        spread: -unknowns[side - 1],
        covariance,
        terms,
        scatter,
        residuals,
        agreeing: agreeing / observations.len() as f64,
    })
}

/// Returns the weights of observations: 0 for those that are too far off, and for those near them if a
/// large share of them is too far off.
fn consistent(observations: &[Observation], residuals: &[f64]) -> Vec<f64> {
    /// The side of the squares that are judged together, in mm.
    const NEAR: f64 = 12.0;
    const MOST_OFF: f64 = 0.2;
    let key = |one: &Observation| ((one.at.x / NEAR).floor() as i64, (one.at.y / NEAR).floor() as i64);
    let mut squares: BTreeMap<(i64, i64), (f64, f64)> = BTreeMap::new();
    for (one, off) in observations.iter().zip(residuals) {
        let (wrong, all) = squares.entry(key(one)).or_default();
        *wrong += if off.abs() > MOST_BEND { 1.0 } else { 0.0 };
        *all += 1.0;
    }
    let is_wrong =
        |one: &Observation| squares.get(&key(one)).is_some_and(|(wrong, all)| *wrong > MOST_OFF * all);
    let weights = observations.iter().zip(residuals);
    weights.map(|(one, off)| if off.abs() > MOST_BEND || is_wrong(one) { 0.0 } else { 1.0 }).collect()
}

/// Returns the scatter of the observations that say most, beyond the noise of their pixels.
fn scatter_of(observations: &[Observation], residuals: &[f64]) -> f64 {
    let mut variances: Vec<f64> = observations.iter().map(|one| one.variance).collect();
    let middle = median(&mut variances);
    let strong = observations.iter().zip(residuals).filter(|(one, _)| one.variance <= middle);
    let (mut sizes, mut noises): (Vec<f64>, Vec<f64>) =
        strong.map(|(one, residual)| (residual.abs(), one.variance)).unzip();
    let size = 1.4826 * median(&mut sizes);
    (size * size - median(&mut noises)).max(1e-6).sqrt()
}

/// Returns the median. Changes the order of the values. The median of no values is 0.
pub fn median(values: &mut [f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let middle = values.len() / 2;
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// Returns by how much the variance of a sum of neighbouring errors exceeds the sum of their
/// variances. At least 1.
fn likeness(observations: &[Observation], residuals: &[f64], weights: &[f64], scatter: f64) -> f64 {
    let mut squares: BTreeMap<(i64, i64), (Vec2, f64)> = BTreeMap::new();
    for ((one, residual), weight) in observations.iter().zip(residuals).zip(weights) {
        if *weight == 0.0 {
            continue;
        }
        let key = ((one.at.x / ALIKE_WITHIN).floor() as i64, (one.at.y / ALIKE_WITHIN).floor() as i64);
        let units = weight * residual / (one.variance + scatter * scatter).sqrt();
        let (sum, count) = squares.entry(key).or_default();
        *sum += one.direction * units;
        *count += weight * weight;
    }
    let (sums, counts) = squares
        .values()
        .fold((0.0, 0.0), |(sums, counts), (sum, count)| (sums + sum.hypot2(), counts + count));
    if counts > 0.0 { (sums / counts).max(1.0) } else { 1.0 }
}
