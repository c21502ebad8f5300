//! Finds the cell that a drawing belongs to, by the address in its id.

use crate::facts::board::{FoundBoard, FoundCell};
use hexpress_base::cell_index::CellIndex;
use hexpress_base::identity::Feature;
use hexpress_read::Item;

/// The cells of a board by their place, and by the address in their identity. If several cells have
/// the same address, it is the first of them.
pub(crate) struct CellAddresses<'board> {
    board: &'board FoundBoard,
    by_address: CellIndex,
    by_place: CellIndex,
}

impl<'board> CellAddresses<'board> {
    /// Indexes the cells of a board.
    pub(crate) fn of(board: &'board FoundBoard) -> Self {
        let cells = board.cells.iter().enumerate().rev();
        let by_address = CellIndex::numbered(cells.filter_map(|(index, cell)| Some((index, cell.id_hex?))));
        Self { board, by_address, by_place: board.places() }
    }

    /// Returns the cell that the id of a drawing names. If the cell was moved together with its
    /// drawings, the address is right and the place is wrong, so the address is tried first.
    pub(crate) fn cell_of(&self, item: &Item) -> Option<&'board FoundCell> {
        let (Feature::Cell(hex) | Feature::Name(hex)) = item.id.as_deref()?.feature()? else { return None };
        let index = self.by_address.get(*hex).or_else(|| self.by_place.get(*hex))?;
        self.board.cells.get(index)
    }
}
