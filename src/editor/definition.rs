//! Finds where a name, a field or a file is defined, and where a name is used.
//!
//! - In: an open layout, and an offset in bytes.
//! - Out: locations in the format of the language server protocol.

use serde_json::{Value, json};

use super::complete::header;
use super::cursor::{Cursor, cursor};
use super::document::{Document, definition_of, name_at, word_at};
use super::names::{names, rows};
use super::position::{Positions, beside, range};
use super::strings;

/// The keys whose values name files.
const FILE_KEYS: [&str; 4] = ["data", "image", "theme", "folder"];

/// Returns the location where the name, field or file at an offset is defined. Returns `None` if no
/// definition is found.
pub fn definition(document: &Document, uri: &str, offset: usize) -> Option<Value> {
    let text = &document.text;
    let names = names(text);
    if let Some(named) = name_at(&names, offset) {
        let definition = definition_of(named, &names)?;
        return Some(json!({ "uri": uri, "range": range(text, definition.range.clone()) }));
    }
    if let Some(found) = file(document, uri, offset) {
        return Some(found);
    }
    // The word is neither a name nor a file, so it may be a field in a template or a condition.
    let typed = &text[word_at(text, offset)];
    let rows = rows(text, offset);
    if let Some(field) = rows.fields.iter().find(|field| field.name == typed) {
        return Some(json!({ "uri": uri, "range": range(text, field.range.clone()) }));
    }
    let data = rows.data?;
    let column = header(&data, &document.files).into_iter().find(|column| column.name == typed)?;
    let place = json!({ "line": 0, "character": column.start });
    Some(json!({ "uri": beside(uri, &data)?, "range": { "start": place, "end": place } }))
}

/// Returns the location of the file that the string at an offset names. Returns `None` if the string
/// does not name an existing file.
fn file(document: &Document, uri: &str, offset: usize) -> Option<Value> {
    let text = &document.text;
    let Cursor { path, key, .. } = cursor(&text[..offset]);
    // In [fonts], every value is a file, and the user chooses the keys.
    if !FILE_KEYS.contains(&key?.as_str()) && path.first().is_none_or(|table| table != "fonts") {
        return None;
    }
    let mut name = None;
    strings::visit(text, &mut |string| {
        if string.span.start <= offset && offset <= string.span.end {
            name = Some(string.value.to_owned());
        }
    });
    let name = name.filter(|name| document.files.get_uncached(name).is_ok())?;
    let place = json!({ "line": 0, "character": 0 });
    Some(json!({ "uri": beside(uri, &name)?, "range": { "start": place, "end": place } }))
}

/// Returns all locations at which the name at an offset occurs. Definitions are included only if
/// `with_definitions` is true. Returns `None` if the offset is not in a name.
pub fn references(document: &Document, uri: &str, offset: usize, with_definitions: bool) -> Option<Value> {
    let names = names(&document.text);
    let named = name_at(&names, offset)?;
    let mut positions = Positions::new(&document.text);
    let same =
        names.iter().filter(|other| other.is_same(named) && (with_definitions || !other.is_definition));
    Some(same.map(|other| json!({ "uri": uri, "range": positions.range(other.range.clone()) })).collect())
}
