//! Measures the difference between a cell and its place on the lattice.

use crate::facts::board::{FoundBoard, FoundCell};

pub(super) fn is_regular(cell: &FoundCell, tolerance: f64) -> bool {
    cell.outline.irregularity() <= tolerance
}

pub(super) fn is_equal(board: &FoundBoard, cell: &FoundCell, tolerance: f64) -> bool {
    (cell.outline.side() - board.lattice.side).abs() <= tolerance
}

/// Returns the clockwise rotation of a cell relative to the usual rotation of the board's cells, in
/// degrees. For hexagons, it is from -30 to 30.
pub(super) fn turned(board: &FoundBoard, cell: &FoundCell) -> f64 {
    cell.outline.turned_from(board.lattice.grid.tiling.degrees(cell.address) + board.lattice.turned)
}

/// Returns how far the corners of a cell are moved by its rotation relative to the other cells, in mm.
pub(super) fn twist(board: &FoundBoard, cell: &FoundCell) -> f64 {
    turned(board, cell).abs().to_radians() * cell.outline.side()
}

/// Returns whether a cell is regular, has the size and rotation of the others, and is in its place.
pub(super) fn is_fine(board: &FoundBoard, cell: &FoundCell, tolerance: f64) -> bool {
    is_regular(cell, tolerance)
        && is_equal(board, cell, tolerance)
        && twist(board, cell) <= tolerance
        && board.offset_of(cell) <= tolerance
}
