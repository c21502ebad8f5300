//! Tests that the random layouts use every word of the language: the keys of all tables, and the
//! words that a key takes.

use std::collections::BTreeSet;

use serde_json::Value;

use super::layout::Layout;

/// Words of the language, such as `Board.lean = left`.
#[derive(Default)]
struct Words {
    seen: BTreeSet<String>,
}

impl Words {
    /// A `part` of the schema allows certain words. Collects those that `value` uses, or all of them if there
    /// is no value.
    fn take(&mut self, schema: &Value, part: &Value, value: Option<&Value>, at: &str) {
        if let Some(name) = part.get("$ref").and_then(Value::as_str) {
            let name = name.trim_start_matches("#/$defs/");
            return self.take(schema, &schema["$defs"][name], value, name);
        }
        let list = |part: &Value, key: &str| part[key].as_array().cloned().unwrap_or_default();
        for one in list(part, "anyOf") {
            self.take(schema, &one, value, at);
        }
        let described = list(part, "oneOf");
        let described =
            described.iter().flat_map(|one| [list(one, "enum"), vec![one["const"].clone()]].concat());
        for word in list(part, "enum").into_iter().chain(described).filter(Value::is_string) {
            if value.is_none_or(|value| *value == word) {
                self.seen.insert(format!("{at} = {}", word.as_str().unwrap()));
            }
        }
        if let Some(items) = part.get("items") {
            match value {
                None => self.take(schema, items, None, at),
                Some(value) => {
                    value.as_array().into_iter().flatten().for_each(|value| {
                        self.take(schema, items, Some(value), at);
                    });
                }
            }
        }
        for (key, part) in part.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let own_value = value.map(|value| value.get(key));
            let name = format!("{at}.{key}");
            // A table can contain a table of its own kind. Without this check, the recursion would never end.
            if own_value == Some(None) || own_value.is_none() && !self.seen.insert(name.clone()) {
                continue;
            }
            self.seen.insert(name.clone());
            self.take(schema, part, own_value.flatten(), &name);
        }
        let open = part.get("additionalProperties").filter(|open| open.is_object());
        match (open, value) {
            (Some(open), None) => self.take(schema, open, None, at),
            (Some(open), Some(value)) => {
                value.as_object().into_iter().flatten().for_each(|(_, value)| {
                    self.take(schema, open, Some(value), at);
                });
            }
            _ => {}
        }
    }
}

#[test]
fn every_word_of_the_language_is_in_some_random_layout() {
    let schema = hexpress::language::schema();
    let mut all = Words::default();
    all.take(schema, schema, None, "");
    let mut had = Words::default();
    for seed in 0..2000 {
        let text = Layout::random(seed).text;
        let value: Value = toml::from_str(&text).unwrap_or_else(|error| panic!("{seed}: {error}\n{text}"));
        had.take(schema, schema, Some(&value), "");
    }
    // The key `knock-out` works only for an element inside another element. A sign of a map cannot be inside
    // an element, so `Sign.knock-out` is never used.
    let missing: Vec<&String> =
        all.seen.difference(&had.seen).filter(|word| *word != "Sign.knock-out").collect();
    assert!(missing.is_empty() && all.seen.len() > 350, "of {}: {missing:#?}", all.seen.len());
}

#[test]
fn half_of_the_random_layouts_leave_themselves_out() {
    let silent = (0..2000).filter(|&seed| Layout::random(seed).text.contains("embed = false")).count();
    assert_eq!(silent, 1000);
}
