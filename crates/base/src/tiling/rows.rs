//! The table: for each tiling two translations and the polygons of one parallelogram, in exact numbers.

use kurbo::Point;

use super::super::hex::SQRT_3;

/// √2 to the last bit of an `f64`.
pub(super) const SQRT_2: f64 = std::f64::consts::SQRT_2;

/// `one + two √2 + three √3`, in twelfths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Surd {
    pub(super) one: i64,
    pub(super) two: i64,
    pub(super) three: i64,
}

impl Surd {
    /// So many halves, halves of √2, and halves of √3.
    const fn halves([one, two, three]: [i64; 3]) -> Self {
        Self { one: 6 * one, two: 6 * two, three: 6 * three }
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
        let part = |twelfths: i64| twelfths as f64 / 12.0;
        // Divisions take the most of the time, and most of these numbers are 0.
        let root = |of: f64, twelfths: i64| if twelfths == 0 { 0.0 } else { of * part(twelfths) };
        part(self.one) + root(SQRT_2, self.two) + root(SQRT_3, self.three)
    }
}

/// A place on a grid of side 1, exactly: corners of cells that coincide are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Exact {
    pub(super) x: Surd,
    pub(super) y: Surd,
}

impl Exact {
    #[inline]
    pub(super) const fn times(self, by: i64) -> Self {
        Self { x: self.x.times(by), y: self.y.times(by) }
    }

    #[inline]
    pub(super) const fn plus(self, other: Self) -> Self {
        Self { x: self.x.plus(other.x), y: self.y.plus(other.y) }
    }

    /// The step of 1 that leads so many degrees clockwise from the right: whole times 30 or 45.
    pub(super) fn heading(degrees: i64) -> Self {
        /// Cosines of 0, 15, 30 … degrees, in halves; those of odd times 15 but 45 need √6 and are left out.
        const COSINES: [[i64; 3]; 7] =
            [[2, 0, 0], [0; 3], [0, 0, 1], [0, 1, 0], [1, 0, 0], [0; 3], [0, 0, 0]];
        let cosine = |degrees: i64| {
            let steps = degrees.rem_euclid(360) / 15;
            let folded = if steps > 12 { 24 - steps } else { steps } as usize;
            match folded {
                0..=6 => Surd::halves(COSINES[folded]),
                _ => Surd::halves(COSINES[12 - folded]).times(-1),
            }
        };
        Self { x: cosine(degrees), y: cosine(degrees - 90) }
    }

    /// Where it lies on a grid of side 1.
    #[inline]
    pub fn point(self) -> Point {
        Point::new(self.x.value(), self.y.value())
    }
}

/// A place in halves: of 1, √2 and √3 to the right, and of the same down.
const fn at(x: [i64; 3], y: [i64; 3]) -> Exact {
    Exact { x: Surd::halves(x), y: Surd::halves(y) }
}

/// A polygon of a tiling: where it begins, the way its first side leads in degrees clockwise from the right, and how
/// many sides it has.
pub(super) struct Polygon(pub(super) Exact, pub(super) i64, pub(super) usize);

/// A tiling.
pub(super) struct Row {
    /// The ways from a parallelogram to the next ones.
    pub(super) steps: [Exact; 2],
    /// The polygons of one parallelogram; the first is the one that sizes are told of.
    pub(super) polygons: &'static [Polygon],
    /// By how many degrees each corner of a polygon turns, after each side from the first; nothing where they are regular.
    pub(super) turns: &'static [i64],
}

const fn row(steps: [Exact; 2], polygons: &'static [Polygon]) -> Row {
    Row { steps, polygons, turns: &[] }
}

/// The tilings, in the order of their words.
pub(super) const ROWS: [Row; 14] = [
    row([at([3, 0, 0], [0, 0, 1]), at([0, 0, 0], [0, 0, 2])], &[Polygon(at([-1, 0, 0], [0, 0, -1]), 0, 6)]),
    row([at([0, 0, 2], [0, 0, 0]), at([0, 0, 1], [3, 0, 0])], &[Polygon(at([0, 0, -1], [-1, 0, 0]), 330, 6)]),
    row([at([2, 0, 0], [0, 0, 0]), at([0, 0, 0], [2, 0, 0])], &[Polygon(at([-1, 0, 0], [-1, 0, 0]), 0, 4)]),
    // Six neighbours as hexagons have: two of its corners lie in the middle of a long side.
    Row {
        steps: [at([4, 0, 0], [0, 0, 0]), at([2, 0, 0], [2, 0, 0])],
        polygons: &[Polygon(at([-2, 0, 0], [-1, 0, 0]), 0, 6)],
        turns: &[0, 90, 90, 0, 90, 90],
    },
    row(
        [at([2, 0, 0], [0, 0, 0]), at([1, 0, 0], [0, 0, 1])],
        &[Polygon(at([0, 0, 0], [0, 0, 0]), 60, 3), Polygon(at([0, 0, 0], [0, 0, 0]), 0, 3)],
    ),
    row(
        [at([0, 0, 1], [1, 0, 0]), at([0, 0, 0], [2, 0, 0])],
        &[Polygon(at([0, 0, 0], [0, 0, 0]), 330, 3), Polygon(at([0, 0, 0], [0, 0, 0]), 30, 3)],
    ),
    row(
        [at([2, 2, 0], [0, 0, 0]), at([0, 0, 0], [2, 2, 0])],
        &[Polygon(at([-1, 0, 0], [-1, -1, 0]), 0, 8), Polygon(at([1, 1, 0], [1, 0, 0]), 45, 4)],
    ),
    row(
        [at([4, 0, 0], [0, 0, 0]), at([2, 0, 0], [0, 0, 2])],
        &[
            Polygon(at([-1, 0, 0], [0, 0, -1]), 0, 6),
            Polygon(at([0, 0, 0], [0, 0, -2]), 60, 3),
            Polygon(at([-1, 0, 0], [0, 0, 1]), 0, 3),
        ],
    ),
    row(
        [at([3, 0, 1], [1, 0, 1]), at([0, 0, 0], [2, 0, 2])],
        &[
            Polygon(at([-1, 0, 0], [0, 0, -1]), 0, 6),
            Polygon(at([-1, 0, 0], [-2, 0, -1]), 0, 4),
            Polygon(at([1, 0, 1], [-1, 0, -1]), 60, 4),
            Polygon(at([2, 0, 1], [1, 0, 0]), 120, 4),
            Polygon(at([2, 0, 0], [0, 0, 0]), 330, 3),
            Polygon(at([1, 0, 0], [0, 0, -1]), 270, 3),
        ],
    ),
    row(
        [at([3, 0, 2], [2, 0, 1]), at([0, 0, 0], [4, 0, 2])],
        &[
            Polygon(at([-1, 0, 0], [-2, 0, -1]), 0, 12),
            Polygon(at([1, 0, 1], [-1, 0, -1]), 210, 3),
            Polygon(at([2, 0, 1], [1, 0, 0]), 270, 3),
        ],
    ),
    row(
        [at([3, 0, 3], [3, 0, 1]), at([0, 0, 0], [6, 0, 2])],
        &[
            Polygon(at([-1, 0, 0], [-2, 0, -1]), 0, 12),
            Polygon(at([1, 0, 1], [-1, 0, -1]), 210, 6),
            Polygon(at([2, 0, 1], [1, 0, 0]), 270, 6),
            Polygon(at([-1, 0, 0], [-4, 0, -1]), 0, 4),
            Polygon(at([1, 0, 2], [-2, 0, -1]), 60, 4),
            Polygon(at([2, 0, 2], [2, 0, 0]), 120, 4),
        ],
    ),
    row(
        [at([2, 0, 1], [-1, 0, 0]), at([1, 0, 0], [2, 0, 1])],
        &[
            Polygon(at([0, 0, 0], [0, 0, 0]), 0, 4),
            Polygon(at([2, 0, 0], [2, 0, 0]), 330, 4),
            Polygon(at([1, 0, 0], [0, 0, -1]), 60, 3),
            Polygon(at([2, 0, 0], [0, 0, 0]), 30, 3),
            Polygon(at([0, 0, 0], [2, 0, 0]), 0, 3),
            Polygon(at([0, 0, 0], [2, 0, 0]), 210, 3),
        ],
    ),
    row(
        [at([2, 0, 0], [0, 0, 0]), at([1, 0, 0], [2, 0, 1])],
        &[
            Polygon(at([-1, 0, 0], [-1, 0, 0]), 0, 4),
            Polygon(at([-1, 0, 0], [1, 0, 0]), 0, 3),
            Polygon(at([1, 0, 0], [1, 0, 0]), 60, 3),
        ],
    ),
    row(
        [at([5, 0, 0], [0, 0, 1]), at([1, 0, 0], [0, 0, 3])],
        &[
            Polygon(at([-1, 0, 0], [0, 0, -1]), 0, 6),
            Polygon(at([1, 0, 0], [0, 0, -1]), 180, 3),
            Polygon(at([2, 0, 0], [0, 0, 0]), 240, 3),
            Polygon(at([1, 0, 0], [0, 0, 1]), 300, 3),
            Polygon(at([-1, 0, 0], [0, 0, 1]), 0, 3),
            Polygon(at([-2, 0, 0], [0, 0, 0]), 60, 3),
            Polygon(at([-1, 0, 0], [0, 0, -1]), 120, 3),
            Polygon(at([3, 0, 0], [0, 0, -1]), 60, 3),
            Polygon(at([-4, 0, 0], [0, 0, 0]), 0, 3),
        ],
    ),
];
