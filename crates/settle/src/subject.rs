//! The piece, cell or sheet that an error message is about.

use hexpress_base::diag::{Diagnostic, codes};
use hexpress_game::{Element, Origin};
use hexpress_template::Row;

/// A piece, cell or sheet for which elements are settled.
#[derive(Clone, Copy)]
pub struct Subject<'r> {
    /// The row with the fields for templates.
    pub row: &'r dyn Row,
    /// The name in messages, such as `movement/7`. It may be empty.
    pub name: &'r str,
}

impl Subject<'_> {
    /// Adds the name of this subject to an error. Also adds two positions: that of the wrong value in the
    /// layout, and that of the row in a data file.
    pub fn mistake(&self, element: &Element, error: Diagnostic) -> Diagnostic {
        let diagnostic = error.of_piece(self.name);
        let is_field = diagnostic.field().is_some();
        let origin = match (diagnostic.field(), diagnostic.part()) {
            (Some(field), _) => self.row.origin(&[field]),
            // The wrong part is a fixed text in the layout, or comes from several fields. So the error is
            // not in a single cell of a data file, and the position of the whole row is added.
            (None, Some(_)) => self.row.origin(&[]),
            (None, None) => self.row.origin(&element.needs()),
        };
        let placed = match diagnostic.field().and_then(|field| self.row.place(field)) {
            Some(value) => diagnostic.at(value).related_place(element.place, "used here"),
            None => diagnostic.at(element.place),
        };
        let Some((row, name)) = origin else { return placed };
        let hint = placed.hint.as_ref().filter(|hint| hint.starts_with("did you mean"));
        // A hint such as `did you mean …?` proposes another value. If the value is computed from several
        // columns, the user cannot replace it in one column.
        match hint.filter(|_| is_field && Origin::names_several_columns(&name)) {
            Some(hint) => {
                let hint = format!("{hint} Change the columns from which this value is computed");
                placed.hint(hint).related_place(row, name)
            }
            None => placed.related_place(row, name),
        }
    }

    /// Adds this subject and a position to an error about an element that does not fit.
    ///
    /// If the size of the element depends on a single field, the position is that of the field.
    /// Otherwise, the position is that of the element.
    pub fn no_room(&self, element: &Element, diagnostic: Diagnostic) -> Diagnostic {
        let needs = element.needs();
        let only = match needs.as_slice() {
            [only] if element.varies_in_form() && diagnostic.code == codes::BAD_SIZE => Some(*only),
            _ => None,
        };
        self.mistake(element, diagnostic.in_field(only))
    }
}
