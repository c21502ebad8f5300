//! Cells between commas, semicolons or tabs.

use crate::base::map::Map;
use crate::base::units::several;
use std::borrow::Cow;
use std::ops::Range;

use super::reading::{HEADER, MOST_COLUMNS, Reading};
use super::table::{Raw, Table, scalar, span, title};
use crate::diag::{Diagnostic, FileId, Place, Reported, codes};

/// One cell: what it says, and its bytes.
type Cell<'t> = (Cow<'t, str>, Range<usize>);

/// The first row with a number of cells that the header does not have, and how many more have as many.
struct Odd {
    row: usize,
    at: Range<usize>,
    more: usize,
}

fn quotes(sign: &str) -> String {
    format!("a cell with a {sign} in it stands in quotes, and an empty cell needs its {sign}")
}

/// Reads a table; `tabs` where nothing but tabs parts its cells.
pub(super) fn read(
    reading: &mut Reading<'_>,
    file: FileId,
    text: &str,
    tabs: bool,
) -> Result<Table, Reported> {
    let separator = if tabs { b'\t' } else { separator(text) };
    let mut records = Records { text, at: 0, separator };
    let mut header: Vec<(String, (u32, u32))> = Vec::new();
    let mut cells = Vec::new();
    let mut record = Vec::new();
    let mut odd = Map::new();
    // As a spreadsheet counts them: empty ones count, and a cell of two lines stands in one row.
    let mut row = 0;
    loop {
        row += 1;
        let more = records.next(&mut record).map_err(|(what, at)| {
            let wrong = codes::BAD_DATA.error(format!("row {row}: {what}"));
            reading.wrong(wrong, Place::new(file, at))
        })?;
        if !more {
            break;
        }
        if record.len() > MOST_COLUMNS {
            return Err(reading.too_wide());
        }
        record.iter().try_for_each(|(text, _)| reading.check_cell(text, row))?;
        if record.iter().all(|(text, _)| text.is_empty()) {
            continue;
        }
        if header.is_empty() && record.len() == 1 && record.iter().any(|(text, _)| text.contains('|')) {
            let (names, at) = record.first().cloned().unwrap_or_default();
            let names: Vec<&str> = names.trim().trim_matches('|').split('|').map(str::trim).collect();
            let wrong = codes::BAD_DATA.error("cells of a table are separated by commas, not by `|`");
            let hint = format!("write commas: {}", names.join(","));
            return Err(reading.wrong(wrong.hint(hint), Place::new(file, at)));
        }
        if header.is_empty() {
            header = record.iter().map(|(text, at)| (text.trim().to_owned(), span(at.clone()))).collect();
        } else if record.len() == header.len() {
            reading.room(cells.len() + 1, 1)?;
            cells.extend(record.iter().map(|(text, at)| (scalar(text), span(at.clone()))));
        } else {
            let at = record.first().map_or(0, |(_, at)| at.start)..record.last().map_or(0, |(_, at)| at.end);
            odd.entry(record.len()).and_modify(|first: &mut Odd| first.more += 1).or_insert(Odd {
                row,
                at,
                more: 0,
            });
        }
    }
    if let ([(only, at)], true) = (header.as_slice(), cells.is_empty())
        && odd.keys().any(|cells| *cells > 1)
        && !only.starts_with('#')
    {
        return Err(reading.wrong(title(only), Place { file, start: at.0, end: at.1 }));
    }
    for (own, Odd { row, at, more }) in odd {
        let cells = several(own, "cell");
        let message = format!("row {row} has {cells}, and the header has {}", header.len());
        let remark = [header.first().map_or("", |(first, _)| first), &text[at.clone()]];
        let other = other_separator(&text[at.clone()], separator, header.len());
        let hint = match separator {
            _ if remark.iter().any(|line| line.starts_with('#')) => {
                "a table has no remarks: take away the lines that begin with #".to_owned()
            }
            _ if remark.iter().any(|line| line.contains(['“', '”', '„'])) => {
                "curly quotes hold no cell together: type straight ones, \"…\"".to_owned()
            }
            _ if other.is_some() => other.unwrap_or_default(),
            _ if own == 1 && header.len() > 2 => {
                "if it is the title of a section, take the row out: every row of a table is a piece"
                    .to_owned()
            }
            b'\t' => quotes("tab"),
            b';' => quotes("semicolon"),
            _ => quotes("comma"),
        };
        let wrong = codes::BAD_DATA.error(message).hint(hint);
        reading.wrong(Diagnostic { more, ..wrong }, Place::new(file, at));
    }
    if header.is_empty() {
        return Err(reading.empty(&format!("`{}`", reading.name), HEADER));
    }
    reading.finish(Raw { file, header, cells, sheet: None })
}

/// Returns what to write for a row whose cells are parted by another sign than the names in the header.
fn other_separator(row: &str, separator: u8, wanted: usize) -> Option<String> {
    const SIGNS: [(char, &str); 3] = [(',', "commas"), (';', "semicolons"), ('\t', "tabs")];
    let own = SIGNS.iter().find(|(sign, _)| *sign == char::from(separator))?;
    let (other, name) =
        SIGNS.iter().find(|(sign, _)| sign != &own.0 && row.split(*sign).count() == wanted)?;
    let cells = row.split(*other).map(|cell| match cell.contains(own.0) && !cell.contains('"') {
        true => format!("\"{cell}\""),
        false => cell.to_owned(),
    });
    let row = cells.collect::<Vec<_>>().join(&own.0.to_string());
    let header = format!("this row has {name} between its cells, and the header has {}", own.1);
    Some(if row.len() <= LONGEST_ROW { format!("{header}: write {row}") } else { header })
}

/// The longest row that a hint writes.
const LONGEST_ROW: usize = 80;

/// The sign that parts the names in the header: the one that stands there most often outside quotes.
fn separator(text: &str) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut quoted = false;
    for byte in text.trim_start().bytes() {
        match byte {
            b'"' => quoted = !quoted,
            b'\n' | b'\r' if !quoted => break,
            _ if quoted => {}
            _ => counts.iter_mut().filter(|(sign, _)| *sign == byte).for_each(|(_, count)| *count += 1),
        }
    }
    // The first of those that stand there equally often: a comma where there is none at all.
    counts.iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(sign, _)| *sign)
}

/// Rows of cells, one after the other.
struct Records<'t> {
    text: &'t str,
    at: usize,
    separator: u8,
}

impl<'t> Records<'t> {
    /// The next row, as far as tables are wide; false where there is none.
    fn next(&mut self, record: &mut Vec<Cell<'t>>) -> Result<bool, (String, Range<usize>)> {
        record.clear();
        if self.at >= self.text.len() {
            return Ok(false);
        }
        loop {
            record.push(self.cell()?);
            let ends = &self.text.as_bytes()[self.at..];
            self.at += if ends.starts_with(b"\r\n") { 2 } else { ends.len().min(1) };
            if ends.first() != Some(&self.separator) || record.len() > MOST_COLUMNS {
                return Ok(true);
            }
        }
    }

    /// The next cell; afterwards the reader stands before what ends it.
    fn cell(&mut self) -> Result<Cell<'t>, (String, Range<usize>)> {
        let bytes = self.text.as_bytes();
        let ends = |b: u8| b == self.separator || b == b'\n' || b == b'\r';
        let blank = |b: u8| (b == b' ' || b == b'\t') && b != self.separator;
        let skip = |mut at: usize| {
            while bytes.get(at).is_some_and(|b| blank(*b)) {
                at += 1;
            }
            at
        };
        let start = skip(self.at);
        if bytes.get(start) != Some(&b'"') {
            let length = bytes[start..].iter().position(|b| ends(*b)).unwrap_or(bytes.len() - start);
            self.at = start + length;
            let text = self.text[start..self.at].trim_end();
            return Ok((Cow::Borrowed(text), start..start + text.len()));
        }
        let mut at = start + 1;
        let mut doubled = false;
        loop {
            let Some(length) = bytes[at..].iter().position(|b| *b == b'"') else {
                let line = self.text[start..].find('\n').map_or(bytes.len(), |n| start + n);
                return Err(("these quotes are never closed".to_owned(), start..line));
            };
            at += length + 1;
            if bytes.get(at) != Some(&b'"') {
                break;
            }
            doubled = true;
            at += 1;
        }
        let text = &self.text[start + 1..at - 1];
        self.at = skip(at);
        if bytes.get(self.at).is_some_and(|b| !ends(*b)) {
            // A cell over several lines is likelier to lack its end than to have quotes in it.
            let first = text.find(['\n', '\r']).map(|end| start + 1 + end);
            let what = match first {
                Some(_) => "the quotes of this cell are closed in a row below: type \" at its end",
                None => "more text follows the closing quotes; quotes inside a cell are doubled: \"\"",
            };
            return Err((what.to_owned(), start..first.unwrap_or(at)));
        }
        let mut text = Cow::Borrowed(text);
        if doubled {
            text = text.replace("\"\"", "\"").into();
        }
        if text.contains('\r') {
            text = text.replace("\r\n", "\n").replace('\r', "\n").into();
        }
        Ok((text, start..at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<Vec<String>> {
        let mut records = Records { text, at: 0, separator: separator(text) };
        let mut rows = Vec::new();
        let mut record = Vec::new();
        while records.next(&mut record).unwrap() {
            for (cell, at) in &record {
                assert!(text[at.clone()].contains(cell.lines().next().unwrap_or("")) || cell.contains('"'));
            }
            rows.push(record.iter().map(|(text, _)| text.to_string()).collect());
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
