//! Digits and a few letters as lines: no font is needed for them.

use kurbo::{BezPath, Point};

/// The width of a sign, as a share of its height.
const WIDE: f64 = 0.55;
/// The room between two signs.
const APART: f64 = 0.25;

/// A line of a sign, from one point of a grid to another: three columns and five rows, counted row by row.
type Line = (u8, u8);

fn lines(sign: char) -> &'static [Line] {
    match sign {
        '0' => &[(0, 2), (2, 14), (14, 12), (12, 0)],
        '1' => &[(6, 2), (2, 14)],
        '2' => &[(0, 2), (2, 8), (8, 6), (6, 12), (12, 14)],
        '3' => &[(0, 2), (2, 14), (6, 8), (12, 14)],
        '4' => &[(0, 6), (6, 8), (2, 14)],
        '5' => &[(2, 0), (0, 6), (6, 8), (8, 14), (14, 12)],
        '6' => &[(2, 0), (0, 12), (12, 14), (14, 8), (8, 6)],
        '7' => &[(0, 2), (2, 14)],
        '8' => &[(0, 2), (2, 14), (14, 12), (12, 0), (6, 8)],
        '9' => &[(8, 6), (6, 0), (0, 2), (2, 14), (14, 12)],
        'm' => &[(12, 6), (6, 8), (8, 14), (7, 13)],
        '.' => &[(13, 13)],
        ':' => &[(4, 4), (10, 10)],
        _ => &[],
    }
}

/// How wide a text is whose signs are so high.
pub fn width(text: &str, high: f64) -> f64 {
    let signs = text.chars().count() as f64;
    (signs * (WIDE + APART) - APART).max(0.0) * high
}

/// A text with its upper left corner at a point.
pub fn push(text: &str, at: Point, high: f64, path: &mut BezPath) {
    for (place, sign) in (0_u16..).zip(text.chars()) {
        let left = at.x + f64::from(place) * (WIDE + APART) * high;
        let point = |n: u8| {
            let (column, row) = (f64::from(n % 3) / 2.0, f64::from(n / 3) / 4.0);
            Point::new(left + column * WIDE * high, at.y + row * high)
        };
        for (from, to) in lines(sign) {
            path.move_to(point(*from));
            // A dot is a line that is hardly longer than nothing.
            path.line_to(if from == to { point(*to) + kurbo::Vec2::new(0.02, 0.0) } else { point(*to) });
        }
    }
}
