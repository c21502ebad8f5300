//! Two pages as pixels: where an eye sees a difference.

use kurbo::{Rect, Size};

use crate::base::units::MM_PER_INCH;
use crate::raster::Pages;

/// How many pixels an inch has: 0.05 mm are four tenths of a pixel, which is 100 of 255 shades beside black.
const DPI: f64 = 200.0;
/// The most pixels of a page.
const MOST: f64 = 24e6;
/// What no mark explains is told from so many shades on, of 255, since other programs draw edges in other ways.
const PLAIN: u8 = 64;
/// The sides of the squares in which differences are gathered that no mark explains, in mm.
const GATHERED: f64 = 8.0;

/// Where two pages differ.
pub struct Seen {
    width: usize,
    height: usize,
    /// Pixels in a millimetre.
    scale: f64,
    /// How far the shades of each pixel are apart.
    apart: Vec<u8>,
}

/// A page of a file as rows of red, green and blue on white.
fn rows(pages: &Pages, index: usize, size: (u32, u32)) -> Option<Vec<u8>> {
    let mut all = Vec::with_capacity(size.0 as usize * size.1 as usize * 3);
    let kept = pages.kept();
    let drawn = pages.draw(index, size, &kept, |band| {
        for pixel in band.chunks_exact(4) {
            // Colours are multiplied by how opaque they are; the paper is white.
            let paper = 255 - pixel[3];
            all.extend(pixel[..3].iter().map(|shade| shade.saturating_add(paper)));
        }
    });
    drawn.then_some(all)
}

impl Seen {
    /// Draws a page of each file, and compares the two. None if one cannot be drawn.
    pub fn of(found: (&Pages, usize), made: (&Pages, usize), size: Size) -> Option<Self> {
        let inches = size.area() / (MM_PER_INCH * MM_PER_INCH);
        let dpi = DPI.min((MOST / inches.max(1e-6)).sqrt());
        let scale = dpi / MM_PER_INCH;
        let pixels = ((size.width * scale).ceil() as u32, (size.height * scale).ceil() as u32);
        let (there, wanted) = (rows(found.0, found.1, pixels)?, rows(made.0, made.1, pixels)?);
        let far = |(a, b): (&[u8], &[u8])| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
        let apart = there.chunks_exact(3).zip(wanted.chunks_exact(3)).map(far).collect();
        Some(Self { width: pixels.0 as usize, height: pixels.1 as usize, scale, apart })
    }

    /// Whether a pixel at a place, in mm, is more than so many shades apart.
    pub fn differs(&self, rect: Rect, shades: u8) -> bool {
        let cells = |low: f64, high: f64, most: usize| {
            let low = ((low * self.scale).floor() - 1.0).clamp(0.0, most as f64) as usize;
            let high = ((high * self.scale).ceil() + 1.0).clamp(0.0, most as f64) as usize;
            low..high.max(low)
        };
        let columns = cells(rect.x0, rect.x1, self.width);
        cells(rect.y0, rect.y1, self.height).any(|row| {
            let start = row * self.width;
            let pixels = self.apart.get(start + columns.start..start + columns.end);
            pixels.is_some_and(|pixels| pixels.iter().any(|&apart| apart > shades))
        })
    }

    /// Where else the pages differ plainly than at these places: in squares, in reading order.
    pub fn rest(&self, told: &[Rect]) -> Vec<Rect> {
        let side = (GATHERED * self.scale).max(1.0) as usize;
        let mut squares = Vec::new();
        for top in (0..self.height).step_by(side) {
            for left in (0..self.width).step_by(side) {
                let (bottom, right) = ((top + side).min(self.height), (left + side).min(self.width));
                let [x0, y0, x1, y1] = [left, top, right, bottom].map(|pixel| pixel as f64 / self.scale);
                let square = Rect::new(x0, y0, x1, y1);
                let near: Vec<&Rect> =
                    told.iter().filter(|rect| rect.inflate(1.0, 1.0).overlaps(square)).collect();
                let is_told = |x: usize, y: usize| {
                    let at = kurbo::Point::new((x as f64 + 0.5) / self.scale, (y as f64 + 0.5) / self.scale);
                    near.iter().any(|rect| rect.inflate(0.5, 0.5).contains(at))
                };
                let plain = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
                let plain = plain.filter(|&(x, y)| {
                    self.apart.get(y * self.width + x).is_some_and(|&apart| apart > PLAIN) && !is_told(x, y)
                });
                // One pixel may be an edge that falls on the other side of a pixel's middle.
                if plain.take(3).count() == 3 {
                    squares.push(square);
                }
            }
        }
        squares
    }
}
