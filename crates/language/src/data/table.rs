//! Tables as all kinds of files give them: columns with names that templates can ask for, and cells.

use crate::base::map::Map;
use std::ops::Range;
use std::sync::Arc;

use super::reading::{Reading, Span};
use crate::base::units::letters;
use crate::diag::{Diagnostic, FileId, Place, Reported, codes};
use crate::spec::values::scalar::Scalar;
use crate::spec::values::spelling::is_sheet_error;

/// Rows of a file, each cell with its place.
#[derive(Debug, PartialEq)]
pub struct Table {
    /// The file, as one of the sources.
    file: FileId,
    /// The names of the columns, as templates ask for them.
    pub columns: Vec<Arc<str>>,
    /// Row by row.
    values: Vec<Scalar>,
    /// Where each value stands.
    cells: Vec<Span>,
    header: Span,
    /// Where the name of each column stands.
    names: Vec<Span>,
    sheet: Option<Worksheet>,
}

/// Where a table stands on the sheet of a workbook.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Worksheet {
    pub name: String,
    /// The number of each row, from 1.
    pub rows: Vec<u32>,
    /// Which of the sheet's columns each of the table's is, from 0: empty ones are left out.
    pub columns: Vec<usize>,
    /// The rows that the spreadsheet does not show, from 0, in order.
    pub hidden: Vec<u32>,
    /// Whether the layout named no sheet, and the spreadsheet does not show this one, the first.
    pub is_hidden: bool,
    /// If the layout named no sheet: the others, those that the spreadsheet shows first.
    pub others: Vec<String>,
}

/// A table before its columns have names.
#[derive(Debug)]
pub(super) struct Raw {
    pub file: FileId,
    pub header: Vec<(String, Span)>,
    /// Row by row, each as wide as the header.
    pub cells: Vec<(Scalar, Span)>,
    pub sheet: Option<Worksheet>,
}

impl Table {
    /// How many rows it has, without the header.
    pub fn len(&self) -> usize {
        self.values.len().checked_div(self.columns.len()).unwrap_or(0)
    }

    /// Whether it has no row.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values of one row, in the order of the columns.
    pub fn row(&self, row: usize) -> &[Scalar] {
        let start = row.saturating_mul(self.columns.len());
        self.values.get(start..start + self.columns.len()).unwrap_or_default()
    }

    /// Where one row stands.
    pub fn row_place(&self, row: usize) -> Place {
        let width = self.columns.len();
        let cell = |index: usize| self.cells.get(index).copied().unwrap_or(self.header);
        self.place((cell(row * width).0, cell((row * width + width).saturating_sub(1)).1))
    }

    /// Where one cell stands.
    pub fn cell_place(&self, row: usize, column: usize) -> Place {
        self.place(self.cells.get(row * self.columns.len() + column).copied().unwrap_or(self.header))
    }

    /// Where the names of the columns stand.
    pub fn header_place(&self) -> Place {
        self.place(self.header)
    }

    /// Where the name of one column stands; in a list of objects, its first value.
    pub fn column_place(&self, column: usize) -> Place {
        self.place(self.names.get(column).copied().unwrap_or(self.header))
    }

    /// Whether any row says something in a column.
    pub fn says(&self, column: usize) -> bool {
        let said =
            |row: usize| self.row(row).get(column).is_some_and(|cell| !cell.to_string().trim().is_empty());
        (0..self.len()).any(said)
    }

    /// What a person calls a cell: `Sheet1!C5` in a workbook, else the name of its column.
    pub fn cell_name(&self, row: usize, column: usize) -> String {
        let name = self.columns.get(column).map_or("", AsRef::as_ref);
        let own = self.sheet.as_ref().and_then(|sheet| sheet.columns.get(column)).copied();
        match self.address(row) {
            Some((sheet, row)) => {
                format!("{sheet}!{}{row}, column `{name}`", letters(own.unwrap_or(column)))
            }
            None => format!("column `{name}`"),
        }
    }

    /// What a person calls a row: `Sheet1, row 5` in a workbook; a text's line is shown beside it anyway.
    pub fn row_name(&self, row: usize) -> String {
        self.address(row).map_or_else(|| "this row".to_owned(), |(sheet, row)| format!("{sheet}, row {row}"))
    }

    /// The sheet of a workbook that was read, if the layout named none, and the spreadsheet does not show it.
    pub fn hidden_sheet(&self) -> Option<&str> {
        self.sheet.as_ref().filter(|sheet| sheet.is_hidden).map(|sheet| sheet.name.as_str())
    }

    /// The name of the sheet of a workbook, and those of the others, if the layout named none.
    pub fn other_sheets(&self) -> Option<(&str, &[String])> {
        self.sheet.as_ref().map(|sheet| (sheet.name.as_str(), sheet.others.as_slice()))
    }

    /// The rows that the spreadsheet does not show.
    pub fn hidden_rows(&self) -> impl Iterator<Item = usize> {
        let sheet = self.sheet.iter().filter(|sheet| !sheet.hidden.is_empty());
        sheet.flat_map(|sheet| {
            let is_hidden = |row: &u32| sheet.hidden.binary_search(&row.wrapping_sub(1)).is_ok();
            sheet.rows.iter().enumerate().filter(move |(_, row)| is_hidden(row)).map(|(index, _)| index)
        })
    }

    fn address(&self, row: usize) -> Option<(&str, u32)> {
        let sheet = self.sheet.as_ref()?;
        Some((&sheet.name, *sheet.rows.get(row)?))
    }

    fn place(&self, (start, end): Span) -> Place {
        Place { file: self.file, start, end }
    }
}

/// Why a column needs a name.
pub(super) const NAMELESS: &str = "templates ask for a column by its name: {{ cost }}";

/// A first row that has a title, and not the names of the columns.
pub(super) fn title(text: &str) -> Diagnostic {
    let message = format!("the first row has nothing but `{text}`, and it names the columns");
    codes::BAD_DATA
        .error(message)
        .hint("delete the title: the row with the names of the columns is the first")
}

/// The bytes of something, as [`Span`].
pub(super) fn span(range: Range<usize>) -> Span {
    let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    (clamp(range.start), clamp(range.end))
}

/// A cell's text as a value: a whole number only where it is printed just as it was typed. Whatever else is text as it
/// is printed; what it means, a [`Spelling`](crate::spec::values::spelling::Spelling) says where that is asked.
pub(super) fn scalar(text: &str) -> Scalar {
    if text.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        && let Ok(n) = text.parse::<i64>()
        && n.to_string() == text
    {
        return Scalar::Whole(n);
    }
    Scalar::Text(text.into())
}

/// The name that templates have for a column: small letters, and `_` for all but letters and digits.
pub fn column_name(header: &str) -> String {
    let mut name = String::with_capacity(header.len());
    for c in header.chars() {
        if c.is_alphanumeric() {
            name.extend(c.to_lowercase());
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
    }
    let name = name.trim_end_matches('_');
    if name.starts_with(|c: char| c.is_numeric()) { format!("_{name}") } else { name.to_owned() }
}

/// Whether a table seems to be a picture of a board: its first row has short words, and some of them again and again.
fn is_picture(raw: &Raw) -> bool {
    let short = raw.header.iter().all(|(name, _)| name.chars().count() <= 2);
    raw.header.len() > 2 && short
}

impl Reading<'_> {
    /// Names the columns of a table.
    pub(super) fn finish(&mut self, raw: Raw) -> Result<Table, Reported> {
        let width = raw.header.len();
        let filled = |column: usize| {
            let mut cells = raw.cells.iter().skip(column).step_by(width.max(1));
            cells.any(|(value, _)| *value != *Scalar::empty())
        };
        let place = |(start, end): Span| Place { file: raw.file, start, end };
        let mut named = raw.header.iter().filter(|(name, _)| !name.is_empty());
        let nameless =
            (0..width).filter(|column| raw.header[*column].0.is_empty() && filled(*column)).count();
        if let (Some((only, at)), None, 1..) = (named.next(), named.next(), nameless) {
            // With one more column, its name may be missing; a title has several words.
            if nameless > 1 || only.split_whitespace().count() > 2 {
                return Err(self.wrong(title(only), place(*at)));
            }
        }
        let mut columns: Vec<Arc<str>> = Vec::with_capacity(width);
        let mut kept = Vec::with_capacity(width);
        let mut first: Map<String, &str> = Map::new();
        for (index, (header, at)) in raw.header.iter().enumerate() {
            let name = column_name(header);
            kept.push(!(name.is_empty() && header.is_empty() && !filled(index)));
            if name.is_empty() {
                if kept[index] {
                    let message = match header.as_str() {
                        "" => format!("column {} has no name in the header", letters(index)),
                        other => format!("`{other}` cannot be a column's name: it has no letter"),
                    };
                    let only = raw.header.iter().filter(|(name, _)| !name.is_empty()).count() == 1;
                    let hint = match only {
                        true => format!("if the first row is a title, delete it; {NAMELESS}"),
                        false => NAMELESS.to_owned(),
                    };
                    self.wrong(codes::BAD_DATA.error(message).hint(hint), place(*at));
                }
            } else if first.contains_key(&name)
                && let Some((number, at)) =
                    raw.header.iter().find(|(name, _)| name.trim().parse::<f64>().is_ok())
            {
                let message =
                    format!("the first row names the columns, and here it has the number `{number}`");
                let hint = "write a row with the names of the columns above it";
                return Err(self.wrong(codes::BAD_DATA.error(message).hint(hint), place(*at)));
            } else if let Some(other) = first.get(&name) {
                let message = match *other == header {
                    true => format!("two columns are called `{header}`"),
                    false => format!("the columns `{other}` and `{header}` would both be called `{name}`"),
                };
                let hint = match *other == header || header.to_lowercase() != other.to_lowercase() {
                    true if is_picture(&raw) => {
                        "a table has a row for each cell, as in `cell,kind`; a picture of the board is a `map`".to_owned()
                    }
                    true => "give one of them another name".to_owned(),
                    false => format!("write `{other}` in all of them"),
                };
                self.wrong(codes::SAME_NAME.error(message).hint(hint), place(*at));
            } else {
                first.insert(name.clone(), header);
                columns.push(name.into());
            }
        }
        let start = raw.header.first().map_or(0, |(_, at)| at.0);
        let header = (start, raw.header.last().map_or(start, |(_, at)| at.1));
        for (index, (value, at)) in raw.cells.iter().enumerate() {
            if let Scalar::Text(text) = value
                && is_sheet_error(text)
            {
                let (name, _) = &raw.header[index % width];
                let message = format!("`{text}` in the column `{name}` is an error of the spreadsheet");
                self.wrong(
                    codes::BAD_DATA.error(message).hint("mend its formula, or clear the cell"),
                    place(*at),
                );
            }
        }
        self.few.check()?;
        if raw.cells.is_empty() {
            let message = format!("`{}` holds no row below its header, so there is no piece", self.name);
            return Err(self.wrong(codes::NOTHING.error(message), place(header)));
        }
        let sheet = raw.sheet.map(|sheet| {
            let columns = kept.iter().enumerate().filter(|(_, kept)| **kept).map(|(column, _)| column);
            Worksheet { columns: columns.collect(), ..sheet }
        });
        let names = raw.header.iter().zip(&kept).filter(|(_, kept)| **kept).map(|((_, at), _)| *at).collect();
        let whole = kept.iter().all(|k| *k);
        let room = raw.cells.len();
        let (mut values, mut cells) = (Vec::with_capacity(room), Vec::with_capacity(room));
        let all = raw.cells.into_iter().enumerate();
        for (_, (value, at)) in all.filter(|(i, _)| whole || kept[i % width]) {
            values.push(value);
            cells.push(at);
        }
        Ok(Table { file: raw.file, columns, values, cells, header, names, sheet })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_numbers_only_where_nothing_is_lost() {
        for text in ["0", "7", "-3"] {
            assert!(matches!(scalar(text), Scalar::Whole(_)), "{text}");
            assert_eq!(scalar(text).to_string(), text);
        }
        for text in [
            "007",
            "1,000",
            "1.50",
            "1.5",
            "TRUE",
            "+3",
            "1e5",
            "-0",
            "3 ",
            ".5",
            "5.",
            "inf",
            "99999999999999999999x",
        ] {
            assert_eq!(scalar(text), Scalar::Text(text.into()), "{text}");
        }
    }

    #[test]
    fn columns_have_names_that_templates_can_say() {
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
        assert_eq!([0, 25, 26, 27, 701, 702].map(letters), ["A", "Z", "AA", "AB", "ZZ", "AAA"]);
    }
}
