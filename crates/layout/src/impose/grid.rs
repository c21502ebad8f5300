//! Computes points in rows and columns, for all patterns with equal distances between pieces.
//!
//! - In: a pattern and the size of a piece.
//! - Out: the middles of pieces. The caller moves all of them by the same vector to their final places.
//!
//! Packings in which pieces are not at equal distances, such as two blocks, have their own modules.

use kurbo::{Point, Size};

use super::sheet_packing::PackingPattern;
use hexpress_base::tiling::hex::{Orientation, SQRT_3};
use hexpress_game::Outline;
use hexpress_language::values::value::Grid;

/// Returns how many pieces fit into a length of `room` mm. Each piece is `piece` mm long. The next
/// piece starts `step` mm after the start of the previous one.
pub fn count(room: f64, piece: f64, step: f64) -> u32 {
    if room < piece { 0 } else { ((room - piece) / step).floor() as u32 + 1 }
}

/// Returns the numbers of columns and rows that are used: as many as fit, but not more than the layout
/// sets in `requested_grid`.
pub fn limited_grid(columns: u32, rows: u32, requested_grid: Option<Grid>) -> Grid {
    match requested_grid {
        Some(requested_grid) => {
            Grid { columns: columns.min(requested_grid.columns), rows: rows.min(requested_grid.rows) }
        }
        None => Grid { columns, rows },
    }
}

/// The distances from a piece to its neighbours.
#[derive(Debug, Clone, Copy)]
pub struct Steps {
    /// The distance between neighbours in a row, in mm.
    pub across: f64,
    /// The distance from row to row, in mm.
    pub down: f64,
    /// True if every other row is shifted by half a step.
    pub shifted: bool,
    /// True if the rows of the pattern are vertical on the sheet.
    pub has_vertical_rows: bool,
}

impl Steps {
    /// Returns the steps of a pattern in which the distance between the sides of pieces is `gap` mm.
    /// Returns `None` if the pieces in the pattern are not at equal distances.
    ///
    /// In a honeycomb, the sides of neighbouring hexagons touch, or have a distance of `gap` mm. A
    /// honeycomb of pointy-top hexagons consists of rows, and every second row is shifted.
    ///
    /// In packings for straight cuts, hexagons touch only at their corners. Every three neighbours enclose a
    /// triangle. All sides are then on straight lines that cross no hexagon. If every second row is shifted
    /// (`CornerToCorner`), these lines run through the whole sheet. If no row is shifted (`Strips`), the
    /// rows, which are then called strips, must first be cut apart.
    pub fn for_pattern(pattern: PackingPattern, outline: &Outline, piece: Size, gap: f64) -> Option<Self> {
        let has_vertical_rows = match pattern {
            PackingPattern::Honeycomb => *outline == Outline::Hexagon(Orientation::FlatTop),
            PackingPattern::CornerToCorner | PackingPattern::Strips => {
                *outline == Outline::Hexagon(Orientation::PointyTop)
            }
            _ => false,
        };
        let Size { width, height } = if has_vertical_rows { transposed(piece) } else { piece };
        // The distance from one hexagon to the next hexagon in a row: the distance between opposite corners,
        // plus the horizontal gap between two slanted sides.
        let at_corners = width + gap * 2.0 / SQRT_3;
        let (across, down, shifted) = match pattern {
            PackingPattern::Grid => (width + gap, height + gap, false),
            PackingPattern::Staggered => (width + gap, (width + gap) * SQRT_3 / 2.0, true),
            PackingPattern::Honeycomb => (width + gap, height * 0.75 + gap * SQRT_3 / 2.0, true),
            PackingPattern::CornerToCorner => (at_corners, height + gap, true),
            PackingPattern::Strips => (at_corners, height + gap, false),
            PackingPattern::TwoBlocks | PackingPattern::Interlocked | PackingPattern::DieCut => return None,
        };
        Some(Self { across, down, shifted, has_vertical_rows })
    }

    /// Returns the middles of the pieces that fit into `room`. The numbers in `requested_grid` are upper limits. If
    /// `room` is too narrow for the shift, shifted rows have one piece fewer than the others.
    pub fn points(&self, piece: Size, room: Size, requested_grid: Option<Grid>) -> Vec<Point> {
        if self.has_vertical_rows {
            return self.points_in_columns(piece, room, requested_grid);
        }
        let Grid { columns, rows } = limited_grid(
            count(room.width, piece.width, self.across),
            count(room.height, piece.height, self.down),
            requested_grid,
        );
        let half = self.across / 2.0;
        let columns_if_shifted = count(room.width - half, piece.width, self.across).min(columns);
        let mut points = Vec::with_capacity(rows as usize * columns as usize);
        for row in 0..rows {
            let (start, count) =
                if self.shifted && row % 2 == 1 { (half, columns_if_shifted) } else { (0.0, columns) };
            let y = f64::from(row) * self.down;
            points.extend((0..count).map(|column| Point::new(start + f64::from(column) * self.across, y)));
        }
        points
    }

    /// Returns the points of vertical rows, sorted from top to bottom.
    ///
    /// A point in a shifted column is sorted as if the column were not shifted. If only the first few points
    /// are used, they are then close together.
    fn points_in_columns(&self, piece: Size, room: Size, requested_grid: Option<Grid>) -> Vec<Point> {
        let requested_in_rows = requested_grid
            .map(|requested_grid| Grid { columns: requested_grid.rows, rows: requested_grid.columns });
        let rows = Self { has_vertical_rows: false, ..*self };
        let mut points: Vec<Point> = rows
            .points(transposed(piece), transposed(room), requested_in_rows)
            .into_iter()
            .map(|point| Point::new(point.y, point.x))
            .collect();
        points.sort_by(|a, b| self.row_of(*a).total_cmp(&self.row_of(*b)).then(a.x.total_cmp(&b.x)));
        points
    }

    fn row_of(&self, point: Point) -> f64 {
        (point.y / self.across + 1e-6).floor()
    }
}

/// Exchanges the width and height of a size.
pub fn transposed(size: Size) -> Size {
    Size::new(size.height, size.width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_fill_their_room_exactly_fit() {
        assert_eq!(count(30.0, 10.0, 10.0), 3);
        assert_eq!(count(29.9, 10.0, 10.0), 2);
        assert_eq!(count(9.9, 10.0, 10.0), 0);
    }

    #[test]
    fn a_layout_may_ask_for_fewer_pieces_than_fit() {
        let requested_grid = Some(Grid { columns: 2, rows: 9 });
        assert_eq!(limited_grid(3, 4, requested_grid), Grid { columns: 2, rows: 4 });
        assert_eq!(limited_grid(3, 4, None), Grid { columns: 3, rows: 4 });
    }
}
