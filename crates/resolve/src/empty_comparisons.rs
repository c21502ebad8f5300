//! Finds conditions whose result depends on an empty field.
//!
//! An empty field is not a number, so it is neither less nor greater than any number.
//!
//! - In: a condition and the values of a component.
//! - Out: the first row in which an empty field decides the result.

use hexpress_base::diag::{Diagnostic, codes};
use hexpress_game::values::Values;
use hexpress_language::values::scalar::Scalar;
use hexpress_template::{Engine, Row, RowOwner, Template};

/// A row in which some empty fields count as 0.
struct Filled<R> {
    row: R,
    /// The names of the fields whose value is 0 if they are empty.
    names: Vec<String>,
}

const ZERO: Scalar = Scalar::Whole(0);

impl<R: Row> Row for Filled<R> {
    fn owner(&self) -> RowOwner {
        self.row.owner()
    }

    fn value(&self, name: &str) -> Option<&Scalar> {
        let value = self.row.value(name);
        let is_filled = value.is_some_and(is_empty) && self.names.iter().any(|filled| filled == name);
        if is_filled { Some(&ZERO) } else { value }
    }

    fn names(&self) -> Vec<&str> {
        self.row.names()
    }
}

/// Returns whether a value is a text that is empty or consists of white space.
fn is_empty(value: &Scalar) -> bool {
    matches!(value, Scalar::Text(text) if text.trim().is_empty())
}

/// Finds the first row in which an empty field decides the result of a condition. Returns the index of
/// the row and the index of the field's column. Returns `None` if there is no such row.
///
/// An empty field decides the result if the number 0 in its place would give the opposite result. For
/// example, `cost < 3` is false for an empty `cost`, but true for 0. Only fields that the condition
/// compares with a number are checked. In every row, such a field must be a number or empty.
pub fn decided<R: Row>(
    condition: &Template,
    values: &Values,
    engine: &Engine,
    row: impl Fn(usize) -> Option<R>,
) -> Option<(usize, usize)> {
    let source = condition.source();
    let handles_empty = ["''", "\"\"", "default", "defined", "| d("].iter().any(|word| source.contains(word));
    if handles_empty || !source.contains(['<', '>']) {
        return None;
    }
    let columns: Vec<(usize, &str)> = condition
        .needs()
        .filter(|name| is_compared(source, name))
        .filter_map(|name| Some((values.position(name)?, name)))
        .filter(|(column, _)| is_partly_filled(values, *column, engine))
        .collect();
    let names: Vec<String> = columns.iter().map(|(_, name)| (*name).to_owned()).collect();
    (0..values.len()).find_map(|index| {
        let (column, _) = columns.iter().find(|(at, _)| values.value(index, *at).is_none_or(is_empty))?;
        let holds = engine.is_met(condition, &row(index)?).ok()?;
        let filled = Filled { row: row(index)?, names: names.clone() };
        (engine.is_met(condition, &filled).ok()? != holds).then_some((index, *column))
    })
}

/// Returns whether a column contains both empty cells and numbers, but nothing else.
fn is_partly_filled(values: &Values, column: usize, engine: &Engine) -> bool {
    let (mut has_empty, mut has_number) = (false, false);
    for row in 0..values.len() {
        let value = values.value(row, column).unwrap_or(Scalar::empty());
        if is_empty(value) {
            has_empty = true;
        } else if matches!(engine.meaning(value), Some(Scalar::Whole(_) | Scalar::Number(_))) {
            has_number = true;
        } else {
            return false;
        }
    }
    has_empty && has_number
}

/// Returns whether `<` or `>` is next to the name of a field in a condition.
fn is_compared(source: &str, name: &str) -> bool {
    source.match_indices(name).any(|(at, _)| {
        let behind = source[at + name.len()..].trim_start();
        let before = source[..at].trim_end().trim_end_matches('=');
        behind.starts_with(['<', '>']) || before.ends_with(['<', '>'])
    })
}

/// Returns the warning for a condition whose result depends on the empty field `name`.
pub fn warning(condition: &str, name: &str) -> Diagnostic {
    let message =
        format!("`{name}` is empty in some rows, and comparing an empty field with a number is always false");
    let counted = condition.replace(name, &format!("{name} | default(0)"));
    let hint = format!("write 0 in these rows, or count an empty field as 0 in the condition: \"{counted}\"");
    codes::NEVER_HOLDS.warning(message).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::is_compared;

    #[test]
    fn only_names_next_to_a_comparison_count() {
        assert!(is_compared("cost < 2", "cost") && is_compared("0 <= cost", "cost"));
        assert!(!is_compared("kind == 'a' and power < 2", "kind"));
    }
}
