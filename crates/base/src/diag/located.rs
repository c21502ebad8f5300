//! Places as lines and columns.

use serde_json::{Value, json};

use super::{Place, Sources};

/// A place as people name it.
#[derive(Debug, Clone, Copy)]
pub struct Located<'s> {
    /// The name of the file.
    pub file: &'s str,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

/// Where a place is; none where its file or its text is not known.
pub fn locate(sources: &Sources, place: Place) -> Option<Located<'_>> {
    let source = sources.get(place.file)?;
    let before = source.text().get(..place.start as usize)?;
    let line = lines_in(before) + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    Some(Located { file: &source.name, line, column })
}

/// How many lines end in a text, which may be long.
pub fn lines_in(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count()
}

/// A place for programs: its `file`, `line` and `column`; null where it is not known.
pub fn place_value(sources: &Sources, place: Option<Place>) -> Value {
    let place = place.and_then(|place| locate(sources, place));
    place.map_or(
        Value::Null,
        |Located { file, line, column }| json!({ "file": file, "line": line, "column": column }),
    )
}
