//! Finds rectangles in any rotation.
//!
//! - In: the closed contours of a page.
//! - Out: the contours with four sides at right angles.

use kurbo::{Point, Vec2};

use super::contour::{self, Contour};
use super::wrapped;
use crate::Page;

/// The two diagonals of a rectangle have the same middle and the same length. This is the largest allowed
/// difference, in mm: both between the middles and between the lengths.
const MAX_DIAGONAL_DIFFERENCE_MM: f64 = 0.01;

/// A closed contour with four straight sides at right angles.
#[derive(Debug, Clone, PartialEq)]
pub struct Rectangle {
    /// The centre of the rectangle, in mm.
    pub centre: Point,
    /// The length of each of the two sides that are closer to horizontal, in mm.
    pub width: f64,
    /// The length of each of the two sides that are closer to vertical, in mm.
    pub height: f64,
    /// The clockwise rotation as seen on the page in degrees, in `-45..45`.
    pub turn: f64,
    /// The index of the item that draws the rectangle, in the list of the page's items.
    pub item: usize,
    /// The corners of the rectangle in mm, in drawing order.
    pub corners: [Point; 4],
}

/// Returns the rectangles of a page in drawing order.
pub fn rectangles(page: &Page) -> Vec<Rectangle> {
    contour::each(page).filter_map(|contour| rectangle(&contour)).collect()
}

fn rectangle(contour: &Contour<'_>) -> Option<Rectangle> {
    let corners: [Point; 4] = contour.corners()?.try_into().ok()?;
    let [a, b, c, d] = corners;
    // The diagonals of a rectangle bisect each other and have the same length.
    let offset = a.midpoint(c).distance(b.midpoint(d));
    let difference = ((c - a).hypot() - (d - b).hypot()).abs();
    if !(offset <= MAX_DIAGONAL_DIFFERENCE_MM && difference <= MAX_DIAGONAL_DIFFERENCE_MM) {
        return None;
    }
    let first = (b - a + (c - d)) / 2.0;
    let second = (c - b + (d - a)) / 2.0;
    // The side that is closer to horizontal is the width.
    let (across, down) = if first.x.abs() >= first.y.abs() { (first, second) } else { (second, first) };
    let rightwards: Vec2 = if across.x < 0.0 { -across } else { across };
    let turn = wrapped(libm::atan2(rightwards.y, rightwards.x).to_degrees() + 45.0, 90.0) - 45.0;
    let centre = a.midpoint(c).midpoint(b.midpoint(d));
    Some(Rectangle { centre, width: across.hypot(), height: down.hypot(), turn, item: contour.item, corners })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::sample::{closed, page};

    #[test]
    fn finds_a_turned_card() {
        let (sin, cos) = (libm::sin(0.2), libm::cos(0.2));
        let points: Vec<(f64, f64)> = [(-31.5, -44.0), (31.5, -44.0), (31.5, 44.0), (-31.5, 44.0)]
            .iter()
            .map(|(x, y)| (100.0 + x * cos - y * sin, 90.0 + x * sin + y * cos))
            .collect();
        for shift in 0..4 {
            let mut points = points.clone();
            points.rotate_left(shift);
            let found = rectangles(&page([closed(&points)]));
            assert_eq!(found.len(), 1);
            let card = found.first().unwrap();
            assert!((card.width - 63.0).abs() < 1e-9 && (card.height - 88.0).abs() < 1e-9);
            assert!((card.turn - 0.2_f64.to_degrees()).abs() < 1e-9);
            assert!(card.centre.distance(Point::new(100.0, 90.0)) < 1e-9);
        }
    }

    #[test]
    fn a_rhombus_or_a_kite_is_none() {
        let rhombus = closed(&[(0.0, 0.0), (10.0, 3.0), (20.0, 0.0), (10.0, -3.0)]);
        let kite = closed(&[(0.0, 0.0), (5.0, 3.0), (6.0, 0.0), (5.0, -3.0)]);
        let skewed = closed(&[(0.0, 0.0), (10.0, 0.0), (10.1, 10.0), (0.1, 10.0)]);
        assert_eq!(rectangles(&page([rhombus, kite, skewed])), []);
    }
}
