//! Maps, and the signs in them.

use super::{board, mistake};

#[test]
fn a_sign_that_the_key_lacks() {
    mistake(
        &board("a       a", "a       b"),
        r#"
error[HX101]: [board.key] has no kind of cell `b`
 --> x.toml:6:9
  |
6 | a       b
  |         ^
  |
  = help: it has a
"#,
    );
}

#[test]
fn a_sign_in_the_wrong_case() {
    mistake(
        &board("a       a", "a       A"),
        r#"
error[HX101]: [board.key] has no kind of cell `A`
 --> x.toml:6:9
  |
6 | a       A
  |         ^
  |
  = help: did you mean `a`?
"#,
    );
}

#[test]
fn a_mark_that_the_key_lacks() {
    mistake(
        &board("a       a", "a       a*"),
        r#"
error[HX101]: [board.key] has no mark `*`
 --> x.toml:6:9
  |
6 | a       a*
  |         ^^
  |
  = help: add it to [board.key]: "*" = { … }
"#,
    );
}

#[test]
fn a_tab_in_a_map() {
    mistake(
        &board("a       a", "a\ta"),
        r#"
error[HX102]: a tab in a map: nobody can tell how wide it is
 --> x.toml:6:2
  |
6 | a    a
  |  ^^^^
  |
  = help: use spaces; a column is four characters wide
"#,
    );
}

#[test]
fn a_cell_between_two_columns() {
    mistake(
        &board("a       a", "a     a"),
        r#"
error[HX102]: `a` stands between two cells
 --> x.toml:6:7
  |
6 | a     a
  |       ^
  |
  = help: a column is four characters wide, and cells of one column stand on every other line
"#,
    );
}

#[test]
fn a_map_without_cells() {
    mistake(
        &board(
            r#"    a
a       a
    a
"#,
            r#"
"#,
        ),
        r#"
error[HX103]: this map shows no cell
 --> x.toml:4:9
  |
4 | map   = '''
  |         ^^^
"#,
    );
}

#[test]
fn a_sign_of_two_characters() {
    mistake(
        &board("a = {", "ab = {"),
        r#"
error[HX101]: [board.key] has no kind of cell `a`
 --> x.toml:5:5
  |
5 |     a
  |     ^
  |
  = help: add it to [board.key]: "a" = { … }

error[HX101]: [board.key] has no kind of cell `a`
 --> x.toml:6:1
  |
6 | a       a
  | ^
  |
  = help: add it to [board.key]: "a" = { … }

error[HX101]: [board.key] has no kind of cell `a`
 --> x.toml:6:9
  |
6 | a       a
  |         ^
  |
  = help: add it to [board.key]: "a" = { … }

error[HX101]: [board.key] has no kind of cell `a`
 --> x.toml:7:5
  |
7 |     a
  |     ^
  |
  = help: add it to [board.key]: "a" = { … }

error[HX102]: a sign of a map is one character, and `ab` is not
  --> x.toml:11:1
   |
11 | ab = { label = "A" }
   | ^^
"#,
    );
}

/// Whatever else is wrong.
#[test]
fn an_empty_map_beside_another_mistake() {
    mistake(
        "[colours]\nsea = \"#12345\"\n\n[[board]]\ncells = \"flat-top\"\nfit   = \"largest\"\nmap   = \"\"\n",
        r##"
error[HX105]: `#12345` is not a colour
 --> x.toml:2:7
  |
2 | sea = "#12345"
  |       ^^^^^^^^
  |
  = help: hex digits are three or six: #FA3, #FFAA33

error[HX103]: this map shows no cell
 --> x.toml:7:9
  |
7 | map   = ""
  |         ^^
"##,
    );
}
