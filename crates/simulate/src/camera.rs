//! Takes a photo of a printed sheet.

use kurbo::{Point, Size, Vec2};

use crate::print::{Ink, Jitter, Placing, PrintedSheet, Printer};
use crate::random::Random;
use crate::sensor::Sensor;
use hexpress_scan::plane::Plane;

/// The number of points along each side of a pixel. The value of the pixel is the mean of all its
/// points.
const FINER: usize = 2;
/// The distance, in pixels, between the places on the page that are computed exactly. The places
/// between them are interpolated, because they change nearly linearly.
const EXACT: usize = 8;
/// How much the brightness of the table varies because of the grain of its wood, as a fraction.
const GRAIN: f64 = 0.3;

/// A camera, and how the sheet is placed in front of it.
#[derive(Debug, Clone)]
pub struct Camera {
    /// The size of the photo in pixels.
    pub width: usize,
    pub height: usize,
    /// The distance from the lens to the sensor, as a fraction of the longer side of the sensor.
    pub focus: f64,
    /// How far the sheet is tilted around a horizontal line and around a vertical line, in degrees.
    pub tilt: [f64; 2],
    /// The clockwise rotation of the sheet, in quarter turns.
    pub quarters: u8,
    /// How far the sheet is rotated clockwise in addition to the quarter turns, in degrees.
    pub turn: f64,
    /// The longer side of the sheet, as a fraction of the longer side of the photo.
    pub fill: f64,
    /// How far the sheet is shifted from the middle, as fractions of the longer side of the photo.
    pub offset: Vec2,
    /// The distortion of the lens, as `[a, b]`. An ideal lens would show a point at some distance
    /// from the middle. This lens shows it at `1 + a r² + b r⁴` times this distance. `r` is the
    /// distance of the point from the middle, as a multiple of half the diagonal.
    pub lens: [f64; 2],
    /// How light the table is, from 0 to 1.
    pub table: f32,
    pub sensor: Sensor,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            width: 4000,
            height: 3000,
            focus: 0.75,
            tilt: [0.0; 2],
            quarters: 0,
            turn: 0.0,
            fill: 0.85,
            offset: Vec2::ZERO,
            lens: [0.0; 2],
            table: 0.15,
            sensor: Sensor { blur: 1.0, noise: 4.0, shade: 0.2, jpeg: Some(90) },
        }
    }
}

impl Camera {
    /// Returns whether the photo shows the whole sheet.
    pub fn shows(&self, sheet: Size) -> bool {
        /// The smallest distance between the sheet and the edges of the photo.
        const MIN_MARGIN_PIXELS: f64 = 20.0;
        let pose = Pose::new(self, sheet);
        let frame = Size::new(self.width as f64, self.height as f64).to_rect().inset(-MIN_MARGIN_PIXELS);
        // The lens bends the sides of the sheet, so points along the sides are tested.
        (0..32).all(|index| {
            let [side, share] = [f64::from(index / 8), f64::from(index % 8) / 8.0];
            let (across, down) = match side as u8 {
                0 => (share, 0.0),
                1 => (1.0, share),
                2 => (share, 1.0),
                _ => (0.0, share),
            };
            frame.contains(pose.apply(Point::new(sheet.width * across, sheet.height * down)))
        })
    }
}

/// A photo, and where it shows each point of the page.
pub struct Photographed {
    pub plane: Plane,
    placing: Placing,
    pose: Pose,
}

impl Photographed {
    /// Returns the pixel that shows a point of the page.
    pub fn truth(&self, at: Point) -> Point {
        self.pose.apply(self.placing.apply(at))
    }

    /// Returns the pixel that shows a point of the paper.
    pub fn truth_of_paper(&self, at: Point) -> Point {
        self.pose.apply(at)
    }
}

/// The place and rotation of a sheet in front of a camera.
///
/// Points in front of the camera have three coordinates in mm. The origin is the lens. The axes point to
/// the right, down, and away from the camera.
#[derive(Clone, Copy)]
struct Pose {
    optical_centre: Point,
    /// Half the diagonal of the photo, in pixels.
    radius: f64,
    /// The distance from the lens to the sensor, in pixels.
    focus: f64,
    /// Two vectors in these coordinates: 1 mm to the right on the sheet, and 1 mm down on the sheet.
    steps: [[f64; 3]; 2],
    /// The middle of the sheet in these coordinates.
    centre: [f64; 3],
    /// The middle of the sheet, in mm from its top left corner.
    sheet_middle: Point,
    lens: [f64; 2],
}

impl Pose {
    fn new(camera: &Camera, sheet: Size) -> Self {
        let (width, height) = (camera.width as f64, camera.height as f64);
        let longer = width.max(height);
        let focus = camera.focus * longer;
        let distance = focus * sheet.width.max(sheet.height) / (camera.fill * longer);
        let angle = (camera.turn + 90.0 * f64::from(camera.quarters)).to_radians();
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        let turned = [[cos, sin, 0.0], [-sin, cos, 0.0]];
        let [about_x, about_y] = camera.tilt.map(f64::to_radians);
        let steps = turned.map(|[x, y, z]| {
            let (sin, cos) = (libm::sin(about_x), libm::cos(about_x));
            let (y, z) = (y * cos - z * sin, y * sin + z * cos);
            let (sin, cos) = (libm::sin(about_y), libm::cos(about_y));
            [x * cos + z * sin, y, z * cos - x * sin]
        });
        let shift = camera.offset * (longer * distance / focus);
        Self {
            optical_centre: Point::new(width / 2.0, height / 2.0),
            radius: width.hypot(height) / 2.0,
            focus,
            steps,
            centre: [shift.x, shift.y, distance],
            sheet_middle: (sheet.to_vec2() / 2.0).to_point(),
            lens: camera.lens,
        }
    }

    fn apply(&self, at: Point) -> Point {
        let by = at - self.sheet_middle;
        let place = |axis: usize| self.centre[axis] + self.steps[0][axis] * by.x + self.steps[1][axis] * by.y;
        let ideal = Vec2::new(place(0), place(1)) * (self.focus / place(2));
        let square = (ideal / self.radius).hypot2();
        let [a, b] = self.lens;
        self.optical_centre + ideal * (1.0 + a * square + b * square * square)
    }

    fn invert(&self, at: Point) -> Point {
        const ROUNDS: usize = 10;
        let shown = at - self.optical_centre;
        let [a, b] = self.lens;
        let mut ideal = shown;
        for _ in 0..ROUNDS {
            let square = (ideal / self.radius).hypot2();
            ideal = shown / (1.0 + a * square + b * square * square);
        }
        // The pixel shows the point (x, y) of the sheet, which is the solution of two linear equations.
        // `first` contains the factors of x and y in the first equation, and `second` those in the
        // second. `right` contains the right-hand sides.
        let ray = [ideal.x / self.focus, ideal.y / self.focus];
        let [[ax, ay, az], [bx, by, bz]] = self.steps;
        let [cx, cy, cz] = self.centre;
        let first = Vec2::new(ax - ray[0] * az, bx - ray[0] * bz);
        let second = Vec2::new(ay - ray[1] * az, by - ray[1] * bz);
        let right = Vec2::new(ray[0] * cz - cx, ray[1] * cz - cy);
        let area = first.cross(second);
        let x = (right.x * second.y - first.y * right.y) / area;
        let y = (first.x * right.y - right.x * second.x) / area;
        self.sheet_middle + Vec2::new(x, y)
    }
}

/// Takes a photo of a sheet. `printer` determines where the ink is on the sheet.
pub fn photograph(ink: &Ink, printer: &Printer, camera: &Camera, random: &mut Random) -> Photographed {
    let placing = Placing::new(printer, ink.size);
    let jitter = Jitter::new(ink.size, printer.jitter, random);
    let pose = Pose::new(camera, ink.size);
    let sheet = PrintedSheet { ink, margin: printer.margin };
    let table = Table::new(camera.table, random);
    let place = |column: usize, row: usize| pose.invert(Point::new(column as f64 + 0.5, row as f64 + 0.5));
    let plane = Plane::from_rows(camera.width, camera.height, |row, out| {
        for (block, values) in out.chunks_mut(EXACT).enumerate() {
            let column = block * EXACT;
            let from = place(column, row);
            let across = (place(column + EXACT, row) - from) / EXACT as f64;
            let down = (place(column, row + EXACT) - from) / EXACT as f64;
            // `to_page` is the vector from a point of the paper to the point of the page that is
            // printed there. This vector changes little, so it is computed only in the middle of each
            // block.
            let to_page = placing.invert(from + across * 4.0) - (from + across * 4.0);
            for (index, value) in values.iter_mut().enumerate() {
                let paper = from + across * index as f64;
                let moved = to_page + jitter.at(paper + to_page);
                let fine = |index: usize| (index as f64 + 0.5) / FINER as f64 - 0.5;
                let mut sum = 0.0;
                for sub in 0..FINER * FINER {
                    let at = paper + across * fine(sub % FINER) + down * fine(sub / FINER);
                    sum += sheet.light(at, at + moved).unwrap_or_else(|| table.light(at));
                }
                *value = sum / (FINER * FINER) as f32;
            }
        }
    });
    let plane = camera.sensor.read(&plane, random);
    Photographed { plane, placing, pose }
}

/// A wooden table.
struct Table {
    light: f32,
    phase: f64,
}

impl Table {
    fn new(light: f32, random: &mut Random) -> Self {
        Self { light, phase: random.between(0.0, 6.0) }
    }

    fn light(&self, at: Point) -> f32 {
        let wave = libm::sin(at.y / 3.0 + 2.0 * libm::sin(at.x / 60.0 + self.phase) + libm::sin(at.y / 11.0));
        self.light * (1.0 + GRAIN * wave) as f32
    }
}
