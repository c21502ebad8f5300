//! Lines from middle to middle of cells: roads and rivers. They lie on the grounds of cells, below their lines.

use kurbo::{Affine, Point};

use super::fit::BoardFit;
use crate::base::hex::Hex;
use crate::base::identity::Feature;
use crate::layout::page::{Page, open_line};
use crate::model::{Board, DetailSpot, Stop};
use crate::scene::{Draw, Stroke};

/// Draws them in the order of the layout.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut Page<'_, '_>) {
    for (number, road) in (1..).zip(&board.roads) {
        let stops: Vec<Point> = road
            .stops
            .iter()
            .map(|stop| place(*stop, |hex| fit.middle(hex), |hex, k| fit.corner(hex, k)))
            .collect();
        let stroke = road.line.with_dashes_for(fit.side);
        let stroke = Stroke { round: stroke.dash.is_empty(), ..stroke };
        let drawn = vec![Draw::stroked(open_line(&stops), stroke)];
        page.push(Feature::Road(number), Affine::IDENTITY, drawn);
    }
}

/// Where a place on a road lies, from where the middles of cells lie, and their corners.
pub fn place(
    Stop { hex, spot }: Stop,
    middle: impl Fn(Hex) -> Point,
    corner: impl Fn(Hex, usize) -> Point,
) -> Point {
    match spot {
        None => middle(hex),
        Some(DetailSpot::Edge(edge)) => corner(hex, edge).midpoint(corner(hex, edge + 1)),
        Some(DetailSpot::Corner(k)) => corner(hex, k),
    }
}
