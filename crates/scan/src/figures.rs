//! Computes the scale, the rotation and the skew of a print, each with its uncertainty. These values
//! are called figures.
//!
//! - In: a page that was found in a scan.
//! - Out: the scales as factors, and the rotation and the skew in degrees. ISO/IEC 22592-2 calls the
//!   error of the scale *magnification accuracy*.
//!
//! The measured map may bend. The figures describe the linear map that is closest to the measured map
//! in the area that the drawings of the page cover.

use kurbo::{Point, Rect, Vec2};

use crate::fit::solve::Factored;
use crate::locate::Located;
use crate::map::{AFFINE_TERMS, TERMS, terms};

/// Half the width of an interval that contains 95 % of a normal distribution, in standard
/// deviations.
pub const HALF_95: f64 = 1.96;
/// How far the scale of a scanner may be wrong, as a fraction: half the width of a 95 % interval.
/// The sources are in `docs/scan.md`.
pub const SCANNER_SCALE: f64 = 0.003;
/// The renderer rounds the places of edges, and rounds similar edges in the same direction. So all places on
/// a drawn page have a common error. It has two parts: `COMMON_ERROR_PIXELS`, in pixels of the scan, and
/// `COMMON_ERROR_MM`, in mm. Each is half the width of a 95 % interval.
const COMMON_ERROR_PIXELS: f64 = 0.04;
const COMMON_ERROR_MM: f64 = 0.004;
/// If a scan is blurred, all places on it have a second common error. This error, in mm, is this
/// constant times the standard deviation of the blur.
const BLUR_ERROR_FACTOR: f64 = 0.07;
/// How far the angle between the rows and the columns of a scanner may differ from a right angle, in
/// degrees.
pub const SCANNER_SKEW: f64 = 0.1;
/// How uncertain the place of the edge of a sheet of paper is in a scan, in mm.
pub const PAPER_EDGE: f64 = 0.1;

/// A measured value with half the width of its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figure {
    pub value: f64,
    /// The uncertainty from the pixels and the scatter of the ink: how exactly the scan shows the
    /// value.
    pub fit: f64,
    /// The uncertainty from the scanner or the paper: how exactly the scan shows the paper.
    pub instrument_error: f64,
}

impl Figure {
    /// Returns half the width of the 95 % interval for the true value on paper.
    pub fn uncertainty(&self) -> f64 {
        (self.fit * self.fit + self.instrument_error * self.instrument_error).sqrt()
    }
}

/// The differences between the print and the file, as the scan shows them.
#[derive(Debug, Clone, Copy)]
pub struct Figures {
    /// The scales in the horizontal and in the vertical direction of the page. Without errors, they
    /// are 1.
    pub across: Figure,
    pub down: Figure,
    /// The rotation of the page on the scan in addition to the `quarters`, in degrees clockwise,
    /// from -45 to 45.
    pub turn: Figure,
    /// How many times the page is rotated by 90 degrees, clockwise.
    pub quarters: u8,
    /// How far the angle between the horizontal and the vertical direction of the page exceeds a
    /// right angle, in degrees.
    pub skew: Figure,
    /// The area that the figures describe, in mm on the page.
    pub area: Rect,
}

/// The linear part of a map: the vectors on the scan that correspond to steps of 1 mm on the page.
/// The vectors are in mm, computed from the resolution that the file of the scan states.
#[derive(Debug, Clone, Copy)]
pub struct Linear {
    pub across: Vec2,
    pub down: Vec2,
}

impl Linear {
    /// Returns the four values that describe the map: the horizontal and the vertical scale, the
    /// rotation and the skew. The rotation and the skew are in degrees.
    pub fn parts(&self) -> [f64; 4] {
        let across = self.across.hypot();
        let down = self.across.cross(self.down) / across;
        let turn = libm::atan2(self.across.y, self.across.x).to_degrees();
        let skew = -libm::atan(self.across.dot(self.down) / (across * down)).to_degrees();
        [across, down, turn, skew]
    }
}

/// Returns evenly spaced points in an area.
fn samples(area: Rect) -> impl Iterator<Item = Point> {
    const SIDE: usize = 12;
    (0..SIDE * SIDE).map(move |index| {
        let [u, v] = [index % SIDE, index / SIDE].map(|i| i as f64 / (SIDE - 1) as f64);
        Point::new(area.x0 + area.width() * u, area.y0 + area.height() * v)
    })
}

/// Returns the linear map that is closest to `map` over an area. `scale` is the number of pixels per mm
/// that the file of the scan states.
pub fn nearest_linear(area: Rect, scale: f64, map: impl Fn(Point) -> Point) -> Linear {
    let centre = area.center();
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    let (mut by_x, mut by_y) = (Vec2::ZERO, Vec2::ZERO);
    for at in samples(area) {
        let from = at - centre;
        let to = map(at).to_vec2() / scale;
        (xx, xy, yy) = (xx + from.x * from.x, xy + from.x * from.y, yy + from.y * from.y);
        by_x += to * from.x;
        by_y += to * from.y;
    }
    let area = xx * yy - xy * xy;
    Linear { across: (by_x * yy - by_y * xy) / area, down: (by_y * xx - by_x * xy) / area }
}

/// Computes the scale, the rotation and the skew of a page. `scale` is the number of pixels per mm that
/// the file of the scan states.
///
/// Returns `None` if the drawings cover no area.
pub fn figures(located: &Located, scale: f64) -> Option<Figures> {
    let area = area(located)?;
    let map = &located.map;
    let linear = nearest_linear(area, scale, |at| map.apply(at));
    let parts = linear.parts();
    let slopes = slopes(located, area)?;
    let blur = BLUR_ERROR_FACTOR * located.blur.sqrt();
    // The derivatives of the four parts with respect to the slopes of the displacement are computed
    // numerically, with small steps.
    const STEP: f64 = 1e-6;
    let mut changes = [[0.0; 4]; 4];
    for (index, change) in changes.iter_mut().enumerate() {
        let step = if index % 2 == 0 { Vec2::new(STEP, 0.0) } else { Vec2::new(0.0, STEP) };
        let moved = (map.across * step.x + map.down * step.y) / scale;
        let changed = match index / 2 {
            0 => Linear { across: linear.across - moved, ..linear },
            _ => Linear { down: linear.down - moved, ..linear },
        };
        let changed = changed.parts();
        *change = [0, 1, 2, 3].map(|part| (changed[part] - parts[part]) / STEP);
    }
    let fit = [0, 1, 2, 3].map(|part| {
        let mut variance = 0.0;
        for row in 0..4 {
            for column in 0..4 {
                variance += changes[row][part] * slopes[row][column] * changes[column][part];
            }
        }
        // The error of a place, divided by a length, is the error of a scale. The same quotient is the
        // error of an angle, in radians.
        let unit = if part < 2 { 1.0 } else { 1_f64.to_degrees() };
        let length = if part == 1 { area.height() } else { area.width() };
        let systematic = unit * (COMMON_ERROR_PIXELS / scale).hypot(COMMON_ERROR_MM).hypot(blur) / length;
        (HALF_95 * HALF_95 * variance.max(0.0) + systematic * systematic).sqrt()
    });
    let quarters = (parts[2] / 90.0).round();
    let turn = Figure { value: parts[2] - 90.0 * quarters, fit: fit[2], instrument_error: SCANNER_SKEW };
    Some(Figures {
        across: Figure { value: parts[0], fit: fit[0], instrument_error: SCANNER_SCALE },
        down: Figure { value: parts[1], fit: fit[1], instrument_error: SCANNER_SCALE },
        turn,
        quarters: quarters.rem_euclid(4.0) as u8,
        skew: Figure { value: parts[3], fit: fit[3], instrument_error: SCANNER_SKEW },
        area,
    })
}

/// Returns the rectangle around all observations, in mm on the page. Returns `None` if its width or its
/// height is at most 1 mm.
fn area(located: &Located) -> Option<Rect> {
    let mut points = located.observations.iter().map(|one| one.at);
    let first = points.next()?;
    let area = points.fold(Rect::from_points(first, first), |area, at| area.union_pt(at));
    (area.width() > 1.0 && area.height() > 1.0).then_some(area)
}

/// Returns the covariance of the slopes of the displacement, per mm. The first two are the slopes of x
/// and y in the horizontal direction of the page. The last two are their slopes in the vertical
/// direction. Returns `None` if the equations cannot be solved.
fn slopes(located: &Located, area: Rect) -> Option<[[f64; 4]; 4]> {
    let frame = &located.map.frame;
    let count = located.fitted.terms;
    let lines: Vec<[f64; TERMS]> =
        samples(area).map(|at| terms((at - frame.centre) / frame.radius)).collect();
    let mut normal = [0.0; AFFINE_TERMS * AFFINE_TERMS];
    let mut right = [[0.0; TERMS]; AFFINE_TERMS];
    for line in &lines {
        for row in 0..AFFINE_TERMS {
            (0..AFFINE_TERMS).for_each(|k| normal[row * AFFINE_TERMS + k] += line[row] * line[k]);
            (0..count).for_each(|k| right[row][k] += line[row] * line[k]);
        }
    }
    let inverse = Factored::new(&normal, AFFINE_TERMS)?.inverse();
    // The slopes of each term in the horizontal and in the vertical direction of the page.
    let slope = |term: usize, which: usize| -> f64 {
        (0..AFFINE_TERMS).map(|k| inverse[which * AFFINE_TERMS + k] * right[k][term]).sum::<f64>()
            / frame.radius
    };
    let slopes: Vec<[f64; 2]> = (0..count).map(|term| [slope(term, 1), slope(term, 2)]).collect();
    let of_terms = located.fitted.covariance(&located.observations, frame);
    let covariance = |row: usize, column: usize| of_terms[row * 2 * count + column];
    // Splits the index of a slope into its axis and its direction.
    let split = |index: usize| (index % 2, index / 2);
    let mut out = [[0.0; 4]; 4];
    for (row, line) in out.iter_mut().enumerate() {
        for (column, value) in line.iter_mut().enumerate() {
            let ((axis, way), (other_axis, other_way)) = (split(row), split(column));
            for one in 0..count {
                for other in 0..count {
                    *value += slopes[one][way]
                        * slopes[other][other_way]
                        * covariance(axis * count + one, other_axis * count + other);
                }
            }
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_linear_map_has_its_own_parts() {
        let map = |at: Point| Point::new(10.0 * (0.985 * at.x + 0.002 * at.y), 10.0 * (0.99 * at.y));
        let linear = nearest_linear(Rect::new(10.0, 20.0, 200.0, 280.0), 10.0, map);
        let [across, down, turn, skew] = linear.parts();
        assert!((across - 0.985).abs() < 1e-9 && (down - 0.99).abs() < 1e-9 && turn.abs() < 1e-9);
        assert!((skew + libm::atan(0.002 / 0.99).to_degrees()).abs() < 1e-9);
    }
}
