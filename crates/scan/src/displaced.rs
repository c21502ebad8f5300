//! Leaves displaced pieces out of the fit of a page.
//!
//! - In: a page that was found in a scan, and its pieces.
//! - Out: the same page. If a large piece is displaced, the map is fitted to the other pieces.
//! - Not here: small pieces, which the map does not follow, and the faults themselves (`faults`).
//!
//! The map may bend, because paper bends. If a large piece near a corner is displaced, the map can
//! bend almost as far as the piece. But bent paper displaces the neighbours of the piece too, and a
//! displaced piece leaves them where they are. So the bend and the displacement of a piece are
//! fitted together.

use kurbo::{Rect, Vec2};

use crate::fit::{line, usual_size};
use crate::locate::{Located, Scan};
use crate::pieces::Piece;
use crate::solve::Factored;

/// The largest number of pieces that are left out.
const MOST_PIECES: usize = 3;
/// A piece is large if it contains at least this fraction of the observations.
const LARGE: f64 = 0.02;
/// A piece is not compared with the rest of the page if it contains more than this fraction.
const TOO_LARGE: f64 = 0.5;

/// Fits the map again without the large pieces that are displaced.
///
/// Returns `None` if too little of the page remains.
pub fn without_displaced(mut located: Located, scan: &Scan, pieces: &[Piece]) -> Option<Located> {
    let areas: Vec<Rect> = pieces.iter().filter(|piece| piece.is_unit()).map(|piece| piece.area).collect();
    let mut left_out: Vec<Rect> = Vec::new();
    while left_out.len() < MOST_PIECES {
        let certain = areas
            .iter()
            .filter_map(|area| Some((*area, displacement(&located, *area)?)))
            .filter(|(_, displaced)| displaced.is_certain());
        let most = certain.max_by(|(_, a), (_, b)| a.certainty().total_cmp(&b.certainty()));
        let Some((area, _)) = most else { break };
        left_out.push(area);
        located = located.fitted_without(scan, &left_out)?;
    }
    Some(located)
}

/// How far a piece is displaced, with the standard deviation of this displacement, in mm.
struct Displacement {
    by: Vec2,
    error: f64,
}

impl Displacement {
    fn certainty(&self) -> f64 {
        self.by.hypot() / self.error
    }

    fn is_certain(&self) -> bool {
        /// The least displacement in mm. It is small, because the map already follows most of a
        /// displacement.
        const LEAST: f64 = 0.015;
        /// Neighbouring observations have similar errors, so the true error may be a few times as
        /// large as the standard deviation.
        const SURE: f64 = 12.0;
        self.by.hypot() > LEAST && self.certainty() > SURE
    }
}

/// Fits the displacement of a piece together with a new displacement of the whole page. Returns
/// `None` if the piece has too few or too many observations.
fn displacement(located: &Located, area: Rect) -> Option<Displacement> {
    /// The rounds in which observations that disagree lose weight.
    const ROUNDS: usize = 4;
    /// The number of standard deviations from which an observation loses weight.
    const AGREES: f64 = 2.0;
    let (fitted, observations) = (&located.fitted, &located.observations);
    let inside = observations.iter().filter(|one| area.contains(one.at)).count() as f64;
    let share = inside / observations.len() as f64;
    if !(LARGE..TOO_LARGE).contains(&share) {
        return None;
    }
    let page = 2 * fitted.terms + 1;
    let side = page + 2;
    let rows: Vec<Vec<f64>> = observations
        .iter()
        .map(|one| {
            let mut row = line(one, &located.map.frame, fitted.terms);
            let of_piece = if area.contains(one.at) { one.direction } else { Vec2::ZERO };
            row.extend([of_piece.x, of_piece.y]);
            row
        })
        .collect();
    // The observations of the piece may have lost their weight in the fit of the page.
    let mut weights: Vec<f64> = observations
        .iter()
        .zip(&fitted.weights)
        .map(|(one, weight)| if area.contains(one.at) { 1.0 } else { *weight })
        .collect();
    let mut found = None;
    for _ in 0..ROUNDS {
        let (mut matrix, mut right) = (vec![0.0; side * side], vec![0.0; side]);
        for (index, one) in observations.iter().enumerate() {
            let weight = weights[index] / (one.variance + fitted.scatter * fitted.scatter);
            for (row, value) in rows[index].iter().enumerate() {
                let weighted = weight * value;
                right[row] += weighted * fitted.residuals[index];
                let products = matrix[row * side..].iter_mut().zip(&rows[index]);
                products.for_each(|(product, other)| *product += weighted * other);
            }
        }
        for row in 0..page {
            let usual = usual_size(row, fitted.terms);
            matrix[row * side + row] += 1.0 / (usual * usual);
        }
        let solved = Factored::new(&matrix, side)?;
        let unknowns = solved.solve(&right);
        let inverse = solved.inverse();
        let variance = |row: usize| inverse[row * side + row];
        let by = Vec2::new(unknowns[page], unknowns[page + 1]);
        found = Some(Displacement { by, error: variance(page).max(variance(page + 1)).sqrt() });
        for (index, one) in observations.iter().enumerate().filter(|(_, one)| area.contains(one.at)) {
            let expected: f64 = rows[index].iter().zip(&unknowns).map(|(a, b)| a * b).sum();
            let off = (fitted.residuals[index] - expected).abs();
            let units = off / (one.variance + fitted.scatter * fitted.scatter).sqrt();
            weights[index] = (AGREES / units).min(1.0);
        }
    }
    found
}
