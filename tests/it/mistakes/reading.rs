//! What cannot be read: no TOML, and keys that are not there.

use super::{board, cards, mistake};

#[test]
fn not_toml() {
    mistake(
        r#"[[board]]
cells = flat-top
"#,
        r#"
error[HX002]: this is not TOML: invalid boolean, expected `false`
 --> x.toml:2:9
  |
2 | cells = flat-top
  |         ^^^^^^^^
  |
  = help: text stands in quotes: size = "41 x 63mm"
"#,
    );
}

#[test]
fn toml_that_stops_in_the_middle() {
    mistake(
        r#"[game]
title = "Halma
"#,
        r#"
error[HX002]: this is not TOML: a text in this line has no end
 --> x.toml:2:15
  |
2 | title = "Halma
  |               ^
  |
  = help: it ends with the " that it begins with: "…"
"#,
    );
}

#[test]
fn a_key_twice() {
    mistake(
        r#"[game]
title = "Halma"
title = "Chess"
"#,
        r#"
error[HX002]: this is not TOML: duplicate key
 --> x.toml:3:1
  |
3 | title = "Chess"
  | ^^^^^
  |
  = help: line 2 has it too: leave one of them out, or make one of both
"#,
    );
}

#[test]
fn a_sign_without_quotes() {
    mistake(
        &board("a = { label", "* = { label"),
        r#"
error[HX002]: this is not TOML: `*` cannot be a key as it stands
  --> x.toml:11:1
   |
11 | * = { label = "A" }
   | ^
   |
   = help: all but letters, digits, - and _ needs quotes: "*" = …
"#,
    );
}

#[test]
fn an_unknown_key() {
    mistake(
        &board("fit   =", "fitt  ="),
        r#"
error[HX003]: no key is called `fitt` here
 --> x.toml:3:1
  |
3 | fitt  = "largest"
  | ^^^^
  |
  = help: did you mean `fit`?
"#,
    );
}

#[test]
fn an_unknown_table() {
    mistake(
        r#"[gaem]
title = "Halma"

[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }, { name = "Bob" }]
face = [{ text = "{{ name }}", font = "bold 9pt" }]
"#,
        r#"
error[HX003]: no key is called `gaem` here
 --> x.toml:1:2
  |
1 | [gaem]
  |  ^^^^
  |
  = help: did you mean `game`?
"#,
    );
}

#[test]
fn a_key_that_nobody_could_mean() {
    mistake(
        &cards(
            "size =",
            r#"xyzzy = 1
size ="#,
        ),
        r#"
error[HX003]: no key is called `xyzzy` here
 --> x.toml:2:1
  |
2 | xyzzy = 1
  | ^^^^^
  |
  = help: known here: name, like, sheet, stock, print, size, across, shape, cells, round, bleed, back-bleed, safe, grid, pack, marks, each, rows, data, deck, where, set, copies, face, back, must
"#,
    );
}

#[test]
fn a_key_that_slipped_below_the_key_of_a_board() {
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
line = "0.4mm black"
"#,
        r#"
error[HX003]: `line` belongs to [[board]], not to [board.key]
  --> x.toml:12:1
   |
12 | line = "0.4mm black"
   | ^^^^
   |
   = help: move it above [board.key]
"#,
    );
}

#[test]
fn several_mistakes_at_once() {
    mistake(
        r#"[game]
titel = "Halma"
seats = "two"

[[cards]]
size = "41 x 63"
shape = "oval"
face = [
  { text = "A", font = "bold", at = "topp" },
  { disk = "5mm" },
]
"#,
        r#"
error[HX003]: no key is called `titel` here
 --> x.toml:2:1
  |
2 | titel = "Halma"
  | ^^^^^
  |
  = help: did you mean `title`?

error[HX004]: `seats` is text, but a whole number is wanted
 --> x.toml:3:9
  |
3 | seats = "two"
  |         ^^^^^

error[HX005]: `size = "41 x 63"`: this length has no unit: write "63mm", or use cm, in or pt
 --> x.toml:6:8
  |
6 | size = "41 x 63"
  |        ^^^^^^^^^

error[HX005]: `shape` cannot be "oval"
 --> x.toml:7:9
  |
7 | shape = "oval"
  |         ^^^^^^
  |
  = help: one of: rectangle, square, hexagon, disc

error[HX005]: `font = "bold"`: a font needs a size, such as "bold 9pt"
 --> x.toml:9:24
  |
9 |   { text = "A", font = "bold", at = "topp" },
  |                        ^^^^^^

error[HX005]: `at = "topp"`: no place is called `topp`: did you mean `top`?
 --> x.toml:9:37
  |
9 |   { text = "A", font = "bold", at = "topp" },
  |                                     ^^^^^^

error[HX003]: no key is called `disk` here
  --> x.toml:10:5
   |
10 |   { disk = "5mm" },
   |     ^^^^
   |
   = help: did you mean `disc`?
"#,
    );
}

#[test]
fn nothing_to_print() {
    mistake(
        r#"[game]
title = "Halma"
"#,
        r#"
error[HX103]: this layout prints nothing
 --> x.toml:1:1
  |
1 | [game]
  | ^
  |
  = help: add a [[board]], [[cards]], [[notes]], [[tiles]] or [[counters]]
"#,
    );
}

#[test]
fn an_empty_file() {
    mistake(
        "",
        r#"
error[HX103]: this layout prints nothing
 --> x.toml:1:1
  |
1 |
  | ^
  |
  = help: add a [[board]], [[cards]], [[notes]], [[tiles]] or [[counters]]
"#,
    );
}
