//! Finds the possible keys and values at a position in a layout, by following the keys through the
//! schema of the layout language.
//!
//! - In: keys, the outermost first.
//! - Out: a [`Node`] with the possible keys, words and formats.

use serde_json::Value;

use hexpress_language::read::schema::{self, Word};

/// A position in the structure of a layout, such as a table or a value.
///
/// Several parts of the schema can describe one position, e.g. if a value can be a text or a table. A
/// node contains all of these parts.
#[derive(Debug, Clone, Default)]
pub struct Node(Vec<&'static Value>);

impl Node {
    /// Returns the root of every layout.
    pub fn root() -> Self {
        Self(vec![hexpress_language::schema()])
    }

    /// Returns the possible keys of a table, in the order of `docs/reference`.
    pub fn keys(&self) -> impl Iterator<Item = Word<'static>> {
        self.0.iter().flat_map(|part| schema::keys(part))
    }

    /// Returns the position of a key in the order of the keys of its table. Returns `None` for a name
    /// that the game defines.
    pub fn rank(&self, key: &str) -> Option<usize> {
        self.keys().position(|known| known.word == key)
    }

    /// Returns the meaning of a key. The text is empty for a name that the game defines.
    pub fn meaning(&self, key: &str) -> &'static str {
        self.keys().find(|known| known.word == key).map_or("", |known| known.meaning)
    }

    /// Returns the node for the value of a key. If the value can be a list, the node also describes the
    /// items of the list.
    pub fn at(&self, key: &str) -> Self {
        let parts = self.0.iter().filter_map(|part| {
            let known = part.get("properties").and_then(|properties| properties.get(key));
            known.or_else(|| part.get("additionalProperties").filter(|open| open.is_object()))
        });
        let mut found: Vec<&'static Value> = Vec::new();
        for part in parts.flat_map(options) {
            found.push(part);
            found.extend(part.get("items").into_iter().flat_map(options));
        }
        Self(found)
    }

    /// Returns the words of the language that the value can be.
    pub fn words(&self) -> impl Iterator<Item = Word<'static>> {
        self.0.iter().flat_map(|part| schema::words(part))
    }

    /// Returns whether a value may be a text in this format. `colour` also matches
    /// `colour-or-template`, and `place` also matches `place-or-share`.
    pub fn takes(&self, format: &str) -> bool {
        let formats = self.0.iter().filter_map(|part| part.get("format").and_then(Value::as_str));
        let plain =
            |known: &'static str| known.trim_end_matches("-or-template").trim_end_matches("-or-share");
        formats.map(plain).any(|known| known == format)
    }
}

/// Returns the alternatives in a part of the schema, such as a text or a table. A value must match one
/// of them.
fn options(part: &'static Value) -> Vec<&'static Value> {
    schema::options(hexpress_language::schema(), part)
}
