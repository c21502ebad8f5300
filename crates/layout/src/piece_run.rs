//! Describes which pieces of a deck are on one sheet.

use std::ops::Range;

/// Pieces of a deck at regular intervals, such as consecutive pieces, or every tenth piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceRun {
    /// The index of the first piece in the deck, counted from 0.
    first: usize,
    /// The difference between the indices of one piece and the next, e.g. 10 for every tenth piece.
    step: usize,
    count: usize,
}

impl PieceRun {
    pub fn consecutive(pieces: Range<usize>) -> Self {
        Self { first: pieces.start, step: 1, count: pieces.len() }
    }

    /// Returns the pieces of one sheet in a pile of sheets that are cut together. In the pile, consecutive
    /// pieces are below one another: in the same slot, on consecutive sheets. For example, the first slot has
    /// piece 1 on sheet 1, and piece 2 on sheet 2.
    ///
    /// `sheets` is the number of sheets in the pile, and `sheet` is the index of the sheet. `pieces` is
    /// the number of pieces in the deck.
    pub fn every(sheets: usize, sheet: usize, pieces: usize) -> Self {
        let step = sheets.max(1);
        Self { first: sheet, step, count: pieces.saturating_sub(sheet).div_ceil(step) }
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the indices of the pieces in the deck.
    pub fn indices(self) -> impl Iterator<Item = usize> + Clone {
        (0..self.count).map(move |index| self.first + index * self.step)
    }

    /// Returns the indices of the pieces as a range, or `None` if the pieces are not consecutive.
    pub fn as_range(&self) -> Option<Range<usize>> {
        (self.step == 1 || self.count <= 1).then(|| self.first..self.first + self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::PieceRun;

    #[test]
    fn stacks_laid_on_one_another_have_all_pieces_in_order() {
        for (pieces, sheets) in [(1, 1), (20, 3), (18, 2), (19, 3), (100, 7)] {
            let runs: Vec<Vec<usize>> =
                (0..sheets).map(|sheet| PieceRun::every(sheets, sheet, pieces).indices().collect()).collect();
            let slots = runs.iter().map(Vec::len).max().unwrap_or(0);
            let stacks =
                (0..slots).flat_map(|slot| runs.iter().filter_map(move |run| run.get(slot).copied()));
            assert_eq!(stacks.collect::<Vec<_>>(), (0..pieces).collect::<Vec<_>>(), "{pieces} on {sheets}");
            assert_eq!(slots, pieces.div_ceil(sheets));
        }
    }
}
