//! Measures how exactly the edges of cells are known that are drawn by lines of several widths.
//!
//! In goes a board with the lines of its page. Out comes a length in mm.

use kurbo::{Rect, Shape as _};

use crate::facts::board::{FoundBoard, FoundCell};
use crate::facts::{PageContext, covers};
use hexpress_read::{Item, ItemKind, Outline};

/// The width of the widest line of a board, as a share of the side of a cell.
const MOST: f64 = 0.2;

/// Returns how far the edges of cells may be from the middles of the lines that draw them, in mm. Many programs draw a line on
/// one side of its edge, so that the middles of wide and thin lines have different distances from their edges.
pub(crate) fn doubt(context: &PageContext<'_>, board: &FoundBoard) -> f64 {
    if !context.sheet.is_foreign() {
        return 0.0;
    }
    if !board.cells.iter().any(|cell| is_drawn_by_line(context, cell)) {
        return 0.0;
    }
    let side = board.lattice.side;
    let around = board.bounds().inflate(side / 4.0, side / 4.0);
    let widths = context.page.items.iter().filter_map(|item| line_width(item, around, side));
    let (least, most) = widths.fold((f64::INFINITY, 0.0_f64), |(a, b), width| (a.min(width), b.max(width)));
    if least < most { (most - least) / 2.0 } else { 0.0 }
}

/// Whether straight lines draw the outline of a cell.
fn is_drawn_by_line(context: &PageContext<'_>, cell: &FoundCell) -> bool {
    match context.page.items.get(cell.outline.item).map(|item| &item.kind) {
        Some(ItemKind::Path { path, stroke: Some(_), .. }) => is_straight(path),
        _ => false,
    }
}

/// Returns the width of a straight line of a board, in mm; `None` for other drawings. `around` is the box of the board, `side`
/// the side of a cell.
fn line_width(item: &Item, around: Rect, side: f64) -> Option<f64> {
    let ItemKind::Path { path, stroke: Some(stroke), .. } = &item.kind else { return None };
    let line = path.bounding_box();
    let is_long = line.width().max(line.height()) >= 0.8 * side;
    let is_here = covers(item).is_some() && around.contains_rect(line);
    (is_straight(path) && is_here && is_long && stroke.width <= MOST * side).then_some(stroke.width)
}

/// Whether a path consists of single lines. Its fill does not matter.
fn is_straight(path: &Outline) -> bool {
    !path.closes() && path.kinds().len() == 2 * path.parts()
}
