//! HX431: drawings of a cell that are outside the cell.

use kurbo::{ParamCurve as _, Rect};

use super::cell_addresses::CellAddresses;
use crate::facts::board::FoundCell;
use crate::facts::{PageContext, cell_of, depth_in_outline, visible_bounds};
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::geometry::corners;
use hexpress_read::{Item, ItemKind};

pub const RULE: Rule = Rule {
    title: "the middle of every drawing of a cell is inside the cell",
    why: "Positions such as \"top-left\" and \"each corner\" refer to the bounding box of a cell. With a \
        small inset, the corners of that box are in the neighbouring cells, and drawings there seem to \
        belong to them. If the middle of a drawing is inside its cell but a large part of it is not, \
        that is a warning.",
    right: "{ disc = \"3mm\", at = \"each corner\", inset = \"9 3mm\" } in cells of 40 mm",
    wrong: "{ disc = \"3mm\", at = \"each corner\", inset = \"1mm\" } in cells of 40 mm",
    merges_same_messages: true,
    ..Rule::error(codes::DRAWN_OUTSIDE, RuleFunction::Whole(drawn_outside))
};

fn drawn_outside(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(board) = context.found.filter(|_| !context.sheet.is_foreign()) else { return };
    let addresses = CellAddresses::from_board(board);
    for item in context.page.items.iter().filter(|item| cell_of(item).is_some()) {
        let is_words = matches!(item.kind, ItemKind::Text(_));
        let (Some(cell), Some(rect), false) = (addresses.cell_of(item), visible_bounds(item), is_words)
        else {
            continue;
        };
        // If the edge of the cell clips the drawing, the part outside the cell is hidden.
        if cell.is_clipped_to_cell(item) {
            continue;
        }
        let deep = depth_in_outline(rect.center(), &cell.outline.corners);
        // If the middle is even outside the bounding box of the cell, other rules report it. They see a
        // drawing in another cell, or a cell that is drawn twice.
        if deep < -context.tolerance && cell.bounds().contains(rect.center()) {
            let message =
                format!("a drawing of {} is {} outside the cell", context.name_of(cell), format_mm(deep));
            context.fault_of(findings, rect, item.id.as_ref(), message).deviation(-deep);
        } else if deep >= 0.0
            && let Some(by) = distance_outside_cell(item, rect, cell)
        {
            let name = context.name_of(cell);
            let reaches =
                format!("a drawing of {name} extends {} beyond the edge of the cell", format_mm(by));
            let fault = context.fault_of(findings, rect, item.id.as_ref(), reaches).deviation(by).warning();
            fault
                .cause(format!("{:?} {}", cell.fill, format_mm(by)))
                .hint("use a larger `inset` or a smaller drawing");
        }
    }
}

/// Returns the distance by which a drawing extends beyond its cell, in mm. Returns `None` if this
/// distance is tolerated.
///
/// Also returns `None` if the drawing is clipped, has no fill, or is about as large as its cell.
fn distance_outside_cell(item: &Item, rect: Rect, cell: &FoundCell) -> Option<f64> {
    /// The tolerated distance, as a fraction of the drawing's smaller side.
    const TOLERATED_FRACTION: f64 = 0.15;
    /// The distance that is always tolerated, in mm.
    const MIN_TOLERANCE_MM: f64 = 0.3;
    let ItemKind::Path { path, fill: Some(_), .. } = &item.kind else { return None };
    if item.clip.is_some() || rect.size().min_side() > 0.8 * cell.bounds().size().min_side() {
        return None;
    }
    let outline = &cell.outline.corners;
    if corners(rect).iter().all(|corner| depth_in_outline(*corner, outline) >= 0.0) {
        return None;
    }
    let ends = path.segments().flat_map(|segment| [segment.eval(0.0), segment.eval(0.5)]);
    let by = -ends.map(|point| depth_in_outline(point, outline)).fold(f64::INFINITY, f64::min);
    (by > MIN_TOLERANCE_MM && by > TOLERATED_FRACTION * rect.size().min_side()).then_some(by)
}
