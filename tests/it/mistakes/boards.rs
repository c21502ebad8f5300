//! Boards that cannot be: sizes, colours, labels.

use super::{board, mistake};

#[test]
fn a_board_without_a_map() {
    mistake(
        r#"[[board]]
cells = "flat-top"
fit = "largest"
"#,
        r#"
error[HX006]: a board needs a map or a shape
 --> x.toml:1:1
  |
1 | [[board]]
  | ^^^^^^^^^
  |
  = help: map = '''…''', or shape = "hexhex 5"
"#,
    );
}

#[test]
fn a_board_that_does_not_say_how_its_cells_stand() {
    mistake(
        &board(
            r#"cells = "flat-top"
"#,
            "",
        ),
        r#"
error[HX006]: a board must say which way its cells stand
 --> x.toml:1:1
  |
1 | [[board]]
  | ^^^^^^^^^
  |
  = help: cells = "flat-top" (a side at the top) or "pointy-top" (a corner at the top)
"#,
    );
}

#[test]
fn a_board_that_does_not_say_how_large_it_is() {
    mistake(
        &board(
            r#"fit   = "largest"
"#,
            "",
        ),
        r#"
error[HX006]: a board must say how large its cells are
 --> x.toml:1:1
  |
1 | [[board]]
  | ^^^^^^^^^
  |
  = help: fit = "largest", or across = "38mm"
"#,
    );
}

#[test]
fn a_board_that_says_twice_how_large_it_is() {
    mistake(
        &board(
            "fit   =",
            r#"across = "30mm"
fit   ="#,
        ),
        r#"
error[HX106]: `across` and `fit` both say how large the cells are: leave one out
 --> x.toml:3:10
  |
3 | across = "30mm"
  |          ^^^^^^
"#,
    );
}

#[test]
fn cells_of_no_size() {
    mistake(
        &board(r#"fit   = "largest""#, r#"across = "0mm""#),
        r#"
error[HX106]: a cell measures between 1mm and 2000mm across
 --> x.toml:3:10
  |
3 | across = "0mm"
  |          ^^^^^
"#,
    );
}

#[test]
fn a_colour_that_is_none() {
    mistake(
        &board(r#"label = "A""#, r#"label = "A", fill = "gren""#),
        r#"
error[HX105]: no colour is called `gren`
  --> x.toml:11:27
   |
11 | a = { label = "A", fill = "gren" }
   |                           ^^^^^^
   |
   = help: did you mean `green`?
"#,
    );
}

#[test]
fn hex_digits_that_are_none() {
    mistake(
        r##"[colours]
sea = "#12345"

[[board]]
cells = "flat-top"
fit   = "largest"
map   = '''
    a
a       a
    a
'''

[board.key]
a = { label = "A" }
"##,
        r##"
error[HX105]: `#12345` is not a colour
 --> x.toml:2:7
  |
2 | sea = "#12345"
  |       ^^^^^^^^
  |
  = help: hex digits are three or six: #FA3, #FFAA33
"##,
    );
}

#[test]
fn a_compass_without_directions() {
    mistake(
        r#"[[board]]
cells = "flat-top"
fit   = "largest"
map   = '''
    a
a       a
    a
'''

[board.key]
a = { label = "A" }

[[board.draw]]
compass = "directions"
font = "bold 9pt"
"#,
        r#"
error[HX006]: a compass needs the game's [directions]
  --> x.toml:13:1
   |
13 | [[board.draw]]
   | ^^^^^^^^^^^^^^
   |
   = help: [directions] North = "up"
"#,
    );
}

#[test]
fn a_label_that_is_too_large() {
    mistake(
        &board(
            "[board.key]",
            r#"[board.labels]
font = "bold 900pt"

[board.key]"#,
        ),
        r#"
error[HX203]: a: "A" at 900 pt reaches 62.324 mm outside its place
  --> x.toml:14:5
   |
14 | a = { label = "A" }
   |     ^^^^^^^^^^^^^^^
   |
   = help: a smaller font, shrink = "…pt", or fewer words
"#,
    );
}

#[test]
fn an_unknown_font_of_labels() {
    mistake(
        &board(
            "[board.key]",
            r#"[board.labels]
font = "snas bold 9pt"

[board.key]"#,
        ),
        r#"
error[HX201]: no font family is called `snas`
  --> x.toml:11:8
   |
11 | font = "snas bold 9pt"
   |        ^^^^^^^^^^^^^^^
   |
   = help: did you mean `sans`?
"#,
    );
}

#[test]
fn a_bottom_line_that_is_too_long() {
    mistake(
        &board(
            "map   =",
            r#"bottom-line = "far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long far too long "
map   ="#,
        ),
        r#"
error[HX203]: the bottom line is too long for its sheet, even at 4.5 pt
 --> x.toml:4:15
  |
4 | ... = "far too long far too long far too long far t...long far too long far too long far too long "
  |       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^...^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_line_in_two_colours() {
    mistake(
        &board("fit   = \"largest\"", "fit   = \"largest\"\nline  = \"0.3mm red blue\""),
        r#"
error[HX105]: no colour is called `red blue`
 --> x.toml:4:9
  |
4 | line  = "0.3mm red blue"
  |         ^^^^^^^^^^^^^^^^
  |
  = help: name it in [colours], or write hex digits such as #CFE8CF
"#,
    );
}
