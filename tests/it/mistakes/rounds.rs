//! Several mistakes at once: none hides another, and none is told that another one makes.

use super::mistake;

#[test]
fn unknown_names_beside_what_does_not_fit() {
    mistake(
        r#"[[cards]]
name = "heroes"
size = "41 x 63mm"
face = [{ fill = "rde" }]

[[cards]]
name = "places"
size = "41 x 63mm"
face = [{ text = "Harbour", font = "60pt" }]

[[counters]]
across = "1900mm"
face   = [{ fill = "red" }]
"#,
        r#"
error[HX105]: no colour is called `rde`
 --> x.toml:4:18
  |
4 | face = [{ fill = "rde" }]
  |                  ^^^^^
  |
  = help: did you mean `red`?

error[HX203]: places/1: "Harbour" at 60 pt reaches 16.489 mm outside its place
 --> x.toml:9:9
  |
9 | face = [{ text = "Harbour", font = "60pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: a smaller font, shrink = "…pt", or fewer words

error[HX330]: `counters/1` would take 77 sheets of A4, and 64 are the most for a poster: it measures 1900 x 1900 mm
  --> x.toml:11:1
   |
11 | [[counters]]
   | ^^^^^^^^^^^^
   |
   = help: --paper legal takes 60 sheets
"#,
    );
}

#[test]
fn a_slip_of_spelling_beside_an_unknown_name() {
    mistake(
        r#"[[cards]]
name = "heroes"
siz  = "41 x 63mm"
face = [{ fill = "rde" }]

[[cards]]
name = "places"
size = "41 x 63mm"
face = [{ fill = "bleu" }]
"#,
        r#"
error[HX003]: no key is called `siz` here
 --> x.toml:3:1
  |
3 | siz  = "41 x 63mm"
  | ^^^
  |
  = help: did you mean `size`?

error[HX105]: no colour is called `bleu`
 --> x.toml:9:18
  |
9 | face = [{ fill = "bleu" }]
  |                  ^^^^^^
  |
  = help: did you mean `blue`?
"#,
    );
}

#[test]
fn a_board_that_is_wrong_says_nothing_of_its_counters() {
    mistake(
        r#"[[board]]
cells  = "flat-top"
across = "20mm"
map    = "A*"
line   = "0.3mm rde"
[board.key]
A = { fill = "tan" }
"*" = { mark = "start", star = "5mm", font = "9pt" }

[[counters]]
across = "80% of board"
face   = [{ hexagon = "9mm", marks = { up = "start" } }, { text = "much too long", font = "20pt" }]
"#,
        r#"
error[HX105]: no colour is called `rde`
 --> x.toml:5:10
  |
5 | line   = "0.3mm rde"
  |          ^^^^^^^^^^^
  |
  = help: did you mean `red`?

error[HX120]: `font` does nothing on `star`
 --> x.toml:8:39
  |
8 | "*" = { mark = "start", star = "5mm", font = "9pt" }
  |                                       ^^^^
  |
  = help: it belongs to one of: text, compass
"#,
    );
}

#[test]
fn several_mistakes_of_one_component() {
    mistake(
        r#"[[cards]]
size = "1mm"
rows = []
face = [{ fill = "rde" }, { disc = "5mm", font = "9pt" }]
"#,
        r#"
error[HX106]: a piece measures between 2mm and 2000mm each way
 --> x.toml:2:8
  |
2 | size = "1mm"
  |        ^^^^^

error[HX103]: `rows` is empty
 --> x.toml:3:8
  |
3 | rows = []
  |        ^^

error[HX105]: no colour is called `rde`
 --> x.toml:4:18
  |
4 | face = [{ fill = "rde" }, { disc = "5mm", font = "9pt" }]
  |                  ^^^^^
  |
  = help: did you mean `red`?

error[HX120]: `font` does nothing on `disc`
 --> x.toml:4:43
  |
4 | face = [{ fill = "rde" }, { disc = "5mm", font = "9pt" }]
  |                                           ^^^^
  |
  = help: it belongs to one of: text, compass
"#,
    );
}

#[test]
fn one_row_too_large_and_another_component_too_large() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ disc = "50mm" }]

[[counters]]
across = "1900mm"
face   = [{ fill = "red" }]
"#,
        r#"
error[HX210]: cards/1: this disc reaches 4.5 mm outside its piece
 --> x.toml:3:9
  |
3 | face = [{ disc = "50mm" }]
  |         ^^^^^^^^^^^^^^^^^
  |
  = help: what reaches outside is printed on the piece beside it

error[HX330]: `counters/1` would take 77 sheets of A4, and 64 are the most for a poster: it measures 1900 x 1900 mm
 --> x.toml:5:1
  |
5 | [[counters]]
  | ^^^^^^^^^^^^
  |
  = help: --paper legal takes 60 sheets
"#,
    );
}

#[test]
fn a_slip_in_a_board_does_not_hide_what_has_nothing_to_do_with_it() {
    mistake(
        r#"[[board]]
cells  = "flat"
across = "20mm"
shape  = "hexhex 2"

[[counters]]
across = "80% of board"
face   = [{ fill = "rde" }]

[[cards]]
size = "41 x 63mm"
face = [{ fill = "bleu" }]
"#,
        r#"
error[HX005]: `cells` cannot be "flat"
 --> x.toml:2:10
  |
2 | cells  = "flat"
  |          ^^^^^^
  |
  = help: did you mean `flat-top`?

error[HX105]: no colour is called `bleu`
  --> x.toml:12:18
   |
12 | face = [{ fill = "bleu" }]
   |                  ^^^^^^
   |
   = help: did you mean `blue`?
"#,
    );
}

#[test]
fn a_slip_in_a_board_and_its_counters_wait_for_it() {
    mistake(
        r#"[[board]]
cells  = "flat"
across = "20mm"
shape  = "hexhex 2"

[[counters]]
across = "80% of board"
face   = [{ fill = "rde" }]
"#,
        r#"
error[HX005]: `cells` cannot be "flat"
 --> x.toml:2:10
  |
2 | cells  = "flat"
  |          ^^^^^^
  |
  = help: did you mean `flat-top`?
"#,
    );
}

#[test]
fn a_slip_outside_components_comes_first() {
    mistake(
        r#"[colours]
sea = 3
[[cards]]
size = "41 x 63mm"
face = [{ fill = "sea" }, { fill = "rde" }]
"#,
        r#"
error[HX004]: `sea` is a whole number, but text in quotes or a table { … } is wanted
 --> x.toml:2:7
  |
2 | sea = 3
  |       ^
"#,
    );
}

#[test]
fn a_slip_in_what_another_is_like() {
    mistake(
        r#"[[cards]]
name = "a"
siz  = "41 x 63mm"

[[cards]]
name = "b"
like = "a"
face = [{ fill = "rde" }]
"#,
        r#"
error[HX003]: no key is called `siz` here
 --> x.toml:3:1
  |
3 | siz  = "41 x 63mm"
  | ^^^
  |
  = help: did you mean `size`?
"#,
    );
}
