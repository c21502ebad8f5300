//! Draws the page that was printed.
//!
//! - In: a finished PDF and the index of a page.
//! - Out: the page as light, at any resolution.

use std::sync::{Arc, Mutex, PoisonError};

use kurbo::{Affine, Size};

use crate::light;
use crate::plane::Plane;
use hexpress_base::units::MM_PER_INCH;
use hexpress_read::raster::{PageView, Pages, Part};

/// The resolution at which pages are drawn before their pixels are averaged, in pixels per mm. The
/// renderer places edges on a grid of quarters of its pixels.
const FINEST: f64 = 24.0;

/// Returns how many fine pixels are drawn along the side of each pixel.
fn finer(pixels_per_mm: f64) -> usize {
    (FINEST / pixels_per_mm).round().clamp(2.0, 4.0) as usize
}

/// The pages of a PDF, with the drawings that were made last.
pub struct Sheets {
    pages: Pages,
    drawn: Mutex<Vec<Kept>>,
}

/// A page as pixels.
#[derive(Debug, Clone)]
pub struct Drawing {
    pub plain: Plane,
    /// The page as it looks if ink spreads.
    pub grown: Plane,
    /// How far the ink spreads in `grown`, in mm.
    pub growth: f64,
}

impl Drawing {
    /// Returns the same page in half the resolution.
    pub fn halved(&self) -> Self {
        Self { plain: self.plain.halved(), grown: self.grown.halved(), growth: self.growth }
    }
}

/// A drawing that was made.
struct Kept {
    page: usize,
    pixels_per_mm: f64,
    drawing: Arc<Drawing>,
}

impl Sheets {
    /// Opens a PDF. Returns `None` if the bytes are not a PDF.
    pub fn open(bytes: Arc<Vec<u8>>) -> Option<Self> {
        Some(Self { pages: Pages::open(bytes)?, drawn: Mutex::default() })
    }

    /// Returns the sizes of all pages in mm.
    pub fn sizes(&self) -> Vec<Size> {
        (0..self.pages.sizes().len()).filter_map(|page| size(&self.pages, page)).collect()
    }

    /// Returns the size of a page in mm. Returns `None` if the page does not exist.
    pub fn size(&self, page: usize) -> Option<Size> {
        size(&self.pages, page)
    }

    /// Draws a page on white. Keeps the drawing, because the next scan of the same page needs it.
    /// Returns `None` if the page cannot be drawn.
    pub fn draw(&self, page: usize, pixels_per_mm: f64) -> Option<Arc<Drawing>> {
        /// One rough drawing and one accurate drawing are kept.
        const MOST_KEPT: usize = 2;
        let kept = || self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |one: &&Kept| one.page == page && one.pixels_per_mm == pixels_per_mm;
        if let Some(known) = kept().iter().find(is_same) {
            return Some(Arc::clone(&known.drawing));
        }
        let drawing = Arc::new(draw(&self.pages, page, pixels_per_mm)?);
        let mut kept = kept();
        if kept.len() == MOST_KEPT {
            kept.remove(0);
        }
        kept.push(Kept { page, pixels_per_mm, drawing: Arc::clone(&drawing) });
        Some(drawing)
    }
}

/// Returns the size of a page in mm. Returns `None` if the page does not exist.
pub fn size(pages: &Pages, page: usize) -> Option<Size> {
    let (width, height) = *pages.sizes().get(page)?;
    Some(Size::new(width, height) * (MM_PER_INCH / 72.0))
}

/// Draws a page on white. Returns `None` if it cannot be drawn.
fn draw(pages: &Pages, page: usize, pixels_per_mm: f64) -> Option<Drawing> {
    let finer = finer(pixels_per_mm);
    let size = size(pages, page)? * pixels_per_mm;
    let (width, height) = (size.width.ceil() as usize, size.height.ceil() as usize);
    let fine = finer as f64 * pixels_per_mm;
    let part = Part {
        left: 0,
        top: 0,
        width: u32::try_from(width * finer).ok()?,
        height: u32::try_from(height * finer).ok()?,
    };
    let mut rows = Rows::new(width, height, finer);
    let view = PageView { page, to_canvas: Affine::scale(fine * MM_PER_INCH / 72.0), part };
    let is_drawn = pages.draw(&view, &pages.caches(), |band| {
        for pixels in band.chunks_exact(width * finer * 4) {
            let light = pixels.chunks_exact(4).map(|it| over_white([it[0], it[1], it[2]], it[3]));
            rows.push(light);
        }
    });
    is_drawn.then(|| rows.finish(1.0 / fine))
}

/// Averages rows of fine pixels in two ways: as they are, and after ink has spread by a pixel.
struct Rows {
    plain: Plane,
    grown: Plane,
    finer: usize,
    /// The last two rows and the next one.
    last: [Vec<f32>; 3],
    count: usize,
}

impl Rows {
    fn new(width: usize, height: usize, finer: usize) -> Self {
        let row = || vec![255.0; width * finer];
        let last = [row(), row(), row()];
        Self { plain: Plane::new(width, height), grown: Plane::new(width, height), finer, last, count: 0 }
    }

    fn push(&mut self, light: impl Iterator<Item = f32>) {
        self.last.rotate_left(1);
        self.last[2].iter_mut().zip(light).for_each(|(value, light)| *value = light);
        self.count += 1;
        if self.count > 1 {
            self.add(self.count - 2);
        }
    }

    /// Adds the middle one of the three rows.
    fn add(&mut self, row: usize) {
        let (width, finer) = (self.plain.width, self.finer);
        if row / finer >= self.plain.height {
            return;
        }
        let [above, middle, below] = &self.last;
        let out = row / finer * width..(row / finer + 1) * width;
        let (plain, grown) = (&mut self.plain.values[out.clone()], &mut self.grown.values[out]);
        let end = middle.len() - 1;
        for (x, (plain, grown)) in plain.iter_mut().zip(grown).enumerate() {
            for at in x * finer..(x + 1) * finer {
                let side = middle[at.saturating_sub(1)].min(middle[(at + 1).min(end)]);
                *plain += middle[at];
                *grown += side.min(above[at]).min(below[at]).min(middle[at]);
            }
        }
    }

    fn finish(mut self, growth: f64) -> Drawing {
        let last = self.last[2].clone();
        self.push(last.into_iter());
        let weight = 1.0 / (self.finer * self.finer) as f32;
        for plane in [&mut self.plain, &mut self.grown] {
            plane.values.iter_mut().for_each(|value| *value *= weight);
        }
        Drawing { plain: self.plain, grown: self.grown, growth }
    }
}

/// Returns the light of a colour on white paper. The colour is already multiplied by its opacity.
fn over_white(colour: [u8; 3], alpha: u8) -> f32 {
    light::of_colour(colour.map(|part| part.saturating_add(255 - alpha)))
}
