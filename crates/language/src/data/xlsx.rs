//! A sheet of a workbook. Its rows become lines of text, so that a mistake can be shown in its row.

use super::reading::{HEADER, LONGEST_CELL, Reading, Span};
use super::table::{NAMELESS, Raw, Table, Worksheet, span, title};
use super::workbook::{Cell, Merged, NoValue, Position, Workbook};
use crate::base::map::Map;
use crate::base::units::letters;
use crate::diag::{Place, Reported, codes, near};
use crate::spec::values::scalar::Scalar;

/// The most columns that are read.
const MOST_COLUMNS: u32 = 1000;
/// The most rows that are read.
const MOST_ROWS: u32 = 1_048_576;

/// The most bytes of the texts of a sheet: cells may share a long text.
const MOST_BYTES: usize = 64 << 20;

/// Of merged cells the first alone has a value.
const MERGED: NoValue = NoValue {
    what: "merged with the cell that has the value",
    hint: "unmerge the cells, and fill in each of them",
};

/// Reads the sheet of this name, the first one for none.
pub(super) fn read(
    reading: &mut Reading<'_>,
    path: &str,
    sheet: Option<&str>,
    bytes: &[u8],
) -> Result<Table, Reported> {
    let place = reading.place;
    let book = Workbook::open(bytes).map_err(|why| {
        let hint = "save it from the spreadsheet as .xlsx, or as \"CSV UTF-8\"";
        reading.wrong(codes::BAD_DATA.error(format!("`{path}` is not a workbook: {why}")).hint(hint), place)
    })?;
    let names = book.names();
    let found = sheet.map_or_else(|| names.first(), |wanted| names.iter().find(|name| **name == wanted));
    let name = found.ok_or_else(|| {
        let wanted = sheet.unwrap_or("");
        let message = format!("`{path}` has no sheet `{wanted}`");
        let hint = near::among(wanted, &names, "it has:");
        reading.wrong(codes::UNKNOWN_NAME.error(message).hint(hint), place)
    })?;
    let others = names.iter().filter(|other| sheet.is_none() && *other != name);
    let (shown, mut others): (Vec<&str>, Vec<&str>) = others.partition(|other| !book.is_hidden(other));
    others.splice(0..0, shown);
    let own = Worksheet {
        name: (*name).to_owned(),
        is_hidden: sheet.is_none() && book.is_hidden(name),
        others: others.into_iter().map(str::to_owned).collect(),
        ..Worksheet::default()
    };
    let (cells, hidden) = cells(&book, name).map_err(|what| {
        let message = format!("the sheet `{name}` of `{path}` cannot be read: {what}");
        reading.wrong(codes::BAD_DATA.error(message), place)
    })?;
    table(reading, path, Worksheet { hidden, ..own }, cells)
}

/// The cells of a sheet, and the rows that the spreadsheet does not show.
fn cells(book: &Workbook<'_>, name: &str) -> Result<(Vec<Cell>, Vec<u32>), String> {
    let found = book.cells(name)?;
    let mut cells = found.cells;
    cells.retain(|cell| !matches!(&cell.value, Ok(Scalar::Text(text)) if text.is_empty()));
    if let Some((row, column)) =
        cells.iter().map(|cell| cell.at).find(|at| at.1 >= MOST_COLUMNS || at.0 >= MOST_ROWS)
    {
        let at = format!("{}{}", letters(column as usize), row + 1);
        return Err(format!(
            "it has a cell at {at}, and {MOST_COLUMNS} columns and {MOST_ROWS} rows are read"
        ));
    }
    let is_long = |cell: &&Cell| matches!(&cell.value, Ok(Scalar::Text(text)) if text.len() > LONGEST_CELL);
    if let Some(Cell { at: (row, column), .. }) = cells.iter().find(is_long) {
        let at = format!("{}{}", letters(*column as usize), row + 1);
        return Err(format!("its cell {at} has more than 32,767 characters"));
    }
    cells.sort_by_key(|cell| cell.at);
    let merged: Vec<Cell> = found.merged.iter().filter_map(|area| second(area, &cells)).collect();
    cells.extend(merged);
    cells.sort_by_key(|cell| cell.at);
    Ok((cells, found.hidden))
}

/// The second of some merged cells, where the first of them has a value and the second has none.
fn second(area: &Merged, cells: &[Cell]) -> Option<Cell> {
    let (row, column) = area.first;
    let next = if area.last.1 > column { (row, column + 1) } else { (row + 1, column) };
    let there = |at: Position| cells.binary_search_by_key(&at, |cell| cell.at).is_ok();
    (next <= area.last && there(area.first) && !there(next)).then_some(Cell { at: next, value: Err(MERGED) })
}

fn table(reading: &mut Reading<'_>, path: &str, own: Worksheet, cells: Vec<Cell>) -> Result<Table, Reported> {
    let sheet = own.name.as_str();
    let Some(head) = cells.first().map(|cell| cell.at.0) else {
        return Err(reading.empty(&format!("the sheet `{sheet}` of `{path}`"), HEADER));
    };
    // The header says how wide the table is: one cell far out would else make every row as wide.
    let width = cells.iter().take_while(|cell| cell.at.0 == head).map(|cell| cell.at.1 as usize + 1);
    let width = width.max().unwrap_or(0);
    let rows = cells.chunk_by(|one, next| one.at.0 == next.at.0).count();
    reading.room(rows, width)?;
    let mut nameless: Map<u32, usize> = Map::new();
    let mut text = "\n".repeat(head as usize);
    let mut header: Vec<(String, Span)> = Vec::with_capacity(width);
    let mut values: Vec<(Scalar, Span)> = Vec::new();
    let mut rows = Vec::new();
    let mut mistakes = Vec::new();
    let mut line = head;
    let mut cells = cells.into_iter().peekable();
    while let Some(row) = cells.peek().map(|cell| cell.at.0) {
        reading.room(values.len() + 1, 1)?;
        (line..row).for_each(|_| text.push('\n'));
        line = row;
        for column in 0..width {
            if column > 0 {
                text.push_str(" | ");
            }
            let start = text.len();
            let here = cells.next_if(|cell| (cell.at.0, cell.at.1 as usize) == (row, column));
            let value = here.map_or_else(|| Ok(Scalar::empty().clone()), |cell| cell.value);
            let value = value.unwrap_or_else(|why| {
                text.push('?');
                let (column, row) = (letters(column), row + 1);
                let message = format!("{sheet}!{column}{row} is {}", why.what);
                let wrong = codes::BAD_DATA.error(message).hint(why.hint);
                mistakes
                    .push((wrong.cause(format!("{column} {}", why.what), format!("{column}{row}")), start));
                Scalar::empty().clone()
            });
            text.extend(value.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }));
            if text.len() > MOST_BYTES {
                let message =
                    format!("the texts of the sheet `{sheet}` come to more than {} MiB", MOST_BYTES >> 20);
                let hint = "take several files, each for pieces of its own";
                return Err(reading.wrong(codes::BAD_DATA.error(message).hint(hint), reading.place));
            }
            let at = span(start..text.len());
            match row == head {
                true => header.push((value.to_string().trim().to_owned(), at)),
                false => values.push((value, at)),
            }
        }
        while let Some(cell) = cells.next_if(|cell| cell.at.0 == row) {
            text.push_str(" | ");
            nameless.entry(cell.at.1).or_insert(text.len());
            text.push('…');
        }
        if row != head {
            rows.push(row + 1);
        }
    }
    let file = reading.sources.add(format!("{path}#{sheet}"), text);
    for (wrong, at) in mistakes {
        // They are shown as one for each column, so that more than a few can be counted.
        reading.few.more();
        reading.report.push(wrong.at(Place::new(file, at..at + 1)));
    }
    if header.len() == 1 && nameless.len() > 1 {
        let place = Place::new(file, header[0].1.0 as usize..header[0].1.1 as usize);
        return Err(reading.wrong(title(&header[0].0), place));
    }
    for (column, at) in nameless {
        let message = format!("column {} has no name in the header", letters(column as usize));
        let place = Place::new(file, at..at + '…'.len_utf8());
        reading.wrong(codes::BAD_DATA.error(message).hint(NAMELESS), place);
    }
    reading.finish(Raw { file, header, cells: values, sheet: Some(Worksheet { rows, ..own }) })
}
