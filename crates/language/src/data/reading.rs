//! A data file that is read, and the limits of its table.
//!
//! - In: the name of the file, and where the layout names it.
//! - Out: mistakes in the report, of which only the first are listed.
//! - Not here: parsing the file.

use std::ops::Range;

use hexpress_base::diag::{Diagnostic, FileId, MistakeLimit, Place, Report, Reported, Sources, codes};

/// The bytes of a cell in the text of its file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Span {
    pub(super) fn place(self, file: FileId) -> Place {
        Place { file, start: self.start, end: self.end }
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
pub(super) const HEADER: &str =
    "write the names of the columns in the first row, and a row for each piece below it";

/// The most cells of a table, without its header.
pub const MOST_CELLS: usize = 2_000_000;

/// The most columns of a table in a text.
pub(super) const MOST_COLUMNS: usize = 10_000;

/// The most bytes of a cell. Spreadsheets have at most 32,767 characters, each of up to four bytes.
pub(super) const LONGEST_CELL: usize = 4 * 32_767;

/// A data file that is read.
pub(super) struct Reading<'a> {
    /// The name of the file, as the layout has it.
    pub(super) name: &'a str,
    /// The language tag of the layout.
    pub(super) language: &'a str,
    /// Where the layout names the file.
    pub(super) place: Place,
    pub(super) sources: &'a mut Sources,
    pub(super) report: &'a mut Report,
    /// Counts the mistakes of the file.
    pub(super) limit: MistakeLimit,
}

impl Reading<'_> {
    /// Reports a mistake, unless too many are reported already.
    pub(super) fn add_error(&mut self, wrong: Diagnostic, place: Place) -> Reported {
        self.limit.report(self.report, wrong.at(place))
    }

    /// Checks that a table of this size is not too large.
    ///
    /// # Errors
    /// The table has more than [`MOST_CELLS`].
    pub(super) fn check_size(&mut self, rows: usize, columns: usize) -> Result<(), Reported> {
        if has_most_cells_or_fewer(rows, columns) {
            return Ok(());
        }
        let message = format!("`{}` has more than {MOST_CELLS} cells", self.name);
        let hint = "split it into several files, one for each component";
        Err(self.add_error(codes::BAD_DATA.error(message).hint(hint), self.place))
    }

    /// Reports that a table has more than [`MOST_COLUMNS`].
    pub(super) fn too_wide(&mut self) -> Reported {
        let message = format!("`{}` has more than {MOST_COLUMNS} columns", self.name);
        let hint = "write a row for each piece, and a column for each of its fields";
        self.add_error(codes::BAD_DATA.error(message).hint(hint), self.place)
    }

    /// Checks that a cell is not too long. `row` counts from 1.
    ///
    /// # Errors
    /// The cell has more than [`LONGEST_CELL`] bytes.
    pub(super) fn check_cell(&mut self, text: &str, row: usize) -> Result<(), Reported> {
        if text.len() <= LONGEST_CELL {
            return Ok(());
        }
        let message = format!("row {row} of `{}` has a cell with more than 32,767 characters", self.name);
        Err(self.add_error(codes::BAD_DATA.error(message).hint("shorten its text"), self.place))
    }

    /// Reports that a table is empty. `subject` is the file or the sheet.
    pub(super) fn empty(&mut self, subject: &str, hint: &str) -> Reported {
        self.add_error(codes::NOTHING.error(format!("{subject} is empty")).hint(hint), self.place)
    }
}

/// Returns whether a table of this size has at most [`MOST_CELLS`].
fn has_most_cells_or_fewer(rows: usize, columns: usize) -> bool {
    rows.saturating_mul(columns) <= MOST_CELLS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_at_most_the_cells_of_the_limit() {
        assert!(has_most_cells_or_fewer(MOST_CELLS, 1) && has_most_cells_or_fewer(1_000, MOST_CELLS / 1_000));
        assert!(!has_most_cells_or_fewer(MOST_CELLS + 1, 1));
        assert!(!has_most_cells_or_fewer(usize::MAX, 2));
    }
}
