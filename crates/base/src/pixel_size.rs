//! The sizes of pictures in pixels, and simple calculations with these sizes.

/// The size of a picture in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PixelSize {
    /// The number of pixels from left to right.
    pub width: u32,
    /// The number of pixels from top to bottom.
    pub height: u32,
}

impl PixelSize {
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width, height }
    }

    /// Returns the number of pixels.
    pub fn area(self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    pub fn longer_side(self) -> u32 {
        self.width.max(self.height)
    }

    /// Returns the larger of two widths, and the larger of two heights.
    pub fn max(self, other: Self) -> Self {
        Self { width: self.width.max(other.width), height: self.height.max(other.height) }
    }

    /// Returns the smaller of two widths, and the smaller of two heights.
    pub fn min(self, other: Self) -> Self {
        Self { width: self.width.min(other.width), height: self.height.min(other.height) }
    }

    /// Returns the size with width and height exchanged, as after a rotation by 90 degrees.
    pub fn rotated(self) -> Self {
        Self { width: self.height, height: self.width }
    }
}
