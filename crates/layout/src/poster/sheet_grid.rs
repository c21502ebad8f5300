//! Computes the number of sheets of a poster, and their arrangement in columns and rows.
//!
//! - In: the size of a picture, a paper and margins.
//! - Out: grids of sheets.
//!
//! The grids have the smallest possible number of sheets. Seams that avoid texts may require more.

use kurbo::{Point, Size};

use super::seam::TAB_WIDTH_MM;
use crate::impose::grid::transposed;
use crate::setup::TOLERANCE;
use hexpress_scene::print::margins::Margins;

/// The smallest length that each sheet must add to a poster, in mm.
const MIN_SHARE: f64 = 10.0;

/// The sheets of a poster, in columns and rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// The width and height of each sheet in mm, in the orientation in which it is printed.
    pub sheet: Size,
    /// The middle of the printable area of each sheet.
    pub(super) centre: Point,
    pub columns: usize,
    pub rows: usize,
}

/// The position of a sheet in a grid, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GridPlace {
    pub column: usize,
    pub row: usize,
}

impl Grid {
    /// Returns the grids for a picture of size `content`: one with upright paper, and one with
    /// sideways paper. The grid with fewer sheets comes first. If both grids have the same number
    /// of sheets, the grid with shorter seams comes first.
    pub fn candidates(content: Size, paper: Size, margin: Margins) -> Vec<Self> {
        let portrait_and_landscape = [paper, transposed(paper)].into_iter();
        let mut grids: Vec<Self> =
            portrait_and_landscape.filter_map(|sheet| Self::on_sheets(content, sheet, margin)).collect();
        grids.sort_by(|a, b| {
            let by_count = a.count().cmp(&b.count());
            by_count.then(a.cut_length(content).total_cmp(&b.cut_length(content)))
        });
        grids
    }

    /// Returns the grid with the fewest sheets for a picture of size `content`. Returns `None` if
    /// the sheets are too small to be put together.
    pub fn smallest(content: Size, paper: Size, margin: Margins) -> Option<Self> {
        Self::candidates(content, paper, margin).into_iter().next()
    }

    fn on_sheets(content: Size, sheet: Size, margin: Margins) -> Option<Self> {
        let room = margin.room(sheet);
        let columns = sheets_along(content.width, room.width)?;
        let rows = sheets_along(content.height, room.height)?;
        Some(Self { sheet, centre: margin.centre(sheet), columns, rows })
    }

    pub fn count(&self) -> usize {
        self.columns.saturating_mul(self.rows)
    }

    /// Returns the total length of the seams through a picture of size `content`, in mm.
    fn cut_length(&self, content: Size) -> f64 {
        (self.columns - 1) as f64 * content.height + (self.rows - 1) as f64 * content.width
    }

    /// Returns the column and row of the sheet at `index`. Sheets are numbered row by row, starting
    /// at 0.
    pub fn place(&self, index: usize) -> GridPlace {
        GridPlace { column: index % self.columns, row: index / self.columns }
    }
}

/// Returns the number of sheets for a picture that is `length` mm long. `room` is the usable length of a
/// sheet, in mm. Returns `None` if the strips beyond the seams leave too little of it for the picture.
fn sheets_along(length: f64, room: f64) -> Option<usize> {
    if length <= room + TOLERANCE {
        return Some(1);
    }
    let share = room - 2.0 * TAB_WIDTH_MM;
    (share >= MIN_SHARE).then(|| ((length - 2.0 * TAB_WIDTH_MM - TOLERANCE) / share).ceil() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    const A4: Size = Size::new(210.0, 297.0);

    fn columns_and_rows(width: f64, height: f64) -> [usize; 2] {
        let grid = Grid::smallest(Size::new(width, height), A4, 6.35.into()).unwrap();
        [grid.columns, grid.rows]
    }

    fn is_lying(width: f64, height: f64) -> bool {
        let grid = Grid::smallest(Size::new(width, height), A4, 6.35.into()).unwrap();
        grid.sheet.width > grid.sheet.height
    }

    #[test]
    fn a_poster_takes_the_fewest_sheets_in_either_orientation() {
        assert_eq!(columns_and_rows(197.3, 284.3), [1, 1]);
        assert_eq!(columns_and_rows(284.3, 399.3), [1, 3]);
        assert_eq!(columns_and_rows(380.0, 540.0), [2, 2]);
        assert!(!is_lying(197.3, 284.3));
        assert!(is_lying(284.3, 399.3));
        // With upright paper, the picture takes four sheets. With sideways paper, it takes six.
        assert!(!is_lying(380.0, 540.0));
    }

    #[test]
    fn a_picture_that_is_longer_than_two_sheets_without_their_strips_takes_three() {
        // Each sheet is 284.3 mm long. If there are two sheets, each of them loses the length of
        // one strip.
        assert_eq!(columns_and_rows(197.3, 2.0 * 284.3 - 12.0), [1, 2]);
        assert_eq!(columns_and_rows(197.3, 2.0 * 284.3 - 11.9), [1, 3]);
    }

    #[test]
    fn sheets_that_are_little_more_than_their_strips_hold_no_poster() {
        assert_eq!(sheets_along(100.0, 2.0 * TAB_WIDTH_MM + MIN_SHARE), Some(9));
        assert_eq!(sheets_along(100.0, 2.0 * TAB_WIDTH_MM + MIN_SHARE - 0.01), None);
        assert_eq!(Grid::smallest(Size::new(100.0, 100.0), Size::new(30.0, 30.0), 6.35.into()), None);
    }
}
