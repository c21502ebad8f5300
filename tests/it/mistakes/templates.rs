//! Templates that cannot be read or worked out: on pieces, in cells, on sheets, and those that would never end.

use super::{board, cards, mistake};

#[test]
fn a_word_in_a_label() {
    mistake(
        &board(r#"label = "A""#, r#"label = "{{ title }}""#),
        r#"
error[HX108]: `title` is not known here: cells have no words of their own
  --> x.toml:11:15
   |
11 | a = { label = "{{ title }}" }
   |               ^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_label_without_an_end() {
    mistake(
        &board(r#"label = "A""#, r#"label = "{{ title""#),
        r#"
error[HX108]: `{{ title` has no end
  --> x.toml:11:16
   |
11 | a = { label = "{{ title" }
   |                ^^^^^^^^
   |
   = help: close it: {{ title }}
"#,
    );
}

#[test]
fn a_word_in_the_label_of_an_edge() {
    mistake(
        r#"[[board]]
cells  = "flat-top"
across = "20mm"
shape  = "hexhex 2"
names  = "lines"
[board.at]
"a1|a2" = { label = "{{ toll }}" }
"#,
        r#"
error[HX108]: `toll` is not known here: cells have no words of their own
 --> x.toml:7:21
  |
7 | "a1|a2" = { label = "{{ toll }}" }
  |                     ^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_word_in_a_drawing_of_a_cell() {
    mistake(
        &board(r#"label = "A""#, r#"text = "{{ name }}", font = "9pt""#),
        r#"
error[HX108]: a: `name` is not known here: cells have no words of their own
  --> x.toml:11:5
   |
11 | a = { text = "{{ name }}", font = "9pt" }
   |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_word_that_no_sheet_has() {
    mistake(
        &board("\n[board.key]", "bottom-line = \"{{ name }}\"\n[board.key]"),
        r#"
error[HX108]: `name` is not known on a sheet; known: title, author, rights, source, version
 --> x.toml:9:15
  |
9 | bottom-line = "{{ name }}"
  |               ^^^^^^^^^^^^
"#,
    );
}

#[test]
fn braces_within_braces() {
    mistake(
        &cards("{{ name }}", "{{ {{ name }} }}"),
        r#"
error[HX108]: `{{` stands within the braces of another one
 --> x.toml:4:22
  |
4 | face = [{ text = "{{ {{ name }} }}", font = "bold 9pt" }]
  |                      ^^
  |
  = help: one pair of braces is enough: {{ cost + 2 }}
"#,
    );
}

#[test]
fn a_part_of_a_word() {
    mistake(
        &cards("{{ name }}", "{{ name.first.letter }}"),
        r#"
error[HX108]: cards/1: `{{ name.first.letter }}` asks for a part of a word that is not there
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ name.first.letter }}", font = "bold 9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

error[HX108]: cards/2: `{{ name.first.letter }}` asks for a part of a word that is not there
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ name.first.letter }}", font = "bold 9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

/// What fails within a function of the language is not a name that is not known.
#[test]
fn a_range_that_is_too_long() {
    mistake(
        &cards("{{ name }}", "{% for i in range(1000000) %}x{% endfor %}")
            .replace(", { name = \"Bob\" }", ""),
        r#"
error[HX108]: cards/1: invalid operation: range has too many elements
 --> x.toml:4:9
  |
4 | face = [{ text = "{% for i in range(1000000) %}x{% endfor %}", font = "bold 9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_loop_in_a_loop_that_would_not_end_today() {
    let text = "{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}";
    mistake(
        &cards("{{ name }}", text).replace(", { name = \"Bob\" }", ""),
        r#"
error[HX108]: cards/1: `{% for i in range(9999) %}{% for j in range(9999) %}{% endfo…` takes more than 200000 steps to work out
 --> x.toml:4:9
  |
4 | face = [{ text = "{% for i in range(9999) %}{% for j in range(9999) %}{% endfor %}{% endfor %}", font = "bold 9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_half_in_words() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ cost = 1.5 }]
face = [{ text = "{{ cost | words }}", font = "9pt" }]
"#,
        r#"
error[HX108]: cards/1: `words` takes a whole number, not 1.5
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ cost | words }}", font = "9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_plural_of_no_number() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
rows = [{ cost = "many" }]
face = [{ text = "{{ 'coin' | plural(cost) }}", font = "9pt" }]
"#,
        r#"
error[HX108]: cards/1: `plural` takes a number, not "many"
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ 'coin' | plural(cost) }}", font = "9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn words_for_all_seats_in_the_middle() {
    mistake(
        &cards(r#", font"#, r#", for = "each seat", font"#),
        r#"
error[HX005]: in the middle, the words for all seats would lie on one another
 --> x.toml:4:38
  |
4 | face = [{ text = "{{ name }}", for = "each seat", font = "bold 9pt" }]
  |                                      ^^^^^^^^^^^
  |
  = help: at = "bottom"
"#,
    );
}

#[test]
fn labels_for_all_seats_in_the_middle() {
    mistake(
        &format!("{}\n[board.labels]\nfor = \"each seat\"\n", super::BOARD),
        r#"
error[HX005]: in the middle, the words for all seats would lie on one another
  --> x.toml:14:7
   |
14 | for = "each seat"
   |       ^^^^^^^^^^^
   |
   = help: at = "bottom"
"#,
    );
}

#[test]
fn a_colour_made_from_one_below() {
    mistake(
        &format!("[colours]\nink = \"sea 20% darker\"\nsea = \"navy\"\n\n{}", super::CARDS),
        r#"
error[HX105]: `sea` stands further down: a colour is made from one above it
 --> x.toml:2:7
  |
2 | ink = "sea 20% darker"
  |       ^^^^^^^^^^^^^^^^
  |
  = help: move the line of `sea` above this one
"#,
    );
}

#[test]
fn a_colour_made_from_itself() {
    mistake(
        &format!("[colours]\nsea = \"sea 20% darker\"\n\n{}", super::CARDS),
        r##"
error[HX105]: `sea` cannot be made from itself
 --> x.toml:2:7
  |
2 | sea = "sea 20% darker"
  |       ^^^^^^^^^^^^^^^^
  |
  = help: write hex digits such as "#CFE8CF"
"##,
    );
}

#[test]
fn lines_wider_than_their_cells() {
    mistake(
        &board("cells = \"flat-top\"", "cells = \"flat-top\"\nline  = \"90mm red\""),
        r#"
error[HX106]: lines of 90 mm bury cells that are 97.15 mm across
 --> x.toml:3:9
  |
3 | line  = "90mm red"
  |         ^^^^^^^^^^
  |
  = help: a line is at most half as wide as its cell
"#,
    );
}

#[test]
fn no_copies_are_one_mistake() {
    mistake(
        &cards("size", "copies = 0\nsize"),
        r#"
error[HX111]: `copies` lies between 1 and 100000
 --> x.toml:2:10
  |
2 | copies = 0
  |          ^
"#,
    );
}

#[test]
fn rows_from_a_file_without_an_ending() {
    mistake(
        &cards("rows = [{ name = \"Ann\" }, { name = \"Bob\" }]", "data = \"cards\""),
        r#"
error[HX121]: `cards` is no kind of table that can be read: it has no ending
 --> x.toml:3:8
  |
3 | data = "cards"
  |        ^^^^^^^
  |
  = help: save it as .csv (UTF-8), .tsv, .xlsx, or .json
"#,
    );
}

#[test]
fn a_text_without_an_end() {
    mistake(
        &cards("{{ name }}", "{{ 'no end ' * 100000 }}").replace(", { name = \"Bob\" }", ""),
        r#"
error[HX203]: cards/1: "no end no end no end no end no end no…" goes on for 700000 characters
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ 'no end ' * 100000 }}", font = "bold 9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: no text is longer than 100000
"#,
    );
}

#[test]
fn a_component_name_without_an_end() {
    let name = "tiles-".repeat(20);
    mistake(
        &cards("size", &format!("name = \"{name}\"\nsize")),
        &format!(
            r#"
error[HX005]: a component's name with 120 characters
 --> x.toml:2:8
  |
2 | name = "{name}"
  |        {}
  |
  = help: names have at most 60
"#,
            "^".repeat(122)
        ),
    );
}

/// Where a folder has the name of the file.
#[test]
fn a_folder_in_the_way() {
    let run = crate::run::Run::new().file("x.toml", super::CARDS).file("output/x-iso.pdf/a.txt", "a");
    run.args(["build", "x.toml"])
        .stdout("")
        .stderr(
            r#"
error[HX009]: output/x-iso.pdf cannot be written: a folder is in the way
 |
 = help: another folder: --output DIR
"#,
        )
        .status(2)
        .run();
}

#[test]
fn a_path_as_another_system_writes_it() {
    let layout = "[[cards]]\nsize = \"poker\"\nface = [{ image = 'art\\x.png', size = \"9mm\" }]\n";
    let run = crate::run::Run::new().file("x.toml", layout).file("art/x.png", "-");
    let said = r#"
error[HX205]: there is no file `art\x.png`
 --> x.toml:3:19
  |
3 | face = [{ image = 'art\x.png', size = "9mm" }]
  |                   ^^^^^^^^^^^
  |
  = help: did you mean `art/x.png`?
"#;
    run.args(["build", "x.toml"]).stdout("").stderr(said).status(2).run();
}
