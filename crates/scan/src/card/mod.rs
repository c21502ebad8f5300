//! Measures the resolution of a scanner from the picture of a bank card in the scan.
//!
//! - In: a scan in which a page was found.
//! - Out: the resolution of the scanner along both axes, and the uncertainty of this resolution.
//!
//! Bank cards have the format ID-1 of ISO/IEC 7810: 85.60 x 53.98 mm, with rounded corners. Their
//! tolerance is narrow, so the size of a card is known more exactly than the resolution of a scanner.

mod card_sides;
mod search;

use kurbo::{Point, Rect, Vec2};

use crate::figures::{Figure, Figures, Linear, nearest_linear};
use crate::fit::solve::Factored;
use crate::locate::{Located, Scan};
use card_sides::outline;
use search::{CardPlace, places};

/// The width and the height of a card, in mm.
pub const CARD_SIZE_MM: [f64; 2] = [85.60, 53.98];
/// The largest difference between the size of a real card and [`CARD_SIZE_MM`], in mm. The width comes first.
pub const CARD_TOLERANCE_MM: [f64; 2] = [0.13, 0.06];
/// The radius of the corners, in mm.
const CORNER_RADIUS_MM: f64 = 3.18;
/// The uncertainty of a length that is measured between two edges in the scan, in mm. This is half
/// the width of a 95 % interval.
const EDGE_UNCERTAINTY_MM: f64 = 0.04;

/// A card that was found.
#[derive(Debug, Clone, Copy)]
pub struct Card {
    /// The numbers of pixels per mm along the rows and along the columns of the scan.
    pub pixels_per_mm: Vec2,
    /// The uncertainties of `pixels_per_mm.x` and `pixels_per_mm.y`, each as a fraction of its value.
    pub uncertainty: Vec2,
    /// The corners of the rectangle around the card, in pixels of the scan.
    pub corners: [Point; 4],
}

/// Finds a card. `pixels_per_mm` is the nominal resolution. Returns `None` if the scan shows no
/// card.
pub fn find_card(located: &Located, scan: &Scan, pixels_per_mm: f64) -> Option<Card> {
    places(located, scan, pixels_per_mm).into_iter().find_map(|place| measured(&place, scan, pixels_per_mm))
}

/// Measures the card near `place`. Returns `None` if no card is found there.
fn measured(place: &CardPlace, scan: &Scan, pixels_per_mm: f64) -> Option<Card> {
    let rough = outline(place, scan.finest(), pixels_per_mm)?;
    // The first measurement gives the exact directions of the sides. The second one measures along these
    // directions.
    let outline = outline(&rough.place(), scan.finest(), pixels_per_mm)?;
    let [wide, high] = outline.sides();
    // By Pythagoras, each side of the card gives a linear equation. Its two unknowns are the squares of
    // the width and of the height of a pixel, in mm.
    let row = |by: Vec2| [by.x * by.x, by.y * by.y];
    let [[a, b], [c, d]] = [row(wide), row(high)];
    let [width, height] = CARD_SIZE_MM.map(|side| side * side);
    // The solver accepts only symmetric matrices. So both sides of the equations are multiplied by the
    // transpose of their matrix.
    let matrix = [a * a + c * c, a * b + c * d, a * b + c * d, b * b + d * d];
    let solved = Factored::new(&matrix, 2)?.solve(&[a * width + c * height, b * width + d * height]);
    let [x, y] = [solved[0], solved[1]].map(|value| 1.0 / value.max(1e-9).sqrt());
    let lies_across = wide.x.abs() > wide.y.abs();
    let sure = [0, 1].map(|side| CARD_TOLERANCE_MM[side].hypot(EDGE_UNCERTAINTY_MM) / CARD_SIZE_MM[side]);
    let uncertainty = if lies_across { Vec2::new(sure[0], sure[1]) } else { Vec2::new(sure[1], sure[0]) };
    Some(Card { pixels_per_mm: Vec2::new(x, y), uncertainty, corners: outline.corners })
}

impl Card {
    /// Returns the area that the card covers, in mm on the page. The area may be next to the page.
    pub fn area(&self, located: &Located) -> Rect {
        let corners = self.corners.map(|at| located.map.flat().invert(at));
        corners.iter().fold(Rect::from_points(corners[0], corners[0]), |area, at| area.union_pt(*at))
    }

    /// Removes the scanner's errors of scale from a vector on the scan. `by` is in mm, computed from
    /// the nominal resolution. `nominal` is this resolution, in pixels per mm.
    fn undo(&self, by: Vec2, nominal: f64) -> Vec2 {
        Vec2::new(by.x * nominal / self.pixels_per_mm.x, by.y * nominal / self.pixels_per_mm.y)
    }

    /// Removes the scanner's errors of scale from the linear map `shown`. `nominal` is the nominal
    /// number of pixels per mm.
    pub fn undone(&self, shown: Linear, nominal: f64) -> Linear {
        Linear { across: self.undo(shown.across, nominal), down: self.undo(shown.down, nominal) }
    }

    /// Returns `figures`, corrected with the resolution that the card shows. `nominal` is the nominal
    /// number of pixels per mm.
    pub fn figures(&self, located: &Located, figures: &Figures, nominal: f64) -> Figures {
        let shown = nearest_linear(figures.area, nominal, |at| located.map.apply(at));
        let [across, down, turn, skew] = self.undone(shown, nominal).parts();
        let instrument_error = |by: Vec2| {
            let by = by / by.hypot();
            (by.x * self.uncertainty.x).hypot(by.y * self.uncertainty.y)
        };
        // Rotations by a multiple of 90 degrees are in [`Figures::quarters`].
        let turn = turn - 90.0 * (turn / 90.0).round();
        Figures {
            across: Figure {
                value: across,
                instrument_error: instrument_error(shown.across),
                ..figures.across
            },
            down: Figure { value: down, instrument_error: instrument_error(shown.down), ..figures.down },
            turn: Figure { value: turn, ..figures.turn },
            skew: Figure { value: skew, ..figures.skew },
            ..*figures
        }
    }
}
