//! Rows with additional fields, such as the number `n` of a copy, or the fields that a table `set`
//! of the layout defines.

use std::sync::Arc;

use crate::{Row, RowOwner};
use hexpress_base::diag::SourceSpan;
use hexpress_language::values::scalar::Scalar;

#[derive(Debug, Clone, PartialEq)]
pub struct AddedField {
    pub name: Arc<str>,
    pub value: Scalar,
}

/// A row with additional fields.
///
/// If an added field has the same name as a field of the row, the added field is used.
pub struct RowWith<'r> {
    row: &'r dyn Row,
    added: &'r [AddedField],
}

impl<'r> RowWith<'r> {
    pub fn new(row: &'r dyn Row, added: &'r [AddedField]) -> Self {
        Self { row, added }
    }

    fn added(&self, name: &str) -> Option<&AddedField> {
        self.added.iter().rev().find(|field| *field.name == *name)
    }
}

impl Row for RowWith<'_> {
    fn owner(&self) -> RowOwner {
        self.row.owner()
    }

    fn value(&self, name: &str) -> Option<&Scalar> {
        self.added(name).map(|field| &field.value).or_else(|| self.row.value(name))
    }

    fn names(&self) -> Vec<&str> {
        let mut names = self.row.names();
        names.extend(self.added.iter().map(|field| &*field.name));
        names
    }

    fn table(&self) -> Option<(&str, Vec<&str>)> {
        self.row.table()
    }

    fn has_letters(&self, name: &str) -> bool {
        self.added(name).is_none() && self.row.has_letters(name)
    }

    fn place(&self, name: &str) -> Option<SourceSpan> {
        if self.added(name).is_some() { None } else { self.row.place(name) }
    }

    fn origin(&self, needs: &[&str]) -> Option<(SourceSpan, String)> {
        let fields: Vec<&str> = needs.iter().copied().filter(|need| self.added(need).is_none()).collect();
        self.row.origin(&fields)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoRow;

    #[test]
    fn the_last_field_of_a_name_counts() {
        let field = |name: &str, value| AddedField { name: name.into(), value: Scalar::Whole(value) };
        let outer = [field("n", 1), field("item", 7)];
        let inner = [field("n", 2)];
        let outer_row = RowWith::new(&NoRow, &outer);
        let row = RowWith::new(&outer_row, &inner);
        assert_eq!(row.value("n"), Some(&Scalar::Whole(2)));
        assert_eq!(row.value("item"), Some(&Scalar::Whole(7)));
        assert_eq!(row.value("name"), None);
    }
}
