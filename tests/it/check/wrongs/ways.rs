//! Faults of roads, and of arcs between points.

use std::sync::LazyLock;

use hexpress::check::Verdict;

use super::super::bench::{Made, each, make, moved};
use super::board::wrongs;
use super::{Wrong, changed};

/// A board of hexagons with two roads.
pub static ROADS: LazyLock<Made> = LazyLock::new(|| make("roads", ROADS_LAYOUT, "iso"));
/// Nine points, with an arc round a corner.
pub static ARCS: LazyLock<Made> = LazyLock::new(|| make("arcs", ARCS_LAYOUT, "iso"));

const ROADS_LAYOUT: &str = r#"
[[board]]
sheet  = "small"
cells  = "flat-top"
across = "24mm"
shape  = "hexhex 3"
names  = "lines"
[board.at]
"a1 .. a3 b4 b4|out1" = { road = "2mm sienna" }
"c1 e5" = { leap = "1mm firebrick" }
"#;

const ARCS_LAYOUT: &str = r#"
[[board]]
sheet   = "small"
play-on = "points"
across  = "30mm"
shape   = "rectangle 3 x 3"
names   = "chess"
links   = ["a1 c1 c3 a3 a1", "a2 c2", "b1 b3", "b1 (a1) a2"]
"#;

fn road(edit: impl Fn(&str) -> String) -> Verdict {
    changed(&ROADS, 1, |text| each(text, "board/road:1", &edit))
}

/// Judges the arcs with the curved parts of their lines changed.
fn curves(edit: impl Fn(&str) -> String) -> Verdict {
    changed(&ARCS, 1, |text| {
        each(text, "board/lines", |drawing| {
            drawing
                .split_inclusive('\n')
                .map(|line| if line.trim_end().ends_with(" c") { edit(line) } else { line.to_owned() })
                .collect()
        })
    })
}

pub const WRONGS: super::Wrongs = wrongs![
    "a road left out", "HX412", 1, "road 1 is missing", &[], road(|_| String::new());
    "a road moved by 1 mm", "HX412", 1, "road 1 is up to 1.00 mm off", &[], road(|drawing| moved(drawing, 1.0, 0.0));
    "a road that ends one place too early", "HX412", 1, "passes through 4 places; in the layout, it passes through 5", &[],
        road(|drawing| {
            let at = drawing.trim_end().rfind(" l\n").map_or(0, |end| drawing[..end].rfind('\n').unwrap_or(0));
            let end = at + 1 + drawing[at + 1..].find('\n').unwrap_or(0);
            format!("{}{}", &drawing[..=at], &drawing[end + 1..])
        });
    "an arc left out", "HX412", 1, "the arc from", &[], curves(|_| String::new());
    "an arc that is not part of a circle", "HX412", 1, "off its circle", &[],
        curves(|line| {
            let mut numbers: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            numbers[1] += 12.0;
            numbers[3] += 12.0;
            let numbers: Vec<String> = numbers.iter().map(|n| format!("{n:.4}")).collect();
            format!("{} c\n", numbers.join(" "))
        });
];
