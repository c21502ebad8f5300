//! Two pages as pixels: where an eye sees a difference.

use std::collections::HashMap;

use hexpress_scene::PixelSize;
use kurbo::{Affine, Rect, Size, Vec2};

use crate::base::units::{MM_PER_INCH, PT_PER_MM};
use crate::raster::{Numbered, Pages, Part, Topmost, draw_areas, topmost};
use crate::read::svg_areas;

/// How many pixels an inch has: 0.05 mm are four tenths of a pixel, which is 100 of 255 shades beside black.
const DPI: f64 = 200.0;
/// The most pixels of a page.
const MOST: f64 = 24e6;
/// What an eye does not see, of 255 shades.
pub const FAINT: u8 = 8;
/// Other programs draw edges in other ways: up to this many shades of 255 do not count as a difference there.
pub const PLAIN: u8 = 64;
/// So many pixels are a difference: one may be an edge that falls on the other side of a pixel's middle.
pub const FEW: usize = 3;

/// Pixels of a page, and the box round them in mm.
pub struct Pixels {
    pub all: Vec<usize>,
    pub part: Rect,
}

/// Where two pages differ.
pub struct Seen {
    /// The part of the pages that was drawn.
    part: Part,
    /// Pixels in a millimetre.
    scale: f64,
    /// How far the shades of each pixel are apart.
    apart: Vec<u8>,
    /// The pixels of both, as rows of red, green, blue and alpha.
    both: [Vec<u8>; 2],
    /// Which rows are the same.
    same: Vec<bool>,
}

/// Two files that can be drawn: the one that was found, and the one that its layout makes.
pub enum Pictures<'a> {
    Pdf(Pages, Pages),
    /// Sheets of one page, as they are written.
    Svg(&'a [u8], &'a [u8]),
}

/// The same page of both files, by number.
#[derive(Clone, Copy)]
pub struct Leaf {
    pub found: usize,
    pub made: usize,
    /// From a sheet that was turned to how it should lie.
    pub back: Option<Affine>,
}

/// A part of a page as pixels.
#[derive(Clone, Copy)]
struct Grid {
    /// Pixels in a millimetre.
    scale: f64,
    /// How large the whole page is, in mm and in pixels.
    size: Size,
    pixels: PixelSize,
    /// The part of it.
    part: Part,
}

impl Grid {
    /// The part of a page of a size in mm.
    fn of(size: Size, part: Rect) -> Self {
        let inches = size.area() / (MM_PER_INCH * MM_PER_INCH);
        let scale = DPI.min((MOST / inches.max(1e-6)).sqrt()) / MM_PER_INCH;
        let pixels = PixelSize::new((size.width * scale).ceil() as u32, (size.height * scale).ceil() as u32);
        let cut = |low: f64, high: f64, most: u32| {
            let low = ((low * scale).floor() - 4.0).clamp(0.0, f64::from(most)) as u32;
            let high = ((high * scale).ceil() + 4.0).clamp(0.0, f64::from(most)) as u32;
            (low, high.saturating_sub(low).max(1))
        };
        let ((left, width), (top, height)) =
            (cut(part.x0, part.x1, pixels.width), cut(part.y0, part.y1, pixels.height));
        Self { scale, size, pixels, part: Part { left, top, width, height } }
    }

    /// What is drawn as rows of red, green, blue and alpha.
    fn rows(self, draw: impl FnOnce(&mut dyn FnMut(&[u8])) -> bool) -> Option<Vec<u8>> {
        let mut all = Vec::with_capacity(self.part.width as usize * self.part.height as usize * 4);
        draw(&mut |band| all.extend_from_slice(band)).then_some(all)
    }

    fn page(self, pages: &Pages, index: usize) -> Option<Vec<u8>> {
        let kept = pages.kept();
        self.rows(|take| pages.draw_part(index, self.pixels, self.part, &kept, take))
    }

    /// A page of a sheet that was turned, turned back.
    fn turned(self, pages: &Pages, index: usize, back: Affine) -> Option<Vec<u8>> {
        let kept = pages.kept();
        let wide = f64::from(self.pixels.width) / self.size.width;
        let high = f64::from(self.pixels.height) / self.size.height;
        let place = Affine::scale_non_uniform(wide, high) * back * Affine::scale(PT_PER_MM.recip());
        self.rows(|take| pages.draw_placed(index, place, self.part, &kept, take))
    }

    fn sheet(self, svg: &[u8]) -> Option<Vec<u8>> {
        let areas = svg_areas(svg).ok()?;
        self.rows(|take| draw_areas(&areas, self.scale, self.pixels, take))
    }
}

/// A pixel on white paper: its colours are multiplied by how opaque it is.
fn on_paper(pixel: [u8; 4]) -> [u8; 4] {
    match u8::MAX - pixel[3] {
        0 => pixel,
        white => {
            let [red, green, blue, _] = pixel;
            [red.saturating_add(white), green.saturating_add(white), blue.saturating_add(white), u8::MAX]
        }
    }
}

/// How far two pixels are apart on white paper.
fn far(a: [u8; 4], b: [u8; 4]) -> u8 {
    if a == b {
        return 0;
    }
    let (a, b) = (on_paper(a), on_paper(b));
    a[0].abs_diff(b[0]).max(a[1].abs_diff(b[1])).max(a[2].abs_diff(b[2]))
}

impl Seen {
    /// Draws a part of a page of each file and compares the two. None if one cannot be drawn.
    pub fn of(
        pictures: &Pictures<'_>,
        Leaf { found, made, back }: Leaf,
        size: Size,
        part: Rect,
    ) -> Option<Self> {
        let (grid, there, wanted) = match pictures {
            Pictures::Pdf(there, wanted) => {
                let grid = Grid::of(size, part);
                let there = match back {
                    Some(back) => grid.turned(there, found, back)?,
                    None => grid.page(there, found)?,
                };
                (grid, there, grid.page(wanted, made)?)
            }
            Pictures::Svg(..) if back.is_some() => return None,
            Pictures::Svg(there, wanted) => {
                let grid = Grid::of(size, size.to_rect());
                (grid, grid.sheet(there)?, grid.sheet(wanted)?)
            }
        };
        let Grid { scale, part, .. } = grid;
        let width = part.width.max(1) as usize;
        let rows = there.chunks_exact(width * 4).zip(wanted.chunks_exact(width * 4));
        let (mut apart, mut same) = (Vec::with_capacity(width * part.height as usize), Vec::new());
        for (there, wanted) in rows {
            same.push(there == wanted);
            match there == wanted {
                true => apart.resize(apart.len() + width, 0),
                false => {
                    let (there, wanted) = (there.as_chunks().0, wanted.as_chunks().0);
                    apart.extend(there.iter().zip(wanted).map(|(a, b)| far(*a, *b)));
                }
            }
        }
        Some(Self { part, scale, apart, both: [there, wanted], same })
    }

    /// Whether a pixel at a place, in mm, is more than so many shades apart.
    pub fn differs(&self, rect: Rect, shades: u8) -> bool {
        self.pixels(rect).any(|at| self.apart.get(at).is_some_and(|&apart| apart > shades))
    }

    /// The same of pixels for which something holds.
    pub fn differs_where(&self, rect: Rect, shades: u8, holds: impl Fn(Rect) -> bool) -> bool {
        let mut others = self.pixels(rect).filter(|&at| self.apart.get(at).is_some_and(|&own| own > shades));
        others.any(|at| holds(self.pixel(at)))
    }

    /// The same, where things may lie a part of a pixel beside their place.
    pub fn differs_beside(&self, rect: Rect, shades: u8) -> bool {
        self.pixels(rect).any(|at| self.is_other(at, shades))
    }

    /// Whether nine pixels in a square are all more than so many shades apart: of an edge that is drawn in another way,
    /// they are not.
    pub fn differs_inside(&self, rect: Rect, shades: u8) -> bool {
        self.differs_inside_where(rect, shades, |_| true)
    }

    /// The same of squares for whose middle something holds.
    pub fn differs_inside_where(&self, rect: Rect, shades: u8, holds: impl Fn(Rect) -> bool) -> bool {
        let width = self.part.width as usize;
        let row = |at: usize| self.apart.get(at..at + 3).is_some_and(|row| row.iter().min() > Some(&shades));
        let is_apart = |at: usize| self.apart.get(at).is_some_and(|&apart| apart > shades);
        let mut squares =
            self.pixels(rect).filter(|&at| is_apart(at) && row(at) && row(at + width) && row(at + 2 * width));
        squares.any(|at| holds(self.pixel(at + width + 1)))
    }

    /// Whether letters that another program may draw in another way are seen to be others.
    pub fn differs_in_letters(&self, rect: Rect) -> bool {
        let others = self.pixels(rect).filter(|&at| self.is_other(at, PLAIN));
        self.differs(rect, 2 * PLAIN) || others.take(FEW).count() == FEW
    }

    /// Whether a pixel is more than so many shades from its like, and no pixel about its like explains that.
    fn is_other(&self, at: usize, shades: u8) -> bool {
        self.apart.get(at).is_some_and(|&apart| apart > shades)
            && (self.stands_out(at, 0) || self.stands_out(at, 1))
    }

    /// Whether a pixel has a shade that the nine pixels about its place on the other page have not, nor any between
    /// theirs: what lies a part of a pixel beside its place has such shades. Where these are far apart, as along an edge,
    /// a third of that is let pass, since other programs draw edges in other ways.
    fn stands_out(&self, at: usize, page: usize) -> bool {
        let own = self.both.get(page).and_then(|pixels| pixels.as_chunks::<4>().0.get(at));
        let Some((own, (low, high))) = own.copied().map(on_paper).zip(self.about(at, 1 - page)) else {
            return false;
        };
        (0..3).any(|part| {
            let far = FAINT.saturating_add(high[part].saturating_sub(low[part]) / 3);
            own[part].saturating_add(far) < low[part] || own[part] > high[part].saturating_add(far)
        })
    }

    /// The numbers of the pixels at a place, in mm, but for those of rows that are the same.
    fn pixels(&self, rect: Rect) -> impl Iterator<Item = usize> {
        let cells = |low: f64, high: f64, start: u32, most: u32| {
            let (start, most) = (f64::from(start), f64::from(most));
            let low = ((low * self.scale).floor() - 1.0 - start).clamp(0.0, most) as usize;
            let high = ((high * self.scale).ceil() + 1.0 - start).clamp(0.0, most) as usize;
            low..high.max(low)
        };
        let columns = cells(rect.x0, rect.x1, self.part.left, self.part.width);
        let rows = cells(rect.y0, rect.y1, self.part.top, self.part.height);
        let width = self.part.width as usize;
        let others = rows.filter(|&row| self.same.get(row) == Some(&false));
        others.flat_map(move |row| columns.clone().map(move |column| row * width + column))
    }

    /// Whether any pixel is seen to differ.
    pub fn differs_at_all(&self) -> bool {
        self.apart.iter().any(|&apart| apart > FAINT)
    }

    /// The place of a pixel, in mm.
    pub fn pixel(&self, at: usize) -> Rect {
        let width = self.part.width.max(1) as usize;
        let corner = Vec2::new(f64::from(self.part.left), f64::from(self.part.top));
        let place = (Vec2::new((at % width) as f64, (at / width) as f64) + corner) / self.scale;
        Rect::from_origin_size(place.to_point(), (self.scale.recip(), self.scale.recip()))
    }

    /// The number of the topmost of some areas at each pixel.
    pub fn topmost(&self, areas: impl Iterator<Item = Numbered>) -> Option<Topmost> {
        topmost(areas, self.scale, self.part)
    }

    /// The pixels that differ, of those that are `open`. Where a page is drawn exactly as it should be, only an edge that
    /// is drawn twice differs unseen; elsewhere edges may lie a part of a pixel beside their places.
    pub fn unexplained(&self, is_open: impl Fn(usize) -> bool, is_exact: impl Fn(usize) -> bool) -> Pixels {
        let differs = |at: usize| match is_exact(at) {
            true => self.is_more_than_edge(at),
            // Small letters that are drawn in another way differ in many pixels, none of which stands out.
            false => self.is_other(at, PLAIN) || (self.is_other(at, 2 * FAINT) && self.is_amid(at, &is_open)),
        };
        let width = self.part.width.max(1) as usize;
        let rows = self.same.iter().enumerate().filter(|(_, same)| !**same).map(|(row, _)| row);
        let wanted = rows.flat_map(|row| row * width..(row + 1) * width).filter(|&at| {
            self.apart.get(at).is_some_and(|&apart| apart > FAINT) && is_open(at) && differs(at)
        });
        let all = self.gathered(wanted.collect());
        let part = all.iter().map(|&at| self.pixel(at)).reduce(|a, b| a.union(b)).unwrap_or_default();
        Pixels { all, part }
    }

    /// The pixels of squares of the page that have more than one or two.
    fn gathered(&self, mut all: Vec<usize>) -> Vec<usize> {
        /// The sides of the squares, in mm.
        const SIDE: f64 = 8.0;
        let square = |at: usize| {
            let at = self.pixel(at).center();
            ((at.x / SIDE) as u32, (at.y / SIDE) as u32)
        };
        let mut counts: HashMap<(u32, u32), usize> = HashMap::new();
        all.iter().for_each(|&at| *counts.entry(square(at)).or_default() += 1);
        all.retain(|&at| counts.get(&square(at)) >= Some(&FEW));
        all
    }

    /// Whether a pixel and the eight about it all differ by more than is taken for the same.
    fn is_amid(&self, at: usize, is_open: impl Fn(usize) -> bool) -> bool {
        let width = self.part.width.max(1) as usize;
        let differs = |at: usize| self.apart.get(at).is_some_and(|&apart| apart > 2 * FAINT) && is_open(at);
        let rows = [at.checked_sub(width), Some(at), at.checked_add(width)];
        rows.into_iter().all(|row| {
            row.and_then(|row| row.checked_sub(1)).is_some_and(|first| (first..first + 3).all(differs))
        })
    }

    /// Whether a pixel differs by more than an edge that both pages have. An edge that is drawn twice differs by a quarter
    /// of the shades that meet there: of the part `c` of a pixel that a drawing covers, `c(1 - c)` more is covered. An edge
    /// that moves by a hundredth of a pixel differs by as much, as a pixel is sampled in four rows.
    fn is_more_than_edge(&self, at: usize) -> bool {
        let Some(apart) = self.apart.get(at).copied() else { return false };
        let [found, made] = [0, 1].map(|page| {
            self.about(at, page)
                .map_or(0, |(low, high)| (0..3).map(|part| high[part] - low[part]).max().unwrap_or(0))
        });
        let least = found.min(made);
        let edge = if least > FAINT { found.max(made) } else { least };
        apart > FAINT.saturating_add(edge / 3)
    }

    /// The lowest and the highest shades of the nine pixels about a place on one of the pages.
    fn about(&self, at: usize, page: usize) -> Option<([u8; 4], [u8; 4])> {
        let width = self.part.width.max(1) as usize;
        let pixels = self.both.get(page)?.as_chunks::<4>().0;
        let (mut low, mut high) = ([u8::MAX; 4], [0; 4]);
        for middle in [at.checked_sub(width), Some(at), at.checked_add(width)].into_iter().flatten() {
            for pixel in pixels.get(middle.saturating_sub(1)..middle + 2).unwrap_or_default() {
                let pixel = on_paper(*pixel);
                for part in 0..3 {
                    low[part] = low[part].min(pixel[part]);
                    high[part] = high[part].max(pixel[part]);
                }
            }
        }
        Some((low, high))
    }
}
