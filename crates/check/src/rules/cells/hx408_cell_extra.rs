//! HX408: cells that are not in the layout, or that are drawn twice.

use super::layout_cells::is_in_layout;
use crate::facts::PageContext;
use crate::facts::board::FoundCell;
use crate::fault::{Findings, format_mm};
use crate::hints::foreign_drawings::{Double, doubles, towards};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_read::ItemKind;

pub const RULE: Rule = Rule {
    title: "every cell on the page is in the layout, exactly once",
    why: "Players may move to an extra cell, which the game does not have. A cell that is drawn twice hides \
        what is below it.",
    right: "a map of 37 characters, and 37 hexagons",
    wrong: "a cell whose hexagon is drawn a second time next to the board",
    ..Rule::error(codes::CELL_EXTRA, RuleFunction::EachBoard(cell_extra))
};

fn cell_extra(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(board) = context.found else { return };
    if context.sheet.is_foreign() && context.board().is_none() {
        for Double { cell, proper_cell } in doubles(board) {
            let offset = proper_cell.outline.centre - cell.outline.centre;
            if is_part_of(context, cell, proper_cell) {
                let message = format!(
                    "has its fill and its outline in two places, {} apart",
                    format_mm(offset.hypot())
                );
                let fault = context.cell(findings, cell, &message).deviation(offset.hypot());
                context.hint_if_foreign(fault, || format!("move this part of the cell {}", towards(offset)));
                continue;
            }
            let twice = context.cell(findings, cell, "is drawn twice").deviation(board.lattice.side);
            context.hint_if_foreign(twice, || "remove this one; the other is in the right place".to_owned());
        }
        crate::hints::foreign_drawings::report_exact_doubles(context, board, findings);
        return;
    }
    let first = board.index_by_address();
    for (number, cell) in board.cells.iter().enumerate() {
        if first.get(cell.address) != Some(number) {
            context.cell(findings, cell, "is drawn twice").deviation(board.lattice.side);
        } else if is_in_layout(context, cell.address) == Some(false) {
            let extra = format!("the cell at {} is not in the layout", cell.address);
            context.fault_of(findings, cell.bounds(), cell.id.as_ref(), extra).deviation(board.lattice.side);
        }
    }
}

/// Returns whether two drawings are the two parts of one cell: one drawing has only a fill, and the other has
/// only a line.
fn is_part_of(context: &PageContext<'_>, one: &FoundCell, other: &FoundCell) -> bool {
    let paints = [one, other].map(|cell| fill_and_line(context, cell));
    matches!(paints, [Some([a, b]), Some([c, d])] if a != b && c != d && a != c)
}

/// Returns two values: whether the outline of a cell has a fill, and whether it has a line.
///
/// Returns `None` if the outline is not a path.
fn fill_and_line(context: &PageContext<'_>, cell: &FoundCell) -> Option<[bool; 2]> {
    match &context.page.items.get(cell.outline.item)?.kind {
        ItemKind::Path { fill, stroke, .. } => Some([fill.is_some(), stroke.is_some()]),
        _ => None,
    }
}
