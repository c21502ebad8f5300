//! Keeps masks for reuse, and combines them.
//!
//! - In: masks of one size, and areas in canvas pixels.
//! - Out: the opacity of each pixel.

use std::ops::Range;

use kurbo::Rect;

use super::canvas::{Mask, whole_pixels};
use hexpress_base::pixel_size::PixelSize;

/// Creates masks for canvases of one size, and keeps masks that can be used again. Clearing a part
/// of a mask is faster than allocating a mask.
pub struct Masks {
    size: PixelSize,
    /// Masks whose pixels are all 0.
    blank: Vec<Mask>,
}

impl Masks {
    pub fn new(size: PixelSize) -> Self {
        Self { size, blank: Vec::new() }
    }

    /// Returns a mask whose pixels are all 0. Returns `None` if it cannot be created.
    pub fn blank(&mut self) -> Option<Mask> {
        self.blank.pop().or_else(|| Mask::new(self.size.width, self.size.height))
    }

    /// Clears a mask, and keeps it. All pixels of the mask outside `area` must be 0.
    pub fn recycle(&mut self, mut mask: Mask, area: Rect) {
        for row in self.rows(area) {
            mask.data_mut().get_mut(row).unwrap_or_default().fill(0);
        }
        self.blank.push(mask);
    }

    /// Returns the pixels that an area touches: for each row, the range of their indices.
    pub fn rows(&self, area: Rect) -> impl Iterator<Item = Range<usize>> + Clone + use<> {
        let PixelSize { width, height } = self.size;
        let area = whole_pixels(area.inflate(1.0, 1.0));
        let (left, right) = (pixel_index(area.x0, width), pixel_index(area.x1, width));
        let rows = pixel_index(area.y0, height)..pixel_index(area.y1, height);
        rows.map(move |y| y * width as usize).map(move |row| row + left..row + right)
    }
}

/// Converts a coordinate to the index of a pixel, from 0 to `count`.
fn pixel_index(x: f64, count: u32) -> usize {
    // The cast turns negative numbers into 0.
    (x as u32).min(count) as usize
}

/// Replaces each pixel of a mask by the result of `new`. The arguments of `new` are this pixel, and
/// the pixel of `by` at the same position.
pub fn combine(
    mask: &mut Mask,
    by: &Mask,
    rows: impl Iterator<Item = Range<usize>>,
    new: impl Fn(u8, u8) -> u8,
) {
    for row in rows {
        let by = by.data().get(row.clone()).unwrap_or_default();
        let pixels = mask.data_mut().get_mut(row).unwrap_or_default();
        pixels.iter_mut().zip(by).for_each(|(pixel, by)| *pixel = new(*pixel, *by));
    }
}

/// Returns the product of two fractions. The fractions and the product are in 255ths, and the product is
/// rounded.
pub fn times(a: u8, b: u8) -> u8 {
    // This divides by 255 and rounds. With x = a · b + 128, the result is (x + x / 256) / 256. The sum is at
    // most 65,407, so 16 bits are enough, and the upper byte is the result.
    let product = u16::from(a) * u16::from(b) + 128;
    let [_, upper] = (product + (product >> 8)).to_le_bytes();
    upper
}
