//! Addresses the cells of every tiling, and computes the shapes of hexagons.
//!
//! - In: coordinates, directions and sides.
//! - Out: addresses of cells; for hexagons also neighbours, distances, corners and outlines.
//! - Not here: the neighbours and corners in other tilings; see [`super::tiling`].
//!
//! A [`CellAddress`] is the address of a hexagon, a square, a brick, a triangle or a cell of a
//! mixed tiling. `q` and `r` count steps from the first cell along two axes. In a tiling that
//! repeats several polygons, `polygon` is the number of the cell's polygon.
//!
//! The coordinates of hexagons are axial, and the third cube coordinate is `s = -q - r`. The
//! formulas are those of Amit Patel's *Hexagonal Grids* (Red Blob Games), with `√3` in place of
//! trigonometric functions. Lengths are in millimetres, and the y axis points down.

use kurbo::{BezPath, Point, Vec2};

use super::geometry::polygon;
use super::words::words;

/// √3 to the last bit of an `f64`.
pub const SQRT_3: f64 = 1.732_050_807_568_877_2;

words! {
    /// The orientation of hexagons.
    Orientation:
    /// Hexagons with a side at the top, and corners on the left and right.
    FlatTop = "flat-top",
    /// Hexagons with a corner at the top, and sides on the left and right.
    PointyTop = "pointy-top",
}

/// The address of a cell of a tiling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellAddress {
    /// The number of steps along the first axis. For flat-top hexagons, this is the column. For
    /// pointy-top hexagons, it is the position in the row.
    pub q: i32,
    /// The number of steps along the second axis, which points downwards.
    pub r: i32,
    /// The number of the cell's polygon among the polygons that the tiling repeats, counted from 0;
    /// see [`super::tiling`]. Always 0 if the tiling repeats only one polygon.
    pub polygon: u8,
}

impl CellAddress {
    /// The offsets of the six neighbours, clockwise as seen on the sheet. The first neighbour is
    /// above the cell on a flat-top grid, and at its upper left on a pointy-top grid. Edge 0 of a
    /// cell is between the cell and its first neighbour.
    pub const NEIGHBOURS: [Self; 6] = [
        Self::new(0, -1),
        Self::new(1, -1),
        Self::new(1, 0),
        Self::new(0, 1),
        Self::new(-1, 1),
        Self::new(-1, 0),
    ];

    /// Returns the cell with these coordinates. Its polygon has the number 0.
    pub const fn new(q: i32, r: i32) -> Self {
        Self { q, r, polygon: 0 }
    }

    /// Returns the third cube coordinate, `-q - r`.
    pub const fn s(self) -> i32 {
        -self.q - self.r
    }

    /// Returns the neighbouring hexagon on the other side of an edge. Edges have the numbers 0 to
    /// 5, clockwise. Edge 6 is edge 0 again, and so on.
    pub fn neighbour(self, edge: usize) -> Self {
        self + Self::NEIGHBOURS[edge % 6]
    }

    /// Returns the number of steps between two hexagons.
    pub fn distance(self, other: Self) -> u32 {
        let (q, r) = (self.q - other.q, self.r - other.r);
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }

    /// Appends the text that `Display` writes. This is three times as fast as `Display`.
    pub fn push_to(self, out: &mut String) {
        let mut digits = itoa::Buffer::new();
        out.push_str(digits.format(self.q));
        out.push(',');
        out.push_str(digits.format(self.r));
        if self.polygon > 0 {
            out.push(',');
            out.push_str(digits.format(self.polygon));
        }
    }

    /// Rotates the hexagon by 60 degrees clockwise about cell (0, 0): `(q, r, s)` becomes `(-r, -s,
    /// -q)`.
    pub const fn turned(self) -> Self {
        Self { q: -self.r, r: -self.s(), polygon: self.polygon }
    }
}

impl std::fmt::Display for CellAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{},{}", self.q, self.r)?;
        if self.polygon > 0 { write!(f, ",{}", self.polygon) } else { Ok(()) }
    }
}

impl std::ops::Add for CellAddress {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { q: self.q + other.q, r: self.r + other.r, polygon: self.polygon.wrapping_add(other.polygon) }
    }
}

impl std::ops::Sub for CellAddress {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { q: self.q - other.q, r: self.r - other.r, polygon: self.polygon.wrapping_sub(other.polygon) }
    }
}

impl Orientation {
    /// Returns by how many degrees the hexagons are turned clockwise, compared with hexagons that
    /// have a side at the top.
    pub const fn degrees(self) -> f64 {
        match self {
            Self::FlatTop => 0.0,
            Self::PointyTop => 30.0,
        }
    }

    /// Returns the six corners of a hexagon around the origin, clockwise. The length of its sides
    /// is 1. Edge `k` leads from corner `k` to corner `k + 1`, and faces
    /// [`CellAddress::NEIGHBOURS`]`[k]`.
    pub fn unit_corners(self) -> [Vec2; 6] {
        const H: f64 = SQRT_3 / 2.0;
        let corners = match self {
            Self::FlatTop => [(-0.5, -H), (0.5, -H), (1.0, 0.0), (0.5, H), (-0.5, H), (-1.0, 0.0)],
            Self::PointyTop => [(-H, -0.5), (0.0, -1.0), (H, -0.5), (H, 0.5), (0.0, 1.0), (-H, 0.5)],
        };
        corners.map(Vec2::from)
    }

    /// Returns the centre of `cell` on a grid of hexagons with sides of length 1. The centre of
    /// cell (0, 0) is the origin.
    pub fn unit_centre(self, cell: CellAddress) -> Point {
        let (q, r) = (f64::from(cell.q), f64::from(cell.r));
        match self {
            Self::FlatTop => Point::new(1.5 * q, SQRT_3 * (r + q / 2.0)),
            Self::PointyTop => Point::new(SQRT_3 * (q + r / 2.0), 1.5 * r),
        }
    }

    /// Returns the outward normal of an edge. Edges have the numbers 0 to 5, clockwise.
    pub fn edge_normal(self, edge: usize) -> Vec2 {
        let corners = self.unit_corners();
        let middle = (corners[edge % 6] + corners[(edge + 1) % 6]) / 2.0;
        middle * (2.0 / SQRT_3)
    }

    /// Returns the width and height of a hexagon with sides of length 1.
    pub const fn unit_size(self) -> (f64, f64) {
        match self {
            Self::FlatTop => (2.0, SQRT_3),
            Self::PointyTop => (SQRT_3, 2.0),
        }
    }

    /// Returns the closed outline of a hexagon around `centre`. The sides of the hexagon have the
    /// length `side`, in mm.
    pub fn outline(self, centre: Point, side: f64) -> BezPath {
        polygon(&self.unit_corners().map(|c| centre + c * side))
    }
}

/// Returns the length of the sides of a hexagon in mm. `across` is its width from flat to flat, in
/// mm.
pub fn side_from_across(across: f64) -> f64 {
    across / SQRT_3
}

/// Returns the width of a hexagon from flat to flat, in mm. `side` is the length of its sides, in
/// mm.
pub fn across_from_side(side: f64) -> f64 {
    side * SQRT_3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_are_on_the_circle_and_edges_face_their_neighbours() {
        for orientation in [Orientation::FlatTop, Orientation::PointyTop] {
            let corners = orientation.unit_corners();
            for edge in 0..6 {
                assert!((corners[edge].hypot() - 1.0).abs() < 1e-15);
                let side = (corners[(edge + 1) % 6] - corners[edge]).hypot();
                assert!((side - 1.0).abs() < 1e-15, "edge {edge}: {side}");
                let neighbour = orientation.unit_centre(CellAddress::NEIGHBOURS[edge]).to_vec2();
                let normal = orientation.edge_normal(edge);
                assert!((neighbour - normal * SQRT_3).hypot() < 1e-14, "edge {edge}");
            }
        }
    }

    #[test]
    fn six_rotations_return_to_the_start() {
        let hex = CellAddress::new(2, -5);
        let mut turned = hex;
        for _ in 0..6 {
            turned = turned.turned();
            assert_eq!(turned.distance(CellAddress::new(0, 0)), hex.distance(CellAddress::new(0, 0)));
        }
        assert_eq!(turned, hex);
        assert_eq!(CellAddress::NEIGHBOURS[0].turned(), CellAddress::NEIGHBOURS[1]);
    }

    #[test]
    fn distance_counts_steps() {
        assert_eq!(CellAddress::new(0, 0).distance(CellAddress::new(3, -1)), 3);
        assert_eq!(CellAddress::new(-2, 2).distance(CellAddress::new(2, -2)), 4);
    }
}
