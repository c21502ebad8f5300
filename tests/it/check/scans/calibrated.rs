//! Tests of scans of a calibration sheet, from the print to the profile and the next print.

use std::sync::{Arc, OnceLock};

use hexpress::base::piece_side::PieceSide;
use hexpress::print::profile::Profile;
use hexpress::read::raster::Pages;
use hexpress_simulate::print::{Ink, Original, Placing, Printer};
use hexpress_simulate::random::Random;
use hexpress_simulate::scanner::{Scanner, scan_ink};
use kurbo::{Point, Size, Vec2};

use super::png;
use crate::support::run::Run;

/// The resolution of the scans.
const DPI: f64 = 150.0;

/// Returns a calibration sheet as it leaves the printer: the ink on its front, and the ink on its
/// back.
fn sheet() -> &'static [Ink] {
    static SHEET: OnceLock<Vec<Ink>> = OnceLock::new();
    SHEET.get_or_init(|| {
        let pdf = Run::new().args(["calibrate", "--paper", "a5"]).run().bytes("output/calibration-a5.pdf");
        let pages = Pages::open(Arc::new(pdf)).unwrap();
        let ink = |side| Original::draw(&pages, side).unwrap().ink(&printer(side), &[]).for_scan(DPI / 25.4);
        (0..2).map(ink).collect()
    })
}

/// A printer with every kind of error, such as a wrong scale, rotation and position. The errors are the same
/// for each sheet.
fn printer(side: usize) -> Printer {
    let front = Printer {
        scale: [0.987, 1.006],
        skew: 0.08,
        turn: 0.4,
        offset: Vec2::new(1.4, -0.9),
        jitter: 0.02,
        gain: 0.02,
        margin: 4.2,
        ..Printer::default()
    };
    match side {
        0 => front,
        _ => Printer { scale: [0.985, 1.008], turn: -0.25, offset: Vec2::new(-0.7, 1.1), ..front },
    }
}

/// Scans a side of the sheet with a scanner that stretches rows 0.2 % more than columns.
fn scanned(side: usize, quarters: u8, around: f64) -> Vec<u8> {
    let random = &mut Random::new(40 + side as u64 + 2 * u64::from(quarters));
    let turn = random.between(-2.0, 2.0);
    let scanner = Scanner { dpi: DPI, quarters, turn, scale: [1.001, 0.999], around, ..Scanner::default() };
    let scanned = scan_ink(&sheet()[side], &printer(side), &scanner, random);
    let values: Vec<u8> = scanned.plane.values.iter().map(|value| *value as u8).collect();
    png(scanned.plane.width, scanned.plane.height, &values, Some(scanner.dpi))
}

/// Returns the largest distance between a point of the corrected print and its intended place, in mm.
fn worst(profile: &Profile, page: Size) -> f64 {
    let mut worst = 0.0_f64;
    for (index, side) in PieceSide::BOTH.into_iter().enumerate() {
        let placing = Placing::new(&printer(index), page);
        let correction = profile.correction(side, page, profile.print_setup.backs);
        for place in 0..64 {
            let share = |part: i32| f64::from(part) / 7.0;
            let at = Point::new(page.width * share(place % 8), page.height * share(place / 8));
            worst = worst.max(placing.apply(correction * at).distance(at));
        }
    }
    worst
}

#[test]
fn a_print_with_a_scanned_profile_is_right_on_both_sides() {
    let ran = Run::new()
        .file("front.png", scanned(0, 0, 4.0))
        .file("turned.png", scanned(0, 1, 4.0))
        .file("back.png", scanned(1, 2, 4.0))
        .args(["calibrate", "--paper", "a5", "--profile", "home.toml", "--json"])
        .args(["--scan", "front.png", "--scan", "back.png", "--scan", "turned.png"])
        .any_stderr()
        .run();
    let text = String::from_utf8(ran.bytes("home.toml")).unwrap();
    assert!(text.contains("# Measured on scans of a sheet of A5: front.png back.png turned.png"), "{text}");
    let mut sources = hexpress::diag::Sources::default();
    let file = sources.add("home.toml", &text);
    let profile = hexpress::language::tables::profile::read(file, &sources).unwrap();
    let off = worst(&profile, sheet()[0].size);
    assert!(off < 0.05, "a print is {off:.3} mm off:\n{text}");
    let without = worst(&Profile::default(), sheet()[0].size);
    assert!(without > 1.5, "{without}");
    // The printer cannot print within 4.2 mm of the paper's edges, and it prints the front too far to the
    // right.
    let unprintable = profile.unprintable.unwrap().sides();
    assert_eq!(unprintable, [6.0, 5.0, 6.5, 4.0]);
    let measured = &ran.json()["results"][0]["measured"];
    assert_eq!(measured["scanner-is-known"], true);
    let front = &measured["front"];
    let scale = front["scale"].as_array().unwrap();
    let ratio = scale[0].as_f64().unwrap() / scale[1].as_f64().unwrap();
    assert!((ratio - 0.987 / 1.006).abs() < 0.0002, "{front:#}");
    let sure = &front["uncertainty"];
    assert!(sure["across-against-down"].as_f64().unwrap() < 0.0004, "{front:#}");
    assert!(sure["scale"].as_f64().unwrap() >= 0.003, "{front:#}");
}

#[test]
fn one_scan_of_the_front_says_what_is_not_known() {
    let ran = Run::new()
        .file("front.png", scanned(0, 0, 4.0))
        .args(["calibrate", "--paper", "a5", "--scan", "front.png"])
        .any_stderr()
        .run();
    for words in [
        "my-printer.toml\n  front: 100 mm become",
        "    ± 0.30 mm in each of these lengths, ± 0.10 mm in place",
        "  back: not scanned, so backs are not corrected\n",
        "  Scanners are off by up to 0.3 %, so the size is uncertain by 0.3 %.",
    ] {
        assert!(ran.stdout.contains(words), "{words} is not in\n{}", ran.stdout);
    }
}

#[test]
fn a_scan_without_the_edges_of_the_paper_makes_no_profile() {
    let run = Run::new().file("cut.png", scanned(0, 0, -2.0));
    run.args(["calibrate", "--paper", "a5", "--scan", "cut.png"])
        .stderr(
            r#"
error[HX206]: cut.png does not show all four edges of the sheet, so the place of the print is unknown
 |
 = help: lay a dark sheet of paper over it, and turn off automatic cropping
"#,
        )
        .status(2)
        .run();
}
