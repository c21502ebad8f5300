//! Finds the cell that a drawing belongs to. The id of the drawing contains the address of this cell.

use crate::facts::board::{FoundBoard, FoundCell};
use hexpress_base::cell_index::CellIndex;
use hexpress_base::identity::Feature;
use hexpress_read::Item;

/// The cells of a board, indexed by their place and by the address in their id.
///
/// If several cells have the same address, the first one is found.
pub(crate) struct CellAddresses<'board> {
    board: &'board FoundBoard,
    by_address: CellIndex,
    by_place: CellIndex,
}

impl<'board> CellAddresses<'board> {
    pub(crate) fn from_board(board: &'board FoundBoard) -> Self {
        let cells = board.cells.iter().enumerate().rev();
        let by_address = CellIndex::numbered(cells.filter_map(|(index, cell)| Some((index, cell.id_hex?))));
        Self { board, by_address, by_place: board.index_by_address() }
    }

    /// Returns the cell with the same address in its id as the drawing. If there is none, returns the
    /// cell at the place that belongs to this address.
    ///
    /// Ids are compared first, because a cell may have been moved together with its drawings.
    pub(crate) fn cell_of(&self, item: &Item) -> Option<&'board FoundCell> {
        let (Feature::Cell(address) | Feature::Name(address)) = item.id.as_deref()?.feature()? else {
            return None;
        };
        let index = self.by_address.get(*address).or_else(|| self.by_place.get(*address))?;
        self.board.cells.get(index)
    }
}
