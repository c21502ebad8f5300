//! Reads the rows of a component from a file, as in `data = "cards.csv"`.
//!
//! - In: a CSV, TSV, JSON or XLSX file in the folder of the layout.
//! - Out: a [`Table`] with the place of each cell. The text of the file is added to [`Sources`], so
//!   that mistakes can show its lines.
//! - Not here: what the fields mean in a game.

mod calendar;
mod cell_value;
mod csv;
mod date_format;
mod json;
mod number_format;
mod package;
mod table;
mod table_context;
mod workbook;
mod xlsx;

use std::sync::Arc;

use serde::{Deserialize, Deserializer};

use csv::Separator;
use hexpress_base::diag::{Diagnostic, MistakeLimit, Report, Reported, SourceSpan, Sources, codes};
use hexpress_base::files::Files;
pub use table::{Table, column_name};
pub use table_context::MAX_CELLS;
use table_context::TableContext;

/// A data file that a layout names.
#[derive(Debug, Clone)]
pub struct Data {
    /// The name in the layout: `cards.csv`, `cards.xlsx#Sheet2`.
    pub name: String,
    /// The rows of the file. `None` until [`super::fetch`] is called.
    pub table: Option<Arc<Table>>,
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|name| Self { name, table: None })
    }
}

/// Returns whether templates use the name of a column unchanged. Returns false for the column `Card
/// name`, for example, because templates call it `card_name`.
pub fn is_column_name(name: &str) -> bool {
    !name.is_empty() && table::column_name(name) == name
}

/// The extensions of the supported files.
const ENDINGS: [&str; 4] = ["csv", "tsv", "json", "xlsx"];

/// Reads the file `name`, as written in the layout. If the file has mistakes, adds them to the report
/// and returns `None`. `language` is the language tag of the layout.
pub fn read(
    name: &str,
    language: &str,
    place: SourceSpan,
    sources: &mut Sources,
    files: &Files,
    report: &mut Report,
) -> Option<Table> {
    TableContext { name, language, place, sources, report, limit: MistakeLimit::default() }.table(files).ok()
}

impl TableContext<'_> {
    fn table(&mut self, files: &Files) -> Result<Table, Reported> {
        // The name of a sheet follows a `#`. However, a file name may also contain a `#`.
        let (path, sheet) = match self.name.rsplit_once('#') {
            Some((path, sheet)) if ending(path) == "xlsx" => (path, Some(sheet)),
            _ => (self.name, None),
        };
        let kind = ending(path);
        if !ENDINGS.contains(&kind.as_str()) {
            return Err(self.add_error(unknown_kind(path, &kind), self.place));
        }
        let bytes = files.get(path).map_err(|why| {
            let diagnostic = codes::UNREADABLE.error(format!("`{path}` cannot be read: {why}"));
            self.add_error(diagnostic.maybe_hint(why.hint(path)), self.place)
        })?;
        if kind == "xlsx" {
            return xlsx::read(self, path, sheet, &bytes);
        }
        let text = self.text(path, &bytes)?;
        let file = self.sources.add_file(path, &bytes, bytes.len() - text.len());
        match kind.as_str() {
            "json" => json::read(self, file, text),
            "tsv" => csv::read(self, file, text, Separator::Tab),
            _ => csv::read(self, file, text, Separator::of_text(text)),
        }
    }

    /// Returns the text of a UTF-8 file, without a byte order mark.
    fn text<'b>(&mut self, path: &str, bytes: &'b [u8]) -> Result<&'b str, Reported> {
        if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") || bytes.contains(&0) {
            return Err(self.add_error(not_utf8(path, "it looks like UTF-16"), self.place));
        }
        let marked = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        str::from_utf8(marked).map_err(|error| self.bad_byte(path, marked, error.valid_up_to()))
    }

    /// Reports a byte that is not UTF-8. The report shows the line with a replacement character in
    /// place of this byte.
    fn bad_byte(&mut self, path: &str, bytes: &[u8], at: usize) -> Reported {
        let byte = bytes.get(at).copied().unwrap_or_default();
        let shown = String::from_utf8_lossy(bytes).into_owned();
        let before = &shown[..at];
        let row = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        let place = SourceSpan::new(self.sources.add(path, shown), at..at + '\u{FFFD}'.len_utf8());
        let reason = format!("see line {row}, character {column} (the byte {byte:02X})");
        self.add_error(not_utf8(path, &reason), place)
    }
}

/// Returns the mistake for a file whose extension is not in [`ENDINGS`].
fn unknown_kind(path: &str, ending_found: &str) -> Diagnostic {
    let end = match ending_found {
        "" => "it has no extension".to_owned(),
        other => format!("it ends with .{other}"),
    };
    let message = format!("`{path}` is not a CSV, TSV, XLSX or JSON file: {end}");
    let workbook = path.rsplit_once(['!', ':', '[']).filter(|(path, _)| ending(path) == "xlsx");
    let hint = match workbook {
        Some((path, sheet)) => {
            format!("write the sheet after a `#`: data = \"{path}#{}\"", sheet.trim_end_matches(']'))
        }
        None if path.contains("://") => {
            "download it as .csv or .xlsx into the folder of the layout, then write data = \"cards.csv\""
                .to_owned()
        }
        None => "save it as .csv (UTF-8), .tsv, .xlsx or .json".to_owned(),
    };
    codes::BAD_DATA.error(message).hint(hint)
}

/// Returns the mistake for a file that is not UTF-8.
fn not_utf8(path: &str, reason: &str) -> Diagnostic {
    let hint = "save it as \"CSV UTF-8\" in a spreadsheet, or as UTF-8 in an editor";
    codes::UNREADABLE.error(format!("`{path}` is not UTF-8 text: {reason}")).hint(hint)
}

/// Returns the extension of a file name in lower case. Returns an empty text if there is no
/// extension.
fn ending(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    name.rsplit_once('.').map_or_else(String::new, |(_, end)| end.to_lowercase())
}
