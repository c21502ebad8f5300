//! Hands out finished sheets, one at a time, to every writer.

use crate::Sheet;
use hexpress_base::diag::Report;

/// Sheets that are drawn one at a time, in any order and on any core. A writer asks for them by
/// index, so that each core has at most one sheet in memory.
pub trait Sheets: Sync {
    /// What one core keeps between two sheets. It makes sheets faster to draw, and never changes
    /// what is on them.
    type Cache;

    /// Returns the number of sheets.
    fn count(&self) -> usize;

    /// Returns an empty cache, one for each core.
    fn cache(&self) -> Self::Cache;

    /// Draws a sheet; `index` counts from 0.
    ///
    /// # Errors
    /// Every mistake on this sheet, or an index that no sheet has.
    fn sheet(&self, index: usize, cache: &mut Self::Cache) -> Result<Sheet, Report>;
}

impl Sheets for [Sheet] {
    type Cache = ();

    fn count(&self) -> usize {
        self.len()
    }

    fn cache(&self) {}

    fn sheet(&self, index: usize, (): &mut ()) -> Result<Sheet, Report> {
        self.get(index).cloned().ok_or_else(|| no_sheet(index))
    }
}

/// Returns the error for an index that no sheet has.
pub fn no_sheet(index: usize) -> Report {
    hexpress_base::diag::codes::NOTHING.error(format!("sheet {} does not exist", index + 1)).into()
}
