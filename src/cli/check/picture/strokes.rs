//! Draws digits and the letters of `mm` as lines, so that pictures need no font.
//!
//! - In: a text of digits, `m`, `.`, `:` and spaces. Other characters leave a gap.
//! - Out: open paths, to be stroked with round ends.

use kurbo::{BezPath, Point, Vec2};

/// The width of a character, as a fraction of its height.
const WIDTH: f64 = 0.55;
/// The gap between two characters, as a fraction of their height.
const GAP: f64 = 0.25;
/// The length of the line that is drawn for a dot, in mm. Its round ends make it look like a disc.
const DOT: f64 = 0.02;

/// A line between two points of the grid on which characters are drawn. The grid has three columns and
/// five rows.
///
/// The points are numbered row by row, from 0. For example, `(0, 2)` is the line along the top.
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

/// Returns the width of a text. `height` is the height of its characters.
pub fn width(text: &str, height: f64) -> f64 {
    let signs = text.chars().count() as f64;
    (signs * (WIDTH + GAP) - GAP).max(0.0) * height
}

/// Adds a text to a path. `corner` is the top-left corner of the text.
pub fn push(text: &str, corner: Point, height: f64, path: &mut BezPath) {
    for (index, sign) in (0_u16..).zip(text.chars()) {
        let left = corner.x + f64::from(index) * (WIDTH + GAP) * height;
        for &(from, to) in lines(sign) {
            let end = grid_point(to, Point::new(left, corner.y), height);
            path.move_to(grid_point(from, Point::new(left, corner.y), height));
            path.line_to(if from == to { end + Vec2::new(DOT, 0.0) } else { end });
        }
    }
}

/// Returns the position of the point with this number in the grid of a character.
fn grid_point(number: u8, corner: Point, height: f64) -> Point {
    let (column, row) = (f64::from(number % 3) / 2.0, f64::from(number / 3) / 4.0);
    Point::new(corner.x + column * WIDTH * height, corner.y + row * height)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_signs_has_no_width() {
        assert_eq!(width("", 4.0), 0.0);
        assert!((width("1", 4.0) - 2.2).abs() < 1e-9);
    }

    #[test]
    fn unknown_characters_draw_nothing() {
        let mut path = BezPath::new();
        push(" x", Point::ORIGIN, 4.0, &mut path);
        assert!(path.elements().is_empty());
    }
}
