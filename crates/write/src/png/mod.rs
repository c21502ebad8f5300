//! Pages of a finished PDF as pictures.

mod encode;

use std::sync::Arc;

use encode::Rows;
pub use encode::is_untouched;

use super::About;
use crate::base::units::MM_PER_INCH;
use crate::raster::{Kept, Pages};

/// The most pixels that a picture has.
pub const MOST_PIXELS: u64 = 200_000_000;
/// The most pixels across or down.
pub const LONGEST: u32 = 65_000;
/// Pictures of more pixels than this are drawn one after another: each needs three bytes of memory a pixel.
const MANY: u64 = 40_000_000;

/// One picture to be made.
#[derive(Debug, Clone)]
pub struct Wish {
    /// Which page, from 0.
    pub page: usize,
    /// How many pixels, across and down.
    pub pixels: (u32, u32),
    /// How many of them are an inch.
    pub dpi: u32,
    /// Whether one sees through where nothing is drawn; else it is white.
    pub see_through: bool,
    /// What the file says of itself.
    pub about: About,
}

/// How many pixels so many mm are; never none.
pub fn pixels(mm: f64, dpi: u32) -> u32 {
    let pixels = (mm / MM_PER_INCH * f64::from(dpi)).round();
    // Far more than there may be, and no more than fits.
    if pixels >= 1.0 { pixels.min(1e9) as u32 } else { 1 }
}

/// Makes pictures of the pages of a PDF of ours, side by side; they come in the order of the wishes. None if a page
/// cannot be drawn.
pub fn pictures(pdf: impl Into<Arc<Vec<u8>>>, wishes: &[Wish]) -> Option<Vec<Vec<u8>>> {
    let pages = Pages::open(pdf)?;
    let area = |wish: &Wish| u64::from(wish.pixels.0) * u64::from(wish.pixels.1);
    if wishes.iter().map(area).max().unwrap_or(0) > MANY {
        let mut kept = pages.kept();
        return wishes.iter().map(|wish| one(&pages, &mut kept, wish)).collect();
    }
    let made = crate::base::parallel::in_order(
        wishes.len(),
        || pages.kept(),
        |kept, i| one(&pages, kept, wishes.get(i)?),
    );
    made.into_iter().collect()
}

/// How large the pages of a PDF are, in mm; none if it is none.
pub fn page_sizes(pdf: &[u8]) -> Option<Vec<(f64, f64)>> {
    let mm = |points: f64| points * MM_PER_INCH / 72.0;
    Some(Pages::open(pdf.to_vec())?.sizes().into_iter().map(|(w, h)| (mm(w), mm(h))).collect())
}

/// Between two pages that are shown together, in mm.
const APART: f64 = 10.0;
/// Pages that are shown together have so many pixels to the inch, and fewer where that would be more pixels than these.
const SHOWN_AT: u32 = 150;
const SHOWN: f64 = 50e6;

/// All pages of some PDFs, one below the other on grey. None if one cannot be drawn.
pub fn together(pdfs: Vec<Vec<u8>>, about: &About) -> Option<Vec<u8>> {
    let files = pdfs.into_iter().map(Pages::open).collect::<Option<Vec<_>>>()?;
    let mm = |points: f64| points * MM_PER_INCH / 72.0;
    let sizes: Vec<Vec<(f64, f64)>> = files.iter().map(Pages::sizes).collect();
    let all = sizes.iter().flatten();
    let wide = all.clone().map(|(w, _)| mm(*w)).fold(1.0, f64::max);
    let high: f64 = all.map(|(_, h)| mm(*h) + APART).sum();
    let fits = (SHOWN / (wide * high)).sqrt().min(f64::from(LONGEST) / wide).min(f64::from(LONGEST) / high)
        * MM_PER_INCH;
    let dpi = SHOWN_AT.min(fits as u32).max(1);
    let (width, apart) = (pixels(wide, dpi), pixels(APART, dpi));
    let size = |(w, h): (f64, f64)| (pixels(mm(w), dpi).min(width), pixels(mm(h), dpi));
    let heights = sizes.iter().flatten().map(|one| size(*one).1);
    let height = heights.map(|high| high + apart).sum::<u32>().saturating_sub(apart).max(1);
    let grey = [0xCC, 0xCC, 0xCC, 0xFF];
    let mut rows = Rows::new((width, height), false);
    let mut between = Vec::new();
    for (file, sizes) in files.iter().zip(&sizes) {
        let kept = file.kept();
        for (index, one) in sizes.iter().enumerate() {
            let (w, h) = size(*one);
            let beside = grey.repeat((width - w) as usize);
            rows.push(&between);
            between = grey.repeat((width * apart) as usize);
            let drawn = file.draw(index, (w, h), &kept, |rgba| {
                for row in rgba.chunks_exact(w as usize * 4) {
                    rows.push(&[row, &beside].concat());
                }
            });
            if !drawn {
                return None;
            }
        }
    }
    Some(encode::file(&rows, dpi, about))
}

fn one<'p>(pages: &'p Pages, kept: &mut Kept<'p>, wish: &Wish) -> Option<Vec<u8>> {
    let mut rows = Rows::new(wish.pixels, wish.see_through);
    let drawn = pages.draw(wish.page, wish.pixels, kept, |rgba| rows.push(rgba));
    drawn.then(|| encode::file(&rows, wish.dpi, &wish.about))
}
