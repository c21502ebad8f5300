//! Scans a printed sheet.

use kurbo::{Point, Vec2};

use crate::print::{Ink, Jitter, Original, Placing, Planted, PrintedSheet, Printer};
use crate::random::Random;
use crate::sensor::Sensor;
use hexpress_scan::plane::Plane;

/// The errors of a scanner, and how the sheet is placed on it.
#[derive(Debug, Clone)]
pub struct Scanner {
    pub dpi: f64,
    /// The clockwise rotation of the sheet, in quarter turns.
    pub quarters: u8,
    /// How far the sheet is rotated clockwise in addition to the quarter turns, in degrees.
    pub turn: f64,
    /// How far the centre of the sheet is shifted from the centre of the scan, in mm.
    pub offset: Vec2,
    /// The factors by which the scanner changes horizontal and vertical lengths.
    pub scale: [f64; 2],
    /// The width of the strip around the sheet that shows the lid, in mm. If the value is negative, the
    /// scan cuts off the edges of the sheet.
    pub around: f64,
    /// The grey value of the lid.
    pub lid: f32,
    /// The standard deviation of the blur, in pixels.
    pub blur: f64,
    /// The standard deviation of the noise, in grey values.
    pub noise: f64,
    /// How unevenly the scan is lit, from 0 to 1. See [`Sensor::shade`].
    pub shade: f64,
    /// The quality of the JPEG file. `None` if the scan is not a JPEG file.
    pub jpeg: Option<u8>,
    /// For each channel of the scan (red, green and blue): the fractions of red, green and blue
    /// light that the channel measures.
    pub cast: [[f32; 3]; 3],
    /// A bank card on the glass.
    pub card: Option<Card>,
}

/// A card with rounded corners on the glass. If it is between the glass and the sheet, it covers a part
/// of the sheet.
#[derive(Debug, Clone, Copy)]
pub struct Card {
    /// The middle of the card, in mm on the paper. The card may also be next to the paper.
    pub centre: Point,
    /// The clockwise rotation in degrees, relative to the paper.
    pub turn: f64,
    /// The size in mm.
    pub size: kurbo::Size,
    /// The radius of the corners, in mm.
    pub corner: f64,
    /// The light that the card reflects, from 0 to 1.
    pub light: f32,
}

impl Card {
    /// Returns the light that the card reflects at a point in mm on the paper. Returns `None` if the
    /// card does not cover the point.
    fn light(&self, paper: Point) -> Option<f32> {
        let by = paper - self.centre;
        let (sin, cos) = (libm::sin(self.turn.to_radians()), libm::cos(self.turn.to_radians()));
        let own = Vec2::new(by.x * cos + by.y * sin, by.y * cos - by.x * sin);
        let beyond = |along: f64, side: f64| (along.abs() - side / 2.0 + self.corner).max(0.0);
        let corner = Vec2::new(beyond(own.x, self.size.width), beyond(own.y, self.size.height));
        // Bank cards have a dark stripe and some print.
        let is_stripe = (own.y / self.size.height + 0.25).abs() < 0.1;
        let is_print = (own.x / 4.0).floor() as i64 % 3 == 0 && (own.y - 10.0).abs() < 2.0;
        let shade = if is_stripe {
            0.3
        } else if is_print {
            0.7
        } else {
            1.0
        };
        (corner.hypot() <= self.corner).then_some(self.light * shade)
    }
}

/// The value of [`Scanner::cast`] for a scanner that sees colours as they are.
pub const NO_CAST: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

impl Default for Scanner {
    fn default() -> Self {
        Self {
            dpi: 300.0,
            quarters: 0,
            turn: 0.0,
            offset: Vec2::ZERO,
            scale: [1.0; 2],
            around: 3.0,
            lid: 90.0,
            blur: 0.8,
            noise: 5.0,
            shade: 0.1,
            jpeg: Some(85),
            cast: NO_CAST,
            card: None,
        }
    }
}

/// A scan, and where it shows each point of the page. `P` is a plane, or three planes for colours.
pub struct Scanned<P = Plane> {
    pub plane: P,
    placing: Placing,
    placed: PaperToScan,
}

impl<P> Scanned<P> {
    /// Returns the pixel that shows a point of the page.
    pub fn truth(&self, at: Point) -> Point {
        self.placed.apply(self.placing.apply(at))
    }
}

/// The map from mm on the paper to pixels.
#[derive(Clone, Copy)]
struct PaperToScan {
    paper: Point,
    scan: Point,
    steps: [Vec2; 2],
}

impl PaperToScan {
    fn apply(&self, at: Point) -> Point {
        let from = at - self.paper;
        self.scan + self.steps[0] * from.x + self.steps[1] * from.y
    }

    fn invert(&self, at: Point) -> Point {
        let from = at - self.scan;
        let area = self.steps[0].cross(self.steps[1]);
        self.paper + Vec2::new(from.cross(self.steps[1]) / area, self.steps[0].cross(from) / area)
    }
}

/// The distance, in pixels, between the places on the page that are computed exactly. The places
/// between them are interpolated, because they change nearly linearly.
const EXACT: usize = 16;

/// A sheet on the glass of a scanner.
struct Glass<'g> {
    sheet: PrintedSheet<'g>,
    jitter: &'g Jitter,
    placing: &'g Placing,
    placed: PaperToScan,
    /// The cosine and the sine of the sheet's rotation.
    angle: Vec2,
    /// The light that the lid reflects.
    lid: f32,
    card: Option<Card>,
    /// The number of points along each side of a pixel. The value of the pixel is the mean of all
    /// its points.
    finer: usize,
}

/// A point of a scan. It is stored as a point of the paper and as a point of the page, both in mm.
#[derive(Clone, Copy)]
struct ScanPoint {
    paper: Point,
    page: Point,
}

impl Glass<'_> {
    /// Computes the light of the pixels in a row.
    fn fill(&self, row: usize, out: &mut [f32]) {
        let mut from = self.place(0, row);
        for (block, values) in out.chunks_mut(EXACT).enumerate() {
            let to = self.place((block + 1) * EXACT, row);
            for (index, value) in values.iter_mut().enumerate() {
                let share = index as f64 / EXACT as f64;
                *value = self.light(ScanPoint {
                    paper: from.paper.lerp(to.paper, share),
                    page: from.page.lerp(to.page, share),
                });
            }
            from = to;
        }
    }

    fn place(&self, column: usize, row: usize) -> ScanPoint {
        let paper = self.placed.invert(Point::new(column as f64 + 0.5, row as f64 + 0.5));
        ScanPoint { paper, page: self.placing.invert(paper) }
    }

    /// Returns the mean light of the points in a pixel.
    fn light(&self, middle: ScanPoint) -> f32 {
        let moved = self.jitter.at(middle.page);
        let steps = self.placed.steps.map(|step| step.hypot());
        let Vec2 { x: cos, y: sin } = self.angle;
        let fine = |index: usize| (index as f64 + 0.5) / self.finer as f64 - 0.5;
        let mut sum = 0.0;
        for sub in 0..self.finer * self.finer {
            let by = Vec2::new(fine(sub % self.finer) / steps[0], fine(sub / self.finer) / steps[1]);
            let turned = Vec2::new(by.x * cos + by.y * sin, by.y * cos - by.x * sin);
            let (paper, page) = (middle.paper + turned, middle.page + turned + moved);
            let card = self.card.and_then(|card| card.light(paper));
            sum += card.or_else(|| self.sheet.light(paper, page)).unwrap_or(self.lid);
        }
        sum / (self.finer * self.finer) as f32
    }
}

/// Prints a page and scans it.
pub fn scan(
    original: &Original,
    printer: &Printer,
    scanner: &Scanner,
    faults: &[Planted],
    random: &mut Random,
) -> Scanned {
    scan_ink(&original.ink(printer, faults).for_scan(scanner.dpi / 25.4), printer, scanner, random)
}

/// Scans a sheet. `printer` determines where the ink is on the sheet.
pub fn scan_ink(ink: &Ink, printer: &Printer, scanner: &Scanner, random: &mut Random) -> Scanned {
    let jitter = Jitter::new(ink.size, printer.jitter, random);
    let scanned = expose(ink, printer, scanner, &jitter);
    let Scanner { blur, noise, shade, jpeg, .. } = *scanner;
    let plane = Sensor { blur, noise, shade, jpeg }.read(&scanned.plane, random);
    Scanned { plane, ..scanned }
}

/// A scan with a plane of grey values for each of red, green and blue.
pub type ColourScan = Scanned<[Plane; 3]>;

impl ColourScan {
    /// Returns the pixels as bytes: red, green and blue, row by row.
    pub fn bytes(&self) -> Vec<u8> {
        let [red, green, blue] = &self.plane;
        let pixels = red.values.iter().zip(&green.values).zip(&blue.values);
        pixels.flat_map(|((red, green), blue)| [*red as u8, *green as u8, *blue as u8]).collect()
    }
}

/// Prints a page and scans it in colour.
pub fn scan_colours(
    original: &Original,
    printer: &Printer,
    scanner: &Scanner,
    faults: &[Planted],
    random: &mut Random,
) -> ColourScan {
    let jitter = Jitter::new(original.size, printer.jitter, random);
    let exposed = [0, 1, 2].map(|channel| {
        let ink = original.channel(channel, printer, faults).for_scan(scanner.dpi / 25.4);
        expose(&ink, printer, scanner, &jitter)
    });
    let Scanner { blur, noise, shade, jpeg, .. } = *scanner;
    let sensor = Sensor { blur, noise, shade, jpeg: None };
    let mut plane = scanner.cast.map(|row| {
        let mut mixed = exposed[0].plane.clone();
        for (index, value) in mixed.values.iter_mut().enumerate() {
            let light = exposed.iter().zip(row).map(|(one, share)| one.plane.values[index] * share);
            *value = light.sum::<f32>().clamp(0.0, 1.0);
        }
        sensor.read(&mixed, random)
    });
    if let Some(quality) = jpeg {
        crate::jpeg::lose_colours(&mut plane, quality);
    }
    let [Scanned { placing, placed, .. }, ..] = exposed;
    Scanned { plane, placing, placed }
}

/// Returns a scan before the errors of the sensor. Its values are the light that falls on the sensor,
/// from 0 to 1.
fn expose(ink: &Ink, printer: &Printer, scanner: &Scanner, jitter: &Jitter) -> Scanned {
    let size = ink.size;
    let placing = Placing::new(printer, size);
    let per_mm = scanner.dpi / 25.4;
    let lying = if scanner.quarters % 2 == 1 { kurbo::Size::new(size.height, size.width) } else { size };
    let width = ((lying.width + 2.0 * scanner.around) * per_mm) as usize;
    let height = ((lying.height + 2.0 * scanner.around) * per_mm) as usize;
    let angle = (scanner.turn + 90.0 * f64::from(scanner.quarters)).to_radians();
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let [x, y] = scanner.scale.map(|scale| scale * per_mm);
    let placed = PaperToScan {
        paper: (size.to_vec2() / 2.0).to_point(),
        scan: Point::new(width as f64 / 2.0, height as f64 / 2.0)
            + Vec2::new(scanner.offset.x * x, scanner.offset.y * y),
        steps: [Vec2::new(cos * x, sin * y), Vec2::new(-sin * x, cos * y)],
    };
    let lid = libm::powf(scanner.lid / 255.0, 2.2);
    let finer = (ink.per_mm / per_mm - 0.01).ceil().max(1.0) as usize;
    let glass = Glass {
        sheet: PrintedSheet { ink, margin: printer.margin },
        jitter,
        placing: &placing,
        placed,
        angle: Vec2::new(cos, sin),
        lid,
        card: scanner.card,
        finer,
    };
    let plane = Plane::from_rows(width, height, |row, out| glass.fill(row, out));
    Scanned { plane, placing, placed }
}
