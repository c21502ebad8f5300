//! Renders pages of a PDF, and areas of an SVG file.
//!
//! - In: a finished file, made by hexpress or by any other program.
//! - Out: rows of pixels.
//! - Not here: PNG files.

mod areas;
mod canvas;
mod clips;
mod ink;
mod masks;
mod painter;
mod reduced_pictures;
mod shades;
mod stroke;

pub use areas::{Numbered, Topmost, draw_areas, topmost};
pub use shades::Shades;
use std::sync::Arc;

use kurbo::{Affine, Rect};

use crate::hayro::{
    Context, FontData, FontQuery, FontResolverFn, InterpreterCache, InterpreterSettings, Pdf, StandardFont,
    interpret_page,
};
use canvas::Canvas;
use hexpress_base::pixel_size::PixelSize;
use painter::{Caches, Painter};

/// The largest number of pixels in a band. Pages are drawn band by band, so that even a large
/// picture needs only the memory for one band.
const MAX_BAND_PIXELS: u32 = 16 << 20;

/// The style of a missing font. The file names this font, but does not contain it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissingFont {
    pub bold: bool,
    pub italic: bool,
    pub serif: bool,
}

/// A function that returns the bytes of a font to replace a missing font.
pub type StandIn = dyn Fn(MissingFont) -> Option<Vec<u8>> + Send + Sync;

/// A PDF whose pages are rendered.
pub struct Pages {
    pdf: Pdf,
    /// The function that chooses replacements for missing fonts. By default, missing fonts are not
    /// replaced.
    stand_in: FontResolverFn,
    /// The largest number of pixels in a band.
    band: u32,
}

/// The part of a canvas that is drawn, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CanvasPart {
    /// The distance between the left edges of the canvas and the part.
    pub left: u32,
    /// The distance between the top edges of the canvas and the part.
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

/// The place of a page on a canvas, and the part of the canvas that is drawn.
#[derive(Debug, Clone, Copy)]
pub struct PageView {
    /// The index of the page, counted from 0.
    pub page: usize,
    /// The transform from points of the page to pixels of the canvas.
    pub to_canvas: Affine,
    pub part: CanvasPart,
}

/// The caches of a thread. All pages that the thread draws share them.
pub struct PageCaches<'p> {
    interpreter: InterpreterCache<'p>,
    painter: Caches,
}

/// Returns the style of a missing font, or `None` if it is a font of symbols.
fn missing_font(query: &FontQuery) -> Option<MissingFont> {
    match query {
        FontQuery::Standard(StandardFont::Symbol | StandardFont::ZapfDingBats) => None,
        FontQuery::Standard(font) => {
            let name = font.postscript_name();
            Some(MissingFont {
                bold: name.contains("Bold"),
                italic: name.contains("Oblique") || name.contains("Italic"),
                serif: name.starts_with("Times"),
            })
        }
        FontQuery::Fallback(font) => {
            Some(MissingFont { bold: font.is_bold, italic: font.is_italic, serif: font.is_serif })
        }
    }
}

impl Pages {
    /// Opens a PDF. Returns `None` if the bytes are not a PDF.
    pub fn open(bytes: impl Into<Arc<Vec<u8>>>) -> Option<Self> {
        Some(Self { pdf: Pdf::new(bytes.into()).ok()?, stand_in: Arc::new(|_| None), band: MAX_BAND_PIXELS })
    }

    /// Returns the pages of a PDF that is already open, for rendering. Returns `None` if the PDF cannot be
    /// opened for rendering.
    pub fn from_open(open: &crate::OpenFile) -> Option<Self> {
        Some(Self {
            pdf: Pdf::new(open.data().clone()).ok()?,
            stand_in: Arc::new(|_| None),
            band: MAX_BAND_PIXELS,
        })
    }

    /// Sets the function that replaces missing fonts.
    pub fn with_stand_in(self, stand_in: Arc<StandIn>) -> Self {
        let stand_in: FontResolverFn = Arc::new(move |query| {
            let bytes: FontData = Arc::new(stand_in(missing_font(query)?)?);
            Some((bytes, 0))
        });
        Self { stand_in, ..self }
    }

    /// Returns the width and height of each page, in points.
    pub fn sizes(&self) -> Vec<(f64, f64)> {
        let dimensions = self.pdf.pages().iter().map(|page| page.render_dimensions());
        dimensions.map(|(width, height)| (f64::from(width), f64::from(height))).collect()
    }

    pub fn caches(&self) -> PageCaches<'_> {
        PageCaches { interpreter: InterpreterCache::new(), painter: Caches::default() }
    }

    /// Returns a view in which the page with the index `page` fills a canvas of the size `canvas`. Returns
    /// `None` if the page does not exist.
    pub fn view(&self, page: usize, canvas: PixelSize) -> Option<PageView> {
        let (width, height) = self.pdf.pages().get(page)?.render_dimensions();
        let to_canvas = Affine::scale_non_uniform(
            f64::from(canvas.width) / f64::from(width).max(1e-3),
            f64::from(canvas.height) / f64::from(height).max(1e-3),
        );
        let part = CanvasPart { left: 0, top: 0, width: canvas.width, height: canvas.height };
        Some(PageView { page, to_canvas, part })
    }

    /// Draws a page, and returns whether the page exists and can be drawn.
    ///
    /// Divides the part of the canvas into bands, and calls `take` with each band from top to
    /// bottom. A band contains red, green, blue and alpha for each pixel, row by row. Colours are
    /// multiplied by alpha.
    ///
    /// The result has no background. The caller must add the background, because blend modes do not
    /// apply to it (ISO 32000-1, 11.4.7).
    pub fn draw<'p>(&'p self, view: &PageView, caches: &PageCaches<'p>, mut take: impl FnMut(&[u8])) -> bool {
        let PageView { part, to_canvas, .. } = *view;
        let Some(page) = self.pdf.pages().get(view.page) else { return false };
        let initial_to_canvas = to_canvas * Affine::new(page.initial_transform(true).as_coeffs());
        in_bands(PixelSize::new(part.width, part.height), self.band, |canvas, top| {
            let corner = (-f64::from(part.left), -f64::from(part.top + top));
            let font_resolver = Arc::clone(&self.stand_in);
            let settings = InterpreterSettings { font_resolver, ..InterpreterSettings::default() };
            let to_band = Affine::translate(corner) * initial_to_canvas;
            let visible = canvas.visible();
            let mut context = Context::new(to_band, visible, &caches.interpreter, page.xref(), settings);
            let mut painter = Painter::new(canvas, &caches.painter);
            interpret_page(page, &mut context, &mut painter);
            take(painter.finish().rgba());
        })
    }
}

/// Divides an image into bands, and calls `draw` for each band from top to bottom. A band has at most
/// `most` pixels. The arguments of `draw` are the canvas of the band, and the number of rows above it.
/// Returns whether the canvases can be created.
fn in_bands(size: PixelSize, most: u32, mut draw: impl FnMut(Canvas, u32)) -> bool {
    let rows = (most / size.width.max(1)).max(1);
    let mut top = 0;
    while top < size.height {
        let band = PixelSize { height: rows.min(size.height - top), ..size };
        let bounds = Rect::new(0.0, 0.0, f64::from(band.width), f64::from(band.height));
        let Some(mut canvas) = Canvas::new(band, bounds) else { return false };
        canvas.prepare();
        draw(canvas, top);
        top += band.height;
    }
    true
}

#[cfg(test)]
mod raster_tests;
