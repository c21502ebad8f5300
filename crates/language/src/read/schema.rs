//! Reads a part of a JSON Schema: which types, keys and words it allows.
//!
//! - In: a part of the schema. Only the features of JSON Schema that this project uses are supported.
//! - Out: the alternatives of this part, with references resolved.
//! - Not here: validating values.

use serde_json::Value;
use toml::de::DeValue;

/// A key of a table, or a word of an enumeration.
#[derive(Debug, Clone, Copy)]
pub struct Word<'s> {
    /// The word, spelt as in a layout.
    pub word: &'s str,
    /// The description of the word. Empty if the schema has none.
    pub meaning: &'s str,
}

/// Returns the alternatives that a part of the schema allows for a value. `null` is left out,
/// because TOML does not have it.
pub fn options<'s>(schema: &'s Value, part: &'s Value) -> Vec<&'s Value> {
    if let Some(name) = part.get("$ref").and_then(Value::as_str) {
        let name = name.trim_start_matches("#/$defs/");
        return schema["$defs"].get(name).map_or_else(Vec::new, |part| options(schema, part));
    }
    if part.get("anyOf").is_none() {
        return vec![part];
    }
    list(part, "anyOf").flat_map(|part| options(schema, part)).filter(|part| !is_null(part)).collect()
}

/// Returns the `format` of the first alternative that has a format. Returns `None` if no alternative
/// has a format.
pub fn first_format<'s>(options: &[&'s Value]) -> Option<&'s str> {
    options.iter().find_map(|option| option.get("format").and_then(Value::as_str))
}

/// Returns the keys of a table, in the order of the schema.
pub fn keys(part: &Value) -> impl Iterator<Item = Word<'_>> {
    let properties = part.get("properties").and_then(Value::as_object).into_iter().flatten();
    properties.map(|(key, value)| Word { word: key, meaning: description(value) })
}

/// Returns the words of an enumeration.
pub fn words(part: &Value) -> impl Iterator<Item = Word<'_>> {
    let described = list(part, "oneOf").flat_map(|one| {
        let words = one.get("const").into_iter().chain(list(one, "enum")).filter_map(Value::as_str);
        words.map(|word| Word { word, meaning: description(one) })
    });
    let listed = list(part, "enum").filter_map(Value::as_str);
    listed.map(|word| Word { word, meaning: "" }).chain(described)
}

/// Returns the types that a part of a schema allows, without `null`.
pub fn types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).filter(|t| *t != "null").collect(),
        _ if words(schema).next().is_some() => vec!["string"],
        _ => Vec::new(),
    }
}

/// Returns whether a part of the schema allows the type of a value.
///
/// Does not check the values inside a list or table.
pub fn accepts(schema: &Value, value: &DeValue<'_>) -> bool {
    let types = types(schema);
    let kind = match value {
        DeValue::String(_) => "string",
        DeValue::Integer(_) => "integer",
        DeValue::Float(_) => "number",
        DeValue::Boolean(_) => "boolean",
        DeValue::Datetime(_) => "datetime",
        DeValue::Array(_) => "array",
        DeValue::Table(_) => "object",
    };
    types.is_empty() || types.contains(&kind) || (kind == "integer" && types.contains(&"number"))
}

fn list<'s>(part: &'s Value, key: &str) -> impl Iterator<Item = &'s Value> + use<'s> {
    part.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn is_null(part: &Value) -> bool {
    part.get("type").and_then(Value::as_str) == Some("null")
}

fn description(part: &Value) -> &str {
    part.get("description").and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_part_with_words_takes_texts() {
        assert_eq!(types(&json!({ "enum": ["a", "b"] })), ["string"]);
        assert_eq!(types(&json!({ "type": ["integer", "null"] })), ["integer"]);
        assert!(types(&json!({})).is_empty());
    }
}
