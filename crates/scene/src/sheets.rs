//! Gives finished sheets to writers, one at a time.

use crate::Sheet;
use hexpress_base::diag::Report;

/// Sheets that are drawn one at a time, in any order and on any thread. A writer asks for them by
/// index, so that each thread has at most one sheet in memory.
pub trait Sheets: Sync {
    /// What a thread keeps from one sheet to the next. It makes drawing faster, and never changes
    /// what is on a sheet.
    type Cache;

    /// Returns the number of sheets.
    fn count(&self) -> usize;

    /// Returns an empty cache. Each thread needs its own.
    fn cache(&self) -> Self::Cache;

    /// Draws the sheet with this index, which counts from 0.
    ///
    /// # Errors
    /// The sheet has mistakes, all of which are in the report, or there is no sheet with this index.
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

/// Returns the error that there is no sheet with this index.
pub fn no_sheet(index: usize) -> Report {
    hexpress_base::diag::codes::NOTHING.error(format!("sheet {} does not exist", index + 1)).into()
}
