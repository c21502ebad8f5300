//! Pages of a finished PDF as pictures.

mod encode;
mod render;

pub use encode::{About, is_untouched};
use encode::Rows;
use render::{Kept, Pages};

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
#[must_use]
pub fn pixels(mm: f64, dpi: u32) -> u32 {
    let pixels = (mm / 25.4 * f64::from(dpi)).round();
    // Far more than there may be, and no more than fits.
    if pixels >= 1.0 { pixels.min(1e9) as u32 } else { 1 }
}

/// Makes pictures of the pages of a PDF of ours, side by side; they come in the order of the wishes. None if a page
/// cannot be drawn.
#[must_use]
pub fn pictures(pdf: Vec<u8>, wishes: &[Wish]) -> Option<Vec<Vec<u8>>> {
    let pages = Pages::open(pdf)?;
    let area = |wish: &Wish| u64::from(wish.pixels.0) * u64::from(wish.pixels.1);
    if wishes.iter().map(area).max().unwrap_or(0) > MANY {
        let mut kept = pages.kept();
        return wishes.iter().map(|wish| one(&pages, &mut kept, wish)).collect();
    }
    let made = crate::parallel::in_order(wishes.len(), || pages.kept(), |kept, i| {
        one(&pages, kept, wishes.get(i)?)
    });
    made.into_iter().collect()
}

fn one<'p>(pages: &'p Pages, kept: &mut Kept<'p>, wish: &Wish) -> Option<Vec<u8>> {
    let mut rows = Rows::new(wish.pixels, wish.see_through);
    let size = (u16::try_from(wish.pixels.0).ok()?, u16::try_from(wish.pixels.1).ok()?);
    let drawn = pages.draw(wish.page, size, wish.see_through, kept, |band| rows.push(band.rgba));
    drawn.then(|| encode::file(wish.pixels, &rows, wish.dpi, &wish.about))
}
