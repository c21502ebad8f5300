//! Maps points of a page to points of its scan.
//!
//! - In: points of the page, in mm from its top left corner.
//! - Out: points of the scan, in pixels.
//!
//! A map has two parts. The first part is an affine map, which a rough search finds. The second part is
//! a small displacement on the page: a polynomial of fifth degree, which the fit adds.

use kurbo::{Point, Size, Vec2};

/// The degree of the polynomials.
const DEGREE: usize = 5;
/// The number of terms of a polynomial of this degree in two variables.
pub const TERMS: usize = (DEGREE + 1) * (DEGREE + 2) / 2;
/// The number of terms of an affine map along one axis.
pub const AFFINE_TERMS: usize = 3;

/// A polynomial displacement on a page, in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Warp {
    pub x: [f64; TERMS],
    pub y: [f64; TERMS],
}

impl Warp {
    pub const NONE: Self = Self { x: [0.0; TERMS], y: [0.0; TERMS] };
}

/// Returns the terms of the polynomials at a point. `at` is relative to the centre of the page, in
/// units of half its diagonal (see [`Frame`]).
pub fn terms(at: Vec2) -> [f64; TERMS] {
    let mut terms = [1.0; TERMS];
    let mut next = 1;
    for degree in 1..=DEGREE {
        // Each term of a degree is a term of the previous degree multiplied by x. Only the last
        // term is different: it is the last term of the previous degree multiplied by y.
        let below = next - degree;
        for index in 0..degree {
            terms[next + index] = terms[below + index] * at.x;
        }
        terms[next + degree] = terms[next - 1] * at.y;
        next += degree + 1;
    }
    terms
}

/// The centre of a page, and half of its diagonal in mm. In polynomials, points are relative to the
/// centre, in units of half the diagonal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    pub centre: Point,
    pub radius: f64,
}

impl Frame {
    pub fn new(page: Size) -> Self {
        Self { centre: (page.to_vec2() / 2.0).to_point(), radius: page.to_vec2().hypot() / 2.0 }
    }

    pub fn terms(&self, at: Point) -> [f64; TERMS] {
        terms((at - self.centre) / self.radius)
    }
}

/// A map from mm on the page to pixels of the scan.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Map {
    /// The vectors on the scan, in pixels, that correspond to two steps of 1 mm on the page: a step
    /// to the right, and a step down.
    pub across: Vec2,
    pub down: Vec2,
    /// The point of the scan that shows the page's centre.
    pub centre: Point,
    pub frame: Frame,
    /// The displacement of each point of the page, in mm on the page. If the print has the content of
    /// the point `p` at `q`, the displacement of `p` is `p - q`.
    pub warp: Warp,
}

impl Map {
    /// Returns the map of a page that is turned by an angle in radians, clockwise on the picture.
    pub fn turned(page: Size, pixels_per_mm: f64, angle: f64, centre: Point) -> Self {
        let (sin, cos) = (libm::sin(angle) * pixels_per_mm, libm::cos(angle) * pixels_per_mm);
        Self {
            across: Vec2::new(cos, sin),
            down: Vec2::new(-sin, cos),
            centre,
            frame: Frame::new(page),
            warp: Warp::NONE,
        }
    }

    /// Returns the displacement of the warp at a point of the page, in mm. [`Map::apply`] subtracts it
    /// from the point.
    pub fn displacement(&self, at: Point) -> Vec2 {
        // The rough search inverts millions of maps without a warp, so this case must be fast.
        if self.warp == Warp::NONE {
            return Vec2::ZERO;
        }
        let terms = self.frame.terms(at);
        let dot = |row: &[f64; TERMS]| row.iter().zip(&terms).map(|(a, b)| a * b).sum();
        Vec2::new(dot(&self.warp.x), dot(&self.warp.y))
    }

    /// Returns the point of the scan that shows a point of the page.
    pub fn apply(&self, at: Point) -> Point {
        let from_centre = at - self.displacement(at) - self.frame.centre;
        self.centre + self.across * from_centre.x + self.down * from_centre.y
    }

    /// Returns the point of the page that a point of the scan shows.
    pub fn invert(&self, at: Point) -> Point {
        let from_centre = at - self.centre;
        let area = self.across.cross(self.down);
        let straight = self.frame.centre
            + Vec2::new(from_centre.cross(self.down) / area, self.across.cross(from_centre) / area);
        // The displacement at the result is needed, but the result is not known yet. The displacement
        // is small and smooth, so two steps lead close enough to the result.
        let once = straight + self.displacement(straight);
        straight + self.displacement(once)
    }

    /// Returns the vectors on the scan, in pixels, that correspond to steps of 1 mm at a point of
    /// the page: a step to the right, and a step down.
    pub fn steps(&self, at: Point) -> [Vec2; 2] {
        const STEP: f64 = 0.5;
        [Vec2::new(STEP, 0.0), Vec2::new(0.0, STEP)]
            .map(|step| (self.apply(at + step) - self.apply(at - step)) / (2.0 * STEP))
    }

    /// Returns the same map for a scan whose pixels are `factor` times as large.
    pub fn coarser(&self, factor: f64) -> Self {
        Self {
            across: self.across / factor,
            down: self.down / factor,
            centre: (self.centre.to_vec2() / factor).to_point(),
            ..*self
        }
    }

    /// Returns whether the rotations of two maps differ by less than 60 degrees, and so belong to the
    /// same quarter turn.
    pub fn is_in_quarter_of(&self, other: &Self) -> bool {
        self.across.dot(other.across) > 0.5 * self.across.hypot() * other.across.hypot()
    }

    /// Returns the mean number of pixels per mm.
    pub fn pixels_per_mm(&self) -> f64 {
        self.across.cross(self.down).abs().sqrt()
    }

    /// Returns the map for a print whose content is displaced by `by`, in mm on the page.
    pub fn shifted(&self, by: Vec2) -> Self {
        let mut shifted = *self;
        shifted.warp.x[0] -= by.x;
        shifted.warp.y[0] -= by.y;
        shifted
    }

    /// Returns the same map with only the affine part of its warp. Such a map is used outside of the
    /// page, where the polynomial is not valid.
    pub fn flat(&self) -> Self {
        Self { warp: Warp::NONE, ..self.straightened() }
    }

    /// Returns nearly the same map. The affine part of its warp is moved into `centre`, `across` and
    /// `down`.
    pub fn straightened(&self) -> Self {
        let (x, y, radius) = (&self.warp.x, &self.warp.y, self.frame.radius);
        let mut map = *self;
        map.centre = self.centre - self.across * x[0] - self.down * y[0];
        map.across = self.across * (1.0 - x[1] / radius) - self.down * (y[1] / radius);
        map.down = self.down * (1.0 - y[2] / radius) - self.across * (x[2] / radius);
        // The rest of the warp is small, so the changed vectors hardly affect it.
        (0..AFFINE_TERMS).for_each(|term| (map.warp.x[term], map.warp.y[term]) = (0.0, 0.0));
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverse_and_straightened_maps_agree() {
        let mut map = Map::turned(Size::new(210.0, 297.0), 11.8, 0.02, Point::new(1250.0, 1760.0));
        map.warp.x[..5].copy_from_slice(&[0.3, 0.8, -0.2, 0.05, 0.02]);
        map.warp.y[..6].copy_from_slice(&[-0.3, 0.1, 0.4, 0.0, -0.03, 0.05]);
        for at in [Point::new(10.0, 20.0), Point::new(105.0, 100.0), Point::new(200.0, 280.0)] {
            assert!(map.invert(map.apply(at)).distance(at) < 1e-3);
            assert!(map.straightened().apply(at).distance(map.apply(at)) < 0.02);
            let [across, down] = map.steps(at);
            assert!(
                (across - map.apply(at + Vec2::new(0.5, 0.0)).to_vec2()
                    + map.apply(at - Vec2::new(0.5, 0.0)).to_vec2())
                .hypot()
                    < 1e-9
            );
            assert!(across.cross(down) > 0.0);
        }
        let half = map.coarser(2.0);
        let at = Point::new(33.0, 44.0);
        assert!((half.apply(at).to_vec2() * 2.0 - map.apply(at).to_vec2()).hypot() < 1e-9);
    }
}
