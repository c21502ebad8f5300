//! Draws the pages of a finished PDF as pictures.
//!
//! - In: a PDF, and a list of the requested pictures.
//! - Out: PNG files.
//!
//! `hexpress-read` renders the pages.

mod encode;
mod solid;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use encode::Rows;
pub use encode::is_untouched;
use kurbo::Size;
pub use solid::solid;

use crate::About;
use hexpress_base::units::MM_PER_INCH;
use hexpress_read::raster::{MissingFont, PageCaches, Pages};
use hexpress_scene::PixelSize;
use hexpress_scene::picture::PageForm;
use hexpress_scene::text::{DEFAULT_FAMILY, Fonts, Style};

/// The largest number of pixels of a picture.
pub const MAX_PIXELS: u64 = 200_000_000;
/// The largest width or height of a picture, in pixels.
pub const MAX_SIDE_PIXELS: u32 = 65_000;
/// If all pictures have at most this number of pixels each, several pictures are drawn at the same time.
/// Otherwise, all pictures are drawn one after the other, to save memory.
const MAX_PARALLEL_PIXELS: u64 = 40_000_000;

/// A request for a picture of a page.
#[derive(Debug, Clone)]
pub struct PictureRequest {
    /// The index of the page.
    pub page: usize,
    pub size: PixelSize,
    /// The resolution that the picture file states, in pixels per inch.
    pub dpi: u32,
    /// True if the background is transparent. Otherwise, it is white.
    pub has_transparent_background: bool,
    /// The metadata of the picture file.
    pub about: About,
}

impl PictureRequest {
    fn area(&self) -> u64 {
        self.size.area()
    }
}

/// Converts mm to pixels. The result is at least 1.
pub fn pixels(mm: f64, dpi: u32) -> u32 {
    /// An upper limit for the result, so that it fits in a `u32`. The sides of all pictures are far shorter.
    const MAX_RESULT: f64 = 1e9;
    let pixels = (mm / MM_PER_INCH * f64::from(dpi)).round();
    if pixels >= 1.0 { pixels.min(MAX_RESULT) as u32 } else { 1 }
}

/// Draws pages of a PDF that hexpress wrote. Returns the PNG files in the order of `requests`.
///
/// Returns `None` if a page cannot be drawn.
pub fn pictures(pdf: impl Into<Arc<Vec<u8>>>, requests: &[PictureRequest]) -> Option<Vec<Vec<u8>>> {
    pictures_of(&Pages::open(pdf)?, requests)
}

/// Draws pages of any PDF. If the file uses a font without containing it, a bundled font replaces this font.
///
/// Also returns whether any font was replaced. Returns `None` if a page cannot be drawn.
pub fn pictures_with_stand_ins(
    pdf: impl Into<Arc<Vec<u8>>>,
    requests: &[PictureRequest],
    fonts: &Fonts,
) -> Option<(Vec<Vec<u8>>, bool)> {
    let (fonts, is_used) = (fonts.clone(), Arc::new(AtomicBool::new(false)));
    let is_asked = Arc::clone(&is_used);
    let stand_in = move |font: MissingFont| {
        is_asked.store(true, Ordering::Relaxed);
        let style = Style { bold: font.bold, italic: font.italic };
        let family = if font.serif { "serif" } else { DEFAULT_FAMILY };
        fonts.find(family, style).and_then(|id| fonts.get(id)).map(|face| face.data.bytes().to_vec())
    };
    let pages = Pages::open(pdf)?.with_stand_in(Arc::new(stand_in));
    Some((pictures_of(&pages, requests)?, is_used.load(Ordering::Relaxed)))
}

fn pictures_of(pages: &Pages, requests: &[PictureRequest]) -> Option<Vec<Vec<u8>>> {
    if requests.iter().any(|request| request.area() > MAX_PARALLEL_PIXELS) {
        let caches = pages.caches();
        return requests.iter().map(|request| picture(pages, &caches, request)).collect();
    }
    let pictures = hexpress_base::parallel::in_order(
        requests.len(),
        || pages.caches(),
        |caches, index| picture(pages, caches, requests.get(index)?),
    );
    pictures.into_iter().collect()
}

/// Returns the width and height of the pages of a PDF, in mm. Returns `None` if the file is not a
/// PDF.
pub fn page_sizes(pdf: &[u8]) -> Option<Vec<(f64, f64)>> {
    let sizes = Pages::open(pdf.to_vec())?.sizes();
    Some(sizes.into_iter().map(|(width, height)| (points_to_mm(width), points_to_mm(height))).collect())
}

fn points_to_mm(points: f64) -> f64 {
    points * MM_PER_INCH / 72.0
}

/// The distance between neighbouring pages in a picture that shows all pages, in mm.
const GAP: f64 = 10.0;
/// The resolution of a picture that shows all pages. The resolution is lower if the picture would otherwise
/// have more than [`MAX_COMBINED_PIXELS`] pixels.
const DPI_TOGETHER: u32 = 150;
/// The largest number of pixels in a picture that shows all pages.
const MAX_COMBINED_PIXELS: f64 = 50e6;
/// The background colour of a picture that shows all pages.
const GREY: [u8; 4] = [0xCC, 0xCC, 0xCC, 0xFF];

/// Draws all pages of several PDFs as one picture. The pages are arranged from top to bottom, on a grey
/// background.
///
/// Returns `None` if a page cannot be drawn.
pub fn together(pdfs: Vec<Vec<u8>>, about: &About) -> Option<Vec<u8>> {
    let files = pdfs.into_iter().map(Pages::open).collect::<Option<Vec<_>>>()?;
    let sizes: Vec<Vec<(f64, f64)>> = files.iter().map(Pages::sizes).collect();
    let all = sizes.iter().flatten();
    let width_in_mm = all.clone().map(|(width, _)| points_to_mm(*width)).fold(1.0, f64::max);
    let height_in_mm: f64 = all.clone().map(|(_, height)| points_to_mm(*height) + GAP).sum();
    let dpi = fitting_dpi(width_in_mm, height_in_mm);
    let (width, gap) = (pixels(width_in_mm, dpi), pixels(GAP, dpi));
    let heights = all.map(|(_, height)| pixels(points_to_mm(*height), dpi) + gap);
    let height = heights.sum::<u32>().saturating_sub(gap).max(1);
    let mut rows = Rows::new(PixelSize::new(width, height), false);
    let mut gap_rows = Vec::new();
    for (file, sizes) in files.iter().zip(&sizes) {
        let caches = file.caches();
        for (index, (page_width, page_height)) in sizes.iter().enumerate() {
            let page_size = PixelSize::new(
                pixels(points_to_mm(*page_width), dpi).min(width),
                pixels(points_to_mm(*page_height), dpi),
            );
            let padding = GREY.repeat((width - page_size.width) as usize);
            rows.push(&gap_rows);
            gap_rows = GREY.repeat((width * gap) as usize);
            let view = file.view(index, page_size)?;
            let is_drawn = file.draw(&view, &caches, |rgba| {
                for row in rgba.chunks_exact(page_size.width as usize * 4) {
                    rows.push(&[row, &padding].concat());
                }
            });
            if !is_drawn {
                return None;
            }
        }
    }
    Some(encode::file(&rows, dpi, about))
}

/// Returns the highest resolution at which a picture does not have too many pixels. The result is
/// at most [`DPI_TOGETHER`]. The width and the height of the picture are in mm.
fn fitting_dpi(width: f64, height: f64) -> u32 {
    let by_area = (MAX_COMBINED_PIXELS / (width * height)).sqrt();
    let pixels_per_mm =
        by_area.min(f64::from(MAX_SIDE_PIXELS) / width).min(f64::from(MAX_SIDE_PIXELS) / height);
    DPI_TOGETHER.min((pixels_per_mm * MM_PER_INCH) as u32).max(1)
}

/// The usual resolution of a page of a PDF that is drawn as a picture, in pixels per inch. The resolution is
/// lower if the picture would otherwise have more than [`MAX_FORM_PIXELS`] pixels.
const DPI_OF_FORM: f64 = 300.0;
/// The largest number of pixels of a page of a PDF that a layout uses as a picture.
const MAX_FORM_PIXELS: f64 = 25e6;

/// Draws a page of a PDF that a layout uses as a picture. Returns the bytes of a PNG file. `size` is the size
/// of the picture in the layout, in mm. Returns `None` if the page cannot be drawn.
pub fn form_picture(form: &PageForm, size: Size) -> Option<Vec<u8>> {
    let pages = Pages::open(hexpress_read::single_page_pdf(form)?)?;
    let per_mm = (DPI_OF_FORM / MM_PER_INCH).min((MAX_FORM_PIXELS / size.area().max(1e-9)).sqrt());
    let [width, height] = [size.width, size.height].map(|mm| (mm * per_mm).round().max(1.0) as u32);
    let dpi = (per_mm * MM_PER_INCH).round().max(1.0) as u32;
    let size = PixelSize::new(width.min(MAX_SIDE_PIXELS), height.min(MAX_SIDE_PIXELS));
    let request =
        PictureRequest { page: 0, size, dpi, has_transparent_background: true, about: About::default() };
    picture(&pages, &pages.caches(), &request)
}

/// Draws a page and returns the bytes of its PNG file. Returns `None` if the page cannot be drawn.
fn picture<'p>(pages: &'p Pages, caches: &PageCaches<'p>, request: &PictureRequest) -> Option<Vec<u8>> {
    let mut rows = Rows::new(request.size, request.has_transparent_background);
    let view = pages.view(request.page, request.size)?;
    let drawn = pages.draw(&view, caches, |rgba| rows.push(rgba));
    drawn.then(|| encode::file(&rows, request.dpi, &request.about))
}

#[cfg(test)]
mod tests {
    use super::{DPI_TOGETHER, MAX_COMBINED_PIXELS, MAX_SIDE_PIXELS, fitting_dpi, pixels};

    #[test]
    fn a_length_is_at_least_one_pixel() {
        assert_eq!([pixels(0.0, 300), pixels(25.4, 300), pixels(f64::NAN, 300)], [1, 300, 1]);
    }

    #[test]
    fn large_pictures_of_several_pages_have_a_lower_resolution() {
        assert_eq!(fitting_dpi(210.0, 297.0), DPI_TOGETHER);
        let (width, height) = (210.0, 100_000.0);
        let dpi = fitting_dpi(width, height);
        assert!(dpi < DPI_TOGETHER && pixels(height, dpi) <= MAX_SIDE_PIXELS);
        assert!(f64::from(pixels(width, dpi)) * f64::from(pixels(height, dpi)) <= MAX_COMBINED_PIXELS);
    }
}
