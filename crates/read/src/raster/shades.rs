//! Measures the luminance of the points in a part of a page.
//!
//! - In: rows of pixels.
//! - Out: the luminance at any point of the part.

use kurbo::{Affine, Point, Rect};

use super::areas::draw_areas_at;
use super::{CanvasPart, PageView, Pages};
use crate::{Page, Painted};
use hexpress_base::pixel_size::PixelSize;
use hexpress_base::units::PT_PER_MM;

/// The luminances of pure red, green and blue in sRGB (IEC 61966-2-1).
const LUMINANCE: [f64; 3] = [0.2126, 0.7152, 0.0722];

/// Returns the linear value of an sRGB channel. The result is from 0 to 1.
fn linear(channel: usize) -> f64 {
    let encoded = channel as f64 / 255.0;
    if encoded <= 0.04045 { encoded / 12.92 } else { libm::pow((encoded + 0.055) / 1.055, 2.4) }
}

/// The luminance of each pixel in a part of a page.
#[derive(Debug, Clone)]
pub struct Shades {
    /// The transform from mm on the page to the pixels of the part.
    to_pixels: Affine,
    size: PixelSize,
    /// The relative luminance of each pixel, from 0 to 255, row by row.
    values: Vec<u8>,
}

impl Shades {
    /// Returns the luminance at a point, in mm. Returns `None` outside the part.
    pub fn at(&self, point: Point) -> Option<u8> {
        let Point { x, y } = self.to_pixels * point;
        let (width, height) = (f64::from(self.size.width), f64::from(self.size.height));
        if !(x >= 0.0 && x < width && y >= 0.0 && y < height) {
            return None;
        }
        self.values.get(y as usize * self.size.width as usize + x as usize).copied()
    }

    /// Draws a part of a page of a PDF on white paper, with `scale` pixels per millimetre. Returns
    /// `None` if the page cannot be drawn.
    pub fn of_page(pages: &Pages, page: &Page, area: Rect, scale: f64) -> Option<Self> {
        let size = pixels_of(area, scale);
        let to_pixels = Affine::scale(scale) * Affine::translate(-area.origin().to_vec2());
        let part = CanvasPart { left: 0, top: 0, width: size.width, height: size.height };
        let to_canvas = to_pixels * page.to_printed_sheet * Affine::scale(PT_PER_MM.recip());
        let view = PageView { page: page.number.checked_sub(1)?, to_canvas, part };
        let mut luminances = Luminances::new(size);
        let is_drawn = pages.draw(&view, &pages.caches(), |band| luminances.add(band));
        is_drawn.then_some(Self { to_pixels, size, values: luminances.values })
    }

    /// Draws the areas of an SVG file. See [`Self::of_page`].
    pub fn of_areas(areas: &[Painted], area: Rect, scale: f64) -> Option<Self> {
        let size = pixels_of(area, scale);
        let to_pixels = Affine::scale(scale) * Affine::translate(-area.origin().to_vec2());
        let mut luminances = Luminances::new(size);
        let is_drawn = draw_areas_at(areas, to_pixels, size, |band| luminances.add(band));
        is_drawn.then_some(Self { to_pixels, size, values: luminances.values })
    }
}

fn pixels_of(area: Rect, scale: f64) -> PixelSize {
    PixelSize { width: (area.width() * scale).ceil() as u32, height: (area.height() * scale).ceil() as u32 }
}

/// Collects the luminances of pixels that arrive in bands.
struct Luminances {
    /// For each value of the red, green and blue channel: how much it adds to the luminance.
    channels: [[f32; 256]; 3],
    values: Vec<u8>,
}

impl Luminances {
    fn new(size: PixelSize) -> Self {
        let channels =
            [0, 1, 2].map(|channel| std::array::from_fn(|value| (LUMINANCE[channel] * linear(value)) as f32));
        Self { channels, values: Vec::with_capacity(size.width as usize * size.height as usize) }
    }

    /// Adds rows of red, green, blue and alpha. The colours are multiplied by alpha, and the paper
    /// is white.
    fn add(&mut self, band: &[u8]) {
        let [reds, greens, blues] = &self.channels;
        self.values.extend(band.as_chunks::<4>().0.iter().map(|[red, green, blue, alpha]| {
            let paper = u8::MAX - alpha;
            let [red, green, blue] =
                [red, green, blue].map(|channel| usize::from(channel.saturating_add(paper)));
            let value = reds[red] + greens[green] + blues[blue];
            (value * 255.0).round().min(255.0) as u8
        }));
    }
}
