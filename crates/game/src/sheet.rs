//! Pre-cut sheets: paper that is sold with labels, with perforated cards or with die-cut counters.

use std::sync::Arc;

use kurbo::{Point, Rect, Size, Vec2};

use hexpress_language::values::value::Grid;
use hexpress_scene::print::paper::SheetClass;

/// A pre-cut sheet. It has a fixed position for each piece.
#[derive(Debug, Clone, PartialEq)]
pub struct DieSheet {
    /// The name of the product, as layouts write it.
    pub name: Arc<str>,
    /// The width and height of the paper in mm, in the orientation in which the positions are measured.
    pub paper: Size,
    /// The top left corner of the first position, in mm from the top left corner of the paper.
    pub first: Point,
    /// The horizontal distance between the left edges of neighbouring positions, and the vertical
    /// distance between their top edges, in mm.
    pub pitch: Vec2,
    pub grid: Grid,
    /// The size of a position, in mm.
    pub size: Size,
}

impl DieSheet {
    /// Returns the boxes of all positions, row by row, in mm from the top left corner of the paper.
    pub fn places(&self) -> impl Iterator<Item = Rect> {
        let cells =
            (0..self.grid.rows).flat_map(|row| (0..self.grid.columns).map(move |column| (row, column)));
        cells.map(|(row, column)| {
            let offset = Vec2::new(self.pitch.x * f64::from(column), self.pitch.y * f64::from(row));
            Rect::from_origin_size(self.first + offset, self.size)
        })
    }

    /// Returns the size of the paper in portrait orientation, in mm.
    pub fn upright(&self) -> Size {
        let Size { width, height } = self.paper;
        Size::new(width.min(height), width.max(height))
    }

    pub fn class(&self) -> SheetClass {
        // Legal and Letter paper are narrower than 250 mm, A3 is wider.
        if self.upright().width > 250.0 { SheetClass::Large } else { SheetClass::Small }
    }
}
