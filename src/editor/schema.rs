//! The schema of the layout language, as one finds one's way in it: from a table to its keys, from a list to its items.

use serde_json::Value;

use crate::spec::read::schema::{self, Word};

/// What may stand at one place of a layout: one or several parts of the schema.
#[derive(Debug, Clone, Default)]
pub struct Node(Vec<&'static Value>);

impl Node {
    /// The layout as a whole.
    pub fn root() -> Self {
        Self(vec![crate::spec::schema()])
    }

    /// The keys of a table, in the order of the reference.
    pub fn keys(&self) -> impl Iterator<Item = Word<'static>> {
        self.0.iter().flat_map(|part| schema::keys(part))
    }

    /// Which place a key has among those of its table.
    pub fn rank(&self, key: &str) -> Option<usize> {
        self.keys().position(|known| known.word == key)
    }

    /// What a key means; empty where it is no word of the language.
    pub fn meaning(&self, key: &str) -> &'static str {
        self.keys().find(|known| known.word == key).map_or("", |known| known.meaning)
    }

    /// What may stand behind a key; of a list its items.
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

    /// The words that may stand here.
    pub fn words(&self) -> impl Iterator<Item = Word<'static>> {
        self.0.iter().flat_map(|part| schema::words(part))
    }

    /// Whether text of this kind may stand here: `colour`, or `colour-or-template`.
    pub fn takes(&self, format: &str) -> bool {
        let formats = self.0.iter().filter_map(|part| part.get("format").and_then(Value::as_str));
        formats.map(|own| own.trim_end_matches("-or-template")).any(|own| own == format)
    }
}

fn options(part: &'static Value) -> Vec<&'static Value> {
    schema::options(crate::spec::schema(), part)
}
