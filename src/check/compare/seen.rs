//! Two pages as pixels: where an eye sees a difference.

use kurbo::{Affine, Rect, Size, Vec2};

use crate::base::units::{MM_PER_INCH, PT_PER_MM};
use crate::raster::{Pages, Part, draw_areas};
use crate::read::svg_areas;

/// How many pixels an inch has: 0.05 mm are four tenths of a pixel, which is 100 of 255 shades beside black.
const DPI: f64 = 200.0;
/// The most pixels of a page.
const MOST: f64 = 24e6;
/// What an eye does not see, of 255 shades.
pub const FAINT: u8 = 8;
/// What no mark explains is told from so many shades on, of 255, since other programs draw edges in other ways.
pub const PLAIN: u8 = 64;
/// So many pixels are a difference: one may be an edge that falls on the other side of a pixel's middle.
const FEW: usize = 3;
/// The sides of the squares in which differences are gathered that no mark explains, in mm.
const GATHERED: f64 = 8.0;

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
    /// Whether words are labels of what is drawn, as in an SVG of ours.
    pub are_labels: bool,
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
    pixels: (u32, u32),
    /// The part of it.
    part: Part,
}

impl Grid {
    /// The part of a page of a size in mm.
    fn of(size: Size, part: Rect) -> Self {
        let inches = size.area() / (MM_PER_INCH * MM_PER_INCH);
        let scale = DPI.min((MOST / inches.max(1e-6)).sqrt()) / MM_PER_INCH;
        let pixels = ((size.width * scale).ceil() as u32, (size.height * scale).ceil() as u32);
        let cut = |low: f64, high: f64, most: u32| {
            let low = ((low * scale).floor() - 4.0).clamp(0.0, f64::from(most)) as u32;
            let high = ((high * scale).ceil() + 4.0).clamp(0.0, f64::from(most)) as u32;
            (low, high.saturating_sub(low).max(1))
        };
        let ((left, width), (top, height)) =
            (cut(part.x0, part.x1, pixels.0), cut(part.y0, part.y1, pixels.1));
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
        let wide = f64::from(self.pixels.0) / self.size.width;
        let high = f64::from(self.pixels.1) / self.size.height;
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
        let are_labels = matches!(pictures, Pictures::Svg(..));
        Some(Self { part, scale, apart, both: [there, wanted], same, are_labels })
    }

    /// Whether a pixel at a place, in mm, is more than so many shades apart.
    pub fn differs(&self, rect: Rect, shades: u8) -> bool {
        self.pixels(rect).any(|at| self.apart.get(at).is_some_and(|&apart| apart > shades))
    }

    /// The same, where things may lie a part of a pixel beside their place.
    pub fn differs_beside(&self, rect: Rect, shades: u8) -> bool {
        self.pixels(rect).any(|at| self.is_other(at, shades))
    }

    /// Whether nine pixels in a square are all more than so many shades apart: of an edge that is drawn in another way,
    /// they are not.
    pub fn differs_inside(&self, rect: Rect, shades: u8) -> bool {
        let is_apart = |at: usize| self.apart.get(at).is_some_and(|&apart| apart > shades);
        let width = self.part.width as usize;
        let square =
            |at: usize| [0, width, 2 * width].iter().all(|row| (0..3).all(|next| is_apart(at + row + next)));
        self.pixels(rect).any(square)
    }

    /// Whether letters that another program may draw in another way are seen to be others.
    pub fn differs_in_letters(&self, rect: Rect) -> bool {
        let others = self.pixels(rect).filter(|&at| self.is_other(at, PLAIN));
        self.differs(rect, 2 * PLAIN) || others.take(FEW).count() == FEW
    }

    /// Whether a pixel is more than so many shades from its like, and no pixel about its like explains that.
    fn is_other(&self, at: usize, shades: u8) -> bool {
        let [there, wanted] = &self.both;
        self.apart.get(at).is_some_and(|&apart| apart > shades)
            && (self.stands_out(at, there, wanted) || self.stands_out(at, wanted, there))
    }

    /// Whether a pixel has a shade that the nine pixels about its place on the other page have not, nor any between
    /// theirs: what lies a part of a pixel beside its place has such shades. Where these are far apart, as along an edge,
    /// a third of that is let pass, since other programs draw edges in other ways.
    fn stands_out(&self, at: usize, page: &[u8], other: &[u8]) -> bool {
        let width = self.part.width.max(1) as usize;
        let (page, other) = (page.as_chunks::<4>().0, other.as_chunks::<4>().0);
        let Some(own) = page.get(at).copied().map(on_paper) else { return false };
        let (mut low, mut high) = ([u8::MAX; 4], [0; 4]);
        for middle in [at.checked_sub(width), Some(at), at.checked_add(width)].into_iter().flatten() {
            for pixel in other.get(middle.saturating_sub(1)..middle + 2).unwrap_or_default() {
                let pixel = on_paper(*pixel);
                for part in 0..3 {
                    let shade = pixel[part];
                    if shade < low[part] {
                        low[part] = shade;
                    }
                    if shade > high[part] {
                        high[part] = shade;
                    }
                }
            }
        }
        (0..3).any(|part| {
            let far = FAINT.saturating_add(high[part].saturating_sub(low[part]) / 3);
            own[part].saturating_add(far) < low[part] || own[part] > high[part].saturating_add(far)
        })
    }

    /// The numbers of the pixels at a place, in mm.
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
        rows.flat_map(move |row| columns.clone().map(move |column| row * width + column))
    }

    /// Where else the pages differ plainly than at these places: in squares, in reading order.
    pub fn rest(&self, told: &[Rect]) -> Vec<Rect> {
        let side = (GATHERED * self.scale).max(1.0) as usize;
        let (width, height) = (self.part.width as usize, self.part.height as usize);
        let corner = Vec2::new(f64::from(self.part.left), f64::from(self.part.top));
        let place = |x: f64, y: f64| ((Vec2::new(x, y) + corner) / self.scale).to_point();
        let mut squares = Vec::new();
        for top in (0..height).step_by(side) {
            for left in (0..width).step_by(side) {
                let (bottom, right) = ((top + side).min(height), (left + side).min(width));
                let square =
                    Rect::from_points(place(left as f64, top as f64), place(right as f64, bottom as f64));
                let near: Vec<&Rect> =
                    told.iter().filter(|rect| rect.inflate(1.0, 1.0).overlaps(square)).collect();
                let is_told = |x: usize, y: usize| {
                    let at = place(x as f64 + 0.5, y as f64 + 0.5);
                    near.iter().any(|rect| rect.inflate(0.5, 0.5).contains(at))
                };
                let rows = (top..bottom).filter(|&y| self.same.get(y) == Some(&false));
                let plain = rows.flat_map(|y| (left..right).map(move |x| (x, y)));
                let plain = plain.filter(|&(x, y)| self.is_other(y * width + x, PLAIN) && !is_told(x, y));
                if plain.take(FEW).count() == FEW {
                    squares.push(square);
                }
            }
        }
        squares
    }
}
