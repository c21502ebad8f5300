//! The line round a whole board: it lies below the cells, and outside of them with all of its width.

use kurbo::{Affine, BezPath};

use super::fit::BoardFit;
use crate::base::identity::{Feature, Single};
use crate::layout::page::Page;
use crate::model::Board;
use crate::scene::{Draw, Stroke};

/// Draws the line.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut Page<'_, '_>) {
    let Some(rim) = &board.rim else { return };
    let mut path = BezPath::new();
    for cell in &board.cells {
        for edge in 0..board.tiling.edges(cell.hex) {
            if board.cell_at(board.tiling.neighbour(cell.hex, edge)).is_none() {
                path.move_to(fit.corner(cell.hex, edge));
                path.line_to(fit.corner(cell.hex, edge + 1));
            }
        }
    }
    let stroke = Stroke { width: 2.0 * rim.width, round: true, ..rim.clone() };
    page.push(Feature::Single(Single::Rim), Affine::IDENTITY, vec![Draw::stroked(path, stroke)]);
}
