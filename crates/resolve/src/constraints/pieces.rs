//! Compiles the rules in `must` of a component with pieces, such as `[cards.must]`.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::known::or_copies;
use crate::context::Resolver;
use hexpress_base::diag::codes;
use hexpress_game::constraints::{Alike, CountCondition, CountRule, Counted, Located, PiecesConstraints};
use hexpress_game::values::Values;
use hexpress_game::{Component, Element, PieceSet};
use hexpress_language::tables::constraints as tables;
use hexpress_language::values::spanned::Spanned;

/// Compiles the table `must` of a component. Reports values, columns and components that do not
/// exist.
pub fn rules(
    table: &Spanned<tables::PiecesMust>,
    component: &Component,
    deck: &PieceSet,
    resolver: &mut Resolver<'_>,
) -> PiecesConstraints {
    let mut must = PiecesConstraints::default();
    // A deck may have thousands of rows. Its values are collected only if a rule needs them.
    let names_values = table.have.names().any(|name| name != ALL_PIECES_KEY);
    let words = if names_values { single_words(&deck.values) } else { BTreeSet::new() };
    let values: Vec<&str> =
        if names_values { words.iter().map(String::as_str).collect() } else { vec![ALL_PIECES_KEY] };
    let columns: Vec<&str> = deck.values.names().collect();
    let copies = Element::copy_names(&deck.face);
    let all: Vec<&str> = values.iter().chain(&copies).copied().collect();
    let no_row = format!("no row of `{}` has the value", component.name);
    let neither = format!("neither a row nor a `repeat` of `{}` contains", component.name);
    for (key, count) in table.have.iter() {
        let meaning = |name: &str| meaning_in_rows(name, &deck.values);
        let (counted, names) = match resolver.copies_called(key, &copies, &values, meaning) {
            Some(name) => (Counted::Copies, vec![name]),
            None if resolver.mixes_copies(key, &copies, &values) => (Counted::CellsOrPieces, Vec::new()),
            None => {
                let known = or_copies(key, &values, &all);
                let what = if known.len() > values.len() { &neither } else { &no_row };
                (Counted::CellsOrPieces, alternatives(key, &columns, known, what, resolver))
            }
        };
        must.have.push(CountRule {
            counted,
            names,
            count: resolver.count(count),
            place: resolver.place(key),
        });
    }
    let no_edges = deck.outline.edges() == 0;
    if let Some(at) = &table.no_two_alike {
        if no_edges && at.value != Alike::AsDrawn {
            let message = "these pieces have no edges to compare";
            resolver.error_with_hint(codes::BAD_VALUE, at, message, "write no-two-alike = \"as drawn\"");
        }
        must.no_two_alike = Some(at.value);
    }
    if let Some(at) = &table.edges {
        if no_edges {
            let message = "these pieces have no edges, so they have no edge colours";
            resolver.error_with_hint(codes::BAD_VALUE, at, message, "delete `edges`");
        }
        must.colours = at.colours.as_ref().map(|count| resolver.count(count));
        must.in_all = at.in_all.as_ref().map(|count| located_count(count, resolver));
        must.edge_words = at.words.as_ref().and_then(|words| each_once(words, resolver));
        must.on = at.on.as_ref().map(|count| located_count(count, resolver));
    }
    must.say = table.say.as_ref().map(|at| at.value.0.iter().map(|word| word.as_str().into()).collect());
    must
}

/// The largest number of words that `words = "each of … once"` may list.
const MAX_WORDS: i64 = 100;

/// Parses `each of 1 to 6 once` or `each of N, E, S and W once`. Reports any other text, and returns
/// `None`.
fn each_once(value: &Spanned<String>, resolver: &mut Resolver<'_>) -> Option<Vec<Arc<str>>> {
    let listed = value.trim().strip_prefix("each of ").and_then(|rest| rest.strip_suffix(" once"));
    let words = listed.map(|listed| match listed.split_once(" to ") {
        Some((first, last)) => numbers_between(first, last),
        None => {
            let parts = listed.split(',').flat_map(|part| part.split(" and ")).map(str::trim);
            Some(parts.filter(|word| !word.is_empty()).map(Arc::from).collect())
        }
    });
    let found: Option<Vec<Arc<str>>> = words.flatten().filter(|words: &Vec<_>| !words.is_empty());
    if found.is_none() {
        let message =
            format!("expected `each of … once` with at most {MAX_WORDS} words, found `{}`", value.value);
        let hint = "for example, write words = \"each of 1 to 6 once\" or \"each of N, E, S and W once\"";
        resolver.error_with_hint(codes::BAD_VALUE, value, message, hint);
    }
    found
}

/// Returns the whole numbers from `first` to `last`, as texts. Returns `None` if there are none, or more
/// than [`MAX_WORDS`].
fn numbers_between(first: &str, last: &str) -> Option<Vec<Arc<str>>> {
    let (first, last): (i64, i64) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
    let count = last.checked_sub(first)?;
    (0..MAX_WORDS).contains(&count).then(|| (first..=last).map(|n| n.to_string().into()).collect())
}

/// The key of `have` that stands for the number of all pieces.
const ALL_PIECES_KEY: &str = "pieces";

/// Returns every value in the rows that is a single word, and [`ALL_PIECES_KEY`].
fn single_words(rows: &Values) -> BTreeSet<String> {
    let cells = rows.columns().iter().flat_map(|column| (0..rows.len()).filter_map(|row| column.value(row)));
    let words = cells.map(ToString::to_string).filter(|value| !value.contains(' '));
    words.chain([ALL_PIECES_KEY.to_owned()]).collect()
}

/// Returns what a name in `have` means, for messages: the number of all pieces, or a value of a
/// field.
fn meaning_in_rows(name: &str, rows: &Values) -> String {
    if name == ALL_PIECES_KEY {
        return "the name for all pieces".to_owned();
    }
    let column = rows.columns().iter().find(|column| {
        (0..rows.len()).any(|row| column.value(row).is_some_and(|value| value.to_string() == name))
    });
    format!("a value of the field `{}`", column.map_or("", |column| column.name()))
}

fn located_count(count: &Spanned<CountCondition>, resolver: &mut Resolver<'_>) -> Located<CountCondition> {
    Located { value: resolver.count(count), place: resolver.place(count) }
}

/// Parses a key such as `white or black`. The name of a column may come before each value, as in
/// `owner white or owner black`. Reports unknown values and unknown columns.
fn alternatives(
    key: &Spanned<String>,
    columns: &[&str],
    values: &[&str],
    what: &str,
    resolver: &mut Resolver<'_>,
) -> Vec<Arc<str>> {
    let mut names = Vec::new();
    for part in key.value.split(" or ").map(str::trim) {
        match part.split_once(' ') {
            Some((column, value)) => {
                let known_columns = resolver.each_of(&key.with(column.to_owned()), columns, "unknown column");
                let known_values = resolver.each_of(&key.with(value.trim().to_owned()), values, what);
                let both = known_columns.first().zip(known_values.first());
                names.extend(both.map(|(column, value)| Arc::from(format!("{column} {value}"))));
            }
            None if !values.contains(&part) && is_direction_in_other_letters(part, values, resolver) => {}
            None => names.extend(resolver.each_of(&key.with(part.to_owned()), values, what)),
        }
    }
    names
}

/// Returns whether the direction `name` occurs in the rows only with other capitals: `name` is `North`,
/// and a row has `north`. This mistake is reported at the element that shows the direction.
fn is_direction_in_other_letters(name: &str, values: &[&str], resolver: &Resolver<'_>) -> bool {
    resolver.names.directions.iter().any(|direction| *direction.name == *name)
        && values.iter().any(|value| value.to_lowercase() == name.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_edges_are_at_most_a_hundred() {
        let count = |last: i64| numbers_between("1", &last.to_string()).map(|words| words.len());
        assert_eq!([1, MAX_WORDS, MAX_WORDS + 1].map(count), [Some(1), Some(100), None]);
    }
}
