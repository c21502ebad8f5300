//! The lines of a board of points.

use kurbo::{Affine, BezPath, Point};

use super::fit::BoardFit;
use crate::base::hex::Hex;
use crate::base::identity::{Feature, Single};
use crate::layout::page::Page;
use crate::model::{Board, Points};
use crate::scene::{Draw, Stroke};

/// The lines between the points that are joined, where each of them lies.
pub fn between_points(board: &Board, points: &Points, middle: impl Fn(Hex) -> Point) -> BezPath {
    let mut path = BezPath::new();
    let at = |point: usize| board.cells.get(point).map(|cell| middle(cell.hex));
    for [from, to] in &points.links {
        let Some((from, to)) = at(*from).zip(at(*to)) else { continue };
        path.move_to(from);
        path.line_to(to);
    }
    path
}

/// Draws a line for each two points that are joined, from middle to middle.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut Page<'_, '_>) {
    let Some(points) = board.points.as_ref().filter(|points| points.line.width > 0.0) else { return };
    let path = between_points(board, points, |hex| fit.middle(hex));
    if path.is_empty() {
        return;
    }
    let stroke = points.line.with_dashes_for(fit.side);
    let stroke = Stroke { round: stroke.dash.is_empty(), ..stroke };
    page.push(Feature::Single(Single::Lines), Affine::IDENTITY, vec![Draw::stroked(path, stroke)]);
}
