//! A table with named columns, read from any kind of file.
//!
//! - In: a header and cells, each with its place in the file.
//! - Out: a [`Table`], or mistakes about column names and spreadsheet errors.
//! - Not here: parsing files, and the meaning of cells in a game.

use std::sync::Arc;

use super::table_context::{Span, TableContext};
use crate::values::parse_field::is_sheet_error;
use crate::values::scalar::Scalar;
use hexpress_base::diag::{Diagnostic, FileId, Reported, SourceSpan, codes};
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::units::column_letters;

/// The rows of a file, and the place of each cell.
#[derive(Debug, PartialEq)]
pub struct Table {
    /// The name of the file, as it is written in the layout.
    pub name: Arc<str>,
    /// The file that contains the table.
    file: FileId,
    /// The names of the columns, as templates write them.
    pub columns: Vec<Arc<str>>,
    /// The values, row by row.
    values: Vec<Scalar>,
    cell_spans: Vec<Span>,
    header: Span,
    column_spans: Vec<Span>,
    sheet: Option<Worksheet>,
}

/// The sheet of a workbook that a table was read from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Worksheet {
    pub name: String,
    /// For each row of the table, the number of the row in the sheet, counted from 1.
    pub rows: Vec<u32>,
    /// For each column of the table, the index of the column in the sheet, counted from 0. The two
    /// indices differ if the table leaves out an empty column of the sheet.
    pub columns: Vec<usize>,
    /// The indices of the hidden rows in the sheet, counted from 0, in ascending order.
    pub hidden: Vec<u32>,
    /// The places of cells whose dates look different on different computers. Each place is a byte
    /// offset in the text of the table. The offsets are in ascending order.
    pub shown_by_system: Vec<u32>,
    /// Whether this sheet is hidden and was read only because it is the first sheet. False if the
    /// layout names the sheet.
    pub is_hidden: bool,
    /// The names of the other sheets. Hidden sheets are last. The list is empty if the layout names
    /// a sheet.
    pub others: Vec<String>,
}

struct RowAddress<'t> {
    sheet: &'t str,
    /// The number of the row in the sheet, counted from 1.
    row: u32,
}

/// A cell of the header.
#[derive(Debug, Clone)]
pub(super) struct HeaderCell {
    /// The name in the file, such as `Card name`. It may be empty.
    pub name: String,
    pub span: Span,
}

/// A cell below the header.
#[derive(Debug, Clone)]
pub(super) struct DataCell {
    pub value: Scalar,
    pub span: Span,
}

/// A table whose columns do not have their final names yet.
#[derive(Debug)]
pub(super) struct UnnamedTable {
    pub file: FileId,
    pub header: Vec<HeaderCell>,
    /// The cells, row by row. Every row has as many cells as the header.
    pub cells: Vec<DataCell>,
    pub sheet: Option<Worksheet>,
}

impl Table {
    /// Returns the number of rows, without the header.
    pub fn len(&self) -> usize {
        self.values.len().checked_div(self.columns.len()).unwrap_or(0)
    }

    /// Returns whether the table has no rows.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the values of a row, in the order of the columns.
    pub fn row(&self, row: usize) -> &[Scalar] {
        let start = row.saturating_mul(self.columns.len());
        self.values.get(start..start + self.columns.len()).unwrap_or_default()
    }

    /// Returns the place of a row.
    pub fn row_place(&self, row: usize) -> SourceSpan {
        let start = row * self.columns.len();
        let last = (start + self.columns.len()).saturating_sub(1);
        Span { start: self.span(start).start, end: self.span(last).end }.place(self.file)
    }

    /// Returns the place of a cell.
    pub fn cell_place(&self, row: usize, column: usize) -> SourceSpan {
        self.span(row * self.columns.len() + column).place(self.file)
    }

    /// Returns the place of the header.
    pub fn header_place(&self) -> SourceSpan {
        self.header.place(self.file)
    }

    /// Returns the place of a column's name. In a JSON file, this is the place of the column's first
    /// value.
    pub fn column_place(&self, column: usize) -> SourceSpan {
        self.column_spans.get(column).copied().unwrap_or(self.header).place(self.file)
    }

    /// Returns the byte range of the value with this index. Values are counted row by row.
    ///
    /// Returns the byte range of the header if the index is too large.
    fn span(&self, index: usize) -> Span {
        self.cell_spans.get(index).copied().unwrap_or(self.header)
    }

    /// Returns whether at least one row has a value in this column. A text that is empty or contains
    /// only spaces does not count.
    pub fn has_values(&self, column: usize) -> bool {
        (0..self.len())
            .filter_map(|row| self.row(row).get(column))
            .any(|value| !value.to_string().trim().is_empty())
    }

    /// Returns a name for a cell, for messages.
    ///
    /// In a workbook, this is an address such as `Sheet1!C5`. In other files, it is the name of the
    /// column.
    pub fn cell_name(&self, row: usize, column: usize) -> String {
        let name = self.columns.get(column).map_or("", AsRef::as_ref);
        let sheet_column = self.sheet.as_ref().and_then(|sheet| sheet.columns.get(column)).copied();
        match self.address(row) {
            Some(RowAddress { sheet, row }) => {
                format!("{sheet}!{}{row}, column `{name}`", column_letters(sheet_column.unwrap_or(column)))
            }
            None => format!("column `{name}`"),
        }
    }

    /// Returns a name for a row, for messages.
    ///
    /// In a workbook, this is a name such as `Sheet1, row 5`. In other files, it is `this row`, because
    /// the message shows the line anyway.
    pub fn row_name(&self, row: usize) -> String {
        match self.address(row) {
            Some(RowAddress { sheet, row }) => format!("{sheet}, row {row}"),
            None => "this row".to_owned(),
        }
    }

    /// Returns the name of the table's sheet if the sheet is hidden and was read only because the
    /// layout names no sheet. Otherwise returns `None`.
    pub fn hidden_sheet(&self) -> Option<&str> {
        self.sheet.as_ref().filter(|sheet| sheet.is_hidden).map(|sheet| sheet.name.as_str())
    }

    /// Returns the name of the table's sheet, and the names of the other sheets of the workbook.
    /// Returns `None` if the file is not a workbook.
    ///
    /// If the layout names a sheet, the list of other sheets is empty.
    pub fn other_sheets(&self) -> Option<(&str, &[String])> {
        self.sheet.as_ref().map(|sheet| (sheet.name.as_str(), sheet.others.as_slice()))
    }

    /// Returns the indices of the rows that are hidden in the spreadsheet.
    pub fn hidden_rows(&self) -> impl Iterator<Item = usize> {
        self.sheet.iter().flat_map(Worksheet::hidden_rows)
    }

    /// Returns whether the settings of the computer determine how the cell at a place is shown. The
    /// file does not contain these settings.
    pub fn is_shown_by_system(&self, place: SourceSpan) -> bool {
        let sheet = self.sheet.as_ref().filter(|_| place.file == self.file);
        sheet.is_some_and(|sheet| sheet.shown_by_system.binary_search(&place.start).is_ok())
    }

    fn address(&self, row: usize) -> Option<RowAddress<'_>> {
        let sheet = self.sheet.as_ref()?;
        Some(RowAddress { sheet: &sheet.name, row: *sheet.rows.get(row)? })
    }
}

impl Worksheet {
    /// Returns the indices, in the table, of the rows that the sheet hides.
    fn hidden_rows(&self) -> impl Iterator<Item = usize> {
        self.rows
            .iter()
            .enumerate()
            .filter(|(_, row)| self.hidden.binary_search(&row.wrapping_sub(1)).is_ok())
            .map(|(index, _)| index)
    }
}

/// The hint for a column without a name.
pub(super) const NAMELESS: &str =
    "write a name for the column in the first row, such as `cost`, or delete the column";

/// The hint for a table that is arranged like the cells of a board.
const MAP_HINT: &str = "if the texts are arranged like the cells of the board, write them as a `map` in the layout; \
    or write one row for each cell, with the columns `cell` and `kind`";

/// If no column name is longer than this number of characters, the table is probably arranged like a
/// board.
const MAX_BOARD_COLUMN_NAME_LENGTH: usize = 2;

/// The largest number of words that a column name usually has. If the first row contains only one text,
/// and this text has more words, the text is probably a title.
const MAX_WORDS: usize = 2;

/// Returns the mistake for a first row that contains a title instead of the names of the columns.
pub(super) fn title(text: &str) -> Diagnostic {
    codes::BAD_DATA
        .error(format!("the first row must name the columns, but it contains only `{text}`"))
        .hint("delete the title, so that the row with the names of the columns is the first")
}

/// Returns the name by which templates refer to a column.
///
/// The name is in lower case, with one `_` between words: `Card name (de)` becomes `card_name_de`. If
/// it would begin with a digit, `_` is put in front.
pub fn column_name(header: &str) -> String {
    let mut name = String::with_capacity(header.len());
    for c in header.chars() {
        if c.is_alphanumeric() {
            name.extend(c.to_lowercase());
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
    }
    let trimmed = name.trim_end_matches('_');
    if trimmed.starts_with(|c: char| c.is_numeric()) { format!("_{trimmed}") } else { trimmed.to_owned() }
}

impl UnnamedTable {
    /// Returns whether a column has a value below the header.
    fn is_filled(&self, column: usize) -> bool {
        let mut cells = self.cells.iter().skip(column).step_by(self.header.len().max(1));
        cells.any(|cell| cell.value != *Scalar::empty())
    }

    /// Returns whether the table is probably arranged like the cells of a board, because the names of
    /// all its columns are very short.
    fn is_arranged_like_board(&self) -> bool {
        self.header.len() > 2
            && self.header.iter().all(|cell| cell.name.chars().count() <= MAX_BOARD_COLUMN_NAME_LENGTH)
    }

    /// Returns the only cell of the header that has a name. Returns `None` if no cell or several
    /// cells have a name.
    fn only_name(&self) -> Option<&HeaderCell> {
        let mut named = self.header.iter().filter(|cell| !cell.name.is_empty());
        named.next().filter(|_| named.next().is_none())
    }

    /// Returns the title in the first row. Returns `None` if the first row contains the names of the
    /// columns.
    fn title(&self) -> Option<&HeaderCell> {
        let nameless = (0..self.header.len())
            .filter(|column| self.header[*column].name.is_empty() && self.is_filled(*column))
            .count();
        // In a table of two columns with a single name, the name may be a real column name. It counts as
        // a title only if it has more than two words.
        self.only_name()
            .filter(|only| nameless > 1 || nameless == 1 && only.name.split_whitespace().count() > MAX_WORDS)
    }

    /// Returns the mistake for a column without a usable name. `index` is the index of the column,
    /// counted from 0.
    fn nameless(&self, index: usize, header: &str) -> Diagnostic {
        let message = match header {
            "" => format!("column {} has no name in the header", column_letters(index)),
            other => format!("`{other}` cannot name a column: it has no letters or digits"),
        };
        let hint = match self.only_name() {
            Some(_) => {
                "if the first row is a title, delete it; if not, write a name for the column in the first row"
                    .to_owned()
            }
            None => NAMELESS.to_owned(),
        };
        codes::BAD_DATA.error(message).hint(hint)
    }

    /// Returns the mistake for two columns with the names `first` and `second`, which both become
    /// `name` in templates.
    fn same_name(&self, first: &str, second: &str, name: &str) -> Diagnostic {
        let are_equal = first == second;
        let message = match are_equal {
            true => format!("two columns have the name `{second}`"),
            false => format!("the columns `{first}` and `{second}` both become the field `{name}`"),
        };
        let differ_in_case = !are_equal && first.to_lowercase() == second.to_lowercase();
        let hint = match differ_in_case {
            true => format!(
                "if they are the same field, write `{first}` in every row; if not, rename one of them"
            ),
            false if self.is_arranged_like_board() => MAP_HINT.to_owned(),
            false => "rename one of them".to_owned(),
        };
        codes::SAME_NAME.error(message).hint(hint)
    }
}

struct Columns {
    /// The names of the columns that are kept.
    names: Vec<Arc<str>>,
    /// For each column of the file, whether the table keeps it.
    is_kept: Vec<bool>,
}

impl Columns {
    /// Removes the items of the columns that the table leaves out. `items` contains one item for each
    /// column of each row, row by row.
    fn kept<T>(&self, items: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        items.zip(self.is_kept.iter().cycle()).filter(|(_, is_kept)| **is_kept).map(|(item, _)| item)
    }
}

impl TableContext<'_> {
    /// Names the columns of a table, and checks its cells.
    ///
    /// # Errors
    /// The table has a mistake, or has no rows.
    pub(super) fn finish(&mut self, unnamed: UnnamedTable) -> Result<Table, Reported> {
        if let Some(cell) = unnamed.title() {
            return Err(self.add_error(title(&cell.name), cell.span.place(unnamed.file)));
        }
        let columns = self.columns(&unnamed)?;
        let start = unnamed.header.first().map_or(0, |cell| cell.span.start);
        let header = Span { start, end: unnamed.header.last().map_or(start, |cell| cell.span.end) };
        self.check_sheet_errors(&unnamed);
        self.limit.check()?;
        if unnamed.cells.is_empty() {
            let message = format!("`{}` has no row below its header, so nothing is printed", self.name);
            return Err(self.add_error(codes::NOTHING.error(message), header.place(unnamed.file)));
        }
        let column_spans = columns.kept(unnamed.header.iter()).map(|cell| cell.span).collect();
        let sheet = unnamed
            .sheet
            .map(|sheet| Worksheet { columns: columns.kept(0..unnamed.header.len()).collect(), ..sheet });
        let count = unnamed.cells.len();
        let (mut values, mut cell_spans) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for cell in columns.kept(unnamed.cells.into_iter()) {
            values.push(cell.value);
            cell_spans.push(cell.span);
        }
        Ok(Table {
            name: self.name.into(),
            file: unnamed.file,
            columns: columns.names,
            values,
            cell_spans,
            header,
            column_spans,
            sheet,
        })
    }

    /// Names the columns. Leaves out columns that have neither a name nor values.
    fn columns(&mut self, unnamed: &UnnamedTable) -> Result<Columns, Reported> {
        let width = unnamed.header.len();
        let mut columns = Columns { names: Vec::with_capacity(width), is_kept: Vec::with_capacity(width) };
        let mut known: SortedMap<String, &str> = SortedMap::new();
        for (index, cell) in unnamed.header.iter().enumerate() {
            let header = cell.name.as_str();
            let name = column_name(header);
            let is_kept = !header.is_empty() || unnamed.is_filled(index);
            columns.is_kept.push(is_kept);
            if name.is_empty() {
                if is_kept {
                    self.add_error(unnamed.nameless(index, header), cell.span.place(unnamed.file));
                }
            } else if let Some(first) = known.get(&name) {
                if let Some(number) =
                    unnamed.header.iter().find(|cell| cell.name.trim().parse::<f64>().is_ok())
                {
                    return Err(self.values_in_header(number, unnamed.file));
                }
                self.add_error(unnamed.same_name(first, header, &name), cell.span.place(unnamed.file));
            } else {
                known.insert(name.clone(), header);
                columns.names.push(name.into());
            }
        }
        Ok(columns)
    }

    /// Reports a column name that is a number, because the first row then probably contains values
    /// instead of names.
    fn values_in_header(&mut self, number: &HeaderCell, file: FileId) -> Reported {
        let message =
            format!("the first row must name the columns, but it contains the number `{}`", number.name);
        let hint = "above this row, insert a row with the names of the columns";
        self.add_error(codes::BAD_DATA.error(message).hint(hint), number.span.place(file))
    }

    /// Reports cells with a spreadsheet error, such as `#REF!`.
    fn check_sheet_errors(&mut self, unnamed: &UnnamedTable) {
        for (cell, HeaderCell { name, .. }) in unnamed.cells.iter().zip(unnamed.header.iter().cycle()) {
            if let Scalar::Text(text) = &cell.value
                && is_sheet_error(text)
            {
                let message = format!("`{text}` in the column `{name}` is an error value of the spreadsheet");
                let diagnostic =
                    codes::BAD_DATA.error(message).hint("correct the formula in the cell, or clear the cell");
                self.add_error(diagnostic, cell.span.place(unnamed.file));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_can_use_the_names_of_columns() {
        for (header, name) in [
            ("name", "name"),
            ("Card name", "card_name"),
            ("  Cost (£) ", "cost"),
            ("Größe", "größe"),
            ("hit-points", "hit_points"),
            ("2nd", "_2nd"),
            ("£", ""),
        ] {
            assert_eq!(column_name(header), name);
        }
        assert_eq!([0, 25, 26, 27, 701, 702].map(column_letters), ["A", "Z", "AA", "AB", "ZZ", "AAA"]);
    }
}
