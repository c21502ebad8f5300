//! Draws circles, ellipses and rounded corners as Bézier curves whose handles have constant
//! lengths.
//!
//! - In: centres, radii and rectangles.
//! - Out: paths that are the same on every machine, because no trigonometric function is used.
//! - Not here: arcs that begin at an arbitrary angle.

use kurbo::{Affine, BezPath, Point, Rect, Size, Vec2};

/// cos 45°.
const D: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// Eight points on a circle of radius 1, clockwise from the top. A curve begins at one of these
/// points.
const POINTS: [(f64, f64); 8] =
    [(0.0, -1.0), (D, -D), (1.0, 0.0), (D, D), (0.0, 1.0), (-D, D), (-1.0, 0.0), (-D, -D)];

/// A cubic Bézier curve that replaces an arc of a circle.
struct Curve {
    /// The length of the arc, in eighths of the circle.
    eighths: usize,
    /// The length of the handles of the curve, for a radius of 1.
    handle: f64,
}

/// A curve that replaces an eighth of a circle. Its handles have the length `4/3 tan(π/16)`. The error
/// is at most four millionths of the radius.
const EIGHTH: Curve = Curve { eighths: 1, handle: 0.265_216_489_839_544_07 };

/// The length of the handles of a curve that replaces a quarter of a circle of radius 1: `4/3
/// tan(π/8)`. The error is at most 0.27 thousandths of the radius.
pub const QUARTER_HANDLE: f64 = 0.552_284_749_830_793_4;

/// A curve that replaces a quarter of a circle.
const QUARTER: Curve = Curve { eighths: 2, handle: QUARTER_HANDLE };

/// A curve that replaces a quarter of a circle. The length of its handles makes the error as small as
/// possible: at most 0.2 thousandths of the radius (Mortensen).
const DOT: Curve = Curve { eighths: 2, handle: 0.551_915_024_494 };

impl Curve {
    /// Adds the curve to the path of a circle. The curve begins at the point of [`POINTS`] with the
    /// index `first`.
    fn append(&self, path: &mut BezPath, centre: Point, radius: f64, first: usize) {
        let [from, to] = [first, first + self.eighths].map(|i| Vec2::from(POINTS[i % 8]));
        let (start, end) = (centre + from * radius, centre + to * radius);
        let [start_handle, end_handle] = [from, to].map(|p| Vec2::new(-p.y, p.x) * (self.handle * radius));
        path.curve_to(start + start_handle, end - end_handle, end);
    }

    /// Returns a circle made of copies of this curve. The path begins at the point of [`POINTS`]
    /// with the index `first`.
    fn circle(&self, centre: Point, radius: f64, first: usize) -> BezPath {
        let mut path = BezPath::new();
        path.move_to(centre + Vec2::from(POINTS[first]) * radius);
        (0..8).step_by(self.eighths).for_each(|i| self.append(&mut path, centre, radius, first + i));
        path.close_path();
        path
    }
}

/// The largest radius of a circle that is made of four curves, in mm. At this radius, the error is
/// half a micrometre.
const MAX_FOUR_CURVE_RADIUS_MM: f64 = 1.8;

/// Returns a closed circle made of cubic curves.
pub fn circle(centre: Point, radius: f64) -> BezPath {
    let curve = if radius <= MAX_FOUR_CURVE_RADIUS_MM { QUARTER } else { EIGHTH };
    curve.circle(centre, radius, 0)
}

/// Returns an ellipse. The path is a circle with the larger radius, compressed along one axis.
pub fn ellipse(centre: Point, size: Size) -> BezPath {
    let radius = size.width.max(size.height) / 2.0;
    let (x, y) = (size.width / 2.0 / radius, size.height / 2.0 / radius);
    Affine::translate(centre.to_vec2()) * Affine::scale_non_uniform(x, y) * circle(Point::ZERO, radius)
}

/// Returns a dot around the origin. The radius should be so small that the error of the curves is
/// invisible. The path begins at the rightmost point.
pub fn dot(radius: f64) -> BezPath {
    DOT.circle(Point::ZERO, radius, 2)
}

/// Returns a rectangle with rounded corners.
pub fn rectangle(rect: Rect, radius: f64) -> BezPath {
    let r = radius.min(rect.width() / 2.0).min(rect.height() / 2.0);
    let inner = rect.inset(-r);
    let corners = [(inner.x1, inner.y0), (inner.x1, inner.y1), (inner.x0, inner.y1), (inner.x0, inner.y0)];
    let mut path = BezPath::new();
    path.move_to((inner.x0, rect.y0));
    for (centre, first) in corners.map(Point::from).into_iter().zip([0, 2, 4, 6]) {
        path.line_to(centre + Vec2::from(POINTS[first]) * r);
        EIGHTH.append(&mut path, centre, r, first);
        EIGHTH.append(&mut path, centre, r, first + 1);
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
        for segment in circle(Point::ZERO, MAX_FOUR_CURVE_RADIUS_MM).segments() {
            let PathSeg::Cubic(cubic) = segment else { continue };
            for t in 0..=20 {
                let off = cubic.eval(f64::from(t) / 20.0).to_vec2().hypot() - MAX_FOUR_CURVE_RADIUS_MM;
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
