//! The strips along the edge of a piece: the bleed, and the safe zone.

use super::{cards, mistake};

#[test]
fn a_negative_bleed() {
    mistake(
        &cards("rows =", "bleed = \"-2mm\"\nrows ="),
        r#"
error[HX106]: `bleed` lies between 0 and 20mm
 --> x.toml:3:9
  |
3 | bleed = "-2mm"
  |         ^^^^^^
  |
  = help: how far colours go on beyond the cut: 2 or 3 mm are usual
"#,
    );
}

#[test]
fn a_bleed_as_large_as_a_piece() {
    mistake(
        &cards("rows =", "bleed = \"4cm\"\nrows ="),
        r#"
error[HX106]: `bleed` lies between 0 and 20mm
 --> x.toml:3:9
  |
3 | bleed = "4cm"
  |         ^^^^^
  |
  = help: how far colours go on beyond the cut: 2 or 3 mm are usual
"#,
    );
}

#[test]
fn a_safe_zone_outside_the_piece() {
    mistake(
        &cards("rows =", "safe = \"-3mm\"\nrows ="),
        r#"
error[HX106]: `safe` is how far inside the cut words stay: 0 or more
 --> x.toml:3:8
  |
3 | safe = "-3mm"
  |        ^^^^^^
  |
  = help: how far colours go on beyond the cut is `bleed`
"#,
    );
}

#[test]
fn a_safe_zone_that_leaves_nothing() {
    mistake(
        &cards("rows =", "safe = \"20.5mm\"\nrows ="),
        r#"
error[HX106]: a safe zone 20.5 mm inside the cut leaves nothing of a piece of which half measures 20.5 mm
 --> x.toml:3:8
  |
3 | safe = "20.5mm"
  |        ^^^^^^^^
"#,
    );
}

#[test]
fn a_safe_zone_that_leaves_nothing_of_a_share_of_a_cell() {
    mistake(
        r#"[[board]]
name  = "field"
cells = "flat-top"
fit   = "largest"
shape = "hexhex 9"

[[tiles]]
cells  = "flat-top"
across = "80% of field"
bleed  = "1mm"
safe   = "30mm"
face   = [{ fill = "navy" }]
"#,
        r#"
error[HX106]: a safe zone 30 mm inside the cut leaves nothing of a piece of which half measures 6.45 mm
  --> x.toml:11:10
   |
11 | safe   = "30mm"
   |          ^^^^^^
"#,
    );
}

#[test]
fn a_bleed_without_a_unit() {
    mistake(
        &cards("rows =", "bleed = \"2\"\nrows ="),
        r#"
error[HX005]: "2" has no unit
"#,
    );
}

#[test]
fn a_bleed_on_a_board() {
    mistake(
        &super::board("fit   =", "bleed = \"2mm\"\nfit   ="),
        r#"
error[HX003]: unknown key `bleed`
"#,
    );
}
