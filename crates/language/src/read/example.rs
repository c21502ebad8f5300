//! Gives an example of a value in the hint of a mistake.
//!
//! - In: a key, and what its schema accepts.
//! - Out: a hint with a value that can be copied.
//! - Not here: rewriting the value that the user typed (`rewritten`).

use serde_json::Value;

use super::wrong_type::takes;

/// An example of a value for some of the keys that accept any length.
const EXAMPLES: [(&str, &str); 10] = [
    ("shrink", "7pt"),
    ("spacing", "12pt"),
    ("tracking", "0.2mm"),
    ("bend", "60mm"),
    ("halo", "0.5mm white"),
    ("bleed", "3mm"),
    ("back-bleed", "4mm"),
    ("safe", "3mm"),
    ("round", "3mm"),
    ("depth", "5mm"),
];

/// Returns a hint with an example of a value that the key accepts.
pub(super) fn example(name: &str, options: &[&Value]) -> Option<String> {
    if let Some((_, example)) = EXAMPLES.iter().find(|(key, _)| *key == name) {
        return Some(format!("for example, write {name} = \"{example}\""));
    }
    let examples = options.iter().find_map(|option| option.get("examples").and_then(Value::as_array));
    match examples.and_then(|examples| examples.first()) {
        // An example that is a table is TOML, so it gets no quotes.
        Some(Value::String(text))
            if text.starts_with('{') && text.ends_with('}') && !text.starts_with("{{") =>
        {
            Some(format!("for example, write {name} = {text}"))
        }
        Some(Value::String(text)) => {
            Some(format!("for example, write {name} = \"{}\"", text.replace("{{ ink }}", "navy")))
        }
        Some(other) => Some(format!("for example, write {name} = {other}")),
        None if takes(options, "integer") && !takes(options, "string") && !takes(options, "object") => {
            Some(format!("write a whole number without quotes, such as {name} = 2"))
        }
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn examples_of_texts_have_quotes_and_tables_have_none() {
        let shown = |value: &str| example("zzz", &[&json!({ "examples": [value] })]);
        let expected = |value: &str| Some(format!("for example, write zzz = {value}"));
        assert_eq!(shown("{ width = \"1mm\" }"), expected("{ width = \"1mm\" }"));
        assert_eq!(shown("{{ ink }}"), expected("\"navy\""));
        assert_eq!(shown("{q}, {r"), expected("\"{q}, {r\""));
        assert_eq!(shown("1mm"), expected("\"1mm\""));
    }
}
