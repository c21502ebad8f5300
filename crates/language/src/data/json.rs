//! A list of objects: `[{ "name": "Ann", "cost": 3 }, …]`.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::reading::{MOST_CELLS, MOST_COLUMNS, Reading, Span};
use super::table::{Raw, Table, span};
use crate::diag::{FileId, Place, Reported, codes};
use crate::spec::values::either::{Either, EitherVisitor};
use crate::spec::values::scalar::Scalar;

/// An object's keys and values, in the order of the file.
struct Object<'t>(Vec<(String, &'t RawValue)>);

impl<'t> Either<'t> for Object<'t> {
    const WANTED: &'static str = "an object";

    fn table<A: MapAccess<'t>>(mut table: A) -> Result<Self, A::Error> {
        let entries = std::iter::from_fn(|| table.next_entry().transpose()).take(MOST_COLUMNS + 1);
        let entries = entries.collect::<Result<_, _>>()?;
        while table.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Self(entries))
    }
}

/// The values of a list, one more than a table has cells at most.
struct List<'t>(Vec<&'t RawValue>);

struct ListVisitor;

impl<'t> Visitor<'t> for ListVisitor {
    type Value = List<'t>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut list: A) -> Result<List<'t>, A::Error> {
        let values = std::iter::from_fn(|| list.next_element().transpose()).take(MOST_CELLS + 1);
        let values = values.collect::<Result<_, _>>()?;
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(List(values))
    }
}

impl<'t> Deserialize<'t> for List<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ListVisitor)
    }
}

impl<'t> Deserialize<'t> for Object<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EitherVisitor(PhantomData))
    }
}

const SHAPE: &str =
    "a list of objects is wanted: [{ \"name\": \"Ann\", \"cost\": 3 }, { \"name\": \"Bob\", \"cost\": 4 }]";

/// Reads a table.
pub(super) fn read(reading: &mut Reading<'_>, file: FileId, text: &str) -> Result<Table, Reported> {
    let place = |range: Range<usize>| Place::new(file, range);
    let bad = |message: String| codes::BAD_DATA.error(message);
    if text.trim().is_empty() {
        return Err(reading.empty(&format!("`{}`", reading.name), SHAPE));
    }
    let List(list) = serde_json::from_str(text).map_err(|error: serde_json::Error| {
        if error.is_data() {
            let start = text.len() - text.trim_start().len();
            let wrong = bad("this is not a list".to_owned()).hint(SHAPE);
            return reading.wrong(wrong, place(start..start + 1));
        }
        let at = offset(text, error.line(), error.column());
        let hint = match plain(&error) {
            said if said.contains("key must be a string")
                || text.get(at..).is_some_and(|rest| rest.starts_with('\'')) =>
            {
                Some("keys and texts stand between \": { \"name\": \"Ann\" }")
            }
            said if said.contains("trailing comma") => Some("leave out the comma before this bracket"),
            said if said.contains("expected `,`") => Some("a comma belongs before this"),
            said if said.contains("EOF") => Some("a bracket or a quotation mark is not closed"),
            _ => None,
        };
        let wrong = bad(format!("this is not JSON: {}", plain(&error))).maybe_hint(hint.map(str::to_owned));
        reading.wrong(wrong, place(at..at + 1))
    })?;
    reading.room(list.len(), 1)?;
    let mut header: Vec<(String, Span)> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut rows: Vec<(Span, Vec<(usize, Scalar, Span)>)> = Vec::with_capacity(list.len());
    // The object, from 1, that had each key last.
    let mut seen: Vec<usize> = Vec::new();
    for (object, raw) in (1..).zip(list) {
        let at = within(text, raw.get());
        let Ok(Object(entries)) = serde_json::from_str::<Object<'_>>(raw.get()) else {
            reading.wrong(bad("this is not an object".to_owned()).hint(SHAPE), place(at));
            continue;
        };
        if entries.len() > MOST_COLUMNS {
            return Err(reading.too_wide());
        }
        let mut row = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let at = within(text, value.get());
            let column = *known.entry(key).or_insert_with_key(|key| {
                header.push((key.clone(), span(at.clone())));
                header.len() - 1
            });
            if header.len() > MOST_COLUMNS {
                return Err(reading.too_wide());
            }
            reading.check_cell(value.get(), object)?;
            seen.resize(header.len(), 0);
            let key = header.get(column).map_or("", |(key, _)| key.as_str());
            if seen.get_mut(column).is_some_and(|last| std::mem::replace(last, object) == object) {
                let message = format!("`{key}` stands twice in one object");
                let wrong = codes::SAME_NAME.error(message).hint("leave one of them out");
                reading.wrong(wrong, place(at));
                // The rest of the object says nothing new.
                break;
            }
            match scalar(value.get()) {
                Some(value) => row.push((column, value, span(at))),
                None => {
                    let (what, hint) = match value.get().starts_with('[') {
                        true => ("a list", "join its words in one text: \"red green\""),
                        false => ("an object", "give each of its values a key of its own"),
                    };
                    let message = format!("`{key}` is {what}: a cell is text, a number, true or false");
                    reading.wrong(bad(message).hint(hint), place(at));
                }
            }
        }
        rows.push((span(at), row));
    }
    reading.few.check()?;
    if rows.is_empty() {
        let message = format!("`{}` is an empty list, so there is no piece", reading.name);
        return Err(reading.wrong(codes::NOTHING.error(message), place(0..text.len())));
    }
    let width = header.len();
    reading.room(rows.len(), width)?;
    let mut cells = Vec::with_capacity(rows.len() * width);
    for (at, row) in rows {
        // What an object leaves out is empty, as an empty cell is.
        let start = cells.len();
        cells.resize(start + width, (Scalar::empty().clone(), at));
        for (column, value, at) in row {
            cells[start + column] = (value, at);
        }
    }
    reading.finish(Raw { file, header, cells, sheet: None })
}

/// A value that is one thing; `null` is an empty cell.
fn scalar(raw: &str) -> Option<Scalar> {
    if raw == "null" {
        return Some(Scalar::empty().clone());
    }
    let value = serde_json::from_str(raw).ok();
    // A number that is too large to reckon with can still be printed.
    value.or_else(|| (!raw.starts_with(['[', '{'])).then(|| Scalar::Text(raw.into())))
}

/// Where a part of the text stands in it.
fn within(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    start..start + part.len()
}

/// The byte at a line and a column, both from 1; columns count bytes.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    (before + column.saturating_sub(1)).min(text.len().saturating_sub(1))
}

/// What is wrong, without the line and column that are told anyway.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}
