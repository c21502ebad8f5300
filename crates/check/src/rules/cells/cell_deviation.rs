//! Returns how far a cell differs from the lattice of its board. Reports nothing.

use crate::check::facts::board::{FoundBoard, FoundCell};

pub(super) fn is_regular(cell: &FoundCell, tolerance: f64) -> bool {
    cell.outline.irregularity() <= tolerance
}

pub(super) fn is_equal(board: &FoundBoard, cell: &FoundCell, tolerance: f64) -> bool {
    (cell.outline.side() - board.lattice.side).abs() <= tolerance
}

/// By how many degrees a cell is turned against the way that most stand, from -30 up to 30.
pub(super) fn turned(board: &FoundBoard, cell: &FoundCell) -> f64 {
    cell.outline.turned_from(board.lattice.tiling.degrees(cell.hex) + board.lattice.turned)
}

/// How far the corners of a cell are from where they should be because it is turned, in mm.
pub(super) fn twist(board: &FoundBoard, cell: &FoundCell) -> f64 {
    turned(board, cell).abs().to_radians() * cell.outline.side()
}

/// Whether nothing is wrong with a cell by itself.
pub(super) fn is_fine(board: &FoundBoard, cell: &FoundCell, tolerance: f64) -> bool {
    is_regular(cell, tolerance)
        && is_equal(board, cell, tolerance)
        && twist(board, cell) <= tolerance
        && board.off(cell) <= tolerance
}
