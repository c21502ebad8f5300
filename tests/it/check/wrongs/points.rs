//! Faults of a board of points.

use std::sync::LazyLock;

use hexpress::check::Verdict;

use super::super::bench::{Made, each, make, moved, pt};
use super::board::wrongs;
use super::{Wrong, changed};

/// Twenty-five points in rows, joined as in alquerque, with a disc on each.
pub static POINTS: LazyLock<Made> = LazyLock::new(|| make("points", LAYOUT, "iso"));

const LAYOUT: &str = r#"
[[board]]
sheet     = "small"
play-on   = "points"
across    = "30mm"
shape     = "rectangle 5 x 5"
diagonals = "alternate"
lines     = "0.5mm black"
names     = "chess"
[board.at]
"all" = { kind = "point", disc = "5mm" }
[board.must]
be    = "connected"
have  = { cells = 25, point = 25 }
match = { fourfold = {} }
"#;

/// Twelve discs along a curve, each joined with the next.
static TRACK: LazyLock<Made> = LazyLock::new(|| make("track", TRACK_LAYOUT, "iso"));

const TRACK_LAYOUT: &str = r#"
[[board]]
sheet      = "small"
across     = "14mm"
along      = "M -70 40 C -70 -60 70 -60 70 40"
count      = 12
links      = "next"
show-names = "inside"
cell       = { fill = "linen" }
[board.must]
be   = "connected"
have = { cells = 12 }
"#;

/// The first point of the track.
const FIRST: &str = "board/cell:-7000,4000";

/// Judges the track with one of its drawings changed.
fn track(id: &str, edit: impl Fn(&str) -> String) -> Verdict {
    changed(&TRACK, 1, |text| each(text, id, &edit))
}

/// The lines of the board: both ends of each line, in points.
type Lines = Vec<[f64; 4]>;

/// Judges the board with its lines changed.
fn lines(edit: impl Fn(&mut Lines)) -> Verdict {
    changed(&POINTS, 1, |text| each(text, "board/lines", |drawing| redrawn(drawing, 56, &edit)))
}

fn redrawn(drawing: &str, count: usize, edit: impl Fn(&mut Lines)) -> String {
    let mut all: Lines = Vec::new();
    let (mut before, mut after) = (String::new(), String::new());
    for line in drawing.split_inclusive('\n') {
        let parts: Vec<&str> = line.split_whitespace().collect();
        let number = |at: usize| parts[at].parse::<f64>().unwrap();
        match parts.as_slice() {
            [_, _, "m"] => all.push([number(0), number(1), 0.0, 0.0]),
            [_, _, "l"] => {
                let last = all.last_mut().unwrap();
                (last[2], last[3]) = (number(0), number(1));
            }
            _ if all.is_empty() => before.push_str(line),
            _ => after.push_str(line),
        }
    }
    assert_eq!(all.len(), count, "{drawing}");
    edit(&mut all);
    let drawn = all.iter().map(|[a, b, c, d]| format!("{a:.4} {b:.4} m\n{c:.4} {d:.4} l\n"));
    format!("{before}{}{after}", drawn.collect::<String>())
}

/// Judges the board with the drawing on one point changed.
fn point(id: &str, edit: impl Fn(&str) -> String) -> Verdict {
    changed(&POINTS, 1, |text| each(text, id, &edit))
}

pub const WRONGS: super::Wrongs = wrongs![
    "a line between points left out", "HX412", 1, "is missing", &[], lines(|all| all.truncate(55));
    "three lines left out", "HX412", 1, "is missing", &[], lines(|all| drop(all.drain(30..33)));
    "a line drawn twice", "HX412", 1, "drawn twice", &[], lines(|all| all.push(all[7]));
    "a line drawn twice, once in each direction", "HX412", 1, "drawn twice", &[],
        lines(|all| { let [a, b, c, d] = all[9]; all.push([c, d, a, b]) });
    "a line where the layout has none", "HX412", 1, "the layout has none there", &[],
        lines(|all| { let (a, b) = (all[0], all[40]); all.push([a[0], a[1], b[2], b[3]]) });
    "a line that ends 0.3 mm away from its point", "HX412", 1, "a line ends 0.30 mm from", &[],
        lines(|all| all[12][2] += pt(0.3));
    "a line that stops 1 mm short", "HX412", 1, "a line ends 1.00 mm from", &[],
        lines(|all| all[0][0] += pt(1.0));
    "a line moved by 0.5 mm", "HX412", 1, "a line ends 0.50 mm from", &[],
        lines(|all| { all[16][1] += pt(0.5); all[16][3] += pt(0.5) });
    "all lines 1 % too wide", "HX406", 1, "stretched", &["HX405", "HX427"],
        lines(|all| all.iter_mut().for_each(|[x, _, z, _]| { *x *= 1.01; *z *= 1.01 }));
    "points 1 % too far apart", "HX411", 1, "layout says 30 mm", &["HX427"],
        lines(|all| all.iter_mut().flatten().for_each(|at| *at *= 1.01));
    "the disc of a point left out", "HX503", 1, "point", &["HX427"], point("board/cell:2,2", |_| String::new());
    "the disc of a point moved by 3 mm", "HX427", 1, "the cell b4", &[], point("board/cell:1,1", |d| moved(d, 3.0, 0.0));
    "a point of a track moved by 0.3 mm", "HX404", 1, "0.30 mm from its place", &[], track(FIRST, |d| moved(d, 0.3, 0.0));
    "a point of a track moved by 5 mm", "HX404", 1, "5.00 mm from its place", &["HX426"], track(FIRST, |d| moved(d, 0.0, 5.0));
    "a point of a track moved by 40 mm", "HX407", 1, "the cell 1 is missing", &["HX408", "HX421"], track(FIRST, |d| moved(d, 0.0, 40.0));
    "a point of a track left out", "HX407", 1, "the cell 1 is missing", &[], track(FIRST, |_| String::new());
    "a line of a track left out", "HX412", 1, "the line from the point 11 to the point 12 is missing", &[],
        track("board/lines", |d| redrawn(d, 11, |all| all.truncate(10)));
    "a line of a track that stops 1 mm short", "HX412", 1, "a line ends 1.00 mm from the point 1", &[],
        track("board/lines", |d| redrawn(d, 11, |all| all[0][0] += pt(1.0)));
];
