//! Which piece a mistake is of, and where its values come from.

use crate::diag::{Diagnostic, codes};
use crate::model::Element;
use crate::model::template::Row;

/// What an element is settled for: a piece, a cell, a sheet.
#[derive(Clone, Copy)]
pub struct Subject<'r> {
    /// The values that its templates ask for.
    pub row: &'r dyn Row,
    /// For messages: `movement/7`; empty for what has no name.
    pub who: &'r str,
}

impl Subject<'_> {
    /// A mistake of an element's values, with the piece, the place of the value and that of its row of data.
    pub fn mistake(&self, element: &Element, wrong: Diagnostic) -> Diagnostic {
        let wrong = wrong.of(self.who);
        let origin = match (wrong.field(), wrong.part()) {
            (Some(field), _) => self.row.origin(&[field]),
            // The layout itself says it, or several fields together: no cell is to blame.
            (None, Some(_)) => self.row.origin(&[]),
            (None, None) => self.row.origin(&element.needs()),
        };
        let wrong = match wrong.field().and_then(|field| self.row.place(field)) {
            Some(value) => wrong.at(value).also(element.place, "asked for here"),
            None => wrong.at(element.place),
        };
        match origin {
            Some((row, what)) => wrong.also(row, what),
            None => wrong,
        }
    }

    /// What an element has no room for, with the piece and the place of the element or of the only value that it has.
    pub fn no_room(&self, element: &Element, wrong: Diagnostic) -> Diagnostic {
        let needs = element.needs();
        let only = match needs.as_slice() {
            [only] if element.varies_in_form() && wrong.code == codes::BAD_SIZE => Some(*only),
            _ => None,
        };
        self.mistake(element, wrong.in_field(only))
    }
}
