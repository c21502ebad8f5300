//! Warns about rows that are printed although they are hidden in the spreadsheet.
//!
//! - In: the table of a component, and which rows are printed.
//! - Out: a warning. If all hidden rows differ from all visible rows in some column, the hint contains
//!   a condition on this column.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::context::Resolver;
use hexpress_base::diag::codes;
use hexpress_base::units::count_with_noun;
use hexpress_language::data::Table;
use hexpress_language::tables::layout::Pieces;
use hexpress_language::values::scalar::Scalar;

/// Warns about hidden rows that are printed. `is_printed` returns whether the row with this index
/// is printed.
pub fn check(
    own_table: &Pieces,
    table: &Table,
    is_printed: impl Fn(usize) -> bool,
    resolver: &mut Resolver<'_>,
) {
    let hidden: Vec<usize> = table.hidden_rows().collect();
    let printed: Vec<usize> = hidden.iter().copied().filter(|row| is_printed(*row)).collect();
    let Some(first) = printed.first() else { return };
    let row = table.row_name(*first);
    let message = match printed.len() {
        1 => format!("`{row}` is hidden in the spreadsheet, but it is printed"),
        n => format!(
            "`{row}` and {} are hidden in the spreadsheet, but they are printed",
            count_with_noun(n - 1, "more row")
        ),
    };
    let them = if printed.len() == 1 { "it" } else { "them" };
    let hint = match separating(table, &hidden) {
        Some((column, condition)) => {
            // The hint proposes a condition on this column. The column is recorded as used, so that
            // there is no additional warning about it.
            resolver.unused_columns.used.insert((table.header_place(), column));
            let own =
                own_table.where_.as_ref().map_or_else(String::new, |own| format!("({}) and ", own.value));
            format!("delete {them} or show {them}; to skip {them}, write where = \"{own}{condition}\"")
        }
        None => format!("delete {them}, or show {them}"),
    };
    resolver.warnings.push(codes::BAD_DATA.warning(message).at(table.row_place(*first)).hint(hint));
}

/// Finds a column in which no hidden row has the same value as a visible row. Returns the column, and a
/// condition that leaves out the hidden rows. Returns `None` if there is no simple condition of this
/// kind.
fn separating(table: &Table, hidden: &[usize]) -> Option<(Arc<str>, String)> {
    let mut columns = table.columns.iter().enumerate().filter(|(_, name)| is_name(name));
    columns.find_map(|(column, name)| {
        let mut shown_values: Vec<&Scalar> = Vec::new();
        let mut hidden_values: Vec<&Scalar> = Vec::new();
        for row in 0..table.len() {
            let values =
                if hidden.binary_search(&row).is_ok() { &mut hidden_values } else { &mut shown_values };
            values.extend(table.row(row).get(column));
        }
        let condition = condition(name, &shown_values, &hidden_values)?;
        Some((Arc::clone(name), condition))
    })
}

/// Returns whether the name of a column can be used in a condition.
fn is_name(column: &str) -> bool {
    column.starts_with(char::is_alphabetic) && column.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn texts(values: &[&Scalar]) -> BTreeSet<String> {
    values.iter().map(ToString::to_string).collect()
}

/// Returns a condition that compares a column with a single value. It is true for all visible rows and
/// false for all hidden rows. Returns `None` if this is not possible.
fn condition(name: &str, shown: &[&Scalar], hidden: &[&Scalar]) -> Option<String> {
    let (of_shown, of_hidden) = (texts(shown), texts(hidden));
    if !of_shown.is_disjoint(&of_hidden) {
        return None;
    }
    // If all visible rows have different values, the column only identifies rows. A condition on it is
    // not useful.
    let is_repeated = of_shown.len() < shown.len();
    let (sign, value) = match (of_shown.len(), of_hidden.len()) {
        (1, _) if is_repeated => ("==", shown.first()?),
        (_, 1) if is_repeated => ("!=", hidden.first()?),
        _ => return None,
    };
    let text = value.to_string();
    match value {
        Scalar::Text(_) if text.contains(['\'', '"', '\\', '\n']) => None,
        Scalar::Text(_) => Some(format!("{name} {sign} '{text}'")),
        _ => Some(format!("{name} {sign} {text}")),
    }
}
