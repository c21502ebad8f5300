//! Computes the fields for the edges of a piece. The user gives their values in the field `edges`, or
//! in the columns `edge1`, `edge2` and so on.
//!
//! - In: the values of rows.
//! - Out: the columns `edge1`, `edge2` and so on. An empty text stands for a blank edge.

use std::borrow::Cow;

use crate::context::Resolver;
use hexpress_base::diag::{Diagnostic, SourceSpan, codes};
use hexpress_base::units::count_with_noun;
use hexpress_game::pieces::{Origin, Outline, ValuePlaces};
use hexpress_game::values::{ColumnBuilder, Values};
use hexpress_language::values::scalar::Scalar;
use hexpress_template::{edge_name, edge_number};

/// The places from which the values of a component come, for error messages.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    pub component: SourceSpan,
    /// The places of the values that are in the layout.
    pub places: &'a ValuePlaces,
    /// The data file that contains the rows. `None` if the rows are not from a file.
    pub origin: Option<&'a Origin>,
}

/// Adds the columns `edge1`, `edge2` and so on, from the field `edges = "red blue …"`. The edges are in
/// clockwise order, and `-` stands for a blank edge. If the rows already have these columns instead of
/// `edges`, adds the columns `edges` and `colours`.
pub fn edges(values: &mut Values, outline: &Outline, sources: Sources<'_>, resolver: &mut Resolver<'_>) {
    let count = outline.edges();
    let Some(column) = values.position("edges") else {
        let place = sources.origin.map_or(sources.component, |origin| origin.table.header_place());
        return complete_columns(values, count, place, resolver);
    };
    let mut edges: Vec<_> = (1..=count).map(|edge| ColumnBuilder::new(edge_name(edge).into())).collect();
    for row in 0..values.len() {
        let text = row_text(values, row, column);
        let words: Vec<&str> = text.split(is_separator).filter(|word| !word.is_empty()).collect();
        if let Some(diagnostic) = wrong_edges(&text, &words, count) {
            resolver.add_error(diagnostic, sources.places.value(row, column).unwrap_or(sources.component));
        }
        for (edge, builder) in edges.iter_mut().enumerate() {
            builder.push_text(words.get(edge).filter(|word| **word != "-").map_or("", |word| *word));
        }
    }
    edges.into_iter().for_each(|column| values.push(column.finish()));
}

/// Returns the error for an invalid text `edges`. A valid text is empty, or is a list of `count` words
/// separated by spaces. Returns `None` for a valid text.
fn wrong_edges(text: &str, words: &[&str], count: usize) -> Option<Diagnostic> {
    if words.len() > 1 && text.contains([',', ';', '|']) {
        let sign = text.chars().find(|c| ",;|".contains(*c)).unwrap_or(',');
        let separated = codes::BAD_VALUE
            .error(format!("the values in `edges` must be separated by spaces, not by `{sign}`"));
        return Some(separated.hint(format!("write spaces between them: \"{}\"", words.join(" "))));
    }
    if words.len() == count || words.is_empty() {
        return None;
    }
    let names = count_with_noun(words.len(), "edge");
    let has = if count == 0 { "no edges".to_owned() } else { count.to_string() };
    let message = format!("`edges = \"{text}\"` names {names}, but the piece has {has}");
    let parts: Vec<&str> = text.split(['/', '⁄']).map(str::trim).collect();
    let hint = if count == 0 {
        "delete it: discs and pieces with an `outline` have no edges".to_owned()
    } else if words.len() < count && parts.len() == count {
        format!("write spaces between the edges: \"{}\"", parts.join(" "))
    } else {
        format!("write {count} values, with - for an edge without a value")
    };
    Some(codes::BAD_COUNT.error(message).hint(hint))
}

/// Returns whether a character separates the values in `edges`. Apart from white space, this includes
/// characters such as `,` that users type by mistake and that are reported later.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '|')
}

fn row_text(values: &Values, row: usize, column: usize) -> Cow<'_, str> {
    match values.value(row, column) {
        Some(Scalar::Text(text)) => Cow::Borrowed(text),
        other => Cow::Owned(other.map_or_else(String::new, ToString::to_string)),
    }
}

/// Adds two columns that the rows of a random deck also have: `edges` with the values of all edges, and
/// `colours` with the number of different values. Does nothing if the rows have no columns such as
/// `edge1`.
fn complete_columns(values: &mut Values, count: usize, place: SourceSpan, resolver: &mut Resolver<'_>) {
    let given = values.names().filter(|name| edge_number(name).is_some()).count();
    if given == 0 || count == 0 {
        return;
    }
    let positions = (1..=count).map(|edge| values.position(&edge_name(edge)));
    let Some(columns) = positions.collect::<Option<Vec<_>>>().filter(|columns| columns.len() == given) else {
        let message = format!(
            "the table has columns for {}, but the piece has {count}",
            count_with_noun(given, "edge")
        );
        let hint = format!("write the columns edge1 to edge{count}");
        resolver.error_with_hint(codes::BAD_COUNT, place, message, hint);
        return;
    };
    let mut edges: Vec<_> = (1..=count).map(|edge| ColumnBuilder::new(edge_name(edge).into())).collect();
    let mut all = ColumnBuilder::new("edges".into());
    let mut colours = ColumnBuilder::new("colours".into());
    for row in 0..values.len() {
        let mut text = String::new();
        let mut different: Vec<Cow<'_, str>> = Vec::with_capacity(count);
        for (&column, edge) in columns.iter().zip(&mut edges) {
            let word = row_text(values, row, column);
            let is_blank = matches!(word.trim(), "" | "-");
            text.push_str(if text.is_empty() { "" } else { " " });
            text.push_str(if is_blank { "-" } else { &word });
            edge.push_text(if is_blank { "" } else { &word });
            if !is_blank && !different.contains(&word) {
                different.push(word);
            }
        }
        all.push_text(&text);
        colours.push(Some(&Scalar::Whole(i64::try_from(different.len()).unwrap_or(i64::MAX))));
    }
    for (column, edge) in columns.into_iter().zip(edges) {
        values.replace(column, edge.finish());
    }
    values.push(all.finish());
    if values.position("colours").is_none() {
        values.push(colours.finish());
    }
}
