//! The subject of error messages: a piece, a cell or a sheet.

use hexpress_base::diag::{Diagnostic, codes};
use hexpress_game::Element;
use hexpress_template::Row;

/// A piece, a cell or a sheet for which elements are settled.
#[derive(Clone, Copy)]
pub struct Subject<'r> {
    /// The fields for templates.
    pub row: &'r dyn Row,
    /// The name for messages, such as `movement/7`; empty for a subject without a name.
    pub name: &'r str,
}

impl Subject<'_> {
    /// Adds three things to an error: the subject, the place of the value, and the place of its row
    /// in a data file.
    pub fn mistake(&self, element: &Element, error: Diagnostic) -> Diagnostic {
        let wrong = error.of(self.name);
        let origin = match (wrong.field(), wrong.part()) {
            (Some(field), _) => self.row.origin(&[field]),
            // The part is from the layout, or from several fields, so no cell is wrong by itself.
            (None, Some(_)) => self.row.origin(&[]),
            (None, None) => self.row.origin(&element.needs()),
        };
        let placed = match wrong.field().and_then(|field| self.row.place(field)) {
            Some(value) => wrong.at(value).also(element.place, "used here"),
            None => wrong.at(element.place),
        };
        match origin {
            Some((row, name)) => placed.also(row, name),
            None => placed,
        }
    }

    /// Adds the subject and a place to the error of an element without room: the place of its only
    /// field, or else of the element.
    pub fn no_room(&self, element: &Element, wrong: Diagnostic) -> Diagnostic {
        let needs = element.needs();
        let only = match needs.as_slice() {
            [only] if element.varies_in_form() && wrong.code == codes::BAD_SIZE => Some(*only),
            _ => None,
        };
        self.mistake(element, wrong.in_field(only))
    }
}
