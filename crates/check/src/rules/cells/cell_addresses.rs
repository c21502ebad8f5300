//! Finds the cell that a drawing belongs to, by the address in its identity.

use crate::base::cell_index::CellIndex;
use crate::base::identity::Feature;
use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::read::Item;

/// The cells of a board by their places and by what they say of themselves; of several at one place, the first.
pub(crate) struct Homes<'b> {
    board: &'b FoundBoard,
    told: CellIndex,
    there: CellIndex,
}

impl<'b> Homes<'b> {
    /// The cells of a board.
    pub(crate) fn of(board: &'b FoundBoard) -> Self {
        let cells = board.cells.iter().enumerate().rev();
        let told = CellIndex::numbered(cells.filter_map(|(i, cell)| Some((i, cell.told?))));
        Self { board, told, there: board.places() }
    }

    /// The cell that words say they stand in.
    pub(crate) fn of_words(&self, item: &Item) -> Option<&'b FoundCell> {
        let (Feature::Cell(hex) | Feature::Name(hex)) = item.id.as_deref()?.feature()? else { return None };
        // Words that went elsewhere together with their cell are still at home.
        self.board.cells.get(self.told.get(*hex).or_else(|| self.there.get(*hex))?)
    }
}
