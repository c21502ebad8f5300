//! Simulates the print of a page: the ink on the sheet, and where the printer puts the ink.

use kurbo::{Affine, Point, Rect, Size, Vec2};

use crate::random::Random;
use hexpress_read::raster::{CanvasPart, PageView, Pages};
use hexpress_scan::light;
use hexpress_scan::plane::Plane;

/// The usual resolution of ink, in pixels per mm: 600 dpi.
pub const INK_PER_MM: f64 = 600.0 / 25.4;

/// An ink that may be used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    Cyan,
    Magenta,
    Yellow,
}

/// The errors of a printer.
#[derive(Debug, Clone)]
pub struct Printer {
    /// The factors by which horizontal and vertical lengths are changed.
    pub scale: [f64; 2],
    /// The skew in degrees.
    pub skew: f64,
    /// The clockwise rotation of the print on the paper, in degrees.
    pub turn: f64,
    /// How far the centre of the page is shifted on the paper, in mm.
    pub offset: Vec2,
    /// The printer displaces the ink unevenly, like a slow wave across the page. This is the largest
    /// displacement, in mm. `phase` says where the wave begins.
    pub warp: f64,
    pub phase: f64,
    /// The standard deviation of random shifts of the ink, in mm.
    pub jitter: f64,
    /// How far ink spreads beyond its edges, in mm.
    pub gain: f64,
    /// Whether greys are printed as halftone dots of black, with 85 dots per inch.
    pub halftone: bool,
    pub missing: Option<Missing>,
    /// The width of the strip along the edges of the paper that stays white, in mm.
    pub margin: f64,
}

impl Default for Printer {
    fn default() -> Self {
        Self {
            scale: [1.0; 2],
            skew: 0.0,
            turn: 0.0,
            offset: Vec2::ZERO,
            warp: 0.0,
            phase: 0.0,
            jitter: 0.0,
            gain: 0.0,
            halftone: false,
            missing: None,
            margin: 0.0,
        }
    }
}

/// A fault of a print, in coordinates of the page in mm.
#[derive(Debug, Clone, Copy)]
pub enum Planted {
    /// The content of a rectangle is shifted by a vector. The shifted content covers what is in its
    /// new place, and leaves bare paper in its old place.
    Moved(Rect, Vec2),
    /// A rectangle stays white.
    Erased(Rect),
    /// A grey disc covers the print. The values are its centre, its radius and its grey value.
    Covered(Point, f64, f32),
    /// The content of a rectangle is smeared to the right. The number is the length of the smear in
    /// mm.
    Smeared(Rect, f64),
    /// A white streak across the whole page. The numbers are its distance from the top, and its
    /// width, in mm.
    Streak(f64, f64),
}

/// A page before it is printed. Its pixels have red, green and blue values with 8 bits.
pub struct Original {
    pub size: Size,
    /// The number of pixels per mm.
    per_mm: f64,
    width: usize,
    height: usize,
    colours: Vec<[u8; 3]>,
}

impl Original {
    /// Draws a page with the usual resolution of ink. Returns `None` if it cannot be drawn.
    pub fn draw(pages: &Pages, page: usize) -> Option<Self> {
        Self::draw_at(pages, page, INK_PER_MM)
    }

    /// Draws a page with this number of pixels per mm. A scan of the page may have at most half as many
    /// pixels per mm. Returns `None` if the page cannot be drawn.
    pub fn draw_at(pages: &Pages, page: usize, per_mm: f64) -> Option<Self> {
        let size = hexpress_scan::page::size(pages, page)?;
        let pixels = size * per_mm;
        let (width, height) = (pixels.width.ceil() as usize, pixels.height.ceil() as usize);
        let part = CanvasPart { left: 0, top: 0, width: width as u32, height: height as u32 };
        let view = PageView { page, to_canvas: Affine::scale(per_mm * 25.4 / 72.0), part };
        let mut colours = Vec::with_capacity(width * height);
        let is_drawn = pages.draw(&view, &pages.caches(), |band| {
            colours.extend(band.chunks_exact(4).map(|pixel| {
                let white = 255 - pixel[3];
                [pixel[0] + white, pixel[1] + white, pixel[2] + white]
            }));
        });
        is_drawn.then_some(Self { size, per_mm, width, height, colours })
    }

    /// Returns the page with another colour in an area. Only the colour `from` and similar colours are
    /// replaced.
    pub fn recoloured(&self, area: Rect, from: [u8; 3], to: [u8; 3]) -> Self {
        /// How far each channel of a pixel may be from `from`.
        const MAX_DIFFERENCE: u8 = 12;
        let mut colours = self.colours.clone();
        let [left, top, right, bottom] = pixels(area, self.per_mm, self.width, self.height);
        for y in top..bottom {
            for colour in &mut colours[y * self.width + left..y * self.width + right] {
                if colour.iter().zip(from).all(|(value, from)| value.abs_diff(from) <= MAX_DIFFERENCE) {
                    *colour = to;
                }
            }
        }
        Self { colours, ..*self }
    }

    /// Returns the colour of the page at a point in mm. Returns `None` if the point is outside of
    /// the page.
    pub fn colour(&self, at: Point) -> Option<[u8; 3]> {
        let at = at.to_vec2() * self.per_mm;
        let is_inside =
            at.x >= 0.0 && at.y >= 0.0 && (at.x as usize) < self.width && (at.y as usize) < self.height;
        is_inside.then(|| self.colours[at.y as usize * self.width + at.x as usize])
    }

    /// Returns the light that the ink on the page reflects, from 0 to 1. The faults are included, and
    /// also the errors of the printer that do not move the ink, such as a halftone.
    pub fn ink(&self, printer: &Printer, faults: &[Planted]) -> Ink {
        self.ink_of(printer, faults, grey_of)
    }

    /// Returns the light of one channel of the ink: red, green or blue.
    pub fn channel(&self, channel: usize, printer: &Printer, faults: &[Planted]) -> Ink {
        self.ink_of(printer, faults, |colour| f32::from(colour[channel]))
    }

    fn ink_of(&self, printer: &Printer, faults: &[Planted], grey: impl Fn([u8; 3]) -> f32) -> Ink {
        let values = self.colours.iter().map(|colour| grey(without(printer.missing, *colour))).collect();
        let mut plane = Plane { width: self.width, height: self.height, values };
        faults.iter().for_each(|fault| plant(&mut plane, self.per_mm, fault));
        if printer.halftone {
            halftone(&mut plane, self.per_mm);
        }
        let mut plane = plane.map(reflected);
        if printer.gain > 0.0 {
            plane = spread(&plane, printer.gain * self.per_mm);
        }
        Ink { plane, size: self.size, per_mm: self.per_mm }
    }
}

/// The light that the ink of a page reflects.
pub struct Ink {
    pub plane: Plane,
    pub size: Size,
    pub per_mm: f64,
}

impl Ink {
    /// Returns the ink at a lower resolution. Halves the resolution as long as each pixel of the scan
    /// covers at least two pixels of the ink in each direction.
    pub fn for_scan(mut self, pixels_per_mm: f64) -> Self {
        while self.per_mm > 3.99 * pixels_per_mm {
            self.plane = self.plane.halved();
            self.per_mm /= 2.0;
        }
        self
    }
}

/// Ink on a sheet of paper.
pub(crate) struct PrintedSheet<'i> {
    pub ink: &'i Ink,
    /// The width of the strip along the edges of the paper that stays white, in mm.
    pub margin: f64,
}

impl PrintedSheet<'_> {
    /// Returns the light that a point reflects. `paper` is the point on the paper. `page` is the point
    /// of the page that is printed there. Both are in mm. Returns `None` if the point is not on the
    /// sheet.
    pub fn light(&self, paper: Point, page: Point) -> Option<f32> {
        let sheet = self.ink.size.to_rect();
        if !sheet.contains(paper) {
            return None;
        }
        let per_mm = self.ink.per_mm;
        let is_printed = sheet.inset(-self.margin).contains(paper);
        let ink = if is_printed { self.ink.plane.sample(page.x * per_mm, page.y * per_mm) } else { None };
        Some(ink.unwrap_or_else(|| reflected(255.0)))
    }
}

/// Returns the light, from 0 to 1, that a place with this grey value reflects. Even the blackest ink
/// reflects a little light, and white paper does not reflect all light.
fn reflected(grey: f32) -> f32 {
    const MIN_BLACK: f32 = 20.0;
    light::of_grey(MIN_BLACK + grey * (255.0 - MIN_BLACK - 10.0) / 255.0) / 255.0
}

/// Returns a colour as it looks if an ink is used up.
fn without(missing: Option<Missing>, [red, green, blue]: [u8; 3]) -> [u8; 3] {
    match missing {
        None => [red, green, blue],
        Some(Missing::Cyan) => [255, green, blue],
        Some(Missing::Magenta) => [red, 255, blue],
        Some(Missing::Yellow) => [red, green, 255],
    }
}

/// Returns the grey value of a colour.
fn grey_of(colour: [u8; 3]) -> f32 {
    light::to_grey(light::of_colour(colour))
}

fn pixels(rect: Rect, per_mm: f64, width: usize, height: usize) -> [usize; 4] {
    let bound = |mm: f64, most: usize| ((mm * per_mm).round().max(0.0) as usize).min(most);
    [bound(rect.x0, width), bound(rect.y0, height), bound(rect.x1, width), bound(rect.y1, height)]
}

fn plant(plane: &mut Plane, per_mm: f64, fault: &Planted) {
    let before = plane.clone();
    match *fault {
        Planted::Moved(rect, by) => {
            plant(plane, per_mm, &Planted::Erased(rect));
            let [left, top, right, bottom] = pixels(rect + by, per_mm, plane.width, plane.height);
            for y in top..bottom {
                for x in left..right {
                    let from = Vec2::new(x as f64 + 0.5, y as f64 + 0.5) - by * per_mm;
                    plane.values[y * plane.width + x] = before.sample(from.x, from.y).unwrap_or(255.0);
                }
            }
        }
        Planted::Erased(rect) => {
            let [left, top, right, bottom] = pixels(rect, per_mm, plane.width, plane.height);
            (top..bottom)
                .for_each(|y| plane.values[y * plane.width + left..y * plane.width + right].fill(255.0));
        }
        Planted::Covered(centre, radius, grey) => {
            let around = Rect::from_center_size(centre, (2.0 * radius, 2.0 * radius));
            let [left, top, right, bottom] = pixels(around, per_mm, plane.width, plane.height);
            for y in top..bottom {
                for x in left..right {
                    let at = Point::new(x as f64 + 0.5, y as f64 + 0.5) - centre.to_vec2() * per_mm;
                    if at.to_vec2().hypot() < radius * per_mm {
                        plane.values[y * plane.width + x] = grey;
                    }
                }
            }
        }
        Planted::Smeared(rect, length) => {
            let [left, top, right, bottom] = pixels(rect, per_mm, plane.width, plane.height);
            let steps = (length * per_mm) as usize;
            for y in top..bottom {
                for x in left..right {
                    let row = &before.row(y)[x.saturating_sub(steps)..=x];
                    plane.values[y * plane.width + x] = row.iter().sum::<f32>() / row.len() as f32;
                }
            }
        }
        Planted::Streak(top, width) => {
            let all = Rect::new(0.0, top, 1e4, top + width);
            plant(plane, per_mm, &Planted::Erased(all));
        }
    }
}

/// Converts greys into dots of black, on a halftone screen of 85 lines per inch at 45 degrees.
fn halftone(plane: &mut Plane, per_mm: f64) {
    // Along both axes, the dots repeat after a whole number of pixels, as in printers: 10 pixels at 600
    // dpi. Otherwise dots of the same grey would have different sizes in different parts of the page.
    let period = (std::f64::consts::SQRT_2 * per_mm * 25.4 / 85.0).round();
    let turn = std::f64::consts::TAU / period;
    let width = plane.width;
    let cosines: Vec<f32> =
        (0..=4096).map(|i| libm::cos(std::f64::consts::TAU * f64::from(i) / 4096.0) as f32).collect();
    let cosine = |angle: f64| {
        let turns = angle / std::f64::consts::TAU;
        cosines[((turns - turns.floor()) * 4096.0) as usize]
    };
    for (index, value) in plane.values.iter_mut().enumerate() {
        // The offsets 0.31 and 0.13 make the thresholds of all pixels of a dot different. So dots can
        // have as many different sizes as possible.
        let (x, y) = ((index % width) as f64 + 0.31, (index / width) as f64 + 0.13);
        let threshold = 127.5 + 63.5 * (cosine((x + y) * turn) + cosine((x - y) * turn));
        // The lighter the grey is, the larger is the fraction of white pixels.
        *value = if *value > threshold.clamp(1.0, 254.0) { 255.0 } else { 0.0 };
    }
}

/// Makes dark areas larger by `by` pixels on each side.
fn spread(plane: &Plane, by: f64) -> Plane {
    let mut out = plane.clone();
    let mut left = by;
    while left > 0.0 {
        let share = left.min(1.0) as f32;
        let from = out.clone();
        out = Plane::from_rows(from.width, from.height, |y, row| {
            let above = from.row(y.saturating_sub(1));
            let below = from.row((y + 1).min(from.height - 1));
            let middle = from.row(y);
            for (x, value) in row.iter_mut().enumerate() {
                let side = middle[x.saturating_sub(1)].min(middle[(x + 1).min(from.width - 1)]);
                let darkest = side.min(above[x]).min(below[x]).min(middle[x]);
                *value = middle[x] + (darkest - middle[x]) * share;
            }
        });
        left -= 1.0;
    }
    out
}

/// The map from points of the page to points of the paper, both in mm. The printer puts the ink for a
/// point of the page on this point of the paper.
pub struct Placing {
    centre: Point,
    steps: [Vec2; 2],
    offset: Vec2,
    warp: f64,
    phase: f64,
}

impl Placing {
    pub fn new(printer: &Printer, page: Size) -> Self {
        let turn = printer.turn.to_radians();
        let across = Vec2::new(libm::cos(turn), libm::sin(turn));
        let lean = turn - printer.skew.to_radians();
        let down = Vec2::new(-libm::sin(lean), libm::cos(lean)) / libm::cos(turn - lean);
        Self {
            centre: (page.to_vec2() / 2.0).to_point(),
            steps: [across * printer.scale[0], down * printer.scale[1]],
            offset: printer.offset,
            warp: printer.warp,
            phase: printer.phase,
        }
    }

    pub fn apply(&self, at: Point) -> Point {
        let from = at - self.centre;
        let uneven =
            Vec2::new(libm::sin(from.y / 60.0 + self.phase), libm::cos(from.x / 75.0 + 2.0 * self.phase));
        self.centre + self.offset + self.steps[0] * from.x + self.steps[1] * from.y + uneven * self.warp
    }

    pub fn invert(&self, at: Point) -> Point {
        let area = self.steps[0].cross(self.steps[1]);
        let solve = |by: Vec2| Vec2::new(by.cross(self.steps[1]) / area, self.steps[0].cross(by) / area);
        let mut found = at - self.offset;
        for _ in 0..4 {
            let wrong = at - self.apply(found);
            found += solve(wrong);
        }
        found
    }
}

/// Small random shifts of the ink.
pub struct Jitter {
    x: Plane,
    y: Plane,
    size: f64,
}

/// The distance between points whose shifts are independent of each other, in mm.
const GRAIN: f64 = 0.35;

impl Jitter {
    pub fn new(page: Size, size: f64, random: &mut Random) -> Self {
        let (width, height) = ((page.width / GRAIN) as usize + 4, (page.height / GRAIN) as usize + 4);
        let mut grain = |count: usize| {
            let values = (0..if size > 0.0 { count } else { 0 }).map(|_| random.normal() as f32).collect();
            Plane { width, height, values }
        };
        Self { x: grain(width * height), y: grain(width * height), size }
    }

    pub fn at(&self, at: Point) -> Vec2 {
        if self.size == 0.0 {
            return Vec2::ZERO;
        }
        let (x, y) = (at.x / GRAIN + 1.0, at.y / GRAIN + 1.0);
        let value = |plane: &Plane| f64::from(plane.sample(x, y).unwrap_or(0.0));
        // Random shifts are stored only for the points of a grid. Between these points, a shift is the
        // mean of up to four values. A mean varies less than a single value, so it is multiplied by
        // this factor.
        Vec2::new(value(&self.x), value(&self.y)) * (self.size * 1.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halftones_are_as_light_as_their_greys() {
        let white = |grey: f32| {
            let mut plane = Plane::from_rows(300, 300, |_, row| row.fill(grey));
            halftone(&mut plane, 600.0 / 25.4);
            plane.values.iter().filter(|value| **value > 128.0).count() as f32 / 90_000.0
        };
        assert!((white(127.5) - 0.5).abs() < 0.01 && white(0.0) == 0.0 && white(255.0) == 1.0);
        // Light and dark greys are opposites.
        for grey in [30.0, 51.0, 90.0] {
            assert!(white(grey) > 0.5 * grey / 255.0 && white(grey) < 1.1 * grey / 255.0);
            assert!((white(grey) + white(255.0 - grey) - 1.0).abs() < 0.02);
        }
    }
}
