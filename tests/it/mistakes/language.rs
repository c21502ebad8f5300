//! Shapes, names, addresses, and elements of every kind: what cannot be right in them.

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

/// A card that draws this.
fn drawn(element: &str) -> String {
    format!("[[cards]]\nsize = \"41 x 63mm\"\nface = [{element}]\n")
}

/// A tile that draws this.
fn tile(element: &str) -> String {
    format!("[[tiles]]\ncells  = \"flat-top\"\nacross = \"40mm\"\nface   = [{element}]\n")
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
fn an_unknown_icon() {
    mistake(
        &drawn(r#"{ icon = "hart" }"#),
        r#"
error[HX112]: no icon is called `hart`
 --> x.toml:3:18
  |
3 | face = [{ icon = "hart" }]
  |                  ^^^^^^
  |
  = help: did you mean `heart`?
"#,
    );
}

#[test]
fn an_icon_like_no_other() {
    mistake(
        &drawn(r#"{ icon = "elephant" }"#),
        r#"
error[HX112]: no icon is called `elephant`
 --> x.toml:3:18
  |
3 | face = [{ icon = "elephant" }]
  |                  ^^^^^^^^^^
  |
  = help: there are: circle, dot, ring, triangle, square, diamond, star, cross, saltire, drop, hexagon, crescent, heart, spade, club, coin, bolt, crown, flag, house, mountain, waves, dash, bars
"#,
    );
}

#[test]
fn an_unknown_look() {
    mistake(
        r#"[look]
plain = [{ fill = "ivory" }]

[[cards]]
size = "41 x 63mm"
face = "plian"
"#,
        r#"
error[HX112]: no look is called `plian`
 --> x.toml:6:8
  |
6 | face = "plian"
  |        ^^^^^^^
  |
  = help: did you mean `plain`?
"#,
    );
}

#[test]
fn a_look_where_there_is_none() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = "plain"
"#,
        r#"
error[HX112]: no look is called `plain`
 --> x.toml:3:8
  |
3 | face = "plain"
  |        ^^^^^^^
  |
  = help: a face is a list of elements, or the name of a [look]
"#,
    );
}

#[test]
fn an_unknown_place() {
    mistake(
        r#"[places]
title = { at = "top" }

[[cards]]
size = "41 x 63mm"
face = [{ disc = "5mm", in = "titel" }]
"#,
        r#"
error[HX109]: no place is called `titel`
 --> x.toml:6:30
  |
6 | face = [{ disc = "5mm", in = "titel" }]
  |                              ^^^^^^^
  |
  = help: did you mean `title`?
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
fn a_share_of_a_board_that_fits_its_sheet() {
    mistake(
        r#"[[board]]
sheet  = "small"
cells  = "flat-top"
fit    = "largest"
shape  = "hexhex 3"
names  = "lines"

[[counters]]
across = "80% of board"
face   = [{ fill = "red" }]
"#,
        r#"
error[HX106]: `board` is as large as its sheet allows, so a share of it differs from paper to paper
 --> x.toml:9:10
  |
9 | across = "80% of board"
  |          ^^^^^^^^^^^^^^
  |
  = help: give `board` a size of its own, across = "38mm", or give this one in mm
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
fn too_few_edges() {
    mistake(
        r#"[[tiles]]
cells  = "flat-top"
across = "40mm"
rows   = [{ edges = "red blue gold" }]
face   = [{ edge-band = "{{ edge }}", at = "each edge" }]
"#,
        r#"
error[HX111]: `edges = "red blue gold"` names 3 edges, and the piece has 6
 --> x.toml:1:1
  |
1 | [[tiles]]
  | ^^^^^^^^^
  |
  = help: a blank edge is -
"#,
    );
}

#[test]
fn edges_of_a_disc() {
    mistake(
        r#"[[counters]]
across = "20mm"
rows   = [{ edges = "red blue" }]
face   = [{ fill = "red" }]
"#,
        r#"
error[HX111]: `edges = "red blue"` names 2 edges, and the piece has 0
 --> x.toml:1:1
  |
1 | [[counters]]
  | ^^^^^^^^^^^^
  |
  = help: a blank edge is -
"#,
    );
}

#[test]
fn a_path_to_an_edge_that_is_not_there() {
    mistake(
        &tile(r#"{ path = "1-7 red" }"#),
        r#"
error[HX005]: tiles/1: `1-7 red` joins no two edges of a piece with 6
 --> x.toml:4:11
  |
4 | face   = [{ path = "1-7 red" }]
  |           ^^^^^^^^^^^^^^^^^^^^
  |
  = help: edges are numbered clockwise from the top: "1-4 red, 2-3 blue"
"#,
    );
}

#[test]
fn a_path_from_an_edge_to_itself() {
    mistake(
        &tile(r#"{ path = "1-4 blue, 2-2 red" }"#),
        r#"
error[HX005]: tiles/1: `2-2 red` joins no two edges of a piece with 6
 --> x.toml:4:11
  |
4 | face   = [{ path = "1-4 blue, 2-2 red" }]
  |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: edges are numbered clockwise from the top: "1-4 red, 2-3 blue"
"#,
    );
}

#[test]
fn a_path_of_an_unknown_colour() {
    mistake(
        &tile(r#"{ path = "1-4 bleu" }"#),
        r#"
error[HX105]: tiles/1: no colour is called `bleu`
 --> x.toml:4:11
  |
4 | face   = [{ path = "1-4 bleu" }]
  |           ^^^^^^^^^^^^^^^^^^^^^
  |
  = help: did you mean `blue`?
"#,
    );
}

#[test]
fn an_arc_in_a_curve() {
    mistake(
        &drawn(r#"{ curve = "M 0 0 A 5 5 0 0 1 10 0" }"#),
        r#"
error[HX005]: arcs are not taken here: draw them with C, S, Q or T
 --> x.toml:3:19
  |
3 | face = [{ curve = "M 0 0 A 5 5 0 0 1 10 0" }]
  |                   ^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_curve_that_cannot_be_read() {
    mistake(
        &drawn(r#"{ curve = "M 0 0 L 5" }"#),
        r#"
error[HX005]: this is no SVG path: Unexpected EOF
 --> x.toml:3:19
  |
3 | face = [{ curve = "M 0 0 L 5" }]
  |                   ^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_polygon_of_two_points() {
    mistake(
        &drawn(r#"{ polygon = "0 0, 5 5" }"#),
        r#"
error[HX005]: a polygon is at least three points in mm, such as "0 0, 10 0, 5 8"
 --> x.toml:3:21
  |
3 | face = [{ polygon = "0 0, 5 5" }]
  |                     ^^^^^^^^^^
"#,
    );
}

#[test]
fn a_polygon_of_half_a_point() {
    mistake(
        &drawn(r#"{ polygon = "0 0, 5 5, 7" }"#),
        r#"
error[HX005]: a polygon is at least three points in mm, such as "0 0, 10 0, 5 8"
 --> x.toml:3:21
  |
3 | face = [{ polygon = "0 0, 5 5, 7" }]
  |                     ^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_line_from_somewhere_to_nowhere() {
    mistake(
        &drawn(r#"{ from = "0 0mm" }"#),
        r#"
error[HX006]: a straight line has two ends, `from` and `to`
 --> x.toml:3:9
  |
3 | face = [{ from = "0 0mm" }]
  |         ^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_line_to_somewhere_from_nowhere() {
    mistake(
        &drawn(r#"{ to = "5 0mm" }"#),
        r#"
error[HX006]: a straight line has two ends, `from` and `to`
 --> x.toml:3:9
  |
3 | face = [{ to = "5 0mm" }]
  |         ^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn an_edge_band_in_the_middle() {
    mistake(
        &tile(r#"{ edge-band = "red" }"#),
        r#"
error[HX110]: tiles/1: an edge band stands at an edge
 --> x.toml:4:11
  |
4 | face   = [{ edge-band = "red" }]
  |           ^^^^^^^^^^^^^^^^^^^^^
  |
  = help: at = "each edge"
"#,
    );
}

#[test]
fn an_edge_band_of_an_unknown_colour() {
    mistake(
        &tile(r#"{ edge-band = "rde", at = "each edge" }"#),
        r#"
error[HX105]: tiles/1: no colour is called `rde`
 --> x.toml:4:11
  |
4 | face   = [{ edge-band = "rde", at = "each edge" }]
  |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: did you mean `red`?
"#,
    );
}

#[test]
fn a_colour_table_without_a_fill() {
    mistake(
        r#"[colours]
red = { icon = "dot" }

[[cards]]
size = "41 x 63mm"
face = [{ fill = "red" }]
"#,
        r##"
error[HX006]: a colour needs a fill
 --> x.toml:2:7
  |
2 | red = { icon = "dot" }
  |       ^^^^^^^^^^^^^^^^
  |
  = help: { fill = "#A40122", icon = "circle" }
"##,
    );
}

#[test]
fn a_colour_with_an_unknown_icon() {
    mistake(
        r##"[colours]
red = { fill = "#F00", icon = "dott" }

[[cards]]
size = "41 x 63mm"
face = [{ fill = "red" }]
"##,
        r##"
error[HX112]: no icon is called `dott`
 --> x.toml:2:31
  |
2 | red = { fill = "#F00", icon = "dott" }
  |                               ^^^^^^
  |
  = help: did you mean `dot`?
"##,
    );
}

#[test]
fn a_shade_of_an_unknown_colour() {
    mistake(
        &drawn(r#"{ fill = "nayv 30% lighter" }"#),
        r#"
error[HX105]: no colour is called `nayv`
 --> x.toml:3:18
  |
3 | face = [{ fill = "nayv 30% lighter" }]
  |                  ^^^^^^^^^^^^^^^^^^
  |
  = help: did you mean `navy`?
"#,
    );
}

#[test]
fn a_shade_of_too_much() {
    mistake(
        &drawn(r#"{ fill = "navy 130% lighter" }"#),
        r#"
error[HX105]: `navy 130% lighter` is not a shade: write it as in "navy 30% lighter"
 --> x.toml:3:18
  |
3 | face = [{ fill = "navy 130% lighter" }]
  |                  ^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_shade_without_a_share() {
    mistake(
        &drawn(r#"{ fill = "navy lighter" }"#),
        r#"
error[HX105]: `navy lighter` is not a shade: write it as in "navy 30% lighter"
 --> x.toml:3:18
  |
3 | face = [{ fill = "navy lighter" }]
  |                  ^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn an_unknown_word_for_a_shade() {
    mistake(
        &drawn(r#"{ fill = "navy 30% brighter" }"#),
        r#"
error[HX105]: no colour is called `navy 30% brighter`
 --> x.toml:3:18
  |
3 | face = [{ fill = "navy 30% brighter" }]
  |                  ^^^^^^^^^^^^^^^^^^^
  |
  = help: name it in [colours], or write hex digits such as #CFE8CF
"#,
    );
}

#[test]
fn corners_rounded_by_less_than_nothing() {
    mistake(
        r#"[[cards]]
size  = "41 x 63mm"
round = "-2mm"
face  = [{ fill = "red" }]
"#,
        r#"
error[HX106]: `round` lies between 0 and 100mm
 --> x.toml:3:9
  |
3 | round = "-2mm"
  |         ^^^^^^
"#,
    );
}

#[test]
fn a_piece_with_two_sizes() {
    mistake(
        r#"[[counters]]
size   = "20mm"
across = "20mm"
face   = [{ fill = "red" }]
"#,
        r#"
error[HX106]: `size` and `across` both say how large a piece is: leave one out
 --> x.toml:2:10
  |
2 | size   = "20mm"
  |          ^^^^^^
"#,
    );
}

#[test]
fn a_piece_without_a_size() {
    mistake(
        r#"[[counters]]
face = [{ fill = "red" }]
"#,
        r#"
error[HX006]: pieces need a size
 --> x.toml:1:1
  |
1 | [[counters]]
  | ^^^^^^^^^^^^
  |
  = help: across = "40mm"
"#,
    );
}

#[test]
fn a_sheet_printed_too_often() {
    mistake(
        r#"[[cards]]
size  = "41 x 63mm"
print = 1001
face  = [{ fill = "red" }]
"#,
        r#"
error[HX111]: `print` is how many times to print each sheet: up to 1000, or 0 for a board that is only shown in small
 --> x.toml:3:9
  |
3 | print = 1001
  |         ^^^^
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
fn hexagons_that_do_not_say_how_they_stand() {
    mistake(
        r#"[[tiles]]
across = "40mm"
face   = [{ fill = "red" }]
"#,
        r#"
error[HX006]: hexagons must say which way they stand
 --> x.toml:1:1
  |
1 | [[tiles]]
  | ^^^^^^^^^
  |
  = help: cells = "flat-top" (a side at the top) or "pointy-top" (a corner at the top)
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
fn a_when_that_cannot_be_read() {
    mistake(
        &drawn(r#"{ disc = "5mm", when = "cost >" }"#),
        r#"
error[HX108]: syntax error: unexpected end of input, expected expression
 --> x.toml:3:32
  |
3 | face = [{ disc = "5mm", when = "cost >" }]
  |                                ^^^^^^^^
"#,
    );
}

#[test]
fn an_anchor_that_is_none() {
    mistake(
        &drawn(r#"{ disc = "5mm", at = "middle" }"#),
        r#"
error[HX005]: `at = "middle"`: no place is called `middle`: top-left, top, top-right, left, centre, right, bottom-left, bottom, bottom-right, "each corner", "each edge", or an offset from the centre such as "12 8mm"
 --> x.toml:3:30
  |
3 | face = [{ disc = "5mm", at = "middle" }]
  |                              ^^^^^^^^
"#,
    );
}
