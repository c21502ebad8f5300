//! Draws roads and rivers, which run from cell to cell through the middles of cells. A road or
//! river may also end at an edge or a corner.
//!
//! - In: the roads of a board, and its place on the sheet.
//! - Out: one drawing for each road, over the grounds of the cells and under their lines. If the cells are
//!   points whose places the layout sets, roads are drawn under the grounds, too.
//! - Not here: finding the stops of a road (`hexpress-resolve`).

use kurbo::{Affine, Point};

use super::fit::BoardFit;
use crate::sheet_builder::{SheetBuilder, open_line};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::identity::Feature;
use hexpress_game::{Board, EdgeOrCorner, Stop};
use hexpress_scene::{Drawing, Stroke};

/// Draws the roads in the order of the layout.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut SheetBuilder<'_, '_>) {
    for (number, road) in (1..).zip(&board.roads) {
        let stops: Vec<Point> = road
            .stops
            .iter()
            .map(|stop| {
                stop_point(
                    *stop,
                    |address| fit.centre(address),
                    |address, corner| fit.corner(address, corner),
                )
            })
            .collect();
        let dashed = road.line.with_dashes_for(fit.side);
        let stroke = Stroke { round: dashed.dash.is_empty(), ..dashed };
        let drawn = vec![Drawing::stroked(open_line(&stops), stroke)];
        page.push(Feature::Road(number), Affine::IDENTITY, drawn);
    }
}

/// Returns the point of a stop: the middle of a cell, the middle of an edge, or a corner. `middle` returns
/// the middle of a cell. `corner` returns the corner of a cell that has the given number.
pub fn stop_point(
    Stop { address, spot }: Stop,
    middle: impl Fn(CellAddress) -> Point,
    corner: impl Fn(CellAddress, usize) -> Point,
) -> Point {
    match spot {
        None => middle(address),
        Some(EdgeOrCorner::Edge(edge)) => corner(address, edge).midpoint(corner(address, edge + 1)),
        Some(EdgeOrCorner::Corner(index)) => corner(address, index),
    }
}
