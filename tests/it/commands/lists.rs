//! Tests of the commands that list something: sizes, icons, fonts, and the schema for editors.

use hexpress::bundled::GAMES;
use serde_json::{Value, json};

use crate::support::run::Run;

fn lines(command: &str) -> Vec<String> {
    Run::new().args([command]).no_files().run().stdout.lines().map(str::to_owned).collect()
}

fn results(command: &str) -> Vec<Value> {
    let mut output = Run::new().args([command, "--json"]).no_files().run().json();
    serde_json::from_value(output["results"].take()).unwrap()
}

#[test]
fn sizes() {
    let lines = lines("sizes");
    assert_eq!(lines[0], "poker        63.5 x 88.9 mm");
    let results = results("sizes");
    assert_eq!(results[0], json!({ "name": "poker", "width-mm": 63.5, "height-mm": 88.9 }));
    assert_eq!((lines.len(), results.len()), (14, 14));
}

#[test]
fn icons() {
    let lines = lines("icons");
    assert!(lines.contains(&"coin".to_owned()) && lines.contains(&"heart".to_owned()));
    let results: Vec<_> = results("icons").iter().map(|r| r["name"].as_str().unwrap().to_owned()).collect();
    assert_eq!(lines, results);
}

#[test]
fn fonts() {
    let styles = json!(["regular", "bold", "italic", "bold italic"]);
    assert!(lines("fonts").contains(&"sans       regular, bold, italic, bold italic".to_owned()));
    for family in ["serif", "condensed", "saga"] {
        let styles = ["regular", "bold", "italic", "bold italic"];
        assert!(results("fonts").contains(&json!({ "family": family, "styles": styles })));
    }
    assert!(results("fonts").contains(&json!({ "family": "sans", "styles": styles })));
    // A family lists only the styles that it has.
    assert!(lines("fonts").contains(&"display    regular, bold".to_owned()));
    assert!(results("fonts").contains(&json!({ "family": "display", "styles": ["regular", "bold"] })));
}

fn schema() -> Value {
    let text = Run::new().args(["schema"]).no_files().run().stdout;
    let schema: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(results("schema"), std::slice::from_ref(&schema));
    schema
}

/// Returns how a value breaks a schema, or `None` if it does not.
///
/// Supports the rules of JSON Schema that hexpress uses, and panics on any other rule.
fn breaks(value: &Value, schema: &Value, root: &Value, at: &str) -> Option<String> {
    let Value::Object(rules) = schema else {
        return (*schema == Value::Bool(false)).then(|| format!("{at}: nothing is allowed"));
    };
    let all = |schema: &Value| breaks(value, schema, root, at);
    for (rule, wanted) in rules {
        let broken = match rule.as_str() {
            "$schema" | "$defs" | "title" | "description" | "examples" | "default" | "format" => None,
            "$ref" => {
                let pointer = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                all(root.pointer(pointer).unwrap_or_else(|| panic!("{at}: {pointer} leads nowhere")))
            }
            "anyOf" | "oneOf" => {
                let broken: Vec<_> = wanted.as_array().unwrap().iter().map(all).collect();
                let judged = broken.iter().filter(|b| b.is_none()).count();
                let well = if rule == "anyOf" { judged > 0 } else { judged == 1 };
                (!well).then(|| format!("{at}: {judged} of {broken:?}"))
            }
            "type" => {
                let kind = match value {
                    Value::Null => "null",
                    Value::Bool(_) => "boolean",
                    Value::Number(n) if n.is_f64() => "number",
                    Value::Number(_) => "integer",
                    Value::String(_) => "string",
                    Value::Array(_) => "array",
                    Value::Object(_) => "object",
                };
                let is = |w: &Value| w == kind || (kind == "integer" && w == "number");
                let well = wanted.as_array().map_or_else(|| is(wanted), |list| list.iter().any(is));
                (!well).then(|| format!("{at}: {kind} instead of {wanted}"))
            }
            "enum" => (!wanted.as_array().unwrap().contains(value))
                .then(|| format!("{at}: {value} is not in {wanted}")),
            "const" => (value != wanted).then(|| format!("{at}: {value} is not {wanted}")),
            "minimum" => {
                let low = value.as_f64().is_some_and(|v| v < wanted.as_f64().unwrap());
                low.then(|| format!("{at}: {value} is below {wanted}"))
            }
            "maximum" => {
                let high = value.as_f64().is_some_and(|v| v > wanted.as_f64().unwrap());
                high.then(|| format!("{at}: {value} is above {wanted}"))
            }
            "properties" => wanted.as_object().unwrap().iter().find_map(|(key, schema)| {
                value.get(key).and_then(|v| breaks(v, schema, root, &format!("{at}.{key}")))
            }),
            "additionalProperties" => {
                let named = rules.get("properties").and_then(Value::as_object);
                let entries = value.as_object().into_iter().flatten();
                let mut others = entries.filter(|(key, _)| named.is_none_or(|n| !n.contains_key(*key)));
                others.find_map(|(key, v)| breaks(v, wanted, root, &format!("{at}.{key}")))
            }
            "items" => {
                let mut items = value.as_array().into_iter().flatten();
                items.find_map(|v| breaks(v, wanted, root, &format!("{at}[]")))
            }
            other => panic!("{at}: the rule {other} is not known here"),
        };
        if broken.is_some() {
            return broken;
        }
    }
    None
}

#[test]
fn every_bundled_layout_keeps_to_the_schema() {
    let schema = schema();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    for game in GAMES {
        let layout: Value = toml::from_str(game.text).unwrap();
        assert_eq!(breaks(&layout, &schema, &schema, game.id), None);
    }
}

#[test]
fn the_schema_sees_mistakes() {
    let schema = schema();
    for (text, seen) in [
        ("[[cards]]\nsiez = \"poker\"", "cards[].siez"),
        ("[[cards]]\nprint = \"5\"", "string"),
        ("[[cards]]\nprint = -5", "below"),
        ("[[cards]]\ncopies = 100001", "100001"),
        ("[[board]]\ncells = \"round\"", "round"),
        ("cards = 3", "integer"),
    ] {
        let layout: Value = toml::from_str(text).unwrap();
        let broken = breaks(&layout, &schema, &schema, "").unwrap_or_else(|| panic!("{text} keeps to it"));
        assert!(broken.contains(seen), "{text}: {broken}");
    }
    let well: Value =
        toml::from_str("[[cards]]\ncopies = \"{{ n }}\"\ndata = \"a.csv\"\nwhere = \"n\"").unwrap();
    assert_eq!(breaks(&well, &schema, &schema, ""), None);
}

fn undescribed(name: &str, schema: &Value, missing: &mut Vec<String>) {
    match schema {
        Value::Object(map) => {
            if let Some(properties) = map.get("properties").and_then(Value::as_object) {
                let bare = properties.iter().filter(|(_, p)| p.get("description").is_none());
                missing.extend(bare.map(|(key, _)| format!("{name}.{key}")));
            }
            map.iter().for_each(|(key, inner)| undescribed(&format!("{name}.{key}"), inner, missing));
        }
        Value::Array(list) => list.iter().for_each(|inner| undescribed(name, inner, missing)),
        _ => {}
    }
}

#[test]
fn the_schema_describes_every_key() {
    let mut missing = Vec::new();
    undescribed("", &schema(), &mut missing);
    assert!(missing.is_empty(), "{}", missing.join(", "));
    undescribed("", &json!({ "properties": { "a": {} } }), &mut missing);
    assert_eq!(missing, [".a"]);
}
