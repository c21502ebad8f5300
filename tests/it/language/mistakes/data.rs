//! Tests of mistakes inside workbooks. The message names the file, the row, the column, and the
//! template that uses the cell.

use super::wrong;
use crate::support::run::Run;
use crate::support::workbook::{raw, workbook};

/// Cards that take their rows from a file.
const DATA: &str = r#"[[cards]]
name = "deck"
size = "41 x 63mm"
data = "cards.csv"
face = [{ text = "{{ name }}", font = "bold 9pt", colour = "{{ ink }}" }]
"#;

/// Checks that building the layout next to this file prints this message.
#[track_caller]
fn data(layout: &str, name: &str, contents: impl AsRef<[u8]>, output: &str) {
    wrong(Run::new().file("x.toml", layout).file(name, contents).args(["build", "x.toml"]), output);
}

/// Returns the layout with `old` replaced by `new`.
#[track_caller]
fn with(old: &str, new: &str) -> String {
    assert!(DATA.contains(old), "`{old}` is not in the layout");
    DATA.replacen(old, new, 1)
}

#[test]
fn cells_of_a_workbook_that_are_errors() {
    let book = workbook(&[("Ships", &[&["name", "ink"], &[], &["Ann", "#REF!"]])]);
    data(
        &with("cards.csv", "cards.xlsx"),
        "cards.xlsx",
        book,
        r#"
error[HX121]: Ships!B3 is an error value of the spreadsheet
 --> cards.xlsx#Ships:3:7
  |
3 | Ann | ?
  |       ^
  |
  = help: correct the formula
"#,
    );
}

#[test]
fn a_cell_of_a_workbook_that_is_no_colour() {
    let book = workbook(&[("Ships", &[&["name", "ink"], &[], &["Ann", "redd"]])]);
    data(
        &with("cards.csv", "cards.xlsx"),
        "cards.xlsx",
        book,
        r#"
error[HX105]: deck/1: unknown colour `redd`
 --> x.toml:5:9
  |
5 | face = [{ text = "{{ name }}", font = "bold 9pt", colour = "{{ ink }}" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
 ::: cards.xlsx#Ships:3:7
  |
3 | Ann | redd
  |       ---- Ships!B3, column `ink`
  |
  = help: did you mean `red`?
"#,
    );
}

#[test]
fn a_sheet_that_is_not_there() {
    let book = workbook(&[("Ships", &[&["name", "ink"], &["Ann", "red"]])]);
    data(
        &with("cards.csv", "cards.xlsx#Shps"),
        "cards.xlsx",
        book,
        r#"
error[HX112]: `cards.xlsx` has no sheet `Shps`
 --> x.toml:4:8
  |
4 | data = "cards.xlsx#Shps"
  |        ^^^^^^^^^^^^^^^^^
  |
  = help: did you mean `Ships`?
"#,
    );
}

#[test]
fn a_bundled_layout_has_no_files() {
    // Calls the function directly, because no bundled layout uses a data file.
    let mut sources = hexpress::diag::Sources::default();
    let file = sources.add("x.toml", DATA);
    let mut layout = hexpress::language::read(file, &sources).unwrap();
    let files = hexpress::files::Files::default();
    let report = hexpress::language::fetch(&mut layout, file, &mut sources, &files).unwrap_err();
    let output = hexpress::diag::render(&report, &sources, false);
    assert!(
        output.contains("`cards.csv` cannot be read: a bundled layout has no files next to it"),
        "{output}"
    );
}

#[test]
fn a_cell_of_a_workbook_beyond_its_header() {
    let book =
        workbook(&[("Ships", &[&["name", "ink"], &["Ann", "red", "", "x"], &["Bob", "red", "", "y"]])]);
    data(
        &with("cards.csv", "cards.xlsx"),
        "cards.xlsx",
        book,
        r#"
error[HX121]: column D has no name in the header
 --> cards.xlsx#Ships:2:13
  |
2 | Ann | red | …
  |             ^
  |
  = help: write a name for the column in the first row, such as `cost`, or delete the column
"#,
    );
}

/// An empty column counts in the address of a cell, as in the spreadsheet: `ink` is column C.
#[test]
fn a_cell_of_a_workbook_behind_an_empty_column() {
    let book = workbook(&[("Ships", &[&["name", "", "ink"], &["Ann", "", "redd"]])]);
    data(
        &with("cards.csv", "cards.xlsx"),
        "cards.xlsx",
        book,
        r#"
error[HX105]: deck/1: unknown colour `redd`
 --> x.toml:5:9
  |
5 | face = [{ text = "{{ name }}", font = "bold 9pt", colour = "{{ ink }}" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
 ::: cards.xlsx#Ships:2:10
  |
2 | Ann |  | redd
  |          ---- Ships!C2, column `ink`
  |
  = help: did you mean `red`?
"#,
    );
}

/// Checks that a layout that prints the column `name` of a workbook builds with these warnings.
#[track_caller]
fn doubtful(book: Vec<u8>, output: &str) {
    let layout = "[[cards]]\nsize = \"mini\"\ndata = \"cards.xlsx\"\nface = [{ text = \"{{ name }}\", font = \"9pt\" }]\n";
    let run = Run::new().file("x.toml", layout).file("cards.xlsx", book);
    run.args(["build", "x.toml", "--quiet", "--no-check"]).stderr(output).run();
}

#[test]
fn a_row_that_a_workbook_hides() {
    let cell = |at: &str, text: &str| format!("<c r=\"{at}\" t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let rows = format!(
        "<sheetData><row r=\"1\">{}</row><row r=\"2\">{}</row><row r=\"3\" hidden=\"1\">{}</row></sheetData>",
        cell("A1", "name"),
        cell("A2", "Ann"),
        cell("A3", "Bob")
    );
    let output = r#"
warning[HX121]: `Cards, row 3` is hidden in the spreadsheet, but it is printed
 --> cards.xlsx#Cards:3:1
  |
3 | Bob
  | ^^^
  |
  = help: delete it, or show it
"#;
    doubtful(raw(&rows), output);
}

/// Returns a workbook with two columns, whose third and fifth rows are hidden.
fn book_with_hidden_rows() -> Vec<u8> {
    let rows = [["name", "ready"], ["Ann", "yes"], ["Bob", "not yet"], ["Cleo", "yes"], ["Dan", "no"]];
    let cell = |at: String, text: &str| format!("<c r=\"{at}\" t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let row = |(number, [name, ready]): (usize, [&str; 2])| {
        let hidden = if [3, 5].contains(&number) { " hidden=\"1\"" } else { "" };
        let cells = [cell(format!("A{number}"), name), cell(format!("B{number}"), ready)].concat();
        format!("<row r=\"{number}\"{hidden}>{cells}</row>")
    };
    let rows: String = (1..).zip(rows).map(row).collect();
    raw(&format!("<sheetData>{rows}</sheetData>"))
}

/// Checks that a layout with this condition causes these warnings if its workbook has hidden rows.
#[track_caller]
fn hidden(condition: &str, output: &str) {
    let layout = format!(
        "[[cards]]\nsize = \"mini\"\ndata = \"cards.xlsx\"\n{condition}face = [{{ text = \"{{{{ name }}}}\", font = \"9pt\" }}]\n"
    );
    let run = Run::new().file("x.toml", &layout).file("cards.xlsx", book_with_hidden_rows());
    run.args(["build", "x.toml", "--quiet", "--no-check"]).stderr(output).run();
}

#[test]
fn rows_that_a_workbook_hides_and_a_column_tells_from_the_others() {
    let output = r#"
warning[HX121]: `Cards, row 3` and 1 more row are hidden in the spreadsheet, but they are printed
 --> cards.xlsx#Cards:3:1
  |
3 | Bob | not yet
  | ^^^^^^^^^^^^^
  |
  = help: delete them or show them; to skip them, write where = "ready == 'yes'"
"#;
    hidden("", output);
    // A condition that keeps the hidden rows does not silence the warning.
    hidden("where = \"name\"\n", &output.replace("= \"ready", "= \"(name) and ready"));
    hidden("where = \"ready == 'yes'\"\n", "");
}

#[test]
fn a_first_sheet_that_a_workbook_hides() {
    // The name of the first sheet is written into an XML attribute. So the quote in the name begins another
    // attribute.
    let book =
        workbook(&[("Old\" state=\"hidden", &[&["name"], &["Ann"]]), ("Cards", &[&["name"], &["Bob"]])]);
    let output = r#"
warning[HX121]: the first sheet of `cards.xlsx`, `Old`, is hidden in the spreadsheet
 --> x.toml:3:8
  |
3 | data = "cards.xlsx"
  |        ^^^^^^^^^^^^
  |
  = help: write data = "cards.xlsx#Cards"
"#;
    doubtful(book, output);
}

#[test]
fn a_first_sheet_that_is_not_the_one_with_the_cards() {
    let book =
        workbook(&[("Read me", &[&["about"], &["Cards"]]), ("Cards", &[&["name", "ink"], &["Bob", "red"]])]);
    data(
        &with("cards.csv", "cards.xlsx"),
        "cards.xlsx",
        book,
        r#"
error[HX121]: no element uses a column of the first sheet of `cards.xlsx`, `Read me`
 --> x.toml:4:8
  |
4 | data = "cards.xlsx"
  |        ^^^^^^^^^^^^
  |
  = help: write data = "cards.xlsx#Cards"
"#,
    );
}

#[test]
fn a_title_above_the_columns_of_a_workbook() {
    let book = workbook(&[("Cards", &[&["My cards"], &["name", "ink", "cost"], &["Bob", "red", "1"]])]);
    data(
        &with("cards.csv", "cards.xlsx"),
        "cards.xlsx",
        book,
        r#"
error[HX121]: the first row must name the columns, but it contains only `My cards`
 --> cards.xlsx#Cards:1:1
  |
1 | My cards
  | ^^^^^^^^
  |
  = help: delete the title, so that the row with the names of the columns is the first
"#,
    );
}
