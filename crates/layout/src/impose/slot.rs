//! The position of a piece on its sheet.

use kurbo::{Affine, Point, Rect, Size};

/// The position and orientation of a piece on its sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slot {
    /// The middle of the piece, in mm.
    pub centre: Point,
    /// The clockwise rotation of the piece in steps of 90°, from 0 to 3.
    pub turn: u8,
}

impl Slot {
    /// Returns the slot of a piece that is not rotated.
    pub fn upright(centre: Point) -> Self {
        Self { centre, turn: 0 }
    }

    /// Returns the transform from coordinates of the piece to those of the sheet. The origin of the
    /// piece is its middle.
    pub fn transform(&self) -> Affine {
        // The values are constants, so that files contain the same bytes on every machine.
        let [cos, sin] = match self.turn % 4 {
            0 => [1.0, 0.0],
            1 => [0.0, 1.0],
            2 => [-1.0, 0.0],
            _ => [0.0, -1.0],
        };
        Affine::new([cos, sin, -sin, cos, self.centre.x, self.centre.y])
    }

    /// Returns the box that a piece of this size covers in the slot.
    pub fn covers(&self, piece: Size) -> Rect {
        let size = if self.turn.is_multiple_of(2) { piece } else { Size::new(piece.height, piece.width) };
        Rect::from_center_size(self.centre, size)
    }
}
