//! Computes the errors of a printer from the readings of a calibration sheet.
//!
//! - In: the marks of the calibration sheet, and the numbers that a person reads from the sheet
//!   (the readings).
//! - Out: the scale, offset and slant of both sides. Also the cross whose readings fit worst with
//!   the readings of the other crosses.
//! - Not here: asking for the readings, and checking their bounds.

use kurbo::{Affine, Point, Vec2};

use super::marks::SLANT;
use super::readings::COUNT;
use super::{CrossLine, Marks, PrintedSide, ScaleFactors};
use crate::print::margins::Margins;
use crate::print::setup::Backs;

/// The errors of a printer that explain the readings best.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fitted {
    /// The errors of the side that is printed first.
    pub front: PrintedSide,
    /// The errors of the side that is printed second.
    pub back: PrintedSide,
    /// The widths of the strips along the edges that the printer cannot print.
    pub unprintable: Margins,
    /// The cross whose readings fit worst with the readings of the other crosses.
    pub worst: CrossResidual,
}

/// A cross, and how far its printed place is from the place that the fitted errors predict.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CrossResidual {
    /// The distance between the printed and the predicted place, in mm.
    pub distance: f64,
    /// The number of the cross, counted from 1.
    pub cross: usize,
}

/// Returns the errors of a printer that explain these readings best.
///
/// `flip` says how the sheet was turned over.
pub fn fit(marks: &Marks, readings: &[f64; COUNT], flip: Backs) -> Fitted {
    let [a, b, c, d, e, f, g, light @ .., left, top, right, bottom] = *readings;
    let front = front(marks, [a, b, c, d, e, f, g]);
    let BackShift { between, worst } = BackShift::fit(marks, &light);
    let through = marks.through(flip);
    let back = through * front.printed(marks.size) * between * through;
    Fitted {
        front,
        back: PrintedSide::from_affine(back, marks.size),
        unprintable: Margins { top, right, bottom, left },
        worst,
    }
}

/// Computes the errors of the front from the lengths that were measured with a ruler. `a` to `g` are the
/// readings with the letters A to G.
fn front(marks: &Marks, [a, b, c, d, e, f, g]: [f64; 7]) -> PrintedSide {
    let [first, second, third, _] = marks.crosses;
    let scale = ScaleFactors { across: a / marks.across(), down: b / marks.down() };
    let (w, h) = (scale.across * (second.x - first.x), scale.down * (third.y - first.y));
    // The sine of the skew is the difference in height between the first two crosses, divided by
    // the distance between them.
    let skew = libm::asin(((e - d) / w).clamp(-1.0, 1.0)).to_degrees();
    // The crosses form a parallelogram with the sides `w` and `h`. By the law of cosines, the
    // difference between the squares of its diagonals is 4 w h cos(angle).
    let angle = libm::acos(((f * f - g * g) / (4.0 * w * h)).clamp(-1.0, 1.0)).to_degrees();
    let side = PrintedSide { scale, offset: Vec2::ZERO, skew, angle };
    let printed = side.printed(marks.size);
    let (left, right) = (printed * first, printed * second);
    // The distance to the upper edge is measured twice, so the mean is used.
    let offset = Vec2::new(c - left.x, (d - left.y + e - right.y) / 2.0);
    PrintedSide { offset, ..side }
}

/// The displacement of the back relative to the front. The readings compare the back with the scales on the
/// front, so the front counts as printed without error.
struct BackShift {
    /// The transform from the correct place of a point on the back to the place where it is
    /// printed.
    between: Affine,
    worst: CrossResidual,
}

impl BackShift {
    /// The number of rounds in which the displacement is computed. Each round makes it more exact.
    ///
    /// Several rounds are needed because the slanted lines rotate slightly with the back. After two
    /// rounds, the error is usually below a micrometre.
    const ROUNDS: usize = 8;

    /// Finds the displacement of the back that best explains the readings in `light`. These readings
    /// are made with a light behind the sheet.
    ///
    /// Each cross has two readings: the first on its horizontal scale, and the second on its vertical scale.
    fn fit(marks: &Marks, light: &[f64]) -> Self {
        let mut found = Self { between: Affine::IDENTITY, worst: CrossResidual { distance: 0.0, cross: 1 } };
        for _ in 0..Self::ROUNDS {
            let mut printed = marks.crosses;
            for (cross, place) in printed.iter_mut().enumerate() {
                let [horizontal, vertical] = [0, 1].map(|n| {
                    let read = light.get(2 * cross + n).copied().unwrap_or(0.0);
                    read - crossing_position(marks, cross, CrossLine::BOTH[n], found.between)
                });
                *place = found.between * *place + shift_for(horizontal, vertical);
            }
            found.between = nearest(marks.crosses, printed);
            found.worst = CrossResidual { distance: 0.0, cross: 1 };
            for (index, (cross, place)) in marks.crosses.into_iter().zip(printed).enumerate() {
                let distance = (found.between * cross).distance(place);
                if distance > found.worst.distance {
                    found.worst = CrossResidual { distance, cross: index + 1 };
                }
            }
        }
        found
    }
}

/// Computes the shift of the back at a cross. One slanted line of the back crosses the horizontal scale, and
/// the other crosses the vertical scale. `horizontal` and `vertical` say how far these two crossing points
/// have moved along the scales.
///
/// If the back is shifted by (x, y), the point on the horizontal scale moves by x + [`SLANT`] · y. The point
/// on the vertical scale moves by y + [`SLANT`] · x.
fn shift_for(horizontal: f64, vertical: f64) -> Vec2 {
    let determinant = SLANT * SLANT - 1.0;
    Vec2::new((SLANT * vertical - horizontal) / determinant, (SLANT * horizontal - vertical) / determinant)
}

/// Returns the number on the scale where a slanted line of the back crosses the scale.
///
/// `between` is the displacement of the back.
pub fn crossing_position(marks: &Marks, cross: usize, line: CrossLine, between: Affine) -> f64 {
    let centre = marks.crosses[cross];
    let [p, q] = marks.slanted(cross, line).map(|p| (between * p - centre).to_point());
    // For each end of the slanted line: its coordinate along the scale, and its distance from the scale.
    let [(along, across), (end_along, end_across)] = [p, q].map(|end| match line {
        CrossLine::Horizontal => (end.x, end.y),
        CrossLine::Vertical => (end.y, end.x),
    });
    along - across * (end_along - along) / (end_across - across)
}

/// Returns the transform that moves the corners of a rectangle as close as possible to the points in
/// `to` (least squares).
///
/// The corners are top left, top right, bottom left and bottom right. Three vectors are computed:
///
/// - `mean`: the mean of the four points
/// - `across`: half of the mean vector from the left points to the right points
/// - `down`: half of the mean vector from the upper points to the lower points
fn nearest(from: [Point; 4], to: [Point; 4]) -> Affine {
    let [a, b, c, d] = to.map(Point::to_vec2);
    let mean = (a + b + c + d) / 4.0;
    let across = (b + d - a - c) / 4.0;
    let down = (c + d - a - b) / 4.0;
    let centre = (from[0].to_vec2() + from[3].to_vec2()) / 2.0;
    let half = (from[3] - from[0]) / 2.0;
    let (x, y) = (across / half.x, down / half.y);
    Affine::translate(mean) * Affine::new([x.x, x.y, y.x, y.y, 0.0, 0.0]) * Affine::translate(-centre)
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Size;

    /// Returns the unrounded readings of a sheet that was printed with these errors.
    fn read(marks: &Marks, front: &PrintedSide, back: &PrintedSide, flip: Backs) -> [f64; COUNT] {
        let on_front = front.printed(marks.size);
        let through = marks.through(flip);
        let between = on_front.inverse() * through * back.printed(marks.size) * through;
        let length = |p: Point, q: Point| (on_front * p).distance(on_front * q);
        let [one, two, three, four] = marks.crosses;
        let mut all = [0.0; COUNT];
        all[..7].copy_from_slice(&[
            length(marks.line(0, CrossLine::Horizontal)[0], marks.line(1, CrossLine::Horizontal)[1]),
            length(marks.line(0, CrossLine::Vertical)[0], marks.line(2, CrossLine::Vertical)[1]),
            (on_front * one).x,
            (on_front * one).y,
            (on_front * two).y,
            length(one, four),
            length(two, three),
        ]);
        (0..8).for_each(|n| all[7 + n] = crossing_position(marks, n / 2, CrossLine::BOTH[n % 2], between));
        all[15..].copy_from_slice(&[4.0, 4.0, 4.5, 5.0]);
        all
    }

    #[test]
    fn a_printer_is_found_from_its_readings() {
        let front = PrintedSide {
            scale: ScaleFactors { across: 0.985, down: 1.01 },
            offset: Vec2::new(1.2, -0.8),
            skew: 0.6,
            angle: 90.3,
        };
        let back = PrintedSide {
            scale: ScaleFactors { across: 0.99, down: 1.006 },
            offset: Vec2::new(-0.9, 1.4),
            skew: -0.4,
            angle: 89.9,
        };
        for (size, flip) in [
            (Size::new(210.0, 297.0), Backs::FlipLong),
            (Size::new(215.9, 279.4), Backs::FlipShort),
            (Size::new(297.0, 420.0), Backs::FlipLong),
        ] {
            let marks = Marks::on(size).unwrap();
            let fitted = fit(&marks, &read(&marks, &front, &back, flip), flip);
            for (found, true_) in [(fitted.front, front), (fitted.back, back)] {
                let (found, true_) = (found.printed(size), true_.printed(size));
                for corner in [(0.0, 0.0), (size.width, 0.0), (0.0, size.height)].map(Point::from) {
                    let apart = (found * corner).distance(true_ * corner);
                    assert!(apart < 1e-3, "{apart} mm on {size:?}");
                }
            }
            assert!(fitted.worst.distance < 1e-3, "{:?}", fitted.worst);
            assert_eq!(fitted.unprintable.sides(), [4.0, 4.5, 5.0, 4.0]);
        }
    }

    #[test]
    fn a_transform_is_found_from_its_corners() {
        let from = [(20.0, 30.0), (180.0, 30.0), (20.0, 250.0), (180.0, 250.0)].map(Point::from);
        let map = Affine::new([0.98, 0.01, -0.02, 1.03, 3.0, -4.0]);
        let found = nearest(from, from.map(|p| map * p));
        for point in from {
            assert!((found * point).distance(map * point) < 1e-9);
        }
    }

    #[test]
    fn correct_readings_give_a_printer_without_errors() {
        let marks = Marks::on(Size::new(210.0, 297.0)).unwrap();
        let right = crate::print::profile::readings::readings(&marks).map(|reading| reading.right);
        let fitted = fit(&marks, &right, Backs::FlipLong);
        for side in [fitted.front, fitted.back] {
            let moved = side.printed(marks.size) * Point::new(10.0, 20.0);
            assert!(moved.distance(Point::new(10.0, 20.0)) < 1e-9);
        }
    }
}
