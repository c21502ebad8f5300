//! What is typed as other programs, or other countries, write it: the hint says how it is written here.

use super::{CARDS, cards, mistake, wrong};
use crate::run::Run;

/// Building the cards with this element says this, below its line.
#[track_caller]
fn element(element: &str, message: &str, place: (usize, usize), help: Option<&str>) {
    let line = format!("face = [{element}]");
    let help = help.map_or_else(String::new, |help| format!("\n  |\n  = help: {help}"));
    let (column, width) = place;
    let said = format!(
        "{message}\n --> x.toml:4:{column}\n  |\n4 | {line}\n  | {}{}{help}",
        " ".repeat(column - 1),
        "^".repeat(width)
    );
    mistake(&cards(r#"face = [{ text = "{{ name }}", font = "bold 9pt" }]"#, &line), &said);
}

#[test]
fn a_comma_in_a_decimal() {
    element(
        r#"{ text = "A", font = "9pt", at = "top", inset = "8,5mm" }"#,
        r#"error[HX005]: `inset = "8,5mm"`: a decimal has a point: write "8.5mm""#,
        (57, 7),
        None,
    );
    mistake(
        &cards("41 x 63mm", "63,5 x 88,9mm"),
        r#"
error[HX005]: `size = "63,5 x 88,9mm"`: a decimal has a point: write "63.5 x 88.9mm"
 --> x.toml:2:8
  |
2 | size = "63,5 x 88,9mm"
  |        ^^^^^^^^^^^^^^^
"#,
    );
    element(
        r#"{ box = "9mm", line = "0,5mm black" }"#,
        r#"error[HX005]: `line = "0,5mm black"`: a decimal has a point: write "0.5mm black""#,
        (31, 13),
        None,
    );
}

#[test]
fn a_place_in_other_words() {
    for (at, meant) in [
        ("center top", "top"),
        ("top center", "top"),
        ("left top", "top-left"),
        ("bottom right", "bottom-right"),
        ("right-bottom", "bottom-right"),
        ("middle", "centre"),
        ("center center", "centre"),
        ("middle-left", "left"),
    ] {
        element(
            &format!(r#"{{ text = "A", font = "9pt", at = "{at}" }}"#),
            &format!(r#"error[HX005]: `at = "{at}"`: no place is called `{at}`: did you mean `{meant}`?"#),
            (42, at.len() + 2),
            None,
        );
    }
}

#[test]
fn half_an_end_of_a_word() {
    element(
        r#"{ text = "{{ name }", font = "9pt" }"#,
        "error[HX108]: `{{ name }` has no end",
        (19, 9),
        Some("close it: {{ name }}"),
    );
    element(
        r#"{ text = "{{ name } lives", font = "9pt" }"#,
        "error[HX108]: `{{ name } lives` has no end",
        (19, 15),
        Some("close it: {{ name }}"),
    );
}

#[test]
fn a_colour_without_its_sign() {
    element(
        r#"{ fill = "1F4E9E" }"#,
        "error[HX105]: no colour is called `1F4E9E`",
        (18, 8),
        Some("did you mean `#1F4E9E`?"),
    );
}

#[test]
fn words_that_are_moved_out_of_their_piece() {
    element(
        r#"{ text = "A", font = "9pt", at = "top", inset = "-5mm" }"#,
        r#"error[HX203]: cards/1: "A" at 9 pt reaches 4.987 mm outside its place"#,
        (9, 56),
        Some("`inset` counts from the edge inwards, and a negative one moves the words out"),
    );
}

#[test]
fn the_front_of_a_card() {
    mistake(
        &cards("face =", "front = []\nface ="),
        r#"
error[HX003]: no key is called `front` here
 --> x.toml:4:1
  |
4 | front = []
  | ^^^^^
  |
  = help: what is drawn on a piece is its `face`, and behind that lies its `back`
"#,
    );
}

#[test]
fn a_curly_quote_at_the_end() {
    mistake(
        &cards("\"41 x 63mm\"", "\"41 x 63mm”"),
        r#"
error[HX002]: this is not TOML: a text in this line has no end, and a curly quote ends none
 --> x.toml:2:19
  |
2 | size = "41 x 63mm”
  |                   ^
  |
  = help: write straight ones, ", with a plain text editor rather than a word processor
"#,
    );
}

#[test]
fn an_address_twice() {
    mistake(
        r#"[[board]]
cells = "flat-top"
fit   = "largest"
shape = "hexhex 2"

[board.at]
"a1" = { fill = "red" }
"a2" = { fill = "red" }
"a1" = { label = "A" }
"#,
        r#"
error[HX002]: this is not TOML: duplicate key
 --> x.toml:9:1
  |
9 | "a1" = { label = "A" }
  | ^^^^
  |
  = help: line 7 has it too: leave one of them out, or make one of both
"#,
    );
}

#[test]
fn a_layout_of_another_name() {
    wrong(
        Run::new().file("harbour.toml", CARDS).args(["build", "harbor.toml"]),
        "error[HX001]: harbor.toml cannot be read: there is no such file
 |
 = help: did you mean `harbour.toml`?",
    );
    wrong(
        Run::new().file("g.toml", CARDS).file("x.toml", "x = 1\n").args(["build", "harbour.toml"]),
        "error[HX001]: harbour.toml cannot be read: there is no such file
 |
 = help: there are: g.toml",
    );
    wrong(
        Run::new().file("cards.csv", "name\nAnn\n").args(["build", "cards.csv"]),
        "error[HX007]: cards.csv is neither a layout (.toml) nor a PDF
 |
 = help: a layout takes its rows from such a file: data = \"cards.csv\"",
    );
}
