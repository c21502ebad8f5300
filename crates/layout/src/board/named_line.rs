//! Lines of cells that have their names outside the board.

use kurbo::{Point, Vec2};

/// A line of cells that has its name outside the board.
pub struct NamedLine<'n> {
    pub name: &'n str,
    /// The end where counting begins, and the other end.
    pub ends: [LineEnd; 2],
}

/// An end of a line of cells.
#[derive(Debug, Clone, Copy)]
pub struct LineEnd {
    /// The middle of the last cell, on a grid of side 1.
    pub at: Point,
    /// The unit vector that leads out of the board.
    pub out: Vec2,
    /// The distance from `at` to the name, in mm; `None` if the name has to find a place clear of
    /// all cells.
    pub distance: Option<f64>,
}
