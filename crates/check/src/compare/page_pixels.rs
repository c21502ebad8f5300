//! Compares two pages as pixels, and finds the visible differences.
//!
//! - In: both files as pictures, and the part of a page to compare.
//! - Out: the pixels that differ.
//! - Not here: which item a pixel belongs to.

use std::collections::HashMap;
use std::ops::Range;

use hexpress_base::pixel_size::PixelSize;
use kurbo::{Affine, Rect, Size, Vec2};

use hexpress_base::units::{MM_PER_INCH, PT_PER_MM};
use hexpress_read::raster::{CanvasPart, Numbered, PageView, Pages, Topmost, draw_areas, topmost};
use hexpress_read::svg_areas;

/// The resolution, in pixels per inch. At this resolution, a shift by 0.05 mm is 0.4 pixels. Such a
/// shift changes a pixel at a black edge by 100 of 255 shades.
const DPI: f64 = 200.0;
/// The largest number of pixels of a whole page. A larger page is drawn at a lower resolution.
const MAX_PIXELS: f64 = 24e6;
/// If two shades differ by at most this, out of 255, the difference is invisible.
pub const INVISIBLE_DIFFERENCE: u8 = 8;
/// The largest difference of shades that is tolerated at an edge, out of 255. Programs draw edges
/// differently.
pub const TOLERATED_EDGE_DIFFERENCE: u8 = 64;
/// If fewer pixels than this differ in a text, a square or a group, they are ignored. A single pixel
/// may differ because its centre is inside an edge on one page, and outside the same edge on the other
/// page.
pub const MIN_PIXELS: usize = 3;

/// Pixels of a page.
pub struct Pixels {
    /// The indices of the pixels.
    pub all: Vec<usize>,
    /// A box around the pixels, in mm.
    pub part: Rect,
}

/// The pixels of two pages, and their differences.
pub struct PixelDifferences {
    /// The part of the pages that was drawn.
    part: CanvasPart,
    /// The number of pixels per mm.
    scale: f64,
    /// For each pixel, the largest of the differences in red, green and blue between the two pages,
    /// from 0 to 255.
    differences: Vec<u8>,
    /// The pixels of the page that was found, and the pixels of the page that the layout makes. Each
    /// pixel consists of red, green, blue and alpha.
    both: [Vec<u8>; 2],
    /// For each row of pixels, whether it is the same on both pages.
    same: Vec<bool>,
}

/// The lowest and the highest shade of red, green or blue among several pixels.
#[derive(Clone, Copy)]
struct ShadeRange {
    low: u8,
    high: u8,
}

impl ShadeRange {
    /// Returns the width of the range. Returns 0 if the range contains no shades.
    fn width(self) -> u8 {
        self.high.saturating_sub(self.low)
    }
}

/// Two files that can be drawn: the file that was found, and the file that its layout makes.
pub enum Pictures<'a> {
    Pdf(Pages, Pages),
    /// The bytes of two SVG files, each with one page.
    Svg(&'a [u8], &'a [u8]),
}

/// The index of a page in both files.
#[derive(Clone, Copy)]
pub struct PageIndices {
    pub found: usize,
    pub made: usize,
    /// If the sheet was rotated, the map that rotates it back to the expected orientation.
    pub back: Option<Affine>,
}

/// A part of a page as pixels.
#[derive(Clone, Copy)]
struct Grid {
    /// The number of pixels per mm.
    scale: f64,
    /// The size of the whole page, in mm.
    size: Size,
    /// The width and the height of the whole page, in pixels.
    pixels: PixelSize,
    part: CanvasPart,
}

impl Grid {
    /// Returns the grid of a part of a page. `size` is the size of the page, in mm.
    fn new(size: Size, part: Rect) -> Self {
        let inches = size.area() / (MM_PER_INCH * MM_PER_INCH);
        let scale = DPI.min((MAX_PIXELS / inches.max(1e-6)).sqrt()) / MM_PER_INCH;
        let pixels = PixelSize {
            width: (size.width * scale).ceil() as u32,
            height: (size.height * scale).ceil() as u32,
        };
        let columns = pixel_range([part.x0 * scale, part.x1 * scale], 4.0, pixels.width);
        let rows = pixel_range([part.y0 * scale, part.y1 * scale], 4.0, pixels.height);
        let part = CanvasPart {
            left: columns.start,
            top: rows.start,
            width: columns.end.saturating_sub(columns.start).max(1),
            height: rows.end.saturating_sub(rows.start).max(1),
        };
        Self { scale, size, pixels, part }
    }

    /// Calls `draw`, and collects the rows of pixels that it draws. Returns `None` if `draw` returns
    /// false.
    fn rows(self, draw: impl FnOnce(&mut dyn FnMut(&[u8])) -> bool) -> Option<Vec<u8>> {
        let mut all = Vec::with_capacity(self.part.width as usize * self.part.height as usize * 4);
        draw(&mut |band| all.extend_from_slice(band)).then_some(all)
    }

    /// Draws a page of a PDF. Returns `None` if the page cannot be drawn.
    fn page(self, pages: &Pages, index: usize) -> Option<Vec<u8>> {
        let view = PageView { part: self.part, ..pages.view(index, self.pixels)? };
        self.rows(|take| pages.draw(&view, &pages.caches(), take))
    }

    /// Draws a page of a rotated sheet, and rotates it back. Returns `None` if the page cannot be drawn.
    fn turned(self, pages: &Pages, index: usize, back: Affine) -> Option<Vec<u8>> {
        let wide = f64::from(self.pixels.width) / self.size.width;
        let high = f64::from(self.pixels.height) / self.size.height;
        let to_canvas = Affine::scale_non_uniform(wide, high) * back * Affine::scale(PT_PER_MM.recip());
        let view = PageView { page: index, to_canvas, part: self.part };
        self.rows(|take| pages.draw(&view, &pages.caches(), take))
    }

    /// Draws a sheet of an SVG. Returns `None` if the sheet cannot be drawn.
    fn sheet(self, svg: &[u8]) -> Option<Vec<u8>> {
        let areas = svg_areas(svg).ok()?;
        self.rows(|take| draw_areas(&areas, self.scale, self.pixels, take))
    }
}

/// Returns the pixels between two coordinates, given in pixels. The range is extended by `margin`
/// pixels on both sides, but not beyond 0 and `count`.
fn pixel_range([low, high]: [f64; 2], margin: f64, count: u32) -> Range<u32> {
    let most = f64::from(count);
    (low.floor() - margin).clamp(0.0, most) as u32..(high.ceil() + margin).clamp(0.0, most) as u32
}

/// Returns a pixel as it looks on white paper. The colours of `pixel` are already multiplied by its
/// opacity.
fn on_paper(pixel: [u8; 4]) -> [u8; 4] {
    match u8::MAX - pixel[3] {
        0 => pixel,
        white => {
            let [red, green, blue, _] = pixel;
            [red.saturating_add(white), green.saturating_add(white), blue.saturating_add(white), u8::MAX]
        }
    }
}

/// Returns the largest difference between the shades of two pixels on white paper.
fn shade_distance(a: [u8; 4], b: [u8; 4]) -> u8 {
    if a == b {
        return 0;
    }
    let (a, b) = (on_paper(a), on_paper(b));
    a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1])).max(a[2].abs_diff(b[2]))
}

impl PixelDifferences {
    /// Draws a part of a page of both files, and compares their pixels. Returns `None` if one of
    /// the pages cannot be drawn. `size` is the size of the page, in mm.
    pub fn new(
        pictures: &Pictures<'_>,
        PageIndices { found, made, back }: PageIndices,
        size: Size,
        part: Rect,
    ) -> Option<Self> {
        match pictures {
            Pictures::Pdf(found_file, made_file) => {
                let grid = Grid::new(size, part);
                let found_pixels = match back {
                    Some(back) => grid.turned(found_file, found, back)?,
                    None => grid.page(found_file, found)?,
                };
                Some(Self::compare(grid, found_pixels, grid.page(made_file, made)?))
            }
            Pictures::Svg(..) if back.is_some() => None,
            Pictures::Svg(found_file, made_file) => {
                let whole = Grid::new(size, size.to_rect());
                Some(Self::compare(whole, whole.sheet(found_file)?, whole.sheet(made_file)?))
            }
        }
    }

    /// Compares the pixels of two pages row by row.
    fn compare(Grid { scale, part, .. }: Grid, found: Vec<u8>, made: Vec<u8>) -> Self {
        let width = part.width.max(1) as usize;
        let mut differences = Vec::with_capacity(width * part.height as usize);
        let mut same = Vec::new();
        for (found_row, made_row) in found.chunks_exact(width * 4).zip(made.chunks_exact(width * 4)) {
            same.push(found_row == made_row);
            if found_row == made_row {
                differences.resize(differences.len() + width, 0);
            } else {
                let pixels = found_row.as_chunks().0.iter().zip(made_row.as_chunks().0);
                differences.extend(pixels.map(|(a, b)| shade_distance(*a, *b)));
            }
        }
        Self { part, scale, differences, both: [found, made], same }
    }

    /// Returns whether a pixel differs by more than `shades`.
    fn differs_by(&self, at: usize, shades: u8) -> bool {
        self.differences.get(at).is_some_and(|&difference| difference > shades)
    }

    /// Returns whether a pixel and the two pixels to the right of it differ by more than `shades`.
    fn row_differs_by(&self, at: usize, shades: u8) -> bool {
        self.differences.get(at..at + 3).is_some_and(|row| row.iter().min() > Some(&shades))
    }

    /// Returns whether any pixel in the box `rect` differs by more than `shades`. `rect` is in mm.
    pub fn differs(&self, rect: Rect, shades: u8) -> bool {
        self.pixels(rect).any(|at| self.differs_by(at, shades))
    }

    /// Works like [`Self::differs`], but counts a pixel only if `is_counted` returns true for it.
    /// `is_counted` gets the box of the pixel, in mm.
    pub fn differs_where(&self, rect: Rect, shades: u8, is_counted: impl Fn(Rect) -> bool) -> bool {
        let mut others = self.pixels(rect).filter(|&at| self.differs_by(at, shades));
        others.any(|at| is_counted(self.pixel(at)))
    }

    /// Works like [`Self::differs`], but leaves out differences that a shift by a fraction of a pixel
    /// explains.
    pub fn differs_beyond_shift(&self, rect: Rect, shades: u8) -> bool {
        self.pixels(rect).any(|at| self.is_other(at, shades))
    }

    /// Returns whether the box `rect` contains a square of 3 x 3 pixels that all differ by more than
    /// `shades`. If only edges are drawn differently, there is no such square. `rect` is in mm.
    pub fn differs_inside(&self, rect: Rect, shades: u8) -> bool {
        self.differs_inside_where(rect, shades, |_| true)
    }

    /// Works like [`Self::differs_inside`], but counts a square only if `is_counted` returns true for its
    /// middle pixel. `is_counted` gets the box of this pixel, in mm.
    pub fn differs_inside_where(&self, rect: Rect, shades: u8, is_counted: impl Fn(Rect) -> bool) -> bool {
        let width = self.part.width as usize;
        let mut squares = self.pixels(rect).filter(|&at| {
            self.differs_by(at, shades)
                && [at, at + width, at + 2 * width]
                    .into_iter()
                    .all(|start| self.row_differs_by(start, shades))
        });
        squares.any(|at| is_counted(self.pixel(at + width + 1)))
    }

    /// Returns whether the letters in the box `rect` differ visibly. `rect` is in mm. Small differences
    /// do not count, because programs draw letters differently.
    pub fn differs_in_letters(&self, rect: Rect) -> bool {
        let others = self.pixels(rect).filter(|&at| self.is_other(at, TOLERATED_EDGE_DIFFERENCE));
        self.differs(rect, 2 * TOLERATED_EDGE_DIFFERENCE) || others.take(MIN_PIXELS).count() == MIN_PIXELS
    }

    /// Returns whether a pixel differs by more than `shades`, and whether the reason is more than a shift
    /// by a fraction of a pixel. On at least one of the pages, the pixel must have a shade that the
    /// other page does not have near this place.
    fn is_other(&self, at: usize, shades: u8) -> bool {
        self.differs_by(at, shades) && (self.stands_out(at, 0) || self.stands_out(at, 1))
    }

    /// Compares a pixel on `page` with the 3 x 3 pixels around the same place on the other page. Returns
    /// whether its shade is outside their range.
    ///
    /// If a drawing is out of place by a fraction of a pixel, its shades are still within that range.
    /// The range is extended by [`INVISIBLE_DIFFERENCE`] and by a third of its width. More differences
    /// are therefore tolerated along edges, where the range is wide and programs draw differently.
    fn stands_out(&self, at: usize, page: usize) -> bool {
        let own = self.both.get(page).and_then(|pixels| pixels.as_chunks::<4>().0.get(at));
        let Some((own, around)) = own.copied().map(on_paper).zip(self.shades_around(at, 1 - page)) else {
            return false;
        };
        (0..3).any(|part| {
            let ShadeRange { low, high } = around[part];
            let tolerance = INVISIBLE_DIFFERENCE.saturating_add(around[part].width() / 3);
            own[part].saturating_add(tolerance) < low || own[part] > high.saturating_add(tolerance)
        })
    }

    /// Returns the indices of the pixels in the box `rect`, in mm. Leaves out rows that are the same on
    /// both pages.
    fn pixels(&self, rect: Rect) -> impl Iterator<Item = usize> {
        let corner = Vec2::new(f64::from(self.part.left), f64::from(self.part.top));
        let inside = rect.scale_from_origin(self.scale) - corner;
        let columns = pixel_range([inside.x0, inside.x1], 1.0, self.part.width);
        let rows = pixel_range([inside.y0, inside.y1], 1.0, self.part.height);
        let width = self.part.width as usize;
        let others = rows.map(|row| row as usize).filter(|&row| self.same.get(row) == Some(&false));
        others.flat_map(move |row| columns.clone().map(move |column| row * width + column as usize))
    }

    /// Returns whether any pixel differs visibly.
    pub fn differs_at_all(&self) -> bool {
        self.differences.iter().any(|&difference| difference > INVISIBLE_DIFFERENCE)
    }

    /// Returns the box of a pixel on the page, in mm.
    pub fn pixel(&self, at: usize) -> Rect {
        let width = self.part.width.max(1) as usize;
        let corner = Vec2::new(f64::from(self.part.left), f64::from(self.part.top));
        let place = (Vec2::new((at % width) as f64, (at / width) as f64) + corner) / self.scale;
        Rect::from_origin_size(place.to_point(), (self.scale.recip(), self.scale.recip()))
    }

    /// Draws `areas`, each of which has a number. For each pixel, returns the number of the topmost
    /// area. Returns `None` if the areas cannot be drawn.
    pub fn topmost(&self, areas: impl Iterator<Item = Numbered>) -> Option<Topmost> {
        topmost(areas, self.scale, self.part)
    }

    /// Returns the pixels that differ by more than is tolerated. Considers only pixels that satisfy
    /// `is_open`, which means that no reported item explains them.
    ///
    /// If a pixel satisfies `is_exact`, its drawing is exactly in place. In this case, a difference is
    /// tolerated only at an edge that is drawn twice. At all other pixels, edges may be out of place by
    /// a fraction of a pixel.
    pub fn unexplained(&self, is_open: impl Fn(usize) -> bool, is_exact: impl Fn(usize) -> bool) -> Pixels {
        let width = self.part.width.max(1) as usize;
        let rows = self.same.iter().enumerate().filter(|(_, same)| !**same).map(|(row, _)| row);
        let wanted = rows.flat_map(|row| row * width..(row + 1) * width).filter(|&at| {
            let may_differ = self.differs_by(at, INVISIBLE_DIFFERENCE) && is_open(at);
            may_differ
                && match is_exact(at) {
                    true => self.is_more_than_edge(at),
                    // Small letters that are drawn differently change many pixels slightly. So a slight
                    // change counts only if all pixels around it change, too.
                    false => {
                        self.is_other(at, TOLERATED_EDGE_DIFFERENCE)
                            || (self.is_other(at, 2 * INVISIBLE_DIFFERENCE)
                                && self.is_surrounded_by_differences(at, &is_open))
                    }
                }
        });
        let all = self.gathered(wanted.collect());
        let part = all.iter().map(|&at| self.pixel(at)).reduce(|a, b| a.union(b)).unwrap_or_default();
        Pixels { all, part }
    }

    /// Removes isolated pixels. The page is divided into squares. If a square contains fewer than
    /// [`MIN_PIXELS`] of the pixels, these pixels are isolated.
    fn gathered(&self, mut all: Vec<usize>) -> Vec<usize> {
        let mut counts: HashMap<[u32; 2], usize> = HashMap::new();
        all.iter().for_each(|&at| *counts.entry(self.square(at)).or_default() += 1);
        all.retain(|&at| counts.get(&self.square(at)) >= Some(&MIN_PIXELS));
        all
    }

    /// Returns the column and the row of the square of the page that contains a pixel.
    fn square(&self, at: usize) -> [u32; 2] {
        /// The side of a square, in mm.
        const SQUARE_SIDE_MM: f64 = 8.0;
        let centre = self.pixel(at).center();
        [centre.x, centre.y].map(|along| (along / SQUARE_SIDE_MM) as u32)
    }

    /// Returns whether a pixel and the eight pixels around it all differ by more than twice
    /// [`INVISIBLE_DIFFERENCE`], and satisfy `is_open`.
    fn is_surrounded_by_differences(&self, at: usize, is_open: impl Fn(usize) -> bool) -> bool {
        let width = self.part.width.max(1) as usize;
        let rows = [at.checked_sub(width), Some(at), at.checked_add(width)];
        rows.into_iter().all(|row| {
            row.and_then(|row| row.checked_sub(1)).is_some_and(|first| {
                (first..first + 3)
                    .all(|around| self.differs_by(around, 2 * INVISIBLE_DIFFERENCE) && is_open(around))
            })
        })
    }

    /// Returns whether a pixel differs by more than an edge through the pixel can explain.
    ///
    /// If an edge is drawn twice, the shade of a pixel on the edge changes. The first copy covers the
    /// fraction `c` of the pixel, and the second copy covers `c(1 - c)` more, which is at most a
    /// quarter. So the shade changes by at most a quarter of the difference between both sides of the
    /// edge.
    ///
    /// The tolerance is a third of the difference between both sides. Pixels are sampled in four rows,
    /// so an edge that moves by a hundredth of a pixel may also change a shade by a quarter.
    fn is_more_than_edge(&self, at: usize) -> bool {
        let Some(difference) = self.differences.get(at).copied() else { return false };
        let [found, made] = [0, 1].map(|page| {
            let around = self.shades_around(at, page);
            around.map_or(0, |ranges| ranges.iter().map(|range| range.width()).max().unwrap_or(0))
        });
        let least = found.min(made);
        let edge = if least > INVISIBLE_DIFFERENCE { found.max(made) } else { least };
        difference > INVISIBLE_DIFFERENCE.saturating_add(edge / 3)
    }

    /// Examines nine pixels on the page `page`: the pixel with the index `at`, and the eight pixels
    /// around it. Returns the range of their shades of red, of green and of blue. `page` is 0 or 1.
    /// Returns `None` for any other page.
    fn shades_around(&self, at: usize, page: usize) -> Option<[ShadeRange; 3]> {
        let width = self.part.width.max(1) as usize;
        let pixels = self.both.get(page)?.as_chunks::<4>().0;
        let mut ranges = [ShadeRange { low: u8::MAX, high: 0 }; 3];
        for middle in [at.checked_sub(width), Some(at), at.checked_add(width)].into_iter().flatten() {
            for pixel in pixels.get(middle.saturating_sub(1)..middle + 2).unwrap_or_default() {
                for (range, shade) in ranges.iter_mut().zip(on_paper(*pixel)) {
                    range.low = range.low.min(shade);
                    range.high = range.high.max(shade);
                }
            }
        }
        Some(ranges)
    }
}
