//! Compares two files as pixels: where they differ, and whether the difference is visible.
//!
//! - In: two files, each a PDF or the sheets of an SVG.
//! - Out: the pixels that differ, with their positions in mm.
//! - Not here: differences between screen and print ([`super::printed`] handles these first), and
//!   what the checker reported.
//!
//! The project's own raster draws both files.
//!
//! If a page of a one-sided print is rotated, the print is still correct, because a person can turn the
//! paper. So a rotated page is rotated back before it is compared. Files with backs are compared without
//! rotation, because rotating a back moves it behind other fronts.

use hexpress::raster::{CanvasPart, PageView, Pages, draw_areas};
use hexpress::read::{Painted, svg, svg_areas};
use hexpress::scene::PixelSize;
use kurbo::{Affine, Point, Rect, Size};

use super::printed::printed;

/// Limits for the difference between two shades, which range from 0 to 255.
///
/// Two pixels differ if their shades differ by more than `ANY`. The difference is visible if one of the two
/// pixels also differs by more than `VISIBLE_DIFFERENCE` from all pixels around the other one.
const VISIBLE_DIFFERENCE: u8 = 40;
const MIN_DIFFERENCE: u8 = 3;
/// The number of pixels that are compared at once.
const PIXELS_PER_RUN: usize = 32;
/// A sheet counts as rotated if rotating it back leaves fewer than 1/`ROTATION_RATIO` of the differing
/// pixels.
const ROTATION_RATIO: usize = 4;

pub type Files = [(String, Vec<u8>)];

/// The sheets of files, ready to be drawn.
pub enum Sheets {
    /// Pages, and the size of each page's unit in points.
    Pdf(Pages, Vec<f64>),
    Svg(Vec<(Size, Vec<Painted>)>),
}

/// A part of a sheet as pixels of four bytes.
pub struct Picture {
    part: CanvasPart,
    /// Pixels per millimetre.
    scale: f64,
    rgba: Vec<u8>,
}

/// The rotation of a sheet: the number of right angles clockwise.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Turn(u8);

impl Turn {
    pub const NONE: Self = Self(0);
    const OTHERS: [Self; 3] = [Self(1), Self(2), Self(3)];

    /// Returns the transform that rotates a sheet of this size back.
    fn back(self, size: Size) -> Affine {
        match self.0 {
            0 => Affine::IDENTITY,
            1 => Affine::new([0.0, -1.0, 1.0, 0.0, 0.0, size.width]),
            2 => Affine::new([-1.0, 0.0, 0.0, -1.0, size.width, size.height]),
            _ => Affine::new([0.0, 1.0, -1.0, 0.0, size.height, 0.0]),
        }
    }

    fn size(self, size: Size) -> Size {
        if self.0.is_multiple_of(2) { size } else { Size::new(size.height, size.width) }
    }
}

impl Sheets {
    /// Opens the sheets of files. Returns `None` if a file cannot be drawn.
    pub fn open(files: &Files) -> Option<Self> {
        if !files.iter().any(|(name, _)| name.ends_with(".svg")) {
            let bytes = printed(&files.first()?.1);
            let units = bytes.windows(9).any(|word| word == b"/UserUnit").then(|| units(&bytes));
            let pages = Pages::open(bytes)?;
            let units = units.unwrap_or_else(|| vec![1.0; pages.sizes().len()]);
            return Some(Self::Pdf(pages, units));
        }
        let sheet = |bytes: &[u8]| {
            let size = svg(bytes).ok()?.document.pages.first()?.media.size();
            Some((size, svg_areas(bytes).ok()?))
        };
        Some(Self::Svg(files.iter().map(|(_, bytes)| sheet(bytes)).collect::<Option<_>>()?))
    }

    /// Returns the size of each sheet in mm.
    pub fn sizes(&self) -> Vec<Size> {
        match self {
            Self::Pdf(pages, units) => {
                let mm = |((w, h), unit): ((f64, f64), &f64)| Size::new(w, h) * (unit * 25.4 / 72.0);
                pages.sizes().into_iter().zip(units).map(mm).collect()
            }
            Self::Svg(sheets) => sheets.iter().map(|(size, _)| *size).collect(),
        }
    }

    /// Draws a sheet with `dpi` pixels per inch. `part` is in mm; without it, the whole sheet is
    /// drawn.
    pub fn picture(&self, at: usize, turn: Turn, part: Option<Rect>, dpi: u32) -> Picture {
        let scale = f64::from(dpi) / 25.4;
        let own_size = self.sizes()[at];
        let size = turn.size(own_size);
        // The picture of a whole sheet is stretched slightly, to a whole number of pixels across and down.
        // Otherwise, a rotated sheet would have other pixels.
        let pixels = |mm: f64| (mm * scale).round().max(1.0);
        let (wide, high) = (pixels(size.width), pixels(size.height));
        let all = Rect::new(0.0, 0.0, wide, high);
        let wanted = part.map_or(all, |part| (part.scale_from_origin(scale)).expand().intersect(all));
        let part = CanvasPart {
            left: wanted.x0 as u32,
            top: wanted.y0 as u32,
            width: wanted.width().max(1.0) as u32,
            height: wanted.height().max(1.0) as u32,
        };
        let mut rgba = Vec::with_capacity(4 * part.width as usize * part.height as usize);
        let mut take = |band: &[u8]| rgba.extend_from_slice(band);
        let fit = Affine::scale_non_uniform(wide / size.width, high / size.height);
        let is_drawn = match self {
            Self::Pdf(pages, units) => {
                let to_canvas = fit * turn.back(own_size) * Affine::scale(units[at] * 25.4 / 72.0);
                pages.draw(&PageView { page: at, to_canvas, part }, &pages.caches(), take)
            }
            Self::Svg(sheets) => {
                let way = Affine::translate((-wanted.origin().to_vec2()) / scale) * turn.back(own_size);
                let place = |area: &Painted| Painted {
                    path: way * area.path.clone(),
                    clips: area.clips.iter().map(|clip| (way * (**clip).clone()).into()).collect(),
                    ..area.clone()
                };
                let areas: Vec<Painted> = sheets[at].1.iter().map(place).collect();
                draw_areas(&areas, scale, PixelSize::new(part.width, part.height), &mut take)
            }
        };
        assert!(is_drawn, "sheet {at} cannot be drawn");
        Picture { part, scale, rgba }
    }
}

/// Returns the size of each page's unit in points (ISO 32000-1, table 30).
fn units(bytes: &[u8]) -> Vec<f64> {
    let file = lopdf::Document::load_mem(bytes).unwrap();
    let unit = |page: lopdf::ObjectId| {
        let unit = file.get_dictionary(page).ok()?.get(b"UserUnit").and_then(lopdf::Object::as_float);
        unit.ok().map(f64::from)
    };
    file.get_pages().into_values().map(|page| unit(page).unwrap_or(1.0)).collect()
}

/// Returns the colour of a pixel on white paper.
fn on_paper(pixel: [u8; 4]) -> [u8; 3] {
    let white = 255 - pixel[3];
    [pixel[0].saturating_add(white), pixel[1].saturating_add(white), pixel[2].saturating_add(white)]
}

impl Picture {
    /// Returns the lowest and the highest shades of a pixel and its neighbours, for red, green and
    /// blue.
    fn about(&self, at: usize) -> ([u8; 3], [u8; 3]) {
        let width = self.part.width as usize;
        let (mut low, mut high) = ([255; 3], [0; 3]);
        let pixels = self.rgba.as_chunks::<4>().0;
        for middle in [at.checked_sub(width), Some(at), Some(at + width)].into_iter().flatten() {
            for pixel in pixels.get(middle.saturating_sub(1)..middle + 2).unwrap_or_default() {
                let pixel = on_paper(*pixel);
                for part in 0..3 {
                    low[part] = low[part].min(pixel[part]);
                    high[part] = high[part].max(pixel[part]);
                }
            }
        }
        (low, high)
    }
}

fn far(a: [u8; 3], b: [u8; 3]) -> u8 {
    let far = |part: usize| a[part].abs_diff(b[part]);
    far(0).max(far(1)).max(far(2))
}

/// Two pictures of the same part of a sheet, and the pixels that differ.
pub struct Pair<'p> {
    found: Picture,
    made: &'p Picture,
    /// The indices of the pixels that differ, row by row.
    pub pixels: Vec<usize>,
}

impl<'p> Pair<'p> {
    pub fn new(found: Picture, made: &'p Picture) -> Self {
        let width = found.part.width as usize;
        let mut pixels = Vec::new();
        // Most rows and runs are equal, so they are compared as a whole first.
        for (row, (a, b)) in found.rgba.chunks(4 * width).zip(made.rgba.chunks(4 * width)).enumerate() {
            if a == b {
                continue;
            }
            for (run, (a, b)) in a.chunks(4 * PIXELS_PER_RUN).zip(b.chunks(4 * PIXELS_PER_RUN)).enumerate() {
                if a == b {
                    continue;
                }
                for (at, (a, b)) in a.as_chunks::<4>().0.iter().zip(b.as_chunks::<4>().0).enumerate() {
                    if a != b && far(on_paper(*a), on_paper(*b)) > MIN_DIFFERENCE {
                        pixels.push(row * width + run * PIXELS_PER_RUN + at);
                    }
                }
            }
        }
        Self { found, made, pixels }
    }

    /// Returns the centre of a pixel in mm.
    pub fn place(&self, at: usize) -> Point {
        let Picture { part, scale, .. } = &self.found;
        let (row, column) = (at / part.width as usize, at % part.width as usize);
        let x = f64::from(part.left) + column as f64 + 0.5;
        let y = f64::from(part.top) + row as f64 + 0.5;
        Point::new(x / scale, y / scale)
    }

    /// Returns true if most of the differing pixels become equal when the sheet is rotated by 180
    /// degrees.
    fn is_turned(&self) -> bool {
        let [found, made] = [&self.found, self.made].map(|one| one.rgba.as_chunks::<4>().0);
        let is_other =
            |at: usize| far(on_paper(found[found.len() - 1 - at]), on_paper(made[at])) > VISIBLE_DIFFERENCE;
        let others = self.pixels.iter().filter(|at| is_other(**at)).count();
        others * ROTATION_RATIO < self.pixels.len()
    }

    /// Returns true if the difference at a pixel is visible, even next to an edge.
    pub fn is_plain(&self, at: usize) -> bool {
        let [a, b] = [&self.found, self.made].map(|one| on_paper(one.rgba.as_chunks::<4>().0[at]));
        let stands_out = |own: [u8; 3], about: &Picture| {
            let (low, high) = about.about(at);
            (0..3).any(|part| {
                let more = VISIBLE_DIFFERENCE.saturating_add((high[part] - low[part]) / 3);
                own[part].saturating_add(more) < low[part] || own[part] > high[part].saturating_add(more)
            })
        };
        far(a, b) > VISIBLE_DIFFERENCE && (stands_out(a, self.made) || stands_out(b, &self.found))
    }
}

/// The result of comparing a found sheet with the expected sheet: the rotation of the found sheet, and the
/// pixels that differ.
pub struct Compared<'p> {
    pub turn: Turn,
    pub pair: Pair<'p>,
}

/// Compares a whole sheet. Tries every rotation if the sheet has one side.
///
/// Returns `None` if the sizes differ.
pub fn compared<'p>(
    sheets: &Sheets,
    at: usize,
    made: &'p Picture,
    size: Size,
    is_two_sided: bool,
    dpi: u32,
) -> Option<Compared<'p>> {
    let own_size = sheets.sizes()[at];
    let fits = |turn: Turn| {
        let size_of = turn.size(own_size);
        (size_of.width - size.width).abs() < 0.1 && (size_of.height - size.height).abs() < 0.1
    };
    let look = |turn: Turn| Compared { turn, pair: Pair::new(sheets.picture(at, turn, None, dpi), made) };
    let is_pdf = matches!(sheets, Sheets::Pdf(..));
    let others = || Turn::OTHERS.into_iter().filter(|turn| is_pdf && !is_two_sided && fits(*turn));
    let fewest = |all: &mut dyn Iterator<Item = Turn>| all.map(look).min_by_key(|one| one.pair.pixels.len());
    if !fits(Turn::NONE) {
        return fewest(&mut others());
    }
    let plain = look(Turn::NONE);
    if !plain.pair.is_turned() {
        return Some(plain);
    }
    let turned =
        fewest(&mut others()).filter(|one| one.pair.pixels.len() * ROTATION_RATIO < plain.pair.pixels.len());
    Some(turned.unwrap_or(plain))
}
