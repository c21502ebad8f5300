//! Rules that cannot be understood, or name what there is not.

use super::{BOARD, cards, mistake};

fn board_must(rules: &str) -> String {
    format!("{BOARD}[board.must]\n{rules}\n")
}

#[test]
fn a_kind_that_the_board_lacks() {
    mistake(
        &board_must("have = { b = 1, cells = \">= cells of bord\" }"),
        r#"
error[HX112]: no kind and no mark of `board` is called `b`
  --> x.toml:13:10
   |
13 | have = { b = 1, cells = ">= cells of bord" }
   |          ^
   |
   = help: did you mean `a`?

error[HX112]: no board is called `bord`
  --> x.toml:13:25
   |
13 | have = { b = 1, cells = ">= cells of bord" }
   |                         ^^^^^^^^^^^^^^^^^^
   |
   = help: did you mean `board`?
"#,
    );
}

#[test]
fn words_and_keys_that_there_are_not() {
    mistake(
        &board_must("be = [\"conected\"]\nmatch = { quarter-turn = {} }\nreaches = 3"),
        r#"
error[HX005]: `be` cannot be "conected"
  --> x.toml:13:7
   |
13 | be = ["conected"]
   |       ^^^^^^^^^^
   |
   = help: did you mean `connected`?

error[HX003]: no key is called `quarter-turn` here
  --> x.toml:14:11
   |
14 | match = { quarter-turn = {} }
   |           ^^^^^^^^^^^^
   |
   = help: known here: half-turn, mirror, sixfold

error[HX003]: no key is called `reaches` here
  --> x.toml:15:1
   |
15 | reaches = 3
   | ^^^^^^^
   |
   = help: did you mean `reach`?
"#,
    );
}

#[test]
fn numbers_that_are_none() {
    mistake(
        &board_must("have = { a = \"many\", cells = -1 }"),
        r#"
error[HX005]: `a = "many"`: `many` says no number: write 7, ">= 1", "< 5", ">= 2 and <= 5", "seats" or ">= cells of board"
  --> x.toml:13:14
   |
13 | have = { a = "many", cells = -1 }
   |              ^^^^^^

error[HX005]: `cells` cannot be negative
  --> x.toml:13:30
   |
13 | have = { a = "many", cells = -1 }
   |                              ^^
"#,
    );
}

#[test]
fn rules_about_what_a_board_has_not() {
    mistake(
        &board_must("sides = \"meet in turn\"\nnames = \"unique\"\ncentre = \"\"\nlines = 1"),
        r#"
error[HX006]: this board has no sides of its own colours
  --> x.toml:13:9
   |
13 | sides = "meet in turn"
   |         ^^^^^^^^^^^^^^
   |
   = help: [board.sides] colours = ["red", "blue", "red", "blue"]

error[HX006]: the cells of this board have no names
  --> x.toml:14:9
   |
14 | names = "unique"
   |         ^^^^^^^^
   |
   = help: names = "lines"

error[HX005]: a name is missing here
  --> x.toml:15:10
   |
15 | centre = ""
   |          ^^
   |
   = help: there are: a

error[HX111]: `lines` is how many cells lie in a row: 2 at least
  --> x.toml:16:9
   |
16 | lines = 1
   |         ^
"#,
    );
}

#[test]
fn rules_that_leave_something_out() {
    mistake(
        &board_must("reach = { from = \"a\" }\nopen = { moves = \"cards\" }\nadd = { of = \"a\" }"),
        r#"
error[HX006]: `reach` says from where, and by the moves of which cards
  --> x.toml:13:9
   |
13 | reach = { from = "a" }
   |         ^^^^^^^^^^^^^^
   |
   = help: reach = { from = "start", moves = "cards" }

error[HX006]: `open` says by the moves of which cards, and who may go which way
  --> x.toml:14:8
   |
14 | open = { moves = "cards" }
   |        ^^^^^^^^^^^^^^^^^^^
   |
   = help: open = { moves = "cards", from = { start = "North, East" } }

error[HX006]: `add` says of which kinds pieces are, and what they touch
  --> x.toml:15:7
   |
15 | add = { of = "a" }
   |       ^^^^^^^^^^^^
   |
   = help: add = { of = "white grey", touching = "more others than its own" }
"#,
    );
}

#[test]
fn pieces_left_of_nothing() {
    mistake(
        &board_must("add = { of = \"a\", touching = \"more others than its own\", left = 8 }"),
        r#"
error[HX006]: `left` counts pieces, and `pieces` does not say which
  --> x.toml:13:65
   |
13 | add = { of = "a", touching = "more others than its own", left = 8 }
   |                                                                 ^
   |
   = help: pieces = "tiles"
"#,
    );
}

#[test]
fn moves_without_cards_or_directions() {
    mistake(
        &board_must("open = { moves = \"board\", from = { a = \"North\" } }"),
        r#"
error[HX112]: no component of pieces is called `board`
  --> x.toml:13:18
   |
13 | open = { moves = "board", from = { a = "North" } }
   |                  ^^^^^^^

error[HX107]: no direction is called `North`
  --> x.toml:13:40
   |
13 | open = { moves = "board", from = { a = "North" } }
   |                                        ^^^^^^^
   |
   = help: name the ways in [directions]
"#,
    );
}

#[test]
fn edges_of_discs_and_values_that_no_row_has() {
    mistake(
        "[[counters]]\nacross = \"20mm\"\nrows = [{ owner = \"white\" }]\nface = [{ fill = \"white\" }]\n[counters.must]\n\
         no-two-alike = \"when turned\"\nedges = { colours = 2 }\nhave = { pieces = 1, whit = 1, \"ower white\" = 1 }\n",
        r#"
error[HX005]: discs have no edges to hold against each other
 --> x.toml:6:16
  |
6 | no-two-alike = "when turned"
  |                ^^^^^^^^^^^^^
  |
  = help: no-two-alike = "as drawn"

error[HX005]: discs have no edges, so they have no colours either
 --> x.toml:7:9
  |
7 | edges = { colours = 2 }
  |         ^^^^^^^^^^^^^^^

error[HX112]: no value in the rows of `counters` is called `whit`
 --> x.toml:8:22
  |
8 | have = { pieces = 1, whit = 1, "ower white" = 1 }
  |                      ^^^^
  |
  = help: did you mean `white`?

error[HX112]: no column of the rows is called `ower`
 --> x.toml:8:32
  |
8 | have = { pieces = 1, whit = 1, "ower white" = 1 }
  |                                ^^^^^^^^^^^^
  |
  = help: did you mean `owner`?
"#,
    );
}

#[test]
fn a_component_that_there_is_not() {
    mistake(
        &format!("{}[must]\nsame-back-and-size = [\"card\", \"cards\"]\n", cards("Ann", "Eve")),
        r#"
error[HX112]: no component of pieces is called `card`
 --> x.toml:6:23
  |
6 | same-back-and-size = ["card", "cards"]
  |                       ^^^^^^
  |
  = help: did you mean `cards`?
"#,
    );
}
