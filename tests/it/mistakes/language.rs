//! Shapes, names, sides and addresses of boards: what cannot be right in them.

use super::mistake;

/// A board with a shape and names that is right.
const SHAPED: &str = r#"[[board]]
sheet  = "small"
cells  = "flat-top"
across = "12mm"
shape  = "hexhex 3"
names  = "lines"
"#;

/// The shaped board with something else in the place of `old`.
#[track_caller]
fn shaped(old: &str, new: &str) -> String {
    assert!(SHAPED.contains(old), "`{old}` is not in the board");
    SHAPED.replacen(old, new, 1)
}

/// The shaped board with more lines below it.
fn with(lines: &str) -> String {
    format!("{SHAPED}{lines}")
}

#[test]
fn the_shaped_board_is_right_before_something_is_changed() {
    crate::run::Run::new().file("x.toml", SHAPED).args(["build", "x.toml"]).run();
}

#[test]
fn an_unknown_word_for_a_shape() {
    mistake(
        &shaped(r#"shape  = "hexhex 3""#, r#"shape  = "hexhax 3""#),
        r#"
error[HX005]: no shape is called `hexhax`: did you mean `hexhex`?
 --> x.toml:5:10
  |
5 | shape  = "hexhax 3"
  |          ^^^^^^^^^^
"#,
    );
}

#[test]
fn a_shape_like_no_other() {
    mistake(
        &shaped(r#"shape  = "hexhex 3""#, r#"shape  = "dodecagon 3""#),
        r#"
error[HX005]: no shape is called `dodecagon`: hexhex, rhombus, parallelogram, rectangle, triangle or star, such as "hexhex 5"
 --> x.toml:5:10
  |
5 | shape  = "dodecagon 3"
  |          ^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_shape_of_size_nought() {
    mistake(
        &shaped(r#"shape  = "hexhex 3""#, r#"shape  = "hexhex 0""#),
        r#"
error[HX005]: a hexhex without cells a side has no cell: write "hexhex 5", say
 --> x.toml:5:10
  |
5 | shape  = "hexhex 0"
  |          ^^^^^^^^^^
"#,
    );
}

#[test]
fn a_shape_without_a_number() {
    mistake(
        &shaped(r#"shape  = "hexhex 3""#, r#"shape  = "hexhex""#),
        r#"
error[HX005]: a hexhex needs its number of cells a side, such as "hexhex 5"
 --> x.toml:5:10
  |
5 | shape  = "hexhex"
  |          ^^^^^^^^
"#,
    );
}

#[test]
fn a_shape_of_too_many_cells() {
    mistake(
        &shaped(r#"shape  = "hexhex 3""#, r#"shape  = "hexhex 1000""#),
        r#"
error[HX005]: "hexhex 1000" has 2997001 cells, and a board has at most 20000
 --> x.toml:5:10
  |
5 | shape  = "hexhex 1000"
  |          ^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_cell_added_to_the_largest_board_there_is() {
    let full = shaped(r#"shape  = "hexhex 3""#, r#"shape  = "rectangle 200 x 100""#);
    mistake(
        &full.replace("names  = \"lines\"", "add    = \"-1,0 -2,0\""),
        r#"
error[HX005]: the board has 20002 cells, and a board has at most 20000
 --> x.toml:6:10
  |
6 | add    = "-1,0 -2,0"
  |          ^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_map_of_too_many_cells() {
    let row = |number: usize| format!("{}{}\n", ["", "  "][number % 2], "a   ".repeat(100).trim_end());
    let rows: String = (0..200).map(row).collect();
    let key = "[board.key]\na = {}\nb = {}\n";
    mistake(
        &format!("[[board]]\ncells = \"pointy-top\"\nacross = \"5mm\"\nmap = '''\n{rows}b\n'''\n{key}"),
        r#"
error[HX005]: the board has 20001 cells, and a board has at most 20000
   --> x.toml:205:1
    |
205 | b
    | ^
"#,
    );
}

#[test]
fn an_unknown_naming() {
    mistake(
        &shaped(r#"names  = "lines""#, r#"names  = "linse""#),
        r#"
error[HX005]: no way to name cells is called `linse`: did you mean `lines`?
 --> x.toml:6:10
  |
6 | names  = "linse"
  |          ^^^^^^^
"#,
    );
}

#[test]
fn an_unknown_naming_like_no_other() {
    mistake(
        &shaped(r#"names  = "lines""#, r#"names  = "zigzag""#),
        r#"
error[HX005]: no way to name cells is called `zigzag`: hex, lines, havannah, hexdame, glinski, 18xx, railway, offset, doubled, axial, ring, numbers
 --> x.toml:6:10
  |
6 | names  = "zigzag"
  |          ^^^^^^^^
"#,
    );
}

#[test]
fn a_naming_that_does_not_suit_its_board() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "flat-top"
across = "12mm"
shape  = "rectangle 4 x 3"
names  = "glinski"
"#,
        r#"
error[HX005]: glinski ranks bend at the middle file, and a board of 4 files has none
 --> x.toml:6:10
  |
6 | names  = "glinski"
  |          ^^^^^^^^^
"#,
    );
}

#[test]
fn a_naming_for_the_other_way_of_standing() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "pointy-top"
across = "12mm"
shape  = "hexhex 3"
names  = "glinski"
"#,
        r#"
error[HX005]: glinski names need upright files: the cells must be flat-top
 --> x.toml:6:10
  |
6 | names  = "glinski"
  |          ^^^^^^^^^
"#,
    );
}

#[test]
fn rings_without_a_middle() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "flat-top"
across = "12mm"
shape  = "rhombus 4 x 4"
names  = "ring"
"#,
        r#"
error[HX005]: ring names need one cell in the middle, and this board has none
 --> x.toml:6:10
  |
6 | names  = "ring"
  |          ^^^^^^
"#,
    );
}

#[test]
fn an_address_of_an_unknown_cell() {
    mistake(
        &with(
            r#"[board.at]
"c3 z9" = { fill = "red" }
"#,
        ),
        r#"
error[HX109]: no cell is called `z9`: the board has a1 to e5
 --> x.toml:8:5
  |
8 | "c3 z9" = { fill = "red" }
  |     ^^
"#,
    );
}

#[test]
fn an_address_of_a_board_without_names() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "flat-top"
across = "12mm"
shape  = "hexhex 3"
[board.at]
"c3" = { fill = "red" }
"#,
        r#"
error[HX109]: no cell is called `c3`: the cells have no names yet, which names = "lines" would give them
 --> x.toml:7:2
  |
7 | "c3" = { fill = "red" }
  |  ^^
"#,
    );
}

#[test]
fn an_address_of_an_unknown_kind() {
    mistake(
        &with(
            r#"[board.at]
"kind hill" = { fill = "red" }
"#,
        ),
        r#"
error[HX109]: no cell is of a kind `hill`: those on the board are: cell
 --> x.toml:8:7
  |
8 | "kind hill" = { fill = "red" }
  |       ^^^^
"#,
    );
}

#[test]
fn cells_that_are_not_neighbours() {
    mistake(
        &with(
            r#"[board.at]
"c1|c3" = { line = "1mm red" }
"#,
        ),
        r#"
error[HX109]: `c1` and `c3` are not neighbours: no edge lies between them
 --> x.toml:8:2
  |
8 | "c1|c3" = { line = "1mm red" }
  |  ^^^^^
"#,
    );
}

#[test]
fn three_cells_that_do_not_meet() {
    mistake(
        &with(
            r#"[board.at]
"c1|c2|c3" = { disc = "3mm" }
"#,
        ),
        r#"
error[HX109]: `c1`, `c2` and `c3` do not meet in one corner
 --> x.toml:8:2
  |
8 | "c1|c2|c3" = { disc = "3mm" }
  |  ^^^^^^^^
"#,
    );
}

#[test]
fn a_run_that_is_not_straight() {
    mistake(
        &with(
            r#"[board.at]
"a1 .. c4" = { fill = "red" }
"#,
        ),
        r#"
error[HX109]: `a1` and `c4` are not on one straight line of cells
 --> x.toml:8:2
  |
8 | "a1 .. c4" = { fill = "red" }
  |  ^^^^^^^^
"#,
    );
}

#[test]
fn an_unknown_mark_at_an_address() {
    mistake(
        &with(
            r#"[board.key]
"*" = { mark = "start", disc = "5mm" }
[board.at]
"c3" = { mark = "strat" }
"#,
        ),
        r#"
error[HX112]: no mark of this board is called `strat`
  --> x.toml:10:17
   |
10 | "c3" = { mark = "strat" }
   |                 ^^^^^^^
   |
   = help: did you mean `start`?
"#,
    );
}

#[test]
fn an_unknown_board_in_small() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "flat-top"
across = "12mm"
shape  = "hexhex 3"
names  = "lines"

[[cards]]
size = "41 x 63mm"
face = [{ board = "baord" }]
"#,
        r#"
error[HX112]: no board is called `baord`
  --> x.toml:10:19
   |
10 | face = [{ board = "baord" }]
   |                   ^^^^^^^
   |
   = help: did you mean `board`?
"#,
    );
}

#[test]
fn a_share_of_an_unknown_board() {
    mistake(
        &with(
            r#"
[[counters]]
across = "80% of bord"
face   = [{ fill = "red" }]
"#,
        ),
        r#"
error[HX112]: no board is called `bord`
 --> x.toml:9:10
  |
9 | across = "80% of bord"
  |          ^^^^^^^^^^^^^
  |
  = help: did you mean `board`?
"#,
    );
}

#[test]
fn a_map_and_a_shape() {
    mistake(
        &with(
            r#"map    = '''
a
'''
[board.key]
a = { fill = "red" }
"#,
        ),
        r#"
error[HX005]: `map` and `shape` both say where the cells are: leave one out
 --> x.toml:7:10
  |
7 | map    = '''
  |          ^^^
"#,
    );
}

#[test]
fn neither_map_nor_shape() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "flat-top"
across = "12mm"
names  = "lines"
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
fn too_few_colours_of_sides() {
    mistake(
        &with(
            r#"[board.sides]
colours = ["red", "blue"]
"#,
        ),
        r#"
error[HX111]: this board has 6 sides, and 2 colours are given
 --> x.toml:8:11
  |
8 | colours = ["red", "blue"]
  |           ^^^^^^^^^^^^^^^
  |
  = help: clockwise: upper-right, right, lower-right, lower-left, left, upper-left
"#,
    );
}

#[test]
fn sides_without_colours() {
    mistake(
        &with(
            r#"[board.sides]
width = "4mm"
"#,
        ),
        r#"
error[HX006]: sides need colours
 --> x.toml:7:1
  |
7 | [board.sides]
  | ^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn an_unknown_colour_of_a_side() {
    mistake(
        &with(
            r#"[board.sides]
colours = ["red", "blue", "red", "blue", "red", "bleu"]
"#,
        ),
        r#"
error[HX105]: no colour is called `bleu`
 --> x.toml:8:49
  |
8 | colours = ["red", "blue", "red", "blue", "red", "bleu"]
  |                                                 ^^^^^^
  |
  = help: did you mean `blue`?
"#,
    );
}

#[test]
fn sides_of_a_star() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "flat-top"
across = "12mm"
shape  = "star 2"
names  = "lines"
[board.sides]
colours = ["red"]
"#,
        r#"
error[HX005]: this shape has no sides to colour
 --> x.toml:7:1
  |
7 | [board.sides]
  | ^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn sides_of_a_map() {
    mistake(
        r#"[[board]]
cells = "flat-top"
fit   = "largest"
map   = '''
a
    a
'''
[board.key]
a = { fill = "red" }
[board.sides]
colours = ["red", "blue"]
"#,
        r#"
error[HX005]: only a board with a `shape` has sides
  --> x.toml:10:1
   |
10 | [board.sides]
   | ^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn names_shown_where_there_are_none() {
    mistake(
        &shaped(r#"names  = "lines""#, r#"show-names = "inside""#),
        r#"
error[HX006]: the cells have no names to show
 --> x.toml:6:14
  |
6 | show-names = "inside"
  |              ^^^^^^^^
  |
  = help: names = "lines"
"#,
    );
}

#[test]
fn a_board_printed_too_often() {
    mistake(
        &with(
            r#"print  = 1001
"#,
        ),
        r#"
error[HX111]: `print` is how many times to print each sheet: up to 1000, or 0 for a board that is only shown in small
 --> x.toml:7:10
  |
7 | print  = 1001
  |          ^^^^
"#,
    );
}

#[test]
fn a_cell_added_that_is_no_cell() {
    mistake(
        &with(
            r#"add    = "0,-3 4;0"
"#,
        ),
        r#"
error[HX005]: `4;0` is no cell by its axial coordinates
 --> x.toml:7:10
  |
7 | add    = "0,-3 4;0"
  |          ^^^^^^^^^^
  |
  = help: as in add = "2,-3 3,-3"; show-names = "inside" with names = "axial" shows them
"#,
    );
}

#[test]
fn a_cell_added_that_is_there() {
    mistake(
        &with(
            r#"add    = "0,-3 1,1"
"#,
        ),
        r#"
error[HX104]: the cell 1,1 is there already
 --> x.toml:7:10
  |
7 | add    = "0,-3 1,1"
  |          ^^^^^^^^^^
"#,
    );
}

#[test]
fn a_cell_left_out_that_is_not_there() {
    mistake(
        &with(
            r#"without = "c3 x1"
"#,
        ),
        r#"
error[HX109]: no cell is called `x1`: did you mean `c1`? The board has a1 to e5
 --> x.toml:7:15
  |
7 | without = "c3 x1"
  |               ^^
"#,
    );
}

#[test]
fn a_board_without_everything() {
    mistake(
        &with(
            r#"without = "all"
"#,
        ),
        r#"
error[HX103]: this leaves no cell
 --> x.toml:7:11
  |
7 | without = "all"
  |           ^^^^^
"#,
    );
}

#[test]
fn two_measures_of_a_cell() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "flat-top"
across = "12mm"
corner-to-corner = "14mm"
shape  = "hexhex 3"
names  = "lines"
"#,
        r#"
error[HX106]: `across` and `corner-to-corner` both say how large the cells are: leave one out
 --> x.toml:4:10
  |
4 | across = "12mm"
  |          ^^^^^^
"#,
    );
}

#[test]
fn no_measure_of_a_cell() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "flat-top"
shape  = "hexhex 3"
names  = "lines"
"#,
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
fn a_cell_of_no_size() {
    mistake(
        &shaped(r#"across = "12mm""#, r#"across = "0mm""#),
        r#"
error[HX106]: a cell measures between 1mm and 2000mm across
 --> x.toml:4:10
  |
4 | across = "0mm"
  |          ^^^^^
"#,
    );
}

#[test]
fn three_colours_of_an_unknown_cell() {
    mistake(
        &with(
            r#"three-colours = { c3 = "tan", c4 = "wheat", z4 = "sienna" }
"#,
        ),
        r#"
error[HX109]: no cell is called `z4`: did you mean `e4`? The board has a1 to e5
 --> x.toml:7:45
  |
7 | three-colours = { c3 = "tan", c4 = "wheat", z4 = "sienna" }
  |                                             ^^
"#,
    );
}

#[test]
fn a_lean_that_is_none() {
    mistake(
        &with(
            r#"lean   = "up"
"#,
        ),
        r#"
error[HX005]: `lean` cannot be "up"
 --> x.toml:7:10
  |
7 | lean   = "up"
  |          ^^^^
  |
  = help: one of: left, right
"#,
    );
}

#[test]
fn a_part_of_a_name_that_is_none() {
    mistake(
        &shaped(r#"names  = "lines""#, r#"names  = { like = "lines", as = "{foo}" }"#),
        r#"
error[HX005]: `{foo}` is no part of a cell's name: write {column} and {row}
 --> x.toml:6:10
  |
6 | names  = { like = "lines", as = "{foo}" }
  |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn names_that_are_not_different() {
    mistake(
        &shaped(r#"names  = "lines""#, r#"names  = { like = "lines", as = "{letter}" }"#),
        r#"
error[HX005]: cells 1 and 3 would both be called `e`: the form of a name must use both numbers
 --> x.toml:6:10
  |
6 | names  = { like = "lines", as = "{letter}" }
  |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn names_from_no_corner() {
    mistake(
        &shaped(r#"names  = "lines""#, r#"names  = { like = "lines", from = "middle" }"#),
        r#"
error[HX005]: no corner is called `middle`: top-left, top-right, bottom-left, bottom-right, top, bottom, left, right
 --> x.toml:6:10
  |
6 | names  = { like = "lines", from = "middle" }
  |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn names_without_letters() {
    mistake(
        &shaped(r#"names  = "lines""#, r#"names  = { like = "lines", skip = "abcdefghijklmnopqrstuvwxyz" }"#),
        r#"
error[HX005]: no letter is left to name cells with
 --> x.toml:6:10
  |
6 | names  = { like = "lines", skip = "abcdefghijklmnopqrstuvwxyz" }
  |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn too_many_colours_of_sides() {
    mistake(
        &with(
            r#"[board.sides]
colours = ["red", "blue", "red", "blue", "red", "blue", "red"]
"#,
        ),
        r#"
error[HX111]: this board has 6 sides, and 7 colours are given
 --> x.toml:8:11
  |
8 | colours = ["red", "blue", "red", "blue", "red", "blue", "red"]
  |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: clockwise: upper-right, right, lower-right, lower-left, left, upper-left
"#,
    );
}

#[test]
fn an_unknown_colour_among_three() {
    mistake(
        &with(
            r#"three-colours = { c3 = "tna", c4 = "wheat", d4 = "sienna" }
"#,
        ),
        r#"
error[HX105]: no colour is called `tna`
 --> x.toml:7:24
  |
7 | three-colours = { c3 = "tna", c4 = "wheat", d4 = "sienna" }
  |                        ^^^^^
  |
  = help: did you mean `tan`?
"#,
    );
}

#[test]
fn a_ring_of_no_number() {
    mistake(
        &with(
            r#"[board.at]
"ring x of c3" = { fill = "red" }
"#,
        ),
        r#"
error[HX109]: a ring is so many steps from a cell, such as "ring 2 of e5"
 --> x.toml:8:2
  |
8 | "ring x of c3" = { fill = "red" }
  |  ^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_ring_beyond_the_board() {
    mistake(
        &with(
            r#"[board.at]
"ring 9 of c3" = { fill = "red" }
"#,
        ),
        r#"
error[HX109]: no cell is 9 steps from `c3`
 --> x.toml:8:2
  |
8 | "ring 9 of c3" = { fill = "red" }
  |  ^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_run_without_an_end() {
    mistake(
        &with(
            r#"[board.at]
"a1 .." = { fill = "red" }
"#,
        ),
        r#"
error[HX109]: a cell is missing after `..`
 --> x.toml:8:5
  |
8 | "a1 .." = { fill = "red" }
  |     ^^
"#,
    );
}

#[test]
fn an_address_without_words() {
    mistake(
        &with(
            r#"[board.at]
"" = { fill = "red" }
"#,
        ),
        r#"
error[HX109]: an address is missing: name a cell, a run such as "a1 .. a5", "border" or "all"
 --> x.toml:8:2
  |
8 | "" = { fill = "red" }
  |  ^
"#,
    );
}

#[test]
fn four_cells_at_a_corner() {
    mistake(
        &with(
            r#"[board.at]
"c3|c4|d4|d3" = { disc = "3mm" }
"#,
        ),
        r#"
error[HX109]: an edge has two cells and a corner three; here are more
 --> x.toml:8:2
  |
8 | "c3|c4|d4|d3" = { disc = "3mm" }
  |  ^^^^^^^^^^^
"#,
    );
}

#[test]
fn an_edge_between_a_cell_and_itself() {
    mistake(
        &with(
            r#"[board.at]
"c3|c3" = { line = "1mm red" }
"#,
        ),
        r#"
error[HX109]: an edge lies between two cells, and `c3` stands on both sides of this one
 --> x.toml:8:2
  |
8 | "c3|c3" = { line = "1mm red" }
  |  ^^^^^
"#,
    );
}

#[test]
fn nothing_left_out() {
    mistake(
        &with(
            r#"without = ""
"#,
        ),
        r#"
error[HX109]: an address is missing: name a cell, a run such as "a1 .. a5", "border" or "all"
 --> x.toml:7:12
  |
7 | without = ""
  |            ^
"#,
    );
}

#[test]
fn a_cell_added_far_away() {
    mistake(
        &with(
            r#"add    = "1000000,0"
"#,
        ),
        r#"
error[HX005]: `1000000,0` is no cell by its axial coordinates
 --> x.toml:7:10
  |
7 | add    = "1000000,0"
  |          ^^^^^^^^^^^
  |
  = help: as in add = "2,-3 3,-3"; show-names = "inside" with names = "axial" shows them
"#,
    );
}

#[test]
fn a_share_of_nothing() {
    mistake(
        &with(
            r#"
[[counters]]
across = "0% of board"
face   = [{ fill = "red" }]
"#,
        ),
        r#"
error[HX005]: `across = "0% of board"`: a share of a board's cells is a percentage, such as "80% of board"
 --> x.toml:9:10
  |
9 | across = "0% of board"
  |          ^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_font_of_names_without_a_unit() {
    mistake(
        &with(
            r#"names-font = "9"
"#,
        ),
        r#"
error[HX005]: `names-font = "9"`: this size has no unit: write "9pt", or use mm, cm or in
 --> x.toml:7:14
  |
7 | names-font = "9"
  |              ^^^
"#,
    );
}

#[test]
fn names_shown_nowhere_known() {
    mistake(
        &with(
            r#"show-names = "within"
"#,
        ),
        r#"
error[HX005]: `show-names` cannot be "within"
 --> x.toml:7:14
  |
7 | show-names = "within"
  |              ^^^^^^^^
  |
  = help: one of: inside, edge, outside, none
"#,
    );
}

#[test]
fn a_cell_added_far_out() {
    mistake(
        &with("add    = \"-2147483648,0\"\n"),
        r#"
error[HX005]: `-2147483648,0` is no cell by its axial coordinates
 --> x.toml:7:10
  |
7 | add    = "-2147483648,0"
  |          ^^^^^^^^^^^^^^^
  |
  = help: as in add = "2,-3 3,-3"; show-names = "inside" with names = "axial" shows them
"#,
    );
}

#[test]
fn an_edge_left_out() {
    mistake(
        &with("without = \"c3 a1|b1\"\n"),
        r#"
error[HX005]: only cells can be left out, and this names an edge
 --> x.toml:7:11
  |
7 | without = "c3 a1|b1"
  |           ^^^^^^^^^^
"#,
    );
}

#[test]
fn a_corner_left_out() {
    mistake(
        &with("without = \"a1|b1|b2\"\n"),
        r#"
error[HX005]: only cells can be left out, and this names a corner
 --> x.toml:7:11
  |
7 | without = "a1|b1|b2"
  |           ^^^^^^^^^^
"#,
    );
}

#[test]
fn a_kind_left_out_that_no_cell_is_of() {
    mistake(
        &super::board("fit   = \"largest\"", "fit   = \"largest\"\nwithout = \"kind hil\"")
            .replace("label = \"A\"", "kind = \"hill\", label = \"A\""),
        r#"
error[HX109]: no cell is of a kind `hil`: did you mean `hill`?
 --> x.toml:4:17
  |
4 | without = "kind hil"
  |                 ^^^
"#,
    );
}

#[test]
fn more_digits_than_a_number_has() {
    mistake(
        &shaped("\"lines\"", "{ like = \"numbers\", digits = 50 }"),
        r#"
error[HX005]: `digits` lies between 1 and 9
 --> x.toml:6:10
  |
6 | names  = { like = "numbers", digits = 50 }
  |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}
