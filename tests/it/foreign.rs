//! Tests of boards that other programs drew: what the checker recognizes, and which faults it finds.
//! The checker also learns layouts: `check --write-layout` writes a layout that builds the same board.
//!
//! The files in `tests/foreign` are next to the scripts that made them. There are three files for
//! each of the twenty boards. One is a PDF made by cairo. One consists of single lines, with each
//! edge drawn once. One is written by hand, with groups, uses and transforms.

mod against;
mod against_lines;
mod answers;
mod blame;
mod bounds;
mod broken;
mod learn;
mod misplaced_cells;
mod names;
mod odd;
mod others;
mod programs;
pub mod svg;

use std::fs;
use std::path::PathBuf;

use hexpress::check::{self, Opened, TOLERANCE, Verdict};

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/foreign").join(name)
}

#[track_caller]
fn judged(name: &str, bytes: &[u8]) -> Verdict {
    let opened = Opened::new(name, bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    check::judge(vec![opened], None, TOLERANCE).unwrap()
}

/// Returns the severity, code and message of each fault.
fn reported_faults(verdict: &Verdict) -> Vec<String> {
    let faults = verdict.faults.iter();
    faults.map(|fault| format!("{} {} {}", fault.severity.word(), fault.code, fault.message)).collect()
}

#[track_caller]
fn board(name: &str) -> Verdict {
    judged(name, &fs::read(path(name)).unwrap())
}

/// Each board: name, number of cells, description, and distance across flats in mm.
const BOARDS: [(&str, usize, &str, f64); 20] = [
    ("hexhex-5-turned-17", 61, "hexhex 5, pointy-top, 28.00 mm across flats, turned 17.0°", 28.0),
    ("hexhex-4-flat", 37, "hexhex 4, flat-top, 24.00 mm across flats", 24.0),
    ("hexhex-6-noise", 91, "hexhex 6, flat-top, 17.50 mm across flats, turned 5.0°", 17.5),
    ("rhombus-11", 121, "rhombus 11 x 11 that leans left, pointy-top, 11.00 mm across flats", 11.0),
    (
        "parallelogram-7x5",
        35,
        "parallelogram 7 x 5 that leans left, pointy-top, 16.00 mm across flats, turned -8.0°",
        16.0,
    ),
    ("rectangle-8x10", 80, "rectangle 8 x 10, pointy-top, 19.05 mm across flats", 19.05),
    (
        "rectangle-8x10-first",
        80,
        "rectangle 8 x 10 with the first, third … rows shifted, pointy-top, 19.05 mm across flats, turned 3.0°",
        19.05,
    ),
    ("rectangle-9x7-flat", 63, "rectangle 9 x 7, flat-top, 20.00 mm across flats", 20.0),
    ("triangle-6", 21, "triangle 6, pointy-top, 22.00 mm across flats", 22.0),
    ("triangle-6-down", 21, "triangle 6, pointy-top, 22.00 mm across flats, turned 180.0°", 22.0),
    ("star-2", 37, "star 2, pointy-top, 15.00 mm across flats", 15.0),
    ("star-3-flat", 73, "star 3, flat-top, 12.00 mm across flats, turned 11.0°", 12.0),
    ("ring", 36, "hexhex 4 without one cell, flat-top, 21.00 mm across flats", 21.0),
    ("islands", 45, "45 cells in 2 parts, 1 hole, pointy-top, 18.00 mm across flats", 18.0),
    ("tiny", 19, "hexhex 3, flat-top, 5.00 mm across flats", 5.0),
    ("large", 19, "hexhex 3, pointy-top, 50.80 mm across flats, turned 9.0°", 50.8),
    ("inches", 37, "hexhex 4, flat-top, 25.40 mm across flats", 25.4),
    ("rhombus-5-right", 25, "rhombus 5 x 5 that leans right, pointy-top, 26.00 mm across flats", 26.0),
    ("one-vertex", 37, "hexhex 4, flat-top, 24.00 mm across flats", 24.0),
    ("one-vertex-noise", 37, "hexhex 4, pointy-top, 23.00 mm across flats, turned 6.0°", 23.0),
];

/// Returns the number of cells and the description that the checker should find.
///
/// If each edge is drawn once, a hole of one cell counts as a cell. The reason is that its neighbours draw
/// all six edges of the hole.
fn expected(kind: &str, name: &str, cells: usize, words: &str) -> (usize, String) {
    match (kind, name) {
        ("edges", "ring") => (37, "37 cells: hexhex 4, flat-top, 21.00 mm across flats".to_owned()),
        ("edges", "islands") => (46, "46 cells in 2 parts, pointy-top, 18.00 mm across flats".to_owned()),
        (_, "islands") => (cells, words.to_owned()),
        _ => (cells, format!("{cells} cells: {words}")),
    }
}

fn each(kind: &str, end: &str) {
    for (name, cells, words, across) in BOARDS {
        let file = format!("{kind}-{name}.{end}");
        let verdict = board(&file);
        let (cells, words) = expected(kind, name, cells, words);
        let found = verdict.found.first().map_or("", String::as_str);
        let reported = found.strip_prefix("page 1: ").unwrap_or(found);
        let reported = reported.split(';').next().unwrap_or(reported);
        assert_eq!(reported, words, "{file}");
        assert_eq!((verdict.cells, verdict.found.len()), (cells, 1), "{file}: {:?}", verdict.found);
        let measured = verdict.boards.first().unwrap().1.across;
        assert!((measured - across).abs() < 0.01, "{file}: {measured}");
        let faults: Vec<_> = verdict.faults.iter().map(|f| format!("{} {}", f.code, f.message)).collect();
        if name.starts_with("one-vertex") {
            assert!(matches!(faults.as_slice(), [one] if one.starts_with("HX401 ")), "{file}: {faults:?}");
        } else {
            assert!(faults.is_empty(), "{file}: {faults:?}");
        }
    }
}

#[test]
fn boards_by_cairo_are_known() {
    each("cairo", "pdf");
}

#[test]
fn boards_of_shared_lines_are_known() {
    each("edges", "svg");
}

#[test]
fn boards_written_by_hand_are_known() {
    each("hand", "svg");
}
