//! Finds the pieces of which a scan shows nothing.
//!
//! - In: measured squares of a page, and its pieces.
//! - Out: areas of pieces that are not where the page draws them.
//!
//! Noise may hide a pale piece from each single square, but not from all squares of the piece.

use kurbo::{Rect, Vec2};

use super::view::{SQUARE, View, sure};
use crate::fit::median;
use crate::observe::{Seen, observe, squares};
use crate::pieces::Piece;

/// A piece is absent if its contrast in the scan is certainly less than this fraction of its
/// contrast in the file.
const MOST_CONTRAST: f64 = 0.4;
/// The number of standard deviations beyond which a difference counts as certain.
const SURE: f64 = 5.0;

/// Returns the areas of the absent pieces.
pub fn absent(view: &View<'_>, all: &[Rect], seen: &[Option<Seen>], pieces: &[Piece]) -> Vec<Rect> {
    let rest = median(&mut sure(seen).map(Seen::rest).collect::<Vec<_>>());
    let units = pieces.iter().filter(|piece| piece.is_unit());
    let missing = units.filter(|piece| {
        let inside = |square: &Rect| piece.area.contains(square.center());
        let seen: Vec<Seen> =
            all.iter().zip(seen).filter(|(square, _)| inside(square)).filter_map(|(_, seen)| *seen).collect();
        is_unseen(&seen, rest) && !is_nearby(view, piece.area, rest)
    });
    missing.map(|piece| piece.area).collect()
}

/// Returns whether the squares of a piece show nothing of it. `rest` is the usual variance that the
/// drawing does not explain.
fn is_unseen(seen: &[Seen], rest: f64) -> bool {
    /// The smallest number of squares with which a piece is judged.
    const LEAST: usize = 3;
    /// The smallest variance that the drawing of a piece must have, as a fraction of `rest`.
    const LEAST_DRAWN: f64 = 1.0;
    if seen.len() < LEAST || seen.iter().any(|seen| seen.unseen > seen.pixels / 4) {
        return false;
    }
    let pixels: f64 = seen.iter().map(|seen| seen.pixels as f64).sum();
    let drawn: f64 = seen.iter().map(|seen| seen.pixels as f64 * seen.drawn).sum();
    let (mut weights, mut sum) = (0.0, 0.0);
    for Seen { contrast, contrast_error, .. } in seen {
        let weight = 1.0 / (contrast_error * contrast_error).max(1e-6);
        (weights, sum) = (weights + weight, sum + weight * contrast);
    }
    drawn > LEAST_DRAWN * rest * pixels && sum / weights + SURE / weights.sqrt() < MOST_CONTRAST
}

/// Returns whether a piece is near its place, so that it is only displaced and not absent.
fn is_nearby(view: &View<'_>, area: Rect, rest: f64) -> bool {
    /// The distances from its place, in mm, at which a piece is searched, and the number of
    /// directions.
    const DISTANCES: [f64; 3] = [0.2, 0.4, 0.6];
    const DIRECTIONS: usize = 8;
    let squares: Vec<Rect> =
        squares(view.size, SQUARE).into_iter().filter(|square| area.contains(square.center())).collect();
    DISTANCES.into_iter().any(|distance| {
        (0..DIRECTIONS).any(|direction| {
            let angle = std::f64::consts::TAU * direction as f64 / DIRECTIONS as f64;
            let by = Vec2::new(libm::cos(angle), libm::sin(angle)) * distance;
            let map = view.map.shifted(by);
            let seen: Vec<Seen> =
                observe(&view.drawn, &view.scan, &map, &squares).into_iter().flatten().collect();
            !is_unseen(&seen, rest)
        })
    })
}
