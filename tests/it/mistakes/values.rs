//! Values of the wrong kind, and texts that cannot be understood.

use super::{board, cards, mistake};

#[test]
fn the_wrong_kind_of_value() {
    mistake(
        &cards(r#""41 x 63mm""#, "41"),
        r#"
error[HX004]: `size` is a whole number, but text in quotes is wanted
 --> x.toml:2:8
  |
2 | size = 41
  |        ^^
  |
  = help: for example "41 x 63mm"
"#,
    );
}

#[test]
fn a_list_where_one_value_is_wanted() {
    mistake(
        &board(r#""flat-top""#, r#"["flat-top"]"#),
        r#"
error[HX004]: `cells` is a list, but text in quotes is wanted
 --> x.toml:2:9
  |
2 | cells = ["flat-top"]
  |         ^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_word_that_is_not_among_the_choices() {
    mistake(
        &board(r#""flat-top""#, r#""flattop""#),
        r#"
error[HX005]: `cells` cannot be "flattop"
 --> x.toml:2:9
  |
2 | cells = "flattop"
  |         ^^^^^^^^^
  |
  = help: did you mean `flat-top`?
"#,
    );
}

#[test]
fn a_length_without_a_unit() {
    mistake(
        &cards("41 x 63mm", "41 x 63"),
        r#"
error[HX005]: `size = "41 x 63"`: this length has no unit: write "63mm", or use cm, in or pt
 --> x.toml:2:8
  |
2 | size = "41 x 63"
  |        ^^^^^^^^^
"#,
    );
}

#[test]
fn a_wrong_unit() {
    mistake(
        &cards("41 x 63mm", "41 x 63furlongs"),
        r#"
error[HX005]: `size = "41 x 63furlongs"`: `furlongs` is not a unit of length: use mm, cm, in or pt
 --> x.toml:2:8
  |
2 | size = "41 x 63furlongs"
  |        ^^^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_place_that_is_none() {
    mistake(
        &cards("font =", r#"at = "top-lft", font ="#),
        r#"
error[HX005]: `at = "top-lft"`: no place is called `top-lft`: did you mean `top-left`?
 --> x.toml:4:37
  |
4 | face = [{ text = "{{ name }}", at = "top-lft", font = "bold 9pt" }]
  |                                     ^^^^^^^^^
"#,
    );
}

#[test]
fn a_place_spelt_the_american_way() {
    mistake(
        &cards("font =", r#"at = "center", font ="#),
        r#"
error[HX005]: `at = "center"`: `center` is spelt `centre` here
 --> x.toml:4:37
  |
4 | face = [{ text = "{{ name }}", at = "center", font = "bold 9pt" }]
  |                                     ^^^^^^^^
"#,
    );
}

#[test]
fn copies_that_cannot_be() {
    for (number, said) in [("-1", "must be 1 or more"), ("9999999999", "must be 100000 or less")] {
        mistake(
            &cards("size =", &format!("copies = {number}\nsize =")),
            &format!(
                r#"
error[HX005]: `copies` {said}
 --> x.toml:2:10
  |
2 | copies = {number}
  |          {}
"#,
                "^".repeat(number.len())
            ),
        );
    }
}

#[test]
fn a_number_that_cannot_be() {
    mistake(
        &cards(
            "size =",
            r#"print = -1
size ="#,
        ),
        r#"
error[HX005]: `print` cannot be negative
 --> x.toml:2:9
  |
2 | print = -1
  |         ^^
"#,
    );
}
