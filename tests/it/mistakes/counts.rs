//! Rows, copies, columns, seats: numbers that cannot be.

use super::{cards, mistake};

#[test]
fn no_rows() {
    mistake(
        &cards(r#"[{ name = "Ann" }, { name = "Bob" }]"#, "[]"),
        r#"
error[HX103]: `rows` is empty
 --> x.toml:3:8
  |
3 | rows = []
  |        ^^
"#,
    );
}

#[test]
fn an_empty_list_to_combine() {
    mistake(
        &cards(r#"rows = [{ name = "Ann" }, { name = "Bob" }]"#, "each = { name = [] }"),
        r#"
error[HX103]: the list `name` is empty, so there is no piece
 --> x.toml:3:17
  |
3 | each = { name = [] }
  |                 ^^
"#,
    );
}

#[test]
fn no_copies() {
    mistake(
        &cards(r#"[{ name = "Ann" }, { name = "Bob" }]"#, r#"[{ name = "Ann", copies = 0 }]"#),
        r#"
error[HX103]: this component has no piece
 --> x.toml:1:1
  |
1 | [[cards]]
  | ^^^^^^^^^
"#,
    );
}

#[test]
fn copies_that_cannot_be() {
    mistake(
        &cards(r#"[{ name = "Ann" }, { name = "Bob" }]"#, r#"[{ name = "Ann", copies = -3 }]"#),
        r#"
error[HX111]: `copies` is a whole number from 0 to 100000
 --> x.toml:3:34
  |
3 | rows = [{ name = "Ann", copies = -3 }]
  |                                  ^^
"#,
    );
}

#[test]
fn too_many_pieces() {
    mistake(
        &cards(
            r#"[{ name = "Ann" }, { name = "Bob" }]"#,
            &format!("[{}]", r#"{ name = "Ann", copies = 100_000 }, "#.repeat(10) + r#"{ name = "Bob" }"#),
        ),
        r#"
error[HX111]: more than 1000000 pieces in one component
 --> x.toml:1:1
  |
1 | [[cards]]
  | ^^^^^^^^^
"#,
    );
}

#[test]
fn a_grid_without_columns() {
    mistake(
        &cards(
            "size =",
            r#"grid = "0 x 3"
size ="#,
        ),
        r#"
error[HX005]: `grid = "0 x 3"`: a grid has between 1 and 1000 columns, and as many rows
 --> x.toml:2:8
  |
2 | grid = "0 x 3"
  |        ^^^^^^^
"#,
    );
}

#[test]
fn print_no_times() {
    mistake(
        &cards(
            "size =",
            r#"print = 1001
size ="#,
        ),
        r#"
error[HX111]: `print` is how many times to print each sheet: up to 1000, or 0 for a board that is only shown in small
 --> x.toml:2:9
  |
2 | print = 1001
  |         ^^^^
"#,
    );
    // 0 is for boards that are only shown in small; alone, there is nothing to print.
    mistake(
        &cards(
            "size =",
            r#"print = 0
size ="#,
        ),
        r#"
error[HX103]: `x` prints no sheet
"#,
    );
}

#[test]
fn no_seats() {
    mistake(
        r#"[game]
seats = 0

[[cards]]
size = "41 x 63mm"
rows = [{ name = "Ann" }, { name = "Bob" }]
face = [{ text = "{{ name }}", font = "bold 9pt" }]
"#,
        r#"
error[HX111]: `seats` is how many readers sit round the table: between 1 and 12
 --> x.toml:2:9
  |
2 | seats = 0
  |         ^
"#,
    );
}
