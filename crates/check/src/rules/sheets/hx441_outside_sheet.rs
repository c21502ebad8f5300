//! HX441: drawings that extend beyond the sheet.

use std::collections::HashSet;

use kurbo::{Rect, Shape as _};

use super::overreach::{Overreach, OverreachingItem, is_cut_line_on_edge, report_overreach};
use crate::facts::PageContext;
use crate::facts::board::FoundCell;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::geometry::{is_curve, is_outside};
use hexpress_read::{Item, ItemKind};

pub const RULE: Rule = Rule {
    title: "nothing is outside the sheet",
    why: "Drawings outside the sheet are not printed, which may go unnoticed until the pieces are cut.",
    right: "a card that ends 6.35 mm before the edge of the sheet",
    wrong: "a card whose lower half is below the sheet",
    ..Rule::error(codes::OUTSIDE_SHEET, RuleFunction::Sheet(outside_sheet))
};

/// Some authors keep unused drawings next to the sheet. A drawing outside the sheet is probably such a
/// drawing if it is less than this far away, in mm.
///
/// The value is a kilometre. A drawing that is farther away has wrong coordinates.
const MAX_ASIDE: f64 = 1e6;
/// A background must cover more than this fraction of both the width and the height of the sheet.
const GROUND_SHARE: f64 = 0.95;

fn outside_sheet(context: &PageContext<'_>, findings: &mut Findings) {
    let sheet = Rect::from_origin_size((0.0, 0.0), context.sheet.size);
    let is_foreign = context.sheet.is_foreign();
    let cells: Vec<&FoundCell> = context.sheet.boards().flat_map(|board| &board.cells).collect();
    let outlines: HashSet<*const Item> = cells
        .iter()
        .filter_map(|cell| context.page.items.get(cell.outline.item))
        .map(std::ptr::from_ref)
        .collect();
    let cell_size = cells.iter().map(|cell| cell.bounds().size().max_side()).fold(0.0, f64::max);
    report_overreach(
        context,
        sheet,
        findings,
        |_| "beyond the sheet".to_owned(),
        |found| {
            let OverreachingItem { item, rect, by } = *found;
            let is_path = matches!(item.kind, ItemKind::Path { .. });
            let is_large_art = is_foreign
                && cell_size > 0.0
                && rect.size().max_side() > 1.5 * cell_size
                && is_art(item)
                && !outlines.contains(&std::ptr::from_ref(item));
            if is_cut_line_on_edge(found) || is_foreign && is_around_sheet(found, sheet) {
                Overreach::Fine
            } else if is_foreign && is_path && by < MAX_ASIDE && is_outside(rect, sheet) {
                Overreach::Unseen
            } else if is_large_art {
                Overreach::CutOff
            } else if is_foreign && is_bleed(found, sheet) {
                Overreach::Bleed
            } else {
                Overreach::Wrong
            }
        },
    );
}

/// Returns whether a drawing is an area or a curved line. Straight lines are excluded, because they may
/// belong to a grid.
fn is_art(item: &Item) -> bool {
    let ItemKind::Path { path, fill, .. } = &item.kind else { return false };
    fill.is_some() || path.kinds().iter().any(is_curve)
}

/// Returns whether a drawing probably extends beyond the sheet on purpose, like bleed.
///
/// There are two sorts of such drawings:
///
/// - pictures that are larger than the sheet
/// - pictures, or areas without a line, if they cover a large part of the sheet
fn is_bleed(found: &OverreachingItem<'_>, sheet: Rect) -> bool {
    /// The largest bleed that print shops require, in mm.
    const MAX_BLEED: f64 = 6.35;
    /// A picture or an area counts as a background if it covers more than this fraction of the width or
    /// the height of the sheet.
    const FAR_ACROSS: f64 = 0.5;
    let visible = found.rect.intersect(sheet);
    let shares = [visible.width() / sheet.width(), visible.height() / sheet.height()];
    let is_ground = found.by <= MAX_BLEED && shares.iter().any(|share| *share > FAR_ACROSS);
    match &found.item.kind {
        ItemKind::Image { .. } => {
            is_ground || found.rect.width() > sheet.width() || found.rect.height() > sheet.height()
        }
        ItemKind::Path { fill: Some(_), stroke: None, .. } => is_ground,
        _ => false,
    }
}

/// Returns whether a drawing is around the sheet: it extends beyond the sheet on purpose, and the edges
/// of the sheet cut it off.
///
/// Such a drawing is a line along the edge of the sheet, or a background in one colour. The background
/// has a simple outline and covers nearly all of the sheet.
fn is_around_sheet(found: &OverreachingItem<'_>, sheet: Rect) -> bool {
    let ItemKind::Path { path, stroke, .. } = &found.item.kind else { return false };
    match stroke {
        None => {
            let visible = path.bounding_box().intersect(sheet).size();
            path.kinds().len() <= 6
                && visible.width > GROUND_SHARE * sheet.width()
                && visible.height > GROUND_SHARE * sheet.height()
        }
        Some(stroke) => found.by <= stroke.width / 2.0 + 0.01,
    }
}
