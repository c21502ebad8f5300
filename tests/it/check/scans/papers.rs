//! Tests of scans that are compared with a layout. The scan shows for which paper the layout was built.

use std::sync::Arc;

use hexpress::read::raster::Pages;
use hexpress_simulate::print::{Planted, Printer};
use hexpress_simulate::random::Random;
use hexpress_simulate::scanner::{Scanner, scan};
use kurbo::Point;
use serde_json::Value;

use super::{LAYOUT, faults, original, png, printer};
use crate::support::run::Run;

const MM_PER_POINT: f64 = 25.4 / 72.0;

/// Returns the layout of a board that looks the same after a quarter turn, except for the names of its cells.
fn layout() -> String {
    LAYOUT.replace("pointy-top", "square").replace("4 x 4", "3 x 3").replace("26mm", "40mm")
}

/// Prints the first page of the layout on `paper`, and covers the cell in the middle of the board. Turns the
/// sheet by `quarters` right angles, scans it, and compares the scan with the layout, without `--paper`.
fn check(paper: &str, pdf: &str, quarters: u8) -> Value {
    let layout = layout();
    let built = Run::new().file("small.toml", &layout).args(["build", "small.toml", "--paper", paper]).run();
    let pages = Pages::open(Arc::new(built.bytes(pdf))).unwrap();
    let random = &mut Random::new(5);
    let scanner = Scanner { dpi: 150.0, quarters, turn: 1.0, ..Scanner::default() };
    let (width, height) = pages.sizes()[0];
    let centre = Point::new(width / 2.0 * MM_PER_POINT, height / 2.0 * MM_PER_POINT);
    let covered = Planted::Covered(centre, 6.0, 120.0);
    let scanned = scan(&original(&pages, 0), &printer(random), &scanner, &[covered], random);
    let values: Vec<u8> = scanned.plane.values.iter().map(|value| *value as u8).collect();
    let file = png(scanned.plane.width, scanned.plane.height, &values, Some(scanner.dpi));
    let run = Run::new().file("small.toml", &layout).file("scan.png", file);
    let ran = run.args(["check", "scan.png", "--against", "small.toml", "--json"]).any_status().run();
    ran.json()["results"][0].clone()
}

#[test]
fn a_scan_shows_that_the_layout_was_built_for_the_usual_paper() {
    paper_is_found("iso", "small-iso-a3.pdf", 1, "");
}

#[test]
fn a_scan_shows_that_the_layout_was_built_for_letter() {
    paper_is_found("letter", "small-letter.pdf", 3, " --paper letter");
}

/// Checks that the report on the scan names the file, and the option that prints the board again.
fn paper_is_found(paper: &str, pdf: &str, quarters: u8, option: &str) {
    let value = check(paper, &format!("output/{pdf}"), quarters);
    assert_eq!((&value["file"], &value["page"]), (&pdf.into(), &1.into()), "{value:#}");
    assert_eq!(faults(&value), ["HX631 -", "HX634 field/cell:1,1"], "{value:#}");
    let command = format!("hexpress build small.toml{option} --pieces field:all");
    assert_eq!(value["print-again"], command, "{value:#}");
}

/// A scan without errors: the picture is sharp, and the sheet is not rotated. The board has few lines.
#[test]
fn a_board_of_few_lines_is_measured_exactly() {
    let built =
        Run::new().file("small.toml", layout()).args(["build", "small.toml", "--paper", "letter"]).run();
    let pdf = built.bytes("output/small-letter.pdf");
    let pages = Pages::open(Arc::new(pdf.clone())).unwrap();
    let original = original(&pages, 0);
    for quarters in 0..4 {
        let scanner = Scanner {
            dpi: 150.0,
            quarters,
            around: 0.0,
            blur: 0.3,
            noise: 0.0,
            shade: 0.0,
            jpeg: None,
            ..Scanner::default()
        };
        let scanned = scan(&original, &Printer::default(), &scanner, &[], &mut Random::new(1));
        let values: Vec<u8> = scanned.plane.values.iter().map(|value| *value as u8).collect();
        let file = png(scanned.plane.width, scanned.plane.height, &values, Some(scanner.dpi));
        let run = Run::new().file("small.pdf", pdf.clone()).file("scan.png", file);
        let ran =
            run.args(["check", "scan.png", "--against", "small.pdf", "--page", "1", "--json"]).any_status();
        let ran = ran.run();
        let value = &ran.json()["results"][0];
        assert!(faults(value).is_empty(), "turned by {quarters} quarters: {value:#}");
        for scale in ["scale-across", "scale-down"] {
            let scale = value[scale]["value"].as_f64().unwrap();
            assert!((scale - 1.0).abs() < 0.001, "turned by {quarters} quarters: {value:#}");
        }
    }
}
