//! A file of rows that is being read, and what is wrong with it.

use crate::diag::{Code, Few, Place, Report, Sources};

/// The bytes of something in a text.
pub type Span = (u32, u32);

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
    pub fn wrong(&mut self, code: Code, message: String, place: Place, hint: Option<&str>) {
        if self.few.more() {
            self.report.push(code.error(message).at(place).maybe_hint(hint.map(str::to_owned)));
        }
    }
}
