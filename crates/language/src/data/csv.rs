//! Reads tables whose cells are separated by commas, semicolons or tabs.
//!
//! - In: the text of a file.
//! - Out: a [`Table`], or mistakes about rows with more or fewer cells than the header.
//! - Not here: parsing numbers, except plain whole numbers.

use std::borrow::Cow;
use std::ops::Range;

use super::cell_value::value_of_cell;
use super::table::{DataCell, HeaderCell, Table, UnnamedTable, title};
use super::table_context::{EMPTY_TABLE_HINT, MAX_COLUMNS, TableContext};
use hexpress_base::diag::{Diagnostic, FileId, MistakeLimit, Reported, SourceSpan, codes};
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::units::count_with_noun;

/// The length of the longest row that a hint quotes, in bytes.
const MAX_ROW_BYTES: usize = 80;

/// The character between two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    Comma,
    Semicolon,
    Tab,
}

impl Separator {
    const ALL: [Self; 3] = [Self::Comma, Self::Semicolon, Self::Tab];

    /// Returns the separator of a text. This is the separator that occurs most often in the first line,
    /// outside of quotes.
    pub(super) fn of_text(text: &str) -> Self {
        let mut counts = [0; Self::ALL.len()];
        let mut is_quoted = false;
        for byte in text.trim_start().bytes() {
            match byte {
                b'"' => is_quoted = !is_quoted,
                b'\n' | b'\r' if !is_quoted => break,
                _ if is_quoted => {}
                _ => {
                    if let Some(index) = Self::ALL.iter().position(|sign| sign.byte() == byte) {
                        counts[index] += 1;
                    }
                }
            }
        }
        // If several separators have the same count, the one that comes first in `ALL` is used. If the
        // text has no separator, the comma is used.
        let most = Self::ALL.into_iter().zip(counts).rev().max_by_key(|(_, count)| *count);
        most.map_or(Self::Comma, |(separator, _)| separator)
    }

    fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
        }
    }

    fn sign(self) -> char {
        char::from(self.byte())
    }

    fn name(self) -> &'static str {
        match self {
            Self::Comma => "comma",
            Self::Semicolon => "semicolon",
            Self::Tab => "tab",
        }
    }
}

#[derive(Clone)]
struct Cell<'t> {
    /// The text without the quotes around it.
    text: Cow<'t, str>,
    /// The byte range in the file. It includes the quotes.
    bytes: Range<usize>,
}

/// A row with a wrong number of cells.
struct OddRow {
    /// The number of the row, counted from 1.
    row: usize,
    bytes: Range<usize>,
}

/// A mistake after which the rest of the file cannot be read.
#[derive(Debug)]
struct BadCell {
    message: &'static str,
    hint: &'static str,
    bytes: Range<usize>,
}

/// Reads a table.
///
/// # Errors
/// The table has a mistake, or has no rows.
pub(super) fn read(
    reading: &mut TableContext<'_>,
    file: FileId,
    text: &str,
    separator: Separator,
) -> Result<Table, Reported> {
    let mut records = Records { text, at: 0, separator };
    let mut header: Vec<HeaderCell> = Vec::new();
    let mut cells = Vec::new();
    let mut record = Vec::new();
    let mut odd_rows: SortedMap<usize, Vec<OddRow>> = SortedMap::new();
    // Rows are counted as in a spreadsheet. Empty rows are counted, and a line break inside a cell
    // does not begin a new row.
    let mut row = 0;
    loop {
        row += 1;
        let has_row = records.next(&mut record).map_err(|BadCell { message, hint, bytes }| {
            let diagnostic = codes::BAD_DATA.error(format!("row {row}: {message}")).hint(hint);
            reading.add_error(diagnostic, SourceSpan::new(file, bytes))
        })?;
        if !has_row {
            break;
        }
        if record.len() > MAX_COLUMNS {
            return Err(reading.too_wide());
        }
        record.iter().try_for_each(|cell| reading.check_cell(&cell.text, row))?;
        if record.iter().all(|cell| cell.text.is_empty()) {
            continue;
        }
        if header.is_empty() {
            check_bars(reading, file, &record)?;
            header = record.iter().map(header_cell).collect();
        } else if record.len() == header.len() {
            reading.check_size(cells.len() + 1, 1)?;
            cells.extend(record.iter().map(data_cell));
        } else {
            odd_rows.entry(record.len()).or_default().push(OddRow { row, bytes: bytes_of_row(&record) });
        }
    }
    if cells.is_empty() {
        check_title(reading, file, &header, &odd_rows)?;
    }
    for (count, rows) in odd_rows {
        let cells = count_with_noun(count, "cell");
        for (odd, more) in MistakeLimit::first_of(&rows) {
            let message = format!("row {} has {cells}, but the header has {}", odd.row, header.len());
            let typed = text.get(odd.bytes.clone()).unwrap_or_default();
            let hint = odd_row_hint(count, typed, separator, &header);
            let diagnostic = codes::BAD_DATA.error(message).hint(hint).cause(cells.as_str(), "");
            reading.add_error(
                Diagnostic { unlisted_count: more, ..diagnostic },
                SourceSpan::new(file, odd.bytes.clone()),
            );
        }
    }
    if header.is_empty() {
        return Err(reading.empty(&format!("`{}`", reading.name), EMPTY_TABLE_HINT));
    }
    reading.finish(UnnamedTable { file, header, cells, sheet: None })
}

fn header_cell(cell: &Cell<'_>) -> HeaderCell {
    HeaderCell { name: cell.text.trim().to_owned(), span: cell.bytes.clone().into() }
}

fn data_cell(cell: &Cell<'_>) -> DataCell {
    DataCell { value: value_of_cell(&cell.text), span: cell.bytes.clone().into() }
}

fn bytes_of_row(record: &[Cell<'_>]) -> Range<usize> {
    record.first().map_or(0, |cell| cell.bytes.start)..record.last().map_or(0, |cell| cell.bytes.end)
}

/// If the first row has only one cell and other rows have several cells, reports that the first row
/// is a title.
fn check_title(
    reading: &mut TableContext<'_>,
    file: FileId,
    header: &[HeaderCell],
    odd_rows: &SortedMap<usize, Vec<OddRow>>,
) -> Result<(), Reported> {
    match header {
        [only] if odd_rows.keys().any(|count| *count > 1) && !only.name.starts_with('#') => {
            Err(reading.add_error(title(&only.name), only.span.place(file)))
        }
        _ => Ok(()),
    }
}

/// Reports a header whose names are separated by `|`, as in Markdown.
fn check_bars(reading: &mut TableContext<'_>, file: FileId, record: &[Cell<'_>]) -> Result<(), Reported> {
    let [cell] = record else { return Ok(()) };
    if !cell.text.contains('|') {
        return Ok(());
    }
    let names: Vec<&str> = cell.text.trim().trim_matches('|').split('|').map(str::trim).collect();
    let diagnostic = codes::BAD_DATA.error("`|` does not separate cells in a CSV file");
    let hint = format!("separate them with commas: {}", names.join(","));
    Err(reading.add_error(diagnostic.hint(hint), SourceSpan::new(file, cell.bytes.clone())))
}

/// Returns the hint for a row with more or fewer cells than the header.
fn odd_row_hint(count: usize, row: &str, separator: Separator, header: &[HeaderCell]) -> String {
    let lines = [header.first().map_or("", |cell| cell.name.as_str()), row];
    if lines.iter().any(|line| line.starts_with('#')) {
        return "delete the lines that begin with `#`: a table cannot have comments".to_owned();
    }
    if lines.iter().any(|line| line.contains(['“', '”', '„'])) {
        return "type straight quotes, \"…\", instead of curly ones".to_owned();
    }
    if let Some(hint) = other_separator_hint(row, separator, header.len()) {
        return hint;
    }
    if count == 1 && header.len() > 2 {
        return "if this row is the title of a section, delete it: every row of a table is a piece"
            .to_owned();
    }
    let name = separator.name();
    format!("if a cell contains a {name}, put quotes around the cell; for each missing cell, add a {name}")
}

/// Returns the hint for a row that uses another separator than the header. Returns `None` if no other
/// separator splits the row into `width` cells.
fn other_separator_hint(row: &str, separator: Separator, width: usize) -> Option<String> {
    let other = Separator::ALL
        .into_iter()
        .find(|other| *other != separator && row.split(other.sign()).count() == width)?;
    let cells: Vec<String> = row
        .split(other.sign())
        .map(|cell| match cell.contains(separator.sign()) && !cell.contains('"') {
            true => format!("\"{cell}\""),
            false => cell.to_owned(),
        })
        .collect();
    let right = cells.join(&separator.sign().to_string());
    let advice = format!("separate the cells with {}s, as in the header", separator.name());
    Some(if right.len() <= MAX_ROW_BYTES { format!("{advice}: {right}") } else { advice })
}

struct Records<'t> {
    text: &'t str,
    /// The offset of the byte that is read next.
    at: usize,
    separator: Separator,
}

impl<'t> Records<'t> {
    /// Reads the next row into `record`. Returns false at the end of the text.
    ///
    /// Stops after one cell more than [`MAX_COLUMNS`]. The caller can then report that there are too
    /// many columns.
    fn next(&mut self, record: &mut Vec<Cell<'t>>) -> Result<bool, BadCell> {
        record.clear();
        if self.at >= self.text.len() {
            return Ok(false);
        }
        loop {
            record.push(self.cell()?);
            let rest = &self.text.as_bytes()[self.at..];
            self.at += if rest.starts_with(b"\r\n") { 2 } else { rest.len().min(1) };
            if rest.first() != Some(&self.separator.byte()) || record.len() > MAX_COLUMNS {
                return Ok(true);
            }
        }
    }

    /// Returns whether a byte ends a cell that is not in quotes.
    fn ends_cell(&self, byte: u8) -> bool {
        byte == self.separator.byte() || byte == b'\n' || byte == b'\r'
    }

    /// Returns the index of the first byte at or after `start` that is not a space or tab. A tab that
    /// separates cells is not skipped.
    fn skip_blanks(&self, start: usize) -> usize {
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        let separator = self.separator.byte();
        start + rest.iter().take_while(|byte| b" \t".contains(byte) && **byte != separator).count()
    }

    /// Reads the next cell, up to its separator or the end of its line.
    fn cell(&mut self) -> Result<Cell<'t>, BadCell> {
        let start = self.skip_blanks(self.at);
        let rest = self.text.as_bytes().get(start..).unwrap_or_default();
        if rest.first() == Some(&b'"') {
            return self.quoted_cell(start);
        }
        let length = rest.iter().position(|byte| self.ends_cell(*byte)).unwrap_or(rest.len());
        self.at = start + length;
        let text = self.text[start..self.at].trim_end();
        Ok(Cell { text: Cow::Borrowed(text), bytes: start..start + text.len() })
    }

    /// Reads a cell in quotes. The opening quote is at `start`. A quote inside the cell is written
    /// twice.
    fn quoted_cell(&mut self, start: usize) -> Result<Cell<'t>, BadCell> {
        let bytes = self.text.as_bytes();
        let mut end = start + 1;
        let mut has_quotes = false;
        loop {
            let Some(length) = bytes[end..].iter().position(|byte| *byte == b'"') else {
                let line_end = self.text[start..].find('\n').map_or(bytes.len(), |length| start + length);
                return Err(BadCell {
                    message: "this cell has no closing quote",
                    hint: "type \" at the end of the cell",
                    bytes: start..line_end,
                });
            };
            end += length + 1;
            if bytes.get(end) != Some(&b'"') {
                break;
            }
            has_quotes = true;
            end += 1;
        }
        let inside = &self.text[start + 1..end - 1];
        self.at = self.skip_blanks(end);
        if bytes.get(self.at).is_some_and(|byte| !self.ends_cell(*byte)) {
            return Err(text_after_quotes(inside, start..end));
        }
        let mut text = Cow::Borrowed(inside);
        if has_quotes {
            text = text.replace("\"\"", "\"").into();
        }
        if text.contains('\r') {
            text = text.replace("\r\n", "\n").replace('\r', "\n").into();
        }
        Ok(Cell { text, bytes: start..end })
    }
}

/// Returns the mistake for a cell that has text after its closing quote.
///
/// If the cell extends over several lines, its own closing quote is probably missing. If the cell is on
/// one line, its text probably contains quotes that are not doubled.
fn text_after_quotes(inside: &str, bytes: Range<usize>) -> BadCell {
    match inside.find(['\n', '\r']) {
        Some(length) => BadCell {
            message: "this cell has no closing quote in its own row",
            hint: "type \" at the end of the cell",
            bytes: bytes.start..bytes.start + 1 + length,
        },
        None => BadCell {
            message: "text follows the closing quote of a cell",
            hint: "delete the text after the closing quote; if the quote is part of the cell, type it twice: \"\"",
            bytes,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        let mut records = Records { text, at: 0, separator: Separator::of_text(text) };
        let mut rows = Vec::new();
        let mut record = Vec::new();
        while records.next(&mut record).unwrap() {
            for Cell { text: cell, bytes } in &record {
                assert!(
                    text[bytes.clone()].contains(cell.lines().next().unwrap_or("")) || cell.contains('"')
                );
            }
            rows.push(record.iter().map(|cell| cell.text.to_string()).collect());
        }
        rows
    }

    #[test]
    fn cells_as_spreadsheets_write_them() {
        assert_eq!(rows("a,b\n1,2\n"), [["a", "b"], ["1", "2"]]);
        assert_eq!(rows("a;b\r\n1,5;2"), [["a", "b"], ["1,5", "2"]]);
        assert_eq!(rows("a\tb\r1\t\r"), [["a", "b"], ["1", ""]]);
        assert_eq!(
            rows("\"a,x\", b \n \"say \"\"no\"\"\" ,\"one\r\ntwo\""),
            [["a,x", "b"], ["say \"no\"", "one\ntwo"]]
        );
        assert_eq!(rows("a\n\n5\" gun\n"), [["a"], [""], ["5\" gun"]]);
        assert_eq!(rows(""), Vec::<Vec<String>>::new());
    }
}
