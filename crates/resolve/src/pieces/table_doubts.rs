//! Rows and sheets of a file that are printed and probably not meant: sums, and what a spreadsheet hides.

use std::collections::BTreeSet;

use crate::diag::codes;
use crate::model::element::Element;
use crate::resolve::context::Compiler;
use crate::spec::data::Table;
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
    // A condition may leave such rows out.
    if p.where_.is_none() {
        hidden_rows(&table, compiler);
        sum(&table, compiler);
    }
}

fn hidden_rows(table: &Table, compiler: &mut Compiler<'_>) {
    let hidden: Vec<usize> = table.hidden_rows().collect();
    let Some(first) = hidden.first() else { return };
    let row = table.row_name(*first);
    let message = match hidden.len() {
        1 => format!("`{row}` is hidden in the spreadsheet, and is printed all the same"),
        n => format!(
            "`{row}` and {} more are hidden in the spreadsheet, and are printed all the same",
            crate::base::units::several(n - 1, "row")
        ),
    };
    let hint = "show or delete what the spreadsheet hides; `where` leaves rows out: where = \"cost > 2\"";
    compiler.warnings.push(codes::BAD_DATA.warning(message).at(table.row_place(*first)).hint(hint));
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

/// A last row that has the sum of the rows above it.
fn sum(table: &Table, compiler: &mut Compiler<'_>) {
    let Some(last) = table.len().checked_sub(1).filter(|last| *last >= 2) else { return };
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
    let is_named = texts(last).any(|text| SUMS.contains(&text.trim_end_matches([':', '.'])));
    let empty = |row: usize| texts(row).filter(String::is_empty).count();
    let is_thin = empty(last) > 0 && (0..last).all(|row| empty(row) < empty(last));
    let Some(column) = column.filter(|_| is_named || is_thin) else { return };
    let name = &table.columns[column];
    let message = format!(
        "the last row seems to be a sum: its `{name}` {} is that of all rows above",
        table.row(last)[column]
    );
    let hint = "delete it from the table, or leave it out: where = \"name != 'Total'\"";
    compiler.warnings.push(codes::BAD_DATA.warning(message).at(table.row_place(last)).hint(hint));
}
