//! Where a piece lies on its sheet.

use kurbo::{Affine, Point, Rect, Size};

/// Where a piece lies on its sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot {
    /// Its middle, in mm.
    pub middle: Point,
    /// How it is turned: so many right angles clockwise, from 0 to 3.
    pub turn: u8,
}

impl Slot {
    /// A piece that stands upright.
    pub fn upright(middle: Point) -> Self {
        Self { middle, turn: 0 }
    }

    /// From the piece's own frame, about its middle, to the sheet.
    pub fn transform(&self) -> Affine {
        // Right angles need no sine: the same on every machine.
        let [cos, sin] = match self.turn % 4 {
            0 => [1.0, 0.0],
            1 => [0.0, 1.0],
            2 => [-1.0, 0.0],
            _ => [0.0, -1.0],
        };
        Affine::new([cos, sin, -sin, cos, self.middle.x, self.middle.y])
    }

    /// What a piece of this size covers.
    pub fn covers(&self, piece: Size) -> Rect {
        let size = if self.turn.is_multiple_of(2) { piece } else { Size::new(piece.height, piece.width) };
        Rect::from_center_size(self.middle, size)
    }
}
