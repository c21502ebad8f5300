//! What must hold of pieces, looked up.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diag::codes;
use crate::model::constraints::{Alike, Count, Have, PiecesConstraints, Stated};
use crate::model::{Component, Deck};
use crate::resolve::context::Compiler;
use crate::spec::tables::constraints as spec;
use crate::spec::values::place::At;

/// The rules of pieces.
pub fn rules(
    given: &At<spec::PiecesMust>,
    component: &Component,
    deck: &Deck,
    compiler: &mut Compiler<'_>,
) -> PiecesConstraints {
    let mut must = PiecesConstraints::default();
    // A deck may have thousands of rows: they are gone through only where a rule names one.
    let values: Option<Vec<String>> = given.have.names().any(|name| name != "pieces").then(|| {
        let table = &deck.values;
        let values =
            table.columns().iter().flat_map(|column| (0..table.len()).filter_map(|row| column.value(row)));
        let values = values.map(ToString::to_string);
        let words = values.filter(|value| !value.contains(' '));
        words.chain(["pieces".to_owned()]).collect::<BTreeSet<_>>().into_iter().collect()
    });
    let values: Vec<&str> = values.iter().flatten().map(String::as_str).collect();
    let columns: Vec<&str> = deck.values.names().collect();
    let values = if values.is_empty() { vec!["pieces"] } else { values };
    let what = format!("no value in the rows of `{}`", component.name);
    for (key, count) in given.have.iter() {
        let names = alternatives(key, &columns, &values, &what, compiler);
        must.have.push(Have { names, count: compiler.count(count), place: compiler.place(key) });
    }
    let no_edges = deck.outline.edges() == 0;
    if let Some(at) = &given.no_two_alike {
        if no_edges && at.value != Alike::AsDrawn {
            let message = "discs have no edges to hold against each other";
            compiler.hinted(codes::BAD_VALUE, at, message, "no-two-alike = \"as drawn\"");
        }
        must.no_two_alike = Some(at.value);
    }
    if let Some(at) = &given.edges {
        if no_edges {
            compiler.error(codes::BAD_VALUE, at, "discs have no edges, so they have no colours either");
        }
        let mut count = |at: &Option<At<Count>>| {
            at.as_ref().map(|at| Stated { what: compiler.count(at), place: compiler.place(at) })
        };
        must.colours = count(&at.colours).map(|count| count.what);
        must.in_all = count(&at.in_all);
        must.on = count(&at.on);
    }
    must.say = given.say.as_ref().map(|at| at.value.0.iter().map(|word| word.as_str().into()).collect());
    must
}

/// `white or black`, `owner white or owner black`: values of rows, with their column or in any.
fn alternatives(
    key: &At<String>,
    columns: &[&str],
    values: &[&str],
    what: &str,
    compiler: &mut Compiler<'_>,
) -> Vec<Arc<str>> {
    let mut names = Vec::new();
    for part in key.value.split(" or ").map(str::trim) {
        match part.split_once(' ') {
            Some((column, value)) => {
                let column = compiler.each_of(&key.with(column.to_owned()), columns, "no column of the rows");
                let value = compiler.each_of(&key.with(value.trim().to_owned()), values, what);
                let both = column.first().zip(value.first());
                names.extend(both.map(|(column, value)| Arc::from(format!("{column} {value}"))));
            }
            None if !values.contains(&part) && is_direction_in_other_letters(part, values, compiler) => {}
            None => names.extend(compiler.each_of(&key.with(part.to_owned()), values, what)),
        }
    }
    names
}

/// Whether the rows have a direction in small or large letters, where the rule has its name. The element that shows it
/// reports that.
fn is_direction_in_other_letters(name: &str, values: &[&str], compiler: &Compiler<'_>) -> bool {
    compiler.names.directions.iter().any(|direction| *direction.name == *name)
        && values.iter().any(|value| value.to_lowercase() == name.to_lowercase())
}
