//! Renders pages of a PDF, and areas of an SVG.
//!
//! A finished file goes in. Rows of pixels come out. The PDF is read as any other program reads it, so the picture shows
//! what the PDF shows. PNG files are written elsewhere.

mod areas;
mod canvas;
mod ink;
mod painter;
mod picture;
mod stroke;

pub use areas::{Numbered, Topmost, draw_areas, topmost};
use std::sync::Arc;

use kurbo::{Affine, Rect};

use crate::hayro::{Context, InterpreterCache, InterpreterSettings, Pdf, interpret_page};
use canvas::Canvas;
use hexpress_base::pixel_size::PixelSize;
use painter::{Painter, Shapes};

/// The most pixels of a band. A picture is drawn in bands, so a large one needs no more memory than a band.
const BAND: u32 = 16 << 20;

/// A PDF whose pages are rendered.
pub struct Pages {
    pdf: Pdf,
    /// The most pixels of a band.
    band: u32,
}

/// A part of a canvas, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The distance from the left edge.
    pub left: u32,
    /// The distance from the top edge.
    pub top: u32,
    /// The width of the part.
    pub width: u32,
    /// The height of the part.
    pub height: u32,
}

/// The caches of a thread, for all pages.
pub struct Kept<'p> {
    read: InterpreterCache<'p>,
    shapes: Shapes,
}

impl Pages {
    /// Opens a PDF; `None` if the bytes are not one.
    pub fn open(bytes: impl Into<Arc<Vec<u8>>>) -> Option<Self> {
        Some(Self { pdf: Pdf::new(bytes.into()).ok()?, band: BAND })
    }

    /// Returns the width and height of each page, in points.
    pub fn sizes(&self) -> Vec<(f64, f64)> {
        let dimensions = self.pdf.pages().iter().map(|page| page.render_dimensions());
        dimensions.map(|(width, height)| (f64::from(width), f64::from(height))).collect()
    }

    /// Returns empty caches for a thread.
    pub fn kept(&self) -> Kept<'_> {
        Kept { read: InterpreterCache::new(), shapes: Shapes::default() }
    }

    /// Draws a page that fills a canvas of this size. Passes the canvas to `take` in bands from the top: red, green, blue
    /// and alpha, row by row, colours multiplied by alpha. The caller adds a background, because blend modes apply only to
    /// what is drawn (ISO 32000-1, 11.4.7). Returns whether the page exists and can be drawn.
    pub fn draw<'p>(
        &'p self,
        index: usize,
        size: PixelSize,
        kept: &Kept<'p>,
        take: impl FnMut(&[u8]),
    ) -> bool {
        let PixelSize { width, height } = size;
        self.draw_part(index, size, Part { left: 0, top: 0, width, height }, kept, take)
    }

    /// Draws only a part of the canvas, otherwise as [`Self::draw`].
    pub fn draw_part<'p>(
        &'p self,
        index: usize,
        size: PixelSize,
        part: Part,
        kept: &Kept<'p>,
        take: impl FnMut(&[u8]),
    ) -> bool {
        let Some(page) = self.pdf.pages().get(index) else { return false };
        let (w, h) = page.render_dimensions();
        let scale = Affine::scale_non_uniform(
            f64::from(size.width) / f64::from(w).max(1e-3),
            f64::from(size.height) / f64::from(h).max(1e-3),
        );
        self.draw_placed(index, scale, part, kept, take)
    }

    /// Draws a part of a canvas. `place` maps points of the page to pixels.
    pub fn draw_placed<'p>(
        &'p self,
        index: usize,
        place: Affine,
        part: Part,
        kept: &Kept<'p>,
        mut take: impl FnMut(&[u8]),
    ) -> bool {
        let Some(page) = self.pdf.pages().get(index) else { return false };
        let to_canvas = place * Affine::new(page.initial_transform(true).as_coeffs());
        in_bands(PixelSize::new(part.width, part.height), self.band, |canvas, top| {
            let corner = (-f64::from(part.left), -f64::from(part.top + top));
            let settings = InterpreterSettings::default();
            let place = Affine::translate(corner) * to_canvas;
            let mut context = Context::new(place, canvas.visible(), &kept.read, page.xref(), settings);
            let mut painter = Painter::new(canvas, &kept.shapes);
            interpret_page(page, &mut context, &mut painter);
            take(painter.finish().rgba());
        })
    }
}

/// Calls `draw` for each band of an image from the top, with its canvas and its distance from the top in pixels. Returns
/// whether the canvases can be created.
fn in_bands(size: PixelSize, most: u32, mut draw: impl FnMut(Canvas, u32)) -> bool {
    let rows = (most / size.width.max(1)).max(1);
    let mut top = 0;
    while top < size.height {
        let band = PixelSize { height: rows.min(size.height - top), ..size };
        let bounds = Rect::new(0.0, 0.0, f64::from(band.width), f64::from(band.height));
        let Some(canvas) = Canvas::new(band, bounds) else { return false };
        draw(canvas, top);
        top += band.height;
    }
    true
}

#[cfg(test)]
mod tests;
