//! Rings, and numbers beside them, as lines: no font is needed for ten digits.

use std::collections::BTreeMap;

use kurbo::{BezPath, Point, Rect, Shape, Size};

use crate::base::round;
use crate::check::Verdict;
use crate::diag::{Diagnostic, codes};

/// Room between what is meant and its ring, in mm.
const ROUND: f64 = 2.0;
/// How high a digit is, in mm.
const HIGH: f64 = 4.0;
/// How wide.
const WIDE: f64 = 2.2;
/// The width of the lines, in mm.
pub const LINE: f64 = 0.5;
/// Their colour.
pub const COLOUR: [u8; 3] = [0xE0, 0x00, 0x4D];

/// The strokes of the digits, each from corner to corner of a figure of eight: 0 to 5, from the top left row by row.
const STROKES: [&[(u8, u8)]; 10] = [
    &[(0, 1), (1, 5), (5, 4), (4, 0)],
    &[(2, 1), (1, 5)],
    &[(0, 1), (1, 3), (3, 2), (2, 4), (4, 5)],
    &[(0, 1), (1, 5), (2, 3), (4, 5)],
    &[(0, 2), (2, 3), (1, 5)],
    &[(1, 0), (0, 2), (2, 3), (3, 5), (5, 4)],
    &[(1, 0), (0, 4), (4, 5), (5, 3), (3, 2)],
    &[(0, 1), (1, 5)],
    &[(0, 1), (1, 5), (5, 4), (4, 0), (2, 3)],
    &[(3, 2), (2, 0), (0, 1), (1, 5), (5, 4)],
];

/// A page with faults.
pub struct FaultyPage {
    /// The number of its file, and its own there.
    pub file: usize,
    pub page: usize,
    /// The lines to be drawn on it, in mm.
    pub rings: BezPath,
}

/// Which pages have faults.
pub fn pages(verdict: &Verdict) -> Vec<FaultyPage> {
    let mut pages: BTreeMap<(usize, usize), BezPath> = BTreeMap::new();
    for (number, fault) in (1..).zip(&verdict.faults) {
        let Some(spot) = &fault.spot else { continue };
        // Round what lies beyond all paper no ring can be drawn.
        let is_near = |rect: Rect| [rect.x0, rect.y0, rect.x1, rect.y1].iter().all(|v| v.abs() < 1e6);
        if spot.rect.is_some_and(|rect| !is_near(rect)) {
            continue;
        }
        let path = pages.entry((spot.file, spot.page)).or_default();
        // A fault of the whole page has its number in the corner.
        let rect = spot.rect.unwrap_or(Rect::new(8.0, 12.0, 8.0, 12.0));
        if spot.rect.is_some() {
            path.extend(ring(rect));
        }
        digits(number, Point::new(ring(rect).bounding_box().x1 + 1.0, rect.y0), path);
    }
    pages.into_iter().map(|((file, page), rings)| FaultyPage { file, page, rings }).collect()
}

fn ring(rect: Rect) -> BezPath {
    // An ellipse round a rectangle is wider by the root of two.
    let size = rect.size() * std::f64::consts::SQRT_2;
    round::ellipse(rect.center(), Size::new(size.width + 2.0 * ROUND, size.height + 2.0 * ROUND))
}

fn digits(number: usize, at: Point, path: &mut BezPath) {
    for (place, digit) in (0_u8..).zip(number.to_string().bytes()) {
        let left = at.x + f64::from(place) * (WIDE + 1.0);
        let corner = |n: u8| Point::new(left + f64::from(n % 2) * WIDE, at.y + f64::from(n / 2) * HIGH / 2.0);
        for (from, to) in STROKES[usize::from(digit - b'0')] {
            path.move_to(corner(*from));
            path.line_to(corner(*to));
        }
    }
}

/// That no picture can be drawn, and why.
pub fn unreadable(what: &str) -> Diagnostic {
    Diagnostic::error(codes::UNREADABLE, format!("no picture can be drawn: {what}"))
}
