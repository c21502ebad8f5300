//! HX421: texts that extend beyond their cell.

use crate::facts::board::{FoundBoard, FoundCell};
use crate::facts::{PageContext, depth_in_outline, texts, tight_corners};
use crate::fault::{Findings, format_mm};
use crate::hints::foreign_drawings::names_of_tiles;
use crate::rule::{Rule, RuleFunction};
use crate::rules::cells::cell_addresses::CellAddresses;
use hexpress_base::diag::codes;
use hexpress_read::{Item, ItemKind, Text};

pub const RULE: Rule = Rule {
    title: "text in cells stays inside its cell",
    why: "Text that crosses the line of its cell seems to belong to the neighbour, and is hard to read on the line.",
    right: "\"Just Visiting\" in two lines, 5 mm inside its cell",
    wrong: "\"Just Visiting\" in one line that is wider than its cell",
    merges_same_messages: true,
    ..Rule::error(codes::LABEL_OUTSIDE, RuleFunction::Whole(label_outside))
};

/// A text in a cell, with its drawing.
struct LabelInCell<'page> {
    item: &'page Item,
    text: &'page Text,
    cell: &'page FoundCell,
}

/// Returns the texts in cells.
///
/// On a page by another program, a text belongs to the cell that contains its middle. On other pages,
/// the id of a text contains the address of its cell.
fn labels_in_cells<'page>(
    context: &'page PageContext<'_>,
    board: &'page FoundBoard,
) -> Vec<LabelInCell<'page>> {
    if !context.sheet.is_foreign() {
        let addresses = CellAddresses::from_board(board);
        return texts(context.page)
            .filter_map(|(_, item, text)| Some(LabelInCell { item, text, cell: addresses.cell_of(item)? }))
            .collect();
    }
    let cells = context.sheet.boards().flat_map(|board| &board.cells);
    let items =
        cells.flat_map(|cell| cell.items.iter().map(move |&index| (cell, &context.page.items[index])));
    items
        .filter_map(|(cell, item)| match &item.kind {
            ItemKind::Text(text) if !text.invisible => Some(LabelInCell { item, text, cell }),
            _ => None,
        })
        .collect()
}

fn label_outside(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(board) = context.found else { return };
    let tile_names = names_of_tiles(context);
    for LabelInCell { item, text, cell } in labels_in_cells(context, board) {
        let depths =
            tight_corners(text).into_iter().map(|corner| depth_in_outline(corner, &cell.outline.corners));
        let least_depth = depths.fold(f64::INFINITY, f64::min);
        if least_depth >= -context.tolerance {
            continue;
        }
        let message = format!(
            "\"{}\" extends {} outside {}",
            text.string,
            format_mm(least_depth),
            context.name_of(cell)
        );
        let fault =
            context.fault_of(findings, text.outline, item.id.as_ref(), message).deviation(-least_depth);
        let is_tile_name = tile_names.contains(&std::ptr::from_ref(text));
        if context.sheet.is_foreign() && (is_tile_name || is_unlikely_label(text, cell)) {
            fault.note();
        }
    }
}

/// Returns whether a text is longer than its cell and far from the middle of the cell. Such a text is
/// probably not a label.
fn is_unlikely_label(text: &Text, cell: &FoundCell) -> bool {
    let bounds = cell.bounds();
    let width = bounds.width().max(bounds.height());
    let from_middle = text.outline.center() - bounds.center();
    text.corners[0].distance(text.corners[1]) > width && from_middle.hypot() > width / 4.0
}
