//! Elements of every kind, and the pieces they stand on: what cannot be right in them.

use super::mistake;

/// A card that draws this.
fn drawn(element: &str) -> String {
    format!("[[cards]]\nsize = \"41 x 63mm\"\nface = [{element}]\n")
}

/// A tile that draws this.
fn tile(element: &str) -> String {
    format!("[[tiles]]\ncells  = \"flat-top\"\nacross = \"40mm\"\nface   = [{element}]\n")
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
  = help: there are: circle, dot, ring, triangle, square, diamond, star, cross, saltire, drop, hexagon, crescent, heart, spade, club, coin, bolt, crown, flag, print_setup, mountain, waves, dash, bars
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
 --> x.toml:4:21
  |
4 | rows   = [{ edges = "red blue gold" }]
  |                     ^^^^^^^^^^^^^^^
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
 --> x.toml:3:21
  |
3 | rows   = [{ edges = "red blue" }]
  |                     ^^^^^^^^^^
  |
  = help: tiles and cards have edges
"#,
    );
}

#[test]
fn a_path_to_an_edge_that_is_not_there() {
    mistake(
        &tile(r#"{ path = "1-7 red" }"#),
        r#"
error[HX005]: tiles/1: `1-7 red`: there is no edge 7, for the piece has 6
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
error[HX005]: tiles/1: `2-2 red` begins and ends at the same edge
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
error[HX105]: tiles/1: `1-4 bleu`: no colour is called `bleu`
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
    for (curve, said) in [
        ("M 0 0 L 5", "it ends where another number is meant; M and L take two, Q four, C six"),
        ("M 0 0 L x 5", "something stands where a number is meant"),
        ("M 0 0 K 5 5", "`K` is none of the letters M, L, H, V, C, S, Q, T and Z"),
        ("L 5 5", "it begins with a place to start from, such as M 0 0"),
    ] {
        mistake(
            &drawn(&format!("{{ curve = \"{curve}\" }}")),
            &format!(
                r#"
error[HX005]: this is no SVG path: {said}
 --> x.toml:3:19
  |
3 | face = [{{ curve = "{curve}" }}]
  |                   {}
"#,
                "^".repeat(curve.len() + 2)
            ),
        );
    }
}

#[test]
fn conditions_that_cannot_be_read() {
    for (when, said) in [
        ("cost > > 2", "`>` does not fit there"),
        ("cost 2", "this goes on behind its end: are `and` or `or` missing, or an operator such as `==`?"),
        ("(cost > 2", "something is missing at the end: `)`"),
        ("cost == 'x", "a quotation mark has no partner"),
        ("cost ? 2", "there is a sign in it that means nothing here"),
    ] {
        mistake(
            &drawn(&format!("{{ disc = \"5mm\", when = \"{when}\" }}")),
            &format!(
                r#"
error[HX108]: {said}
 --> x.toml:3:32
  |
3 | face = [{{ disc = "5mm", when = "{when}" }}]
  |                                {}
"#,
                "^".repeat(when.len() + 2)
            ),
        );
    }
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
fn a_when_that_cannot_be_read() {
    mistake(
        &drawn(r#"{ disc = "5mm", when = "cost >" }"#),
        r#"
error[HX108]: something is missing at the end: a value
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
        &drawn(r#"{ disc = "5mm", at = "beside" }"#),
        r#"
error[HX005]: `at = "beside"`: no place is called `beside`: top-left, top, top-right, left, centre, right, bottom-left, bottom, bottom-right, "each corner", "each edge", or an offset from the centre such as "12 8mm"
 --> x.toml:3:30
  |
3 | face = [{ disc = "5mm", at = "beside" }]
  |                              ^^^^^^^^
"#,
    );
}

#[test]
fn a_curve_that_begins_nowhere() {
    mistake(
        &drawn(r#"{ curve = "L 5 5" }"#),
        r#"
error[HX005]: this is no SVG path: it begins with a place to start from, such as M 0 0
 --> x.toml:3:19
  |
3 | face = [{ curve = "L 5 5" }]
  |                   ^^^^^^^
"#,
    );
}

#[test]
fn a_disc_of_less_than_nothing() {
    mistake(
        &drawn(r#"{ disc = "-5mm" }"#),
        r#"
error[HX106]: a size lies above 0 and up to 5080mm
 --> x.toml:3:18
  |
3 | face = [{ disc = "-5mm" }]
  |                  ^^^^^^
"#,
    );
}

#[test]
fn a_path_of_less_than_nothing() {
    mistake(
        &tile(r#"{ path = "1-2", width = "-3mm" }"#),
        r#"
error[HX106]: `width` lies above 0 and up to 5080mm
 --> x.toml:4:35
  |
4 | face   = [{ path = "1-2", width = "-3mm" }]
  |                                   ^^^^^^
"#,
    );
}

#[test]
fn a_band_of_less_than_nothing() {
    mistake(
        &tile(r#"{ edge-band = "red", at = "each edge", depth = "-4mm" }"#),
        r#"
error[HX106]: `depth` lies above 0 and up to 5080mm
 --> x.toml:4:58
  |
4 | face   = [{ edge-band = "red", at = "each edge", depth = "-4mm" }]
  |                                                          ^^^^^^
"#,
    );
}

#[test]
fn a_path_on_a_disc() {
    mistake(
        r#"[[counters]]
across = "20mm"
face   = [{ path = "1-2 red" }]
"#,
        r#"
error[HX005]: counters/1: `1-2 red`: this piece has no edges
 --> x.toml:3:11
  |
3 | face   = [{ path = "1-2 red" }]
  |           ^^^^^^^^^^^^^^^^^^^^
  |
  = help: a disc has none; tiles and cards do
"#,
    );
}

#[test]
fn the_word_of_an_edge_away_from_edges() {
    mistake(
        r#"[[tiles]]
cells  = "flat-top"
across = "40mm"
rows   = [{ edges = "red blue gold red blue gold" }]
face   = [{ text = "{{ edge }}", font = "9pt" }]
"#,
        r#"
error[HX108]: tiles/1: `edge` is the word of the edge at hand, which only an element that stands at = "each edge" has
 --> x.toml:5:11
  |
5 | face   = [{ text = "{{ edge }}", font = "9pt" }]
  |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_line_of_less_than_nothing() {
    mistake(
        &drawn(r#"{ box = "5mm", line = "-1mm red" }"#),
        r#"
error[HX005]: `line = "-1mm red"`: a line's width lies above 0 and up to 100mm
 --> x.toml:3:31
  |
3 | face = [{ box = "5mm", line = "-1mm red" }]
  |                               ^^^^^^^^^^
"#,
    );
}

#[test]
fn readers_who_are_not_seats() {
    mistake(
        &drawn(r#"{ text = "a", font = "9pt", for = "seat" }"#),
        r#"
error[HX005]: `for = "seat"`: `seat` is not known here: write "each seat", or leave it out
 --> x.toml:3:43
  |
3 | face = [{ text = "a", font = "9pt", for = "seat" }]
  |                                           ^^^^^^
"#,
    );
}

#[test]
fn a_compass_without_directions() {
    mistake(
        &drawn(r#"{ compass = "directions", font = "7pt" }"#),
        r#"
error[HX006]: a compass needs the game's [directions]
 --> x.toml:3:9
  |
3 | face = [{ compass = "directions", font = "7pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: [directions] North = "up"
"#,
    );
}

#[test]
fn a_compass_without_a_font() {
    mistake(
        r#"[directions]
North = "up"

[[cards]]
size = "41 x 63mm"
face = [{ compass = "directions" }]
"#,
        r#"
error[HX006]: words need a font
 --> x.toml:6:9
  |
6 | face = [{ compass = "directions" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: font = "bold 9pt"
"#,
    );
}

#[test]
fn woven_lines_without_a_line() {
    mistake(
        &drawn(r#"{ guilloche = "border" }"#),
        r#"
error[HX006]: a guilloche needs a size and a line
 --> x.toml:3:9
  |
3 | face = [{ guilloche = "border" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: size = "34mm", line = "0.15mm navy"
"#,
    );
}

#[test]
fn woven_lines_of_an_unknown_kind() {
    mistake(
        &drawn(r#"{ guilloche = "bordr", size = "30mm", line = "0.1mm red" }"#),
        r#"
error[HX005]: `guilloche` cannot be "bordr"
 --> x.toml:3:23
  |
3 | face = [{ guilloche = "bordr", size = "30mm", line = "0.1mm red" }]
  |                       ^^^^^^^
  |
  = help: did you mean `border`?
"#,
    );
}

#[test]
fn a_polygon_of_words() {
    mistake(
        &drawn(r#"{ polygon = "a b, c d, e f" }"#),
        r#"
error[HX005]: a polygon is at least three points in mm, such as "0 0, 10 0, 5 8"
 --> x.toml:3:21
  |
3 | face = [{ polygon = "a b, c d, e f" }]
  |                     ^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_place_where_there_is_none() {
    mistake(
        &drawn(r#"{ disc = "5mm", in = "title" }"#),
        r#"
error[HX109]: no place is called `title`
 --> x.toml:3:30
  |
3 | face = [{ disc = "5mm", in = "title" }]
  |                              ^^^^^^^
  |
  = help: name it in [places]
"#,
    );
}

/// A mark is told where it stands, not again where it is shown in small.
#[test]
fn a_mark_that_is_wrong_is_told_once() {
    mistake(
        r#"[directions]
N = "up"

[[board]]
cells = "flat-top"
fit   = "largest"
map   = "a*"

[board.key]
a   = { fill = "tan" }
"*" = { mark = "port", icon = "shp", size = "9mm" }

[[cards]]
size = "41 x 63mm"
face = [{ hexagon = "30mm", marks = { N = "port" } }]
"#,
        r#"
error[HX112]: no icon is called `shp`
  --> x.toml:11:31
   |
11 | "*" = { mark = "port", icon = "shp", size = "9mm" }
   |                               ^^^^^
   |
   = help: there are: circle, dot, ring, triangle, square, diamond, star, cross, saltire, drop, hexagon, crescent, heart, spade, club, coin, bolt, crown, flag, print_setup, mountain, waves, dash, bars
"#,
    );
}
