//! Defines a line of cells that has a common name, e.g. a row of a chess board. The name is printed
//! outside the board.

use kurbo::{Point, Vec2};

/// A line of cells, with a name that is printed outside the board.
pub struct NamedLine<'n> {
    pub name: &'n str,
    /// The two ends of the line. Counting begins at the first end, such as at `a1` in a line from `a1`
    /// to `a8`.
    pub ends: [LineEnd; 2],
}

/// An end of a line of cells.
#[derive(Debug, Clone, Copy)]
pub struct LineEnd {
    /// The middle of the cell at this end of the line, on a grid with sides of length 1.
    pub at: Point,
    /// The unit vector that points out of the board.
    pub out: Vec2,
    /// The distance from `at` to the name, in mm. If `None`, the distance is chosen so that the
    /// name is clear of all cells.
    pub distance: Option<f64>,
}
