//! The strips along the edge of a piece: the bleed, and the safe zone.

use super::{cards, mistake, wrong};
use crate::run::Run;

#[test]
fn a_negative_bleed() {
    mistake(
        &cards("rows =", "bleed = \"-2mm\"\nrows ="),
        r#"
error[HX106]: `bleed` lies between 0 and 20mm
 --> x.toml:3:9
  |
3 | bleed = "-2mm"
  |         ^^^^^^
  |
  = help: how far colours go on beyond the cut: 2 or 3 mm are usual
"#,
    );
}

#[test]
fn a_bleed_as_large_as_a_piece() {
    mistake(
        &cards("rows =", "bleed = \"4cm\"\nrows ="),
        r#"
error[HX106]: `bleed` lies between 0 and 20mm
 --> x.toml:3:9
  |
3 | bleed = "4cm"
  |         ^^^^^
  |
  = help: how far colours go on beyond the cut: 2 or 3 mm are usual
"#,
    );
}

#[test]
fn a_safe_zone_outside_the_piece() {
    mistake(
        &cards("rows =", "safe = \"-3mm\"\nrows ="),
        r#"
error[HX106]: `safe` is how far inside the cut words stay: 0 or more
 --> x.toml:3:8
  |
3 | safe = "-3mm"
  |        ^^^^^^
  |
  = help: how far colours go on beyond the cut is `bleed`
"#,
    );
}

#[test]
fn a_safe_zone_that_leaves_nothing() {
    mistake(
        &cards("rows =", "safe = \"20.5mm\"\nrows ="),
        r#"
error[HX106]: a safe zone 20.5 mm inside the cut leaves nothing of a piece of which half measures 20.5 mm
 --> x.toml:3:8
  |
3 | safe = "20.5mm"
  |        ^^^^^^^^
"#,
    );
}

#[test]
fn a_safe_zone_that_leaves_nothing_of_a_share_of_a_cell() {
    mistake(
        r#"[[board]]
name  = "field"
cells = "flat-top"
fit   = "largest"
shape = "hexhex 9"

[[tiles]]
cells  = "flat-top"
across = "80% of field"
bleed  = "1mm"
safe   = "30mm"
face   = [{ fill = "navy" }]
"#,
        r#"
error[HX106]: a safe zone 30 mm inside the cut leaves nothing of a piece of which half measures 7.565 mm
  --> x.toml:11:10
   |
11 | safe   = "30mm"
   |          ^^^^^^
"#,
    );
}

#[test]
fn words_in_the_strip_that_stays_clear() {
    mistake(
        &cards("rows =", "safe = \"3mm\"\nrows =").replace("font =", "at = \"top\", inset = \"1mm\", font ="),
        r#"
error[HX310]: cards/1: these words come as near to the cut as 1.03 mm, and `safe` is 3 mm
 --> x.toml:5:9
  |
5 | face = [{ text = "{{ name }}", at = "top", inset = "1mm", font = "bold 9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: smaller, or farther inside; or a smaller `safe`

error[HX310]: cards/2: these words come as near to the cut as 0.87 mm, and `safe` is 3 mm
 --> x.toml:5:9
  |
5 | face = [{ text = "{{ name }}", at = "top", inset = "1mm", font = "bold 9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: smaller, or farther inside; or a smaller `safe`
"#,
    );
}

#[test]
fn an_icon_over_the_cut() {
    mistake(
        r#"[[counters]]
across = "20mm"
bleed  = "2mm"
safe   = "2mm"
face   = [{ fill = "navy" }, { icon = "circle", at = "8mm 0mm", size = "6mm", colour = "white" }]
"#,
        r#"
error[HX310]: counters/1: this icon comes 0.52 mm over the cut, and `safe` is 2 mm
 --> x.toml:5:30
  |
5 | face   = [{ fill = "navy" }, { icon = "circle", at = "8mm 0mm", size = "6mm", colour = "white" }]
  |                              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: smaller, or farther inside; or a smaller `safe`
"#,
    );
}

/// A cut plan of this says this; the sheets are built all the same.
#[track_caller]
fn idle_plan(layout: &str, cut: &str, said: &str) {
    let args = ["build", "x.toml", "--cut-plan", "--cut", cut];
    Run::new().file("x.toml", layout).args(args).stderr(said).status(0).run().bytes("output/x-iso.pdf");
}

#[test]
fn a_cut_plan_of_what_is_not_cut_out() {
    let said = r#"
warning[HX393]: --cut-plan: nothing is cut out of the sheets of `x`
 |
 = help: leave it out: cards, tiles and counters are cut out, boards and labels are not
"#;
    idle_plan(super::BOARD, "guillotine", said);
    let labels = r#"
[[sheet]]
name  = "labels"
paper = "a4"
first = "7.2 15.1mm"
pitch = "66 38.1mm"
grid  = "3 x 7"
size  = "63.5 x 38.1mm"
[[cards]]
sheet = "labels"
face  = [{ text = "Ann", font = "bold 9pt" }]
"#;
    idle_plan(labels, "knife", said);
}

#[test]
fn a_cut_plan_of_what_no_straight_cut_parts() {
    let discs = "[[counters]]\nacross = \"20mm\"\nface = [{ fill = \"navy\" }]\n";
    idle_plan(
        discs,
        "guillotine",
        r#"
warning[HX393]: --cut-plan: no straight cut parts the pieces of `x`
 |
 = help: leave it out, and take a punch, scissors, or a plotter: --format cut-svg
"#,
    );
    let hexagons = "[[tiles]]\ncells = \"flat-top\"\nacross = \"20mm\"\nface = [{ fill = \"navy\" }]\n";
    idle_plan(
        &format!("{discs}{hexagons}"),
        "knife",
        r#"
warning[HX393]: --cut-plan: no straight cut parts the pieces of `x`
 |
 = help: --cut guillotine lays hexagons so that straight cuts part them
"#,
    );
    // One of them can be parted, and the page of the other says that it cannot.
    idle_plan(&format!("{discs}{hexagons}"), "guillotine", "");
}

#[test]
fn a_test_sheet_and_a_cut_plan_without_sheets_that_are_cut() {
    let args = ["build", "x.toml", "--format", "png", "--each", "deck", "--test-sheet", "--cut-plan"];
    wrong(
        Run::new().file("x.toml", super::CARDS).args(args),
        r#"
error[HX013]: --cut-plan and --test-sheet do not go together
 |
 = help: the test sheet stands by itself

error[HX013]: --each and --test-sheet do not go together
 |
 = help: the test sheet is one picture

error[HX013]: --each and --cut-plan do not go together
 |
 = help: such pictures are cut out already
"#,
    );
    let args = ["build", "x.toml", "--format", "cut-svg", "--test-sheet"];
    wrong(
        Run::new().file("x.toml", super::CARDS).args(args),
        r#"
error[HX013]: --format cut-svg and --test-sheet do not go together
 |
 = help: the test sheet is not cut
"#,
    );
}

#[test]
fn a_test_sheet_with_more_than_itself() {
    let args = ["build", "x.toml", "--test-sheet", "--cut-plan", "--split"];
    wrong(
        Run::new().file("x.toml", super::CARDS).args(args),
        r#"
error[HX013]: --split and --test-sheet do not go together
 |
 = help: the test sheet is one file

error[HX013]: --cut-plan and --test-sheet do not go together
 |
 = help: the test sheet stands by itself
"#,
    );
}

#[test]
fn a_test_sheet_on_paper_that_is_too_small() {
    wrong(
        Run::new().file("x.toml", super::CARDS).args(["build", "x.toml", "--test-sheet", "--paper", "a6"]),
        r#"
error[HX302]: a test sheet needs 146 x 150 mm within its margins, and there are 80 x 123 mm
 |
 = help: a larger paper: --paper a4
"#,
    );
}

#[test]
fn a_bleed_without_a_unit() {
    mistake(
        &cards("rows =", "bleed = \"2\"\nrows ="),
        r#"
error[HX005]: `bleed = "2"`: this length has no unit: write "2mm", or use cm, in or pt
 --> x.toml:3:9
  |
3 | bleed = "2"
  |         ^^^
"#,
    );
}

#[test]
fn a_bleed_on_a_board() {
    mistake(
        &super::board("fit   =", "bleed = \"2mm\"\nfit   ="),
        r#"
error[HX003]: no key is called `bleed` here
 --> x.toml:3:1
  |
3 | bleed = "2mm"
  | ^^^^^
  |
  = help: what is cut out has it: `[[cards]]`, `[[notes]]`, `[[tiles]]` and `[[counters]]`
"#,
    );
}

#[test]
fn a_bleed_of_backs_that_are_not_there() {
    mistake(
        &cards("rows =", "back-bleed = \"2mm\"\nrows ="),
        r#"
error[HX120]: `back-bleed` does nothing here: these pieces have no `back`
 --> x.toml:3:14
  |
3 | back-bleed = "2mm"
  |              ^^^^^
  |
  = help: how far the colours of fronts go on is `bleed`
"#,
    );
}

#[test]
fn a_bleed_of_backs_below_that_of_all() {
    mistake(
        &cards("rows =", "bleed = \"2mm\"\nback = [{ fill = \"tan\" }]\nback-bleed = \"1mm\"\nrows ="),
        r#"
error[HX106]: `back-bleed` is 1 mm, and `bleed` lets fronts and backs go on for 2 mm
 --> x.toml:5:14
  |
5 | back-bleed = "1mm"
  |              ^^^^^
  |
  = help: a larger one, or none
"#,
    );
}

#[test]
fn a_bleed_of_backs_without_end() {
    mistake(
        &cards("rows =", "back = [{ fill = \"tan\" }]\nback-bleed = \"3cm\"\nrows ="),
        r#"
error[HX106]: `back-bleed` lies between 0 and 20mm
 --> x.toml:4:14
  |
4 | back-bleed = "3cm"
  |              ^^^^^
  |
  = help: how far colours go on beyond the cut: 2 or 3 mm are usual
"#,
    );
}
