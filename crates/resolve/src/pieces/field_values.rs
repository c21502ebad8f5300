//! Looks up values of fields, for conditions and for warnings about unused fields.
//!
//! - In: a component, and its rows before pieces are made from them.
//! - Out: the values of a row, all values of a field, or the part of a text that is printed unchanged.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::comparisons::column_cells;
use crate::context::Resolver;
use hexpress_base::diag::{SourceSpan, codes, near};
use hexpress_game::pieces::{Origin, ValuePlaces};
use hexpress_game::values::Values;
use hexpress_language::tables::layout::Pieces;
use hexpress_language::values::scalar::Scalar;
use hexpress_template::{Row, RowOwner};

/// A row before pieces are made from it, for conditions and templates. If the row lacks a field, the
/// value in `set` is used. If `set` lacks the field too, but other rows have it, its value is empty.
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

/// Returns every value of a field, with its place. The values come from the rows, the lists of
/// `each`, `set` and the data file of a component.
pub(super) fn values<'p>(
    p: &'p Pieces,
    name: &str,
    resolver: &Resolver<'_>,
) -> Vec<(&'p Scalar, SourceSpan)> {
    let rows = p.rows.iter().flat_map(|rows| rows.value.iter()).filter_map(|row| row.value.get(name));
    let each = p.each.iter().filter_map(|each| each.value.get(name)).flat_map(|list| list.value.iter());
    let typed = rows.chain(each).chain(p.set.get(name)).map(|value| (&value.value, resolver.place(value)));
    let table = p.data.as_ref().and_then(|data| data.value.table.as_ref());
    typed.chain(table.into_iter().flat_map(|table| column_cells(table, name))).collect()
}

/// Returns the field in the key `key`. Its value identifies a row. Reports a field that no row has, and
/// two rows with the same value in this field. Returns `None` if the component has no `key`, or after an
/// error.
pub(super) fn key(
    p: &Pieces,
    values: &Values,
    places: &ValuePlaces,
    origin: Option<&Origin>,
    resolver: &mut Resolver<'_>,
) -> Option<Arc<str>> {
    let at = p.key.as_ref()?;
    let name = at.value.as_str();
    let Some(column) = values.position(name) else {
        let names: Vec<&str> = values.names().collect();
        let message = format!("`{name}` cannot be the `key`, because no row has this field");
        let hint = near::among(name, &names, "choose one of:");
        return resolver.error_with_hint(codes::UNKNOWN_NAME, at, message, hint).none();
    };
    let cell = |row| origin.map_or_else(|| places.value(row, column), |origin| origin.cell(row, name));
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for row in 0..values.len() {
        let value = values.value(row, column).map(ToString::to_string).unwrap_or_default();
        let Some(first) = known.insert(value.clone(), row) else { continue };
        let message = match value.trim() {
            "" => format!("`{name}` cannot be the `key`, because this field is empty in two rows"),
            value => format!("`{name}` cannot be the `key`, because this field is \"{value}\" in two rows"),
        };
        let diagnostic = codes::BAD_DATA.error(message).hint("choose a field that is different in each row");
        let diagnostic = match cell(first.max(row)) {
            Some(place) => diagnostic.related_place(place, "the second row"),
            None => diagnostic,
        };
        return resolver.add_error(diagnostic, at).none();
    }
    Some(name.into())
}

/// Returns the part of a text that is printed unchanged. A NUL character replaces every `{{ … }}` and
/// every `{% … %}`, so that the words around it are not joined.
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
