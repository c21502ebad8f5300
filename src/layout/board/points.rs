//! The lines of a board of points.

use kurbo::{Affine, BezPath};

use super::fit::BoardFit;
use crate::base::identity::{Feature, Single};
use crate::layout::page::Page;
use crate::model::Board;
use crate::scene::{Draw, Stroke};

/// Draws a line for each two points that are joined, from middle to middle.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut Page<'_, '_>) {
    let Some(points) = board.points.as_ref().filter(|points| points.line.width > 0.0) else { return };
    let mut path = BezPath::new();
    let at = |point: usize| board.cells.get(point).map(|cell| fit.middle(cell.hex));
    for [from, to] in &points.links {
        let Some((from, to)) = at(*from).zip(at(*to)) else { continue };
        path.move_to(from);
        path.line_to(to);
    }
    if path.is_empty() {
        return;
    }
    let stroke = points.line.with_dashes_for(fit.side);
    let stroke = Stroke { round: stroke.dash.is_empty(), ..stroke };
    page.push(Feature::Single(Single::Lines), Affine::IDENTITY, vec![Draw::stroked(path, stroke)]);
}
