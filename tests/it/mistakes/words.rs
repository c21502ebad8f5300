//! Fonts, characters and templates.

use super::{cards, mistake};

#[test]
fn an_unknown_font_family() {
    mistake(
        &cards("bold 9pt", "dispaly bold 9pt"),
        r#"
error[HX201]: no font family is called `dispaly`
 --> x.toml:4:39
  |
4 | face = [{ text = "{{ name }}", font = "dispaly bold 9pt" }]
  |                                       ^^^^^^^^^^^^^^^^^^
  |
  = help: did you mean `display`?
"#,
    );
}

#[test]
fn a_font_family_like_no_other() {
    mistake(
        &cards("bold 9pt", "helvetica bold 9pt"),
        r#"
error[HX201]: no font family is called `helvetica`
 --> x.toml:4:39
  |
4 | face = [{ text = "{{ name }}", font = "helvetica bold 9pt" }]
  |                                       ^^^^^^^^^^^^^^^^^^^^
  |
  = help: there are: sans, display
"#,
    );
}

#[test]
fn a_font_without_a_size() {
    mistake(
        &cards("bold 9pt", "bold"),
        r#"
error[HX005]: `font = "bold"`: a font needs a size, such as "bold 9pt"
 --> x.toml:4:39
  |
4 | face = [{ text = "{{ name }}", font = "bold" }]
  |                                       ^^^^^^
"#,
    );
}

#[test]
fn words_without_a_font() {
    mistake(
        &cards(r#", font = "bold 9pt""#, ""),
        r#"
error[HX006]: words need a font
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ name }}" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: font = "bold 9pt"
"#,
    );
}

#[test]
fn a_character_that_no_font_has() {
    mistake(
        &cards("Ann", "日本"),
        r#"
error[HX202]: cards/1: the font has no `日` (U+65E5), in "日本"
 --> x.toml:3:18
  |
3 | rows = [{ name = "日本" }, { name = "Bob" }]
  |                  ^^^^^^
4 | face = [{ text = "{{ name }}", font = "bold 9pt" }]
  |         ------------------------------------------ asked for here
  |
  = help: a font of your own in [fonts], or another character
"#,
    );
}

#[test]
fn a_template_that_does_not_end() {
    mistake(
        &cards("{{ name }}", "{{ name"),
        r#"
error[HX108]: `{{ name` has no end
 --> x.toml:4:19
  |
4 | face = [{ text = "{{ name", font = "bold 9pt" }]
  |                   ^^^^^^^
  |
  = help: close it: {{ name }}
"#,
    );
}

#[test]
fn a_template_with_a_name_that_no_row_has() {
    mistake(
        &cards("{{ name }}", "{{ nmae }}"),
        r#"
error[HX108]: cards/1: `nmae` is not known for this piece: did you mean `name`?
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ nmae }}", font = "bold 9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_template_with_an_unknown_filter() {
    mistake(
        &cards("{{ name }}", "{{ name | uper }}"),
        r#"
error[HX108]: cards/1: no filter is called `uper`: did you mean `upper`?
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ name | uper }}", font = "bold 9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

error[HX108]: cards/2: no filter is called `uper`: did you mean `upper`?
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ name | uper }}", font = "bold 9pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn words_that_are_too_large() {
    mistake(
        &cards("bold 9pt", "bold 90pt"),
        r#"
error[HX203]: cards/1: "Ann" at 90 pt reaches 6.948 mm outside its place
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ name }}", font = "bold 90pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: a smaller font, shrink = "…pt", or fewer words

error[HX203]: cards/2: "Bob" at 90 pt reaches 5.773 mm outside its place
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ name }}", font = "bold 90pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: a smaller font, shrink = "…pt", or fewer words
"#,
    );
}

#[test]
fn a_shrink_above_the_size() {
    mistake(
        &cards(r#"font = "bold 9pt""#, r#"font = "bold 9pt", shrink = "10pt""#),
        r#"
error[HX106]: `shrink` is the smallest size: above 0, and not above the font's own
 --> x.toml:4:60
  |
4 | face = [{ text = "{{ name }}", font = "bold 9pt", shrink = "10pt" }]
  |                                                            ^^^^^^
"#,
    );
}

#[test]
fn the_same_on_many_pieces_is_told_three_times() {
    mistake(
        r#"[[cards]]
size = "41 x 63mm"
each = { name = ["Ann", "Bob", "Cleo", "Dora", "Emil"] }
face = [{ text = "{{ name }}", font = "bold 90pt" }]
"#,
        r#"
error[HX203]: cards/1: "Ann" at 90 pt reaches 6.948 mm outside its place
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ name }}", font = "bold 90pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: a smaller font, shrink = "…pt", or fewer words

error[HX203]: cards/2: "Bob" at 90 pt reaches 5.773 mm outside its place
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ name }}", font = "bold 90pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: a smaller font, shrink = "…pt", or fewer words

error[HX203]: cards/3: "Cleo" at 90 pt reaches 9.17 mm outside its place
 --> x.toml:4:9
  |
4 | face = [{ text = "{{ name }}", font = "bold 90pt" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: a smaller font, shrink = "…pt", or fewer words

… and 2 more like these at x.toml:4
"#,
    );
}
