//! Measures how exact a drawing by another program is.
//!
//! - In: a board, and the lines on its page.
//! - Out: lengths in mm.

use kurbo::{Rect, Shape as _};

use crate::facts::board::{FoundBoard, FoundCell};
use crate::facts::{FoundSheet, PageContext, visible_bounds};
use hexpress_read::{Item, ItemKind, Outline};

/// Thicker lines than this are not measured. The value is a fraction of the side of a cell.
const MAX_MEASURED_LINE_WIDTH: f64 = 0.2;

/// If the sides of cells are longer than this, in mm, the tolerance is larger.
///
/// Larger cells are usually printed smaller, or seen from farther away. A board with larger cells is
/// therefore judged as if it were scaled down to this side.
const MAX_UNSCALED_SIDE_MM: f64 = 12.0;
/// The size of a board may deviate by at most this fraction from that of a regular board. Paper
/// stretches by about this fraction.
const MAX_PAPER_STRETCH: f64 = 0.001;

/// Returns the tolerance for lengths on a page, in mm. `requested` is the tolerance that the user
/// requested.
///
/// If most cells of a drawing are slightly irregular, the tolerance is up to three times as large. A
/// single irregular cell does not change the tolerance, so it is still reported.
pub(crate) fn tolerance(sheet: &FoundSheet, requested: f64) -> f64 {
    if !sheet.is_foreign() {
        return requested;
    }
    let side =
        sheet.boards().map(|board| board.lattice.side).reduce(f64::min).unwrap_or(MAX_UNSCALED_SIDE_MM);
    let of_size = requested * (side / MAX_UNSCALED_SIDE_MM).max(1.0);
    let mut off: Vec<f64> =
        sheet.boards().flat_map(|b| b.cells.iter().map(|cell| cell.outline.irregularity())).collect();
    off.sort_by(f64::total_cmp);
    let usual = off.get(off.len() / 2).copied().unwrap_or(0.0);
    (3.0 * usual).clamp(of_size, of_size.max(3.0 * requested))
}

/// The middle of a line that draws an edge of a cell may not be exactly on the edge. Returns the
/// possible distance, in mm. Returns 0 if cells are not drawn by straight lines, or if hexpress made the
/// page.
///
/// Many programs draw a line on one side of the edge, so the distance depends on the width of the line.
/// If all lines are equally wide, they all move by the same distance, which does not matter. The result
/// is then 0.
pub(crate) fn doubt_of_edges(context: &PageContext<'_>, board: &FoundBoard) -> f64 {
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

/// Returns the distance by which the outermost cells of a board may deviate from their places on a
/// regular board, in mm.
pub(crate) fn stretch_allowed(context: &PageContext<'_>, board: &FoundBoard) -> f64 {
    let half = board.bounds().size().to_vec2().hypot() / 2.0;
    let own = if context.sheet.is_foreign() { MAX_PAPER_STRETCH * half } else { 0.0 };
    own.max(context.tolerance)
}

/// Returns whether the outline of a cell is drawn by single straight lines.
fn is_drawn_by_line(context: &PageContext<'_>, cell: &FoundCell) -> bool {
    match context.page.items.get(cell.outline.item).map(|item| &item.kind) {
        Some(ItemKind::Path { path, stroke: Some(_), .. }) => is_straight(path),
        _ => false,
    }
}

/// Returns the width of a straight line that may draw an edge of a cell, in mm; `None` for other
/// drawings.
///
/// `around` is the box of the board. `side` is the side of a cell in mm.
fn line_width(item: &Item, around: Rect, side: f64) -> Option<f64> {
    let ItemKind::Path { path, stroke: Some(stroke), .. } = &item.kind else { return None };
    let line = path.bounding_box();
    let is_long = line.width().max(line.height()) >= 0.8 * side;
    let is_here = visible_bounds(item).is_some() && around.contains_rect(line);
    (is_straight(path) && is_here && is_long && stroke.width <= MAX_MEASURED_LINE_WIDTH * side)
        .then_some(stroke.width)
}

/// Returns whether each part of a path is a single line.
fn is_straight(path: &Outline) -> bool {
    !path.closes() && path.kinds().len() == 2 * path.parts()
}
