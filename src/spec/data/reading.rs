//! A file of rows that is being read, and what is wrong with it.

use crate::diag::{Diagnostic, Few, Place, Report, Reported, Sources, codes};

/// The bytes of something in a text.
pub type Span = (u32, u32);

/// What the first row of a table is for.
pub const HEADER: &str = "its first row names the columns, and each row below it is a piece";

/// The most cells of a table, its header aside.
pub const MOST_CELLS: usize = 2_000_000;

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

    /// The file holds nothing.
    pub fn empty(&mut self, what: &str, hint: &str) -> Reported {
        self.wrong(codes::NOTHING.error(format!("{what} is empty")).hint(hint), self.place)
    }
}
