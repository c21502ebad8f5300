//! Draws the page that was printed.
//!
//! - In: a finished PDF and the index of a page.
//! - Out: the brightness of the page at any resolution, and its colours.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use kurbo::{Affine, Size};

use crate::colour_grid::Colours;
use crate::light;
use crate::plane::Plane;
use hexpress_base::parallel;
use hexpress_base::units::MM_PER_INCH;
use hexpress_read::raster::{CanvasPart, PageView, Pages};

/// The intended resolution of a drawing before its pixels are averaged, in pixels per mm. The renderer
/// rounds the places of edges to quarters of these pixels.
const PIXELS_PER_MM_OF_DRAWING: f64 = 24.0;

/// The resolution of the colours of a page, in pixels per mm.
const COLOURS_PER_MM: f64 = 3.0;

/// Returns how many fine pixels of the renderer are averaged along one side of a pixel.
fn finer(pixels_per_mm: f64) -> usize {
    (PIXELS_PER_MM_OF_DRAWING / pixels_per_mm).round().clamp(2.0, 4.0) as usize
}

/// The pages of a PDF, and the most recent drawings of them.
pub struct Sheets {
    pages: Pages,
    drawn: Mutex<Vec<Kept>>,
}

/// A page as pixels.
#[derive(Debug, Clone, Default)]
pub struct RenderedPage {
    pub plain: Plane,
    /// The page as it looks if ink spreads.
    pub grown: Plane,
    /// How far the ink spreads in `grown`, in mm.
    pub growth: f64,
    pub colours: Arc<Colours>,
}

impl RenderedPage {
    /// Puts strips below each other.
    fn stacked(strips: Vec<Self>) -> Self {
        let mut strips = strips.into_iter();
        let Some(first) = strips.next() else { return Self::default() };
        let Self { mut plain, mut grown, growth, colours } = first;
        let mut colours = Arc::unwrap_or_clone(colours);
        for strip in strips {
            plain.append(strip.plain);
            grown.append(strip.grown);
            let more = Arc::unwrap_or_clone(strip.colours);
            for (plane, more) in colours.planes.iter_mut().zip(more.planes) {
                plane.append(more);
            }
        }
        Self { plain, grown, growth, colours: Arc::new(colours) }
    }

    /// Returns the same page at half the resolution.
    pub fn halved(&self) -> Self {
        Self {
            plain: self.plain.halved(),
            grown: self.grown.halved(),
            growth: self.growth,
            colours: Arc::clone(&self.colours),
        }
    }
}

/// A drawing that is kept for the next scan.
struct Kept {
    page: usize,
    pixels_per_mm: f64,
    drawing: Arc<RenderedPage>,
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
    pub fn draw(&self, page: usize, pixels_per_mm: f64) -> Option<Arc<RenderedPage>> {
        /// One rough drawing and one accurate drawing are kept.
        const MAX_KEPT: usize = 2;
        let kept = || self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = |one: &&Kept| one.page == page && one.pixels_per_mm == pixels_per_mm;
        if let Some(known) = kept().iter().find(is_same) {
            return Some(Arc::clone(&known.drawing));
        }
        let finer = kept().iter().find_map(|one| {
            let halvings = libm::log2(one.pixels_per_mm / pixels_per_mm);
            let is_finer = one.page == page && halvings > 0.5 && halvings.fract() == 0.0;
            is_finer.then(|| (Arc::clone(&one.drawing), halvings as u32))
        });
        let drawing = Arc::new(match finer {
            Some((fine, halvings)) => (1..halvings).fold(fine.halved(), |drawing, _| drawing.halved()),
            None => draw(&self.pages, page, pixels_per_mm)?,
        });
        let mut kept = kept();
        if kept.len() == MAX_KEPT {
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
fn draw(pages: &Pages, page: usize, pixels_per_mm: f64) -> Option<RenderedPage> {
    let finer = finer(pixels_per_mm);
    let size = size(pages, page)? * pixels_per_mm;
    let (width, height) = (size.width.ceil() as usize, size.height.ceil() as usize);
    let fine = finer as f64 * pixels_per_mm;
    let strips = strips(height, (fine / COLOURS_PER_MM).round().max(1.0) as usize);
    let drawn = parallel::in_order(
        strips.len(),
        || (),
        |(), index| {
            let Range { start, end } = strips[index].clone();
            let mut rows = Rows::new(width, end - start, finer, fine);
            // Ink spreads from the rows above and below the strip, so they are drawn, too.
            let (top, bottom) = ((start * finer).saturating_sub(1), (end * finer + 1).min(height * finer));
            rows.skip = start * finer - top;
            let part = CanvasPart {
                left: 0,
                top: u32::try_from(top).ok()?,
                width: u32::try_from(width * finer).ok()?,
                height: u32::try_from(bottom - top).ok()?,
            };
            let view = PageView { page, to_canvas: Affine::scale(fine * MM_PER_INCH / 72.0), part };
            let is_drawn = pages.draw(&view, &pages.caches(), |band| {
                band.chunks_exact(width * finer * 4).for_each(|pixels| rows.push(pixels));
            });
            is_drawn.then(|| rows.finish(1.0 / fine))
        },
    );
    Some(RenderedPage::stacked(drawn.into_iter().collect::<Option<Vec<_>>>()?))
}

/// Divides a page into strips of rows, which are drawn at the same time. Each strip except the last
/// one has a multiple of `unit` rows.
fn strips(height: usize, unit: usize) -> Vec<Range<usize>> {
    /// The number of strips. More strips need more memory.
    const STRIPS: usize = 4;
    let rows = height.div_ceil(STRIPS).next_multiple_of(unit).max(unit);
    (0..height.div_ceil(rows)).map(|strip| strip * rows..((strip + 1) * rows).min(height)).collect()
}

/// Averages rows of fine pixels in two ways: as they are, and after ink has spread by a pixel.
struct Rows {
    plain: Plane,
    grown: Plane,
    finer: usize,
    /// The three newest rows. The middle row is added to the planes when the row below it is known.
    last: [Vec<f32>; 3],
    /// The middle row of `last` after ink has spread.
    darkest: Vec<f32>,
    count: usize,
    /// The number of rows at the start that are not added to the planes. These rows are needed only
    /// because ink spreads from them to the next rows.
    skip: usize,
    colours: Colours,
    /// Colours are stored in coarse pixels. This is the number of fine pixels along one side of a coarse
    /// pixel.
    coarse: usize,
}

impl Rows {
    /// Creates empty rows. `fine` is the number of fine pixels per mm.
    fn new(width: usize, height: usize, finer: usize, fine: f64) -> Self {
        let row = || vec![255.0; width * finer];
        let coarse = (fine / COLOURS_PER_MM).round().max(1.0) as usize;
        let [across, down] = [width, height].map(|pixels| (pixels * finer).div_ceil(coarse));
        Self {
            plain: Plane::new(width, height),
            grown: Plane::new(width, height),
            finer,
            last: [row(), row(), row()],
            darkest: row(),
            count: 0,
            skip: 0,
            colours: Colours::new(across, down, fine / coarse as f64),
            coarse,
        }
    }

    /// Adds a row of fine pixels: red, green, blue and opacity.
    fn push(&mut self, pixels: &[u8]) {
        self.last.rotate_left(1);
        let row = self.count.checked_sub(self.skip).map(|row| row / self.coarse);
        let weight = 1.0 / (self.coarse * self.coarse) as f32;
        let [reds, greens, blues] = &mut self.colours.planes;
        let row = row.filter(|row| *row < reds.height);
        let blocks = pixels.chunks(4 * self.coarse).zip(self.last[2].chunks_mut(self.coarse));
        // Most pixels have the same colour as the pixel to their left.
        let mut last = [0; 4];
        let mut colour = over_white([0; 3], 0);
        let mut light = light::of_channels(colour);
        for (column, (pixels, values)) in blocks.enumerate() {
            let mut sums = [0.0; 3];
            for (pixel, value) in pixels.as_chunks::<4>().0.iter().zip(values) {
                if *pixel != last {
                    last = *pixel;
                    colour = over_white([last[0], last[1], last[2]], last[3]);
                    light = light::of_channels(colour);
                }
                *value = light;
                (0..3).for_each(|channel| sums[channel] += colour[channel]);
            }
            let Some(row) = row else { continue };
            for (plane, sum) in [&mut *reds, &mut *greens, &mut *blues].into_iter().zip(sums) {
                plane.values[row * plane.width + column] += sum * weight;
            }
        }
        self.finish_row();
    }

    /// Counts the newest row, and adds the row before it to the planes.
    fn finish_row(&mut self) {
        self.count += 1;
        if self.count > 1 {
            self.add(self.count - 2);
        }
    }

    /// Adds the middle row of `last` to the planes. `row` is its index.
    fn add(&mut self, row: usize) {
        let (width, finer) = (self.plain.width, self.finer);
        let Some(row) = row.checked_sub(self.skip).filter(|row| row / finer < self.plain.height) else {
            return;
        };
        let [above, middle, below] = &self.last;
        let out = row / finer * width..(row / finer + 1) * width;
        let (plain, grown) = (&mut self.plain.values[out.clone()], &mut self.grown.values[out]);
        darkest_around([above, middle, below], &mut self.darkest);
        // The first row replaces the values of the planes instead of being added to them. New
        // memory is then written before it is read, which is faster.
        let is_first = row % finer == 0;
        for (sums, row) in [(plain, middle), (grown, &self.darkest)] {
            for (sum, values) in sums.iter_mut().zip(row.chunks_exact(finer)) {
                let start = if is_first { 0.0 } else { *sum };
                *sum = values.iter().fold(start, |sum, value| sum + value);
            }
        }
    }

    fn finish(mut self, growth: f64) -> RenderedPage {
        // The row below the page counts as equal to the last row.
        self.last.rotate_left(1);
        self.last[2] = self.last[1].clone();
        self.finish_row();
        let weight = 1.0 / (self.finer * self.finer) as f32;
        for plane in [&mut self.plain, &mut self.grown] {
            plane.values.iter_mut().for_each(|value| *value *= weight);
        }
        RenderedPage { plain: self.plain, grown: self.grown, growth, colours: Arc::new(self.colours) }
    }
}

/// For each value of the middle row, writes the darkest of five values: the value itself, its two
/// neighbours in the row, and the values above and below it.
fn darkest_around([above, middle, below]: [&[f32]; 3], out: &mut [f32]) {
    for (out, ((above, middle), below)) in out.iter_mut().zip(above.iter().zip(middle).zip(below)) {
        *out = above.min(*middle).min(*below);
    }
    for (out, left) in out.iter_mut().skip(1).zip(middle) {
        *out = out.min(*left);
    }
    for (out, right) in out.iter_mut().zip(middle.iter().skip(1)) {
        *out = out.min(*right);
    }
}

/// Returns the light of the channels of a colour on white paper. The colour is already multiplied by
/// its opacity.
fn over_white(colour: [u8; 3], alpha: u8) -> [f32; 3] {
    light::channels(colour.map(|part| part.saturating_add(255 - alpha)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_cover_the_page_without_gaps() {
        for (height, unit) in [(3508, 8), (1, 8), (9, 8), (1240, 5), (33, 1)] {
            let strips = strips(height, unit);
            assert!(strips.len() <= 4 && strips[0].start == 0);
            assert_eq!(strips.last().map(|strip| strip.end), Some(height));
            for pair in strips.windows(2) {
                assert_eq!((pair[0].end, pair[0].len() % unit), (pair[1].start, 0));
            }
        }
    }

    /// Returns a row of dark and light fine pixels. The pattern is shifted from row to row.
    fn fine_row(row: usize, width: usize) -> Vec<u8> {
        (0..width)
            .flat_map(|x| if (x * 7 + row * 5) % 11 < 4 { [0, 0, 0, 255] } else { [200, 90, 60, 255] })
            .collect()
    }

    #[test]
    fn strips_are_the_same_as_the_whole_page() {
        let (width, height, finer, fine) = (20, 24, 2, 6.0);
        let drawn = |start: usize, end: usize| {
            let mut rows = Rows::new(width, end - start, finer, fine);
            let (top, bottom) = ((start * finer).saturating_sub(1), (end * finer + 1).min(height * finer));
            rows.skip = start * finer - top;
            (top..bottom).for_each(|row| rows.push(&fine_row(row, width * finer)));
            rows.finish(1.0 / fine)
        };
        let whole = drawn(0, height);
        let both = RenderedPage::stacked(vec![drawn(0, 12), drawn(12, height)]);
        assert_eq!((whole.plain.values, whole.grown.values), (both.plain.values, both.grown.values));
        assert_eq!(whole.colours.planes[1].values, both.colours.planes[1].values);
    }
}
