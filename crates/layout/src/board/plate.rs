//! Draws the plate of a board: a ground and a frame behind the cells.
//!
//! - In: a board with a plate, and its place on the sheet.
//! - Out: one group of drawings. The layout chooses what the plate surrounds: the cells; the cells and
//!   their names; or the cells, their names and the title strip.
//! - Not here: computing the space that the plate takes (`fit`).

use kurbo::{Affine, Rect};

use super::fit::{self, BoardFit};
use crate::draw::bounds::bounds;
use crate::draw::frame::Frame;
use crate::draw::painter::Context;
use crate::elements::border;
use crate::sheet_builder::SheetBuilder;
use hexpress_base::identity::{Feature, Single};
use hexpress_game::board_style::Around;
use hexpress_game::{Board, Plate, SheetFields};
use hexpress_scene::Drawing;

/// A drawing counts as an ornament if it is less wide and less high than this fraction of the plate. Larger
/// drawings count as grounds and frames.
const ORNAMENT: f64 = 0.5;

pub fn draw(board: &Board, fit: &BoardFit, page: &mut SheetBuilder<'_, '_>) {
    let Some(plate) = board.plate.as_ref().filter(|_| fit.plate) else { return };
    let rect = rect(board, plate, fit);
    let frame = Frame::rounded(rect.size(), plate.round);
    let mut drawings = match plate.line.width > 0.0 {
        true => border::draw(plate.frame, &frame, None, plate.fill.clone(), &plate.line),
        false => plate.fill.iter().map(|fill| Drawing::filled(frame.outline(), fill.clone())).collect(),
    };
    let row = SheetFields::new(page.painter.game);
    let cells = cells_with_names(board, plate, fit);
    for element in &plate.draw {
        let context = Context::new(&frame, &row, "");
        let drawn = page.painter.element(element, context).into_iter();
        drawings.extend(drawn.filter(|drawing| !plate.gives_way || is_free(drawing, rect, &cells)));
    }
    fit.area.extend_into_bleed_at(&mut drawings, rect);
    let at = Affine::translate(rect.center().to_vec2());
    if let Some(covered) = bounds(&drawings) {
        page.space.take(at.transform_rect_bbox(covered));
        page.push(Feature::Single(Single::Plate), at, drawings);
    }
}

/// Returns whether a drawing is kept on the plate of a theme. `rect` is the box of the plate.
///
/// Grounds and frames may always be drawn. An ornament may be drawn only if it covers no cell, because themes
/// place ornaments without knowing the shape of the board.
fn is_free(drawing: &Drawing, rect: Rect, cells: &[Rect]) -> bool {
    let Some(covered) = bounds(std::slice::from_ref(drawing)) else { return true };
    let is_ornament =
        covered.width() < ORNAMENT * rect.width() && covered.height() < ORNAMENT * rect.height();
    let covered = covered + rect.center().to_vec2();
    !is_ornament || cells.iter().all(|cell| cell.intersect(covered).is_zero_area())
}

/// Returns the bounding boxes of the cells on the sheet, including the lines around cells. If the plate
/// surrounds more than the cells, the boxes also include the names next to the cells.
fn cells_with_names(board: &Board, plate: &Plate, fit: &BoardFit) -> Vec<Rect> {
    let names = if plate.around == Around::Cells { 0.0 } else { fit::border(board) };
    let by = board.widest_line() / 2.0 + names;
    let grid = fit.grid;
    let boxes = board.cells.iter().map(|cell| {
        let bounds = grid.bounds(cell.address);
        let centre = fit.centre(cell.address) + bounds.center().to_vec2() * fit.side;
        Rect::from_center_size(centre, bounds.size() * fit.side).inflate(by, by)
    });
    boxes.collect()
}

/// Returns the rectangle along whose edge the line of the plate is drawn. The middle of the line is on the
/// edge.
fn rect(board: &Board, plate: &Plate, fit: &BoardFit) -> Rect {
    let enclosed = cells_with_names(board, plate, fit).into_iter().reduce(|a, b| a.union(b));
    let enclosed = enclosed.unwrap_or(fit.cells);
    let all = match plate.around {
        Around::All if fit.head > 0.0 => enclosed.union(fit.head_strip()),
        _ => enclosed,
    };
    all.inflate(plate.margin, plate.margin)
}

#[cfg(test)]
mod tests {
    use hexpress_scene::Ink;
    use kurbo::Shape as _;

    use super::*;

    #[test]
    fn only_small_drawings_give_way_to_cells() {
        let rect = Rect::new(0.0, 0.0, 200.0, 100.0);
        let cells = [Rect::new(90.0, 40.0, 110.0, 60.0)];
        // The drawing is centred on the plate, moved by (`x`, `y`).
        let is_kept = |width: f64, height: f64, x: f64, y: f64| {
            let outline = Rect::from_center_size((x, y), (width, height)).to_path(0.1);
            is_free(&Drawing::filled(outline, Ink::black()), rect, &cells)
        };
        assert!(!is_kept(30.0, 20.0, 0.0, 0.0));
        assert!(is_kept(30.0, 20.0, 60.0, 0.0));
        assert!(is_kept(30.0, 95.0, 0.0, 0.0));
        assert!(is_kept(190.0, 20.0, 0.0, 0.0));
    }
}
