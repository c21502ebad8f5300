//! A sheet of a workbook. Its rows become lines of text, so that a mistake can be shown in its row.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{DataRef, Dimensions, Reader, Xlsx, XlsxError};

use super::reading::{Reading, Span};
use super::table::{NAMELESS, Raw, Sheet, Table, span};
use crate::base::units::letters;
use crate::diag::near;
use crate::diag::{Place, codes};
use crate::spec::values::scalar::Scalar;

/// The most columns and rows that are read.
const MOST: (u32, u32) = (1000, 1_048_576);

/// Why a cell has no value that can be printed.
#[derive(Debug, Clone, Copy)]
struct NoValue {
    /// What the cell is.
    what: &'static str,
    hint: &'static str,
}

/// A cell that shows `#REF!` and the like.
const ERROR: NoValue = NoValue { what: "an error of the spreadsheet", hint: "mend its formula" };
/// A day or an hour is a number, and how it is shown is the spreadsheet's matter.
const DATE: NoValue = NoValue {
    what: "a date or a time",
    hint: "format the column as text, and what you see is what is printed",
};
/// A program wrote the file, and never worked its formulas out.
const FORMULA: NoValue = NoValue {
    what: "a formula without a value",
    hint: "open the file in a spreadsheet, which works it out, and save it",
};
/// Of merged cells the first alone has a value.
const MERGED: NoValue = NoValue {
    what: "merged with the cell that has the value",
    hint: "unmerge the cells, and fill in each of them",
};

/// A cell that is not empty: row and column from 0, and its value or what is wrong with it.
type Cell = (u32, u32, Result<Scalar, NoValue>);

/// Reads the sheet of this name, the first one for none.
pub(super) fn read(
    reading: &mut Reading<'_>,
    path: &str,
    sheet: Option<&str>,
    bytes: &[u8],
) -> Option<Table> {
    let mut book: Xlsx<_> = match calamine::open_workbook_from_rs(Cursor::new(bytes)) {
        Ok(book) => book,
        Err(error) => {
            let message = format!("`{path}` is not a workbook: {}", why(&error));
            let hint = "save it from the spreadsheet as .xlsx, or as \"CSV UTF-8\"";
            reading.wrong(codes::BAD_DATA, message, reading.place, Some(hint));
            return None;
        }
    };
    let names = book.sheet_names();
    let Some(name) = sheet.map_or_else(|| names.first(), |wanted| names.iter().find(|n| *n == wanted)) else {
        let wanted = sheet.unwrap_or("");
        let hint =
            near::hint(wanted, names.iter().map(String::as_str), || format!("it has: {}", names.join(", ")));
        let message = format!("`{path}` has no sheet `{wanted}`");
        reading.wrong(codes::UNKNOWN_NAME, message, reading.place, Some(&hint));
        return None;
    };
    let cells = match cells(&mut book, name) {
        Ok(cells) => cells,
        Err(what) => {
            let message = format!("the sheet `{name}` of `{path}` cannot be read: {what}");
            reading.wrong(codes::BAD_DATA, message, reading.place, None);
            return None;
        }
    };
    table(reading, path, name, cells)
}

fn cells(book: &mut Xlsx<Cursor<&[u8]>>, name: &str) -> Result<Vec<Cell>, String> {
    let mut reader = book.worksheet_cells_reader(name).map_err(|e| why(&e))?;
    let mut cells = Vec::new();
    while let Some(cell) = reader.next_cell_with_formula_metadata().map_err(|e| why(&e))? {
        let (row, column) = cell.pos;
        let value = match &cell.value {
            DataRef::Empty if cell.formula.is_some() => Err(FORMULA),
            DataRef::Empty => continue,
            DataRef::String(text) => Ok(words(text)),
            DataRef::SharedString(text) => Ok(words(text)),
            DataRef::Int(n) => Ok(Scalar::Whole(*n)),
            DataRef::Float(x) => Ok(number(*x)),
            DataRef::Bool(b) => Ok(Scalar::Flag(*b)),
            DataRef::DateTime(_) | DataRef::DateTimeIso(_) | DataRef::DurationIso(_) => Err(DATE),
            DataRef::Error(_) => Err(ERROR),
        };
        if value.as_ref().is_ok_and(|v| *v == Scalar::Text(String::new())) {
            continue;
        }
        if column >= MOST.0 || row >= MOST.1 {
            return Err(format!(
                "it has a cell at {}{}, which is too far out",
                letters(column as usize),
                row + 1
            ));
        }
        cells.push((row, column, value));
    }
    drop(reader);
    cells.sort_by_key(|(row, column, _)| (*row, *column));
    let merged = book.merge_cells_by_sheet_name(name).map_err(|e| why(&e))?;
    let merged: Vec<Cell> = merged.iter().filter_map(|area| second(area, &cells)).collect();
    if !merged.is_empty() {
        cells.extend(merged);
        cells.sort_by_key(|(row, column, _)| (*row, *column));
    }
    Ok(cells)
}

/// The second of some merged cells, where the first of them has a value and the second has none.
fn second(area: &Dimensions, cells: &[Cell]) -> Option<Cell> {
    let ((row, column), end) = (area.start, area.end);
    let next = if end.1 > column { (row, column + 1) } else { (row + 1, column) };
    let there = |at: (u32, u32)| cells.binary_search_by_key(&at, |(row, column, _)| (*row, *column)).is_ok();
    (next <= end && there((row, column)) && !there(next)).then_some((next.0, next.1, Err(MERGED)))
}

fn words(text: &str) -> Scalar {
    Scalar::Text(text.replace("\r\n", "\n").replace("_x000D_\n", "\n"))
}

/// Sheets know no whole numbers: 3.0 is 3.
fn number(x: f64) -> Scalar {
    if x.fract() == 0.0 && x.abs() < 9e15 { Scalar::Whole(x as i64) } else { Scalar::Number(x) }
}

fn table(reading: &mut Reading<'_>, path: &str, sheet: &str, cells: Vec<Cell>) -> Option<Table> {
    let Some(head) = cells.first().map(|(row, _, _)| *row) else {
        let message = format!("the sheet `{sheet}` of `{path}` is empty");
        let hint = Some("its first row names the columns, and each row below it is a piece");
        reading.wrong(codes::NOTHING, message, reading.place, hint);
        return None;
    };
    // The header says how wide the table is: one cell far out would else make every row as wide.
    let width = cells.iter().take_while(|(row, ..)| *row == head).map(|(_, column, _)| *column as usize + 1);
    let width = width.max().unwrap_or(0);
    let mut nameless: BTreeMap<u32, usize> = BTreeMap::new();
    let mut text = "\n".repeat(head as usize);
    let mut header: Vec<(String, Span)> = Vec::with_capacity(width);
    let mut values: Vec<(Scalar, Span)> = Vec::new();
    let mut rows = Vec::new();
    let mut mistakes = Vec::new();
    let mut line = head;
    let mut cells = cells.into_iter().peekable();
    while let Some(row) = cells.peek().map(|(row, _, _)| *row) {
        (line..row).for_each(|_| text.push('\n'));
        line = row;
        for column in 0..width {
            if column > 0 {
                text.push_str(" | ");
            }
            let start = text.len();
            let here = cells.next_if(|cell| (cell.0, cell.1 as usize) == (row, column));
            let value = here.map_or_else(|| Ok(Scalar::Text(String::new())), |(_, _, value)| value);
            let value = value.unwrap_or_else(|why| {
                text.push('?');
                mistakes.push((
                    format!("{sheet}!{}{} is {}", letters(column), row + 1, why.what),
                    start,
                    why.hint,
                ));
                Scalar::Text(String::new())
            });
            text.extend(value.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }));
            let at = span(start..text.len());
            match row == head {
                true => header.push((value.to_string().trim().to_owned(), at)),
                false => values.push((value, at)),
            }
        }
        while let Some((_, column, _)) = cells.next_if(|cell| cell.0 == row) {
            text.push_str(" | ");
            nameless.entry(column).or_insert(text.len());
            text.push('…');
        }
        if row != head {
            rows.push(row + 1);
        }
    }
    let file = reading.sources.add(format!("{path}#{sheet}"), text);
    for (what, at, hint) in mistakes {
        reading.wrong(codes::BAD_DATA, what, Place::new(file, at..at + 1), Some(hint));
    }
    for (column, at) in nameless {
        let message = format!("column {} has no name in the header", letters(column as usize));
        reading.wrong(codes::BAD_DATA, message, Place::new(file, at..at + '…'.len_utf8()), Some(NAMELESS));
    }
    let sheet = Some(Sheet { name: sheet.to_owned(), rows, columns: Vec::new() });
    reading.finish(Raw { file, header, cells: values, sheet })
}

fn why(error: &XlsxError) -> String {
    match error {
        XlsxError::Zip(_) | XlsxError::Io(_) => "it is not the ZIP file that an .xlsx is".to_owned(),
        XlsxError::Password => "it is protected by a password".to_owned(),
        XlsxError::FileNotFound(part) => format!("the part `{part}` is missing"),
        other => other.to_string(),
    }
}
