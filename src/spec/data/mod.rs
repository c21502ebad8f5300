//! `data = "cards.csv"`: rows from a file beside the layout, each cell with its place.
//!
//! A table becomes one of the [`Sources`], so that a mistake in it is shown as a line of it.

mod csv;
mod json;
mod package;
mod table;
mod workbook;
mod xlsx;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Deserializer};

use super::tables::layout::{Layout, Pieces};
use super::values::place::At;
use crate::diag::{Code, Diagnostic, Few, FileId, Place, Report, Sources, codes};
use crate::files::Files;
pub use table::Table;

/// A file that rows come from, and its table once it is read.
#[derive(Debug, Clone)]
pub struct Data {
    /// As typed: `cards.csv`, `cards.xlsx#Sheet2`.
    pub name: String,
    /// What the file holds; none before [`fetch`].
    pub table: Option<Arc<Table>>,
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|name| Self { name, table: None })
    }
}

/// Why some keys do nothing beside the file of a deck.
pub const BESIDE_DATA: &str = "it is about tiles that are drawn, and these come from a file";

/// Reads every file that a layout takes rows from.
///
/// # Errors
/// Files that are not there, and what is wrong with what they hold.
pub fn fetch(layout: &mut Layout, file: FileId, sources: &mut Sources, files: &Files) -> Result<(), Report> {
    let mut report = Report::default();
    let mut known: BTreeMap<String, Option<Arc<Table>>> = BTreeMap::new();
    let lists = [&mut layout.cards, &mut layout.notes, &mut layout.tiles, &mut layout.counters];
    for data in lists.into_iter().flatten().flat_map(files_of) {
        let place = Place::new(file, data.span.clone());
        let table = known.entry(data.value.name.clone()).or_insert_with(|| {
            let mut reading =
                Reading { name: &data.value.name, place, sources, report: &mut report, few: Few::default() };
            reading.table(files).map(Arc::new)
        });
        data.value.table.clone_from(table);
    }
    if !report.has_errors() {
        return Ok(());
    }
    for list in [&mut layout.cards, &mut layout.notes, &mut layout.tiles, &mut layout.counters] {
        // What is wrong beside such a file would else be told once the file is there.
        for deck in list.iter().filter_map(|p| p.value.deck.as_ref()) {
            if deck.value.data.as_ref().is_some_and(|data| data.value.table.is_none()) {
                for (key, span) in deck.value.idle_beside_data() {
                    let message = format!("`{key}` does nothing beside `data`");
                    let wrong = Diagnostic::error(codes::IDLE_KEY, message).at(Place::new(file, span));
                    report.push(wrong.hint(BESIDE_DATA));
                }
            }
        }
        let read = |data: &Option<At<Data>>| data.as_ref().is_none_or(|data| data.value.table.is_some());
        list.retain(|p| {
            read(&p.value.data) && p.value.deck.as_ref().is_none_or(|deck| read(&deck.value.data))
        });
    }
    Err(report)
}

/// The files that a component takes rows or tiles from.
fn files_of(pieces: &mut At<Pieces>) -> impl Iterator<Item = &mut At<Data>> {
    let Pieces { data, deck, .. } = &mut pieces.value;
    data.iter_mut().chain(deck.iter_mut().filter_map(|deck| deck.value.data.as_mut()))
}

/// Whether a name stays as it is as the name of a column, so that templates can ask for it.
#[must_use]
pub fn is_column_name(name: &str) -> bool {
    !name.is_empty() && table::column_name(name) == name
}

/// The bytes of something in a text.
type Span = (u32, u32);

/// A file that is being read.
struct Reading<'a> {
    /// As the layout names it.
    name: &'a str,
    /// Where the layout does.
    place: Place,
    sources: &'a mut Sources,
    report: &'a mut Report,
    few: Few,
}

impl Reading<'_> {
    fn wrong(&mut self, code: Code, message: String, place: Place, hint: Option<&str>) {
        if self.few.more() {
            self.report.push(Diagnostic::error(code, message).at(place).maybe_hint(hint.map(str::to_owned)));
        }
    }

    fn table(&mut self, files: &Files) -> Option<Table> {
        // A sheet's name may follow the file's; a file's own name may have a # in it.
        let (path, sheet) = match self.name.rsplit_once('#') {
            Some((path, sheet)) if ending(path) == "xlsx" => (path, Some(sheet)),
            _ => (self.name, None),
        };
        let kind = ending(path);
        if !["csv", "tsv", "json", "xlsx"].contains(&kind.as_str()) {
            let end =
                if kind.is_empty() { "it has no ending".to_owned() } else { format!("it ends in .{kind}") };
            let message = format!("`{path}` is no kind of table that can be read: {end}");
            let hint = "save it as .csv (UTF-8), .tsv, .xlsx, or .json";
            self.wrong(codes::BAD_DATA, message, self.place, Some(hint));
            return None;
        }
        let bytes = match files.get(path) {
            Ok(bytes) => bytes,
            Err(why) => {
                let message = format!("`{path}` cannot be read: {why}");
                self.wrong(codes::UNREADABLE, message, self.place, why.hint().as_deref());
                return None;
            }
        };
        if kind == "xlsx" {
            return xlsx::read(self, path, sheet, &bytes);
        }
        let text = self.text(path, &bytes)?;
        let file = self.sources.add(path, text);
        let text = self.sources.get(file).map_or_else(String::new, |s| s.text.clone());
        match kind.as_str() {
            "json" => json::read(self, file, &text),
            kind => csv::read(self, file, &text, kind == "tsv"),
        }
    }

    /// The text of a file in UTF-8, without the mark that may stand before it.
    fn text(&mut self, path: &str, bytes: &[u8]) -> Option<String> {
        let hint = Some("in a spreadsheet, save it as \"CSV UTF-8\"; in an editor, as UTF-8");
        let wide = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") || bytes.contains(&0);
        if wide {
            let message = format!("`{path}` is not UTF-8 text: it looks like UTF-16");
            self.wrong(codes::UNREADABLE, message, self.place, hint);
            return None;
        }
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        match std::str::from_utf8(bytes) {
            Ok(text) => Some(text.to_owned()),
            Err(error) => {
                let at = error.valid_up_to();
                let byte = bytes.get(at).copied().unwrap_or_default();
                let shown = String::from_utf8_lossy(bytes).into_owned();
                let row = shown[..at].matches('\n').count() + 1;
                let column = shown[..at].rsplit('\n').next().unwrap_or("").chars().count() + 1;
                let file = self.sources.add(path, shown);
                let message =
                    format!("`{path}` is not UTF-8 text: the byte {byte:02X} in row {row}, column {column}");
                let place = Place::new(file, at..at + '\u{FFFD}'.len_utf8());
                self.wrong(codes::UNREADABLE, message, place, hint);
                None
            }
        }
    }
}

/// How a file's name ends, in small letters.
fn ending(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or("");
    name.rsplit_once('.').map_or_else(String::new, |(_, end)| end.to_lowercase())
}
