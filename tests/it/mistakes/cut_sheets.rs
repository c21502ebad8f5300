//! How pieces lie, and sheets that are cut already.

use super::{mistake, wrong};
use crate::run::Run;

/// A sheet of labels and what is printed on it; nothing is wrong with it.
const LABELS: &str = r#"[[sheet]]
name  = "labels"
paper = "a4"
first = "7.2 15.1mm"
pitch = "66 38.1mm"
grid  = "3 x 7"
size  = "63.5 x 38.1mm"

[[cards]]
sheet = "labels"
face  = [{ text = "A", font = "bold 14pt" }]
"#;

fn labels(old: &str, new: &str) -> String {
    assert!(LABELS.contains(old), "`{old}` is not in the labels");
    LABELS.replacen(old, new, 1)
}

#[test]
fn the_labels_are_right_before_something_is_changed() {
    Run::new().file("x.toml", LABELS).args(["build", "x.toml"]).run();
}

#[test]
fn discs_that_straight_cuts_should_part() {
    mistake(
        "[[counters]]\nacross = \"20mm\"\npack = \"straight\"\nface = [{ fill = \"red\" }]\n",
        r#"
error[HX303]: no straight cut parts discs
 --> x.toml:3:8
  |
3 | pack = "straight"
  |        ^^^^^^^^^^
  |
  = help: pack = "close" or "apart"
"#,
    );
}

#[test]
fn rectangles_in_strips() {
    mistake(
        "[[cards]]\nsize = \"poker\"\npack = \"strips\"\nface = [{ fill = \"red\" }]\n",
        r#"
error[HX303]: rectangles do not lie in strips: every cut of theirs is straight
 --> x.toml:3:8
  |
3 | pack = "strips"
  |        ^^^^^^^^
  |
  = help: pack = "straight"
"#,
    );
}

#[test]
fn a_first_place_outside_the_sheet() {
    mistake(
        &labels("7.2 15.1mm", "172 15.1mm"),
        r#"
error[HX304]: the first place begins 172 mm from the left edge and is 63.5 mm wide, and A4 is 210 mm wide
 --> x.toml:4:9
  |
4 | first = "172 15.1mm"
  |         ^^^^^^^^^^^^
"#,
    );
}

#[test]
fn more_rows_than_the_sheet_has() {
    mistake(
        &labels("3 x 7", "3 x 8"),
        r#"
error[HX304]: 8 rows end 319.9 mm from the top edge, and A4 is 297 mm high
 --> x.toml:6:9
  |
6 | grid  = "3 x 8"
  |         ^^^^^^^
"#,
    );
}

#[test]
fn places_of_a_sheet_that_lies() {
    // As the package shows it, with the long side below.
    let lying = labels("3 x 7", "4 x 4");
    mistake(
        &lying,
        r#"
error[HX304]: 4 columns end 268.7 mm from the left edge, and A4 is 210 mm wide
 --> x.toml:6:9
  |
6 | grid  = "4 x 4"
  |         ^^^^^^^
  |
  = help: if the sheet lies: paper = "297 x 210mm"
"#,
    );
    Run::new().file("x.toml", lying.replace("\"a4\"", "\"297 x 210mm\"")).args(["build", "x.toml"]).run();
    let other = lying.replace("\"a4\"", "\"297 x 210mm\"");
    let run = Run::new().file("x.toml", other).args(["build", "x.toml", "--paper", "us"]);
    wrong(
        run,
        r#"
error[HX307]: `labels` is A4, and --paper us gives Letter (8.5 x 11 in)
 --> x.toml:9:1
  |
9 | [[cards]]
  | ^^^^^^^^^
  |
  = help: --paper a4
"#,
    );
}

#[test]
fn places_that_lie_on_each_other() {
    mistake(
        &labels("66 38.1mm", "60 38.1mm"),
        r#"
error[HX305]: places are 63.5 mm wide and begin 60 mm apart: they would lie on each other
 --> x.toml:5:9
  |
5 | pitch = "60 38.1mm"
  |         ^^^^^^^^^^^
  |
  = help: the pitch is from where one begins to where the next one begins
"#,
    );
}

#[test]
fn a_piece_larger_than_its_place() {
    mistake(
        &labels("sheet = \"labels\"", "sheet = \"labels\"\nsize = \"70 x 38mm\""),
        r#"
error[HX306]: a piece measures 70 x 38 mm, and the places of `labels` 63.5 x 38.1 mm
  --> x.toml:11:8
   |
11 | size = "70 x 38mm"
   |        ^^^^^^^^^^^
   |
   = help: without a size, pieces are as large as the places
"#,
    );
}

#[test]
fn a_sheet_of_another_paper() {
    wrong(
        Run::new().file("x.toml", LABELS).args(["build", "x.toml", "--paper", "us"]),
        r#"
error[HX307]: `labels` is A4, and --paper us gives Letter (8.5 x 11 in)
 --> x.toml:9:1
  |
9 | [[cards]]
  | ^^^^^^^^^
  |
  = help: --paper a4
"#,
    );
}

#[test]
fn a_sheet_that_there_is_not() {
    mistake(
        &labels("sheet = \"labels\"", "sheet = \"lables\""),
        r#"
error[HX112]: no sheet is called `lables`
  --> x.toml:10:9
   |
10 | sheet = "lables"
   |         ^^^^^^^^
   |
   = help: did you mean `labels`?
"#,
    );
    mistake(
        "[[cards]]\nsheet = \"middle\"\nsize = \"poker\"\nface = [{ fill = \"red\" }]\n",
        r#"
error[HX112]: no sheet is called `middle`
 --> x.toml:2:9
  |
2 | sheet = "middle"
  |         ^^^^^^^^
  |
  = help: large or small; a sheet that is cut already is a [[sheet]] of this file
"#,
    );
}

#[test]
fn a_sheet_that_says_too_little() {
    mistake(
        "[[sheet]]\nname = \"labels\"\npaper = \"iso\"\nfirst = \"5 5mm\"\nsize = \"60 x 30mm\"\n[[cards]]\nsheet = \"labels\"\n",
        r#"
error[HX006]: a sheet needs `grid`
 --> x.toml:1:1
  |
1 | [[sheet]]
  | ^^^^^^^^^
  |
  = help: grid = "3 x 7"
"#,
    );
    mistake(
        &labels("\"a4\"", "\"iso\""),
        r#"
error[HX008]: `iso` is more than one paper
 --> x.toml:3:9
  |
3 | paper = "iso"
  |         ^^^^^
  |
  = help: a sheet is of one: paper = "a4"
"#,
    );
}

#[test]
fn a_sheet_called_as_those_at_hand() {
    mistake(
        "[[sheet]]\nname = \"small\"\npaper = \"a4\"\nfirst = \"5 5mm\"\nsize = \"60 x 30mm\"\ngrid = \"2 x 2\"\n[[cards]]\nsize = \"poker\"\nface = [{ fill = \"red\" }]\n",
        r#"
error[HX104]: `small` is a sheet of the paper at hand
 --> x.toml:2:8
  |
2 | name = "small"
  |        ^^^^^^^
  |
  = help: another name
"#,
    );
}

#[test]
fn a_grid_on_a_sheet_with_places() {
    mistake(
        &labels("sheet = \"labels\"", "sheet = \"labels\"\ngrid = \"2 x 2\"\npack = \"close\""),
        r#"
error[HX120]: `grid` does nothing on a sheet with places of its own
  --> x.toml:11:1
   |
11 | grid = "2 x 2"
   | ^^^^
   |
   = help: leave it out

error[HX120]: `pack` does nothing on a sheet with places of its own
  --> x.toml:12:1
   |
12 | pack = "close"
   | ^^^^
   |
   = help: leave it out
"#,
    );
}

#[test]
fn a_sheet_with_measures_that_cannot_be() {
    mistake(
        &labels("63.5 x 38.1mm", "0.5 x 38.1mm"),
        r#"
error[HX106]: a piece measures between 2mm and 2000mm each way
 --> x.toml:7:9
  |
7 | size  = "0.5 x 38.1mm"
  |         ^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn bleeds_that_would_meet() {
    mistake(
        &labels("66 38.1mm", "66 40mm")
            .replace("sheet = \"labels\"", "sheet = \"labels\"\nbleed = \"1.5mm\""),
        r#"
error[HX308]: a bleed of 1.5 mm needs 3 mm between two pieces, and on `labels` there are 1.9 mm
 --> x.toml:9:1
  |
9 | [[cards]]
  | ^^^^^^^^^
  |
  = help: bleed = "0.95mm"
"#,
    );
}
