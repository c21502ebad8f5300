//! Looks up values for conditions and doubts.
//!
//! They are the values of a row before it has pieces, all values of a field, and the printed part
//! of a text.

use crate::comparisons::column_cells;
use crate::context::Compiler;
use hexpress_base::diag::Place;
use hexpress_game::values::Values;
use hexpress_language::tables::layout::Pieces;
use hexpress_language::values::scalar::Scalar;
use hexpress_template::{Row, RowOwner};

/// A row that conditions and templates use before pieces are created. If the row lacks a field,
/// `set` provides the value. If `set` also lacks it, the field is empty, provided that another row
/// has it.
pub(super) struct RowWithSet<'a> {
    pub(super) values: &'a Values,
    pub(super) row: usize,
    pub(super) pieces: &'a Pieces,
}

impl Row for RowWithSet<'_> {
    fn owner(&self) -> RowOwner {
        RowOwner::Row
    }

    fn value(&self, name: &str) -> Option<&Scalar> {
        let column = self.values.position(name);
        column
            .and_then(|column| self.values.value(self.row, column))
            .or_else(|| self.pieces.set.get(name).map(|at| &at.value))
            .or(column.map(|_| Scalar::empty()))
    }

    fn names(&self) -> Vec<&str> {
        self.values.names().chain(self.pieces.set.names()).collect()
    }

    fn table(&self) -> Option<(&str, Vec<&str>)> {
        let table = self.pieces.data.as_ref()?.value.table.as_ref()?;
        Some((&table.name, table.columns.iter().map(AsRef::as_ref).collect()))
    }

    fn has_letters(&self, name: &str) -> bool {
        self.values.has_letters(name)
    }
}

/// Returns every value of a field, with its place. Values come from the rows, lists, `set` and data
/// file of a component.
pub(super) fn values<'p>(p: &'p Pieces, name: &str, compiler: &Compiler<'_>) -> Vec<(&'p Scalar, Place)> {
    let rows = p.rows.iter().flat_map(|rows| rows.value.iter()).filter_map(|row| row.value.get(name));
    let each = p.each.iter().filter_map(|each| each.value.get(name)).flat_map(|list| list.value.iter());
    let typed = rows.chain(each).chain(p.set.get(name)).map(|value| (&value.value, compiler.place(value)));
    let table = p.data.as_ref().and_then(|data| data.value.table.as_ref());
    typed.chain(table.into_iter().flat_map(|table| column_cells(table, name))).collect()
}

/// Replaces every `{{ … }}` and `{% … %}` in a text with a NUL character.
pub(super) fn outside_braces(source: &str) -> String {
    let mut printed = String::new();
    let mut rest = source;
    while let Some(open) = rest.find("{{").into_iter().chain(rest.find("{%")).min() {
        let (before, inside) = rest.split_at(open);
        printed.push_str(before);
        printed.push('\u{0}');
        let close = if inside.starts_with("{{") { "}}" } else { "%}" };
        rest = inside.split_once(close).map_or("", |(_, after)| after);
    }
    printed + rest
}
