//! Papers, margins, and what does not fit.

use super::{CARDS, cards, mistake, wrong};
use crate::run::Run;

#[test]
fn an_unknown_paper() {
    wrong(
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--paper", "lettre"]),
        r#"
error[HX008]: no paper is called `lettre`
 |
 = help: did you mean `letter`? `hexpress papers` lists them all
"#,
    );
}

#[test]
fn a_paper_like_no_other() {
    wrong(
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--paper", "papyrus"]),
        r#"
error[HX008]: no paper is called `papyrus`
 |
 = help: `hexpress papers` lists them all; a size such as 210x297mm will do as well
"#,
    );
}

#[test]
fn a_paper_of_no_size() {
    wrong(
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--paper", "0x297mm"]),
        r#"
error[HX008]: `0x297mm` is not a paper
 |
 = help: a sheet's sides lie between 30 and 5080 mm
"#,
    );
}

#[test]
fn a_paper_in_a_wrong_unit() {
    wrong(
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--paper", "210x297furlongs"]),
        r#"
error[HX008]: `210x297furlongs` is not a paper
 |
 = help: `furlongs` is not a unit of length: use mm, cm, in or pt
"#,
    );
}

#[test]
fn half_a_pair() {
    wrong(
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--paper", "a4+"]),
        r#"
error[HX008]: `a4+` is half a pair
 |
 = help: a pair is two papers, such as a3+a4
"#,
    );
}

/// It is printed, as a poster, and whoever meant something else is told.
#[test]
fn a_piece_that_is_larger_than_its_sheet() {
    let told = |size: &str, paper: &str, said: &str| {
        let run = Run::new().file("x.toml", cards("41 x 63mm", size));
        run.args(["build", "x.toml", "--paper", paper, "--quiet"]).stderr(said).run();
    };
    told(
        "250 x 300mm",
        "iso",
        r#"
warning[HX301]: a piece of `cards` measures 250 x 300 mm, and A4 has room for 197.3 x 284.3 mm: each becomes a poster
 --> x.toml:1:1
  |
1 | [[cards]]
  | ^^^^^^^^^
  |
  = help: sheet = "large" prints it whole, on A3
"#,
    );
    told(
        "400 x 500mm",
        "us",
        r#"
warning[HX301]: a piece of `cards` measures 400 x 500 mm, and Letter (8.5 x 11 in) has room for 203.2 x 266.7 mm: each becomes a poster
 --> x.toml:1:1
  |
1 | [[cards]]
  | ^^^^^^^^^
  |
  = help: A2 holds it whole: --paper a2
"#,
    );
    told(
        "200 x 290mm",
        "a4",
        r#"
warning[HX301]: a piece of `cards` measures 200 x 290 mm, and A4 has room for 197.3 x 284.3 mm: each becomes a poster
 --> x.toml:1:1
  |
1 | [[cards]]
  | ^^^^^^^^^
  |
  = help: sheet = "large" prints it whole, on A3
"#,
    );
    // Only the paper at hand is smaller than what the cards are made for.
    told("140 x 200mm", "a5", "");
}

#[test]
fn a_piece_that_takes_too_many_sheets() {
    mistake(
        &cards("41 x 63mm", "1900 x 1900mm"),
        r#"
error[HX330]: `cards/1` would take 77 sheets of A4, and 64 are the most for a poster: it measures 1900 x 1900 mm
 --> x.toml:1:1
  |
1 | [[cards]]
  | ^^^^^^^^^
  |
  = help: --paper legal takes 60 sheets
"#,
    );
}

#[test]
fn margins_that_leave_no_room() {
    wrong(
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--paper", "a5", "--margin", "70mm"]),
        r#"
error[HX302]: margins of 70 mm leave no room on A5
 --> x.toml:1:1
  |
1 | [[cards]]
  | ^^^^^^^^^
"#,
    );
}

#[test]
fn a_margin_that_cannot_be() {
    wrong(
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--margin", "200mm"]),
        r#"
error[HX013]: a margin of 200 mm cannot be: it lies between 0 and 100 mm
"#,
    );
}

#[test]
fn a_negative_margin() {
    wrong(
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--margin", "-1mm"]),
        r#"
error[HX013]: a margin of -1 mm cannot be: it lies between 0 and 100 mm
"#,
    );
}

#[test]
fn a_margin_without_a_unit() {
    wrong(
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--margin", "5"]),
        r#"
error[HX013]: --margin 5: this length has no unit: write "5mm", or use cm, in or pt
"#,
    );
}

#[test]
fn a_margin_that_is_not_a_number() {
    wrong(
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--margin", "nan"]),
        r#"
error[HX013]: --margin nan: a length must be a finite number
"#,
    );
}

#[test]
fn an_unknown_component() {
    wrong(
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--only", "card"]),
        r#"
error[HX112]: `x` has no component `card`
 |
 = help: did you mean `cards`?
"#,
    );
}

#[test]
fn a_component_like_no_other() {
    wrong(
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--only", "board"]),
        r#"
error[HX112]: `x` has no component `board`
 |
 = help: it has: cards
"#,
    );
}

#[test]
fn a_card_that_does_not_fit_beside_its_back() {
    let cards =
        "[[cards]]\nsize = \"180 x 140mm\"\nface = [{ fill = \"tan\" }]\nback = [{ fill = \"navy\" }]\n";
    wrong(
        Run::new().file("x.toml", cards).args(["build", "x.toml", "--backs", "fold"]),
        r#"
error[HX315]: a piece of `cards` measures 180 x 140 mm, and half of A4 has room for 197.3 x 137.15 mm beside a fold
 --> x.toml:1:1
  |
1 | [[cards]]
  | ^^^^^^^^^
  |
  = help: --backs flip-long prints backs on the other side of the sheet; larger paper has room for both
"#,
    );
}

fn board(across: &str, more: &str) -> String {
    format!("[[board]]\ncells = \"flat-top\"\nacross = \"{across}\"\nshape = \"hexhex 2\"\n{more}")
}

#[test]
fn a_poster_of_too_many_sheets() {
    wrong(
        Run::new().file("x.toml", board("150mm", "")).args(["build", "x.toml", "--paper", "70x70mm"]),
        r#"
error[HX330]: `board` would take 100 sheets of 70 x 70 mm, and 64 are the most for a poster: it measures 433.313 x 450.3 mm
 --> x.toml:1:1
  |
1 | [[board]]
  | ^^^^^^^^^
  |
  = help: --paper a6 takes 24 sheets
"#,
    );
    wrong(
        Run::new()
            .file("x.toml", board("1500mm", "").replace("hexhex 2", "hexhex 40"))
            .args(["build", "x.toml"]),
        r#"
error[HX330]: `board` would take 113700 sheets of A3, and 64 are the most for a poster: it measures 103057.323 x 118500.3 mm
 --> x.toml:1:1
  |
1 | [[board]]
  | ^^^^^^^^^
  |
  = help: no paper with a name is large enough; make it smaller
"#,
    );
}

#[test]
fn a_sheet_that_is_cut_already_is_not_folded() {
    let labels = "[[sheet]]\nname = \"labels\"\npaper = \"a4\"\nfirst = \"7.2 15.1mm\"\npitch = \"66 38.1mm\"\n\
        grid = \"3 x 7\"\nsize = \"63.5 x 38.1mm\"\n[[cards]]\nsheet = \"labels\"\nface = [{ fill = \"tan\" }]\n\
        back = [{ fill = \"navy\" }]\n";
    wrong(
        Run::new().file("x.toml", labels).args(["build", "x.toml", "--backs", "fold"]),
        r#"
error[HX316]: `labels` is cut already, so it cannot be folded
 --> x.toml:8:1
  |
8 | [[cards]]
  | ^^^^^^^^^
  |
  = help: --backs flip-long prints backs on the other side of the sheet, --backs none leaves them out
"#,
    );
}

#[test]
fn a_poster_whose_strips_leave_nothing() {
    let run = Run::new().file("x.toml", board("150mm", ""));
    wrong(
        run.args(["build", "x.toml", "--paper", "60x60mm", "--margin", "20mm"]),
        r#"
error[HX330]: `board` cannot be cut over sheets of 60 x 60 mm: nothing is left between their strips: it measures 433.313 x 450.3 mm
 --> x.toml:1:1
  |
1 | [[board]]
  | ^^^^^^^^^
  |
  = help: --paper a6 takes 40 sheets
"#,
    );
}

#[test]
fn a_poster_that_would_be_cut_through_words() {
    let words = "draw = [{ text = \"A line of words as wide as the whole of the board\", font = \"24pt\", at = \"bottom\", inset = \"0 5mm\" }]\n";
    wrong(
        Run::new().file("x.toml", board("60mm", words)).args(["build", "x.toml", "--paper", "a6"]),
        r#"
error[HX331]: `board` cannot be cut over sheets of A6 without cutting through words
 --> x.toml:1:1
  |
1 | [[board]]
  | ^^^^^^^^^
  |
  = help: larger paper, or shorter lines of words
"#,
    );
}
