//! Copies of a page next to each other on a sheet, such as the sheets of a score pad.
//!
//! - In: the size of a page, and the paper.
//! - Out: how many copies fit, and where they are.
//! - Not here: drawing the copies.

use kurbo::{Point, Rect, Size};

use super::Pages;

/// How much wider or higher than the sheet all copies together may be, in mm. Such a small excess is the
/// result of rounding.
const MAX_ROUNDING_EXCESS_MM: f64 = 0.01;

/// The copies of a page on a sheet: columns and rows in the middle of the sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CopyGrid {
    pub columns: usize,
    pub rows: usize,
    /// The size of a page, in mm.
    pub page: Size,
    /// The size of the sheet in mm, in the orientation in which more copies fit.
    pub sheet: Size,
}

impl CopyGrid {
    fn new(page: Size, sheet: Size) -> Self {
        let count = |sheet: f64, page: f64| ((sheet + MAX_ROUNDING_EXCESS_MM) / page).floor() as usize;
        let (columns, rows) = (count(sheet.width, page.width), count(sheet.height, page.height));
        Self { columns, rows, page, sheet }
    }

    /// Returns the number of copies on a sheet.
    pub fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns the rectangle that all copies cover together, in mm from the top left corner of the
    /// sheet.
    pub fn area(&self) -> Rect {
        let size = Size::new(self.columns as f64 * self.page.width, self.rows as f64 * self.page.height);
        Rect::from_center_size(self.sheet.to_rect().center(), size)
    }

    /// Returns the rectangle of each copy, row by row, in mm from the top left corner of the sheet.
    pub fn copies(&self) -> impl Iterator<Item = Rect> {
        let Self { columns, page, .. } = *self;
        let corner = self.area().origin();
        (0..self.count()).map(move |index| {
            let x = corner.x + (index % columns) as f64 * page.width;
            let y = corner.y + (index / columns) as f64 * page.height;
            Rect::from_origin_size(Point::new(x, y), page)
        })
    }
}

impl Pages {
    /// Returns how the copies of a page are arranged on this paper. Returns `None` if each page is
    /// printed only once on its sheet.
    pub fn copy_grid(&self, paper: Size) -> Option<CopyGrid> {
        let page = self.size.filter(|_| self.fills_sheet)?;
        let upright = CopyGrid::new(page, paper);
        let turned = CopyGrid::new(page, Size::new(paper.height, paper.width));
        Some(if turned.count() > upright.count() { turned } else { upright })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_pages_fit_on_paper_of_four_times_their_size() {
        let grid = CopyGrid::new(Size::new(105.0, 148.5), Size::new(210.0, 297.0));
        assert_eq!((grid.columns, grid.rows), (2, 2));
        let larger = CopyGrid::new(Size::new(105.1, 148.5), Size::new(210.0, 297.0));
        assert_eq!((larger.columns, larger.rows), (1, 2));
        let last = grid.copies().last().unwrap();
        assert_eq!(last, Rect::new(105.0, 148.5, 210.0, 297.0));
    }
}
