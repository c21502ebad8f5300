//! Computes rotations and directions from angles in degrees, clockwise as seen on the sheet (y
//! points down).
//!
//! - Not here: the sine function of the operating system, whose results differ from machine to
//!   machine.

use kurbo::{Affine, Vec2};

use hexpress_base::tiling::hex::SQRT_3;

/// Returns the transform that rotates by an angle in degrees, clockwise as seen on the sheet.
/// Multiples of 30 degrees are exact. Other angles use `libm`, which gives the same bits on every
/// machine.
pub fn turn(degrees: f64) -> Affine {
    let (sin, cos) = sin_cos(degrees);
    Affine::new([cos, sin, -sin, cos, 0.0, 0.0])
}

/// Returns sine and cosine of an angle in degrees.
pub fn sin_cos(degrees: f64) -> (f64, f64) {
    const H: f64 = SQRT_3 / 2.0;
    const SINES: [f64; 12] = [0.0, 0.5, H, 1.0, H, 0.5, 0.0, -0.5, -H, -1.0, -H, -0.5];
    let twelfths = degrees.rem_euclid(360.0) / 30.0;
    if twelfths.fract() == 0.0 {
        let index = twelfths as usize;
        return (SINES[index % 12], SINES[(index + 3) % 12]);
    }
    let radians = degrees.to_radians();
    (libm::sin(radians), libm::cos(radians))
}

/// Returns the unit vector in the direction `degrees`, which is measured clockwise from straight
/// up.
pub fn heading(degrees: f64) -> Vec2 {
    let (sin, cos) = sin_cos(degrees);
    Vec2::new(sin, -cos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multiples_of_30_degrees_are_exact() {
        assert_eq!(turn(180.0).as_coeffs()[..4], [-1.0, 0.0, 0.0, -1.0]);
        assert_eq!(heading(90.0), Vec2::new(1.0, 0.0));
        assert_eq!(heading(300.0).y, -0.5);
        assert_eq!(sin_cos(-30.0), sin_cos(330.0));
        let (sin, cos) = sin_cos(17.0);
        assert!((sin.mul_add(sin, cos * cos) - 1.0).abs() < 1e-15);
    }
}
