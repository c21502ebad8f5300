//! Names, files and folders that are not what they should be.

use super::{CARDS, cards, wrong};
use crate::run::Run;

#[test]
fn an_unknown_game() {
    wrong(
        Run::new().args(["build", "hexagonal-thin"]),
        r#"
error[HX007]: no game is called `hexagonal-thin`
 |
 = help: did you mean `hexagonal-thing`?
"#,
    );
}

#[test]
fn a_game_like_no_other() {
    wrong(
        Run::new().args(["build", "chess"]),
        r#"
error[HX007]: no game is called `chess`
 |
 = help: `hexpress list` lists the bundled games; a layout of your own ends in .toml
"#,
    );
}

#[test]
fn a_layout_that_is_not_there() {
    wrong(
        Run::new().args(["build", "chess.toml"]),
        r#"
error[HX001]: chess.toml cannot be read: there is no such file
"#,
    );
}

#[test]
fn a_file_that_is_no_layout() {
    wrong(
        Run::new()
            .file(
                "notes.txt",
                r#"hello
"#,
            )
            .args(["build", "notes.txt"]),
        r#"
error[HX007]: notes.txt is neither a layout (.toml) nor a PDF
"#,
    );
}

#[test]
fn a_folder_without_layouts() {
    wrong(
        Run::new()
            .file(
                "games/notes.txt",
                r#"hello
"#,
            )
            .args(["build", "games"]),
        r#"
error[HX103]: the folder games holds no layout
 |
 = help: a layout is a .toml file with a [game], a [[board]], [[cards]] or other pieces
"#,
    );
}

#[test]
fn a_layout_that_is_not_utf8() {
    wrong(
        Run::new().file("x.toml", b"[game]\ntitle = \"Caf\xe9\"\n").args(["build", "x.toml"]),
        r#"
error[HX001]: x.toml is not UTF-8 text: see line 2
 |
 = help: save it as UTF-8 in your editor
"#,
    );
}

#[test]
fn two_inputs_with_one_stem() {
    wrong(
        Run::new().file("a/x.toml", CARDS).file("b/x.toml", CARDS).args(["build", "a/x.toml", "b/x.toml"]),
        r#"
error[HX011]: a/x.toml and b/x.toml would both be written to x-….pdf
 |
 = help: build them one after the other into two folders, with --output
"#,
    );
}

#[test]
fn one_game_twice() {
    wrong(
        Run::new().args(["build", "hexagonal-thing", "hexagonal-thing"]),
        r#"
error[HX011]: hexagonal-thing.toml (bundled) is named twice
 |
 = help: once is enough
"#,
    );
}

#[test]
fn a_layout_named_as_a_bundled_game() {
    wrong(
        Run::new().file("hexagonal-thing.toml", CARDS).args([
            "build",
            "hexagonal-thing",
            "hexagonal-thing.toml",
        ]),
        r#"
error[HX011]: hexagonal-thing.toml (bundled) and hexagonal-thing.toml would both be written to hexagonal-thing-….pdf
 |
 = help: build them one after the other into two folders, with --output
"#,
    );
}

#[test]
fn a_pdf_that_is_none() {
    wrong(
        Run::new()
            .file(
                "x.pdf",
                r#"hello
"#,
            )
            .args(["build", "x.pdf"]),
        r#"
error[HX001]: x.pdf cannot be read as a PDF: this is not a PDF
"#,
    );
}

#[test]
fn a_file_where_the_folder_should_be() {
    wrong(
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--output", "x.toml"]),
        r#"
error[HX009]: x.toml/x-iso.pdf cannot be written: a file is in the way
 |
 = help: another folder: --output DIR
"#,
    );
}

#[test]
fn a_file_where_a_folder_above_should_be() {
    wrong(
        Run::new().file("x.toml", CARDS).args(["build", "x.toml", "--output", "x.toml/deep"]),
        r#"
error[HX009]: x.toml/deep/x-iso.pdf cannot be written: a file is in the way
 |
 = help: another folder: --output DIR
"#,
    );
}

#[test]
fn mistakes_of_two_files() {
    wrong(
        Run::new()
            .file("a.toml", cards("9pt", "9"))
            .file("b.toml", cards("41 x", "x"))
            .args(["build", "a.toml", "b.toml"]),
        r#"
error[HX005]: `font = "bold 9"`: this size has no unit: write "9pt", or use mm, cm or in
 --> a.toml:4:39
  |
4 | face = [{ text = "{{ name }}", font = "bold 9" }]
  |                                       ^^^^^^^^

error[HX005]: `size = "x 63mm"`: a length is a number and a unit, such as "38mm", "1.5in" or "9pt"
 --> b.toml:2:8
  |
2 | size = "x 63mm"
  |        ^^^^^^^^
"#,
    );
}
