//! Scans a printed sheet.

use kurbo::{Point, Vec2};

use crate::jpeg;
use crate::print::{Ink, Jitter, Original, Placing, Planted, Printer, reflected};
use crate::random::Random;
use hexpress_scan::plane::Plane;

/// The errors of a scanner, and the place of the sheet.
#[derive(Debug, Clone)]
pub struct Scanner {
    pub dpi: f64,
    /// Quarters of a turn, clockwise.
    pub quarters: u8,
    /// In degrees, clockwise, beyond the quarters.
    pub turn: f64,
    /// The displacement of the sheet's centre from the centre of the scan, in mm.
    pub offset: Vec2,
    /// The scanner's own scales across and down.
    pub scale: [f64; 2],
    /// How much of the lid the scan shows around the sheet, in mm. Negative values cut the sheet.
    pub around: f64,
    /// The grey value of the lid.
    pub lid: f32,
    /// The standard deviation of the blur, in pixels.
    pub blur: f64,
    pub noise: f64,
    /// How much darker the corners are, up to 1.
    pub shade: f64,
    /// The quality of the JPEG, if it is one.
    pub jpeg: Option<u8>,
}

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
        }
    }
}

/// A scan, and where it shows each point of the page.
pub struct Scanned {
    pub plane: Plane,
    placing: Placing,
    placed: Placed,
}

impl Scanned {
    /// Returns the pixel that shows a point of the page.
    pub fn truth(&self, at: Point) -> Point {
        self.placed.apply(self.placing.apply(at))
    }
}

/// The map from mm on the paper to pixels.
#[derive(Clone, Copy)]
struct Placed {
    paper: Point,
    scan: Point,
    steps: [Vec2; 2],
}

impl Placed {
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

/// Scans a sheet. `printer` places the ink.
pub fn scan_ink(ink: &Ink, printer: &Printer, scanner: &Scanner, random: &mut Random) -> Scanned {
    let size = ink.size;
    let placing = Placing::new(printer, size);
    let jitter = Jitter::new(size, printer.jitter, random);
    let per_mm = scanner.dpi / 25.4;
    let lying = if scanner.quarters % 2 == 1 { kurbo::Size::new(size.height, size.width) } else { size };
    let width = ((lying.width + 2.0 * scanner.around) * per_mm) as usize;
    let height = ((lying.height + 2.0 * scanner.around) * per_mm) as usize;
    let angle = (scanner.turn + 90.0 * f64::from(scanner.quarters)).to_radians();
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let [x, y] = scanner.scale.map(|scale| scale * per_mm);
    let placed = Placed {
        paper: (size.to_vec2() / 2.0).to_point(),
        scan: Point::new(width as f64 / 2.0, height as f64 / 2.0)
            + Vec2::new(scanner.offset.x * x, scanner.offset.y * y),
        steps: [Vec2::new(cos * x, sin * y), Vec2::new(-sin * x, cos * y)],
    };
    let paper_light = reflected(255.0);
    let lid = libm::powf(scanner.lid / 255.0, 2.2);
    let finer = (ink.per_mm / per_mm - 0.01).ceil().max(1.0) as usize;
    let margin = printer.margin;
    let plane = Plane::from_rows(width, height, |row, out| {
        for (column, value) in out.iter_mut().enumerate() {
            let middle = Point::new(column as f64 + 0.5, row as f64 + 0.5);
            let on_paper = placed.invert(middle);
            let on_page = placing.invert(on_paper);
            let moved = jitter.at(on_page);
            let steps = placed.steps.map(|step| step.hypot());
            let mut sum = 0.0;
            for sub in 0..finer * finer {
                let fine = |index: usize| (index as f64 + 0.5) / finer as f64 - 0.5;
                let by = Vec2::new(fine(sub % finer) / steps[0], fine(sub / finer) / steps[1]);
                let turned = Vec2::new(by.x * cos + by.y * sin, by.y * cos - by.x * sin);
                let paper = on_paper + turned;
                let is_on_paper =
                    paper.x > 0.0 && paper.y > 0.0 && paper.x < size.width && paper.y < size.height;
                let at = on_page + turned + moved;
                let is_printed = paper.x > margin
                    && paper.y > margin
                    && paper.x < size.width - margin
                    && paper.y < size.height - margin;
                sum += if !is_on_paper {
                    lid
                } else {
                    let light = if is_printed {
                        ink.plane.sample(at.x * ink.per_mm, at.y * ink.per_mm)
                    } else {
                        None
                    };
                    light.unwrap_or(paper_light)
                };
            }
            *value = sum / (finer * finer) as f32;
        }
    });
    let mut plane = plane.smoothed((2.0 * scanner.blur * scanner.blur).round() as usize);
    for (index, value) in plane.values.iter_mut().enumerate() {
        let (u, v) =
            ((index % width) as f64 / width as f64 - 0.3, (index / width) as f64 / height as f64 - 0.6);
        let shade = 1.0 - scanner.shade * (u * u + v * v);
        let grey = 255.0 * f64::from(libm::powf(*value, 1.0 / 2.2)) * shade + scanner.noise * random.normal();
        *value = grey.round().clamp(0.0, 255.0) as f32;
    }
    if let Some(quality) = scanner.jpeg {
        jpeg::lose(&mut plane, quality);
    }
    Scanned { plane, placing, placed }
}
