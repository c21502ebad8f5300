//! Words for each edge of a piece, from the one text `edges` or from the columns `edge1`, `edge2` and so on.

use std::borrow::Cow;

use crate::base::units::several;
use crate::diag::{Place, codes};
use crate::model::edges::{edge_name, edge_number};
use crate::model::pieces::{Origin, Outline, WordPlaces};
use crate::model::values::{ColumnBuilder, Values};
use crate::resolve::context::Compiler;
use crate::spec::values::scalar::Scalar;

/// `edges = "red blue …"` as one value for each edge, `edge1` onwards, clockwise; `-` is a blank edge.
pub fn edges(
    values: &mut Values,
    outline: Outline,
    (places, origin): (&WordPlaces, Option<&Origin>),
    place: Place,
    compiler: &mut Compiler<'_>,
) {
    let count = outline.edges();
    let Some(column) = values.position("edges") else {
        let place = origin.map_or(place, |origin| origin.table.header_place());
        return single(values, count, place, compiler);
    };
    let mut edges: Vec<_> = (1..=count).map(|edge| ColumnBuilder::new(edge_name(edge).into())).collect();
    for number in 0..values.len() {
        let text = words(values, number, column);
        let words: Vec<&str> = text.split(is_parting).filter(|word| !word.is_empty()).collect();
        if words.len() > 1 && text.contains([',', ';', '|']) {
            let sign = text.chars().find(|c| ",;|".contains(*c)).unwrap_or(',');
            let message = format!("`edges` has `{sign}` between its edges");
            let hint = format!("put blanks between them: \"{}\"", words.join(" "));
            let place = places.value(number, column).unwrap_or(place);
            compiler.hinted(codes::BAD_VALUE, place, message, &hint);
        } else if words.len() != count && !words.is_empty() {
            let names = several(words.len(), "edge");
            let message = format!("`edges = \"{text}\"` names {names}, and the piece has {count}");
            let parts: Vec<&str> = text.split(['/', '⁄']).map(str::trim).collect();
            let hint = if count == 0 {
                "tiles and cards have edges".to_owned()
            } else if words.len() < count && parts.len() == count {
                format!("put blanks between the edges: \"{}\"", parts.join(" "))
            } else {
                "a blank edge is -".to_owned()
            };
            let place = places.value(number, column).unwrap_or(place);
            compiler.hinted(codes::BAD_COUNT, place, message, &hint);
        }
        for (edge, column) in edges.iter_mut().enumerate() {
            column.push_text(words.get(edge).filter(|w| **w != "-").map_or("", |w| *w));
        }
    }
    edges.into_iter().for_each(|column| values.push(column.finish()));
}

/// Whether a sign parts edges, or is often typed to part them.
fn is_parting(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '|')
}

/// A row's text in a column.
fn words(values: &Values, row: usize, column: usize) -> Cow<'_, str> {
    match values.value(row, column) {
        Some(Scalar::Text(text)) => Cow::Borrowed(text),
        other => Cow::Owned(other.map_or_else(String::new, ToString::to_string)),
    }
}

/// The columns `edge1`, `edge2` and so on, a word for each edge: as a deck is written that was drawn at random. Beside
/// them there are `edges`, all in one text, and `colours`, how many different ones, as if it had been drawn now.
fn single(values: &mut Values, count: usize, place: Place, compiler: &mut Compiler<'_>) {
    let given = values.names().filter(|name| edge_number(name).is_some()).count();
    if given == 0 || count == 0 {
        return;
    }
    let at = (1..=count).map(|edge| values.position(&edge_name(edge)));
    let Some(at) = at.collect::<Option<Vec<_>>>().filter(|all| all.len() == given) else {
        let given = several(given, "edge");
        let message = format!("there are words for {given}, and the piece has {count}");
        compiler.hinted(codes::BAD_COUNT, place, message, format!("the columns are edge1 to edge{count}"));
        return;
    };
    let mut edges: Vec<_> = (1..=count).map(|edge| ColumnBuilder::new(edge_name(edge).into())).collect();
    let mut all = ColumnBuilder::new("edges".into());
    let mut colours = ColumnBuilder::new("colours".into());
    for row in 0..values.len() {
        let mut text = String::new();
        let mut different: Vec<Cow<'_, str>> = Vec::with_capacity(count);
        for (&column, edge) in at.iter().zip(&mut edges) {
            let word = words(values, row, column);
            let blank = matches!(word.trim(), "" | "-");
            text.push_str(if text.is_empty() { "" } else { " " });
            text.push_str(if blank { "-" } else { &word });
            edge.push_text(if blank { "" } else { &word });
            if !blank && !different.contains(&word) {
                different.push(word);
            }
        }
        all.push_text(&text);
        colours.push(Some(&Scalar::Whole(i64::try_from(different.len()).unwrap_or(i64::MAX))));
    }
    for (column, edge) in at.into_iter().zip(edges) {
        values.replace(column, edge.finish());
    }
    values.push(all.finish());
    if values.position("colours").is_none() {
        values.push(colours.finish());
    }
}
