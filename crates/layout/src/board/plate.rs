//! Draws the plate of a board: its ground and its frame, below the cells.
//!
//! - In: a board with a plate, and its place on the sheet.
//! - Out: one group of drawings around the cells, the names, or the names and the head.
//! - Not here: the room that the plate takes (`fit`).

use kurbo::{Affine, Rect};

use super::fit::{self, BoardFit};
use crate::draw::bounds::bounds;
use crate::draw::frame::Frame;
use crate::draw::painter::Context;
use crate::elements::border;
use crate::page::Page;
use hexpress_base::identity::{Feature, Single};
use hexpress_game::board_style::Around;
use hexpress_game::{Board, GameWords, Plate};
use hexpress_scene::Draw;

/// Draws the plate of a board.
pub fn draw(board: &Board, fit: &BoardFit, page: &mut Page<'_, '_>) {
    let Some(plate) = board.plate.as_ref().filter(|_| fit.plate) else { return };
    let rect = rect(board, plate, fit, page.space.printable());
    let frame = Frame::rounded(rect.size(), plate.round);
    let mut draws = match plate.line.width > 0.0 {
        true => border::draw(plate.frame, &frame, None, plate.fill.clone(), &plate.line),
        false => plate.fill.iter().map(|fill| Draw::filled(frame.outline(), fill.clone())).collect(),
    };
    let row = GameWords::new(page.painter.game);
    for element in &plate.draw {
        let context = Context::new(&frame, &row, "");
        draws.extend(page.painter.element(element, context));
    }
    let at = Affine::translate(rect.center().to_vec2());
    if let Some(covered) = bounds(&draws) {
        page.space.take(at.transform_rect_bbox(covered));
        page.push(Feature::Single(Single::Plate), at, draws);
    }
}

/// Returns the edge of the plate, in the middle of its line.
fn rect(board: &Board, plate: &Plate, fit: &BoardFit, printable: Rect) -> Rect {
    let cells = board.cells.iter().map(|cell| {
        let bounds = fit.grid().bounds(cell.hex);
        Rect::from_center_size(
            fit.middle(cell.hex) + bounds.center().to_vec2() * fit.side,
            bounds.size() * fit.side,
        )
    });
    let cells = cells.reduce(|a, b| a.union(b)).unwrap_or(fit.cells);
    let names = if plate.around == Around::Cells { 0.0 } else { fit::border(board) };
    let by = board.widest_line() / 2.0 + names;
    let enclosed = cells.inflate(by, by);
    let all = match plate.around {
        Around::All if fit.head > 0.0 => enclosed.union(fit.strip(printable)),
        _ => enclosed,
    };
    all.inflate(plate.margin, plate.margin)
}
