//! Reads tables that are written as a list of objects: `[{ "name": "Ann", "cost": 3 }, …]`.
//!
//! - In: the text of a JSON file.
//! - Out: a [`Table`] with a column for each key, in the order in which the keys first appear.
//! - Not here: reading lists and objects within objects.

use std::collections::BTreeMap;
use std::fmt;
use std::iter;
use std::marker::PhantomData;
use std::mem;
use std::ops::Range;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::table::{DataCell, HeaderCell, Table, UnnamedTable};
use super::table_context::{MAX_CELLS, MAX_COLUMNS, Span, TableContext};
use crate::values::either::{Either, EitherVisitor};
use crate::values::scalar::Scalar;
use hexpress_base::diag::{Diagnostic, FileId, Reported, SourceSpan, codes};

/// The keys and values of an object, in the order of the file.
///
/// At most [`MAX_COLUMNS`] + 1 keys are kept. This number is enough to find out that the table has
/// too many columns.
struct Object<'t>(Vec<(String, &'t RawValue)>);

impl<'t> Either<'t> for Object<'t> {
    const WANTED: &'static str = "an object";

    fn table<A: MapAccess<'t>>(mut table: A) -> Result<Self, A::Error> {
        let entries = iter::from_fn(|| table.next_entry().transpose())
            .take(MAX_COLUMNS + 1)
            .collect::<Result<_, _>>()?;
        while table.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Self(entries))
    }
}

/// The values of a list.
///
/// At most [`MAX_CELLS`] + 1 values are kept. This number is enough to find out that the table has
/// too many cells.
struct List<'t>(Vec<&'t RawValue>);

struct ListVisitor;

impl<'t> Visitor<'t> for ListVisitor {
    type Value = List<'t>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut list: A) -> Result<List<'t>, A::Error> {
        let values = iter::from_fn(|| list.next_element().transpose())
            .take(MAX_CELLS + 1)
            .collect::<Result<_, _>>()?;
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

/// The hint for a file that is not a list of objects.
const SHAPE: &str =
    "write a list of objects: [{ \"name\": \"Ann\", \"cost\": 3 }, { \"name\": \"Bob\", \"cost\": 4 }]";

struct Field {
    column: usize,
    cell: DataCell,
}

struct Row {
    span: Span,
    fields: Vec<Field>,
}

/// The columns that were already found.
#[derive(Default)]
struct Columns {
    header: Vec<HeaderCell>,
    by_key: BTreeMap<String, usize>,
    /// For each column, the number of the last object that has the column's key. Objects are counted
    /// from 1.
    last_object: Vec<usize>,
}

impl Columns {
    /// Returns the index of the column for a key.
    ///
    /// A new key gets a new column. JSON has no header, so `bytes`, the byte range of the key's first
    /// value, becomes the place of the column's name.
    fn column(&mut self, key: String, bytes: &Range<usize>) -> usize {
        *self.by_key.entry(key).or_insert_with_key(|key| {
            self.header.push(HeaderCell { name: key.clone(), span: bytes.clone().into() });
            self.last_object.push(0);
            self.header.len() - 1
        })
    }

    fn name(&self, column: usize) -> &str {
        self.header.get(column).map_or("", |cell| &cell.name)
    }

    /// Records that an object has the key of a column. Returns true if the key is already recorded for
    /// this object.
    fn is_repeated(&mut self, column: usize, object: usize) -> bool {
        self.last_object.get_mut(column).is_some_and(|last| mem::replace(last, object) == object)
    }
}

/// Reads a table.
///
/// # Errors
/// The table has a mistake, or has no rows.
pub(super) fn read(reading: &mut TableContext<'_>, file: FileId, text: &str) -> Result<Table, Reported> {
    if text.trim().is_empty() {
        return Err(reading.empty(&format!("`{}`", reading.name), SHAPE));
    }
    let List(list) =
        serde_json::from_str(text).map_err(|error| syntax_mistake(reading, file, text, &error))?;
    reading.check_size(list.len(), 1)?;
    let mut columns = Columns::default();
    let mut rows: Vec<Row> = Vec::with_capacity(list.len());
    for (number, raw) in (1..).zip(list) {
        rows.extend(object(reading, file, text, raw, number, &mut columns)?);
    }
    reading.limit.check()?;
    if rows.is_empty() {
        let message = format!("`{}` is an empty list, so nothing is printed", reading.name);
        return Err(reading.add_error(codes::NOTHING.error(message), SourceSpan::new(file, 0..text.len())));
    }
    let header = columns.header;
    let width = header.len();
    reading.check_size(rows.len(), width)?;
    let mut cells = Vec::with_capacity(rows.len() * width);
    for Row { span, fields } in rows {
        // If an object leaves out a key, the cell is empty.
        let start = cells.len();
        cells.resize(start + width, DataCell { value: Scalar::empty().clone(), span });
        for Field { column, cell } in fields {
            cells[start + column] = cell;
        }
    }
    reading.finish(UnnamedTable { file, header, cells, sheet: None })
}

/// Reads an object of the list. `number` is the position of the object in the list, counted from 1.
///
/// If the value is not an object, reports a mistake and returns `None`.
fn object(
    reading: &mut TableContext<'_>,
    file: FileId,
    text: &str,
    raw: &RawValue,
    number: usize,
    columns: &mut Columns,
) -> Result<Option<Row>, Reported> {
    let bytes = bytes_of_part(text, raw.get());
    let Ok(Object(entries)) = serde_json::from_str::<Object<'_>>(raw.get()) else {
        let diagnostic = codes::BAD_DATA.error("expected an object { … }, one for each row").hint(SHAPE);
        reading.add_error(diagnostic, SourceSpan::new(file, bytes));
        return Ok(None);
    };
    if entries.len() > MAX_COLUMNS {
        return Err(reading.too_wide());
    }
    let mut fields = Vec::with_capacity(entries.len());
    for (key, value) in entries {
        let value_bytes = bytes_of_part(text, value.get());
        let column = columns.column(key, &value_bytes);
        if columns.header.len() > MAX_COLUMNS {
            return Err(reading.too_wide());
        }
        reading.check_cell(value.get(), number)?;
        if columns.is_repeated(column, number) {
            let key = columns.name(column);
            let message = format!("the key `{key}` is repeated in this object");
            let diagnostic = codes::SAME_NAME.error(message).hint(format!("delete one of the `{key}` keys"));
            reading.add_error(diagnostic, SourceSpan::new(file, value_bytes));
            // The rest of the object is not read. Otherwise, a key that occurs three times would be
            // reported twice.
            break;
        }
        match scalar(value.get()) {
            Some(value) => fields.push(Field { column, cell: DataCell { value, span: value_bytes.into() } }),
            None => {
                let diagnostic = nested_value(columns.name(column), value.get());
                reading.add_error(diagnostic, SourceSpan::new(file, value_bytes));
            }
        }
    }
    Ok(Some(Row { span: bytes.into(), fields }))
}

/// Reports a file that is not JSON, or not a list.
fn syntax_mistake(
    reading: &mut TableContext<'_>,
    file: FileId,
    text: &str,
    error: &serde_json::Error,
) -> Reported {
    if error.is_data() {
        let start = text.len() - text.trim_start().len();
        let diagnostic = codes::BAD_DATA.error("expected a list of objects").hint(SHAPE);
        return reading.add_error(diagnostic, SourceSpan::new(file, start..start + 1));
    }
    let start = offset(text, error.line(), error.column());
    let message = without_line(error);
    let is_single_quote = text.get(start..).is_some_and(|rest| rest.starts_with('\''));
    let hint = match message.as_str() {
        error if error.contains("key must be a string") || is_single_quote => {
            Some("put keys and texts in double quotes: { \"name\": \"Ann\" }")
        }
        error if error.contains("trailing comma") => Some("delete the comma before this bracket"),
        error if error.contains("expected `,`") => Some("write a comma before this character"),
        error if error.contains("EOF") => Some("close the bracket or the quote that is still open"),
        _ => None,
    };
    let shown = if message.contains("EOF") { "the end of the file is missing" } else { message.as_str() };
    let diagnostic = codes::BAD_DATA.error(format!("this is not valid JSON: {shown}"));
    reading.add_error(diagnostic.maybe_hint(hint.map(str::to_owned)), SourceSpan::new(file, start..start + 1))
}

/// Returns the mistake for a list or an object in place of a simple value.
fn nested_value(key: &str, raw: &str) -> Diagnostic {
    let (kind, hint) = match raw.starts_with('[') {
        true => ("a list", "join its values into one text: \"red green\""),
        false => ("an object", "write a separate key for each of its values"),
    };
    let message = format!("`{key}` is {kind}, but a value must be a text, a number, true or false");
    codes::BAD_DATA.error(message).hint(hint)
}

/// Parses the value of a cell. `null` is an empty cell.
///
/// Returns `None` for a list or an object.
fn scalar(raw: &str) -> Option<Scalar> {
    if raw == "null" {
        return Some(Scalar::empty().clone());
    }
    match serde_json::from_str(raw) {
        Ok(Scalar::Table(_)) => None,
        Ok(value) => Some(value),
        Err(_) if raw.starts_with(['[', '{']) => None,
        // A number that is too large for a `Scalar` can still be printed as a text.
        Err(_) => Some(Scalar::Text(raw.into())),
    }
}

/// Returns the byte range that `part` has in `text`. `part` must be a slice of `text`.
fn bytes_of_part(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    start..start + part.len()
}

/// Converts a line and a column to a byte offset. Both are counted from 1, and columns are counted
/// in bytes.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    (before + column.saturating_sub(1)).min(text.len().saturating_sub(1))
}

/// Returns the message of an error without the line and column, which the report shows separately.
fn without_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}
