//! Converts places in files to lines and columns.

use serde_json::{Value, json};

use super::{SourceSpan, Sources};

/// A place as a line and a column.
#[derive(Debug, Clone, Copy)]
pub struct Located<'s> {
    pub file: &'s str,
    /// The number of the line, counted from 1.
    pub line: usize,
    /// The column, counted in characters from 1.
    pub column: usize,
}

impl Sources {
    /// Returns the text at a place. Returns `None` if there is no such place.
    pub fn text_at(&self, place: SourceSpan) -> Option<&str> {
        self.get(place.file)?.text().get(place.start as usize..place.end as usize)
    }
}

/// Returns the line and the column of a place. Returns `None` if its file is unknown.
pub fn locate(sources: &Sources, place: SourceSpan) -> Option<Located<'_>> {
    let source = sources.get(place.file)?;
    let before = source.text().get(..place.start as usize)?;
    let line = lines_in(before) + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    Some(Located { file: &source.name, line, column })
}

/// Returns the number of line breaks in a text.
pub fn lines_in(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count()
}

/// Returns a place as a JSON object with `file`, `line` and `column`. Returns null if the place is
/// unknown.
pub fn place_to_json(sources: &Sources, place: Option<SourceSpan>) -> Value {
    let located = place.and_then(|place| locate(sources, place));
    located.map_or(
        Value::Null,
        |Located { file, line, column }| json!({ "file": file, "line": line, "column": column }),
    )
}
