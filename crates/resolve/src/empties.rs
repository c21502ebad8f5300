//! Conditions that an empty field decides: an empty field is no number, neither less nor more than another one.

use crate::diag::{Diagnostic, codes};
use crate::model::template::{Engine, Of, Row, Template};
use crate::model::values::Values;
use crate::spec::values::scalar::Scalar;

/// A row whose empty fields of these names are 0.
struct Filled<R> {
    row: R,
    names: Vec<String>,
}

const ZERO: Scalar = Scalar::Whole(0);

impl<R: Row> Row for Filled<R> {
    fn of(&self) -> Of {
        self.row.of()
    }

    fn value(&self, name: &str) -> Option<&Scalar> {
        let own = self.row.value(name);
        let is_empty = own.is_some_and(is_empty) && self.names.iter().any(|one| one == name);
        if is_empty { Some(&ZERO) } else { own }
    }

    fn names(&self) -> Vec<&str> {
        self.row.names()
    }
}

fn is_empty(value: &Scalar) -> bool {
    matches!(value, Scalar::Text(text) if text.trim().is_empty())
}

/// The fields that a condition holds against numbers, and that are empty in some rows and numbers in all others; with the
/// first row in which it would hold the other way if an empty field were 0.
pub fn decided<R: Row>(
    condition: &Template,
    values: &Values,
    engine: &Engine,
    row: impl Fn(usize) -> Option<R>,
) -> Option<(usize, usize)> {
    let source = condition.source();
    let says_so = ["''", "\"\"", "default", "defined", "| d("].iter().any(|word| source.contains(word));
    if says_so || !source.contains(['<', '>']) {
        return None;
    }
    let is_number = |value: &Scalar| {
        is_empty(value) || matches!(engine.meaning(value), Some(Scalar::Whole(_) | Scalar::Number(_)))
    };
    let column =
        |at: usize| (0..values.len()).map(move |row| values.value(row, at).unwrap_or(Scalar::empty()));
    let mixed =
        |at: &usize| column(*at).any(is_empty) && !column(*at).all(is_empty) && column(*at).all(is_number);
    let columns: Vec<(usize, &str)> = condition
        .needs()
        .filter(|name| is_compared(source, name))
        .filter_map(|name| Some((values.position(name).filter(mixed)?, name)))
        .collect();
    let names: Vec<String> = columns.iter().map(|(_, name)| (*name).to_owned()).collect();
    (0..values.len()).find_map(|index| {
        let (at, _) = columns.iter().find(|(at, _)| values.value(index, *at).is_none_or(is_empty))?;
        let holds = engine.holds(condition, &row(index)?).ok()?;
        let filled = Filled { row: row(index)?, names: names.clone() };
        (engine.holds(condition, &filled).ok()? != holds).then_some((index, *at))
    })
}

/// Whether a name stands next to a sign of comparison.
fn is_compared(source: &str, name: &str) -> bool {
    source.match_indices(name).any(|(at, _)| {
        let behind = source[at + name.len()..].trim_start();
        let before = source[..at].trim_end().trim_end_matches('=');
        behind.starts_with(['<', '>']) || before.ends_with(['<', '>'])
    })
}

/// What is said of it.
pub fn warning(condition: &str, name: &str) -> Diagnostic {
    let message =
        format!("`{name}` is empty in some rows, and an empty field is neither less nor more than a number");
    let counted = condition.replace(name, &format!("{name} | default(0)"));
    let hint = format!("type 0 in these rows, or count it as 0: \"{counted}\"");
    codes::NEVER_HOLDS.warning(message).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::is_compared;

    #[test]
    fn names_next_to_signs_of_comparison() {
        assert!(is_compared("cost < 2", "cost") && is_compared("0 <= cost", "cost"));
        assert!(!is_compared("kind == 'a' and power < 2", "kind"));
    }
}
