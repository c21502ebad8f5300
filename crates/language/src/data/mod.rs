//! `data = "cards.csv"`: rows from a file beside the layout, each cell with its place.
//!
//! A table becomes one of the [`Sources`], so that a mistake in it is shown as a line of it.

mod csv;
mod json;
mod package;
mod reading;
mod table;
mod workbook;
mod xlsx;

use std::sync::Arc;

use serde::{Deserialize, Deserializer};

use crate::diag::{Few, Place, Report, Reported, Sources, codes};
use crate::files::Files;
pub use reading::MOST_CELLS;
use reading::Reading;
pub use table::{Table, column_name};

/// A file that rows come from, and its table once it is read.
#[derive(Debug, Clone)]
pub struct Data {
    /// As typed: `cards.csv`, `cards.xlsx#Sheet2`.
    pub name: String,
    /// What the file holds; none before [`super::fetch`].
    pub table: Option<Arc<Table>>,
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|name| Self { name, table: None })
    }
}

/// Why some keys do nothing beside the file of a deck.
pub const BESIDE_DATA: &str = "it is about tiles that are drawn, and these come from a file";

/// Whether a name stays as it is as the name of a column, so that templates can ask for it.
pub fn is_column_name(name: &str) -> bool {
    !name.is_empty() && table::column_name(name) == name
}

/// Reads the file that a layout calls `name`; what is wrong with it goes to the report.
pub(super) fn read(
    name: &str,
    place: Place,
    sources: &mut Sources,
    files: &Files,
    report: &mut Report,
) -> Option<Table> {
    Reading { name, place, sources, report, few: Few::default() }.table(files).ok()
}

impl Reading<'_> {
    fn table(&mut self, files: &Files) -> Result<Table, Reported> {
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
            let sheet = path.rsplit_once(['!', ':', '[']).filter(|(path, _)| ending(path) == "xlsx");
            let hint = match sheet {
                Some((path, sheet)) => {
                    format!("a sheet stands behind a #: data = \"{path}#{}\"", sheet.trim_end_matches(']'))
                }
                None if path.contains("://") => {
                    "nothing is taken from the web: download it as .csv or .xlsx into the layout's folder, data = \"cards.csv\"".to_owned()
                }
                None => "save it as .csv (UTF-8), .tsv, .xlsx, or .json".to_owned(),
            };
            return Err(self.wrong(codes::BAD_DATA.error(message).hint(hint), self.place));
        }
        let bytes = files.get(path).map_err(|why| {
            let wrong = codes::UNREADABLE.error(format!("`{path}` cannot be read: {why}"));
            self.wrong(wrong.maybe_hint(why.hint(path)), self.place)
        })?;
        if kind == "xlsx" {
            return xlsx::read(self, path, sheet, &bytes);
        }
        let text = self.text(path, &bytes)?;
        let file = self.sources.add_file(path, &bytes, bytes.len() - text.len());
        match kind.as_str() {
            "json" => json::read(self, file, text),
            kind => csv::read(self, file, text, kind == "tsv"),
        }
    }

    /// The text of a file in UTF-8, without the mark that may stand before it.
    fn text<'b>(&mut self, path: &str, bytes: &'b [u8]) -> Result<&'b str, Reported> {
        let bad = |what: String| {
            let hint = "in a spreadsheet, save it as \"CSV UTF-8\"; in an editor, as UTF-8";
            codes::UNREADABLE.error(format!("`{path}` is not UTF-8 text: {what}")).hint(hint)
        };
        if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") || bytes.contains(&0) {
            return Err(self.wrong(bad("it looks like UTF-16".to_owned()), self.place));
        }
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        std::str::from_utf8(bytes).map_err(|error| {
            let at = error.valid_up_to();
            let byte = bytes.get(at).copied().unwrap_or_default();
            let shown = String::from_utf8_lossy(bytes).into_owned();
            let row = shown[..at].matches('\n').count() + 1;
            let column = shown[..at].rsplit('\n').next().unwrap_or("").chars().count() + 1;
            let place = Place::new(self.sources.add(path, shown), at..at + '\u{FFFD}'.len_utf8());
            self.wrong(bad(format!("the byte {byte:02X} in row {row}, column {column}")), place)
        })
    }
}

/// How a file's name ends, in small letters.
fn ending(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or("");
    name.rsplit_once('.').map_or_else(String::new, |(_, end)| end.to_lowercase())
}
