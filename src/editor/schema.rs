//! The schema of the layout language, as one finds one's way in it: from a table to its keys, from a list to its items.

use std::sync::LazyLock;

use serde_json::Value;

static SCHEMA: LazyLock<Value> = LazyLock::new(crate::spec::schema);

/// What may stand at one place of a layout: one or several parts of the schema.
#[derive(Debug, Clone, Default)]
pub struct Node(Vec<&'static Value>);

impl Node {
    /// The layout as a whole.
    #[must_use]
    pub fn root() -> Self {
        Self(vec![&SCHEMA])
    }

    /// With references followed and choices listed.
    fn of(value: &'static Value) -> Self {
        if let Some(name) = value.get("$ref").and_then(Value::as_str) {
            let name = name.trim_start_matches("#/$defs/");
            return SCHEMA["$defs"].get(name).map_or_else(Self::default, Self::of);
        }
        match value.get("anyOf").and_then(Value::as_array) {
            Some(options) => Self(options.iter().flat_map(|option| Self::of(option).0).collect()),
            None => Self(vec![value]),
        }
    }

    /// The keys of a table, in the order of the reference, each with what it means.
    pub fn keys(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let tables = self.0.iter().filter_map(|part| part.get("properties")?.as_object());
        tables.flatten().map(|(key, value)| (key.as_str(), description(value)))
    }

    /// Which place a key has among those of its table.
    #[must_use]
    pub fn rank(&self, key: &str) -> Option<usize> {
        self.keys().position(|(known, _)| known == key)
    }

    /// What a key means; empty where it is no word of the language.
    #[must_use]
    pub fn meaning(&self, key: &str) -> &'static str {
        self.keys().find(|(known, _)| *known == key).map_or("", |(_, meaning)| meaning)
    }

    /// What may stand behind a key; of a list its items.
    #[must_use]
    pub fn at(&self, key: &str) -> Self {
        let parts = self.0.iter().filter_map(|part| {
            let known = part.get("properties").and_then(|properties| properties.get(key));
            known.or_else(|| part.get("additionalProperties").filter(|open| open.is_object()))
        });
        let mut found: Vec<&'static Value> = Vec::new();
        for part in parts.flat_map(|part| Self::of(part).0) {
            found.push(part);
            found.extend(part.get("items").into_iter().flat_map(|items| Self::of(items).0));
        }
        Self(found)
    }

    /// The words that may stand here, each with what it means.
    #[must_use]
    pub fn words(&self) -> Vec<(&'static str, &'static str)> {
        let mut words = Vec::new();
        for part in &self.0 {
            let listed = part.get("enum").and_then(Value::as_array).into_iter().flatten();
            words.extend(listed.filter_map(Value::as_str).map(|word| (word, "")));
            let told = part.get("oneOf").and_then(Value::as_array).into_iter().flatten();
            for option in told {
                let meaning = description(option);
                words.extend(option.get("const").and_then(Value::as_str).map(|word| (word, meaning)));
                let several = option.get("enum").and_then(Value::as_array).into_iter().flatten();
                words.extend(several.filter_map(Value::as_str).map(|word| (word, meaning)));
            }
        }
        words
    }

    /// Whether text of this kind may stand here: `colour`, or `colour-or-template`.
    #[must_use]
    pub fn takes(&self, format: &str) -> bool {
        let formats = self.0.iter().filter_map(|part| part.get("format").and_then(Value::as_str));
        formats.map(|own| own.trim_end_matches("-or-template")).any(|own| own == format)
    }
}

fn description(value: &'static Value) -> &'static str {
    value.get("description").and_then(Value::as_str).unwrap_or_default()
}
