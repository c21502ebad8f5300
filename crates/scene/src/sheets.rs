//! Defines how the code that writes files gets the finished sheets. It gets them one at a time.

use crate::Sheet;
use hexpress_base::diag::Report;

/// Sheets that are drawn one at a time, in any order and on any thread.
///
/// The code that writes a file asks for each sheet by its index, and then writes it. Each thread therefore
/// keeps at most one sheet in memory.
pub trait Sheets: Sync {
    /// Data that a thread keeps after drawing a sheet, and uses again for the next sheet.
    ///
    /// The data makes drawing faster, but never changes what a sheet shows.
    type Cache;

    fn count(&self) -> usize;

    /// Returns an empty cache. Each thread needs its own cache.
    fn cache(&self) -> Self::Cache;

    /// Draws the sheet with this index, counted from 0.
    ///
    /// # Errors
    /// The sheet has mistakes, or no sheet has this index. The report contains all mistakes.
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

/// Returns the error that no sheet has this index.
pub fn no_sheet(index: usize) -> Report {
    hexpress_base::diag::codes::NOTHING.error(format!("sheet {} does not exist", index + 1)).into()
}
