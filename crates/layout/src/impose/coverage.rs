//! Computes the fraction of a sheet that is covered by pieces, and how much larger the sheet must be for more
//! pieces.
//!
//! - In: a [`SheetPacking`].
//! - Out: the covered fraction of the sheet. Also the space that one more row or column needs, and the
//!   space that is left for it.
//!
//! This module does not pack pieces.

use kurbo::{Rect, Size};

use super::grid::Steps;
use super::sheet_packing::SheetPacking;
use hexpress_base::cell_address::CellAddress;
use hexpress_base::tiling::hex::SQRT_3;
use hexpress_game::{Outline, PieceSide};

/// The length that one more row or column needs, and the length that is free.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OneMore {
    /// The length that the additional row or column needs, in mm.
    pub needs: f64,
    /// The length that is free on the sheet, in mm.
    pub left: f64,
}

impl OneMore {
    /// Returns the length that is missing for one more row or column, in mm.
    pub fn missing_length(&self) -> f64 {
        self.needs - self.left
    }
}

impl SheetPacking {
    /// Returns the fraction of a full sheet that is covered by pieces, from 0 to 1.
    pub fn share(&self) -> f64 {
        let Size { width, height } = self.piece;
        let area = match &self.outline {
            Outline::Hexagon(_) => width.min(height).powi(2) * SQRT_3 / 2.0,
            Outline::Regular(tiling) => {
                let cell = CellAddress::new(0, 0);
                let side = self.outline.across_of(self.piece) / tiling.unit_across();
                tiling.edges(cell) as f64 * tiling.apothem(cell) * side * side / 2.0
            }
            Outline::Disc => width * width * std::f64::consts::FRAC_PI_4,
            Outline::Rectangle(_) => width * height,
            Outline::Path(form) => form.share() * width * height,
        };
        self.slots.len() as f64 * area / self.sheet.area()
    }

    /// Returns the needed and the free length for one more column, and then for one more row. `room` is
    /// the area that pieces may cover.
    ///
    /// Returns `None` if pieces are not at equal distances. More than one length would then be needed to
    /// describe the missing space.
    pub fn one_more(&self, room: Rect) -> Option<[OneMore; 2]> {
        let steps = Steps::for_pattern(self.pattern, &self.outline, self.piece, self.gap)?;
        // If every second row is shifted, half a step is enough: one more piece then fits in every
        // second row.
        let in_row = if steps.shifted { steps.across / 2.0 } else { steps.across };
        let (across, down) =
            if steps.has_vertical_rows { (steps.down, in_row) } else { (in_row, steps.down) };
        let block = self.block(PieceSide::Front);
        Some([
            OneMore { needs: across, left: (room.width() - block.width()).max(0.0) },
            OneMore { needs: down, left: (room.height() - block.height()).max(0.0) },
        ])
    }
}
