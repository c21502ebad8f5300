//! Tilings whose rectangles may be wider or narrower than in the table of tilings.
//!
//! - In: a tiling, and the width of its cells.
//! - Out: the middles, corners and sizes of cells with sides of length 1.
//! - Not here: where a board is on its sheet.

use kurbo::{Point, Rect, Vec2};

use super::{CellAddress, Tiling};
use crate::units::{ShortNumber, width_and_height};

/// A tiling whose cells have sides of length 1. Rectangles may have any width.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// The tiling. It determines the neighbours and corners of cells.
    pub tiling: Tiling,
    /// The width of a cell, divided by the width that the table of tilings states. It is 1 unless the
    /// cells are rectangles.
    pub width_factor: f64,
    /// The number of coordinate steps along a cell's side. It is 1 if cells touch. With 1000 steps, for
    /// example, squares and rectangles can be at nearly any place.
    pub steps_per_side: f64,
}

impl Grid {
    fn widened(self, at: Vec2) -> Vec2 {
        Vec2::new(at.x * self.width_factor, at.y)
    }

    /// Returns whether cells can be anywhere, and need not touch each other.
    pub fn is_free(self) -> bool {
        self.steps_per_side > 1.0
    }

    pub fn centre(self, cell: CellAddress) -> Point {
        if self.is_free() {
            return self.step(cell).to_point();
        }
        self.widened(self.tiling.unit_centre(cell).to_vec2()).to_point()
    }

    /// Returns the vector from cell (0, 0) to `cell`.
    pub fn step(self, cell: CellAddress) -> Vec2 {
        let step = self.tiling.translation_of(cell).point().to_vec2();
        if self.is_free() { step / self.steps_per_side } else { self.widened(step) }
    }

    /// Returns the corners of a cell, clockwise, as vectors from its middle.
    pub fn corners(self, cell: CellAddress) -> impl ExactSizeIterator<Item = Vec2> {
        self.tiling.unit_corners(cell).iter().map(move |corner| self.widened(*corner))
    }

    /// Returns the corners of a cell. Leaves out corners in the middle of a straight side. Only bricks
    /// have such corners.
    pub fn sharp_corners(self, cell: CellAddress) -> impl Iterator<Item = Vec2> {
        let has_flat_corners = self.tiling == Tiling::Brick;
        let corners = self.corners(cell).enumerate();
        corners.filter(move |(k, _)| !has_flat_corners || k % 3 != 1).map(|(_, corner)| corner)
    }

    /// Returns the distance from the middle of a cell to an edge.
    pub fn apothem(self, address: CellAddress, edge: usize) -> f64 {
        let apothems = &self.tiling.cell(address).apothems;
        let normal = self.tiling.edge_normal(address, edge);
        // The width of rectangles changes only the distance to their vertical edges. For all other
        // cells, the factor is 1.
        apothems[edge % apothems.len()] * if normal.x.abs() > 0.9 { self.width_factor } else { 1.0 }
    }

    /// Returns the distance from the middle of a cell to the edge that faces most nearly in
    /// `direction`.
    pub fn apothem_along(self, cell: CellAddress, direction: Vec2) -> f64 {
        let edges = (0..self.tiling.edges(cell))
            .map(|edge| (edge, self.tiling.edge_normal(cell, edge).dot(direction)));
        let nearest = edges.max_by(|(_, a), (_, b)| a.total_cmp(b));
        self.apothem(cell, nearest.map_or(0, |(edge, _)| edge))
    }

    /// Returns the bounding box of a cell. The middle of the cell is the origin.
    pub fn bounds(self, cell: CellAddress) -> Rect {
        let Rect { x0, y0, x1, y1 } = self.tiling.unit_bounds(cell);
        Rect::new(x0 * self.width_factor, y0, x1 * self.width_factor, y1)
    }

    /// Returns the size of rectangles in mm. `side` is the length of a side, in mm. Returns `None`
    /// for squares and for all other cells.
    pub fn size(self, side: f64) -> Option<kurbo::Size> {
        let is_square = self.tiling == Tiling::Square && self.width_factor == 1.0;
        let size = self.bounds(CellAddress::new(0, 0)).size() * side;
        (self.tiling.is_rectangles() && !is_square).then_some(size)
    }
}

impl Grid {
    /// Returns the size of cells in mm, from an edge to the opposite edge or corner. `side` is the
    /// length of a side, in mm. For rectangles, returns the length of the shorter side.
    pub fn across(self, side: f64) -> f64 {
        self.size(side).map_or(self.tiling.across_from_side(side), |size| size.width.min(size.height))
    }

    /// Returns the name of a cell in messages, such as `square`.
    pub fn cell_noun(self) -> &'static str {
        if self.tiling == Tiling::Square && self.width_factor != 1.0 {
            "rectangle"
        } else {
            self.tiling.cell_noun()
        }
    }

    /// Writes the size of cells in mm, rounded to hundredths: `20`, or `20 x 30` for rectangles.
    pub fn measure(self, side: f64) -> String {
        match self.size(side) {
            Some(size) => width_and_height(size),
            None => ShortNumber::hundredths(self.tiling.across_from_side(side)).to_string(),
        }
    }
}

impl Tiling {
    /// Returns the grid of this tiling. Its cells have the same proportions as in the table of
    /// tilings.
    pub const fn grid(self) -> Grid {
        Grid { tiling: self, width_factor: 1.0, steps_per_side: 1.0 }
    }
}
