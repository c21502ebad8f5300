//! A tiling as a board has it: its cells may be wider than those of the table, or narrower.

use kurbo::{Point, Rect, Vec2};

use super::{Hex, Tiling};
use crate::base::units::Trimmed;

/// Cells of a tiling, with sides of 1 but for how wide they are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// What its cells are.
    pub tiling: Tiling,
    /// How many times as wide as in the table they are: other than 1 for rectangles alone.
    pub wide: f64,
}

impl Grid {
    fn widened(self, at: Vec2) -> Vec2 {
        Vec2::new(at.x * self.wide, at.y)
    }

    /// The middle of a cell.
    pub fn middle(self, hex: Hex) -> Point {
        self.widened(self.tiling.unit_centre(hex).to_vec2()).to_point()
    }

    /// Where a whole number of steps leads.
    pub fn step(self, hex: Hex) -> Vec2 {
        self.widened(self.tiling.step_corner(hex).point().to_vec2())
    }

    /// The corners of a cell from its middle, clockwise as seen.
    pub fn corners(self, hex: Hex) -> impl ExactSizeIterator<Item = Vec2> {
        self.tiling.unit_corners(hex).iter().map(move |corner| self.widened(*corner))
    }

    /// The same without those in the middle of a straight side.
    pub fn sharp_corners(self, hex: Hex) -> impl Iterator<Item = Vec2> {
        let has_flat_corners = self.tiling == Tiling::Brick;
        let corners = self.corners(hex).enumerate();
        corners.filter(move |(k, _)| !has_flat_corners || k % 3 != 1).map(|(_, corner)| corner)
    }

    /// From the middle of a cell to one of its edges.
    pub fn apothem(self, hex: Hex, edge: usize) -> f64 {
        let apothems = &self.tiling.cell(hex).apothems;
        let normal = self.tiling.edge_normal(hex, edge);
        // Edges of rectangles lie level or upright; others are as in the table.
        apothems[edge % apothems.len()] * if normal.x.abs() > 0.9 { self.wide } else { 1.0 }
    }

    /// From the middle of a cell to the edge that lies nearest to a way.
    pub fn apothem_along(self, hex: Hex, way: Vec2) -> f64 {
        let edges =
            (0..self.tiling.edges(hex)).map(|edge| (edge, self.tiling.edge_normal(hex, edge).dot(way)));
        let nearest = edges.max_by(|(_, a), (_, b)| a.total_cmp(b));
        self.apothem(hex, nearest.map_or(0, |(edge, _)| edge))
    }

    /// What a cell covers, from its middle.
    pub fn bounds(self, hex: Hex) -> Rect {
        let Rect { x0, y0, x1, y1 } = self.tiling.unit_bounds(hex);
        Rect::new(x0 * self.wide, y0, x1 * self.wide, y1)
    }

    /// Width and height of cells that are rectangles with sides of so many mm; none for others, and for squares.
    pub fn size(self, side: f64) -> Option<kurbo::Size> {
        let is_square = self.tiling == Tiling::Square && self.wide == 1.0;
        let size = self.bounds(Hex::new(0, 0)).size() * side;
        (self.tiling.is_rectangles() && !is_square).then_some(size)
    }
}

impl Grid {
    /// How many mm cells with sides of so many mm measure from side to side; rectangles the shorter way.
    pub fn across(self, side: f64) -> f64 {
        self.size(side).map_or(self.tiling.across_from_side(side), |size| size.width.min(size.height))
    }

    /// What a cell is called.
    pub fn called(self) -> &'static str {
        if self.tiling == Tiling::Square && self.wide != 1.0 { "rectangle" } else { self.tiling.called() }
    }

    /// The same in words, in hundredths of a mm: `20`, of rectangles `20 x 30`.
    pub fn measure(self, side: f64) -> String {
        match self.size(side) {
            Some(size) => {
                let width = Trimmed::hundredths(size.width);
                let height = Trimmed::hundredths(size.height);
                format!("{width} x {height}")
            }
            None => Trimmed::hundredths(self.tiling.across_from_side(side)).to_string(),
        }
    }
}

impl Tiling {
    /// Its cells as they are in the table.
    pub const fn grid(self) -> Grid {
        Grid { tiling: self, wide: 1.0 }
    }
}
