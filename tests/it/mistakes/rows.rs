//! Words of rows: told where they stand, with the element that asks for them.

use super::mistake;

#[test]
fn a_colour_of_a_row_that_is_none() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ colour = "red" }, { colour = "grren" }]
face = [{ fill = "{{ colour }}" }]
"#,
        r#"
error[HX105]: cards/2: no colour is called `grren`
 --> x.toml:3:40
  |
3 | rows = [{ colour = "red" }, { colour = "grren" }]
  |                                        ^^^^^^^
4 | face = [{ fill = "{{ colour }}" }]
  |         ------------------------- asked for here
  |
  = help: did you mean `green`?
"#,
    );
}

#[test]
fn a_colour_of_a_list_that_is_none() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
each = { colour = ["red", "bleu"], n = [1, 2] }
face = [{ fill = "{{ colour }}" }, { text = "{{ n }}", font = "9pt" }]
"#,
        r#"
error[HX105]: cards/3: no colour is called `bleu`
 --> x.toml:3:27
  |
3 | each = { colour = ["red", "bleu"], n = [1, 2] }
  |                           ^^^^^^
4 | face = [{ fill = "{{ colour }}" }, { text = "{{ n }}", font = "9pt" }]
  |         ------------------------- asked for here
  |
  = help: did you mean `blue`?
"#,
    );
}

#[test]
fn a_colour_of_the_set_that_is_none() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
set  = { ink = "nvay" }
face = [{ text = "a", font = "9pt", colour = "{{ ink }}" }]
"#,
        r#"
error[HX105]: cards/1: no colour is called `nvay`
 --> x.toml:3:16
  |
3 | set  = { ink = "nvay" }
  |                ^^^^^^
4 | face = [{ text = "a", font = "9pt", colour = "{{ ink }}" }]
  |         -------------------------------------------------- asked for here
  |
  = help: did you mean `navy`?
"#,
    );
}

#[test]
fn a_colour_of_one_edge_that_is_none() {
    mistake(
        r#"[[tiles]]
cells  = "flat-top"
across = "40mm"
rows   = [{ edges = "red blue gold - rde -" }]
face   = [{ edge-band = "{{ edge }}", at = "each edge" }]
"#,
        r#"
error[HX105]: tiles/1: no colour is called `rde`
 --> x.toml:4:21
  |
4 | rows   = [{ edges = "red blue gold - rde -" }]
  |                     ^^^^^^^^^^^^^^^^^^^^^^^
5 | face   = [{ edge-band = "{{ edge }}", at = "each edge" }]
  |           ---------------------------------------------- asked for here
  |
  = help: did you mean `red`?
"#,
    );
}

#[test]
fn ways_of_a_row_in_an_unknown_colour() {
    mistake(
        r#"[[tiles]]
cells  = "flat-top"
across = "40mm"
rows   = [{ ways = "1-4 red" }, { ways = "1-4 red, 2-3 bleu" }]
face   = [{ path = "{{ ways }}" }]
"#,
        r#"
error[HX105]: tiles/2: `2-3 bleu`: no colour is called `bleu`
 --> x.toml:4:42
  |
4 | rows   = [{ ways = "1-4 red" }, { ways = "1-4 red, 2-3 bleu" }]
  |                                          ^^^^^^^^^^^^^^^^^^^
5 | face   = [{ path = "{{ ways }}" }]
  |           ----------------------- asked for here
  |
  = help: did you mean `blue`?
"#,
    );
}

#[test]
fn an_icon_of_a_row_that_is_none() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ sign = "strr" }]
face = [{ icon = "{{ sign }}" }]
"#,
        r#"
error[HX112]: cards/1: no icon is called `strr`
 --> x.toml:3:18
  |
3 | rows = [{ sign = "strr" }]
  |                  ^^^^^^
4 | face = [{ icon = "{{ sign }}" }]
  |         ----------------------- asked for here
  |
  = help: did you mean `star`?
"#,
    );
}

#[test]
fn a_size_of_a_row_that_is_none() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ wide = "5" }]
face = [{ disc = "{{ wide }}" }]
"#,
        r#"
error[HX005]: cards/1: this length has no unit: write "5mm", or use cm, in or pt
 --> x.toml:3:18
  |
3 | rows = [{ wide = "5" }]
  |                  ^^^
4 | face = [{ disc = "{{ wide }}" }]
  |         ----------------------- asked for here
"#,
    );
}

#[test]
fn the_wrong_number_of_edges_in_one_row() {
    mistake(
        r#"[[tiles]]
cells  = "flat-top"
across = "40mm"
rows   = [
  { edges = "red blue gold red blue gold" },
  { edges = "red" },
]
face   = [{ edge-band = "{{ edge }}", at = "each edge" }]
"#,
        r#"
error[HX111]: `edges = "red"` names 1 edge, and the piece has 6
 --> x.toml:6:13
  |
6 |   { edges = "red" },
  |             ^^^^^
  |
  = help: a blank edge is -
"#,
    );
}

#[test]
fn copies_misspelt_in_a_row() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann", copis = 3 }]
face = [{ text = "{{ name }}", font = "9pt" }]
"#,
        r#"
error[HX003]: no element asks for the word `copis`
 --> x.toml:3:25
  |
3 | rows = [{ name = "Ann", copis = 3 }]
  |                         ^^^^^
  |
  = help: did you mean `copies`?
"#,
    );
}

#[test]
fn edges_misspelt_in_a_row() {
    mistake(
        r#"[[tiles]]
cells  = "flat-top"
across = "40mm"
rows   = [{ edgse = "red blue gold red blue gold" }]
face   = [{ fill = "red" }]
"#,
        r#"
error[HX003]: no element asks for the word `edgse`
 --> x.toml:4:13
  |
4 | rows   = [{ edgse = "red blue gold red blue gold" }]
  |             ^^^^^
  |
  = help: did you mean `edges`?
"#,
    );
}

#[test]
fn copies_misspelt_in_the_set() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
set  = { copeis = 3 }
face = [{ fill = "red" }]
"#,
        r#"
error[HX003]: no element asks for the word `copeis`
 --> x.toml:3:10
  |
3 | set  = { copeis = 3 }
  |          ^^^^^^
  |
  = help: did you mean `copies`?
"#,
    );
}

#[test]
fn copies_in_the_set() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
set  = { copies = 3 }
face = [{ fill = "red" }]
"#,
        r#"
error[HX120]: `copies` in `set` is a word like any other, and no element asks for it
 --> x.toml:3:10
  |
3 | set  = { copies = 3 }
  |          ^^^^^^
  |
  = help: for all pieces it stands beside `face`: copies = 2; for one piece in its row
"#,
    );
}

#[test]
fn the_word_of_an_edge_where_no_row_has_edges() {
    mistake(
        r#"[[tiles]]
cells  = "flat-top"
across = "40mm"
face   = [{ edge-band = "{{ edge }}", at = "each edge" }]
"#,
        r#"
error[HX108]: tiles/1: `edge` is not known for this piece: its row has no `edges`, a word for each edge such as "red - blue -"
 --> x.toml:4:11
  |
4 | face   = [{ edge-band = "{{ edge }}", at = "each edge" }]
  |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_misspelt_word() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ steps = 1 }]
face = [{ text = "{{ stpes }} left", font = "9pt" }]
"#,
        r#"
error[HX108]: cards/1: `stpes` is not known for this piece: did you mean `steps`?
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ stpes }} left", font = "9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_misspelt_word_among_several() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ steps = 1 }]
face = [{ text = "{{ stpes * 2 }}", font = "9pt" }]
"#,
        r#"
error[HX108]: cards/1: `stpes` is not known for this piece: did you mean `steps`?
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ stpes * 2 }}", font = "9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_word_where_there_is_none() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
face = [{ text = "{{ name }}", font = "9pt" }]
"#,
        r#"
error[HX108]: cards/1: `name` is not known for this piece: its words come from `rows`, `each`, `data` or `set`, and it has none
 --> x.toml:3:9
  |
3 | face = [{ text = "{{ name }}", font = "9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_condition_without_an_end() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ n = 1 }]
face = [{ text = "{% if n > 3 %}dear", font = "9pt" }]
"#,
        r#"
error[HX108]: an `{% if … %}` has no end
 --> x.toml:4:18
  |
4 | face = [{ text = "{% if n > 3 %}dear", font = "9pt" }]
  |                  ^^^^^^^^^^^^^^^^^^^^
  |
  = help: {% if cost > 3 %}dear{% endif %}
"#,
    );
}

#[test]
fn a_tag_without_an_end() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ n = 1 }]
face = [{ text = "much {% if n", font = "9pt" }]
"#,
        r#"
error[HX108]: `{% if n` has no end
 --> x.toml:4:24
  |
4 | face = [{ text = "much {% if n", font = "9pt" }]
  |                        ^^^^^^^
  |
  = help: close it: {% if n %}
"#,
    );
}

#[test]
fn copies_of_a_row_that_are_no_number_beside_a_text_for_the_others() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
copies = "{{ amount }}"
rows = [{ amount = 2 }, { amount = 3, copies = "many" }]
face = [{ text = "{{ amount }}", font = "9pt" }]
"#,
        r#"
error[HX111]: `copies` is a whole number from 0 to 100000
 --> x.toml:4:48
  |
4 | rows = [{ amount = 2 }, { amount = 3, copies = "many" }]
  |                                                ^^^^^^
"#,
    );
}
