//! Pairs each cell of the layout with the cell that was found at its place.

use crate::base::hex::Hex;
use crate::check::facts::board::FoundCell;
use crate::check::facts::{PageContext, squeezed};
use crate::model::{Board, Cell};
use crate::read::ItemKind;

/// The cells of the layout's board with what was found where each lies.
pub(crate) fn pairs<'e>(
    context: &'e PageContext<'_>,
) -> Option<(&'e Board, Vec<(usize, &'e Cell, &'e FoundCell)>)> {
    let (layout, board) = (context.board()?, context.found?);
    let found = board.places();
    let cells = layout.cells.iter().enumerate();
    let pair = |(i, cell): (usize, &'e Cell)| Some((i, cell, board.cells.get(found.get(cell.hex)?)?));
    Some((layout, cells.filter_map(pair).collect()))
}

/// Whether a cell shows fewer drawings than it has marks, its words left out.
pub(crate) fn lacks_mark(context: &PageContext<'_>, layout: &Board, cell: &Cell, found: &FoundCell) -> bool {
    let label = layout.kinds.get(cell.kind).and_then(|kind| kind.words());
    let label = label.map_or_else(String::new, |words| squeezed(&words));
    let drawn = found.own(context.page).filter(
        |item| !matches!(&item.kind, ItemKind::Text(text) if label.contains(&squeezed(&text.string))),
    );
    !cell.marks.is_empty() && drawn.count() < cell.marks.len()
}

/// Whether the layout has a cell; none where there is no layout.
pub(crate) fn asked(context: &PageContext<'_>, hex: Hex) -> Option<bool> {
    Some(context.board()?.cell_at(hex).is_some())
}
