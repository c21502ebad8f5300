//! Decides whether the colours of cells on a board without a layout mean kinds of cells.
//!
//! - In: a page with its boards.
//! - Out: whether it is known which drawings belong to which cells, and the largest number of kinds.

use kurbo::Shape as _;

use crate::facts::board::FoundBoard;
use hexpress_read::{ItemKind, Page};

/// The colours on a board count as kinds of cells only if there are at most this many.
///
/// More colours show a quantity, such as a height, or are part of a picture.
pub(crate) const MAX_KINDS: usize = 12;

/// Returns whether a single drawing with many parts covers several cells of a board. An example is text
/// that was converted to curves.
///
/// It is then unknown which part of the drawing belongs to which cell.
pub(crate) fn is_written_over(page: &Page, board: &FoundBoard) -> bool {
    let (all, side) = (board.bounds(), board.lattice.side);
    page.items.iter().any(|item| match &item.kind {
        ItemKind::Path { path, fill: Some(_), .. } => {
            let bounds = path.bounding_box();
            path.parts() * 2 >= board.cells.len()
                && bounds.width().max(bounds.height()) > 2.1 * side
                && all.inflate(side, side).contains_rect(bounds)
                && path.area().abs() < 0.3 * all.area()
        }
        _ => false,
    })
}
