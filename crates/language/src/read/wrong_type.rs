//! What to write in the place of a value of the wrong kind: a number in quotes, a list for a text.

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::rewritten;
use super::schema::{options as schema_options, types};
use crate::base::units::Trimmed;
use crate::diag::synonyms::{Typed, synonym};
use crate::spec::COMPONENTS;
use crate::spec::values::value::check_format;

/// What to write for a value of the wrong kind; `of_each` says that it belongs to the lists of `each`.
pub(super) fn hint(
    name: &str,
    given: &Spanned<DeValue<'_>>,
    options: &[&Value],
    of_each: bool,
    (schema, text): (&Value, &str),
) -> Option<String> {
    let value = given.get_ref();
    match value {
        DeValue::Table(table) if COMPONENTS.contains(&name) => Some(single_brackets(name, table, text)),
        DeValue::Array(_) if name == "game" => Some("there is one of them: write [game]".to_owned()),
        DeValue::Array(_) if name == "each" => {
            Some("a list for each word: each = { steps = [1, 2], way = [\"up\", \"down\"] }".to_owned())
        }
        DeValue::Array(_) | DeValue::Table(_) if rewritten::as_lengths(name, value, options).is_some() => {
            rewritten::as_lengths(name, value, options)
        }
        DeValue::Table(_) if takes(options, "array") && in_single_brackets(given, text).is_some() => {
            in_single_brackets(given, text)
        }
        DeValue::Table(table) if takes(options, "array") => rewritten::as_list(name, table, text),
        DeValue::Array(list)
            if takes(options, "object")
                && !list.is_empty()
                && name != "two-colours"
                && name != "three-colours" =>
        {
            rewritten::as_table(name, given, list, options, text).or_else(|| example(name, options))
        }
        DeValue::String(file) if name == "rows" && file.contains('.') => {
            Some(format!("rows from a file: data = \"{file}\""))
        }
        DeValue::String(words) if of_each && takes(options, "array") => rewritten::as_each(name, words),
        DeValue::String(words)
            if takes(options, "array") && name != "allow" && lists_words(schema, options) =>
        {
            rewritten::as_words(name, words)
        }
        DeValue::Integer(_) | DeValue::Float(_) if name == "spacing" => {
            rewritten::spacing(given.span(), text)
        }
        DeValue::Array(_) | DeValue::String(_) if ["two-colours", "three-colours"].contains(&name) => {
            let third = if name == "three-colours" { ", a2 = \"sienna\"" } else { "" };
            Some(format!("a cell for each colour: {name} = {{ a1 = \"tan\", b1 = \"ivory\"{third} }}"))
        }
        DeValue::String(code) if name == "allow" => {
            Some(format!("allow = [{{ code = \"{code}\", because = \"…\" }}]"))
        }
        DeValue::String(text) if without_quotes(name, text, options).is_some() => {
            without_quotes(name, text, options)
        }
        DeValue::Boolean(flag) if synonym(Typed::Value(name), &flag.to_string()).is_some() => {
            synonym(Typed::Value(name), &flag.to_string()).map(str::to_owned)
        }
        DeValue::Integer(_) | DeValue::Float(_) if as_text(options, value).is_some() => {
            as_text(options, value).map(|right| format!("write {name} = \"{right}\""))
        }
        value if synonym(Typed::Kind(name), kind(value)).is_some() => {
            synonym(Typed::Kind(name), kind(value)).map(str::to_owned)
        }
        DeValue::Array(list) if takes_only_text(options) && as_one_text(name, list, options).is_some() => {
            as_one_text(name, list, options)
        }
        DeValue::String(file) if ["face", "back", "draw", "under"].contains(&name) && is_picture(file) => {
            Some(format!(
                "a picture is an element: {name} = [{{ image = \"{file}\", size = \"100% x 100%\" }}]"
            ))
        }
        DeValue::String(look) if ["face", "back", "draw", "under"].contains(&name) => Some(format!(
            "a look is named without brackets: {name} = \"{look}\"; words are an element: {name} = [{{ text = \"{look}\", font = \"9pt\" }}]"
        )),
        DeValue::Boolean(false) if ["face", "back", "draw", "under"].contains(&name) => {
            Some(format!("leave it out; where a theme or `like` has one, write {name} = []"))
        }
        DeValue::Datetime(_) if takes(options, "string") => Some(format!(
            "a date stands in quotes: {name} = \"{}\"",
            text.get(given.span()).unwrap_or_default()
        )),
        DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) if is_plain_text(options) => {
            Some(format!("write {name} = \"{}\"", text.get(given.span()).unwrap_or_default()))
        }
        DeValue::String(text) if takes_fill(options) => {
            let name = rewritten::quoted(name);
            Some(format!("the colour of a cell is its `fill`: {name} = {{ fill = \"{text}\" }}"))
        }
        DeValue::Float(number) if whole(number.as_str()).is_some() && takes(options, "integer") => {
            whole(number.as_str()).map(|number| format!("write {name} = {number}"))
        }
        _ if of_each => Some(format!("{name} = [1, 2, 3]; what all pieces have in common stands in `set`")),
        DeValue::Array(list) if is_field(options) => {
            let words: Vec<String> = list.iter().filter_map(|item| as_word(item.get_ref())).collect();
            let between = if name == "edges" { " " } else { ", " };
            Some(format!("write {name} = \"{}\"", words.join(between)))
        }
        DeValue::String(text) => without_quotes(name, text, options)
            .or_else(|| example(name, options))
            .or_else(|| keys_of(name, options)),
        _ => example(name, options).or_else(|| keys_of(name, options)),
    }
}

/// What to write for a list of two numbers where each item is a text, and two lengths are one: `at = [0, 5]`.
pub(super) fn one_text_of_numbers(
    name: &str,
    value: &Spanned<DeValue<'_>>,
    list: &toml::de::DeArray<'_>,
    items: &[&Value],
) -> Option<String> {
    let is_wanted = are_numbers(list) && !takes(items, "number") && !takes(items, "integer");
    rewritten::as_lengths(name, value.get_ref(), items).filter(|_| is_wanted)
}

/// Whether a text names a file that is a picture.
fn is_picture(file: &str) -> bool {
    let end = file.rsplit_once('.').map(|(_, end)| end.to_lowercase());
    end.is_some_and(|end| ["png", "jpg", "jpeg", "svg", "webp", "gif"].contains(&end.as_str()))
}

/// Whether any text is taken, and nothing else.
fn is_plain_text(options: &[&Value]) -> bool {
    let plain = |option: &&Value| {
        types(option) == ["string"] && option.get("format").is_none() && option.get("enum").is_none()
    };
    !options.is_empty() && options.iter().all(plain)
}

/// Whether the items of the list that is wanted are texts.
fn lists_words(schema: &Value, wanted: &[&Value]) -> bool {
    let items = wanted.iter().filter_map(|option| option.get("items"));
    items.flat_map(|items| schema_options(schema, items)).any(|item| types(item).contains(&"string"))
}

/// The keys that a table has which is wanted.
fn keys_of(name: &str, options: &[&Value]) -> Option<String> {
    if takes(options, "string") {
        return None;
    }
    let keys = options.iter().find_map(|option| option.get("properties")?.as_object())?;
    let keys: Vec<&str> = keys.keys().map(String::as_str).take(12).collect();
    let first = keys.first()?;
    Some(format!("write {name} = {{ {first} = … }}; its keys are: {}", keys.join(", ")))
}

/// What a value is, in one word.
fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Array(_) => "list",
        DeValue::Table(_) => "table",
        DeValue::Boolean(_) => "flag",
        DeValue::Integer(_) | DeValue::Float(_) => "number",
        DeValue::Datetime(_) => "date",
    }
}

/// Whether values of a type are taken.
fn takes(options: &[&Value], kind: &str) -> bool {
    options.iter().any(|option| types(option).contains(&kind))
}

/// Whether nothing but text is taken.
fn takes_only_text(options: &[&Value]) -> bool {
    options.iter().all(|option| types(option).iter().all(|kind| *kind == "string"))
}

/// Whether a table with a `fill` is taken, and no text.
fn takes_fill(options: &[&Value]) -> bool {
    options.iter().any(|option| option["properties"].get("fill").is_some()) && !takes(options, "string")
}

/// The whole number that a fraction is: `2.0`.
fn whole(text: &str) -> Option<&str> {
    let (whole, fraction) = text.split_once('.')?;
    (!fraction.is_empty() && fraction.bytes().all(|digit| digit == b'0')).then_some(whole)
}

/// Whether a list has two numbers.
fn are_numbers(list: &toml::de::DeArray<'_>) -> bool {
    let is_number =
        |item: &toml::Spanned<DeValue<'_>>| matches!(item.get_ref(), DeValue::Integer(_) | DeValue::Float(_));
    list.len() == 2 && list.iter().all(is_number)
}

/// Whether any value of a row is taken: text, numbers, yes and no.
pub(super) fn is_field(options: &[&Value]) -> bool {
    let known: Vec<&str> = options.iter().flat_map(|option| types(option)).collect();
    ["string", "integer", "number", "boolean"].iter().all(|kind| known.contains(kind))
        && !known.contains(&"array")
}

/// A number, or true or false, that stands in quotes where it is taken without them.
pub(super) fn without_quotes(name: &str, text: &str, options: &[&Value]) -> Option<String> {
    let takes = |kinds: &[&str]| options.iter().any(|option| types(option).iter().any(|t| kinds.contains(t)));
    let text = text.trim();
    let is_number = match takes(&["number"]) {
        true => text.parse::<f64>().is_ok_and(f64::is_finite),
        false => text.parse::<i64>().is_ok() && takes(&["integer"]),
    };
    if is_number {
        return Some(format!("a number stands without quotes: {name} = {text}"));
    }
    let flag = match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => true,
        "false" | "no" | "off" => false,
        _ => return None,
    };
    takes(&["boolean"]).then(|| format!("it stands without quotes: {name} = {flag}"))
}

/// What to write for `[tiles]`: two brackets; where the layout has other components alone, theirs, as in `[cards.must]`.
fn single_brackets(name: &str, table: &DeTable<'_>, text: &str) -> String {
    let has = |of: &str| text.lines().any(|line| line.trim_start().starts_with(&format!("[[{of}]]")));
    let inner = table.keys().map(|key| key.get_ref().as_ref()).next();
    let own = ["size", "across", "face", "data", "rows", "each", "like", "cells", "shape"];
    let is_whole = table.keys().any(|key| own.contains(&key.get_ref().as_ref()));
    let there = COMPONENTS.into_iter().find(|of| *of != "board" && has(of));
    match (there, inner) {
        (Some(there), Some(inner)) if !is_whole && !has(name) && name != "board" => {
            format!("there are no [[{name}]]: `{inner}` of the [[{there}]] is [{there}.{inner}]")
        }
        _ => format!("a layout may have several of them: write [[{name}]]"),
    }
}

/// A value of a list as it may stand in a text.
fn as_word(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        _ => None,
    }
}

/// A number as the text that is wanted: a length in millimetres, or a share.
fn as_text(options: &[&Value], value: &DeValue<'_>) -> Option<String> {
    let number: f64 = match value {
        DeValue::Integer(number) => number.as_str().parse().ok()?,
        DeValue::Float(number) => number.as_str().parse().ok()?,
        _ => return None,
    };
    let format = options.iter().find_map(|option| option.get("format").and_then(Value::as_str))?;
    // A size has two lengths, and which the other is nobody knows.
    let right = match format {
        "length" | "length-or-template" | "across" | "margins" => format!("{number}mm"),
        "offset" | "offset-or-template" if number != 0.0 => format!("{number}mm"),
        "font" if number > 0.0 => format!("{number}pt"),
        "line" | "line-or-template" => format!("{number}mm black"),
        "share" if number > 0.0 && number <= 1.0 => format!("{}%", Trimmed(number * 100.0)),
        "share" if number > 1.0 && number <= 100.0 => format!("{number}%"),
        _ => return None,
    };
    check_format(format, &right).is_ok().then_some(right)
}

/// What to write, as it is typed.
fn example(name: &str, options: &[&Value]) -> Option<String> {
    if let Some((_, example)) = EXAMPLES.iter().find(|(key, _)| *key == name) {
        return Some(format!("for example {name} = \"{example}\""));
    }
    let first =
        options.iter().find_map(|o| o.get("examples").and_then(Value::as_array)).and_then(|e| e.first());
    match first {
        // A table in an example is TOML, and has no quotes.
        Some(Value::String(text))
            if text.starts_with('{') && text.ends_with('}') && !text.starts_with("{{") =>
        {
            Some(format!("for example {name} = {text}"))
        }
        Some(Value::String(text)) => {
            Some(format!("for example {name} = \"{}\"", text.replace("{{ ink }}", "navy")))
        }
        Some(other) => Some(format!("for example {name} = {other}")),
        None if takes(options, "integer") && !takes(options, "string") && !takes(options, "object") => {
            Some(format!("a whole number stands without quotes: {name} = 2"))
        }
        None => None,
    }
}

/// What the values of some keys look like that take any length.
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

/// Several words of an enumeration in one text, where a list of them is taken too.
pub(super) fn list_of_words(
    name: &str,
    text: &str,
    (schema, options): (&Value, &[&Value]),
) -> Option<String> {
    let items = options.iter().filter_map(|option| option.get("items"));
    let known: Vec<&str> = items
        .flat_map(|items| schema_options(schema, items))
        .flat_map(super::schema::words)
        .map(|known| known.word)
        .collect();
    let parts: Vec<&str> = text.split([',', ';', '|', '+']).map(str::trim).collect();
    if parts.len() < 2 || !parts.iter().all(|part| known.contains(part)) {
        return None;
    }
    let list: Vec<String> = parts.iter().map(|part| format!("\"{part}\"")).collect();
    Some(format!("several are a list: {name} = [{}]", list.join(", ")))
}

/// A list of texts where one text is wanted.
fn as_one_text(name: &str, list: &toml::de::DeArray<'_>, options: &[&Value]) -> Option<String> {
    let words: Option<Vec<String>> = list.iter().map(|item| as_word(item.get_ref())).collect();
    let words = words.filter(|words| !words.is_empty())?;
    let known: Vec<&str> =
        options.iter().flat_map(|option| super::schema::words(option)).map(|known| known.word).collect();
    if let Some(first) = words.iter().find(|word| known.contains(&word.as_str())) {
        return Some(format!("one of them, without brackets: {name} = \"{first}\""));
    }
    let format = options.iter().find_map(|option| option.get("format").and_then(Value::as_str));
    let joined = [words.join(" "), words.join(" x "), words.join(", "), words[0].clone()];
    let right = match format {
        Some(format) => joined.into_iter().find(|text| check_format(format, text).is_ok())?,
        None if known.is_empty() => words.join(" "),
        None => return None,
    };
    Some(format!("one text, without brackets: {name} = \"{right}\""))
}

/// What to write for a key that gives a figure its size, in a table with such a figure: its size stands in the key of the
/// figure.
pub(super) fn in_figure(name: &str, table: &DeTable<'_>) -> Option<String> {
    const ROUND: [&str; 3] = ["disc", "hexagon", "star"];
    let measure = match name.to_ascii_lowercase().as_str() {
        "radius" | "r" | "rx" | "ry" => "radius",
        "diameter" | "across" => "diameter",
        "width" | "height" | "w" | "h" => "width",
        _ => return None,
    };
    let figures = ["disc", "hexagon", "star", "box", "ellipse"];
    let figure = figures.into_iter().find(|figure| table.contains_key(*figure))?;
    if !ROUND.contains(&figure) && measure != "width" {
        return None;
    }
    let typed = table.get(figure)?.get_ref().as_str().filter(|text| text.len() <= 30);
    let example = if ROUND.contains(&figure) { "20mm" } else { "20 x 10mm" };
    Some(format!(
        "how large it is stands in `{figure}` itself, from side to side: {figure} = \"{}\"; leave `{name}` out",
        typed.unwrap_or(example)
    ))
}

/// Returns a text with a point in place of every comma between two digits; `None` if it has no such comma.
pub(super) fn with_points(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let decimal = |at: usize, c: char| c == ',' && digit(at.checked_sub(1)) && digit(Some(at + 1));
    let points = text.char_indices().map(|(at, c)| if decimal(at, c) { '.' } else { c }).collect::<String>();
    (points != text).then_some(points)
}

/// What to write for `[board.draw]`, where a list of tables is wanted: two brackets. A table of tables, `[cards.rows.one]`,
/// has other headers.
fn in_single_brackets(given: &Spanned<DeValue<'_>>, text: &str) -> Option<String> {
    let header = text.get(given.span())?.lines().next()?.trim();
    let name = header.strip_prefix('[')?.split(']').next()?.trim();
    let holds_tables =
        given.get_ref().as_table()?.iter().any(|(_, value)| value.get_ref().as_table().is_some());
    let is_one = header.starts_with('[') && !header.starts_with("[[") && name.contains('.') && !holds_tables;
    is_one.then(|| format!("each of a list has two brackets: write [[{name}]]"))
}
