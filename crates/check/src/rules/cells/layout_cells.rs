//! Pairs each cell of the layout with the cell that is found in the same place on the page.

use crate::facts::board::FoundCell;
use crate::facts::{PageContext, without_spaces};
use hexpress_base::cell_address::CellAddress;
use hexpress_game::{Board, Cell};
use hexpress_read::ItemKind;

/// A cell of the layout, and the cell that was found in the same place on the page.
pub(crate) struct LayoutCell<'page> {
    pub cell: &'page Cell,
    pub found: &'page FoundCell,
}

/// Returns the board that a page should show according to the layout. Also returns those of its cells
/// that are on the page. Returns `None` if the board is unknown or was not found.
pub(crate) fn layout_cells<'page>(
    context: &'page PageContext<'_>,
) -> Option<(&'page Board, Vec<LayoutCell<'page>>)> {
    let (layout, board) = (context.board()?, context.found?);
    let places = board.index_by_address();
    let cells = layout
        .cells
        .iter()
        .filter_map(|cell| Some(LayoutCell { cell, found: board.cells.get(places.get(cell.address)?)? }));
    Some((layout, cells.collect()))
}

/// Returns whether a cell shows fewer drawings than it has marks in the layout. The text of its label
/// does not count as a drawing.
pub(crate) fn lacks_mark(context: &PageContext<'_>, layout: &Board, cell: &Cell, found: &FoundCell) -> bool {
    let kind = layout.kinds.get(cell.kind);
    let label = kind.and_then(|kind| kind.words()).map_or_else(String::new, |words| without_spaces(&words));
    let drawings = found.kind_items(context.page).filter(|item| match &item.kind {
        ItemKind::Text(text) => !label.contains(&without_spaces(&text.string)),
        _ => true,
    });
    !cell.marks.is_empty() && drawings.count() < cell.marks.len()
}

/// Returns whether the layout has a cell at an address; `None` if there is no layout.
pub(crate) fn is_in_layout(context: &PageContext<'_>, cell: CellAddress) -> Option<bool> {
    Some(context.board()?.cell_at(cell).is_some())
}
