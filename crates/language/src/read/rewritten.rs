//! What was typed in another form, written as it is wanted: a list for a table, a table for a list, words for a list.

use std::ops::Range;

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::spec::values::value::check_format;

/// The longest text that a hint shows, in bytes.
const LONGEST: usize = 240;

/// The names of keys that say which place or sign of a board a table is about.
const PLACES: [&str; 14] = [
    "cell", "at", "place", "places", "cells", "spot", "hex", "name", "address", "position", "sign", "letter",
    "id", "where",
];

/// A value as it is typed.
fn typed<'t>(value: &Spanned<DeValue<'_>>, text: &'t str) -> &'t str {
    text.get(value.span()).unwrap_or("…")
}

/// The keys of a table and their values, in their order in the file.
fn fields<'t>(table: &DeTable<'_>, text: &'t str) -> Vec<(String, &'t str)> {
    let mut fields: Vec<_> = table
        .iter()
        .map(|(key, value)| (key.span().start, key.get_ref().to_string(), typed(value, text)))
        .collect();
    fields.sort_unstable();
    fields.into_iter().map(|(_, key, value)| (key, value)).collect()
}

fn inline(fields: &[(String, &str)]) -> String {
    let fields: Vec<String> =
        fields.iter().map(|(key, value)| format!("{} = {value}", quoted(key))).collect();
    format!("{{ {} }}", fields.join(", "))
}

/// A key, in quotes where it needs them.
pub(super) fn quoted(key: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !key.is_empty() && key.chars().all(is_bare) { key.to_owned() } else { format!("{key:?}") }
}

/// As many of the items as a hint has room for.
fn listed(items: impl Iterator<Item = String>, apart: &str) -> String {
    let mut list = String::new();
    for item in items {
        if list.len() + item.len() > LONGEST {
            return list + apart + "…";
        }
        if !list.is_empty() {
            list.push_str(apart);
        }
        list.push_str(&item);
    }
    list
}

/// A table where a list of tables is wanted: `[cards.rows]` with a table for each row, `face = { fill = "red" }`.
pub(super) fn as_list(name: &str, table: &DeTable<'_>, text: &str) -> Option<String> {
    let mut inner: Vec<_> = table
        .iter()
        .filter_map(|(_, value)| Some((value.span().start, value.get_ref().as_table()?)))
        .collect();
    inner.sort_by_key(|(start, _)| *start);
    let list = match inner.len() == table.len() && !inner.is_empty() {
        true => listed(inner.iter().map(|(_, one)| inline(&fields(one, text))), ", "),
        false => listed(std::iter::once(inline(&fields(table, text))), ", "),
    };
    let list = list.replace('\n', " ");
    Some(match list.len() <= 2 * LONGEST {
        true => format!("a list has brackets: write {name} = [{list}]"),
        false => format!("a list has brackets: {name} = [{{ … }}]"),
    })
}

/// A list where one table is wanted: `[[board.at]]`, `[[game]]`.
pub(super) fn as_table(
    name: &str,
    given: &Spanned<DeValue<'_>>,
    list: &DeArray<'_>,
    options: &[&Value],
    text: &str,
) -> Option<String> {
    let header = text.get(given.span()).unwrap_or_default().trim();
    let single = header.strip_prefix("[[").and_then(|rest| rest.split("]]").next());
    let single = single.map_or_else(|| name.to_owned(), str::to_owned);
    let tables: Vec<&DeTable<'_>> = list.iter().filter_map(|item| item.get_ref().as_table()).collect();
    let is_named =
        options.iter().any(|option| option.get("additionalProperties").is_some_and(Value::is_object));
    let of_place = |table: &DeTable<'_>| {
        let key = PLACES.into_iter().find(|key| table.contains_key(*key))?;
        let place = table.get(key)?.get_ref().as_str()?.to_owned();
        let rest: Vec<_> = fields(table, text).into_iter().filter(|(own, _)| own != key).collect();
        Some(format!("{place:?} = {}", inline(&rest)))
    };
    // `have = ["pieces = 4"]`: what stands in quotes are keys and values.
    let pairs: Option<Vec<String>> = list
        .iter()
        .map(|item| {
            let (key, value) = item.get_ref().as_str()?.split_once(['=', ':'])?;
            Some(format!("{} = {}", quoted(key.trim()), value.trim()))
        })
        .collect();
    if let Some(pairs) = pairs.filter(|pairs| !pairs.is_empty()) {
        return Some(format!("write {name} = {{ {} }}", pairs.join(", ")));
    }
    let lines: Option<Vec<String>> = tables.iter().map(|table| of_place(table)).collect();
    match lines.filter(|lines| is_named && !lines.is_empty()) {
        Some(lines) => Some(format!(
            "write one [{single}], and below it a line for each: {}",
            listed(lines.into_iter(), "; ")
        )),
        None if tables.is_empty() && is_named => {
            let names = list.iter().filter_map(|item| item.get_ref().as_str()).take(6);
            let named: Vec<String> = names
                .enumerate()
                .map(|(at, one)| {
                    let letter = char::from(b'a' + u8::try_from(at).unwrap_or_default());
                    format!("{letter} = {one:?}")
                })
                .collect();
            (!named.is_empty())
                .then(|| format!("each has a name of its own: {name} = {{ {} }}", named.join(", ")))
        }
        None if header.starts_with("[[") => Some(format!("there is one of them: write [{single}]")),
        None => {
            let all = tables.iter().flat_map(|table| fields(table, text)).collect::<Vec<_>>();
            (!all.is_empty()).then(|| format!("without brackets: {name} = {}", inline(&all)))
        }
    }
}

/// A text where a list of texts is wanted: `edges = "red blue gold"`.
pub(super) fn as_words(name: &str, words: &str) -> Option<String> {
    let parts: Vec<&str> = match (words.contains(','), ["edges", "colours"].contains(&name)) {
        (true, _) => words.split(',').collect(),
        (false, true) => words.split_whitespace().collect(),
        (false, false) => vec![words],
    };
    let parts =
        parts.iter().map(|part| part.trim()).filter(|part| !part.is_empty()).map(|part| format!("{part:?}"));
    let list = listed(parts, ", ");
    (!list.is_empty()).then(|| format!("a list has brackets: write {name} = [{list}]"))
}

/// A text where `each` has a list: `way = "north south"`, `steps = "1-3"`.
pub(super) fn as_each(name: &str, words: &str) -> Option<String> {
    /// A longer run is not written out.
    const MOST: i64 = 20;
    let ends = ["..", "-", "–", " to "].into_iter().find_map(|sign| words.split_once(sign));
    let ends = ends.and_then(|(from, to)| Some((from.trim().parse().ok()?, to.trim().parse::<i64>().ok()?)));
    let list = match ends {
        Some((from, to)) if from < to && to - from < MOST => {
            (from..=to).map(|number: i64| number.to_string()).collect::<Vec<_>>()
        }
        _ => {
            let parts = words.split(|c: char| ",;|".contains(c) || c.is_whitespace());
            let item = |part: &str| match part.parse::<i64>() {
                Ok(number) => number.to_string(),
                Err(_) => format!("{part:?}"),
            };
            parts.filter(|part| !part.is_empty()).map(item).collect()
        }
    };
    (!list.is_empty()).then(|| format!("a list has brackets: write {name} = [{}]", list.join(", ")))
}

/// Two numbers in a list or a table, where one text with both is wanted: `size = [63, 88]`, `at = { x = 5, y = 8 }`.
pub(super) fn as_lengths(name: &str, value: &DeValue<'_>, options: &[&Value]) -> Option<String> {
    let number = |value: &Spanned<DeValue<'_>>| match value.get_ref() {
        DeValue::Integer(number) => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::String(text) => Some(text.trim().trim_end_matches("mm").trim_end().to_owned()),
        _ => None,
    };
    let of = |table: &DeTable<'_>, keys: [&str; 2]| {
        Some([number(table.get(keys[0])?)?, number(table.get(keys[1])?)?])
    };
    let [across, down] = match value {
        DeValue::Array(list) if list.len() == 2 => [number(list.first()?)?, number(list.get(1)?)?],
        DeValue::Table(table) if table.len() == 2 => of(table, ["x", "y"])
            .or_else(|| of(table, ["width", "height"]))
            .or_else(|| of(table, ["w", "h"]))?,
        _ => return None,
    };
    let format = options.iter().find_map(|option| option.get("format").and_then(Value::as_str))?;
    let written =
        [format!("{across} x {down}"), format!("{across} x {down}mm"), format!("{across} {down}mm")];
    let right = written.into_iter().find(|text| check_format(format, text).is_ok())?;
    Some(format!("both stand in one text: write {name} = \"{right}\""))
}

/// A line spacing as other programs write it: a multiple of the font size.
pub(super) fn spacing(span: Range<usize>, text: &str) -> Option<String> {
    let typed = text.get(span.clone())?.trim_matches(['"', '\'']).trim();
    let factor = match typed.strip_suffix('%') {
        Some(share) => share.trim().parse::<f64>().ok()? / 100.0,
        None => typed.trim_end_matches("em").trim().parse::<f64>().ok()?,
    };
    let factor = Some(factor).filter(|factor| (0.5..=4.0).contains(factor))?;
    // The element is what stands between the braces round it.
    let (before, behind) = (text.get(..span.start)?, text.get(span.end..)?);
    let start = before.rfind(['{', '\n']).map_or(0, |at| at + 1);
    let end = behind.find(['}', '\n']).unwrap_or(behind.len());
    let element = format!("{} {}", before.get(start..)?, behind.get(..end)?);
    let font = element.split("font").nth(1)?.split('"').nth(1)?;
    let size: f64 = font.split_whitespace().find_map(|word| word.strip_suffix("pt")?.parse().ok())?;
    let points = crate::base::units::Trimmed((factor * size * 100.0).round() / 100.0);
    Some(format!("`spacing` is how far it is from one line to the next: write spacing = \"{points}pt\""))
}

/// What to write for a face, or for its elements, in a row: an element of the face of all pieces, with a condition.
pub(super) fn face_of_row(
    name: &str,
    given: &Spanned<DeValue<'_>>,
    row: &DeTable<'_>,
    text: &str,
) -> Option<String> {
    let elements = ["face", "back", "ground"].contains(&name);
    let first = match given.get_ref() {
        DeValue::Array(list) if elements => list.iter().find_map(|item| item.get_ref().as_table())?,
        DeValue::Table(table) if elements => table,
        _ => return None,
    };
    let words = row
        .iter()
        .filter_map(|(key, value)| Some((value.span().start, key.get_ref(), value.get_ref().as_str()?)));
    let (_, field, word) = words.min()?;
    let mut own = fields(first, text)
        .into_iter()
        .map(|(key, value)| format!("{} = {value}", quoted(&key)))
        .collect::<Vec<_>>();
    own.push(format!("when = {:?}", format!("{field} == '{word}'")));
    let element = Some(own.join(", "))
        .filter(|own| own.len() <= LONGEST && !own.contains('\n'))
        .unwrap_or_else(|| "…".to_owned());
    Some(format!(
        "take it out here, and add to the `{name}` of the component what only this row shows: {{ {element} }}"
    ))
}
