//! Pages of a PDF as pixels: the finished file is read as any other program would, so that what a picture shows is
//! what the PDF shows. And areas of an SVG.

mod areas;
mod canvas;
mod ink;
mod painter;
mod picture;
mod stroke;

pub use areas::{Numbered, Topmost, draw_areas, topmost};
use std::sync::Arc;

use kurbo::{Affine, Rect};

use crate::read::hayro::{Context, InterpreterCache, InterpreterSettings, Pdf, interpret_page};
use canvas::Canvas;
use painter::{Painter, Shapes};

/// A picture is drawn in bands of at most so many pixels: a large one needs no more memory than its rows.
const BAND: u32 = 16 << 20;

/// A PDF whose pages become pixels.
pub struct Pages {
    pdf: Pdf,
    /// The most pixels of a band.
    band: u32,
}

/// A part of a canvas, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// How far it is from the left edge.
    pub left: u32,
    /// How far it is from the top edge.
    pub top: u32,
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
}

/// What a core keeps from page to page.
pub struct Kept<'p> {
    read: InterpreterCache<'p>,
    shapes: Shapes,
}

impl Pages {
    /// Opens a PDF; none if it is none.
    pub fn open(bytes: impl Into<Arc<Vec<u8>>>) -> Option<Self> {
        Some(Self { pdf: Pdf::new(bytes.into()).ok()?, band: BAND })
    }

    /// How large its pages are, in points.
    pub fn sizes(&self) -> Vec<(f64, f64)> {
        let size = |(w, h): (f32, f32)| (f64::from(w), f64::from(h));
        self.pdf.pages().iter().map(|page| size(page.render_dimensions())).collect()
    }

    /// What a core needs before it draws.
    pub fn kept(&self) -> Kept<'_> {
        Kept { read: InterpreterCache::new(), shapes: Shapes::default() }
    }

    /// Draws a page on a canvas of so many pixels, which it fills, and hands it over in bands from the top: red, green,
    /// blue and alpha, row by row, colours multiplied by alpha. There is no background: the caller adds it,
    /// since blend modes apply to what is drawn below alone (ISO 32000-1, 11.4.7). Whether there is such a page.
    pub fn draw<'p>(
        &'p self,
        index: usize,
        (width, height): (u32, u32),
        kept: &Kept<'p>,
        take: impl FnMut(&[u8]),
    ) -> bool {
        self.draw_part(index, (width, height), Part { left: 0, top: 0, width, height }, kept, take)
    }

    /// As [`Self::draw`], of a part of the canvas alone.
    pub fn draw_part<'p>(
        &'p self,
        index: usize,
        (width, height): (u32, u32),
        part: Part,
        kept: &Kept<'p>,
        take: impl FnMut(&[u8]),
    ) -> bool {
        let Some(page) = self.pdf.pages().get(index) else { return false };
        let (w, h) = page.render_dimensions();
        let scale = Affine::scale_non_uniform(
            f64::from(width) / f64::from(w).max(1e-3),
            f64::from(height) / f64::from(h).max(1e-3),
        );
        self.draw_placed(index, scale, part, kept, take)
    }

    /// As [`Self::draw_part`], of a canvas on which the page lies as `place` says, from points.
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
        in_bands((part.width, part.height), self.band, |canvas, top| {
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

/// Has each band of an image drawn, from the top: on its canvas, and so many pixels down. Whether there can be such
/// canvases.
fn in_bands((width, height): (u32, u32), most: u32, mut draw: impl FnMut(Canvas, u32)) -> bool {
    let rows = (most / width.max(1)).max(1);
    let mut top = 0;
    while top < height {
        let high = rows.min(height - top);
        let bounds = Rect::new(0.0, 0.0, f64::from(width), f64::from(high));
        let Some(canvas) = Canvas::new((width, high), bounds) else { return false };
        draw(canvas, top);
        top += high;
    }
    true
}

#[cfg(test)]
mod tests;
