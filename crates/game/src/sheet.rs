//! Sheets that are cut already: label sheets, perforated cards, dies.

use std::sync::Arc;

use kurbo::{Point, Rect, Size, Vec2};

use crate::print::paper::SheetClass;
use crate::spec::values::value::Grid;

/// A sheet with a place for each piece.
#[derive(Debug, Clone, PartialEq)]
pub struct DieSheet {
    /// Its name.
    pub name: Arc<str>,
    /// The paper as it lies before whoever reads the places: width and height in mm.
    pub paper: Size,
    /// Where the first place begins, in mm from the top left corner.
    pub first: Point,
    /// From one place to the next, across and down, in mm.
    pub pitch: Vec2,
    /// Columns and rows.
    pub grid: Grid,
    /// Width and height of a place, in mm.
    pub size: Size,
}

impl DieSheet {
    /// The places, row by row.
    pub fn places(&self) -> impl Iterator<Item = Rect> {
        let at = |(row, column): (u32, u32)| {
            let way = Vec2::new(self.pitch.x * f64::from(column), self.pitch.y * f64::from(row));
            Rect::from_origin_size(self.first + way, self.size)
        };
        (0..self.grid.rows).flat_map(|row| (0..self.grid.columns).map(move |column| (row, column))).map(at)
    }

    /// Width and height of the paper as it stands, in mm.
    pub fn upright(&self) -> Size {
        let Size { width, height } = self.paper;
        Size::new(width.min(height), width.max(height))
    }

    /// Which of the papers at hand it is.
    pub fn class(&self) -> SheetClass {
        // Wider than Legal and Letter, narrower than A3.
        if self.upright().width > 250.0 { SheetClass::Large } else { SheetClass::Small }
    }
}
