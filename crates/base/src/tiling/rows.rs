//! The table of tilings. For each tiling, it contains the polygons of one parallelogram and two
//! translations, in exact numbers.

use kurbo::Point;

use super::hex::SQRT_3;

/// √2 to the last bit of an `f64`.
pub(super) const SQRT_2: f64 = std::f64::consts::SQRT_2;

/// The exact number `(one + two √2 + three √3) / 12`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct ExactNumber {
    pub(super) one: i64,
    pub(super) two: i64,
    pub(super) three: i64,
}

impl ExactNumber {
    /// Returns the sum of `one` halves, `two` halves of √2 and `three` halves of √3.
    const fn halves([one, two, three]: [i64; 3]) -> Self {
        Self { one: 6 * one, two: 6 * two, three: 6 * three }
    }

    /// Returns the cosine of a multiple of 30 or 45 degrees.
    fn cosine(degrees: i64) -> Self {
        /// The cosines of 0, 15, 30 … degrees, in halves. The cosines of 15 and 75 degrees are not
        /// used, because they need √6.
        const COSINES: [[i64; 3]; 7] =
            [[2, 0, 0], [0; 3], [0, 0, 1], [0, 1, 0], [1, 0, 0], [0; 3], [0, 0, 0]];
        let steps = degrees.rem_euclid(360) / 15;
        let folded = if steps > 12 { 24 - steps } else { steps } as usize;
        match folded {
            0..=6 => Self::halves(COSINES[folded]),
            _ => Self::halves(COSINES[12 - folded]).times(-1),
        }
    }

    #[inline]
    const fn times(self, by: i64) -> Self {
        Self { one: self.one * by, two: self.two * by, three: self.three * by }
    }

    #[inline]
    const fn plus(self, other: Self) -> Self {
        Self { one: self.one + other.one, two: self.two + other.two, three: self.three + other.three }
    }

    #[inline]
    fn value(self) -> f64 {
        self.one as f64 / 12.0 + multiple(SQRT_2, self.two) + multiple(SQRT_3, self.three)
    }

    /// Returns the number divided by `by`. `one`, `two` and `three` must be divisible by `by`.
    pub(super) const fn divided(self, by: i64) -> Self {
        Self { one: self.one / by, two: self.two / by, three: self.three / by }
    }
}

/// Returns `root * twelfths / 12`. `twelfths` is usually 0, and skipping the division in this case
/// saves most of the time.
#[inline]
fn multiple(root: f64, twelfths: i64) -> f64 {
    if twelfths == 0 { 0.0 } else { root * (twelfths as f64 / 12.0) }
}

/// An exact point on a grid with sides of length 1. If two cells have a corner in common, both
/// corners have exactly the same value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ExactPoint {
    pub(super) x: ExactNumber,
    pub(super) y: ExactNumber,
}

impl ExactPoint {
    #[inline]
    pub(super) const fn times(self, by: i64) -> Self {
        Self { x: self.x.times(by), y: self.y.times(by) }
    }

    #[inline]
    pub(super) const fn plus(self, other: Self) -> Self {
        Self { x: self.x.plus(other.x), y: self.y.plus(other.y) }
    }

    /// Returns the unit vector at an angle, which is counted clockwise from the right. The angle
    /// must be a multiple of 30 or 45 degrees.
    pub(super) fn heading(degrees: i64) -> Self {
        Self { x: ExactNumber::cosine(degrees), y: ExactNumber::cosine(degrees - 90) }
    }

    /// Returns the point in floating-point numbers, on a grid with sides of length 1.
    #[inline]
    pub fn point(self) -> Point {
        Point::new(self.x.value(), self.y.value())
    }
}

/// Returns an exact point. `x` points to the right and `y` down. A coordinate `[a, b, c]` has the
/// value (a + b√2 + c√3) / 2.
const fn at(x: [i64; 3], y: [i64; 3]) -> ExactPoint {
    ExactPoint { x: ExactNumber::halves(x), y: ExactNumber::halves(y) }
}

/// A polygon of a tiling. Its sides have length 1.
pub(super) struct Polygon {
    /// The first corner.
    pub(super) start: ExactPoint,
    /// The direction of the first side, in degrees clockwise from the right.
    pub(super) heading: i64,
    pub(super) sides: usize,
}

const fn polygon(start: ExactPoint, heading: i64, sides: usize) -> Polygon {
    Polygon { start, heading, sides }
}

/// A tiling: a row of the table.
pub(super) struct Row {
    /// The translations from a parallelogram to the neighbouring ones.
    pub(super) steps: [ExactPoint; 2],
    /// The polygons in one parallelogram. If a layout states the size of cells, this is the size of
    /// the first polygon.
    pub(super) polygons: &'static [Polygon],
    /// The angle by which the outline turns at each corner, in degrees. The first angle is at the
    /// end of the first side. Empty if the polygons are regular.
    pub(super) turns: &'static [i64],
}

const fn row(steps: [ExactPoint; 2], polygons: &'static [Polygon]) -> Row {
    Row { steps, polygons, turns: &[] }
}

/// All tilings, in the order of the enum [`Tiling`](super::Tiling).
pub(super) const ROWS: [Row; 14] = [
    row([at([3, 0, 0], [0, 0, 1]), at([0, 0, 0], [0, 0, 2])], &[polygon(at([-1, 0, 0], [0, 0, -1]), 0, 6)]),
    row([at([0, 0, 2], [0, 0, 0]), at([0, 0, 1], [3, 0, 0])], &[polygon(at([0, 0, -1], [-1, 0, 0]), 330, 6)]),
    row([at([2, 0, 0], [0, 0, 0]), at([0, 0, 0], [2, 0, 0])], &[polygon(at([-1, 0, 0], [-1, 0, 0]), 0, 4)]),
    // Like a hexagon, a brick has six edges. Two of the six corners of a brick are in the middle of
    // its long sides.
    Row {
        steps: [at([4, 0, 0], [0, 0, 0]), at([2, 0, 0], [2, 0, 0])],
        polygons: &[polygon(at([-2, 0, 0], [-1, 0, 0]), 0, 6)],
        turns: &[0, 90, 90, 0, 90, 90],
    },
    row(
        [at([2, 0, 0], [0, 0, 0]), at([1, 0, 0], [0, 0, 1])],
        &[polygon(at([0, 0, 0], [0, 0, 0]), 60, 3), polygon(at([0, 0, 0], [0, 0, 0]), 0, 3)],
    ),
    row(
        [at([0, 0, 1], [1, 0, 0]), at([0, 0, 0], [2, 0, 0])],
        &[polygon(at([0, 0, 0], [0, 0, 0]), 330, 3), polygon(at([0, 0, 0], [0, 0, 0]), 30, 3)],
    ),
    row(
        [at([2, 2, 0], [0, 0, 0]), at([0, 0, 0], [2, 2, 0])],
        &[polygon(at([-1, 0, 0], [-1, -1, 0]), 0, 8), polygon(at([1, 1, 0], [1, 0, 0]), 45, 4)],
    ),
    row(
        [at([4, 0, 0], [0, 0, 0]), at([2, 0, 0], [0, 0, 2])],
        &[
            polygon(at([-1, 0, 0], [0, 0, -1]), 0, 6),
            polygon(at([0, 0, 0], [0, 0, -2]), 60, 3),
            polygon(at([-1, 0, 0], [0, 0, 1]), 0, 3),
        ],
    ),
    row(
        [at([3, 0, 1], [1, 0, 1]), at([0, 0, 0], [2, 0, 2])],
        &[
            polygon(at([-1, 0, 0], [0, 0, -1]), 0, 6),
            polygon(at([-1, 0, 0], [-2, 0, -1]), 0, 4),
            polygon(at([1, 0, 1], [-1, 0, -1]), 60, 4),
            polygon(at([2, 0, 1], [1, 0, 0]), 120, 4),
            polygon(at([2, 0, 0], [0, 0, 0]), 330, 3),
            polygon(at([1, 0, 0], [0, 0, -1]), 270, 3),
        ],
    ),
    row(
        [at([3, 0, 2], [2, 0, 1]), at([0, 0, 0], [4, 0, 2])],
        &[
            polygon(at([-1, 0, 0], [-2, 0, -1]), 0, 12),
            polygon(at([1, 0, 1], [-1, 0, -1]), 210, 3),
            polygon(at([2, 0, 1], [1, 0, 0]), 270, 3),
        ],
    ),
    row(
        [at([3, 0, 3], [3, 0, 1]), at([0, 0, 0], [6, 0, 2])],
        &[
            polygon(at([-1, 0, 0], [-2, 0, -1]), 0, 12),
            polygon(at([1, 0, 1], [-1, 0, -1]), 210, 6),
            polygon(at([2, 0, 1], [1, 0, 0]), 270, 6),
            polygon(at([-1, 0, 0], [-4, 0, -1]), 0, 4),
            polygon(at([1, 0, 2], [-2, 0, -1]), 60, 4),
            polygon(at([2, 0, 2], [2, 0, 0]), 120, 4),
        ],
    ),
    row(
        [at([2, 0, 1], [-1, 0, 0]), at([1, 0, 0], [2, 0, 1])],
        &[
            polygon(at([0, 0, 0], [0, 0, 0]), 0, 4),
            polygon(at([2, 0, 0], [2, 0, 0]), 330, 4),
            polygon(at([1, 0, 0], [0, 0, -1]), 60, 3),
            polygon(at([2, 0, 0], [0, 0, 0]), 30, 3),
            polygon(at([0, 0, 0], [2, 0, 0]), 0, 3),
            polygon(at([0, 0, 0], [2, 0, 0]), 210, 3),
        ],
    ),
    row(
        [at([2, 0, 0], [0, 0, 0]), at([1, 0, 0], [2, 0, 1])],
        &[
            polygon(at([-1, 0, 0], [-1, 0, 0]), 0, 4),
            polygon(at([-1, 0, 0], [1, 0, 0]), 0, 3),
            polygon(at([1, 0, 0], [1, 0, 0]), 60, 3),
        ],
    ),
    row(
        [at([5, 0, 0], [0, 0, 1]), at([1, 0, 0], [0, 0, 3])],
        &[
            polygon(at([-1, 0, 0], [0, 0, -1]), 0, 6),
            polygon(at([1, 0, 0], [0, 0, -1]), 180, 3),
            polygon(at([2, 0, 0], [0, 0, 0]), 240, 3),
            polygon(at([1, 0, 0], [0, 0, 1]), 300, 3),
            polygon(at([-1, 0, 0], [0, 0, 1]), 0, 3),
            polygon(at([-2, 0, 0], [0, 0, 0]), 60, 3),
            polygon(at([-1, 0, 0], [0, 0, -1]), 120, 3),
            polygon(at([3, 0, 0], [0, 0, -1]), 60, 3),
            polygon(at([-4, 0, 0], [0, 0, 0]), 0, 3),
        ],
    ),
];
