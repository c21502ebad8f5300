//! Texts that are nearly right: what is said shows how to write them.

use super::mistake;

#[test]
fn an_offset_with_a_comma() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ disc = "5mm", at = "0,0" }]
"#,
        r#"
error[HX005]: `at = "0,0"`: two lengths, across and down, and a unit are meant here: write "0 0mm"
 --> x.toml:3:30
  |
3 | face = [{ disc = "5mm", at = "0,0" }]
  |                              ^^^^^
"#,
    );
}

#[test]
fn an_offset_with_a_comma_and_a_unit() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ disc = "5mm", at = "3, -8mm" }]
"#,
        r#"
error[HX005]: `at = "3, -8mm"`: two lengths, across and down, and a unit are meant here: write "3 -8mm"
 --> x.toml:3:30
  |
3 | face = [{ disc = "5mm", at = "3, -8mm" }]
  |                              ^^^^^^^^^
"#,
    );
}

#[test]
fn an_offset_without_a_unit() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ disc = "5mm", at = "0 0" }]
"#,
        r#"
error[HX005]: `at = "0 0"`: two lengths, across and down, and a unit are meant here: write "0 0mm"
 --> x.toml:3:30
  |
3 | face = [{ disc = "5mm", at = "0 0" }]
  |                              ^^^^^
"#,
    );
}

#[test]
fn a_shift_without_a_unit() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ disc = "5mm", shift = "0 2.5" }]
"#,
        r#"
error[HX005]: `shift = "0 2.5"`: two lengths, across and down, and a unit are meant here: write "0 2.5mm"
 --> x.toml:3:33
  |
3 | face = [{ disc = "5mm", shift = "0 2.5" }]
  |                                 ^^^^^^^
"#,
    );
}

#[test]
fn a_font_whose_size_has_no_unit() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ text = "a", font = "9" }]
"#,
        r#"
error[HX005]: `font = "9"`: this size has no unit: write "9pt", or use mm, cm or in
 --> x.toml:3:30
  |
3 | face = [{ text = "a", font = "9" }]
  |                              ^^^
"#,
    );
}

#[test]
fn a_css_colour_misspelt() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ fill = "lihgtblue" }]
"#,
        r#"
error[HX105]: no colour is called `lihgtblue`
 --> x.toml:3:18
  |
3 | face = [{ fill = "lihgtblue" }]
  |                  ^^^^^^^^^^^
  |
  = help: did you mean `lightblue`?
"#,
    );
}

#[test]
fn an_own_colour_misspelt() {
    mistake(
        r##"[colours]
seaweed = "#123456"
[[cards]]
size = "41 x 63mm"
face = [{ fill = "seawed" }]
"##,
        r#"
error[HX105]: no colour is called `seawed`
 --> x.toml:5:18
  |
5 | face = [{ fill = "seawed" }]
  |                  ^^^^^^^^
  |
  = help: did you mean `seaweed`?
"#,
    );
}

#[test]
fn a_share_without_its_sign() {
    mistake(
        r#"[[board]]
cells  = "flat-top"
across = "20mm"
shape  = "hexhex 2"

[[counters]]
across = "80 of board"
face   = [{ fill = "red" }]
"#,
        r#"
error[HX005]: `across = "80 of board"`: a share of a board's cells is a percentage: write "80% of board"
 --> x.toml:7:10
  |
7 | across = "80 of board"
  |          ^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn sides_of_no_width() {
    mistake(
        r#"[[board]]
cells  = "flat-top"
across = "20mm"
shape  = "hexhex 2"
[board.sides]
colours = ["red", "red", "red", "red", "red", "red"]
width   = "0mm"
"#,
        r#"
error[HX106]: the `width` of sides lies above 0 and up to 50mm
 --> x.toml:7:11
  |
7 | width   = "0mm"
  |           ^^^^^
"#,
    );
}

#[test]
fn a_way_that_is_none() {
    mistake(
        r#"[[tiles]]
cells  = "flat-top"
across = "40mm"
face   = [{ path = "1 4 red" }]
"#,
        r#"
error[HX005]: tiles/1: `1 4 red` is no way from edge to edge
 --> x.toml:4:11
  |
4 | face   = [{ path = "1 4 red" }]
  |           ^^^^^^^^^^^^^^^^^^^^
  |
  = help: edges are numbered clockwise from the top: "1-4 red, 2-3 blue"
"#,
    );
}

#[test]
fn a_way_without_a_colour() {
    mistake(
        r#"[[tiles]]
cells  = "flat-top"
across = "40mm"
face   = [{ path = "1-4 red, 2-3" }]
"#,
        r#"
error[HX005]: tiles/1: `2-3` has no colour
 --> x.toml:4:11
  |
4 | face   = [{ path = "1-4 red, 2-3" }]
  |           ^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: "2-3 red", or colour = "red" for all
"#,
    );
}

#[test]
fn a_small_board_where_there_is_none() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ board = "board", size = "9mm" }]
"#,
        r#"
error[HX112]: no board is called `board`
 --> x.toml:3:19
  |
3 | face = [{ board = "board", size = "9mm" }]
  |                   ^^^^^^^
  |
  = help: this file has no [[board]]
"#,
    );
}

#[test]
fn an_arrow_of_a_row_that_is_none() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ way = "upp" }]
face = [{ arrow = "{{ way }}" }]
"#,
        r#"
error[HX107]: cards/1: no direction is called `upp`
 --> x.toml:3:17
  |
3 | rows = [{ way = "upp" }]
  |                 ^^^^^
4 | face = [{ arrow = "{{ way }}" }]
  |         ----------------------- asked for here
  |
  = help: did you mean `upper-left`?
"#,
    );
}

#[test]
fn a_mark_where_there_is_none() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ hexagon = "9mm", marks = { up = "start" } }]
"#,
        r#"
error[HX112]: no mark is called `start`
 --> x.toml:3:43
  |
3 | face = [{ hexagon = "9mm", marks = { up = "start" } }]
  |                                           ^^^^^^^
  |
  = help: no [board.key] of this file has a mark
"#,
    );
}

#[test]
fn a_mark_at_an_address_where_there_is_none() {
    mistake(
        r#"[[board]]
cells  = "flat-top"
across = "20mm"
shape  = "hexhex 2"
names  = "lines"
[board.at]
"b2" = { mark = "start" }
"#,
        r#"
error[HX112]: no mark of this board is called `start`
 --> x.toml:7:17
  |
7 | "b2" = { mark = "start" }
  |                 ^^^^^^^
  |
  = help: add it to [board.key]: "*" = { mark = "start", disc = "5mm" }
"#,
    );
}
