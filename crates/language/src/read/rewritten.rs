//! Rewrites a value as another type. For example, a list becomes a table, or two numbers become a text.
//!
//! - In: the value that the user wrote, and the parts of the schema for its key.
//! - Out: the text of a hint, or `None` if the value cannot be rewritten.
//! - Not here: deciding which type a key needs.

use std::iter;
use std::ops::Range;

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use super::schema::first_format;
use super::wrong_type;
use crate::values::value::check_format;
use hexpress_base::units::ShortNumber;

/// The length of the longest list that a hint shows, in bytes.
const MAX_LIST_BYTES: usize = 240;

/// The largest number of texts for which a hint makes up names, as in `colours = { a = "red" }`.
const MAX_NAMED: usize = 6;

/// The largest number of values in a range such as `1-19` that a hint writes as a list.
const MAX_NUMBERS: i64 = 20;

/// Keys that users write by mistake inside a table, to say which place or map character the table
/// describes: `{ cell = "d4", … }`. The correct form is `"d4" = { … }`.
const PLACE_KEYS: [&str; 14] = [
    "cell", "at", "place", "places", "cells", "spot", "hex", "name", "address", "position", "sign", "letter",
    "id", "where",
];

/// The characters that users type between the first and the last number of a range.
const RANGE_SIGNS: [&str; 4] = ["..", "-", "–", " to "];

/// Pairs of keys that users write for a horizontal and a vertical length.
const LENGTH_KEYS: [[&str; 2]; 3] = [["x", "y"], ["width", "height"], ["w", "h"]];

/// A key of a table, and the text of its value in the file.
struct Field<'t> {
    key: String,
    value: &'t str,
}

impl Field<'_> {
    fn toml(&self) -> String {
        format!("{} = {}", quoted(&self.key), self.value)
    }
}

/// Returns the fields of a table, in the order of the file.
fn fields<'t>(table: &DeTable<'_>, text: &'t str) -> Vec<Field<'t>> {
    let mut keys: Vec<_> = table.iter().collect();
    keys.sort_unstable_by_key(|(key, _)| key.span().start);
    keys.into_iter()
        .map(|(key, value)| Field {
            key: key.get_ref().to_string(),
            value: text.get(value.span()).unwrap_or("…"),
        })
        .collect()
}

fn inline_table(fields: &[Field<'_>]) -> String {
    let fields: Vec<String> = fields.iter().map(Field::toml).collect();
    format!("{{ {} }}", fields.join(", "))
}

/// Returns a key, in quotes if it needs them.
pub(super) fn quoted(key: &str) -> String {
    let is_bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if is_bare { key.to_owned() } else { format!("{key:?}") }
}

/// Joins items with a separator. Ends the list with `…` before it becomes longer than [`MAX_LIST_BYTES`].
fn joined(items: impl Iterator<Item = String>, separator: &str) -> String {
    let mut list = String::new();
    for item in items {
        if list.len() + item.len() > MAX_LIST_BYTES {
            return list + separator + "…";
        }
        if !list.is_empty() {
            list.push_str(separator);
        }
        list.push_str(&item);
    }
    list
}

/// Rewrites a table as a list of tables. For example, `face = { fill = "red" }` becomes `face = [{ fill
/// = "red" }]`. If all values are tables, as in `[cards.rows]`, the list contains these tables.
///
/// If `takes_tables` is false and all values of the table are texts, the list contains only these
/// values.
pub(super) fn as_list(name: &str, table: &DeTable<'_>, takes_tables: bool, text: &str) -> Option<String> {
    let mut inner: Vec<_> = table
        .iter()
        .filter_map(|(_, value)| Some((value.span().start, value.get_ref().as_table()?)))
        .collect();
    inner.sort_by_key(|(start, _)| *start);
    let has_only_tables = inner.len() == table.len() && !inner.is_empty();
    if !takes_tables && table.values().all(|value| value.get_ref().is_str()) {
        let list = joined(fields(table, text).into_iter().map(|field| field.value.to_owned()), ", ");
        return Some(format!("write a list of its values: {name} = [{list}]"));
    }
    let items = match has_only_tables {
        true => joined(inner.iter().map(|(_, table)| inline_table(&fields(table, text))), ", "),
        false => joined(iter::once(inline_table(&fields(table, text))), ", "),
    };
    let list = items.replace('\n', " ");
    Some(match list.len() <= 2 * MAX_LIST_BYTES {
        true => format!("write a list: {name} = [{list}]"),
        false => format!("write a list: {name} = [{{ … }}]"),
    })
}

/// Rewrites a list as one table. Examples of such lists are `[[board.at]]`, `[[game]]` and `have =
/// ["pieces = 4"]`.
pub(super) fn as_table(
    name: &str,
    value: &Spanned<DeValue<'_>>,
    list: &DeArray<'_>,
    options: &[&Value],
    text: &str,
) -> Option<String> {
    if let Some(pairs) = pairs_in_texts(list) {
        return Some(format!("write {name} = {{ {pairs} }}"));
    }
    let header = text.get(value.span()).unwrap_or_default().trim();
    let header_name = header.strip_prefix("[[").and_then(|rest| rest.split("]]").next());
    let single = header_name.unwrap_or(name);
    let tables: Vec<&DeTable<'_>> = list.iter().filter_map(|item| item.get_ref().as_table()).collect();
    let takes_any_key =
        options.iter().any(|option| option.get("additionalProperties").is_some_and(Value::is_object));
    if takes_any_key && wrong_type::is_field(options) && !tables.is_empty() {
        return Some(tables_of_fields(&tables, text));
    }
    if takes_any_key
        && !tables.is_empty()
        && let Some(lines) =
            tables.iter().map(|table| line_of_place(table, text)).collect::<Option<Vec<String>>>()
    {
        let lines = joined(lines.into_iter(), "; ");
        return Some(format!("write the line [{single}] once, and then a line for each entry: {lines}"));
    }
    if takes_any_key && tables.is_empty() {
        return with_names(name, list);
    }
    if header.starts_with("[[") {
        return Some(format!("write [{single}] with single brackets"));
    }
    let all: Vec<Field<'_>> = tables.iter().flat_map(|table| fields(table, text)).collect();
    (!all.is_empty()).then(|| format!("write it without brackets: {name} = {}", inline_table(&all)))
}

/// Returns the keys and values of a list of texts such as `["pieces = 4"]`. Returns `None` for any
/// other list.
fn pairs_in_texts(list: &DeArray<'_>) -> Option<String> {
    let pairs: Vec<String> = list
        .iter()
        .map(|item| {
            let (key, value) = item.get_ref().as_str()?.split_once(['=', ':'])?;
            Some(format!("{} = {}", quoted(key.trim()), value.trim()))
        })
        .collect::<Option<_>>()?;
    (!pairs.is_empty()).then(|| pairs.join(", "))
}

/// Converts a table to a line for `[board.at]`, such as `"d4" = { … }`. One of the values of the table
/// must be the place, as in `{ cell = "d4", … }`. Returns `None` if the table contains no place.
fn line_of_place(table: &DeTable<'_>, text: &str) -> Option<String> {
    let key = PLACE_KEYS.into_iter().find(|key| table.contains_key(*key))?;
    let place = table.get(key)?.get_ref().as_str()?;
    let mut rest = fields(table, text);
    rest.retain(|field| field.key != key);
    Some(format!("{place:?} = {}", inline_table(&rest)))
}

/// Rewrites a list of tables as one table for each key. The first text of each old table becomes a key
/// of the new tables.
///
/// For example, `[{ name = "Wood", end = 5 }, { name = "Gold", end = 10 }]` becomes `end = { "Wood" =
/// 5, "Gold" = 10 }`.
fn tables_of_fields(tables: &[&DeTable<'_>], text: &str) -> String {
    let mut by_key: Vec<(String, Vec<String>)> = Vec::new();
    for table in tables {
        let fields = fields(table, text);
        let Some(named) = fields.iter().find(|field| field.value.starts_with(['"', '\''])) else { continue };
        for field in fields.iter().filter(|field| field.key != named.key) {
            let entry = format!("{} = {}", named.value, field.value);
            match by_key.iter_mut().find(|(key, _)| *key == field.key) {
                Some((_, entries)) => entries.push(entry),
                None => by_key.push((field.key.to_string(), vec![entry])),
            }
        }
    }
    let parts = by_key.iter().map(|(key, entries)| format!("{key} = {{ {} }}", entries.join(", ")));
    match by_key.is_empty() {
        true => "write a table of single values, for example ends = { Wood = 5, Gold = 10 }".to_owned(),
        false => format!("write a table for each field: {}", joined(parts, ", ")),
    }
}

/// Rewrites a list of texts as a table. The keys `a`, `b` and so on are made up. Returns `None` if the
/// list contains no texts.
fn with_names(name: &str, list: &DeArray<'_>) -> Option<String> {
    let texts = list.iter().filter_map(|item| item.get_ref().as_str()).take(MAX_NAMED);
    let named: Vec<String> =
        ('a'..).zip(texts).map(|(letter, text)| format!("{letter} = {text:?}")).collect();
    (!named.is_empty()).then(|| format!("give each entry a name: {name} = {{ {} }}", named.join(", ")))
}

/// Rewrites a text such as `edges = "red blue gold"` as a list of texts. Returns `None` for an empty
/// text.
pub(super) fn as_words(name: &str, text: &str) -> Option<String> {
    let parts: Vec<&str> = match (text.contains(','), ["edges", "colours"].contains(&name)) {
        (true, _) => text.split(',').collect(),
        (false, true) => text.split_whitespace().collect(),
        (false, false) => vec![text],
    };
    let words = parts.iter().map(|part| part.trim()).filter(|word| !word.is_empty());
    let list = joined(words.map(|word| format!("{word:?}")), ", ");
    (!list.is_empty()).then(|| format!("write a list: {name} = [{list}]"))
}

/// Rewrites a text as a list for `each`. Examples of such texts are `way = "north south"` and `steps =
/// "1-3"`. Returns `None` for an empty text.
pub(super) fn as_each(name: &str, text: &str) -> Option<String> {
    let list: Vec<String> = match number_range(text) {
        Some(numbers) => numbers.map(|number| number.to_string()).collect(),
        None => text
            .split(|c: char| ",;|".contains(c) || c.is_whitespace())
            .filter(|part| !part.is_empty())
            .map(number_or_text)
            .collect(),
    };
    (!list.is_empty()).then(|| format!("write a list: {name} = [{}]", list.join(", ")))
}

/// Returns the numbers in a range such as `1-3` or `1 to 3`. Returns `None` for any other text, and for
/// more than [`MAX_NUMBERS`] numbers.
fn number_range(text: &str) -> Option<impl Iterator<Item = i64>> {
    let (from, to) = RANGE_SIGNS.into_iter().find_map(|sign| text.split_once(sign))?;
    let (first, last): (i64, i64) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    last.checked_sub(first).is_some_and(|steps| (1..MAX_NUMBERS).contains(&steps)).then_some(first..=last)
}

/// Returns a word as TOML: as a whole number, or as a text in quotes.
fn number_or_text(word: &str) -> String {
    word.parse::<i64>().map_or_else(|_| format!("{word:?}"), |number| number.to_string())
}

/// Rewrites two numbers as one text. Examples of such numbers are `size = [63, 88]` and `at = { x = 5,
/// y = 8 }`. Returns `None` for any other value.
pub(super) fn as_lengths(name: &str, value: &DeValue<'_>, options: &[&Value]) -> Option<String> {
    let [across, down] = match value {
        DeValue::Array(list) if list.len() == 2 => [number(list.first()?)?, number(list.get(1)?)?],
        DeValue::Table(table) if table.len() == 2 => LENGTH_KEYS
            .into_iter()
            .find_map(|[across, down]| Some([number(table.get(across)?)?, number(table.get(down)?)?]))?,
        _ => return None,
    };
    let format = first_format(options)?;
    let right = [format!("{across} x {down}"), format!("{across} x {down}mm"), format!("{across} {down}mm")]
        .into_iter()
        .find(|text| check_format(format, text).is_ok())?;
    Some(format!("write both numbers as one text: {name} = \"{right}\""))
}

/// Returns a number as text, or a text such as `5mm` without its unit. Returns `None` for any other
/// value.
fn number(value: &Spanned<DeValue<'_>>) -> Option<String> {
    match value.get_ref() {
        DeValue::Integer(number) => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::String(text) => Some(text.trim().trim_end_matches("mm").trim_end().to_owned()),
        _ => None,
    }
}

/// Returns the correction for a line spacing that is a multiple of the font size, as in `spacing = 1.2`.
/// Other programs use such values. Returns `None` for any other text.
///
/// `span` is the byte range of the value.
pub(super) fn spacing(span: Range<usize>, text: &str) -> Option<String> {
    let typed = text.get(span.clone())?.trim_matches(['"', '\'']).trim();
    let factor = match typed.strip_suffix('%') {
        Some(share) => share.trim().parse::<f64>().ok()? / 100.0,
        None => typed.trim_end_matches("em").trim().parse::<f64>().ok()?,
    };
    if !(0.5..=4.0).contains(&factor) {
        return None;
    }
    let points = ShortNumber::hundredths(factor * font_size_around(&span, text)?);
    Some(format!("write the distance from one line to the next: spacing = \"{points}pt\""))
}

/// Returns the font size, in points, of the element that contains a value. Returns `None` if the
/// element has no font size.
fn font_size_around(value: &Range<usize>, text: &str) -> Option<f64> {
    let (before, after) = (text.get(..value.start)?, text.get(value.end..)?);
    let start = before.rfind(['{', '\n']).map_or(0, |at| at + 1);
    let end = after.find(['}', '\n']).unwrap_or(after.len());
    let element = format!("{} {}", before.get(start..)?, after.get(..end)?);
    let font = element.split("font").nth(1)?.split('"').nth(1)?;
    font.split_whitespace().find_map(|word| word.strip_suffix("pt")?.parse().ok())
}

/// Returns the correction for a row that contains a face or elements of a face. Returns `None` for any
/// other row.
///
/// The user should instead add an element with a condition to the face of all pieces. The correction
/// contains this element.
pub(super) fn face_of_row(
    name: &str,
    typed: &Spanned<DeValue<'_>>,
    row: &DeTable<'_>,
    text: &str,
) -> Option<String> {
    if !["face", "back", "ground"].contains(&name) {
        return None;
    }
    let element = match typed.get_ref() {
        DeValue::Array(list) => list.iter().find_map(|item| item.get_ref().as_table())?,
        DeValue::Table(table) => table,
        _ => return None,
    };
    let texts = row
        .iter()
        .filter_map(|(key, value)| Some((value.span().start, key.get_ref(), value.get_ref().as_str()?)));
    let (_, field, word) = texts.min_by_key(|(start, ..)| *start)?;
    let mut keys: Vec<String> = fields(element, text).iter().map(Field::toml).collect();
    keys.push(format!("when = {:?}", format!("{field} == '{word}'")));
    let inner = Some(keys.join(", "))
        .filter(|inner| inner.len() <= MAX_LIST_BYTES && !inner.contains('\n'))
        .unwrap_or_else(|| "…".to_owned());
    Some(format!(
        "delete it here, and add an element for this row to the `{name}` of the component: {{ {inner} }}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_written_out_if_it_has_at_most_20_numbers() {
        assert_eq!(as_each("a", "1-3").as_deref(), Some("write a list: a = [1, 2, 3]"));
        assert_eq!(number_range("1..20").map(Iterator::count), Some(20));
        assert!(number_range("1..21").is_none() && number_range("3..3").is_none());
    }

    #[test]
    fn a_list_is_cut_where_a_hint_has_no_more_room() {
        let item = || "a".repeat(MAX_LIST_BYTES / 2);
        assert_eq!(joined([item(), item()].into_iter(), "").len(), MAX_LIST_BYTES);
        assert!(joined([item(), item(), item()].into_iter(), "").ends_with('…'));
    }
}
