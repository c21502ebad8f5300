//! Rows and sheets of a file that are printed and probably not meant: sums, and what a spreadsheet hides.

use std::collections::{BTreeSet, HashMap};

use crate::diag::{Few, codes};
use crate::model::element::Element;
use crate::resolve::context::Compiler;
use crate::spec::data::{Table, column_name};
use crate::spec::tables::layout::Pieces;
use crate::spec::values::scalar::Scalar;

/// Warns of doubtful rows and sheets of the file of one component; a sheet that has no column that its faces ask for is a
/// mistake.
pub fn check(p: &Pieces, faces: [&[Element]; 2], compiler: &mut Compiler<'_>) {
    let Some((data, table)) = p.data.as_ref().and_then(|data| Some((data, data.value.table.clone()?))) else {
        return;
    };
    let place = compiler.place(data);
    let file = data.value.name.as_str();
    let instead = |others: &[String]| others.first().map(|other| format!("write data = \"{file}#{other}\""));
    let asked: BTreeSet<&str> = faces.into_iter().flatten().flat_map(Element::needs).collect();
    let is_asked = |column: &str| asked.contains(column);
    if let Some((sheet, others)) = table.other_sheets() {
        if let Some(hidden) = table.hidden_sheet() {
            let message = format!("the first sheet of `{file}`, `{hidden}`, is hidden in the spreadsheet");
            let hint = instead(others);
            compiler.warnings.push(codes::BAD_DATA.warning(message).at(place).maybe_hint(hint));
        }
        let own = table.columns.iter().any(|column| is_asked(column)) || p.set.names().any(is_asked);
        if !own && !asked.is_empty() && !others.is_empty() {
            let message =
                format!("no element asks for a column of the first sheet of `{file}`, which is `{sheet}`");
            compiler.wrong(codes::BAD_DATA.error(message).maybe_hint(instead(others)), place);
            return;
        }
    }
    same_rows(&table, compiler);
    // A condition may leave such rows out.
    if p.where_.is_none() {
        let has_sum = sum(&table, compiler);
        remarks(&table, compiler);
        // Of a row that is no piece nothing more is said.
        if !has_sum {
            bare_rows(&table, &asked, compiler);
        }
    }
}

/// Rows that are there twice, where a column says how often each is printed.
fn same_rows(table: &Table, compiler: &mut Compiler<'_>) {
    if !table.columns.iter().any(|column| &**column == "copies") {
        return;
    }
    let mut known = HashMap::new();
    let mut found = Vec::new();
    for row in 0..table.len() {
        let values: Vec<String> = table.row(row).iter().map(ToString::to_string).collect();
        let is_empty = values.iter().all(|value| value.trim().is_empty());
        let first = *known.entry(values).or_insert(row);
        if first != row && !is_empty {
            found.push((first, row));
        }
    }
    let Some((first, row)) = found.first().copied() else { return };
    let warning = codes::SAME_NAME.warning("this row is there twice").at(table.row_place(row));
    let warning = warning.hint("delete one of them; how often it is printed stands in `copies`");
    let mut warning = warning.also(table.row_place(first), "here first");
    warning.more = found.len() - 1;
    compiler.warnings.push(warning);
}

/// Rows that seem to be remarks, or the header once more.
fn remarks(table: &Table, compiler: &mut Compiler<'_>) {
    let first = |row: usize| table.row(row).first().map(ToString::to_string).unwrap_or_default();
    let is_remark = |row: &usize| {
        let text = first(*row);
        let behind = text.strip_prefix('#').and_then(|rest| rest.chars().next());
        text.starts_with("//")
            || text.starts_with("--")
            || behind.is_some_and(|c| c.is_whitespace() || c.is_alphabetic()) && !is_colour(&text)
    };
    let is_header = |row: &usize| {
        let mut values = table.row(*row).iter().zip(&table.columns);
        table.columns.len() > 1 && values.all(|(value, name)| column_name(&value.to_string()) == **name)
    };
    let found: Vec<usize> = (0..table.len()).filter(is_remark).collect();
    if found.len() * 2 < table.len() {
        for row in found.iter().take(Few::MOST) {
            let message = "this row is printed: a table has no remarks";
            let hint = "delete it, or give it 0 copies in a column `copies`";
            compiler.warnings.push(codes::BAD_DATA.warning(message).at(table.row_place(*row)).hint(hint));
        }
    }
    // What is no number of copies has been reported.
    let reported = table.columns.iter().any(|column| &**column == "copies");
    for row in (0..table.len()).filter(|row| !reported && is_header(row)).take(Few::MOST) {
        let message = "this row has the names of the columns once more, and is printed";
        compiler.warnings.push(codes::BAD_DATA.warning(message).at(table.row_place(row)).hint("delete it"));
    }
}

/// Whether a text is a colour in hex digits.
fn is_colour(text: &str) -> bool {
    let digits = text.trim_start_matches('#');
    [3, 6].contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Rows of which all fields are empty that elements ask for, while others have something in them.
fn bare_rows(table: &Table, asked: &BTreeSet<&str>, compiler: &mut Compiler<'_>) {
    let columns = table.columns.iter().enumerate().filter(|(_, column)| asked.contains(&***column));
    let columns: Vec<usize> = columns.map(|(at, _)| at).collect();
    let is_empty = |value: &Scalar| value.to_string().trim().is_empty();
    let is_bare = |row: &usize| {
        let values = table.row(*row);
        let is_printed =
            |(value, name): (&Scalar, &std::sync::Arc<str>)| &**name != "copies" || value.to_string() != "0";
        columns.iter().all(|column| values.get(*column).is_none_or(is_empty))
            && values.iter().zip(&table.columns).all(is_printed)
    };
    let found: Vec<usize> = (0..table.len()).filter(is_bare).collect();
    if columns.len() > 1 && !found.is_empty() && found.len() < table.len() {
        let place = table.row_place(found[0]);
        let message = format!("nothing stands on the pieces of {}", table.row_name(found[0]));
        let hint = "fill in what its elements ask for, or delete the row";
        let mut warning = codes::BAD_DATA.warning(message).at(place).hint(hint);
        warning.more = found.len() - 1;
        compiler.warnings.push(warning);
    }
}

/// What the last row of a table of numbers begins with.
const SUMS: [&str; 19] = [
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

/// What the last row of a table of numbers begins with that has the average of the rows above it, or their number.
const AVERAGES: [&str; 12] = [
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

/// Reports a last row that does not stand for a piece: it has the sum of the rows above it, or says so. Returns whether there
/// is one.
fn sum(table: &Table, compiler: &mut Compiler<'_>) -> bool {
    let Some(last) = table.len().checked_sub(1).filter(|last| *last >= 2) else { return false };
    let number = |row: usize, column: usize| match table.row(row).get(column) {
        Some(Scalar::Whole(n)) => Some(*n),
        _ => None,
    };
    let is_sum = |column: &usize| {
        let above: Option<Vec<i64>> = (0..last).map(|row| number(row, *column)).collect();
        let sum = above.and_then(|above| above.into_iter().try_fold(0_i64, i64::checked_add));
        sum.is_some_and(|sum| sum > 0 && number(last, *column) == Some(sum))
    };
    let column = (0..table.columns.len()).find(is_sum);
    let texts = |row: usize| table.row(row).iter().map(|value| value.to_string().trim().to_lowercase());
    let is_name = |text: String| {
        let word = text.trim_end_matches([':', '.', ' ']);
        SUMS.contains(&word) || AVERAGES.contains(&word)
    };
    let named = texts(last).position(is_name);
    let empty = |row: usize| texts(row).filter(String::is_empty).count();
    let is_thin = empty(last) > 0 && (0..last).all(|row| empty(row) < empty(last));
    let message = match (named, column) {
        (_, Some(column)) if named.is_some() || is_thin => format!(
            "the last row seems to be a sum: its `{}` {} is that of all rows above",
            table.columns[column],
            table.row(last)[column]
        ),
        (Some(named), None) if is_thin => {
            format!("the last row seems to be no piece: it begins with `{}`", table.row(last)[named])
        }
        _ => return false,
    };
    let at = named.unwrap_or_default();
    let (name, value) = (&table.columns[at], &table.row(last)[at]);
    let is_plain = |c: char| c.is_alphanumeric() || c == '_';
    let hint = match name.chars().all(is_plain) && named.is_some() {
        true => format!("delete it from the table, or leave it out: where = \"{name} != '{value}'\""),
        false => "delete it from the table".to_owned(),
    };
    let place = table.row_place(last);
    // What is missing on its piece follows from this.
    let wrong =
        if named.is_some() { codes::BAD_DATA.error(message) } else { codes::BAD_DATA.warning(message) };
    match named {
        Some(_) => {
            compiler.wrong(wrong.hint(hint), place);
        }
        None => compiler.warnings.push(wrong.at(place).hint(hint)),
    }
    true
}
