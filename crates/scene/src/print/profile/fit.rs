//! From readings to what a printer does.

use kurbo::{Affine, Point, Vec2};

use super::marks::SLANT;
use super::readings::COUNT;
use super::{Marks, PrintedSide};
use crate::print::margins::Margins;
use crate::print::setup::Backs;

/// What follows from readings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fitted {
    /// What the printer does to the side that is printed first.
    pub front: PrintedSide,
    /// What it does to the other side.
    pub back: PrintedSide,
    /// How near to the edges it prints.
    pub reach: Margins,
    /// How far the cross at which front and back differ most from what the others say is from that, in mm, and which
    /// cross it is, from 1.
    pub apart: (f64, usize),
}

/// Which printer would give these readings. The sheet was turned over in this way.
pub fn fit(marks: &Marks, readings: &[f64; COUNT], flip: Backs) -> Fitted {
    let [a, b, c, d, e, f, g, light @ .., left, top, right, bottom] = *readings;
    let front = front(marks, [a, b, c, d, e, f, g]);
    let (between, apart) = between(marks, &light);
    let through = marks.through(flip);
    let back = through * front.printed(marks.size) * between * through;
    Fitted {
        front,
        back: PrintedSide::of(back, marks.size),
        reach: Margins { top, right, bottom, left },
        apart,
    }
}

/// What the ruler says of the front.
fn front(marks: &Marks, [a, b, c, d, e, f, g]: [f64; 7]) -> PrintedSide {
    let [first, second, third, _] = marks.crosses;
    let scale = (a / marks.across(), b / marks.down());
    let (w, h) = (scale.0 * (second.x - first.x), scale.1 * (third.y - first.y));
    // The second cross lies lower than the first by the sine of the skew.
    let skew = libm::asin(((e - d) / w).clamp(-1.0, 1.0)).to_degrees();
    // The law of cosines, once for each diagonal of a parallelogram: their squares differ by four times w h cos(angle).
    let angle = libm::acos(((f * f - g * g) / (4.0 * w * h)).clamp(-1.0, 1.0)).to_degrees();
    let side = PrintedSide { scale, offset: (0.0, 0.0), skew, angle };
    let printed = side.printed(marks.size);
    let (at, beside) = (printed * first, printed * second);
    // The upper edge is measured twice.
    let offset = (c - at.x, (d - at.y + e - beside.y) / 2.0);
    PrintedSide { offset, ..side }
}

/// Where the back is, in the frame of the front's own scales: from where each point should be to where it is. Beside it,
/// how far one cross is from what all say together, in mm, and which.
fn between(marks: &Marks, light: &[f64]) -> (Affine, (f64, usize)) {
    let mut between = Affine::IDENTITY;
    let mut apart = (0.0, 1);
    // The slanted lines turn with the back, by little; the second round is right to a micrometre as a rule.
    for _ in 0..8 {
        let mut to = marks.crosses;
        for (cross, at) in to.iter_mut().enumerate() {
            let told = |upright: bool| {
                let read = light.get(2 * cross + usize::from(upright)).copied().unwrap_or(0.0);
                read - meets(marks, cross, upright, between)
            };
            let (lying, upright) = (told(false), told(true));
            // A shift of (x, y) moves the two meetings by x + 4 y and by y + 4 x.
            let det = SLANT * SLANT - 1.0;
            let shift = Vec2::new((SLANT * upright - lying) / det, (SLANT * lying - upright) / det);
            *at = between * *at + shift;
        }
        between = nearest(marks.crosses, to);
        let far = (0..4).map(|cross| ((between * marks.crosses[cross]).distance(to[cross]), cross + 1));
        apart = far.fold((0.0, 1), |worst, one| if one.0 > worst.0 { one } else { worst });
    }
    (between, apart)
}

/// Where a slanted line of a back that is moved by `between` meets its scale: the number that is read there.
pub fn meets(marks: &Marks, cross: usize, upright: bool, between: Affine) -> f64 {
    let centre = marks.crosses[cross];
    let [p, q] = marks.slanted(cross, upright).map(|p| (between * p - centre).to_point());
    let turned = |p: Point| if upright { (p.y, p.x) } else { (p.x, p.y) };
    let ((along, beside), (to_along, to_beside)) = (turned(p), turned(q));
    along - beside * (to_along - along) / (to_beside - beside)
}

/// The map that takes the four corners of a rectangle as near as can be to `to`, by the least squares; the corners in
/// the order top left, top right, bottom left, bottom right.
///
/// For a rectangle the three unknowns of each coordinate come apart: its mean, and half of what it grows by from left to
/// right and from top to bottom.
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

    /// What somebody with perfect eyes reads off a sheet from a printer that does this.
    fn read(marks: &Marks, front: &PrintedSide, back: &PrintedSide, flip: Backs) -> [f64; COUNT] {
        let on_front = front.printed(marks.size);
        let through = marks.through(flip);
        let between = on_front.inverse() * through * back.printed(marks.size) * through;
        let length = |p: Point, q: Point| (on_front * p).distance(on_front * q);
        let [one, two, three, four] = marks.crosses;
        let light = |n: usize| meets(marks, n / 2, n % 2 == 1, between);
        let mut all = [0.0; COUNT];
        all[..7].copy_from_slice(&[
            length(marks.axis(0, false)[0], marks.axis(1, false)[1]),
            length(marks.axis(0, true)[0], marks.axis(2, true)[1]),
            (on_front * one).x,
            (on_front * one).y,
            (on_front * two).y,
            length(one, four),
            length(two, three),
        ]);
        (0..8).for_each(|n| all[7 + n] = light(n));
        all[15..].copy_from_slice(&[4.0, 4.0, 4.5, 5.0]);
        all
    }

    #[test]
    fn a_printer_comes_back_from_its_readings() {
        let front = PrintedSide { scale: (0.985, 1.01), offset: (1.2, -0.8), skew: 0.6, angle: 90.3 };
        let back = PrintedSide { scale: (0.99, 1.006), offset: (-0.9, 1.4), skew: -0.4, angle: 89.9 };
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
            assert!(fitted.apart.0 < 1e-3, "{:?}", fitted.apart);
            assert_eq!(fitted.reach.sides(), [4.0, 4.5, 5.0, 4.0]);
        }
    }

    #[test]
    fn a_map_comes_back_from_its_corners() {
        let from = [(20.0, 30.0), (180.0, 30.0), (20.0, 250.0), (180.0, 250.0)].map(Point::from);
        let map = Affine::new([0.98, 0.01, -0.02, 1.03, 3.0, -4.0]);
        let found = nearest(from, from.map(|p| map * p));
        for point in from {
            assert!((found * point).distance(map * point) < 1e-9);
        }
    }

    #[test]
    fn a_printer_that_makes_no_mistake() {
        let marks = Marks::on(Size::new(210.0, 297.0)).unwrap();
        let right = crate::print::profile::readings::readings(&marks).map(|reading| reading.right);
        let fitted = fit(&marks, &right, Backs::FlipLong);
        for side in [fitted.front, fitted.back] {
            let moved = side.printed(marks.size) * Point::new(10.0, 20.0);
            assert!(moved.distance(Point::new(10.0, 20.0)) < 1e-9);
        }
    }
}
