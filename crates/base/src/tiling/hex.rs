//! Computes the shapes of hexagons.
//!
//! - In: the address of a hexagon, and the orientation of its grid.
//! - Out: its centre, corners and outline.
//! - Not here: the addresses themselves; see [`crate::cell_address`].
//!
//! The formulas are those of Amit Patel's *Hexagonal Grids* (Red Blob Games), with `√3` in place of
//! trigonometric functions. Lengths are in millimetres, and the y axis points down.

use kurbo::{BezPath, Point, Vec2};

use crate::cell_address::CellAddress;
use crate::geometry::polygon;
use crate::word_enum::word_enum;

/// √3 to the last bit of an `f64`.
pub const SQRT_3: f64 = 1.732_050_807_568_877_2;

word_enum! {
    /// The orientation of hexagons.
    Orientation:
    /// Hexagons with a side at the top, and corners on the left and right.
    FlatTop = "flat-top",
    /// Hexagons with a corner at the top, and sides on the left and right.
    PointyTop = "pointy-top",
}

impl Orientation {
    /// Returns the clockwise rotation of the hexagons in degrees, compared with hexagons that have a side at
    /// the top.
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
        let centre = (corners[edge % 6] + corners[(edge + 1) % 6]) / 2.0;
        centre * (2.0 / SQRT_3)
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
}
