//! Computes how a printer put a page on its sheet of paper.
//!
//! - In: a scan that was judged, and the error of its scanner if it is known.
//! - Out: the linear map from the page to the paper, and the offset of the page, with uncertainties.
//! - Not here: the place of the paper in the scan (`paper`), and the scanner's error (`turned`).

use kurbo::{Size, Vec2};

use crate::card::Card;
use crate::figures::{Figures, Linear, PAPER_EDGE, SCANNER_SCALE, SCANNER_SKEW, nearest_linear};
use crate::map::Map;
use crate::paper::OnPaper;
use crate::turned::Scanner;

/// A page that was found in a scan, together with all edges of its sheet.
#[derive(Debug, Clone, Copy)]
pub struct ScannedSheet {
    pub page: Size,
    pub map: Map,
    pub figures: Figures,
    pub paper: OnPaper,
    /// The resolution that the file of the scan states.
    pub pixels_per_mm: f64,
    /// A bank card that shows the resolution of the scanner.
    pub card: Option<Card>,
}

/// How a printer put a page on a sheet.
#[derive(Debug, Clone, Copy)]
pub struct OnSheet {
    /// The vectors on the paper that correspond to steps of 1 mm on the page. The coordinates of
    /// the vectors run along the edges of the paper.
    pub steps: Linear,
    /// The vector from the middle of the sheet to the middle of the page, in mm along the edges of the
    /// paper.
    pub offset: Vec2,
    pub uncertainties: Uncertainties,
}

/// Uncertainties: half the widths of 95 % intervals.
#[derive(Debug, Clone, Copy)]
pub struct Uncertainties {
    /// The uncertainty of the scales, as a fraction.
    pub scale: f64,
    /// The uncertainty of the difference between the horizontal and the vertical scale, as a
    /// fraction.
    pub scale_ratio: f64,
    /// The uncertainty of the place of the middle, in mm.
    pub place: f64,
    /// The uncertainty of the turn, in degrees.
    pub turn: f64,
    pub skew: f64,
}

impl OnSheet {
    /// Measures a print. `scanner` is the error of the scanner, if it is known from scans of a
    /// rotated sheet.
    pub fn measure(scanned: &ScannedSheet, scanner: Option<&Scanner>) -> Self {
        let ScannedSheet { map, figures, paper, .. } = scanned;
        let shown = nearest_linear(figures.area, scanned.pixels_per_mm, |at| map.apply(at));
        let undone = scanner.map_or(shown, |scanner| scanner.undo(shown));
        let linear = match (&scanned.card, scanner) {
            (Some(card), None) => card.undone(undone, scanned.pixels_per_mm),
            // Scans of a rotated sheet show the difference between the axes of the scanner more exactly
            // than a card. So only the mean resolution is taken from the card.
            (Some(card), Some(_)) => {
                let mean = (card.pixels_per_mm.x * card.pixels_per_mm.y).sqrt();
                let factor = scanned.pixels_per_mm / mean;
                Linear { across: undone.across * factor, down: undone.down * factor }
            }
            (None, _) => undone,
        };
        let turned = |by: Vec2| linear.across * by.x + linear.down * by.y;
        let angle = paper_angle(turned(paper.frame.horizontal), turned(paper.frame.vertical), scanned.page);
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        let on_paper = |by: Vec2| Vec2::new(by.x * cos + by.y * sin, by.y * cos - by.x * sin);
        let centre = (scanned.page.to_vec2() / 2.0).to_point();
        let offset = on_paper(turned(centre - paper.frame.centre));
        let steps = Linear { across: on_paper(linear.across), down: on_paper(linear.down) };
        Self {
            steps,
            offset,
            uncertainties: Uncertainties::new(figures, paper, scanner, scanned.card.as_ref()),
        }
    }

    /// Returns the mean of several scans of one sheet. Returns `None` if there are no scans.
    pub fn mean(all: &[Self]) -> Option<Self> {
        let first = all.first()?;
        let count = all.len() as f64;
        let mean = |of: fn(&Self) -> Vec2| all.iter().map(of).fold(Vec2::ZERO, |sum, by| sum + by) / count;
        let steps = Linear { across: mean(|one| one.steps.across), down: mean(|one| one.steps.down) };
        Some(Self { steps, offset: mean(|one| one.offset), uncertainties: first.uncertainties })
    }
}

/// Computes the rotation of a sheet from the directions of its edges, in radians. Long edges count
/// more.
fn paper_angle(level: Vec2, upright: Vec2, page: Size) -> f64 {
    let lean = Vec2::new(upright.y, -upright.x);
    let [wide, high] = [page.width, page.height].map(|side| side * side);
    let from = libm::atan2(level.y, level.x);
    // The weighted mean is computed from the difference between the two angles. A mean of the angles
    // themselves would be wrong near a half turn: 179° and -179° would give 0°.
    from + libm::atan2(level.cross(lean), level.dot(lean)) * high / (wide + high)
}

impl Uncertainties {
    fn new(figures: &Figures, paper: &OnPaper, scanner: Option<&Scanner>, card: Option<&Card>) -> Self {
        let fit = figures.across.fit.max(figures.down.fit);
        let scale_ratio = figures.across.fit.hypot(figures.down.fit);
        let scale = card.map_or(SCANNER_SCALE, |card| card.uncertainty.x.max(card.uncertainty.y));
        let of_card = card.map_or(SCANNER_SCALE, |card| card.uncertainty.hypot());
        let scale_ratio =
            scanner.map_or(scale_ratio.hypot(of_card), |known| scale_ratio.hypot(known.ratio_uncertainty));
        let skew = figures.skew.fit;
        Self {
            scale: fit.hypot(scale),
            scale_ratio,
            place: paper.right.uncertainty().max(paper.down.uncertainty()).max(PAPER_EDGE),
            turn: paper.turn.uncertainty(),
            skew: scanner.map_or(skew.hypot(SCANNER_SKEW), |known| skew.hypot(known.skew_uncertainty)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turned_sheet_has_the_angle_of_its_edges() {
        for degrees in [-170.0, -91.0, -2.0, 0.0, 3.0, 88.0, 179.0_f64] {
            let angle = degrees.to_radians();
            let level = Vec2::new(libm::cos(angle), libm::sin(angle));
            let upright = Vec2::new(-level.y, level.x);
            let found = paper_angle(level, upright, Size::new(210.0, 297.0));
            assert!((found - angle).abs() < 1e-9, "{degrees}: {}", found.to_degrees());
        }
    }
}
