//! Places as lines and columns.

use serde_json::{Value, json};

use super::{Place, Sources};

/// Line and column of a place, both from 1; columns count characters.
pub fn locate(sources: &Sources, place: Place) -> Option<(&str, usize, usize)> {
    let source = sources.get(place.file)?;
    let before = source.text().get(..place.start as usize)?;
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    Some((&source.name, line, column))
}

/// A place for programs: its `file`, `line` and `column`; null where it is not known.
pub fn place_value(sources: &Sources, place: Option<Place>) -> Value {
    let place = place.and_then(|place| locate(sources, place));
    place.map_or(Value::Null, |(file, line, column)| json!({ "file": file, "line": line, "column": column }))
}
