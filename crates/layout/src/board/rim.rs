//! Draws the rim: the line around a whole board. The visible part of the line is outside the cells.
//!
//! - In: a board with a rim, and its place on the sheet.
//! - Out: one drawing behind the cells. The cells cover the inner half of the line.
//! - Not here: drawing the lines around cells (`cells`).

use kurbo::{Affine, BezPath};

use super::cell_outline::CellOutline;

use super::fit::BoardFit;
use crate::sheet_builder::SheetBuilder;
use hexpress_base::identity::{Feature, Single};
use hexpress_game::Board;
use hexpress_scene::{Drawing, Stroke};

/// Draws the rim along every free edge: an edge with a cell on only one side. If the layout sets the places
/// of points, draws a rim around every point.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut SheetBuilder<'_, '_>) {
    let Some(rim) = &board.rim else { return };
    let mut path = BezPath::new();
    let free = board.grid.is_free();
    for cell in &board.cells {
        if free {
            let outline = CellOutline::new(board, cell.address, fit.side).frame.outline();
            path.extend(Affine::translate(fit.centre(cell.address).to_vec2()) * outline);
            continue;
        }
        for edge in 0..board.grid.tiling.edges(cell.address) {
            if board.cell_at(board.grid.tiling.neighbour(cell.address, edge)).is_none() {
                path.move_to(fit.corner(cell.address, edge));
                path.line_to(fit.corner(cell.address, edge + 1));
            }
        }
    }
    let stroke = Stroke { width: 2.0 * rim.width, round: true, ..rim.clone() };
    page.push(Feature::Single(Single::Rim), Affine::IDENTITY, vec![Drawing::stroked(path, stroke)]);
}
