//! Why a sheet holds no more pieces than it does.

use kurbo::{Rect, Size};

use super::grid::Steps;
use super::pack_fit::PackFit;
use crate::base::hex::{Hex, SQRT_3};
use crate::model::Outline;

/// What one more row or column would need, in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OneMore {
    /// How much more room it takes.
    pub needs: f64,
    /// How much room is left.
    pub left: f64,
}

impl OneMore {
    /// How much too little that is.
    pub fn short(&self) -> f64 {
        self.needs - self.left
    }
}

impl PackFit {
    /// What share of the sheet the pieces of a full one cover, from 0 to 1.
    pub fn share(&self) -> f64 {
        let Size { width, height } = self.piece;
        let piece = match self.outline {
            Outline::Hexagon(_) => width.min(height).powi(2) * SQRT_3 / 2.0,
            Outline::Regular(tiling) => {
                let first = Hex::new(0, 0);
                let side = self.outline.across_of(self.piece) / tiling.unit_across();
                tiling.edges(first) as f64 * tiling.apothem(first) * side * side / 2.0
            }
            Outline::Disc => width * width * std::f64::consts::FRAC_PI_4,
            Outline::Rectangle(_) => width * height,
        };
        self.slots.len() as f64 * piece / self.sheet.area()
    }

    /// What one more piece would need across, and down, where `room` is what the pieces may cover. None where what is
    /// missing is no single length.
    pub fn one_more(&self, room: Rect) -> Option<[OneMore; 2]> {
        let Steps { across, down, pushed, columns } =
            Steps::of(self.packing, self.outline, self.piece, self.gap)?;
        // Every other row has room for one more as soon as half a step is gained.
        let across = if pushed { across / 2.0 } else { across };
        let (across, down) = if columns { (down, across) } else { (across, down) };
        let block = self.block(false);
        let more = |needs: f64, left: f64| OneMore { needs, left: left.max(0.0) };
        Some([more(across, room.width() - block.width()), more(down, room.height() - block.height())])
    }
}
