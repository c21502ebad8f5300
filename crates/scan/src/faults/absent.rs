//! Finds the pieces that are completely missing in a scan.
//!
//! - In: measured squares of a page, and its pieces.
//! - Out: the areas of these pieces on the page.
//!
//! In a single square, noise may hide a pale piece, even if the piece is there. So all squares of a
//! piece are judged together.

use kurbo::{Rect, Vec2};

use super::scan_view::{PIECE_STRIP_MM, View, reliable, squares_of};
use crate::fit::median_or_zero;
use crate::named_drawings::NamedDrawing;
use crate::observe::{PartMeasurement, observe};

/// Returns the areas of the absent pieces. `measurements` are measured squares of the whole page.
pub fn absent(
    view: &View<'_>,
    measurements: &[Option<PartMeasurement>],
    named_drawings: &[NamedDrawing],
) -> Vec<Rect> {
    /// How far the squares of a piece extend beyond the piece.
    const SQUARES_REACH_MM: f64 = 0.5;
    let rest = median_or_zero(&mut reliable(measurements).map(PartMeasurement::rest).collect::<Vec<_>>());
    let units: Vec<Rect> =
        named_drawings.iter().filter(|piece| piece.is_piece_or_cell()).map(|piece| piece.area).collect();
    let squares: Vec<Vec<Rect>> =
        units.iter().map(|area| squares_of(area.inflate(SQUARES_REACH_MM, SQUARES_REACH_MM))).collect();
    let mut measurements = observe(&view.drawn, &view.scan, &view.map, &squares.concat()).into_iter();
    let mut faint: Vec<MeasuredPiece> = Vec::new();
    for (area, squares) in units.into_iter().zip(squares) {
        let measurements = measurements.by_ref().take(squares.len()).collect();
        let measured = MeasuredPiece { area, squares, measurements };
        if measured.shows_nothing(&[], rest) {
            faint.push(measured);
        }
    }
    // The most certain pieces come first. The squares that touch them are then left out when the other
    // pieces are judged.
    faint.sort_by(|a, b| a.error().total_cmp(&b.error()));
    let mut found: Vec<Rect> = Vec::new();
    for measured in faint {
        if measured.shows_nothing(&found, rest) && !measured.is_nearby(view, &found, rest) {
            found.push(measured.area);
        }
    }
    found
}

/// A piece with its squares, and the measurement of each square.
struct MeasuredPiece {
    area: Rect,
    squares: Vec<Rect>,
    measurements: Vec<Option<PartMeasurement>>,
}

impl MeasuredPiece {
    /// Combines the measurements of the squares of the piece. `measurements` contains the measurement of each
    /// square. Leaves out the squares that touch the absent pieces `taken`. Returns `None` if too few
    /// squares remain, or if the scan does not show them.
    fn summary(&self, measurements: &[Option<PartMeasurement>], taken: &[Rect]) -> Option<SquaresSummary> {
        let is_free = |square: &Rect| {
            !taken.iter().any(|taken| taken.inflate(PIECE_STRIP_MM, PIECE_STRIP_MM).overlaps(*square))
        };
        let free = self.squares.iter().zip(measurements).filter(|(square, _)| is_free(square));
        SquaresSummary::from_measurements(
            &free.filter_map(|(_, measurement)| *measurement).collect::<Vec<_>>(),
        )
    }

    fn shows_nothing(&self, taken: &[Rect], rest: f64) -> bool {
        self.summary(&self.measurements, taken).is_some_and(|summary| summary.is_certainly_absent(rest))
    }

    /// Returns the standard deviation of the contrast.
    fn error(&self) -> f64 {
        self.summary(&self.measurements, &[]).map_or(f64::INFINITY, |summary| summary.error)
    }

    /// Returns whether the scan shows the piece near its place. Such a piece is displaced, but not
    /// absent.
    fn is_nearby(&self, view: &View<'_>, taken: &[Rect], rest: f64) -> bool {
        /// The distances in mm at which the piece is searched, and the number of directions.
        const DISTANCES: [f64; 3] = [0.2, 0.4, 0.6];
        const DIRECTIONS: usize = 8;
        let turn = |direction: usize| std::f64::consts::TAU * direction as f64 / DIRECTIONS as f64;
        let mut angles = (0..DIRECTIONS).map(turn);
        angles.any(|angle| {
            DISTANCES.into_iter().any(|distance| {
                let by = Vec2::new(libm::cos(angle), libm::sin(angle)) * distance;
                let measurements = observe(&view.drawn, &view.scan, &view.map.shifted(by), &self.squares);
                self.summary(&measurements, taken).is_some_and(|summary| !summary.is_certainly_absent(rest))
            })
        })
    }
}

/// The combined measurements of all squares of a piece.
struct SquaresSummary {
    /// The contrast of the scan, as a fraction of the contrast of the drawing. It is about 1 without
    /// faults.
    contrast: f64,
    /// The standard deviation of the contrast.
    error: f64,
    /// The mean variance of the drawing in a square.
    drawn: f64,
}

impl SquaresSummary {
    /// Combines the measurements of the squares of a piece. Returns `None` if there are too few
    /// squares, or if the scan does not show them.
    fn from_measurements(measurements: &[PartMeasurement]) -> Option<Self> {
        const MIN_SQUARES: usize = 3;
        /// The smallest standard deviation that is used for the contrast of a square. Without this
        /// limit, a single sharp edge could outweigh all others.
        const MIN_ERROR: f64 = 0.1;
        if measurements.len() < MIN_SQUARES
            || measurements.iter().any(|measurement| measurement.unseen > measurement.pixels / 4)
        {
            return None;
        }
        let (mut weights, mut sum, mut pixels, mut drawn) = (0.0, 0.0, 0.0, 0.0);
        for measurement in measurements {
            let weight = measurement.contrast_error.max(MIN_ERROR).powi(-2);
            (weights, sum) = (weights + weight, sum + weight * measurement.contrast);
            (pixels, drawn) = (
                pixels + measurement.pixels as f64,
                drawn + measurement.pixels as f64 * measurement.drawing_variance,
            );
        }
        Some(Self { contrast: sum / weights, error: weights.sqrt().recip(), drawn: drawn / pixels })
    }

    /// Returns whether the scan certainly shows nothing of a drawing. `rest` is the usual variance of
    /// the scan that is not explained by drawings.
    fn is_certainly_absent(&self, rest: f64) -> bool {
        /// A piece is absent if its contrast in the scan is less than this fraction of its contrast in the
        /// file.
        const MAX_CONTRAST: f64 = 0.4;
        const SURE_DEVIATIONS: f64 = 5.0;
        self.drawn > rest && self.contrast + SURE_DEVIATIONS * self.error < MAX_CONTRAST
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Point;

    /// Returns a square that shows a part of the contrast of its drawing.
    fn square(contrast: f64, contrast_error: f64) -> PartMeasurement {
        PartMeasurement {
            at: Point::ORIGIN,
            pixels: 80,
            unseen: 0,
            contrast,
            contrast_error,
            explained_share: 0.0,
            scan_deviation: 8.0,
            drawing_variance: 400.0,
            drawing_light: 120.0,
            blur: 0.0,
            blur_error: 0.01,
            observations: [None; 2],
        }
    }

    fn is_certainly_absent(squares: &[PartMeasurement]) -> bool {
        SquaresSummary::from_measurements(squares).is_some_and(|summary| summary.is_certainly_absent(60.0))
    }

    #[test]
    fn many_squares_show_that_a_pale_piece_is_absent() {
        let pale = [0.1, -0.1, 0.2, 0.0].map(|contrast| square(contrast, 0.2));
        assert!(!is_certainly_absent(&pale));
        assert!(is_certainly_absent(&pale.repeat(4)));
        assert!(!is_certainly_absent(&[square(0.0, 0.01); 2]));
    }

    #[test]
    fn a_side_without_contrast_does_not_hide_the_other_sides() {
        let sides = [square(0.0, 0.001), square(1.0, 0.05), square(1.0, 0.05), square(0.9, 0.05)];
        assert!(!is_certainly_absent(&sides.repeat(3)));
    }
}
