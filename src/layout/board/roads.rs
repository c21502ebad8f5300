//! Lines from middle to middle of cells: roads and rivers. They lie on the grounds of cells, below their lines.

use kurbo::{Affine, Point};

use super::fit::BoardFit;
use crate::base::identity::Feature;
use crate::layout::page::{Page, open_line};
use crate::model::{Board, DetailSpot, Stop};
use crate::scene::{Draw, Stroke};

/// Draws them in the order of the layout.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut Page<'_, '_>) {
    for (number, road) in (1..).zip(&board.roads) {
        let stops: Vec<Point> = road.stops.iter().map(|stop| place(*stop, fit)).collect();
        let stroke = road.line.with_dashes_for(fit.side);
        let stroke = Stroke { round: stroke.dash.is_empty(), ..stroke };
        let drawn = vec![Draw::stroked(open_line(&stops), stroke)];
        page.push(Feature::Road(number), Affine::IDENTITY, drawn);
    }
}

fn place(Stop { hex, spot }: Stop, fit: &BoardFit) -> Point {
    match spot {
        None => fit.middle(hex),
        Some(DetailSpot::Edge(edge)) => fit.corner(hex, edge).midpoint(fit.corner(hex, edge + 1)),
        Some(DetailSpot::Corner(corner)) => fit.corner(hex, corner),
    }
}
