//! Numbers the lines of hexagons on a board, for the schemes `hex`, `lines` and `glinski`.
//!
//! - In: the hexagons of a board, and the corner where counting begins.
//! - Out: the numbers of the two lines through each cell, from 0.
//! - Not here: boards whose cells are not hexagons.

use super::Corner;
use super::error::{NamingError, NamingResult};
use super::index::{ColumnRow, ColumnRowSize, CountOrigin, Numbering};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::tiling::Tiling;

impl Numbering<'_> {
    /// Numbers the lines of cells that are parallel to the sides of a rhombus.
    pub(super) fn rhombus_lines(&self) -> NamingResult<Vec<ColumnRow>> {
        let pointy = self.tiling.has_shifted_rows();
        let leans_right = self.leans_right();
        let usual = if leans_right { Corner::BottomLeft } else { Corner::TopLeft };
        let lines = self.cells.iter().map(|address| {
            let (q, r) = (i64::from(address.q), i64::from(address.r));
            match (leans_right, pointy) {
                (false, _) => ColumnRow::new(q, r),
                (true, true) => ColumnRow::new(q + r, r),
                (true, false) => ColumnRow::new(q, q + r),
            }
        });
        self.count_from(usual, &lines.collect::<Vec<_>>())
    }

    /// Returns whether the board is more similar to a rhombus that leans right than to one that leans
    /// left.
    fn leans_right(&self) -> bool {
        // `s` is the third coordinate of a hexagon: `q + r + s` is 0. If a rhombus of pointy-top cells
        // leans left, `q` has a smaller range than `s`. If it leans right, `s` has the smaller range.
        // For flat-top cells, `r` takes the place of `q`.
        let left = if self.tiling.has_shifted_rows() {
            spread(self.cells.iter().map(|address| address.q))
        } else {
            spread(self.cells.iter().map(|address| address.r))
        };
        spread(self.cells.iter().map(|address| address.s())) < left
    }

    /// Numbers the lines in two slanted directions.
    ///
    /// From the chosen corner to the opposite corner, both numbers grow by 1 with each step.
    pub(super) fn skew_lines(&self) -> NamingResult<Vec<ColumnRow>> {
        use Corner::{Bottom, BottomLeft, BottomRight, Left, Right, Top, TopLeft, TopRight};
        // The corners at which counting may begin, in the order of [`CellAddress::NEIGHBOURS`]. Steps
        // to the neighbour number `i` lead from the corner number `i` to the opposite corner.
        let (corners, usual, error) = match self.tiling {
            Tiling::FlatTop => (
                [Bottom, BottomLeft, TopLeft, Top, TopRight, BottomRight],
                Bottom,
                NamingError::NotFlatTopCorner,
            ),
            Tiling::PointyTop | Tiling::Brick => (
                [BottomRight, BottomLeft, Left, TopLeft, TopRight, Right],
                BottomLeft,
                NamingError::NotPointyTopCorner,
            ),
            _ => return Err(NamingError::NeedsHexagons),
        };
        let start = self.corner.unwrap_or(usual);
        let direction = corners.iter().position(|corner| *corner == start).ok_or(error)?;
        let (letter, number) =
            (CellAddress::NEIGHBOURS[(direction + 1) % 6], CellAddress::NEIGHBOURS[(direction + 5) % 6]);
        // Cramer's rule splits each position into steps in the two directions.
        let unit = cross(letter, number);
        let lines: Vec<ColumnRow> = self
            .cells
            .iter()
            .map(|&address| ColumnRow::new(cross(address, number) / unit, cross(letter, address) / unit))
            .collect();
        Ok(CountOrigin::TOP_LEFT.count(&lines, ColumnRowSize::SINGLE))
    }

    /// Numbers the files (columns) and the ranks (rows). Each rank bends at the middle file.
    pub(super) fn bent_ranks(&self) -> NamingResult<Vec<ColumnRow>> {
        if self.tiling.has_shifted_rows() {
            return Err(NamingError::NeedsFlatTop);
        }
        let origin = CountOrigin::new(self.corner, Corner::BottomLeft)?;
        let files = self.cells.iter().map(|address| i64::from(address.q));
        let (Some(least), Some(greatest)) = (files.clone().min(), files.max()) else { return Ok(Vec::new()) };
        if (greatest - least) % 2 != 0 {
            return Err(NamingError::NoMiddleFile { files: greatest - least + 1 });
        }
        let middle = (least + greatest) / 2;
        let ranks = self.cells.iter().map(|address| {
            let (file, r) = (i64::from(address.q), i64::from(address.r));
            // On one side of the middle file, all cells of a rank have the same `r`. On the other side,
            // they have the same `s`. The corner at which counting begins decides which side is which.
            let skew = r + file - middle;
            ColumnRow::new(file, if origin.is_bottom { r.max(skew) } else { r.min(skew) })
        });
        Ok(origin.count(&ranks.collect::<Vec<_>>(), ColumnRowSize::SINGLE))
    }
}

/// Returns the difference between the largest and the smallest number. Returns 0 if there are no
/// numbers.
fn spread(numbers: impl Iterator<Item = i32> + Clone) -> i64 {
    let ends = numbers.clone().min().zip(numbers.max());
    ends.map_or(0, |(least, greatest)| i64::from(greatest) - i64::from(least))
}

/// Returns the cross product of two steps. A step is a difference of coordinates.
fn cross(a: CellAddress, b: CellAddress) -> i64 {
    i64::from(a.q) * i64::from(b.r) - i64::from(a.r) * i64::from(b.q)
}
