//! Why a sheet holds no more pieces than it does.

use kurbo::{Rect, Size};

use super::pack_fit::{PackFit, Packing};
use crate::base::hex::{Orientation, SQRT_3};
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
    #[must_use]
    pub fn short(&self) -> f64 {
        self.needs - self.left
    }
}

impl PackFit {
    /// What share of the sheet the pieces of a full one cover, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        let Size { width, height } = self.piece;
        let piece = match self.outline {
            Outline::Hexagon(_) => width.min(height).powi(2) * SQRT_3 / 2.0,
            Outline::Disc => width * width * std::f64::consts::FRAC_PI_4,
            Outline::Rectangle(_) => width * height,
        };
        self.slots.len() as f64 * piece / self.sheet.area()
    }

    /// What one more piece would need across, and down, where `room` is what the pieces may cover. None where what is
    /// missing is no single length.
    #[must_use]
    pub fn one_more(&self, room: Rect) -> Option<[OneMore; 2]> {
        let Size { width: w, height: h } = self.piece;
        let slant = self.gap * 2.0 / SQRT_3;
        let flat = self.outline == Outline::Hexagon(Orientation::FlatTop);
        let (across, down) = match self.packing {
            Packing::Grid => (w + self.gap, h + self.gap),
            Packing::Staggered => ((w + self.gap) / 2.0, (h + self.gap) * SQRT_3 / 2.0),
            // Every other row has room for one more as soon as half a step is gained.
            Packing::Honeycomb if flat => (w * 0.75 + self.gap * SQRT_3 / 2.0, (h + self.gap) / 2.0),
            Packing::Honeycomb => ((w + self.gap) / 2.0, h * 0.75 + self.gap * SQRT_3 / 2.0),
            Packing::Straight if flat => ((w + slant) / 2.0, h + self.gap),
            Packing::Straight => (w + self.gap, (h + slant) / 2.0),
            Packing::Strips if flat => (w + slant, h + self.gap),
            Packing::Strips => (w + self.gap, h + slant),
            Packing::Mixed | Packing::Places => return None,
        };
        let block = self.block();
        let more = |needs: f64, left: f64| OneMore { needs, left: left.max(0.0) };
        Some([more(across, room.width() - block.width()), more(down, room.height() - block.height())])
    }
}
