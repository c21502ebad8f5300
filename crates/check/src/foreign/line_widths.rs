//! Cells between lines of several widths: what is known of where their edges are. The input is a board and the lines of its
//! page; the output is a length in mm.

use kurbo::Shape as _;

use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::check::facts::{PageContext, covers};
use crate::read::{Item, ItemKind, Outline};

/// The most that lines may differ to be the lines of one board, as a share of the side of a cell.
const MOST: f64 = 0.2;

/// Returns by how much the edges of cells between lines may lie beside the middles of these lines, in mm. Many programs draw a
/// line on one side of the edge that it stands for, so that a wide one has its middle elsewhere than a thin one.
pub(crate) fn doubt(context: &PageContext<'_>, board: &FoundBoard) -> f64 {
    if context.sheet.foreign.is_none() {
        return 0.0;
    }
    let is_line = |cell: &FoundCell| match context.page.items.get(cell.outline.item).map(|item| &item.kind) {
        Some(ItemKind::Path { path, stroke: Some(_), .. }) => is_straight(path),
        _ => false,
    };
    if !board.cells.iter().any(is_line) {
        return 0.0;
    }
    let side = board.lattice.side;
    let around = board.bounds().inflate(side / 4.0, side / 4.0);
    let width = |item: &Item| match &item.kind {
        ItemKind::Path { path, stroke: Some(stroke), .. } if is_straight(path) => {
            let line = path.bounding_box();
            let is_long = line.width().max(line.height()) >= 0.8 * side;
            let is_here = covers(item).is_some() && around.contains_rect(line);
            (is_here && is_long && stroke.width <= MOST * side).then_some(stroke.width)
        }
        _ => None,
    };
    let widths = context.page.items.iter().filter_map(width);
    let (least, most) = widths.fold((f64::INFINITY, 0.0_f64), |(a, b), width| (a.min(width), b.max(width)));
    if least < most { (most - least) / 2.0 } else { 0.0 }
}

/// Whether a path is nothing but single lines, whatever is said of its inside.
fn is_straight(path: &Outline) -> bool {
    !path.closes() && path.kinds().len() == 2 * path.parts()
}
