//! Adds hints for users who write the name of a field instead of its value: `fill = "owner"`
//! instead of `fill = "{{ owner }}"`.
//!
//! - In: the errors in the faces of a component.
//! - Out: the same errors. If a wrong value is the name of a field, the hint of the error shows how
//!   to use the value of the field.

use crate::context::Resolver;
use hexpress_base::diag::{Diagnostic, Report, codes};
use hexpress_language::tables::layout::Pieces;

/// Improves the hints of errors in faces. The caller ensures that the report contains no other errors.
pub fn improve_hints(p: &Pieces, resolver: &mut Resolver<'_>) {
    let mut improved = Report::default();
    for mut diagnostic in std::mem::take(&mut resolver.report).into_items() {
        if let Some(hint) = hint(p, &diagnostic, resolver) {
            diagnostic.hint = Some(hint);
        }
        improved.push(diagnostic);
    }
    resolver.report = improved;
}

/// Returns a hint for an error about an unknown colour or icon, if the unknown name is the name of a
/// field. Otherwise returns `None`.
fn hint(p: &Pieces, diagnostic: &Diagnostic, resolver: &Resolver<'_>) -> Option<String> {
    if ![codes::UNKNOWN_COLOUR, codes::UNKNOWN_NAME].contains(&diagnostic.code) {
        return None;
    }
    let name = diagnostic.message.split('`').nth(1)?;
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let place = diagnostic.place.filter(|place| place.file == resolver.file && is_name)?;
    let span = place.start as usize..place.end as usize;
    let typed = resolver.text.get(span.clone())?;
    let (before, after) = typed.split_once(name).filter(|(_, after)| !after.contains(name))?;
    let key = resolver.text.get(resolver.layout.keys.key_of(span.start)?)?;
    let owner = format!("`{name}` is {}", where_defined(p, name)?);
    Some(format!("write {key} = {before}{{{{ {name} }}}}{after}: {owner}"))
}

/// Returns how messages describe where a field is defined: in the rows, in a column of the file, or in
/// `set`. Returns `None` if the component has no such field.
fn where_defined(p: &Pieces, name: &str) -> Option<&'static str> {
    let table = p.data.as_ref().and_then(|data| data.value.table.as_ref());
    let is_column = table.is_some_and(|table| table.columns.iter().any(|column| **column == *name));
    let is_field = p.rows.iter().flat_map(|rows| rows.value.iter()).any(|row| row.value.get(name).is_some())
        || p.each.as_ref().is_some_and(|each| each.value.get(name).is_some());
    match (is_column, is_field, p.set.get(name)) {
        (true, ..) => Some("a column of the table"),
        (_, true, _) => Some("a field of the rows"),
        (_, _, Some(_)) => Some("a field of `set`"),
        _ => None,
    }
}
