//! A file of rows that is being read, and what is wrong with it.

use crate::diag::{Diagnostic, Few, Place, Report, Reported, Sources, codes};

/// The bytes of something in a text.
pub type Span = (u32, u32);

/// What the first row of a table is for.
pub const HEADER: &str = "its first row names the columns, and each row below it is a piece";

/// The most cells of a table, its header aside.
pub const MOST_CELLS: usize = 2_000_000;

/// The most columns of a table in a text.
pub const MOST_COLUMNS: usize = 10_000;

/// The most bytes of a cell: spreadsheets have 32,767 characters at most.
pub const LONGEST_CELL: usize = 4 * 32_767;

/// A file that is being read.
pub struct Reading<'a> {
    /// As the layout names it.
    pub name: &'a str,
    /// Where the layout does.
    pub place: Place,
    pub sources: &'a mut Sources,
    pub report: &'a mut Report,
    pub few: Few,
}

impl Reading<'_> {
    pub fn wrong(&mut self, wrong: Diagnostic, place: Place) -> Reported {
        self.few.report(self.report, wrong.at(place))
    }

    /// That a table of so many rows and columns may be.
    pub fn room(&mut self, rows: usize, columns: usize) -> Result<(), Reported> {
        if rows.saturating_mul(columns) <= MOST_CELLS {
            return Ok(());
        }
        let message = format!("`{}` has more than {MOST_CELLS} cells", self.name);
        Err(self.wrong(
            codes::BAD_DATA.error(message).hint("take several files, each for pieces of its own"),
            self.place,
        ))
    }

    /// The table has too many columns.
    pub fn too_wide(&mut self) -> Reported {
        let message = format!("`{}` has more than {MOST_COLUMNS} columns", self.name);
        let hint = "write a row for each piece, and a column for each of its fields";
        self.wrong(codes::BAD_DATA.error(message).hint(hint), self.place)
    }

    /// A cell is no longer than those of spreadsheets.
    ///
    /// # Errors
    /// It is longer.
    pub fn check_cell(&mut self, text: &str, row: usize) -> Result<(), Reported> {
        if text.len() <= LONGEST_CELL {
            return Ok(());
        }
        let message = format!("row {row} of `{}` has a cell with more than 32,767 characters", self.name);
        Err(self.wrong(codes::BAD_DATA.error(message).hint("shorten its text"), self.place))
    }

    /// The file holds nothing.
    pub fn empty(&mut self, what: &str, hint: &str) -> Reported {
        self.wrong(codes::NOTHING.error(format!("{what} is empty")).hint(hint), self.place)
    }
}
