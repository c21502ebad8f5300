//! The one file that names the maker of pixels, `hayro`: it reads our own finished PDF as any other program would, so
//! that what a picture shows is what the PDF shows.

use hayro::hayro_interpret as reader;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::{
    Level, Pixmap, RasterizerSettings, RenderContext, RenderSettings as CanvasSettings, Resources,
    TargetInit,
    color::palette::css::{TRANSPARENT, WHITE},
};
use hayro::{RenderCache, RenderSettings, render_into};
use kurbo::Affine;

/// A picture is drawn in bands of at most so many pixels: a large one needs no more memory than its rows.
const BAND: u32 = 16 << 20;

/// A PDF whose pages become pixels.
pub struct Pages {
    pdf: Pdf,
}

/// What a core keeps from page to page.
pub struct Kept<'p> {
    cache: RenderCache<'p>,
}

/// Rows of pixels, from the top.
pub struct Band<'b> {
    /// Red, green, blue and how opaque, colours multiplied by that; row by row.
    pub rgba: &'b [u8],
}

impl Pages {
    /// Opens a PDF; none if it is none.
    pub fn open(bytes: Vec<u8>) -> Option<Self> {
        Some(Self { pdf: Pdf::new(bytes).ok()? })
    }

    /// How large its pages are, in points.
    pub fn sizes(&self) -> Vec<(f64, f64)> {
        let size = |(w, h): (f32, f32)| (f64::from(w), f64::from(h));
        self.pdf.pages().iter().map(|page| size(page.render_dimensions())).collect()
    }

    /// What a core needs before it draws.
    pub fn kept(&self) -> Kept<'_> {
        Kept { cache: RenderCache::new() }
    }

    /// Draws a page on a canvas of so many pixels, which it fills, and hands it over in bands from the top. Where
    /// nothing is drawn, a picture is white, or seen through. Whether there is such a page.
    pub fn draw<'p>(
        &'p self,
        index: usize,
        (width, height): (u16, u16),
        see_through: bool,
        kept: &Kept<'p>,
        mut take: impl FnMut(&Band<'_>),
    ) -> bool {
        let Some(page) = self.pdf.pages().get(index) else { return false };
        let (w, h) = page.render_dimensions();
        let scale = Affine::scale_non_uniform(
            f64::from(width) / f64::from(w).max(1e-3),
            f64::from(height) / f64::from(h).max(1e-3),
        );
        let to_canvas = scale * Affine::new(page.initial_transform(true).as_coeffs());
        // No hinting: it moves letters to whole pixels, and what is true to size would no longer be.
        let settings = RenderSettings { hinting: false, ..RenderSettings::default() };
        // What every processor of a kind can do: the fastest instructions of one machine may round otherwise.
        let canvas = CanvasSettings { level: Level::baseline(), ..CanvasSettings::default() };
        let rows = (BAND / u32::from(width.max(1))).clamp(1, u32::from(u16::MAX));
        let rows = u16::try_from(rows).unwrap_or(u16::MAX);
        let background = if see_through { TRANSPARENT } else { WHITE };
        let mut top = 0;
        while top < height {
            let high = rows.min(height - top);
            let mut context = RenderContext::new_with(width, high, canvas);
            let place = Affine::translate((0.0, -f64::from(top))) * to_canvas;
            render_into(
                page,
                &kept.cache,
                &reader::InterpreterSettings::default(),
                &settings,
                &mut context,
                place,
            );
            context.flush();
            let mut pixels = Pixmap::new(width, high);
            let raster =
                RasterizerSettings { target_init: TargetInit::Clear(background), ..Default::default() };
            context.render_with(&mut pixels, &mut Resources::default(), raster);
            take(&Band { rgba: pixels.data_as_u8_slice() });
            top += high;
        }
        true
    }
}
