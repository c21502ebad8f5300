//! Tests of data files with a column that probably means `copies`, but has another name.

use super::wrong;
use crate::support::run::Run;
use crate::support::workbook::workbook;

/// Cards that take their rows from a file.
const CARDS: &str = r#"[[cards]]
size = "41 x 63mm"
data = "cards.csv"
face = [{ text = "{{ name }}", font = "bold 9pt" }]
"#;

/// The hint for a column that means `copies` in other programs or languages.
const HINT: &str = "if this column is the number of copies of each piece, rename it to `copies`; if not, write \
                    copies = 1 next to `data` in the layout";

#[test]
fn a_count_in_a_workbook() {
    let layout = CARDS.replace("cards.csv", "cards.xlsx");
    let book = workbook(&[("Cards", &[&["name", "qty"], &["Ann", "3"]])]);
    wrong(
        Run::new().file("x.toml", layout).file("cards.xlsx", book).args(["build", "x.toml"]),
        &format!(
            "error[HX003]: nothing uses the column `qty`
 --> cards.xlsx#Cards:1:8
  |
1 | name | qty
  |        ^^^
  |
  = help: {HINT}"
        ),
    );
}

/// Returns how many pieces the cards have with these rows. Checks that no column causes a hint.
#[track_caller]
fn pieces(layout: &str, rows: &str) -> usize {
    let ran = Run::new()
        .file("x.toml", layout)
        .file("cards.csv", rows)
        .args(["build", "x.toml"])
        .any_stderr()
        .run();
    assert!(!ran.stderr.contains("`copies`"), "{}", ran.stderr);
    ran.pdf("output/x-iso.pdf").pages.iter().map(|page| crate::support::measure::count(page, "Ann")).sum()
}

#[test]
fn a_column_that_is_used_is_no_mistake() {
    let rows = "name,qty,cops\nAnn,3,1\n";
    // No hint, because the layout uses the column: on a face, in a condition, or for the number of copies.
    assert_eq!(
        pieces(
            &CARDS.replace(
                "9pt\" }]",
                "9pt\" }, { text = \"{{ qty }}\", at = \"top\", inset = \"5mm\", font = \"6pt\" }]"
            ),
            rows
        ),
        1
    );
    assert_eq!(pieces(&CARDS.replace("face", "where = \"qty > 2\"\nface"), rows), 1);
    assert_eq!(pieces(&CARDS.replace("face", "copies = \"{{ qty }}\"\nface"), rows), 3);
    // No hint, because the layout sets the number of copies.
    assert_eq!(pieces(&CARDS.replace("face", "copies = 2\nface"), rows), 2);
    // The first file already has a column `copies`. In the second file, no column is similar enough
    // to `copies`.
    assert_eq!(pieces(CARDS, "name,qty,copies\nAnn,1,2\n"), 2);
    assert_eq!(pieces(CARDS, "name,coins,cities,copper\nAnn,1,2,3\n"), 1);
}

#[test]
fn a_column_that_another_component_prints_is_no_mistake() {
    let other = CARDS.replace("[[cards]]", "[[cards]]\nname = \"other\"").replace("name }}", "qty }}");
    assert_eq!(pieces(&format!("{CARDS}\n{other}"), "name,qty\nAnn,3\n"), 1);
}

#[test]
fn an_amount_that_copies_ask_for_is_no_mistake_in_rows() {
    let layout = CARDS.replace(
        "data = \"cards.csv\"",
        "rows = [{ name = \"Ann\", amount = 3 }]\ncopies = \"{{ amount }}\"",
    );
    assert_eq!(pieces(&layout, ""), 3);
}
