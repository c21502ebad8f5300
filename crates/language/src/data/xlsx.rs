//! Reads a table from a sheet of a workbook.
//!
//! - In: the bytes of an `.xlsx` file, and the name of a sheet.
//! - Out: a [`Table`]. Each row is also written as a line of text, so that a mistake can show the
//!   line.
//! - Not here: parsing the workbook.

use super::table::{DataCell, HeaderCell, NAMELESS, Table, UnnamedTable, Worksheet, title};
use super::table_context::{EMPTY_TABLE_HINT, MAX_CELL_BYTES, Span, TableContext};
use super::workbook::{Cell, Merged, NoValue, Position, Workbook};
use crate::values::scalar::Scalar;
use hexpress_base::diag::{Diagnostic, Reported, SourceSpan, codes, near};
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::units::column_letters;

/// The largest number of columns that are read.
const MAX_COLUMNS: u32 = 1000;

/// The largest number of rows that are read. Spreadsheets have the same limit.
const MAX_ROWS: u32 = 1_048_576;

/// The largest total size of the texts of a sheet, in bytes. Even a small file may exceed this limit,
/// because many cells may refer to the same long text.
const MAX_BYTES: usize = 64 << 20;

/// The text between two cells in a line.
const BETWEEN_CELLS: &str = " | ";

/// The error for a cell that is merged with another one. Only the first of the merged cells has a
/// value.
const MERGED_CELL: NoValue = NoValue {
    what: "merged with the cell that has the value",
    hint: "unmerge the cells, then fill in each of them",
};

/// Reads the sheet with this name, or the first sheet if the layout does not name one.
///
/// # Errors
/// The file is not a workbook, or its table has a mistake or no rows.
pub(super) fn read(
    reading: &mut TableContext<'_>,
    path: &str,
    sheet_name: Option<&str>,
    bytes: &[u8],
) -> Result<Table, Reported> {
    let place = reading.place;
    let book = Workbook::open(bytes, reading.language).map_err(|why| {
        let hint = match why.ends_with("password") {
            true => "open it in a spreadsheet, then save it without a password",
            false => "open it in a spreadsheet, then save it as .xlsx or \"CSV UTF-8\"",
        };
        let message = format!("`{path}` cannot be read as a workbook: {why}");
        reading.add_error(codes::BAD_DATA.error(message).hint(hint), place)
    })?;
    let names = book.names();
    let name = match sheet_name {
        Some(wanted) => names.iter().find(|name| **name == wanted),
        None => names.first(),
    };
    let Some(name) = name else {
        let wanted = sheet_name.unwrap_or_default();
        let message = format!("`{path}` has no sheet `{wanted}`");
        let hint = near::among(wanted, &names, "choose one of:");
        return Err(reading.add_error(codes::UNKNOWN_NAME.error(message).hint(hint), place));
    };
    let mut others: Vec<&str> = names.iter().copied().filter(|other| other != name).collect();
    others.sort_by_key(|other| book.is_hidden(other));
    if sheet_name.is_some() {
        others.clear();
    }
    let contents = SheetCells::of_sheet(&book, name).map_err(|what| {
        let message = format!("the sheet `{name}` of `{path}` cannot be read: {what}");
        reading.add_error(codes::BAD_DATA.error(message), place)
    })?;
    let sheet = Worksheet {
        name: (*name).to_owned(),
        is_hidden: sheet_name.is_none() && book.is_hidden(name),
        others: others.into_iter().map(str::to_owned).collect(),
        hidden: contents.hidden,
        ..Worksheet::default()
    };
    table(reading, path, sheet, contents.cells)
}

/// The non-empty cells of a sheet.
struct SheetCells {
    /// The cells, ordered by position.
    cells: Vec<Cell>,
    /// The indices of the hidden rows, counted from 0, in ascending order.
    hidden: Vec<u32>,
}

impl SheetCells {
    fn of_sheet(book: &Workbook<'_>, name: &str) -> Result<Self, String> {
        let contents = book.cells(name)?;
        let mut cells = contents.cells;
        cells.retain(|cell| !matches!(&cell.value, Ok(Scalar::Text(text)) if text.is_empty()));
        let mut positions = cells.iter().map(|cell| cell.position);
        if let Some(position) = positions.find(|at| is_beyond(*at)) {
            return Err(format!(
                "it has a cell at {position}; the limits are {MAX_COLUMNS} columns and {MAX_ROWS} rows"
            ));
        }
        if let Some(cell) = cells.iter().find(|cell| is_too_long(cell)) {
            return Err(format!("its cell {} has more than 32,767 characters", cell.position));
        }
        cells.sort_by_key(|cell| cell.position);
        let merged: Vec<Cell> =
            contents.merged.iter().filter_map(|area| second_of_merged(area, &cells)).collect();
        cells.extend(merged);
        cells.sort_by_key(|cell| cell.position);
        Ok(Self { cells, hidden: contents.hidden })
    }
}

/// Returns whether a cell is outside of the columns and rows that hexpress reads.
fn is_beyond(Position { row, column }: Position) -> bool {
    column >= MAX_COLUMNS || row >= MAX_ROWS
}

fn is_too_long(cell: &Cell) -> bool {
    matches!(&cell.value, Ok(Scalar::Text(text)) if text.len() > MAX_CELL_BYTES)
}

/// Returns the second cell of a merged area, with the error [`MERGED_CELL`] instead of a value. The
/// other cells of the area get no error, so that each area is reported once.
///
/// Returns `None` if the first cell of the area has no value, or if the second cell has a value.
fn second_of_merged(area: &Merged, cells: &[Cell]) -> Option<Cell> {
    let first = area.first;
    let second = match area.last.column > first.column {
        true => Position { column: first.column + 1, ..first },
        false => Position { row: first.row + 1, ..first },
    };
    (second <= area.last && has_cell(cells, first) && !has_cell(cells, second)).then_some(Cell {
        position: second,
        value: Err(MERGED_CELL),
        is_shown_by_system: false,
    })
}

fn has_cell(cells: &[Cell], position: Position) -> bool {
    cells.binary_search_by_key(&position, |cell| cell.position).is_ok()
}

/// A mistake that was found in a cell of a sheet.
struct CellMistake {
    wrong: Diagnostic,
    /// The byte offset of the cell in the text of the table.
    at: usize,
}

/// A table in the form of text, with a line for each row of the sheet.
struct Lines<'s> {
    sheet: &'s str,
    /// The index of the header's row, counted from 0.
    header_row: u32,
    /// The index of the row that was written last, counted from 0.
    row: u32,
    text: String,
    header: Vec<HeaderCell>,
    values: Vec<DataCell>,
    /// The number of each row below the header, counted from 1 in the sheet.
    rows: Vec<u32>,
    /// The columns that have cells but no name in the header. Maps the index of each such column to the
    /// byte offset of its first cell.
    nameless: SortedMap<u32, usize>,
    mistakes: Vec<CellMistake>,
    /// The places of cells whose dates look different on different computers. Each place is a byte
    /// offset in `text`. The offsets are in ascending order.
    shown_by_system: Vec<u32>,
}

impl<'s> Lines<'s> {
    fn new(sheet: &'s str, header_row: u32) -> Self {
        Self {
            sheet,
            header_row,
            row: header_row,
            text: "\n".repeat(header_row as usize),
            header: Vec::new(),
            values: Vec::new(),
            rows: Vec::new(),
            nameless: SortedMap::new(),
            mistakes: Vec::new(),
            shown_by_system: Vec::new(),
        }
    }

    /// Begins the line of a row. Skipped rows become empty lines, so that a line has the same number as
    /// its row.
    fn begin_row(&mut self, row: u32) {
        (self.row..row).for_each(|_| self.text.push('\n'));
        self.row = row;
        if row != self.header_row {
            self.rows.push(row + 1);
        }
    }

    /// Adds the next cell of a row. `cell` is `None` if this cell is empty.
    fn add_cell(&mut self, column: usize, cell: Option<Cell>) {
        if column > 0 {
            self.text.push_str(BETWEEN_CELLS);
        }
        let start = self.text.len();
        if cell.as_ref().is_some_and(|cell| cell.is_shown_by_system) {
            self.shown_by_system.push(Span::from(start..start).start);
        }
        let value = match cell.map(|cell| cell.value) {
            Some(Ok(value)) => value,
            Some(Err(why)) => {
                self.text.push('?');
                let diagnostic = no_value(why, self.sheet, self.row, column);
                self.mistakes.push(CellMistake { wrong: diagnostic, at: start });
                Scalar::empty().clone()
            }
            None => Scalar::empty().clone(),
        };
        let typed = value.to_string();
        self.text.extend(typed.chars().map(|c| if c.is_control() { ' ' } else { c }));
        let span = Span::from(start..self.text.len());
        match self.row == self.header_row {
            true => self.header.push(HeaderCell { name: typed.trim().to_owned(), span }),
            false => self.values.push(DataCell { value, span }),
        }
    }

    /// Adds `…` in place of a cell whose column has no name.
    fn add_nameless(&mut self, cell: &Cell) {
        self.text.push_str(BETWEEN_CELLS);
        self.nameless.entry(cell.position.column).or_insert(self.text.len());
        self.text.push('…');
    }

    /// Reports the mistakes in cells, and makes a table from the lines.
    fn finish(self, reading: &mut TableContext<'_>, path: &str, sheet: Worksheet) -> Result<Table, Reported> {
        let file = reading.sources.add(format!("{path}#{}", self.sheet), self.text);
        for CellMistake { wrong: diagnostic, at } in self.mistakes {
            // Mistakes in cells are reported even after the limit, because the report joins all mistakes
            // of a column into one. They still count towards the limit.
            reading.limit.count();
            reading.report.push(diagnostic.at(SourceSpan::new(file, at..at + 1)));
        }
        if let [only] = self.header.as_slice()
            && self.nameless.len() > 1
        {
            return Err(reading.add_error(title(&only.name), only.span.place(file)));
        }
        for (column, at) in self.nameless {
            let message = format!("column {} has no name in the header", column_letters(column as usize));
            let place = SourceSpan::new(file, at..at + '…'.len_utf8());
            reading.add_error(codes::BAD_DATA.error(message).hint(NAMELESS), place);
        }
        let sheet = Some(Worksheet { rows: self.rows, shown_by_system: self.shown_by_system, ..sheet });
        reading.finish(UnnamedTable { file, header: self.header, cells: self.values, sheet })
    }
}

fn table(
    reading: &mut TableContext<'_>,
    path: &str,
    worksheet: Worksheet,
    cells: Vec<Cell>,
) -> Result<Table, Reported> {
    let sheet = worksheet.name.clone();
    let Some(header_row) = cells.first().map(|cell| cell.position.row) else {
        return Err(reading.empty(&format!("the sheet `{sheet}` of `{path}`"), EMPTY_TABLE_HINT));
    };
    // The table is only as wide as its header. Otherwise, a single cell far to the right would widen
    // every row.
    let width = cells
        .iter()
        .take_while(|cell| cell.position.row == header_row)
        .map(|cell| cell.position.column as usize + 1)
        .max()
        .unwrap_or(0);
    let row_count = cells.chunk_by(|one, next| one.position.row == next.position.row).count();
    reading.check_size(row_count, width)?;
    let mut lines = Lines::new(&sheet, header_row);
    let mut cells = cells.into_iter().peekable();
    while let Some(row) = cells.peek().map(|cell| cell.position.row) {
        reading.check_size(lines.values.len() + 1, 1)?;
        lines.begin_row(row);
        for column in 0..width {
            let cell =
                cells.next_if(|cell| cell.position.row == row && cell.position.column as usize == column);
            lines.add_cell(column, cell);
            if lines.text.len() > MAX_BYTES {
                return Err(reading.add_error(too_long(&sheet), reading.place));
            }
        }
        while let Some(cell) = cells.next_if(|cell| cell.position.row == row) {
            lines.add_nameless(&cell);
        }
    }
    lines.finish(reading, path, worksheet)
}

/// Returns the mistake for a sheet whose texts have more than [`MAX_BYTES`].
fn too_long(sheet: &str) -> Diagnostic {
    codes::BAD_DATA
        .error(format!("the sheet `{sheet}` has more than {} MiB of text", MAX_BYTES >> 20))
        .hint("split it into several files, one for each component")
}

/// Returns the mistake for a cell that has no value to print. The report joins the mistakes of one
/// column with the same reason.
fn no_value(why: NoValue, sheet: &str, row: u32, column: usize) -> Diagnostic {
    let (column, row) = (column_letters(column), row + 1);
    codes::BAD_DATA
        .error(format!("{sheet}!{column}{row} is {}", why.what))
        .hint(why.hint)
        .cause(format!("{column} {}", why.what), format!("{column}{row}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_column_and_row_are_read_and_no_further_ones() {
        let last = Position { row: MAX_ROWS - 1, column: MAX_COLUMNS - 1 };
        assert!(!is_beyond(last));
        assert!(is_beyond(Position { row: MAX_ROWS, ..last }));
        assert!(is_beyond(Position { column: MAX_COLUMNS, ..last }));
    }
}
