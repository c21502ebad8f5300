//! Draws the pages of a finished file as pixels.
//!
//! - In: an open PDF, or the bytes of an SVG.
//! - Out: the brightness of the pixels of a page.
//! - Not here: finding anything in the pixels.

use std::sync::OnceLock;

use kurbo::Rect;

use hexpress_read::raster::{Pages, Shades};
use hexpress_read::{OpenFile, Page, svg_areas};

/// A file whose pages can be drawn as pixels. It is opened when the first page is drawn.
pub(crate) enum FilePicture<'f> {
    Pdf(&'f OpenFile, OnceLock<Option<Pages>>),
    Svg(&'f [u8]),
}

impl FilePicture<'_> {
    /// Returns the brightness of the pixels in a part of a page. `scale` is the number of pixels per
    /// millimetre. Returns `None` if the page cannot be drawn.
    pub fn shades(&self, page: &Page, area: Rect, scale: f64) -> Option<Shades> {
        match self {
            Self::Pdf(open, pages) => {
                let pages = pages.get_or_init(|| Pages::from_open(open)).as_ref()?;
                Shades::of_page(pages, page, area, scale)
            }
            Self::Svg(bytes) => Shades::of_areas(&svg_areas(bytes).ok()?, area, scale),
        }
    }
}
