//! HX441: drawings that reach out of the sheet.

use std::collections::HashSet;

use kurbo::{PathEl, Rect, Shape as _};

use super::overreach::{Weight, ends_there, reach};
use crate::base::geometry::is_outside;
use crate::check::facts::PageContext;
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::read::{Item, ItemKind};

/// The rule behind HX441.
pub const RULE: Rule = Rule {
    title: "nothing lies outside the sheet",
    why: "What lies outside is not printed, and nobody sees that it is missing until it is cut.",
    right: "a card that ends 6.35 mm before the edge of the sheet",
    wrong: "a card half of which is below the sheet",
    ..Rule::error(codes::OUTSIDE_SHEET, Run::Sheet(outside_sheet))
};

/// How far out of a sheet a drawing may lie that was put aside, in mm. What lies farther away is a slip in its numbers.
const FAR: f64 = 1e6;

/// The share of each side of a sheet that a ground covers at least.
const GROUND: f64 = 0.95;

/// Reports drawings that reach out of the sheet.
fn outside_sheet(context: &PageContext<'_>, out: &mut Findings) {
    let sheet = Rect::from_origin_size((0.0, 0.0), context.sheet.size);
    let is_foreign = context.sheet.foreign.is_some();
    let cells =
        context.sheet.boards().flat_map(|board| &board.cells).map(|cell| cell.bounds().size().max_side());
    let widest = if is_foreign { cells.fold(0.0, f64::max) } else { 0.0 };
    let cells = context.sheet.boards().flat_map(|board| &board.cells);
    let drawn: HashSet<*const Item> =
        cells.filter_map(|cell| context.page.items.get(cell.outline.item)).map(std::ptr::from_ref).collect();
    let weigh = |item: &Item, rect: Rect, by: f64| {
        let is_fine = ends_there(item, by) || is_foreign && is_about(item, sheet, by);
        let is_path = matches!(item.kind, ItemKind::Path { .. });
        let is_picture = widest > 0.0 && is_art(item) && !drawn.contains(&std::ptr::from_ref(item));
        match (is_fine, is_picture) {
            (true, _) => Weight::Fine,
            _ if is_foreign && is_path && by < FAR && is_outside(rect, sheet) => Weight::Unseen,
            (_, true) if rect.size().max_side() > 1.5 * widest => Weight::CutOff,
            _ if is_foreign && is_bleed(item, rect, sheet, by) => Weight::Bleed,
            _ => Weight::Wrong,
        }
    };
    reach(context, sheet, out, |_| "out of the sheet".to_owned(), weigh);
}

/// Whether a drawing is an area or a bent line, and so no line of a grid.
fn is_art(item: &Item) -> bool {
    let ItemKind::Path { path, fill, .. } = &item.kind else { return false };
    let is_bent = |kind: &PathEl| matches!(kind, PathEl::QuadTo(..) | PathEl::CurveTo(..));
    fill.is_some() || path.kinds().iter().any(is_bent)
}

/// Returns whether a drawing goes on beyond the edges of a sheet as the ground of a print does: a picture that is larger than
/// the sheet, or a picture or an area without a line that goes far across the sheet.
fn is_bleed(item: &Item, rect: Rect, sheet: Rect, by: f64) -> bool {
    /// How far print shops ask a ground to go on, at most, in mm.
    const BLEED: f64 = 6.35;
    /// The share of a side of the sheet that an area goes along at least.
    const FAR_ACROSS: f64 = 0.5;
    let seen = rect.intersect(sheet);
    let share = [seen.width() / sheet.width(), seen.height() / sheet.height()];
    let is_ground = by <= BLEED && share.iter().any(|share| *share > FAR_ACROSS);
    match &item.kind {
        ItemKind::Image { .. } => is_ground || rect.width() > sheet.width() || rect.height() > sheet.height(),
        ItemKind::Path { fill: Some(_), stroke: None, .. } => is_ground,
        _ => false,
    }
}

/// Whether a drawing lies about a sheet and shows nothing that its edge cuts off: a ground of one colour that covers all of
/// it, or nearly all, or a line along its edge.
fn is_about(item: &Item, sheet: Rect, by: f64) -> bool {
    let ItemKind::Path { path, stroke, .. } = &item.kind else { return false };
    match stroke {
        None => {
            let seen = path.bounding_box().intersect(sheet).size();
            path.kinds().len() <= 6
                && seen.width > GROUND * sheet.width()
                && seen.height > GROUND * sheet.height()
        }
        Some(stroke) => by <= stroke.width / 2.0 + 0.01,
    }
}
