//! A data file that is being read, and the limits of its table.
//!
//! - In: the name of the file, and where the layout names the file.
//! - Out: mistakes in the report. If there are too many mistakes, only the first ones are listed.
//! - Not here: parsing the file.

use std::ops::Range;

use hexpress_base::diag::{Diagnostic, FileId, MistakeLimit, Report, Reported, SourceSpan, Sources, codes};

/// The byte range of a cell in the text of its file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    pub(super) fn place(self, file: FileId) -> SourceSpan {
        SourceSpan { file, start: self.start, end: self.end }
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self { start: saturated(range.start), end: saturated(range.end) }
    }
}

fn saturated(byte: usize) -> u32 {
    u32::try_from(byte).unwrap_or(u32::MAX)
}

/// The hint for an empty table.
pub(super) const EMPTY_TABLE_HINT: &str =
    "write the names of the columns in the first row, and a row for each piece below it";

/// The largest number of cells in a table, not counting its header.
pub const MAX_CELLS: usize = 2_000_000;

/// The largest number of columns in a CSV, TSV or JSON table.
pub(super) const MAX_COLUMNS: usize = 10_000;

/// The largest number of bytes in a cell.
///
/// A cell of a spreadsheet has at most 32,767 characters, each of up to four bytes.
pub(super) const MAX_CELL_BYTES: usize = 4 * 32_767;

/// A data file that is being read.
pub(super) struct TableContext<'a> {
    /// The name of the file, as the layout gives it.
    pub(super) name: &'a str,
    /// The language tag of the layout.
    pub(super) language: &'a str,
    /// The place where the layout names the file.
    pub(super) place: SourceSpan,
    pub(super) sources: &'a mut Sources,
    pub(super) report: &'a mut Report,
    /// Limits how many mistakes of the file are listed.
    pub(super) limit: MistakeLimit,
}

impl TableContext<'_> {
    /// Reports a mistake, unless too many mistakes have been reported.
    pub(super) fn add_error(&mut self, diagnostic: Diagnostic, place: SourceSpan) -> Reported {
        self.limit.report(self.report, diagnostic.at(place))
    }

    /// Checks the number of cells of a table.
    ///
    /// # Errors
    /// The table has more than [`MAX_CELLS`] cells.
    pub(super) fn check_size(&mut self, rows: usize, columns: usize) -> Result<(), Reported> {
        if has_most_cells_or_fewer(rows, columns) {
            return Ok(());
        }
        let message = format!("`{}` has more than {MAX_CELLS} cells", self.name);
        let hint = "split it into several files, one for each component";
        Err(self.add_error(codes::BAD_DATA.error(message).hint(hint), self.place))
    }

    /// Reports a table with more than [`MAX_COLUMNS`] columns.
    pub(super) fn too_wide(&mut self) -> Reported {
        let message = format!("`{}` has more than {MAX_COLUMNS} columns", self.name);
        let hint = "write a row for each piece, and a column for each of its fields";
        self.add_error(codes::BAD_DATA.error(message).hint(hint), self.place)
    }

    /// Checks the length of a cell. `row` is the number of its row, counted from 1.
    ///
    /// # Errors
    /// The cell has more than [`MAX_CELL_BYTES`] bytes.
    pub(super) fn check_cell(&mut self, text: &str, row: usize) -> Result<(), Reported> {
        if text.len() <= MAX_CELL_BYTES {
            return Ok(());
        }
        let message = format!("row {row} of `{}` has a cell with more than 32,767 characters", self.name);
        Err(self.add_error(codes::BAD_DATA.error(message).hint("shorten its text"), self.place))
    }

    /// Reports an empty table. `subject` begins the message: it names the file or the sheet that is
    /// empty.
    pub(super) fn empty(&mut self, subject: &str, hint: &str) -> Reported {
        self.add_error(codes::NOTHING.error(format!("{subject} is empty")).hint(hint), self.place)
    }
}

fn has_most_cells_or_fewer(rows: usize, columns: usize) -> bool {
    rows.saturating_mul(columns) <= MAX_CELLS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_at_most_the_cells_of_the_limit() {
        assert!(has_most_cells_or_fewer(MAX_CELLS, 1) && has_most_cells_or_fewer(1_000, MAX_CELLS / 1_000));
        assert!(!has_most_cells_or_fewer(MAX_CELLS + 1, 1));
        assert!(!has_most_cells_or_fewer(usize::MAX, 2));
    }
}
