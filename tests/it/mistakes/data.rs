//! Mistakes inside workbooks: told with the file, the row, the column, and the template that asked.

use super::wrong;
use crate::run::Run;
use crate::workbook::workbook;

/// Cards that take their rows from a file.
const DATA: &str = r#"[[cards]]
name = "deck"
size = "41 x 63mm"
data = "cards.csv"
face = [{ text = "{{ name }}", font = "bold 9pt", colour = "{{ ink }}" }]
"#;

/// Building the layout beside this file says this.
#[track_caller]
fn data(layout: &str, name: &str, contents: impl AsRef<[u8]>, said: &str) {
    wrong(Run::new().file("x.toml", layout).file(name, contents).args(["build", "x.toml"]), said);
}

/// The layout with something else in the place of `old`.
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
error[HX121]: Ships!B3 is an error of the spreadsheet
 --> cards.xlsx#Ships:3:7
  |
3 | Ann | ?
  |       ^
  |
  = help: mend its formula
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
error[HX105]: deck/1: no colour is called `redd`
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
    // Held at the source, for no bundled layout names a file.
    let mut sources = hexpress::diag::Sources::default();
    let file = sources.add("x.toml", DATA);
    let mut layout = hexpress::spec::read(file, &sources).unwrap();
    let files = hexpress::files::Files::default();
    let report = hexpress::spec::fetch(&mut layout, file, &mut sources, &files).unwrap_err();
    let said = hexpress::diag::render(&report, &sources, false);
    assert!(said.contains("`cards.csv` cannot be read: a bundled layout has no files beside it"), "{said}");
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
  = help: templates ask for a column by its name: {{ cost }}
"#,
    );
}

/// Empty columns count as the spreadsheet counts them.
#[test]
fn a_cell_of_a_workbook_behind_an_empty_column() {
    let book = workbook(&[("Ships", &[&["name", "", "ink"], &["Ann", "", "redd"]])]);
    data(
        &with("cards.csv", "cards.xlsx"),
        "cards.xlsx",
        book,
        r#"
error[HX105]: deck/1: no colour is called `redd`
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
