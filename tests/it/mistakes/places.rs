//! Places on boards, names in cells, colours of cells, and pieces by the cells of a board: what cannot be right.

use super::mistake;

/// A board with a shape and names that is right.
const SHAPED: &str = r#"[[board]]
sheet  = "small"
cells  = "flat-top"
across = "12mm"
shape  = "hexhex 3"
names  = "lines"
"#;

/// It with more lines below it.
fn with(lines: &str) -> String {
    format!("{SHAPED}{lines}")
}

#[test]
fn an_unknown_mark_on_an_edge() {
    mistake(
        &with(
            r#"[board.key]
"*" = { mark = "harbour", disc = "5mm" }
[board.at]
"c3|c4" = { mark = "harbor" }
"#,
        ),
        r#"
error[HX112]: no mark of this board is called `harbor`
  --> x.toml:10:20
   |
10 | "c3|c4" = { mark = "harbor" }
   |                    ^^^^^^^^
   |
   = help: did you mean `harbour`?
"#,
    );
}

#[test]
fn an_unknown_mark_on_a_corner() {
    mistake(
        &with(
            r#"[board.key]
"*" = { mark = "harbour", disc = "5mm" }
[board.at]
"c3|c4|d4" = { mark = "lighthouse" }
"#,
        ),
        r#"
error[HX112]: no mark of this board is called `lighthouse`
  --> x.toml:10:23
   |
10 | "c3|c4|d4" = { mark = "lighthouse" }
   |                       ^^^^^^^^^^^^
   |
   = help: [board.key] has: harbour
"#,
    );
}

#[test]
fn a_mark_on_an_edge_of_a_board_without_marks() {
    mistake(
        &with(
            r#"[board.at]
"c3|c4" = { mark = "harbour" }
"#,
        ),
        r#"
error[HX112]: no mark of this board is called `harbour`
 --> x.toml:8:20
  |
8 | "c3|c4" = { mark = "harbour" }
  |                    ^^^^^^^^^
  |
  = help: add it to [board.key]: "*" = { mark = "harbour", disc = "5mm" }
"#,
    );
}

#[test]
fn an_edge_with_a_kind() {
    mistake(
        &with(
            r#"[board.key]
"*" = { mark = "harbour", disc = "5mm" }
[board.at]
"c3|c4" = { kind = "harbor" }
"#,
        ),
        r#"
error[HX005]: an edge is of no kind: only cells are
  --> x.toml:10:20
   |
10 | "c3|c4" = { kind = "harbor" }
   |                    ^^^^^^^^
   |
   = help: did you mean mark = "harbour"?
"#,
    );
}

#[test]
fn a_corner_with_a_kind() {
    mistake(
        &with(
            r#"[board.at]
"c3|c4|d4" = { kind = "sea", disc = "5mm" }
"#,
        ),
        r#"
error[HX005]: a corner is of no kind: only cells are
 --> x.toml:8:23
  |
8 | "c3|c4|d4" = { kind = "sea", disc = "5mm" }
  |                       ^^^^^
  |
  = help: a corner takes a label, a mark, or a drawing such as disc = "5mm"
"#,
    );
}

#[test]
fn an_edge_with_nothing_but_a_fill() {
    mistake(
        &with(
            r#"[board.at]
"c3|c4" = { fill = "red" }
"#,
        ),
        r#"
error[HX110]: this draws nothing on an edge
 --> x.toml:8:11
  |
8 | "c3|c4" = { fill = "red" }
  |           ^^^^^^^^^^^^^^^^
  |
  = help: an edge takes a line, a label, a mark, or a drawing such as disc = "5mm"
"#,
    );
}

#[test]
fn a_corner_with_nothing_but_a_line() {
    mistake(
        &with(
            r#"[board.at]
"c3|c4|d4" = { line = "1mm red" }
"#,
        ),
        r#"
error[HX110]: this draws nothing on a corner
 --> x.toml:8:14
  |
8 | "c3|c4|d4" = { line = "1mm red" }
  |              ^^^^^^^^^^^^^^^^^^^^
  |
  = help: a corner takes a label, a mark, or a drawing such as disc = "5mm"
"#,
    );
}

#[test]
fn two_cells_for_three_colours() {
    mistake(
        &with(
            r#"three-colours = { c3 = "tan", c4 = "wheat" }
"#,
        ),
        r#"
error[HX111]: `three-colours` names 2 cells, and takes three that touch one another, each with its colour
 --> x.toml:7:19
  |
7 | three-colours = { c3 = "tan", c4 = "wheat" }
  |                   ^^
  |
  = help: c3, b3 and c4 touch one another
"#,
    );
}

#[test]
fn one_cell_for_three_colours() {
    mistake(
        &with(
            r#"three-colours = { a1 = "tan" }
"#,
        ),
        r#"
error[HX111]: `three-colours` names 1 cell, and takes three that touch one another, each with its colour
 --> x.toml:7:19
  |
7 | three-colours = { a1 = "tan" }
  |                   ^^
  |
  = help: a1, b2 and b1 touch one another
"#,
    );
}

#[test]
fn four_cells_for_three_colours() {
    mistake(
        &with(
            r#"three-colours = { c3 = "tan", c4 = "wheat", d4 = "sienna", d5 = "red" }
"#,
        ),
        r#"
error[HX111]: `three-colours` names 4 cells, and takes three that touch one another, each with its colour
 --> x.toml:7:19
  |
7 | three-colours = { c3 = "tan", c4 = "wheat", d4 = "sienna", d5 = "red" }
  |                   ^^
  |
  = help: c3, c4 and d4 touch one another
"#,
    );
}

#[test]
fn three_cells_for_three_colours_that_do_not_touch() {
    mistake(
        &with(
            r#"three-colours = { c3 = "tan", c4 = "wheat", e5 = "sienna" }
"#,
        ),
        r#"
error[HX005]: `c3` and `e5` do not touch: the three cells of `three-colours` touch one another
 --> x.toml:7:45
  |
7 | three-colours = { c3 = "tan", c4 = "wheat", e5 = "sienna" }
  |                                             ^^
  |
  = help: c3, b3 and c4 touch one another
"#,
    );
}

#[test]
fn three_cells_of_one_line_for_three_colours() {
    mistake(
        &with(
            r#"three-colours = { c3 = "tan", c4 = "wheat", c5 = "sienna" }
"#,
        ),
        r#"
error[HX005]: `c3` and `c5` do not touch: the three cells of `three-colours` touch one another
 --> x.toml:7:45
  |
7 | three-colours = { c3 = "tan", c4 = "wheat", c5 = "sienna" }
  |                                             ^^
  |
  = help: c3, b3 and c4 touch one another
"#,
    );
}

#[test]
fn a_ring_for_one_of_three_colours() {
    mistake(
        &with(
            r#"three-colours = { c3 = "tan", c4 = "wheat", "ring 1 of c3" = "sienna" }
"#,
        ),
        r#"
error[HX005]: `ring 1 of c3` is not one cell: each colour is named by one cell
 --> x.toml:7:45
  |
7 | three-colours = { c3 = "tan", c4 = "wheat", "ring 1 of c3" = "sienna" }
  |                                             ^^^^^^^^^^^^^^
  |
  = help: c3, b3 and c4 touch one another
"#,
    );
}

#[test]
fn a_rhombus_with_unequal_sides() {
    mistake(
        &SHAPED.replacen(r#"shape  = "hexhex 3""#, r#"shape  = "rhombus 3 x 4""#, 1),
        r#"
error[HX005]: a rhombus has as many rows as columns, and 3 x 4 has not: write "parallelogram 3 x 4"
 --> x.toml:5:10
  |
5 | shape  = "rhombus 3 x 4"
  |          ^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_name_that_is_too_large_for_its_cell() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "pointy-top"
across = "3.5mm"
shape  = "rectangle 1 x 1"
names  = { like = "offset", as = "{column}{row}", digits = 4 }
show-names = "inside"
names-font = "bold 12pt"
"#,
        r#"
error[HX203]: the name `a0001` is too large for its cell, even at 4.5 pt
 --> x.toml:8:14
  |
8 | names-font = "bold 12pt"
  |              ^^^^^^^^^^^
  |
  = help: larger cells, shorter names, or show-names = "outside"
"#,
    );
}

#[test]
fn names_that_are_too_large_for_their_cells() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "pointy-top"
across = "3.7mm"
shape  = "rhombus 12"
names  = "hex"
show-names = "inside"
"#,
        r#"
error[HX203]: 30 names are too large for their cells, even at 4.5 pt: `a10`, `b10`, `c10` …
 --> x.toml:7:14
  |
7 | show-names = "inside"
  |              ^^^^^^^^
  |
  = help: larger cells, shorter names, or show-names = "outside"
"#,
    );
}

#[test]
fn names_with_a_character_that_the_font_lacks() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "flat-top"
across = "12mm"
shape  = "hexhex 2"
names  = { like = "lines", as = "{letter}⬢{number}" }
show-names = "inside"
names-font = "bold 8pt"
"#,
        r#"
error[HX202]: the font has no `⬢` (U+2B22), in "c⬢3"
 --> x.toml:8:14
  |
8 | names-font = "bold 8pt"
  |              ^^^^^^^^^^
  |
  = help: a font of your own in [fonts], or another character
"#,
    );
}

#[test]
fn a_label_on_an_edge_with_a_character_that_the_font_lacks() {
    mistake(
        &with(
            r#"[board.at]
"c3|c4" = { label = "⬢" }
"#,
        ),
        r#"
error[HX202]: the font has no `⬢` (U+2B22), in "⬢"
 --> x.toml:8:11
  |
8 | "c3|c4" = { label = "⬢" }
  |           ^^^^^^^^^^^^^^^
  |
  = help: a font of your own in [fonts], or another character
"#,
    );
}

#[test]
fn names_at_each_corner() {
    mistake(
        &with(
            r#"show-names = "inside"
names-at = "each corner"
"#,
        ),
        r#"
error[HX005]: a name stands once in its cell
 --> x.toml:8:12
  |
8 | names-at = "each corner"
  |            ^^^^^^^^^^^^^
  |
  = help: names-at = "bottom", and names-for = "each seat"
"#,
    );
}

#[test]
fn names_for_each_seat_in_the_middle() {
    mistake(
        &with(
            r#"show-names = "inside"
names-at = "centre"
names-for = "each seat"
"#,
        ),
        r#"
error[HX005]: in the middle of a cell, the names for all seats would lie on one another
 --> x.toml:8:12
  |
8 | names-at = "centre"
  |            ^^^^^^^^
  |
  = help: names-at = "bottom"
"#,
    );
}

#[test]
fn names_for_somebody_unknown() {
    mistake(
        &with(
            r#"show-names = "inside"
names-for = "everybody"
"#,
        ),
        r#"
error[HX005]: `names-for = "everybody"`: `everybody` is not known here: write "each seat", or leave it out
 --> x.toml:8:13
  |
8 | names-for = "everybody"
  |             ^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_share_of_pieces() {
    mistake(
        &with(
            r#"
[[counters]]
across = "80% of counters"
face   = [{ fill = "red" }]
"#,
        ),
        r#"
error[HX112]: no board is called `counters`
 --> x.toml:9:10
  |
9 | across = "80% of counters"
  |          ^^^^^^^^^^^^^^^^^
  |
  = help: this file has: board
"#,
    );
}

#[test]
fn a_share_of_a_board_in_a_file_without_boards() {
    mistake(
        r#"[[counters]]
across = "80% of board"
face   = [{ fill = "red" }]
"#,
        r#"
error[HX112]: no board is called `board`
 --> x.toml:2:10
  |
2 | across = "80% of board"
  |          ^^^^^^^^^^^^^^
  |
  = help: this file has no [[board]]: give the size in mm
"#,
    );
}

#[test]
fn a_share_of_an_unknown_board_where_one_is_fitted() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "flat-top"
fit    = "largest"
shape  = "hexhex 3"
names  = "lines"

[[counters]]
across = "80% of baord"
face   = [{ fill = "red" }]
"#,
        r#"
error[HX112]: no board is called `baord`
 --> x.toml:9:10
  |
9 | across = "80% of baord"
  |          ^^^^^^^^^^^^^^
  |
  = help: did you mean `board`?
"#,
    );
}

#[test]
fn a_share_of_a_fitted_board_that_is_no_size() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "flat-top"
fit    = "largest"
shape  = "hexhex 3"
names  = "lines"

[[counters]]
across = "1% of board"
face   = [{ fill = "red" }]
"#,
        r#"
error[HX106]: a piece measures between 2mm and 2000mm each way
 --> x.toml:9:10
  |
9 | across = "1% of board"
  |          ^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_share_of_a_board_with_a_mistake() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "flat-top"
fit    = "largest"
shape  = "hexhex 3"
names  = "lines"
line   = "1mm gren"

[[counters]]
across = "80% of board"
face   = [{ fill = "red" }]
"#,
        r#"
error[HX105]: no colour is called `gren`
 --> x.toml:7:10
  |
7 | line   = "1mm gren"
  |          ^^^^^^^^^^
  |
  = help: did you mean `green`?
"#,
    );
}

#[test]
fn a_fitted_board_without_room_for_cells() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "flat-top"
fit    = "largest"
shape  = "hexhex 60"
names  = "lines"
[board.sides]
width = "49mm"
colours = ["red", "red", "red", "red", "red", "red"]

[[counters]]
across = "80% of board"
face   = [{ fill = "red" }]
"#,
        r#"
error[HX302]: on A4, the cells of `board` would measure less than 1 mm across
 --> x.toml:1:1
  |
1 | [[board]]
  | ^^^^^^^^^
  |
  = help: fewer cells, or less beside them: names, bands along the sides, margins
"#,
    );
}
