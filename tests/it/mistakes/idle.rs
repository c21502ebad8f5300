//! Keys that could do nothing where they stand, and figures that do not stay on their piece.

use super::mistake;

#[test]
fn a_key_of_a_rosette_on_words() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ text = "a", font = "9pt", petals = 8 }]
"#,
        r#"
error[HX120]: `petals` does nothing on `text`
 --> x.toml:3:37
  |
3 | face = [{ text = "a", font = "9pt", petals = 8 }]
  |                                     ^^^^^^
  |
  = help: it belongs to: guilloche = "rosette"
"#,
    );
}

#[test]
fn a_fill_on_words() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ text = "a", font = "9pt", fill = "red" }]
"#,
        r#"
error[HX120]: `fill` does nothing on `text`
 --> x.toml:3:37
  |
3 | face = [{ text = "a", font = "9pt", fill = "red" }]
  |                                     ^^^^
  |
  = help: words have a `colour`
"#,
    );
}

#[test]
fn a_disc_with_the_keys_of_words() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ disc = "9mm", align = "left", spacing = "3mm" }]
"#,
        r#"
error[HX120]: `align` does nothing on `disc`
 --> x.toml:3:25
  |
3 | face = [{ disc = "9mm", align = "left", spacing = "3mm" }]
  |                         ^^^^^
  |
  = help: it belongs to: text

error[HX120]: `spacing` does nothing on `disc`
 --> x.toml:3:41
  |
3 | face = [{ disc = "9mm", align = "left", spacing = "3mm" }]
  |                                         ^^^^^^^
  |
  = help: it belongs to: text
"#,
    );
}

#[test]
fn words_with_a_width() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ text = "a", font = "9pt", width = "3mm" }]
"#,
        r#"
error[HX120]: `width` does nothing on `text`
 --> x.toml:3:37
  |
3 | face = [{ text = "a", font = "9pt", width = "3mm" }]
  |                                     ^^^^^
  |
  = help: words that break into lines have a box: size = "30 x 20mm"
"#,
    );
}

#[test]
fn a_font_beside_a_disc() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ disc = "5mm", font = "9pt", fill = "red" }]
"#,
        r#"
error[HX120]: `font` does nothing on `disc`
 --> x.toml:3:25
  |
3 | face = [{ disc = "5mm", font = "9pt", fill = "red" }]
  |                         ^^^^
  |
  = help: it belongs to one of: text, compass
"#,
    );
}

#[test]
fn a_disc_with_a_size() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ disc = "5mm", size = "9mm" }]
"#,
        r#"
error[HX120]: `size` does nothing on `disc`
 --> x.toml:3:25
  |
3 | face = [{ disc = "5mm", size = "9mm" }]
  |                         ^^^^
  |
  = help: its size stands in `disc` itself: disc = "10mm"
"#,
    );
}

#[test]
fn waves_on_a_rosette() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ guilloche = "rosette", size = "20mm", line = "0.1mm red", waves = 20 }]
"#,
        r#"
error[HX120]: `waves` does nothing on `guilloche = "rosette"`
 --> x.toml:3:69
  |
3 | face = [{ guilloche = "rosette", size = "20mm", line = "0.1mm red", waves = 20 }]
  |                                                                     ^^^^^
  |
  = help: it belongs to: guilloche = "border"
"#,
    );
}

#[test]
fn petals_on_a_border() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ guilloche = "border", size = "20mm", line = "0.1mm red", petals = 20, fill = "red" }]
"#,
        r#"
error[HX120]: `petals` does nothing on `guilloche = "border"`
 --> x.toml:3:68
  |
3 | face = [{ guilloche = "border", size = "20mm", line = "0.1mm red", petals = 20, fill = "red" }]
  |                                                                    ^^^^^^
  |
  = help: it belongs to: guilloche = "rosette"

error[HX120]: `fill` does nothing on `guilloche = "border"`
 --> x.toml:3:81
  |
3 | face = [{ guilloche = "border", size = "20mm", line = "0.1mm red", petals = 20, fill = "red" }]
  |                                                                                 ^^^^
  |
  = help: its colour stands in its line: line = "0.3mm navy"
"#,
    );
}

#[test]
fn a_fill_with_a_place() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ fill = "red", at = "top", size = "5mm" }]
"#,
        r#"
error[HX120]: `at` does nothing on `fill`
 --> x.toml:3:25
  |
3 | face = [{ fill = "red", at = "top", size = "5mm" }]
  |                         ^^
  |
  = help: a fill alone covers the whole piece: draw a figure, box = "20 x 10mm" or disc = "5mm"

error[HX120]: `size` does nothing on `fill`
 --> x.toml:3:37
  |
3 | face = [{ fill = "red", at = "top", size = "5mm" }]
  |                                     ^^^^
  |
  = help: a fill alone covers the whole piece: draw a figure, box = "20 x 10mm" or disc = "5mm"
"#,
    );
}

#[test]
fn a_colour_beside_a_fill() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ disc = "5mm", fill = "red", colour = "blue" }]
"#,
        r#"
error[HX120]: `colour` does nothing beside `fill`
 --> x.toml:3:39
  |
3 | face = [{ disc = "5mm", fill = "red", colour = "blue" }]
  |                                       ^^^^^^
  |
  = help: leave one out: disc takes its colour from `fill`
"#,
    );
}

#[test]
fn a_width_of_a_line() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ from = "0 0mm", to = "5 0mm", width = "2mm" }]
"#,
        r#"
error[HX120]: `width` does nothing on `from`
 --> x.toml:3:41
  |
3 | face = [{ from = "0 0mm", to = "5 0mm", width = "2mm" }]
  |                                         ^^^^^
  |
  = help: a line's width stands in it: line = "0.3mm navy"
"#,
    );
}

#[test]
fn a_place_of_ways() {
    mistake(
        r#"[[tiles]]
cells  = "flat-top"
across = "40mm"
face   = [{ path = "1-4 red", at = "top" }]
"#,
        r#"
error[HX120]: `at` does nothing on `path`
 --> x.toml:4:31
  |
4 | face   = [{ path = "1-4 red", at = "top" }]
  |                               ^^
  |
  = help: ways run from edge to edge of the whole piece
"#,
    );
}

#[test]
fn a_shift_of_a_band() {
    mistake(
        r#"[[tiles]]
cells  = "flat-top"
across = "40mm"
face   = [{ edge-band = "red", at = "each edge", shift = "1 0mm" }]
"#,
        r#"
error[HX120]: `shift` does nothing on `edge-band`
 --> x.toml:4:50
  |
4 | face   = [{ edge-band = "red", at = "each edge", shift = "1 0mm" }]
  |                                                  ^^^^^
  |
  = help: a band fills its edge; `depth` says how far it reaches in
"#,
    );
}

#[test]
fn marks_on_a_star() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ star = "9mm", marks = { up = "start" } }]
"#,
        r#"
error[HX120]: `marks` does nothing on `star`
 --> x.toml:3:25
  |
3 | face = [{ star = "9mm", marks = { up = "start" } }]
  |                         ^^^^^
  |
  = help: it belongs to: hexagon
"#,
    );
}

#[test]
fn several_idle_keys_at_once() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [
  { icon = "star", font = "9pt" },
  { arrow = "up", strands = 5 },
]
"#,
        r#"
error[HX120]: `font` does nothing on `icon`
 --> x.toml:4:20
  |
4 |   { icon = "star", font = "9pt" },
  |                    ^^^^
  |
  = help: it belongs to one of: text, compass

error[HX120]: `strands` does nothing on `arrow`
 --> x.toml:5:19
  |
5 |   { arrow = "up", strands = 5 },
  |                   ^^^^^^^
  |
  = help: it belongs to one of: guilloche = "border", guilloche = "rosette"
"#,
    );
}

#[test]
fn a_font_beside_a_label() {
    mistake(
        r#"[[board]]
cells  = "flat-top"
across = "20mm"
map    = "A*"
[board.key]
A = { label = "A", font = "9pt", at = "top" }
"*" = { mark = "start", disc = "5mm" }
"#,
        r#"
error[HX120]: `font` does nothing beside `label`
 --> x.toml:6:20
  |
6 | A = { label = "A", font = "9pt", at = "top" }
  |                    ^^^^
  |
  = help: [board.labels] says how labels stand; a text of its own is draw = [{ text = … }]

error[HX120]: `at` does nothing beside `label`
 --> x.toml:6:34
  |
6 | A = { label = "A", font = "9pt", at = "top" }
  |                                  ^^
  |
  = help: [board.labels] says how labels stand; a text of its own is draw = [{ text = … }]
"#,
    );
}

#[test]
fn a_turn_on_a_plain_cell() {
    mistake(
        r#"[[board]]
cells  = "flat-top"
across = "20mm"
map    = "A*"
[board.key]
A = { fill = "red", turn = 30 }
"*" = { mark = "start", disc = "5mm" }
"#,
        r#"
error[HX120]: `turn` does nothing on a cell without a drawing
 --> x.toml:6:21
  |
6 | A = { fill = "red", turn = 30 }
  |                     ^^^^
  |
  = help: it needs something to draw: icon = "star", disc = "5mm"
"#,
    );
}

#[test]
fn a_fill_on_an_edge() {
    mistake(
        r#"[[board]]
cells  = "flat-top"
across = "20mm"
shape  = "hexhex 2"
names  = "lines"
[board.at]
"a1|b2" = { fill = "red" }
"#,
        r#"
error[HX110]: this draws nothing on an edge
 --> x.toml:7:11
  |
7 | "a1|b2" = { fill = "red" }
  |           ^^^^^^^^^^^^^^^^
  |
  = help: an edge takes a line, a label, a mark, or a drawing such as disc = "5mm"
"#,
    );
}

#[test]
fn round_discs() {
    mistake(
        r#"[[counters]]
across = "20mm"
round  = "3mm"
face   = [{ fill = "red" }]
"#,
        r#"
error[HX120]: `round` does nothing on discs
 --> x.toml:3:1
  |
3 | round  = "3mm"
  | ^^^^^
  |
  = help: only rectangles have corners to round
"#,
    );
}

#[test]
fn cards_that_stand_on_a_corner() {
    mistake(
        r#"[[cards]]
size  = "41 x 63mm"
cells = "flat-top"
face  = [{ fill = "red" }]
"#,
        r#"
error[HX120]: `cells` does nothing on rectangles
 --> x.toml:3:1
  |
3 | cells = "flat-top"
  | ^^^^^
  |
  = help: it says which way hexagons stand
"#,
    );
}

#[test]
fn corners_rounder_than_the_piece() {
    mistake(
        r#"[[cards]]
size  = "41 x 63mm"
round = "25mm"
face  = [{ fill = "red" }]
"#,
        r#"
error[HX106]: corners cannot be rounded by more than half the piece, 20.5 mm
 --> x.toml:3:9
  |
3 | round = "25mm"
  |         ^^^^^^
"#,
    );
}

#[test]
fn a_square_with_a_height() {
    mistake(
        r#"[[counters]]
shape = "square"
size  = "20 x 30mm"
face  = [{ fill = "red" }]
"#,
        r#"
error[HX106]: a square has one measure, and this gives two
 --> x.toml:3:9
  |
3 | size  = "20 x 30mm"
  |         ^^^^^^^^^^^
  |
  = help: across = "20mm"
"#,
    );
}

#[test]
fn a_disc_with_a_height() {
    mistake(
        r#"[[counters]]
size = "20 x 30mm"
face = [{ fill = "red" }]
"#,
        r#"
error[HX106]: a disc has one measure, and this gives two
 --> x.toml:2:8
  |
2 | size = "20 x 30mm"
  |        ^^^^^^^^^^^
  |
  = help: across = "20mm"
"#,
    );
}

#[test]
fn a_hexagon_with_a_height() {
    mistake(
        r#"[[tiles]]
cells = "flat-top"
size  = "40 x 35mm"
face  = [{ fill = "red" }]
"#,
        r#"
error[HX106]: a hexagon has one measure, and this gives two
 --> x.toml:3:9
  |
3 | size  = "40 x 35mm"
  |         ^^^^^^^^^^^
  |
  = help: across = "40mm"
"#,
    );
}

#[test]
fn a_figure_larger_than_its_piece() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ disc = "50mm", fill = "red" }]
"#,
        r#"
error[HX210]: cards/1: this disc reaches 4.5 mm outside its piece
 --> x.toml:3:9
  |
3 | face = [{ disc = "50mm", fill = "red" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: what reaches outside is printed on the piece beside it
"#,
    );
}

#[test]
fn a_figure_over_the_edge() {
    mistake(
        r#"[[tiles]]
cells  = "flat-top"
across = "40mm"
face   = [{ box = "10mm", at = "top-left", fill = "red" }]
"#,
        r#"
error[HX210]: tiles/1: this box reaches 10 mm outside its piece
 --> x.toml:4:11
  |
4 | face   = [{ box = "10mm", at = "top-left", fill = "red" }]
  |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: what reaches outside is printed on the piece beside it
"#,
    );
}

#[test]
fn a_star_over_the_edge_of_a_disc() {
    mistake(
        r#"[[counters]]
across = "20mm"
face   = [{ star = "21mm", fill = "red" }]
"#,
        r#"
error[HX210]: counters/1: this star reaches 0.5 mm outside its piece
 --> x.toml:3:11
  |
3 | face   = [{ star = "21mm", fill = "red" }]
  |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: what reaches outside is printed on the piece beside it
"#,
    );
}

#[test]
fn an_inset_in_the_middle() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ disc = "5mm", inset = "3mm" }, { star = "5mm", at = "0 9mm", inset = "3mm" }]
"#,
        r#"
error[HX120]: `inset` does nothing away from the edges
 --> x.toml:3:25
  |
3 | face = [{ disc = "5mm", inset = "3mm" }, { star = "5mm", at = "0 9mm", inset = "3mm" }]
  |                         ^^^^^
  |
  = help: it is how far in from the edges that `at` touches: at = "top"; `shift` moves what stands elsewhere

error[HX120]: `inset` does nothing away from the edges
 --> x.toml:3:72
  |
3 | face = [{ disc = "5mm", inset = "3mm" }, { star = "5mm", at = "0 9mm", inset = "3mm" }]
  |                                                                        ^^^^^
  |
  = help: it is how far in from the edges that `at` touches: at = "top"; `shift` moves what stands elsewhere
"#,
    );
}

#[test]
fn copies_of_an_element() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ disc = "5mm", copies = 3 }]
"#,
        r#"
error[HX003]: `copies` is of a whole piece, not of one element
 --> x.toml:3:25
  |
3 | face = [{ disc = "5mm", copies = 3 }]
  |                         ^^^^^^
  |
  = help: it stands beside `face`, or in a row: rows = [{ …, copies = 3 }]
"#,
    );
}

#[test]
fn copies_of_an_element_of_a_back() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
[[cards.back]]
disc   = "5mm"
copies = 3
"#,
        r#"
error[HX003]: `copies` is of a whole piece, not of one element
 --> x.toml:5:1
  |
5 | copies = 3
  | ^^^^^^
  |
  = help: it stands beside `face`, or in a row: rows = [{ …, copies = 3 }]
"#,
    );
}

#[test]
fn each_edge_of_a_disc() {
    mistake(
        r#"[[counters]]
across = "20mm"
face   = [{ text = "a", font = "9pt", at = "each edge" }]
"#,
        r#"
error[HX110]: a disc has no edges, so this is never drawn
 --> x.toml:3:11
  |
3 | face   = [{ text = "a", font = "9pt", at = "each edge" }]
  |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: give it a place of its own: at = "top", at = "0 -5mm"
"#,
    );
}

#[test]
fn a_line_and_a_guilloche_without_a_line() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [
  { from = "-9 0mm", to = "9 0mm", line = "none" },
  { guilloche = "rosette", size = "30mm", line = "none" },
]
"#,
        r#"
error[HX120]: without a line, `from` draws nothing
 --> x.toml:4:36
  |
4 |   { from = "-9 0mm", to = "9 0mm", line = "none" },
  |                                    ^^^^
  |
  = help: leave it out, or give its line a width: line = "0.3mm navy"

error[HX120]: without a line, `guilloche = "rosette"` draws nothing
 --> x.toml:5:43
  |
5 |   { guilloche = "rosette", size = "30mm", line = "none" },
  |                                           ^^^^
  |
  = help: leave it out, or give its line a width: line = "0.3mm navy"
"#,
    );
}

/// On a card they are the disc's, in a cell they were the cell's.
#[test]
fn a_fill_beside_a_disc_in_a_cell() {
    mistake(
        r#"[[board]]
cells = "flat-top"
across = "20mm"
map = "A       B"
[board.key]
A = { kind = "a", disc = "4mm", fill = "red" }
B = { disc = "4mm", line = "1mm red", fill = "blue" }
"#,
        r#"
error[HX110]: `fill` beside `disc` can be meant for the cell or for the drawing
 --> x.toml:6:33
  |
6 | A = { kind = "a", disc = "4mm", fill = "red" }
  |                                 ^^^^
  |
  = help: for the drawing: draw = [{ disc = …, fill = … }]; for the cell: draw = [{ disc = … }] beside it, or a `colour` for the drawing

error[HX110]: `fill` and `line` beside `disc` can be meant for the cell or for the drawing
 --> x.toml:7:39
  |
7 | B = { disc = "4mm", line = "1mm red", fill = "blue" }
  |                                       ^^^^
  |
  = help: for the drawing: draw = [{ disc = …, fill = …, line = … }]; for the cell: draw = [{ disc = … }] beside it, or a `colour` for the drawing
"#,
    );
}

#[test]
fn a_line_beside_a_line_in_a_cell() {
    mistake(
        r#"[[board]]
cells = "flat-top"
across = "20mm"
shape = "hexhex 2"
names = "lines"
[board.at]
"b2" = { from = "-4 0mm", to = "4 0mm", line = "1mm red" }
"a1" = { edge-band = "red", at = "each edge", line = "1mm red" }
"#,
        r#"
error[HX110]: `line` beside `from` can be meant for the cell or for the drawing
 --> x.toml:7:41
  |
7 | "b2" = { from = "-4 0mm", to = "4 0mm", line = "1mm red" }
  |                                         ^^^^
  |
  = help: for the drawing: draw = [{ from = …, line = … }]; for the cell: draw = [{ from = … }] beside it, or a `colour` for the drawing

error[HX110]: `line` beside `edge-band` can be meant for the cell or for the drawing
 --> x.toml:8:47
  |
8 | "a1" = { edge-band = "red", at = "each edge", line = "1mm red" }
  |                                               ^^^^
  |
  = help: for the drawing: draw = [{ edge-band = …, line = … }]; for the cell: draw = [{ edge-band = … }] beside it
"#,
    );
}
