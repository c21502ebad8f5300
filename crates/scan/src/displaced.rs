//! Leaves displaced pieces out of the fit of a page.
//!
//! - In: a page that was found in a scan, and its pieces.
//! - Out: the same page. If a large piece is displaced, the map is fitted to the other pieces.
//! - Not here: small pieces, which the map does not follow, and the faults themselves (`faults`).
//!
//! Paper bends, so the map may bend, too. If a large piece near a corner is displaced, the map may
//! follow the piece as if the paper were bent. The neighbours show the difference: bent paper displaces
//! them, too, but a displaced piece does not. So one fit determines both the bend of the page and the
//! displacement of the piece.

use kurbo::{Rect, Vec2};

use crate::fit::solve::{Factored, NormalEquations, RightHandSide};
use crate::fit::{Fitted, equation_row, usual_size};
use crate::locate::{Located, Scan};
use crate::map::Frame;
use crate::named_drawings::NamedDrawing;
use crate::observe::Observation;
use hexpress_base::parallel;

/// The largest number of pieces that are left out.
const MAX_PIECES: usize = 3;
/// A piece is large if it contains at least this fraction of the observations.
const LARGE_SHARE: f64 = 0.02;
/// A piece is not compared with the rest of the page if it contains more than this fraction of the
/// observations.
const TOO_LARGE_SHARE: f64 = 0.5;

/// Fits the map again without the large pieces that are displaced.
///
/// Returns `None` if too little of the page remains.
pub fn without_displaced(
    mut located: Located,
    scan: &Scan,
    named_drawings: &[NamedDrawing],
) -> Option<Located> {
    let areas: Vec<Rect> =
        named_drawings.iter().filter(|piece| piece.is_piece_or_cell()).map(|piece| piece.area).collect();
    let mut left_out: Vec<Rect> = Vec::new();
    while left_out.len() < MAX_PIECES {
        let displacements = parallel::in_order(
            areas.len(),
            || (),
            |(), index| {
                let Located { fitted, observations, map, .. } = &located;
                Some((areas[index], displacement(fitted, observations, &map.frame, areas[index])?))
            },
        );
        let certain = displacements.into_iter().flatten().filter(|(_, displaced)| displaced.is_certain());
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
        /// The displacement must be longer than this. The limit is small, because the map already
        /// follows most of a displacement.
        const MIN_DISPLACEMENT_MM: f64 = 0.015;
        /// The displacement must be larger than this number of standard deviations. The number is large,
        /// because neighbouring observations have similar errors. So the true error may be a few times
        /// as large as the standard deviation.
        const MIN_CERTAINTY: f64 = 12.0;
        self.by.hypot() > MIN_DISPLACEMENT_MM && self.certainty() > MIN_CERTAINTY
    }
}

/// Fits the displacement of a piece. The same fit corrects the displacement of the whole page. Returns
/// `None` if the piece has too few or too many observations.
fn displacement(
    fitted: &Fitted,
    observations: &[Observation],
    frame: &Frame,
    area: Rect,
) -> Option<Displacement> {
    /// The number of rounds of the fit. After each round, observations that disagree lose weight.
    const ROUNDS: usize = 4;
    /// An observation loses weight if it is more than this number of standard deviations from the fit.
    const MAX_AGREEING_DEVIATIONS: f64 = 2.0;
    let inside = observations.iter().filter(|one| area.contains(one.at)).count() as f64;
    let share = inside / observations.len() as f64;
    if !(LARGE_SHARE..TOO_LARGE_SHARE).contains(&share) {
        return None;
    }
    let page = 2 * fitted.terms + 1;
    let side = page + 2;
    let lines: Vec<Vec<f64>> = observations
        .iter()
        .map(|one| {
            let mut row = equation_row(one, frame, fitted.terms);
            let of_piece = if area.contains(one.at) { one.direction } else { Vec2::ZERO };
            row.extend([of_piece.x, of_piece.y]);
            row
        })
        .collect();
    // The observations of the piece may have lost their weight in the fit of the page, so they get
    // their full weight again.
    let mut weights: Vec<f64> = observations
        .iter()
        .zip(&fitted.weights)
        .map(|(one, weight)| if area.contains(one.at) { 1.0 } else { *weight })
        .collect();
    let mut found = None;
    for _ in 0..ROUNDS {
        let NormalEquations { mut matrix, right } = NormalEquations::sum(&lines, |index| {
            let variance = observations[index].variance + fitted.scatter * fitted.scatter;
            RightHandSide { value: fitted.residuals[index], weight: weights[index] / variance }
        });
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
            let expected: f64 = lines[index].iter().zip(&unknowns).map(|(a, b)| a * b).sum();
            let off = (fitted.residuals[index] - expected).abs();
            let units = off / (one.variance + fitted.scatter * fitted.scatter).sqrt();
            weights[index] = (MAX_AGREEING_DEVIATIONS / units).min(1.0);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::{Degree, fit};
    use crate::map::{Map, Warp};
    use kurbo::{Point, Size};

    const CORNER: Rect = Rect::new(10.0, 10.0, 70.0, 95.0);

    /// Returns the displacements of nine cards on a page. The paper is bent, and the card in the
    /// corner is displaced by `by` mm to the right.
    fn found(by: f64) -> Vec<Option<Displacement>> {
        let frame = Frame::new(Size::new(210.0, 297.0));
        let map = Map {
            across: Vec2::new(12.0, 0.0),
            down: Vec2::new(0.0, 12.0),
            centre: Point::new(1260.0, 1782.0),
            frame,
            warp: Warp::NONE,
        };
        let cards: Vec<Rect> = (0..9)
            .map(|card| CORNER + Vec2::new(f64::from(card % 3) * 65.0, f64::from(card / 3) * 92.0))
            .collect();
        let mut observations = Vec::new();
        for (card, area) in cards.iter().enumerate() {
            for step in 0..150_u32 {
                let (column, row) = (f64::from(step % 10), f64::from(step / 10));
                let at = Point::new(area.x0 + 3.0 + 6.0 * column, area.y0 + 3.0 + 5.6 * row);
                let direction = if step % 2 == 0 { Vec2::new(1.0, 0.0) } else { Vec2::new(0.0, 1.0) };
                let bend = 0.1 * frame.terms(at)[3];
                let noise = 0.004 * (f64::from(step * 37 % 19) - 9.0) / 9.0;
                let own = if card == 0 { by * direction.x } else { 0.0 };
                let polarity = if step % 4 < 2 { 1.0 } else { -1.0 };
                observations.push(Observation {
                    at,
                    direction,
                    shift: bend + noise - own,
                    polarity,
                    variance: 1e-5,
                    part: observations.len(),
                });
            }
        }
        let fitted = fit(&observations, &map, Degree::Full).unwrap();
        cards.iter().map(|card| displacement(&fitted, &observations, &frame, *card)).collect()
    }

    #[test]
    fn a_displaced_card_is_told_from_bent_paper() {
        let certain = |by: f64| -> Vec<bool> {
            found(by).iter().map(|one| one.as_ref().unwrap().is_certain()).collect()
        };
        assert_eq!(certain(0.0), [false; 9]);
        for by in [0.1, 0.2, 0.3] {
            assert!(certain(by)[0], "{by} mm");
            let displaced = found(by);
            let most = displaced.iter().flatten().map(Displacement::certainty).fold(0.0, f64::max);
            assert_eq!(displaced[0].as_ref().unwrap().certainty(), most, "{by} mm");
        }
    }
}
