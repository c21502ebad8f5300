//! Components and elements that cannot be drawn.

use super::{cards, mistake};

#[test]
fn rows_and_each_together() {
    mistake(
        &cards(
            "face =",
            r#"each = { n = [1, 2] }
face ="#,
        ),
        r#"
error[HX005]: `rows` and `each` both say which pieces there are: leave one out
 --> x.toml:3:8
  |
3 | rows = [{ name = "Ann" }, { name = "Bob" }]
  |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn two_components_of_one_name() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }, { name = "Bob" }]
face = [{ text = "{{ name }}", font = "bold 9pt" }]

[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }, { name = "Bob" }]
face = [{ text = "{{ name }}", font = "bold 9pt" }]
"#,
        r#"
error[HX104]: two components are called `cards`
 --> x.toml:6:1
  |
6 | [[cards]]
  | ^^^^^^^^^
  |
  = help: give this one a name of its own: name = "…"
"#,
    );
}

#[test]
fn a_component_name_with_a_capital() {
    mistake(
        &cards(
            "size =",
            r#"name = "My Cards"
size ="#,
        ),
        r#"
error[HX005]: `My Cards` cannot be a component's name
 --> x.toml:2:8
  |
2 | name = "My Cards"
  |        ^^^^^^^^^^
  |
  = help: names are small letters, digits and -, as in `starting-tiles`
"#,
    );
}

#[test]
fn like_nothing_there() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }, { name = "Bob" }]
face = [{ text = "{{ name }}", font = "bold 9pt" }]

[[cards]]
like = "card"
name = "more"
"#,
        r#"
error[HX010]: no component is called `card`
 --> x.toml:7:8
  |
7 | like = "card"
  |        ^^^^^^
  |
  = help: did you mean `cards`?
"#,
    );
}

#[test]
fn like_itself() {
    mistake(
        &cards(
            "size =",
            r#"like = "cards"
size ="#,
        ),
        r#"
error[HX010]: `cards` is like itself in the end
 --> x.toml:2:8
  |
2 | like = "cards"
  |        ^^^^^^^
"#,
    );
}

#[test]
fn likes_in_a_circle() {
    mistake(
        r#"[[cards]]
name = "one"
like = "two"

[[cards]]
name = "two"
like = "one"
"#,
        r#"
error[HX010]: `two` is like itself in the end
 --> x.toml:3:8
  |
3 | like = "two"
  |        ^^^^^
  |
  = help: each is like the next: `two`, `one`, `two`
"#,
    );
}

#[test]
fn an_element_that_draws_nothing() {
    mistake(
        &cards(r#"{ text = "{{ name }}", font = "bold 9pt" }"#, r#"{ at = "top" }"#),
        r#"
error[HX110]: this element says nothing to draw
 --> x.toml:4:9
  |
4 | face = [{ at = "top" }]
  |         ^^^^^^^^^^^^^^
  |
  = help: one of: text, box, disc, ellipse, hexagon, star, arrow, compass, guilloche, icon, image, polygon, curve, from, edge-band, path, board, fill
"#,
    );
}

#[test]
fn an_element_that_draws_two_things() {
    mistake(
        &cards(r#"font = "bold 9pt""#, r#"font = "bold 9pt", disc = "5mm""#),
        r#"
error[HX110]: one element draws one thing, and this one names text and disc
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ name }}", font = "bold 9pt", disc = "5mm" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: make two elements of it
"#,
    );
}

#[test]
fn an_unknown_direction() {
    mistake(
        r#"[directions]
North = "up"

[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }, { name = "Bob" }]
face = [{ arrow = "Nroth" }]
"#,
        r#"
error[HX107]: no direction is called `Nroth`
 --> x.toml:7:19
  |
7 | face = [{ arrow = "Nroth" }]
  |                   ^^^^^^^
  |
  = help: did you mean `North`?
"#,
    );
}

#[test]
fn a_direction_worked_out_that_is_none() {
    mistake(
        &cards(r#"{ text = "{{ name }}", font = "bold 9pt" }"#, r#"{ arrow = "{{ name }}" }"#),
        r#"
error[HX107]: cards/1: no direction is called `Ann`
 --> x.toml:3:18
  |
3 | rows = [{ name = "Ann" }, { name = "Bob" }]
  |                  ^^^^^
4 | face = [{ arrow = "{{ name }}" }]
  |         ------------------------ asked for here
  |
  = help: name it in [directions]

error[HX107]: cards/2: no direction is called `Bob`
 --> x.toml:3:36
  |
3 | rows = [{ name = "Ann" }, { name = "Bob" }]
  |                                    ^^^^^
4 | face = [{ arrow = "{{ name }}" }]
  |         ------------------------ asked for here
  |
  = help: name it in [directions]
"#,
    );
}

#[test]
fn a_way_that_is_none() {
    mistake(
        r#"[directions]
North = "uper-left"

[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }, { name = "Bob" }]
face = [{ text = "{{ name }}", font = "bold 9pt" }]
"#,
        r#"
error[HX005]: `North = "uper-left"`: `uper-left` is no way on a sheet: did you mean `upper-left`?
 --> x.toml:2:9
  |
2 | North = "uper-left"
  |         ^^^^^^^^^^^
"#,
    );
}

#[test]
fn an_unknown_mark() {
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
s = { mark = "start", disc = "5mm" }

[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }, { name = "Bob" }]
face = [{ hexagon = "20mm", marks = { up = "strat" } }]
"#,
        r#"
error[HX112]: no mark is called `strat`
  --> x.toml:17:44
   |
17 | face = [{ hexagon = "20mm", marks = { up = "strat" } }]
   |                                            ^^^^^^^
   |
   = help: did you mean `start`?
"#,
    );
}
