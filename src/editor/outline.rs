//! The outline of a layout: its tables, the names of its components, and the names that it defines.
//!
//! - In: the text of a layout.
//! - Out: the answer to `textDocument/documentSymbol`.

use std::ops::Range;

use serde_json::{Value, json};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::position::Positions;
use hexpress_language::COMPONENTS;

/// The largest number of symbols in one table.
const MAX_SYMBOLS: usize = 1_000;

/// The tables whose keys are names that the layout defines.
const DEFINING: [&str; 6] = ["colours", "look", "places", "directions", "fonts", "icons"];

/// The kinds of symbols, as the numbers that the protocol uses.
const MODULE: u8 = 2;
const CLASS: u8 = 5;
const CONSTANT: u8 = 14;

/// A table in the outline, and the names that it defines.
struct Entry {
    name: String,
    detail: &'static str,
    kind: u8,
    start: usize,
    children: Vec<(String, Range<usize>)>,
}

/// Answers `textDocument/documentSymbol`.
pub fn outline(text: &str) -> Value {
    let (tree, _) = DeTable::parse_recoverable(text);
    let mut entries: Vec<Entry> = Vec::new();
    for (key, value) in tree.get_ref() {
        let name: &str = key.get_ref();
        match value.get_ref() {
            DeValue::Array(list) if COMPONENTS.contains(&name) => {
                entries.extend(list.iter().filter_map(|item| component(name, item)));
            }
            DeValue::Table(table) => entries.push(Entry {
                name: name.to_owned(),
                detail: "",
                kind: MODULE,
                start: line_start(text, key.span().start),
                children: if DEFINING.contains(&name) { keys(table) } else { Vec::new() },
            }),
            _ => {}
        }
    }
    entries.sort_by_key(|entry| entry.start);
    let mut positions = Positions::new(text);
    let mut symbols = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let end = entries.get(index + 1).map_or(text.len(), |next| next.start).max(entry.start);
        let header =
            entry.start..text[entry.start..end].find('\n').map_or(end, |length| entry.start + length);
        let children: Vec<Value> = entry
            .children
            .iter()
            // A table may be spread over several parts of the file. The entry covers only the part at
            // its first header, so names in other parts are left out.
            .filter(|(_, range)| entry.start <= range.start && range.end <= end)
            .map(|(name, range)| {
                let range = positions.range(range.clone());
                json!({ "name": name, "kind": CONSTANT, "range": range, "selectionRange": range })
            })
            .collect();
        symbols.push(json!({
            "name": entry.name,
            "detail": entry.detail,
            "kind": entry.kind,
            "range": positions.range(entry.start..end),
            "selectionRange": positions.range(header),
            "children": children,
        }));
    }
    Value::Array(symbols)
}

/// Returns the entry for a component. The entry has the component's name, or the name of the table if
/// the component has none.
fn component(table: &str, item: &Spanned<DeValue<'_>>) -> Option<Entry> {
    let keys = item.get_ref().as_table()?;
    let own = keys.get("name").and_then(|name| name.get_ref().as_str());
    let detail = COMPONENTS.iter().find(|name| **name == table).copied().unwrap_or_default();
    let name = own.filter(|name| !name.is_empty()).unwrap_or(table).to_owned();
    Some(Entry { name, detail, kind: CLASS, start: item.span().start, children: Vec::new() })
}

fn keys(table: &DeTable<'_>) -> Vec<(String, Range<usize>)> {
    let keys = table.iter().map(|(key, _)| (key.get_ref().to_string(), key.span()));
    let mut keys: Vec<_> = keys.filter(|(name, _)| !name.is_empty()).take(MAX_SYMBOLS).collect();
    keys.sort_by_key(|(_, range)| range.start);
    keys
}

fn line_start(text: &str, offset: usize) -> usize {
    text.get(..offset).and_then(|before| before.rfind('\n')).map_or(0, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_have_their_names_and_colours_are_listed() {
        let text = "[game]\ntitle = \"T\"\n[colours]\nsea = \"navy\"\nland = \"tan\"\n[[cards]]\nname = \"heroes\"\n[[board]]\n[board.key]\n";
        let symbols = outline(text);
        let names: Vec<&str> =
            symbols.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["game", "colours", "heroes", "board"]);
        let children = symbols[1]["children"].as_array().unwrap();
        assert_eq!((children.len(), &children[1]["name"]), (2, &"land".into()));
        assert_eq!(symbols[2]["range"]["start"], json!({ "line": 5, "character": 0 }));
        assert_eq!(symbols[2]["range"]["end"], json!({ "line": 7, "character": 0 }));
    }
}
