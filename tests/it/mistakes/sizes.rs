//! Sizes that cannot be.

use super::{cards, mistake};

#[test]
fn a_size_of_nothing() {
    mistake(
        &cards("41 x 63mm", "0 x 63mm"),
        r#"
error[HX106]: a piece measures between 2mm and 2000mm each way
 --> x.toml:2:8
  |
2 | size = "0 x 63mm"
  |        ^^^^^^^^^^
"#,
    );
}

#[test]
fn a_negative_size() {
    mistake(
        &cards("41 x 63mm", "41 x -63mm"),
        r#"
error[HX106]: a piece measures between 2mm and 2000mm each way
 --> x.toml:2:8
  |
2 | size = "41 x -63mm"
  |        ^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_size_that_is_not_a_number() {
    mistake(
        &cards("41 x 63mm", "nan x 63mm"),
        r#"
error[HX005]: `size = "nan x 63mm"`: a length must be a finite number
 --> x.toml:2:8
  |
2 | size = "nan x 63mm"
  |        ^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_size_without_end() {
    mistake(
        &cards("41 x 63mm", "inf x 63mm"),
        r#"
error[HX005]: `size = "inf x 63mm"`: a length must be a finite number
 --> x.toml:2:8
  |
2 | size = "inf x 63mm"
  |        ^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_huge_size() {
    mistake(
        &cards("41 x 63mm", "99999 x 63mm"),
        r#"
error[HX106]: a piece measures between 2mm and 2000mm each way
 --> x.toml:2:8
  |
2 | size = "99999 x 63mm"
  |        ^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn pieces_without_a_size() {
    mistake(
        &cards(
            r#"size = "41 x 63mm"
"#,
            "",
        ),
        r#"
error[HX006]: pieces need a size
 --> x.toml:1:1
  |
1 | [[cards]]
  | ^^^^^^^^^
  |
  = help: size = "63 x 88mm"
"#,
    );
}

#[test]
fn a_disc_of_no_size() {
    mistake(
        &cards(r#"{ text = "{{ name }}", font = "bold 9pt" }"#, r#"{ disc = "0mm" }"#),
        r#"
error[HX106]: a size lies above 0 and up to 5080mm
 --> x.toml:4:18
  |
4 | face = [{ disc = "0mm" }]
  |                  ^^^^^
"#,
    );
}

#[test]
fn a_huge_disc() {
    mistake(
        &cards(r#"{ text = "{{ name }}", font = "bold 9pt" }"#, r#"{ disc = "1e9mm" }"#),
        r#"
error[HX005]: `disc = "1e9mm"`: `e9mm` is not a unit of length: use mm, cm, in or pt
 --> x.toml:4:18
  |
4 | face = [{ disc = "1e9mm" }]
  |                  ^^^^^^^
"#,
    );
}

#[test]
fn a_huge_disc_in_plain_digits() {
    mistake(
        &cards(r#"{ text = "{{ name }}", font = "bold 9pt" }"#, r#"{ disc = "99999mm" }"#),
        r#"
error[HX106]: a size lies above 0 and up to 5080mm
 --> x.toml:4:18
  |
4 | face = [{ disc = "99999mm" }]
  |                  ^^^^^^^^^
"#,
    );
}

#[test]
fn a_line_of_no_width() {
    mistake(
        &cards(r#"font = "bold 9pt""#, r#"font = "bold 9pt" }, { disc = "5mm", line = "0mm black""#),
        r#"
error[HX005]: `line = "0mm black"`: a line's width lies above 0 and up to 100mm
 --> x.toml:4:76
  |
4 | face = [{ text = "{{ name }}", font = "bold 9pt" }, { disc = "5mm", line = "0mm black" }]
  |                                                                            ^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_huge_line() {
    mistake(
        &cards(r#"font = "bold 9pt""#, r#"font = "bold 9pt" }, { disc = "5mm", line = "90000mm black""#),
        r#"
error[HX005]: `line = "90000mm black"`: a line's width lies above 0 and up to 100mm
 --> x.toml:4:76
  |
4 | face = [{ text = "{{ name }}", font = "bold 9pt" }, { disc = "5mm", line = "90000mm black" }]
  |                                                                            ^^^^^^^^^^^^^^^
"#,
    );
}

#[test]
fn a_font_of_no_size() {
    mistake(
        &cards("bold 9pt", "bold 0pt"),
        r#"
error[HX005]: `font = "bold 0pt"`: a font's size lies above 0 and up to 1000mm
 --> x.toml:4:39
  |
4 | face = [{ text = "{{ name }}", font = "bold 0pt" }]
  |                                       ^^^^^^^^^^
"#,
    );
}
