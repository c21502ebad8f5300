//! Writes hints for values of the wrong type, such as a number in quotes, or a list instead of a text.
//!
//! - In: a key, its value, and the parts of the schema for the value of this key.
//! - Out: a hint that says how to type the value, or `None` if there is no suggestion.
//! - Not here: reporting the mistake.

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::example::example;
use super::rewritten;
use super::schema::{first_format, options as schema_options, types, words};
use crate::COMPONENTS;
use crate::values::value::check_format;
use hexpress_base::diag::synonyms::{Typed, synonym};
use hexpress_base::units::ShortNumber;

/// The keys whose values are lists of elements.
const DRAWINGS: [&str; 4] = ["face", "back", "draw", "under"];

/// The keys whose values are tables that assign colours to cells.
const CELL_COLOURS: [&str; 2] = ["two-colours", "three-colours"];

/// Keys by which a component in single brackets is recognised, such as `size` below `[tiles]`. If a file
/// has only `[tiles.must]`, the table `tiles` has none of these keys.
const COMPONENT_KEYS: [&str; 9] =
    ["size", "across", "face", "data", "rows", "each", "like", "cells", "shape"];

/// The maximum number of keys that a hint lists for a table.
const MAX_KEYS: usize = 12;

/// A value whose type is not accepted by its key.
pub(super) struct WrongValue<'a, 't> {
    pub name: &'a str,
    pub given: &'a Spanned<DeValue<'t>>,
    /// The parts of the schema for the values that this key accepts. A value must match one of these
    /// parts.
    pub options: &'a [&'a Value],
    /// Whether the key is a field of `each`.
    pub is_in_each: bool,
    pub schema: &'a Value,
    pub text: &'a str,
}

impl WrongValue<'_, '_> {
    /// Returns the correction for the value.
    pub(super) fn hint(&self) -> Option<String> {
        match self.given.get_ref() {
            DeValue::Table(table) => self.table_hint(table),
            DeValue::Array(list) => self.list_hint(list),
            DeValue::String(text) => self.text_hint(text),
            DeValue::Integer(_) | DeValue::Float(_) => self.number_hint(),
            DeValue::Boolean(flag) => self.flag_hint(*flag),
            DeValue::Datetime(_) => self.date_hint(),
        }
    }

    fn table_hint(&self, table: &DeTable<'_>) -> Option<String> {
        let Self { name, given: value, options, text, .. } = *self;
        if COMPONENTS.contains(&name) {
            return Some(single_brackets(name, table, text));
        }
        let lengths = rewritten::as_lengths(name, value.get_ref(), options);
        if lengths.is_some() {
            return lengths;
        }
        if takes(options, "array") {
            let takes_tables = items(self.schema, options).any(|item| types(item).contains(&"object"));
            return in_single_brackets(value, text)
                .or_else(|| rewritten::as_list(name, table, takes_tables, text));
        }
        self.kind_synonym().or_else(|| self.usual_hint())
    }

    fn list_hint(&self, list: &DeArray<'_>) -> Option<String> {
        let Self { name, given: value, options, text, .. } = *self;
        match name {
            "game" => return Some("write [game] with single brackets".to_owned()),
            "each" => {
                return Some(
                    "write a list for each field: each = { steps = [1, 2], way = [\"up\", \"down\"] }"
                        .to_owned(),
                );
            }
            _ => {}
        }
        let lengths = rewritten::as_lengths(name, value.get_ref(), options);
        if lengths.is_some() {
            return lengths;
        }
        if CELL_COLOURS.contains(&name) {
            return Some(cell_colours(name));
        }
        if takes(options, "object") && !list.is_empty() {
            return rewritten::as_table(name, value, list, options, text).or_else(|| example(name, options));
        }
        self.kind_synonym()
            .or_else(|| takes_only_text(options).then(|| as_one_text(name, list, options)).flatten())
            .or_else(|| self.each_hint())
            .or_else(|| is_field(options).then(|| list_as_field(name, list)))
            .or_else(|| self.usual_hint())
    }

    fn text_hint(&self, typed: &str) -> Option<String> {
        let Self { name, options, .. } = *self;
        if name == "rows" && typed.contains('.') {
            return Some(format!("to read rows from a file, write data = \"{typed}\""));
        }
        if self.is_in_each && takes(options, "array") {
            return rewritten::as_each(name, typed);
        }
        if takes(options, "array") && name != "allow" && lists_texts(self.schema, options) {
            return rewritten::as_words(name, typed);
        }
        if CELL_COLOURS.contains(&name) {
            return Some(cell_colours(name));
        }
        if name == "allow" {
            return Some(format!("write allow = [{{ code = \"{typed}\", because = \"…\" }}]"));
        }
        without_quotes(name, typed, options)
            .or_else(|| self.kind_synonym())
            .or_else(|| DRAWINGS.contains(&name).then(|| as_element(name, typed)))
            .or_else(|| takes_fill(options).then(|| as_fill(name, typed)))
            .or_else(|| self.usual_hint())
    }

    fn number_hint(&self) -> Option<String> {
        let Self { name, given: value, options, text, .. } = *self;
        if name == "spacing" {
            return rewritten::spacing(value.span(), text);
        }
        as_text(options, value.get_ref())
            .map(|right| format!("write {name} = \"{right}\""))
            .or_else(|| self.kind_synonym())
            .or_else(|| self.in_quotes())
            .or_else(|| self.as_integer())
            .or_else(|| self.usual_hint())
    }

    fn flag_hint(&self, flag: bool) -> Option<String> {
        let Self { name, .. } = *self;
        synonym(Typed::Value(name), &flag.to_string())
            .map(|hint| hint.words)
            .or_else(|| self.kind_synonym())
            .or_else(|| {
                (!flag && DRAWINGS.contains(&name)).then(|| {
                    format!("delete it, or write {name} = [] to remove what a theme or `like` has set")
                })
            })
            .or_else(|| self.in_quotes())
            .or_else(|| self.usual_hint())
    }

    fn date_hint(&self) -> Option<String> {
        let Self { name, options, .. } = *self;
        self.kind_synonym()
            .or_else(|| {
                takes(options, "string")
                    .then(|| format!("put a date in quotes: {name} = \"{}\"", self.typed()))
            })
            .or_else(|| self.usual_hint())
    }

    fn typed(&self) -> &str {
        self.text.get(self.given.span()).unwrap_or_default()
    }

    /// Looks up the key, together with the type of its value, in the table of synonyms. Returns the
    /// hint that is found there.
    fn kind_synonym(&self) -> Option<String> {
        synonym(Typed::Kind(self.name), kind(self.given.get_ref())).map(|hint| hint.words)
    }

    /// Returns the correction with quotes around a number or Boolean. Returns `None` if the key does
    /// not accept any text.
    fn in_quotes(&self) -> Option<String> {
        is_plain_text(self.options).then(|| format!("write {} = \"{}\"", self.name, self.typed()))
    }

    /// Returns the correction for a whole number with a decimal point, such as `2.0`. Returns `None` if
    /// the key does not accept whole numbers.
    fn as_integer(&self) -> Option<String> {
        let number = whole_number(self.given.get_ref().as_float()?.as_str())?;
        takes(self.options, "integer").then(|| format!("write {} = {number}", self.name))
    }

    fn each_hint(&self) -> Option<String> {
        self.is_in_each.then(|| {
            format!(
                "write a list: {} = [1, 2, 3]; if all pieces share the value, write it in `set`",
                self.name
            )
        })
    }

    /// Returns a hint with an example, or with the words or table keys that the key accepts. It is used
    /// if there is no better hint.
    fn usual_hint(&self) -> Option<String> {
        let Self { name, options, .. } = *self;
        self.each_hint()
            .or_else(|| example(name, options))
            .or_else(|| one_of(name, options))
            .or_else(|| keys_of_table(name, options))
    }
}

/// Returns the hint with the words that a key accepts. Returns `None` if the key has no such words.
fn one_of(name: &str, options: &[&Value]) -> Option<String> {
    let all: Vec<&str> = options.iter().flat_map(|option| words(option)).map(|word| word.word).collect();
    match all.as_slice() {
        [] => None,
        [only] => Some(format!("write {name} = \"{only}\"")),
        _ => Some(format!("choose one of: {}", all.join(", "))),
    }
}

fn cell_colours(name: &str) -> String {
    let third = if name == "three-colours" { ", a2 = \"sienna\"" } else { "" };
    format!("write one cell for each colour: {name} = {{ a1 = \"tan\", b1 = \"ivory\"{third} }}")
}

/// Rewrites a list as one text, because a field of a row cannot be a list.
fn list_as_field(name: &str, list: &DeArray<'_>) -> String {
    let words: Vec<String> = list.iter().filter_map(|item| as_word(item.get_ref())).collect();
    let separator = if name == "edges" { " " } else { ", " };
    format!("write {name} = \"{}\"", words.join(separator))
}

/// Rewrites a text as an element, or as the name of a look.
fn as_element(name: &str, typed: &str) -> String {
    match is_picture(typed) {
        true => {
            format!(
                "write the picture as an element: {name} = [{{ image = \"{typed}\", size = \"100% x 100%\" }}]"
            )
        }
        false => format!(
            "for a look, write {name} = \"{typed}\"; for a text, write {name} = [{{ text = \"{typed}\", font = \"9pt\" }}]"
        ),
    }
}

fn as_fill(name: &str, colour: &str) -> String {
    let key = rewritten::quoted(name);
    format!("write the colour of a cell as its `fill`: {key} = {{ fill = \"{colour}\" }}")
}

/// Rewrites a list of two numbers as one text, such as `0 5mm` for `at = [0, 5]`.
///
/// The key must accept a text of two lengths. `items` are the parts of the schema for the items of the
/// list.
pub(super) fn one_text_of_numbers(
    name: &str,
    value: &Spanned<DeValue<'_>>,
    list: &DeArray<'_>,
    items: &[&Value],
) -> Option<String> {
    let is_expected = are_two_numbers(list) && !takes(items, "number") && !takes(items, "integer");
    rewritten::as_lengths(name, value.get_ref(), items).filter(|_| is_expected)
}

/// Returns whether a text is the name of a picture file.
fn is_picture(file: &str) -> bool {
    let ending = file.rsplit_once('.').map(|(_, ending)| ending.to_lowercase());
    ending
        .is_some_and(|ending| ["png", "jpg", "jpeg", "svg", "webp", "gif", "pdf"].contains(&ending.as_str()))
}

/// Returns whether a key accepts texts of any content, and no other type.
fn is_plain_text(options: &[&Value]) -> bool {
    !options.is_empty()
        && options.iter().all(|option| {
            types(option) == ["string"] && option.get("format").is_none() && words(option).next().is_none()
        })
}

/// Returns whether a key accepts a list of texts.
fn lists_texts(schema: &Value, options: &[&Value]) -> bool {
    items(schema, options).any(|item| types(item).contains(&"string"))
}

/// If a key accepts a list, returns the parts of the schema for the items of this list.
fn items<'s>(schema: &'s Value, options: &[&'s Value]) -> impl Iterator<Item = &'s Value> {
    let items = options.iter().filter_map(|option| option.get("items"));
    items.flat_map(|items| schema_options(schema, items))
}

/// If the key `name` accepts a table, returns the keys of this table. Returns `None` if the key also
/// accepts a text.
fn keys_of_table(name: &str, options: &[&Value]) -> Option<String> {
    if takes(options, "string") {
        return None;
    }
    let properties = options.iter().find_map(|option| option.get("properties")?.as_object())?;
    let keys: Vec<&str> = properties.keys().map(String::as_str).take(MAX_KEYS).collect();
    let first = keys.first()?;
    Some(format!("write {name} = {{ {first} = … }}; possible keys: {}", keys.join(", ")))
}

/// Returns the name of a value's type in the table of synonyms.
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

/// Returns whether a key accepts values of a schema type.
pub(super) fn takes(options: &[&Value], kind: &str) -> bool {
    options.iter().any(|option| types(option).contains(&kind))
}

fn takes_only_text(options: &[&Value]) -> bool {
    options.iter().all(|option| types(option).iter().all(|kind| *kind == "string"))
}

/// Returns whether a key accepts a table with the key `fill`, but no text.
fn takes_fill(options: &[&Value]) -> bool {
    options.iter().any(|option| option["properties"].get("fill").is_some()) && !takes(options, "string")
}

/// Returns the digits before the point of a number such as `2.0`. Returns `None` if the digits
/// after the point are not all 0.
fn whole_number(text: &str) -> Option<&str> {
    let (whole, fraction) = text.split_once('.')?;
    (!fraction.is_empty() && fraction.bytes().all(|digit| digit == b'0')).then_some(whole)
}

fn are_two_numbers(list: &DeArray<'_>) -> bool {
    list.len() == 2
        && list.iter().all(|item| matches!(item.get_ref(), DeValue::Integer(_) | DeValue::Float(_)))
}

/// Returns whether a key accepts every type that a field can have: texts, numbers, and `true` and
/// `false`.
pub(super) fn is_field(options: &[&Value]) -> bool {
    let known: Vec<&str> = options.iter().flat_map(|option| types(option)).collect();
    ["string", "integer", "number", "boolean"].iter().all(|kind| known.contains(kind))
        && !known.contains(&"array")
}

/// Returns the correction for a number or Boolean in quotes. Returns `None` if the key does not accept
/// the value without quotes.
pub(super) fn without_quotes(name: &str, text: &str, options: &[&Value]) -> Option<String> {
    let typed = text.trim();
    let is_number = match takes(options, "number") {
        true => typed.parse::<f64>().is_ok_and(f64::is_finite),
        false => typed.parse::<i64>().is_ok() && takes(options, "integer"),
    };
    if is_number {
        return Some(format!("write the number without quotes: {name} = {typed}"));
    }
    let flag = match typed.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => true,
        "false" | "no" | "off" => false,
        _ => return None,
    };
    takes(options, "boolean").then(|| format!("write it without quotes: {name} = {flag}"))
}

/// Returns the correction for a header in single brackets. For `[tiles]`, this is `[[tiles]]`.
///
/// If the layout has the list `[[cards]]` but no list `[[tiles]]`, the correction for `[tiles.must]` is
/// `[cards.must]`.
fn single_brackets(name: &str, table: &DeTable<'_>, text: &str) -> String {
    let first_key = table.keys().map(|key| key.get_ref().as_ref()).next();
    let is_component = table.keys().any(|key| COMPONENT_KEYS.contains(&key.get_ref().as_ref()));
    let other = COMPONENTS.into_iter().find(|other| *other != "board" && has_list(text, other));
    match (other, first_key) {
        (Some(other), Some(key)) if !is_component && !has_list(text, name) && name != "board" => {
            format!("write [{other}.{key}]: the layout has [[{other}]], but no [[{name}]]")
        }
        _ => format!("write [[{name}]]: a layout may have several of them"),
    }
}

/// Returns whether a file has the header of a component in two brackets.
fn has_list(text: &str, component: &str) -> bool {
    let header = format!("[[{component}]]");
    text.lines().any(|line| line.trim_start().starts_with(&header))
}

/// Returns a text, or a number as text. Returns `None` for any other value. Called for the items of a
/// list.
fn as_word(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        _ => None,
    }
}

/// Converts a number to a text that the key accepts, such as `5mm`, `9pt`, `0.5mm black` or `50%`.
fn as_text(options: &[&Value], value: &DeValue<'_>) -> Option<String> {
    let number: f64 = match value {
        DeValue::Integer(number) => number.as_str().parse().ok()?,
        DeValue::Float(number) => number.as_str().parse().ok()?,
        _ => return None,
    };
    let format = first_format(options)?;
    // A size consists of two lengths, so there is no correction for one number.
    let right = match format {
        "length" | "length-or-template" | "length-or-share" | "across" | "margins" => format!("{number}mm"),
        "offset" | "offset-or-template" | "offset-or-share" if number != 0.0 => format!("{number}mm"),
        "font" | "font-or-template" | "font-or-share" if number > 0.0 => format!("{number}pt"),
        "line" | "line-or-template" | "line-or-share" => format!("{number}mm black"),
        "share" if number > 0.0 && number <= 1.0 => format!("{}%", ShortNumber(number * 100.0)),
        "share" if number > 1.0 && number <= 100.0 => format!("{number}%"),
        _ => return None,
    };
    check_format(format, &right).is_ok().then_some(right)
}

/// Rewrites a text such as `connected, without holes` as a list of words. Returns `None` unless the key
/// accepts a list of these words.
pub(super) fn list_of_words(name: &str, text: &str, schema: &Value, options: &[&Value]) -> Option<String> {
    let known: Vec<&str> = items(schema, options).flat_map(words).map(|known| known.word).collect();
    let parts: Vec<&str> = text.split([',', ';', '|', '+']).map(str::trim).collect();
    if parts.len() < 2 || !parts.iter().all(|part| known.contains(part)) {
        return None;
    }
    let list: Vec<String> = parts.iter().map(|part| format!("\"{part}\"")).collect();
    Some(format!("write a list: {name} = [{}]", list.join(", ")))
}

/// Rewrites a list of texts as one text. Returns `None` if the key accepts no such text.
fn as_one_text(name: &str, list: &DeArray<'_>, options: &[&Value]) -> Option<String> {
    let typed: Vec<String> = list.iter().map(|item| as_word(item.get_ref())).collect::<Option<_>>()?;
    let first = typed.first()?;
    let known: Vec<&str> = options.iter().flat_map(|option| words(option)).map(|known| known.word).collect();
    if let Some(word) = typed.iter().find(|word| known.contains(&word.as_str())) {
        return Some(format!("write only one value, without brackets: {name} = \"{word}\""));
    }
    let right = match first_format(options) {
        Some(format) => [typed.join(" "), typed.join(" x "), typed.join(", "), first.clone()]
            .into_iter()
            .find(|text| check_format(format, text).is_ok())?,
        None if known.is_empty() => typed.join(" "),
        None => return None,
    };
    Some(format!("write one text, without brackets: {name} = \"{right}\""))
}

/// Returns the correction with double brackets for a header such as `[board.draw]`. The key must accept
/// a list of tables.
///
/// Returns `None` if the value is a table of tables, as with `[cards.rows.one]`.
fn in_single_brackets(typed: &Spanned<DeValue<'_>>, text: &str) -> Option<String> {
    let header = text.get(typed.span())?.lines().next()?.trim();
    let name = header.strip_prefix('[')?.split(']').next()?.trim();
    let mut values = typed.get_ref().as_table()?.values();
    let holds_tables = values.any(|value| value.get_ref().is_table());
    let is_single = !header.starts_with("[[") && name.contains('.') && !holds_tables;
    is_single.then(|| format!("write [[{name}]]: every table of a list has double brackets"))
}
