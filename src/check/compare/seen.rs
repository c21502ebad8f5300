//! Two pages as pixels: where an eye sees a difference.

use kurbo::{Rect, Size};

use crate::base::units::MM_PER_INCH;
use crate::raster::{Pages, draw_areas};
use crate::read::svg_areas;

/// How many pixels an inch has: 0.05 mm are four tenths of a pixel, which is 100 of 255 shades beside black.
const DPI: f64 = 200.0;
/// The most pixels of a page.
const MOST: f64 = 24e6;
/// What no mark explains is told from so many shades on, of 255, since other programs draw edges in other ways.
const PLAIN: u8 = 64;
/// The sides of the squares in which differences are gathered that no mark explains, in mm.
const GATHERED: f64 = 8.0;

/// Where two pages differ.
pub struct Seen {
    width: usize,
    height: usize,
    /// Pixels in a millimetre.
    scale: f64,
    /// How far the shades of each pixel are apart.
    apart: Vec<u8>,
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

/// How large a page is as pixels.
#[derive(Clone, Copy)]
struct Grid {
    /// Pixels in a millimetre.
    scale: f64,
    pixels: (u32, u32),
}

impl Grid {
    fn of(size: Size) -> Self {
        let inches = size.area() / (MM_PER_INCH * MM_PER_INCH);
        let dpi = DPI.min((MOST / inches.max(1e-6)).sqrt());
        let scale = dpi / MM_PER_INCH;
        let pixels = ((size.width * scale).ceil() as u32, (size.height * scale).ceil() as u32);
        Self { scale, pixels }
    }

    /// What is drawn as rows of red, green, blue and alpha.
    fn rows(self, draw: impl FnOnce(&mut dyn FnMut(&[u8])) -> bool) -> Option<Vec<u8>> {
        let mut all = Vec::with_capacity(self.pixels.0 as usize * self.pixels.1 as usize * 4);
        draw(&mut |band| all.extend_from_slice(band)).then_some(all)
    }

    fn page(self, pages: &Pages, index: usize) -> Option<Vec<u8>> {
        let kept = pages.kept();
        self.rows(|take| pages.draw(index, self.pixels, &kept, take))
    }

    fn sheet(self, svg: &[u8]) -> Option<Vec<u8>> {
        let areas = svg_areas(svg).ok()?;
        self.rows(|take| draw_areas(&areas, self.scale, self.pixels, take))
    }
}

/// How far two pixels are apart on white paper: colours are multiplied by how opaque they are.
fn far(a: &[u8; 4], b: &[u8; 4]) -> u8 {
    let on_paper = |pixel: &[u8; 4], part: usize| pixel[part].saturating_add(255 - pixel[3]);
    (0..3).map(|part| on_paper(a, part).abs_diff(on_paper(b, part))).max().unwrap_or(0)
}

impl Seen {
    /// Draws a page of each file, `found` and `made` by number, and compares the two. None if one cannot be drawn.
    pub fn of(pictures: &Pictures<'_>, found: usize, made: usize, size: Size) -> Option<Self> {
        let grid = Grid::of(size);
        let (there, wanted) = match pictures {
            Pictures::Pdf(there, wanted) => (grid.page(there, found)?, grid.page(wanted, made)?),
            Pictures::Svg(there, wanted) => (grid.sheet(there)?, grid.sheet(wanted)?),
        };
        let Grid { scale, pixels } = grid;
        let width = pixels.0.max(1) as usize;
        let rows = there.chunks_exact(width * 4).zip(wanted.chunks_exact(width * 4));
        let (mut apart, mut same) = (Vec::with_capacity(width * pixels.1 as usize), Vec::new());
        for (there, wanted) in rows {
            same.push(there == wanted);
            match there == wanted {
                true => apart.resize(apart.len() + width, 0),
                false => {
                    let (there, wanted) = (there.as_chunks().0, wanted.as_chunks().0);
                    apart.extend(there.iter().zip(wanted).map(|(a, b)| far(a, b)));
                }
            }
        }
        let are_labels = matches!(pictures, Pictures::Svg(..));
        Some(Self { width, height: pixels.1 as usize, scale, apart, same, are_labels })
    }

    /// Whether a pixel at a place, in mm, is more than so many shades apart.
    pub fn differs(&self, rect: Rect, shades: u8) -> bool {
        let cells = |low: f64, high: f64, most: usize| {
            let low = ((low * self.scale).floor() - 1.0).clamp(0.0, most as f64) as usize;
            let high = ((high * self.scale).ceil() + 1.0).clamp(0.0, most as f64) as usize;
            low..high.max(low)
        };
        let columns = cells(rect.x0, rect.x1, self.width);
        cells(rect.y0, rect.y1, self.height).any(|row| {
            let start = row * self.width;
            let pixels = self.apart.get(start + columns.start..start + columns.end);
            pixels.is_some_and(|pixels| pixels.iter().any(|&apart| apart > shades))
        })
    }

    /// Where else the pages differ plainly than at these places: in squares, in reading order.
    pub fn rest(&self, told: &[Rect]) -> Vec<Rect> {
        let side = (GATHERED * self.scale).max(1.0) as usize;
        let mut squares = Vec::new();
        for top in (0..self.height).step_by(side) {
            for left in (0..self.width).step_by(side) {
                let (bottom, right) = ((top + side).min(self.height), (left + side).min(self.width));
                let [x0, y0, x1, y1] = [left, top, right, bottom].map(|pixel| pixel as f64 / self.scale);
                let square = Rect::new(x0, y0, x1, y1);
                let near: Vec<&Rect> =
                    told.iter().filter(|rect| rect.inflate(1.0, 1.0).overlaps(square)).collect();
                let is_told = |x: usize, y: usize| {
                    let at = kurbo::Point::new((x as f64 + 0.5) / self.scale, (y as f64 + 0.5) / self.scale);
                    near.iter().any(|rect| rect.inflate(0.5, 0.5).contains(at))
                };
                let rows = (top..bottom).filter(|&y| self.same.get(y) == Some(&false));
                let plain = rows.flat_map(|y| (left..right).map(move |x| (x, y)));
                let plain = plain.filter(|&(x, y)| {
                    self.apart.get(y * self.width + x).is_some_and(|&apart| apart > PLAIN) && !is_told(x, y)
                });
                // One pixel may be an edge that falls on the other side of a pixel's middle.
                if plain.take(3).count() == 3 {
                    squares.push(square);
                }
            }
        }
        squares
    }
}
