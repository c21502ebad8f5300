//! Tests of workbooks whose contents are probably not what their author meant.

use crate::support::measure::count;
use crate::support::run::Run;
use crate::support::workbook::{raw, workbook};

/// Returns a workbook with one sheet, whose first row is `name` and `cost`. `rows` is the XML of the other
/// rows, and `behind` is the XML after them.
fn book(rows: &str, behind: &str) -> Vec<u8> {
    let head = "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>name</t></is></c><c r=\"B1\" t=\"inlineStr\"><is><t>cost</t></is></c></row>";
    raw(&format!("<sheetData>{head}{rows}</sheetData>{behind}"))
}

const LAYOUT: &str = r#"[[cards]]
size = "mini"
data = "cards.xlsx"
face = [{ text = "{{ name }}{{ cost }}", font = "9pt" }]
"#;

#[test]
fn a_formula_that_was_never_worked_out() {
    let rows =
        "<row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t>Ann</t></is></c><c r=\"B2\"><f>1+2</f></c></row>";
    let run = Run::new().file("x.toml", LAYOUT).file("cards.xlsx", book(rows, ""));
    super::wrong(
        run.args(["build", "x.toml"]),
        "error[HX121]: Cards!B2 is a formula without a value
 --> cards.xlsx#Cards:2:7
  |
2 | Ann | ?
  |       ^
  |
  = help: open the file in a spreadsheet, which computes the formula, then save the file",
    );
    let rows = rows.replace("</f>", "</f><v>3</v>");
    let run = Run::new().file("x.toml", LAYOUT).file("cards.xlsx", book(&rows, ""));
    assert_eq!(count(&run.args(["build", "x.toml"]).run().pdf("output/x-iso.pdf").pages[0], "Ann3"), 1);
}

#[test]
fn merged_cells() {
    let rows = "<row r=\"2\"><c r=\"A2\" t=\"inlineStr\"><is><t>Ann</t></is></c><c r=\"B2\"><v>1</v></c></row>\
                <row r=\"3\"><c r=\"B3\"><v>2</v></c></row>";
    let merged = |area: &str| format!("<mergeCells count=\"1\"><mergeCell ref=\"{area}\"/></mergeCells>");
    let run = Run::new().file("x.toml", LAYOUT).file("cards.xlsx", book(rows, &merged("A2:A3")));
    super::wrong(
        run.args(["build", "x.toml"]),
        "error[HX121]: Cards!A3 is merged with the cell that has the value
 --> cards.xlsx#Cards:3:1
  |
3 | ? | 2
  | ^
  |
  = help: unmerge the cells, then fill in each of them",
    );
    // Merged cells are accepted if they are empty.
    let run = Run::new().file("x.toml", LAYOUT).file("cards.xlsx", book(rows, &merged("A7:B9")));
    run.args(["build", "x.toml"]).run();
    let plain = workbook(&[("Cards", &[&["name", "cost"], &["Ann", "1"]])]);
    Run::new().file("x.toml", LAYOUT).file("cards.xlsx", plain).args(["build", "x.toml"]).run();
}
