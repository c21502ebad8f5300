//! Finds the squares that lack the contrast or the sharpness of the drawing.
//!
//! - In: measured squares of a page.
//! - Out: for each square, what is wrong with it.
//! - Not here: grey values without edges, and displaced edges.

use super::marks::Defect;
use super::scan_view::{MIN_PIXELS, reliable};
use crate::fit::median_or_zero;
use crate::light;
use crate::locate::max_usual_blur;
use crate::observe::PartMeasurement;

/// Returns what is wrong with each square, or `None` if nothing is wrong.
pub fn judge_squares(measurements: &[Option<PartMeasurement>]) -> Vec<Option<Defect>> {
    let usual = UsualSquare {
        rest: median_or_zero(&mut reliable(measurements).map(PartMeasurement::rest).collect::<Vec<_>>()),
        most_blur: max_usual_blur(measurements, MIN_PIXELS),
        blur: median_or_zero(
            &mut reliable(measurements).map(|measurement| measurement.blur).collect::<Vec<_>>(),
        ),
    };
    measurements.iter().map(|square| usual.judge(square.as_ref()?, measurements)).collect()
}

/// The usual values of squares near edges.
struct UsualSquare {
    /// The variance of the scan that the drawing does not explain.
    rest: f64,
    blur: f64,
    most_blur: f64,
}

impl UsualSquare {
    /// Judges a square. `all` contains the squares of the page. Returns `None` if nothing is wrong, or
    /// if the square cannot be judged.
    fn judge(&self, square: &PartMeasurement, all: &[Option<PartMeasurement>]) -> Option<Defect> {
        /// A square is missing or covered if its contrast is certainly less than this fraction of
        /// the contrast that squares with the same drawing have.
        const MIN_CONTRAST: f64 = 0.4;
        /// A square is smeared if its blur exceeds `self.blur` by more than the sum of two values. The
        /// first is `SMEAR_FACTOR` times the difference between `self.most_blur` and `self.blur`. The second is
        /// `SURE_DEVIATIONS` standard deviations.
        const SMEAR_FACTOR: f64 = 1.5;
        const SURE_DEVIATIONS: f64 = 5.0;
        // The fraction of the variance that the drawing should explain. If it is small, the noise of the
        // scan hides the edges.
        let expected = square.drawing_variance / (square.drawing_variance + 4.0 * self.rest);
        if square.pixels < MIN_PIXELS || expected < 0.6 || square.unseen > square.pixels / 4 {
            return None;
        }
        let is_less =
            |than: f64| square.contrast + SURE_DEVIATIONS * square.contrast_error < MIN_CONTRAST * than;
        if is_less(1.0) && is_less(contrast_elsewhere(square, all)) {
            return Some(Defect::Unlike);
        }
        let most =
            self.blur + SMEAR_FACTOR * (self.most_blur - self.blur) + SURE_DEVIATIONS * square.blur_error;
        (square.blur > most && square.explained_share > 0.3).then_some(Defect::Blurred)
    }
}

/// Returns the usual contrast of squares that are drawn like `square`, in other parts of the page.
/// This contrast is less than 1 if ink spreads so far that two dark tones look alike. Returns 1 if
/// too few squares are drawn like `square`.
fn contrast_elsewhere(square: &PartMeasurement, all: &[Option<PartMeasurement>]) -> f64 {
    /// Squares that are at least this far away do not have the same fault.
    const MIN_DISTANCE_MM: f64 = 25.0;
    /// Two squares are drawn alike if two conditions are met. Their mean grey values differ by less than
    /// `MAX_GREY_DIFFERENCE`. The larger of their variances is less than `MAX_VARIANCE_RATIO` times the
    /// smaller variance.
    const MAX_GREY_DIFFERENCE: f64 = 12.0;
    const MAX_VARIANCE_RATIO: f64 = 2.0;
    /// With fewer squares than this, the usual contrast is unknown.
    const MIN_ALIKE_SQUARES: usize = 12;
    let grey = |measurement: &PartMeasurement| f64::from(light::to_grey(measurement.drawing_light as f32));
    let is_alike = |other: &&PartMeasurement| {
        let variances = (
            other.drawing_variance.min(square.drawing_variance),
            other.drawing_variance.max(square.drawing_variance),
        );
        (grey(other) - grey(square)).abs() < MAX_GREY_DIFFERENCE
            && variances.1 < MAX_VARIANCE_RATIO * variances.0
            && (other.at - square.at).hypot() > MIN_DISTANCE_MM
    };
    let mut contrasts: Vec<f64> = reliable(all).filter(is_alike).map(|other| other.contrast).collect();
    if contrasts.len() < MIN_ALIKE_SQUARES {
        return 1.0;
    }
    median_or_zero(&mut contrasts).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Point;

    /// Returns a square with edges between two dark tones. The scan shows a part of their contrast.
    fn square(x: f64, contrast: f64) -> Option<PartMeasurement> {
        Some(PartMeasurement {
            at: Point::new(x, 10.0),
            pixels: 120,
            unseen: 0,
            contrast,
            contrast_error: 0.01,
            explained_share: 0.2,
            scan_deviation: 2.0,
            drawing_variance: 40.0,
            drawing_light: 20.0,
            blur: 0.0,
            blur_error: 0.01,
            observations: [None; 2],
        })
    }

    #[test]
    fn a_square_is_unlike_if_squares_elsewhere_have_more_contrast() {
        let is_unlike = |usual: f64, count: usize| {
            let others = (0..count).map(|index| square(100.0 + index as f64, usual));
            let measurements: Vec<Option<PartMeasurement>> = others.chain([square(10.0, 0.1)]).collect();
            judge_squares(&measurements).last() == Some(&Some(Defect::Unlike))
        };
        assert!(is_unlike(1.0, 12));
        assert!(!is_unlike(0.2, 12));
        // Eleven squares are too few to show the usual contrast.
        assert!(is_unlike(0.2, 11));
    }

    #[test]
    fn a_square_is_blurred_beyond_all_usual_blur() {
        let usual = UsualSquare { rest: 0.1, blur: 0.02, most_blur: 0.04 };
        let judged = |blur: f64, blur_error: f64| {
            let seen =
                PartMeasurement { blur, blur_error, explained_share: 0.9, ..square(10.0, 1.0).unwrap() };
            usual.judge(&seen, &[])
        };
        // The limit is 0.02 + 1.5 · 0.02 mm², and 5 standard deviations.
        assert_eq!((judged(0.051, 0.0), judged(0.049, 0.0)), (Some(Defect::Blurred), None));
        assert_eq!((judged(0.11, 0.01), judged(0.09, 0.01)), (Some(Defect::Blurred), None));
    }
}
