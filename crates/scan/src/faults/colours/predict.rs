//! Predicts the colours of a scan from the colours of its page.
//!
//! - In: groups of parts with the same colour.
//! - Out: for each group, the colour that the other groups predict.
//!
//! Each channel of the scan is a polynomial of second degree in the three channels of the page. The
//! fit prefers terms that are close to the terms of a perfect printer, so a page with few colours
//! is enough.

use super::Group;
use crate::colour_grid::{Colour, hue_distance};
use crate::fit::median_or_zero;
use crate::fit::solve::Factored;

const TERMS: usize = 10;
/// The usual error of the colour of a group in the scan, as a fraction of the grey value of white.
const USUAL_COLOUR_ERROR: f64 = 0.02;
/// The usual difference of each term from the same term of a perfect printer.
const USUAL_DIFFERENCES: [f64; TERMS] = [0.1, 0.2, 0.2, 0.2, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3];
/// The number of rounds of the fit. After each round, groups that differ more from the fit count
/// less.
const ROUNDS: usize = 4;

pub struct Prediction {
    /// For each group, the colour that the other groups predict for it.
    pub without: Vec<Colour>,
    /// The usual difference between the hue of a group and its prediction.
    pub error: f64,
}

fn terms(colour: Colour) -> [f64; TERMS] {
    let [r, g, b] = colour.map(|value| value / 255.0);
    [1.0, r, g, b, r * r, g * g, b * b, r * g, r * b, g * b]
}

impl Prediction {
    pub fn new(groups: &[Group]) -> Self {
        /// With at most this number of groups, each group is predicted by a fit to all other groups. A
        /// page with more groups shows pictures. A single group then hardly changes the fit, so one fit
        /// predicts all groups.
        const MAX_GROUPS_WITH_OWN_FIT: usize = 120;
        let all: Vec<bool> = vec![true; groups.len()];
        let whole = Model::fit(groups, &all);
        let without: Vec<Colour> = (0..groups.len())
            .map(|own| {
                if groups.len() > MAX_GROUPS_WITH_OWN_FIT {
                    return whole.predict(groups[own].drawn);
                }
                let others: Vec<bool> = (0..groups.len()).map(|at| at != own).collect();
                Model::fit(groups, &others).predict(groups[own].drawn)
            })
            .collect();
        let mut off: Vec<f64> =
            groups.iter().zip(&without).map(|(group, colour)| hue_distance(group.scanned, *colour)).collect();
        // The factor 1.4826 converts the median of distances to a standard deviation.
        Self { error: 1.4826 * median_or_zero(&mut off), without }
    }
}

/// The terms of the polynomials for the three channels.
struct Model([[f64; TERMS]; 3]);

impl Model {
    fn predict(&self, drawn: Colour) -> Colour {
        let terms = terms(drawn);
        self.0.map(|row| 255.0 * row.iter().zip(&terms).map(|(a, b)| a * b).sum::<f64>())
    }

    /// Fits the terms to the groups for which `used` is true.
    fn fit(groups: &[Group], used: &[bool]) -> Self {
        let mut model = Self(std::array::from_fn(perfect));
        let mut weights: Vec<f64> =
            groups.iter().zip(used).map(|(group, used)| weight(group, *used)).collect();
        for _ in 0..ROUNDS {
            let rows = std::array::from_fn(|channel| solve(groups, &weights, channel));
            let [Some(red), Some(green), Some(blue)] = rows else { return model };
            model = Self([red, green, blue]);
            for ((value, group), used) in weights.iter_mut().zip(groups).zip(used) {
                let off = hue_distance(model.predict(group.drawn), group.scanned) / 255.0;
                *value = weight(group, *used) / (1.0 + (off / (2.0 * USUAL_COLOUR_ERROR)).powi(2));
            }
        }
        model
    }
}

/// Returns the weight of a group in the fit. Groups of up to 40 points count less, because their colour
/// is less certain.
fn weight(group: &Group, used: bool) -> f64 {
    if used { (group.points as f64 / 40.0).min(1.0) } else { 0.0 }
}

/// Returns the terms of a perfect printer, whose scan has the same colours as the page.
fn perfect(channel: usize) -> [f64; TERMS] {
    let mut row = [0.0; TERMS];
    row[1 + channel] = 1.0;
    row
}

fn solve(groups: &[Group], weights: &[f64], channel: usize) -> Option<[f64; TERMS]> {
    let prior = perfect(channel);
    let (mut matrix, mut right) = ([0.0; TERMS * TERMS], [0.0; TERMS]);
    for (group, weight) in groups.iter().zip(weights) {
        let terms = terms(group.drawn);
        let expected: f64 = terms.iter().zip(&prior).map(|(a, b)| a * b).sum();
        let off = group.scanned[channel] / 255.0 - expected;
        for row in 0..TERMS {
            right[row] += weight * terms[row] * off / (USUAL_COLOUR_ERROR * USUAL_COLOUR_ERROR);
            for column in 0..TERMS {
                matrix[row * TERMS + column] +=
                    weight * terms[row] * terms[column] / (USUAL_COLOUR_ERROR * USUAL_COLOUR_ERROR);
            }
        }
    }
    for (row, usual) in USUAL_DIFFERENCES.iter().enumerate() {
        matrix[row * TERMS + row] += 1.0 / (usual * usual);
    }
    let solved = Factored::new(&matrix, TERMS)?.solve(&right);
    Some(std::array::from_fn(|term| prior[term] + solved[term]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(drawn: Colour, scanned: Colour) -> Group {
        Group { drawn, scanned, members: Vec::new(), points: 100 }
    }

    #[test]
    fn a_cast_is_predicted() {
        // Simulates a printer and a scanner that make all colours warmer and paler.
        let cast = |colour: Colour| {
            let [red, green, blue] = colour;
            [30.0 + 0.85 * red, 25.0 + 0.8 * green + 0.03 * red, 20.0 + 0.7 * blue + 0.05 * green]
        };
        let drawn: [Colour; 8] = [
            [255.0, 255.0, 255.0],
            [200.0, 60.0, 50.0],
            [60.0, 160.0, 70.0],
            [50.0, 80.0, 190.0],
            [240.0, 220.0, 90.0],
            [0.0, 0.0, 0.0],
            [150.0, 150.0, 150.0],
            [220.0, 190.0, 230.0],
        ];
        let groups: Vec<Group> = drawn.iter().map(|colour| group(*colour, cast(*colour))).collect();
        let prediction = Prediction::new(&groups);
        for (group, predicted) in groups.iter().zip(&prediction.without) {
            let off = hue_distance(*predicted, group.scanned);
            assert!(off < 20.0, "{:?}: {off}", group.drawn);
        }
        // Without a prediction, the error of each hue is the difference between the hue on the page
        // and the hue in the scan.
        let mut cast_off: Vec<f64> =
            groups.iter().map(|group| hue_distance(group.drawn, group.scanned)).collect();
        let unpredicted = 1.4826 * median_or_zero(&mut cast_off);
        assert!(prediction.error < unpredicted / 2.0, "{} of {unpredicted}", prediction.error);
    }
}
