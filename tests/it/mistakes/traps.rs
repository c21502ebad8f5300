//! The traps of TOML that nearly everybody meets in the first ten minutes, each with a message of its own.

use super::{board, cards, mistake};
use crate::run::Run;

#[test]
fn a_key_of_the_board_below_its_names() {
    mistake(
        &(board("a = { label", "a = { label")
            + r#"
[board.labels]
font = "9pt"
sheet = "small"
"#),
        r##"
error[HX003]: `sheet` belongs to [[board]], not to [board.labels]
  --> x.toml:15:1
   |
15 | sheet = "small"
   | ^^^^^
   |
   = help: move it above [board.labels]
"##,
    );
}

#[test]
fn a_dot_without_quotes() {
    mistake(
        &board("a = {", ". = {"),
        r##"
error[HX002]: this is not TOML: `.` cannot be a key as it stands
  --> x.toml:11:1
   |
11 | . = { label = "A" }
   | ^
   |
   = help: all but letters, digits, - and _ needs quotes: "." = …
"##,
    );
}

#[test]
fn a_pound_sign_without_quotes() {
    mistake(
        &board("a = {", "£ = {"),
        r##"
error[HX002]: this is not TOML: `£` cannot be a key as it stands
  --> x.toml:11:1
   |
11 | £ = { label = "A" }
   | ^
   |
   = help: all but letters, digits, - and _ needs quotes: "£" = …
"##,
    );
}

#[test]
fn a_line_of_a_map_that_is_joined() {
    mistake(
        &board("'''\n    a\n", "\"\"\"\n    a \\\n").replace("    a\n'''", "    a\n\"\"\""),
        r##"
error[HX102]: this \ joins its line to the next one, so the cells of both are lost
 --> x.toml:5:7
  |
5 |     a \
  |       ^
  |
  = help: between ''' and ''' a map is taken as it stands
"##,
    );
}

#[test]
fn a_wide_sign_of_a_map() {
    mistake(
        &board(
            "    a
a ",
            "    山
a ",
        ),
        r##"
error[HX101]: [board.key] has no kind of cell `山`
 --> x.toml:5:5
  |
5 |     山
  |     ^^
  |
  = help: it has a
"##,
    );
}

#[test]
fn a_count_of_tiles() {
    mistake(
        &cards(
            "rows =",
            "count = 60
rows =",
        ),
        r##"
error[HX003]: no key is called `count` here
 --> x.toml:3:1
  |
3 | count = 60
  | ^^^^^
  |
  = help: `copies` is how often a piece is printed, `print` how often a whole sheet is
"##,
    );
}

#[test]
fn copies_of_a_board() {
    mistake(
        &board(
            "fit",
            "copies = 3
fit",
        ),
        r##"
error[HX003]: no key is called `copies` here
 --> x.toml:3:1
  |
3 | copies = 3
  | ^^^^^^
  |
  = help: it belongs to [[cards]], [[notes]], [[tiles]] or [[counters]]
"##,
    );
}

#[test]
fn a_print_of_one_card() {
    mistake(
        &cards(r#""Ann" }"#, r#""Ann", print = 3 }"#),
        r##"
error[HX003]: no element asks for the word `print`
 --> x.toml:3:25
  |
3 | rows = [{ name = "Ann", print = 3 }, { name = "Bob" }]
  |                         ^^^^^
  |
  = help: `copies` is how often this piece is printed
"##,
    );
}

#[test]
fn a_count_of_one_card() {
    mistake(
        &cards(r#""Ann" }"#, r#""Ann", count = 3 }"#),
        r##"
error[HX003]: no element asks for the word `count`
 --> x.toml:3:25
  |
3 | rows = [{ name = "Ann", count = 3 }, { name = "Bob" }]
  |                         ^^^^^
  |
  = help: `copies` is how often this piece is printed
"##,
    );
}

#[test]
fn an_arrow_for_each_seat() {
    mistake(
        &cards("face = [", r#"face = [{ arrow = "up", for = "each seat" }, "#),
        r##"
error[HX120]: `for` does nothing on an arrow in the middle
 --> x.toml:4:25
  |
4 | face = [{ arrow = "up", for = "each seat" }, { text = "{{ name }}", font = "bold 9pt" }]
  |                         ^^^
  |
  = help: only words are turned to face their readers: an arrow points one way across the board for all
"##,
    );
}

#[test]
fn each_as_a_list() {
    mistake(
        &cards(r#"rows = [{ name = "Ann" }, { name = "Bob" }]"#, r#"each = [{ name = ["Ann", "Bob"] }]"#),
        r##"
error[HX004]: `each` is a list, but a table { … } is wanted
 --> x.toml:3:8
  |
3 | each = [{ name = ["Ann", "Bob"] }]
  |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: a list for each word: each = { steps = [1, 2], way = ["up", "down"] }
"##,
    );
}

#[test]
fn each_with_one_value() {
    mistake(
        &cards(r#"rows = [{ name = "Ann" }, { name = "Bob" }]"#, r#"each = { name = "Ann" }"#),
        r##"
error[HX004]: `name` is text, but a list [ … ] is wanted
 --> x.toml:3:17
  |
3 | each = { name = "Ann" }
  |                 ^^^^^
  |
  = help: name = [1, 2, 3]; what all pieces have in common stands in `set`
"##,
    );
}

#[test]
fn a_list_without_an_end() {
    mistake(
        &cards(r#""Bob" }]"#, r#""Bob" }"#),
        r##"
error[HX002]: this is not TOML: missing comma between array elements, expected `,`
 --> x.toml:4:1
  |
4 | face = [{ text = "{{ name }}", font = "bold 9pt" }]
  | ^
  |
  = help: a comma belongs here, or the ] before it is missing
"##,
    );
}

#[test]
fn a_table_without_an_end() {
    mistake(
        &cards(r#""Bob" }"#, r#""Bob" "#),
        r##"
error[HX002]: this is not TOML: invalid inline table element, expected `,`
 --> x.toml:3:42
  |
3 | rows = [{ name = "Ann" }, { name = "Bob" ]
  |                                          ^
  |
  = help: a comma belongs here, or the } before it is missing
"##,
    );
}

#[test]
fn a_colon_for_an_equals_sign() {
    mistake(
        &cards("size =", "size:"),
        r##"
error[HX002]: this is not TOML: a key and its value have a = between them
 --> x.toml:2:7
  |
2 | size: "41 x 63mm"
  |       ^
  |
  = help: size = "41 x 63mm", not size: "41 x 63mm"
"##,
    );
}

#[test]
fn quotes_of_a_word_processor() {
    mistake(
        &cards(r#""41 x 63mm""#, "“41 x 63mm”"),
        r##"
error[HX002]: this is not TOML: these quotes are for reading
 --> x.toml:2:8
  |
2 | size = “41 x 63mm”
  |        ^^^^^^^^^^^
  |
  = help: write straight ones, ", with a plain text editor rather than a word processor
"##,
    );
}

#[test]
fn a_colour_without_quotes() {
    mistake(
        &cards(
            "[[cards]]",
            "[colours]
red = #F00
[[cards]]",
        ),
        r##"
error[HX002]: this is not TOML: `red` has no value
 --> x.toml:2:7
  |
2 | red = #F00
  |       ^
  |
  = help: put it in quotes, for # begins a remark: red = "#F00"
"##,
    );
}

#[test]
fn a_key_without_a_value() {
    mistake(
        &cards(r#""41 x 63mm""#, ""),
        r##"
error[HX002]: this is not TOML: `size` has no value
 --> x.toml:2:8
  |
2 | size = 
  |        ^
  |
  = help: a text, in quotes, or a number
"##,
    );
}

#[test]
fn a_header_with_one_bracket_too_few() {
    mistake(
        &cards("[[cards]]", "[[cards]"),
        r##"
error[HX002]: this is not TOML: unclosed array table, expected `]`
 --> x.toml:1:9
  |
1 | [[cards]
  |         ^
  |
  = help: there are as many ] as [: [game], [[cards]]
"##,
    );
}

#[test]
fn a_game_among_several() {
    mistake(
        &cards(
            "[[cards]]",
            r#"[[game]]
title = "X"
[[cards]]"#,
        ),
        r##"
error[HX004]: `game` is a list, but a table { … } is wanted
 --> x.toml:1:1
  |
1 | [[game]]
  | ^^^^^^^^
  |
  = help: there is one of them: write [game]
"##,
    );
}

#[test]
fn a_path_of_windows() {
    mistake(
        &cards(
            "[[cards]]",
            r#"[icons]
folder = "art\icons"
[[cards]]"#,
        ),
        r##"
error[HX002]: this is not TOML: between " and " a \ gives the letter after it another meaning
 --> x.toml:2:15
  |
2 | folder = "art\icons"
  |               ^
  |
  = help: folders are parted by /; and between ' and ' a \ is a \
"##,
    );
}

#[test]
fn a_map_without_an_end() {
    mistake(
        &board(
            "    a
'''
",
            "    a
",
        ),
        r##"
error[HX002]: this is not TOML: a text that begins with ''' has no end
  --> x.toml:11:1
   |
11 |
   | ^
   |
   = help: ''' stands below it as well, in a line of its own
"##,
    );
}

#[test]
fn a_quotation_mark_missing_in_a_table() {
    mistake(
        &cards(r#"9pt""#, "9pt"),
        r##"
error[HX002]: this is not TOML: a text in this line has no end
 --> x.toml:4:51
  |
4 | face = [{ text = "{{ name }}", font = "bold 9pt }]
  |                                                   ^
  |
  = help: it ends with the " that it begins with: "…"
"##,
    );
}

#[test]
fn a_capital_true() {
    mistake(
        &cards(
            "size =",
            "round = True
size =",
        ),
        r##"
error[HX002]: this is not TOML: invalid boolean, expected `true`
 --> x.toml:2:9
  |
2 | round = True
  |         ^^^^
  |
  = help: in small letters: true
"##,
    );
}

#[test]
fn a_size_of_the_game() {
    mistake(
        &cards(
            "[[cards]]",
            r#"[game]
size = "3mm"
[[cards]]"#,
        ),
        r##"
error[HX003]: no key is called `size` here
 --> x.toml:2:1
  |
2 | size = "3mm"
  | ^^^^
  |
  = help: it belongs to [[cards]], [[notes]], [[tiles]] or [[counters]]
"##,
    );
}

#[test]
fn a_font_of_cards() {
    mistake(
        &cards(
            "size =",
            r#"font = "9pt"
size ="#,
        ),
        r##"
error[HX003]: no key is called `font` here
 --> x.toml:2:1
  |
2 | font = "9pt"
  | ^^^^
  |
  = help: it belongs to an element: face = [{ text = …, font = … }]
"##,
    );
}

#[test]
fn what_only_looks_like_a_trap() {
    let wide = board("    a\na ", "    山\na ").replace("a = {", "a = { label = \"A\" }\n\"山\" = {");
    let double = board("'''\n    a\n", "\"\"\"\n    a\\u002A\n").replace("    a\n'''", "    a\n\"\"\"")
        + "\"*\" = { mark = \"m\", disc = \"3mm\" }\n";
    let asked =
        cards("\"Ann\" }, { name = \"Bob\" }", "\"Ann\", count = 3 }").replace("{{ name }}", "{{ count }}");
    let corner =
        cards("face = [", "face = [{ arrow = \"up\", at = \"top\", inset = \"3mm\", for = \"each seat\" }, ");
    for layout in [wide, double, asked, corner] {
        Run::new().file("x.toml", layout).args(["build", "x.toml"]).run();
    }
}
