//! Tests of drawings that are compared with a layout.

use super::svg::{corners, file, polygon};
use crate::support::run::Run;

const LAYOUT: &str = r##"
[[board]]
cells = "pointy-top"
across = "20mm"
map = '''
a   a   b   c
  a   a   b
'''
[board.key]
a = { kind = "sea", fill = "#3366AA" }
b = { kind = "land", fill = "#FFFFFF" }
c = { kind = "hill", fill = "#B8965C" }
"##;

/// Draws the cells of the layout row by row as flat-top hexagons.
///
/// The board is rotated by a quarter turn, and optionally mirrored.
fn drawn(mirrored: bool, across: f64, edit: impl Fn(usize) -> Option<&'static str>) -> String {
    let side = across / 3.0_f64.sqrt();
    let rows = [(0, "aabc"), (1, "aab")];
    let mut number = 0;
    let mut body = String::new();
    for (row, kinds) in rows {
        for (place, kind) in (0..).zip(kinds.chars()) {
            let fill = match kind {
                'a' => "#3366AA",
                'b' => "#FFFFFF",
                _ => "#B8965C",
            };
            // A quarter turn clockwise: right becomes down, and down becomes left.
            let (x, y) = (1.5 * side * f64::from(row), across * (f64::from(place) + f64::from(row) / 2.0));
            let x = if mirrored { 60.0 + x } else { 100.0 - x };
            let own =
                polygon(&corners((x, 60.0 + y), side), &format!("fill=\"{}\"", edit(number).unwrap_or(fill)));
            if edit(number) != Some("") {
                body.push_str(&own);
            }
            number += 1;
        }
    }
    file(&body)
}

#[track_caller]
fn judged_against(text: &str) -> (Vec<String>, Vec<String>) {
    let ran = Run::new()
        .file("mine.svg", text)
        .file("game.toml", LAYOUT)
        .args(["check", "mine.svg", "--against", "game.toml", "--json"])
        .any_stderr()
        .status(i32::from(!text.contains("right")))
        .run();
    let result = &ran.json()["results"][0];
    let words = |key: &str| -> Vec<String> {
        let list = result[key].as_array().unwrap().iter();
        list.map(|v| {
            v.as_str().map_or_else(
                || format!("{} {}", v["code"].as_str().unwrap(), v["message"].as_str().unwrap()),
                str::to_owned,
            )
        })
        .collect()
    };
    (words("faults"), words("found"))
}

#[test]
fn a_board_on_its_side_is_the_same_board() {
    let (faults, found) = judged_against(&(drawn(false, 20.0, |_| None) + "<!-- right -->"));
    assert_eq!(faults, [""; 0]);
    assert_eq!(found[1], "page 1: compared with `board` of game.toml: rotated by 90.0°");
}

#[test]
fn missing_and_extra_cells_are_reported() {
    let (faults, _) = judged_against(&drawn(false, 20.0, |n| (n == 4).then_some("")));
    assert_eq!(faults, ["HX611 the sea cell 0,1 of the layout is missing from the drawing"]);
    let more = drawn(false, 20.0, |_| None)
        .replace("</g>", &(polygon(&corners((100.0, 140.0), 20.0 / 3.0_f64.sqrt()), "") + "</g>"));
    let (faults, _) = judged_against(&more);
    assert_eq!(faults, ["HX612 the drawing has cell 5 of column 2, which is not in the layout"]);
}

#[test]
fn kinds_are_compared_with_their_most_common_look() {
    let (faults, _) = judged_against(&drawn(false, 20.0, |n| (n == 0).then_some("#FFFFFF")));
    assert_eq!(
        faults,
        ["HX613 cell 1 of column 2 looks like the land cells; in the layout, its kind is `sea`"]
    );
}

#[test]
fn other_sizes_and_reflections_are_reported() {
    let (faults, _) = judged_against(&drawn(false, 19.4, |_| None));
    assert_eq!(faults, ["HX614 the cells measure 19.40 mm across flats; the layout says 20 mm"]);
    let (faults, found) = judged_against(&(drawn(true, 20.0, |_| None) + "<!-- right -->"));
    assert_eq!(faults, ["HX615 the drawing is a mirror image of `board`"]);
    assert_eq!(found[1], "page 1: compared with `board` of game.toml: mirrored");
}

#[test]
fn another_board_is_none_of_the_layout() {
    let (faults, _) = judged_against(&super::svg::hexhex(|_, at| Some(super::svg::plain(at))));
    assert_eq!(faults, ["HX616 no drawing matches the board `board` of the layout, which has 7 cells"]);
}

#[test]
fn own_files_can_be_compared_with_other_layouts() {
    let ran = Run::new().args(["build", "hexemergo", "--one-file"]).any_stderr().run();
    let pdf = ran.bytes("output/hexemergo-iso.pdf");
    let ran = Run::new()
        .file("mine.pdf", &pdf)
        .args(["check", "mine.pdf", "--against", "hexemergo", "--quiet"])
        .any_stderr()
        .run();
    assert_eq!(ran.stdout, "");
}
