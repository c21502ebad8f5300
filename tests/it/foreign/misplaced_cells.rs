//! Tests of the advice for a misplaced cell: how far to move it, and in which direction.

use super::svg::{cells, corners, file, hexhex, plain, polygon};
use crate::support::run::Run;

/// Returns the code, message and hint of each fault.
fn faults(text: &str) -> Vec<String> {
    let ran = Run::new().file("mine.svg", text).args(["check", "mine.svg", "--json"]).any_stderr();
    let json = ran.status(1).run().json();
    let all = json["results"][0]["faults"].as_array().unwrap();
    let words = |fault: &serde_json::Value| {
        let of = |key: &str| fault[key].as_str().unwrap_or("none").to_owned();
        format!("{} {} | {}", of("code"), of("message"), of("hint"))
    };
    all.iter().map(words).collect()
}

/// Draws the board. `other` draws one cell, which is in the middle of the right side.
fn with(other: impl Fn((f64, f64)) -> String) -> String {
    hexhex(|cell, at| Some(if cell == (1, 0) { other(at) } else { plain(at) }))
}

fn turned(corners: [(f64, f64); 6], (x, y): (f64, f64), degrees: f64) -> [(f64, f64); 6] {
    let (sin, cos) = libm::sincos(degrees.to_radians());
    corners.map(|(a, b)| (x + cos * (a - x) - sin * (b - y), y + sin * (a - x) + cos * (b - y)))
}

#[test]
fn a_cell_that_was_moved() {
    assert_eq!(
        faults(&with(|(x, y)| plain((x + 1.2, y - 0.5)))),
        ["HX404 cell 3 of column 4 is 1.30 mm from its place among the other cells | \
          move it 1.20 mm to the left and 0.50 mm down"]
    );
    assert_eq!(
        faults(&with(|(x, y)| plain((x, y + 0.4)))),
        ["HX404 cell 3 of column 4 is 0.40 mm from its place among the other cells | move it 0.40 mm up"]
    );
}

#[test]
fn a_cell_that_is_larger() {
    assert_eq!(
        faults(&with(|at| polygon(&corners(at, 12.3), ""))),
        [
            "HX402 cell 3 of column 4 has sides of 12.30 mm; the other cells have sides of 12.00 mm | make its sides \
          12.00 mm long, which is 20.78 mm across flats, or replace it by a copy of another"
        ]
    );
}

#[test]
fn a_cell_that_is_turned() {
    for (by, back) in [(4.0, "anticlockwise"), (-4.0, "clockwise")] {
        assert_eq!(
            faults(&with(|at| polygon(&turned(corners(at, 12.0), at, by), ""))),
            [format!(
                "HX403 cell 3 of column 4 is rotated by {by:.2}° relative to the others | rotate it {back} by 4.00° about \
                 its centre"
            )]
        );
    }
}

#[test]
fn a_cell_that_is_there_twice() {
    // The misplaced copy is reported, whichever copy is drawn first.
    for first in [0.0, 0.8] {
        let text = with(|(x, y)| {
            let fill = "fill=\"#dde\"";
            polygon(&corners((x + first, y), 12.0), fill)
                + &polygon(&corners((x + 0.8 - first, y), 12.0), fill)
        });
        let reported = faults(&text);
        assert_eq!(
            reported[0],
            "HX408 cell 3 of column 4 is drawn twice | remove this one; the other is in the right place"
        );
        // The only other fault is that one cell has a different colour.
        assert!(reported[1..].iter().all(|fault| fault.starts_with("HX491 ")), "{reported:#?}");
    }
}

/// An exact duplicate is invisible, so it is not an error.
#[test]
fn a_cell_that_was_pasted_upon_itself() {
    let first_and_count = |text: &str| {
        let ran = Run::new().file("mine.svg", text).args(["check", "mine.svg"]).any_stderr().status(0).run();
        ran.stdout.lines().last().unwrap_or_default().to_owned()
    };
    let once = "mine.svg: 19 cells, 42 adjacencies, worst deviation 0.0000 mm: clean";
    assert_eq!(first_and_count(&with(|at| plain(at) + &plain(at))), format!("{once}, 1 warning"));
    assert_eq!(first_and_count(&hexhex(|_, at| Some(plain(at) + &plain(at)))), format!("{once}, 1 warning"));
    // Many programs draw the fill first and the outline later.
    let twice =
        |at| polygon(&corners(at, 12.0), "stroke=\"none\"") + &polygon(&corners(at, 12.0), "fill=\"none\"");
    assert_eq!(first_and_count(&hexhex(|_, at| Some(twice(at)))), once);
    Run::new()
        .file("mine.svg", with(|at| plain(at) + &plain(at)))
        .args(["check", "mine.svg", "--quiet"])
        .stderr(
            "warning[HX408]: page 1 at (123, 158.4) mm: cell 3 of column 4 is drawn twice, at exactly the same place
 |
 = help: remove one of the two",
        )
        .run();
}

#[test]
fn a_cell_too_many() {
    let text = hexhex(|_, at| Some(plain(at)));
    let more = plain((105.0 + 18.0 * 3.0, 148.0 + 6.0 * 3.0_f64.sqrt()));
    assert_eq!(
        faults(&text.replace("</g>", &format!("{more}</g>"))),
        ["HX602 this cell is not part of a hexhex 3 | \
          remove it, or keep it if the board is meant to have another shape"]
    );
}

#[test]
fn a_hexagon_of_another_size_in_the_place_of_a_cell() {
    let text =
        hexhex(|cell, at| Some(if cell == (2, -1) { polygon(&corners(at, 13.2), "") } else { plain(at) }));
    assert_eq!(
        faults(&text)[0],
        "HX601 a cell of a hexhex 3 is missing here: the hexagon there measures 22.86 mm across flats, and the others 20.78 \
         mm | draw a closed hexagon there, with six straight sides and the size of the other cells"
    );
}

/// Draws every edge of the board once, except those for which `leave` returns true.
fn edges(leave: impl Fn((f64, f64), (f64, f64)) -> bool) -> String {
    let mut known: Vec<((f64, f64), (f64, f64))> = Vec::new();
    let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1) < 1e-6;
    for (_, at) in cells() {
        let own = corners(at, 12.0);
        for k in 0..6 {
            let (a, b) = (own[k], own[(k + 1) % 6]);
            if !known.iter().any(|(c, d)| near(*c, b) && near(*d, a)) {
                known.push((a, b));
            }
        }
    }
    known.retain(|(a, b)| !leave(*a, *b));
    let line = |((x1, y1), (x2, y2)): &((f64, f64), (f64, f64))| {
        format!("<line x1=\"{x1:.5}\" y1=\"{y1:.5}\" x2=\"{x2:.5}\" y2=\"{y2:.5}\"/>")
    };
    file(&known.iter().map(line).collect::<String>())
}

#[test]
fn a_line_that_is_missing_between_cells() {
    // Leaves out the lower of the two outer edges in the middle of the right side.
    let reported = faults(&edges(|a, b| {
        a.0.max(b.0) > 152.9 && a.0.min(b.0) > 146.0 && (148.0..158.0).contains(&((a.1 + b.1) / 2.0))
    }));
    assert!(!reported.is_empty());
    for fault in reported {
        assert_eq!(
            fault,
            "HX601 a cell of a hexhex 3 is missing here | draw the missing lines around it, from corner to \
             corner"
        );
    }
}

#[test]
fn a_board_that_is_too_narrow() {
    let narrow = |scale: f64| {
        let text = hexhex(|_, at| Some(plain(at)));
        text.replace("<g fill", &format!("<g transform=\"scale({scale} 1)\" fill"))
    };
    assert!(faults(&narrow(0.98))[0].ends_with(
        " | scale only the width of the board, to 102.04 %: the board is 2.00 % too narrow for its height"
    ));
    let wide = faults(&narrow(1.01));
    assert!(
        wide[0].ends_with(
            " | scale only the width of the board, to 99.01 %: the board is 1.00 % too wide for its height"
        ),
        "{wide:#?}"
    );
}
