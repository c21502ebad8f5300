//! Draws the page that was printed.
//!
//! - In: a finished PDF and the index of a page.
//! - Out: the page as grey values, at any resolution.

use kurbo::{Affine, Size};

use crate::plane::Plane;
use hexpress_base::units::MM_PER_INCH;
use hexpress_read::raster::{PageView, Pages, Part};

/// The resolution at which pages are drawn before their pixels are averaged, in pixels per mm. The
/// renderer places edges on a grid of quarters of its pixels.
const FINEST: f64 = 24.0;

/// Returns how many pixels are drawn for the side of each pixel.
fn finer(pixels_per_mm: f64) -> usize {
    (FINEST / pixels_per_mm).round().clamp(2.0, 4.0) as usize
}

/// Returns the size of a page in mm. Returns `None` if the page does not exist.
pub fn size(pages: &Pages, page: usize) -> Option<Size> {
    let (width, height) = *pages.sizes().get(page)?;
    Some(Size::new(width, height) * (MM_PER_INCH / 72.0))
}

/// Draws a page on white. Returns `None` if it cannot be drawn.
pub fn draw(pages: &Pages, page: usize, pixels_per_mm: f64) -> Option<Plane> {
    let finer = finer(pixels_per_mm);
    let size = size(pages, page)? * pixels_per_mm;
    let (width, height) = (size.width.ceil() as usize, size.height.ceil() as usize);
    let fine = finer as f64 * pixels_per_mm * MM_PER_INCH / 72.0;
    let part = Part {
        left: 0,
        top: 0,
        width: u32::try_from(width * finer).ok()?,
        height: u32::try_from(height * finer).ok()?,
    };
    let mut plane = Plane::new(width, height);
    let mut row = 0;
    let view = PageView { page, to_canvas: Affine::scale(fine), part };
    let is_drawn = pages.draw(&view, &pages.caches(), |band| {
        for pixels in band.chunks_exact(width * finer * 4) {
            let out = plane.values.chunks_exact_mut(width.max(1)).nth(row / finer);
            for (value, few) in out.into_iter().flatten().zip(pixels.chunks_exact(finer * 4)) {
                *value += few
                    .chunks_exact(4)
                    .map(|pixel| over_white([pixel[0], pixel[1], pixel[2]], pixel[3]))
                    .sum::<f32>();
            }
            row += 1;
        }
    });
    plane.values.iter_mut().for_each(|value| *value /= (finer * finer) as f32);
    is_drawn.then_some(plane)
}

/// Returns the grey value of a colour that is already multiplied by its opacity.
fn over_white(colour: [u8; 3], alpha: u8) -> f32 {
    grey(colour) + f32::from(255 - alpha)
}

/// Returns the grey value of a colour (ITU-R BT.601).
pub fn grey([red, green, blue]: [u8; 3]) -> f32 {
    0.299 * f32::from(red) + 0.587 * f32::from(green) + 0.114 * f32::from(blue)
}
