//! Circles, ellipses and rounded corners as Béziers, from constants: no sine, so the same on every machine.

use kurbo::{Affine, BezPath, Point, Rect, Size, Vec2};

/// cos 45°.
const D: f64 = std::f64::consts::FRAC_1_SQRT_2;
/// The handle of a cubic Bézier for an eighth of a circle, `4/3 tan(π/16)` of the radius; the curve lies within
/// four millionths of the radius of the true circle.
const HANDLE: f64 = 0.265_216_489_839_544_07;

/// The eight points of a circle of radius 1, clockwise as seen from the top.
const POINTS: [Vec2; 8] = [
    Vec2::new(0.0, -1.0),
    Vec2::new(D, -D),
    Vec2::new(1.0, 0.0),
    Vec2::new(D, D),
    Vec2::new(0.0, 1.0),
    Vec2::new(-D, D),
    Vec2::new(-1.0, 0.0),
    Vec2::new(-D, -D),
];

/// Appends the `eighth`-th eighth of a circle, from 0 at the top, clockwise.
fn eighth(path: &mut BezPath, centre: Point, radius: f64, eighth: usize) {
    let (from, to) = (POINTS[eighth % 8], POINTS[(eighth + 1) % 8]);
    let along = |p: Vec2| Vec2::new(-p.y, p.x) * (HANDLE * radius);
    let at = |p: Vec2| centre + p * radius;
    path.curve_to(at(from) + along(from), at(to) - along(to), at(to));
}

/// Circles up to this radius, in mm, are drawn in quarters: they stay within half a micrometre of true ones.
const SMALL: f64 = 1.8;
/// The handle for a quarter of a circle, `4/3 tan(π/8)`; 0.27 thousandths of the radius off at the worst.
const QUARTER_HANDLE: f64 = 0.552_284_749_830_793_4;

/// A circle.
#[must_use]
pub fn circle(centre: Point, radius: f64) -> BezPath {
    if radius <= SMALL {
        return quarters(centre, radius, 0, QUARTER_HANDLE);
    }
    let mut path = BezPath::new();
    path.move_to(centre + POINTS[0] * radius);
    for i in 0..8 {
        eighth(&mut path, centre, radius, i);
    }
    path.close_path();
    path
}

/// An ellipse of this width and height: a circle of its larger radius, scaled down one way.
#[must_use]
pub fn ellipse(centre: Point, size: Size) -> BezPath {
    let radius = size.width.max(size.height) / 2.0;
    let (x, y) = (size.width / 2.0 / radius, size.height / 2.0 / radius);
    Affine::translate(centre.to_vec2()) * Affine::scale_non_uniform(x, y) * circle(Point::ZERO, radius)
}

/// The handle that keeps four quarters nearest to a circle (Mortensen): 0.2 thousandths of the radius off at the worst.
const DOT_HANDLE: f64 = 0.551_915_024_494;

/// A circle that is too small to be seen, from its right.
#[must_use]
pub fn dot(radius: f64) -> BezPath {
    quarters(Point::ZERO, radius, 2, DOT_HANDLE)
}

/// A circle from the `first` of the eight points on, in four curves whose handles are so long.
fn quarters(centre: Point, radius: f64, first: usize, handle: f64) -> BezPath {
    let mut path = BezPath::new();
    path.move_to(centre + POINTS[first] * radius);
    for i in [0, 2, 4, 6].map(|i| (first + i) % 8) {
        let (from, to) = (POINTS[i], POINTS[(i + 2) % 8]);
        let along = |p: Vec2| Vec2::new(-p.y, p.x) * (handle * radius);
        let at = |p: Vec2| centre + p * radius;
        path.curve_to(at(from) + along(from), at(to) - along(to), at(to));
    }
    path.close_path();
    path
}

/// A rectangle with round corners.
#[must_use]
pub fn rectangle(rect: Rect, radius: f64) -> BezPath {
    let r = radius.min(rect.width() / 2.0).min(rect.height() / 2.0);
    let corners = [
        (Point::new(rect.x1 - r, rect.y0 + r), 0),
        (Point::new(rect.x1 - r, rect.y1 - r), 2),
        (Point::new(rect.x0 + r, rect.y1 - r), 4),
        (Point::new(rect.x0 + r, rect.y0 + r), 6),
    ];
    let mut path = BezPath::new();
    path.move_to((rect.x0 + r, rect.y0));
    for (centre, first) in corners {
        path.line_to(centre + POINTS[first] * r);
        eighth(&mut path, centre, r, first);
        eighth(&mut path, centre, r, first + 1);
    }
    path.close_path();
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::{ParamCurve, PathSeg};

    #[test]
    fn a_circle_is_round_to_a_fifth_of_a_micrometre() {
        for segment in circle(Point::new(3.0, -2.0), 25.0).segments() {
            let PathSeg::Cubic(cubic) = segment else { continue };
            for t in 0..=20 {
                let point = cubic.eval(f64::from(t) / 20.0);
                assert!((point.distance(Point::new(3.0, -2.0)) - 25.0).abs() < 2e-4, "{point:?}");
            }
        }
    }

    #[test]
    fn a_small_circle_is_round_to_half_a_micrometre() {
        for segment in circle(Point::ZERO, SMALL).segments() {
            let PathSeg::Cubic(cubic) = segment else { continue };
            for t in 0..=20 {
                let off = cubic.eval(f64::from(t) / 20.0).to_vec2().hypot() - SMALL;
                assert!(off.abs() < 5e-4, "{off}");
            }
        }
    }

    #[test]
    fn rounded_corners_stay_in_the_rectangle() {
        let rect = Rect::new(0.0, 0.0, 60.0, 90.0);
        let bounds = kurbo::Shape::bounding_box(&rectangle(rect, 3.0));
        assert!((bounds.x1 - 60.0).abs() < 1e-9 && (bounds.y0).abs() < 1e-9);
    }
}
