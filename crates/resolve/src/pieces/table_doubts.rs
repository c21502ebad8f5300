//! Warns about rows and sheets of a data file that were probably not meant to be printed. Examples are
//! sums, comments and repeated rows.
//!
//! - In: the table of a component.
//! - Out: warnings, or errors if the pieces are certainly wrong. The table itself is not changed.
//! - Not here: values that a spreadsheet has changed (`mangled`).

use std::collections::{BTreeSet, HashMap};

use crate::context::Resolver;
use hexpress_base::diag::{Diagnostic, MistakeLimit, codes};
use hexpress_game::element::Element;
use hexpress_language::data::{Data, Table, column_name};
use hexpress_language::tables::layout::Pieces;
use hexpress_language::values::scalar::Scalar;
use hexpress_language::values::spanned::Spanned;

/// Warns about rows and sheets of the data file that are probably wrong. Reports an error if no
/// face uses any column of the first sheet.
pub fn check(p: &Pieces, faces: [&[Element]; 2], resolver: &mut Resolver<'_>) {
    let Some(data) = &p.data else { return };
    let Some(table) = data.value.table.clone() else { return };
    let used: BTreeSet<&str> =
        faces.into_iter().flat_map(Element::with_parts).flat_map(Element::needs).collect();
    if !first_sheet_is_meant(p, data, &table, &used, resolver) {
        return;
    }
    repeated_rows(&table, resolver);
    // With the key `where`, the user may have left out sums, comments and empty rows.
    if p.where_.is_some() {
        return;
    }
    let has_sum = sum_row(&table, resolver);
    remarks(&table, resolver);
    repeated_header(&table, resolver);
    // If the last row contains sums, it has already been reported. The check for rows without values
    // could report it again.
    if !has_sum {
        bare_rows(&table, &used, resolver);
    }
}

/// Checks that the user wants to print the first sheet of a workbook. If elements use fields, but none of
/// this sheet or of `set`, the user probably meant another sheet: reports an error and returns `false`.
/// Also warns about a hidden first sheet.
fn first_sheet_is_meant(
    own_table: &Pieces,
    data: &Spanned<Data>,
    table: &Table,
    used: &BTreeSet<&str>,
    resolver: &mut Resolver<'_>,
) -> bool {
    let Some((sheet, others)) = table.other_sheets() else { return true };
    let file = data.value.name.as_str();
    let place = resolver.place(data);
    let hint = others.first().map(|other| format!("write data = \"{file}#{other}\""));
    if let Some(hidden) = table.hidden_sheet() {
        let warning = codes::BAD_DATA
            .warning(format!("the first sheet of `{file}`, `{hidden}`, is hidden in the spreadsheet"));
        resolver.warnings.push(warning.at(place).maybe_hint(hint.clone()));
    }
    let mut fields = table.columns.iter().map(AsRef::as_ref).chain(own_table.set.names());
    if used.is_empty() || others.is_empty() || fields.any(|field| used.contains(field)) {
        return true;
    }
    let message = format!("no element uses a column of the first sheet of `{file}`, `{sheet}`");
    resolver.add_error(codes::BAD_DATA.error(message).maybe_hint(hint), place);
    false
}

/// Warns about repeated rows in a table that has a column `copies`. In such a table, a number in this
/// column can replace the repeated rows.
fn repeated_rows(table: &Table, resolver: &mut Resolver<'_>) {
    if !has_copies(table) {
        return;
    }
    let mut known = HashMap::new();
    let mut repeated = Vec::new();
    for row in 0..table.len() {
        let values: Vec<String> = table.row(row).iter().map(ToString::to_string).collect();
        let is_empty = values.iter().all(|value| value.trim().is_empty());
        let first = *known.entry(values).or_insert(row);
        if first != row && !is_empty {
            repeated.push((first, row));
        }
    }
    for (&(first, row), more) in MistakeLimit::first_of(&repeated) {
        let warning = codes::SAME_NAME
            .warning("this row is in the table twice")
            .at(table.row_place(row))
            .hint("delete one of the two; to print a piece several times, use `copies`")
            .related_place(table.row_place(first), "here first")
            .cause("row in the table twice", "");
        resolver.warnings.push(Diagnostic { unlisted_count: more, ..warning });
    }
}

fn has_copies(table: &Table) -> bool {
    table.columns.iter().any(|column| &**column == "copies")
}

/// Warns about rows that look like comments. Does nothing if at least half of the rows look like
/// comments, because they are then probably pieces.
fn remarks(table: &Table, resolver: &mut Resolver<'_>) {
    let remarks: Vec<usize> = (0..table.len()).filter(|row| is_remark(table, *row)).collect();
    if remarks.len() * 2 >= table.len() {
        return;
    }
    for row in remarks.into_iter().take(MistakeLimit::MAX_REPORTED) {
        let message = "this row is printed: a table cannot have comments";
        let hint = "delete it, or write 0 in a column `copies`";
        resolver.warnings.push(codes::BAD_DATA.warning(message).at(table.row_place(row)).hint(hint));
    }
}

/// Returns whether the first cell of a row begins like a comment: `// …`, `-- …`, `# …`.
fn is_remark(table: &Table, row: usize) -> bool {
    let text = table.row(row).first().map(ToString::to_string).unwrap_or_default();
    let after_hash = text.strip_prefix('#').and_then(|rest| rest.chars().next());
    text.starts_with("//")
        || text.starts_with("--")
        || after_hash.is_some_and(|c| c.is_whitespace() || c.is_alphabetic()) && !is_colour(&text)
}

/// Warns about rows that repeat the header.
fn repeated_header(table: &Table, resolver: &mut Resolver<'_>) {
    // If the table has a column `copies`, a repeated header has already been reported, because this
    // column may only contain numbers.
    if has_copies(table) {
        return;
    }
    for row in (0..table.len()).filter(|row| is_header(table, *row)).take(MistakeLimit::MAX_REPORTED) {
        let message = "this row only repeats the names of the columns, but becomes a piece";
        resolver
            .warnings
            .push(codes::BAD_DATA.warning(message).at(table.row_place(row)).hint("delete this row"));
    }
}

/// Returns whether every cell of a row contains the name of its column. Returns `false` for a table
/// with only one column.
fn is_header(table: &Table, row: usize) -> bool {
    let mut cells = table.row(row).iter().zip(&table.columns);
    table.columns.len() > 1 && cells.all(|(value, name)| column_name(&value.to_string()) == **name)
}

/// Returns whether a text is a colour with three or six hex digits.
fn is_colour(text: &str) -> bool {
    let digits = text.trim_start_matches('#');
    [3, 6].contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Warns about rows that print nothing: all fields that elements use are empty in them, although other
/// rows have values in these fields.
fn bare_rows(table: &Table, used: &BTreeSet<&str>, resolver: &mut Resolver<'_>) {
    let columns: Vec<usize> =
        (0..table.columns.len()).filter(|column| used.contains(&*table.columns[*column])).collect();
    if columns.len() < 2 {
        return;
    }
    let bare: Vec<usize> = (0..table.len()).filter(|row| is_bare(table, *row, &columns)).collect();
    if bare.len() == table.len() {
        return;
    }
    for (&row, more) in MistakeLimit::first_of(&bare) {
        let name = table.row_name(row);
        let message = format!("the pieces of {name} are empty");
        let hint = "fill in the fields that the elements use, or delete the row";
        let place = table.row_place(row);
        let warning = codes::BAD_DATA.warning(message).at(place).hint(hint).cause("bare rows", name);
        resolver.warnings.push(Diagnostic { unlisted_count: more, ..warning });
    }
}

/// Returns whether a row is printed although its cells in `columns` are empty.
fn is_bare(table: &Table, row: usize, columns: &[usize]) -> bool {
    let cells = table.row(row);
    let mut used = columns.iter().filter_map(|column| cells.get(*column));
    let mut named = cells.iter().zip(&table.columns);
    used.all(|value| value.to_string().trim().is_empty())
        && named.all(|(value, name)| &**name != "copies" || value.to_string() != "0")
}

/// Words that show that the last row contains the sums of the rows above it.
const SUM_WORDS: [&str; 19] = [
    "total",
    "totals",
    "sum",
    "sums",
    "subtotal",
    "grand total",
    "summe",
    "gesamt",
    "insgesamt",
    "somme",
    "suma",
    "totale",
    "totaal",
    "totalt",
    "summa",
    "razem",
    "итого",
    "合計",
    "合计",
];

/// Words that show that the last row contains averages, or a count of the rows above it.
const AVERAGE_WORDS: [&str; 12] = [
    "average",
    "avg",
    "mean",
    "count",
    "median",
    "durchschnitt",
    "mittelwert",
    "anzahl",
    "moyenne",
    "media",
    "promedio",
    "snitt",
];

/// Reports the last row if it is probably not a piece: it contains sums of the rows above it, or a word
/// such as `total`. Returns whether it is reported.
fn sum_row(table: &Table, resolver: &mut Resolver<'_>) -> bool {
    let Some(last) = table.len().checked_sub(1).filter(|last| *last >= 2) else { return false };
    let summed = (0..table.columns.len()).find(|column| is_sum(table, last, *column));
    let named = row_texts(table, last).position(|text| names_sum(&text));
    let empty_cells = count_empty(table, last);
    // Whether the last row has more empty cells than every row above it.
    let is_thin = empty_cells > 0 && (0..last).all(|row| count_empty(table, row) < empty_cells);
    let message = match (named, summed) {
        (_, Some(column)) if named.is_some() || is_thin => format!(
            "the last row seems to be a total: its `{}`, {}, is the sum of all rows above",
            table.columns[column],
            table.row(last)[column]
        ),
        (Some(column), None) if is_thin => {
            format!("the last row does not seem to be a piece: it begins with `{}`", table.row(last)[column])
        }
        _ => return false,
    };
    let place = table.row_place(last);
    let Some(column) = named else {
        let warning = codes::BAD_DATA.warning(message).at(place).hint("delete it from the table");
        resolver.warnings.push(warning);
        return true;
    };
    let name = &table.columns[column];
    let hint = if name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        let value = &table.row(last)[column];
        format!("delete it from the table, or skip it: where = \"{name} != '{value}'\"")
    } else {
        "delete it from the table".to_owned()
    };
    // A warning is not enough: the empty cells of this row would then cause further errors.
    resolver.add_error(codes::BAD_DATA.error(message).hint(hint), place);
    true
}

/// Returns whether a cell contains the sum of all cells above it. All these cells must contain whole
/// numbers, and the sum must be positive.
fn is_sum(table: &Table, row: usize, column: usize) -> bool {
    let above: Option<Vec<i64>> = (0..row).map(|above| whole_number(table, above, column)).collect();
    let sum = above.and_then(|above| above.into_iter().try_fold(0_i64, i64::checked_add));
    sum.is_some_and(|sum| sum > 0 && whole_number(table, row, column) == Some(sum))
}

fn whole_number(table: &Table, row: usize, column: usize) -> Option<i64> {
    match table.row(row).get(column) {
        Some(Scalar::Whole(n)) => Some(*n),
        _ => None,
    }
}

/// Returns the cells of a row as trimmed text in lower case.
fn row_texts(table: &Table, row: usize) -> impl Iterator<Item = String> {
    table.row(row).iter().map(|value| value.to_string().trim().to_lowercase())
}

fn count_empty(table: &Table, row: usize) -> usize {
    row_texts(table, row).filter(String::is_empty).count()
}

/// Returns whether a text is one of [`SUM_WORDS`] or [`AVERAGE_WORDS`], possibly with a `:` or `.` after it.
/// The text must be in lower case.
fn names_sum(text: &str) -> bool {
    let word = text.trim_end_matches([':', '.', ' ']);
    SUM_WORDS.contains(&word) || AVERAGE_WORDS.contains(&word)
}
