//! Tests of scans. Finished files are printed and scanned in a simulation (`crates/simulate`), and the
//! program says what the scans show. The seeds are fixed.
//!
//! `docs/scan.md` has the figures of many more scans, and the command that makes them.

mod calibrated;
mod card;
mod colours;
mod damaged;
mod papers;
mod photo;

use std::sync::{Arc, OnceLock};

use hexpress::read::raster::Pages;
use hexpress_simulate::print::{Original, Planted, Printer};
use hexpress_simulate::random::Random;
use hexpress_simulate::scanner::{Scanner, scan};
use kurbo::{Point, Rect, Vec2};
use serde_json::Value;

use crate::support::run::Run;

const LAYOUT: &str = "[game]
title = \"Small\"

[[board]]
name = \"field\"
cells = \"pointy-top\"
across = \"26mm\"
shape = \"rectangle 4 x 4\"
names = \"lines\"
show-names = \"inside\"

[[cards]]
name = \"deck\"
size = \"44 x 63mm\"
rows = [{ name = \"Ann\" }, { name = \"Bob\" }, { name = \"Cleo\" }, { name = \"Dan\" }]
face = [{ text = \"{{ name }}\", font = \"bold 16pt\" }, { box = \"38 x 57mm\", line = \"0.5mm navy\" }]
";

/// A printed game: its PDF, and each page as the printer gets it.
struct Game {
    pdf: Vec<u8>,
    pages: Vec<Original>,
}

fn game() -> &'static Game {
    static GAME: OnceLock<Game> = OnceLock::new();
    GAME.get_or_init(|| Game::build(LAYOUT))
}

impl Game {
    fn build(layout: &str) -> Self {
        let built =
            Run::new().file("small.toml", layout).args(["build", "small.toml", "--paper", "a5"]).run();
        let pdf = built.bytes("output/small-a5.pdf");
        let pages = Pages::open(Arc::new(pdf.clone())).unwrap();
        let pages = (0..pages.sizes().len()).map(|page| original(&pages, page)).collect();
        Self { pdf, pages }
    }
}

/// Draws a page at 300 dpi. The scans of the tests have 150 dpi.
fn original(pages: &Pages, page: usize) -> Original {
    const PER_MM: f64 = 300.0 / 25.4;
    Original::draw_at(pages, page, PER_MM).unwrap()
}

/// Whether a file states its resolution.
#[derive(Clone, Copy, PartialEq)]
enum Dpi {
    Stated,
    Unknown,
}

/// Returns a PNG of grey values.
fn png(width: usize, height: usize, values: &[u8], dpi: Option<f64>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_compression(png::Compression::Fast);
    if let Some(dpi) = dpi {
        let per_metre = (dpi / 0.0254).round() as u32;
        let unit = png::Unit::Meter;
        encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit }));
    }
    encoder.write_header().unwrap().write_image_data(values).unwrap();
    out
}

/// The errors of a cheap printer.
fn printer(random: &mut Random) -> Printer {
    Printer {
        scale: [0.985, 0.990],
        skew: 0.05,
        offset: Vec2::new(0.8, -0.5),
        warp: 0.05,
        phase: random.between(0.0, 6.0),
        jitter: 0.03,
        gain: 0.02,
        ..Printer::default()
    }
}

/// What the program reports about a scan, and the true values.
struct Checked {
    value: Value,
    /// The resolution of the scan.
    pixels_per_mm: f64,
    /// Where the scan shows the corners of [`AREA`], in pixels.
    corners: [Point; 4],
}

/// An area of the page, in mm. The positions of its corners on the scan give the true scale.
const AREA: Rect = Rect::new(20.0, 20.0, 128.0, 190.0);

/// Prints and scans a page with faults, and checks the scan. A scan without a resolution is compared
/// with all pages.
fn check(page: usize, faults: &[Planted], seed: u64, resolution: Dpi) -> Checked {
    let game = game();
    let random = &mut Random::new(seed);
    let scanner = Scanner {
        dpi: 150.0,
        quarters: random.below(4) as u8,
        turn: random.between(-2.0, 2.0),
        offset: Vec2::new(0.5, 0.3),
        ..Scanner::default()
    };
    let scanned = scan(&game.pages[page], &printer(random), &scanner, faults, random);
    let values: Vec<u8> = scanned.plane.values.iter().map(|value| *value as u8).collect();
    let dpi = (resolution == Dpi::Stated).then_some(scanner.dpi);
    let file = png(scanned.plane.width, scanned.plane.height, &values, dpi);
    let run = Run::new().file("small.pdf", game.pdf.clone()).file("scan.png", file);
    let run = run.args(["check", "scan.png", "--against", "small.pdf", "--picture", "over.svg", "--json"]);
    let number = (page + 1).to_string();
    let run = if resolution == Dpi::Stated { run.args(["--page", &number]) } else { run };
    let ran = run.any_stderr().any_status().run();
    let value = ran.json()["results"][0].clone();
    assert!(value.is_object(), "{}", ran.stdout);
    assert!(ran.bytes("over.svg").starts_with(b"<svg"));
    let corners = [(AREA.x0, AREA.y0), (AREA.x1, AREA.y0), (AREA.x0, AREA.y1), (AREA.x1, AREA.y1)];
    Checked {
        value,
        pixels_per_mm: scanner.dpi / 25.4,
        corners: corners.map(|(x, y)| scanned.truth(Point::new(x, y))),
    }
}

/// Returns the codes of the faults, with the names of the pieces.
fn faults(value: &Value) -> Vec<String> {
    let faults = value["faults"].as_array().unwrap().iter();
    let text = |fault: &Value| {
        format!("{} {}", fault["code"].as_str().unwrap(), fault["piece"].as_str().unwrap_or("-"))
    };
    faults.map(text).collect()
}

#[test]
fn the_figures_of_a_board_are_within_their_uncertainty() {
    figures_are_within_their_uncertainty(0, 1);
}

#[test]
fn the_figures_of_cards_are_within_their_uncertainty() {
    figures_are_within_their_uncertainty(1, 2);
}

fn figures_are_within_their_uncertainty(page: usize, seed: u64) {
    let checked = check(page, &[], seed, Dpi::Stated);
    let value = &checked.value;
    assert_eq!(value["page"], page + 1);
    let [a, b, c, d] = checked.corners;
    let across = ((b - a).hypot() + (d - c).hypot()) / 2.0 / checked.pixels_per_mm / AREA.width();
    let down = ((c - a).hypot() + (d - b).hypot()) / 2.0 / checked.pixels_per_mm / AREA.height();
    for (name, truth) in [("scale-across", across), ("scale-down", down)] {
        let measured = value[name]["value"].as_f64().unwrap();
        // The true scale is measured only between four corners. The simulated printer also bends the page
        // between them, so the measured scale can differ a little.
        assert!((measured - truth).abs() < 0.0008, "{name}: {measured}, not {truth}");
        let fit = value[name]["uncertainty-of-fit"].as_f64().unwrap();
        assert!(fit < 0.0003, "{name}: ± {fit}");
        assert!((0.003..0.004).contains(&value[name]["uncertainty"].as_f64().unwrap()));
    }
    let paper = &value["on-paper"];
    for (name, truth) in [("right-mm", 0.8), ("down-mm", -0.5)] {
        let measured = paper[name]["value"].as_f64().unwrap();
        assert!((measured - truth).abs() < 0.15, "{name}: {measured}");
    }
    // The only fault is the size.
    assert_eq!(faults(value), ["HX631 -"], "{value:#}");
    assert_eq!(value["clean"], false);
}

#[test]
fn an_erased_piece_is_found_and_printed_again() {
    let value = check(1, &[Planted::Erased(second_card().inflate(-1.0, -1.0))], 4, Dpi::Stated).value;
    assert_eq!(faults(&value), ["HX631 -", "HX632 deck/2"], "{value:#}");
    let command = value["print-again"].as_str().unwrap();
    assert_eq!(command, "hexpress build small.pdf --pieces deck:2");
    let again = Run::new().file("small.pdf", game().pdf.clone());
    let again = again.args(command.split(' ').skip(1)).run();
    assert!(again.stdout.contains("deck 2"), "{}", again.stdout);
}

#[test]
fn a_covered_piece_is_found() {
    let value = check(1, &[Planted::Covered(second_card().center(), 6.0, 120.0)], 4, Dpi::Stated).value;
    assert_eq!(faults(&value), ["HX631 -", "HX634 deck/2"], "{value:#}");
    assert_eq!(value["print-again"], "hexpress build small.pdf --pieces deck:2");
}

#[test]
fn scans_that_are_turned_part_the_printer_and_the_scanner() {
    let game = game();
    let print = printer(&mut Random::new(3));
    let mut run = Run::new().file("small.pdf", game.pdf.clone());
    for (name, quarters) in [("a.png", 0), ("b.png", 1)] {
        let scanner = Scanner { dpi: 150.0, quarters, scale: [1.002, 0.998], ..Scanner::default() };
        let scanned = scan(&game.pages[1], &print, &scanner, &[], &mut Random::new(3 + u64::from(quarters)));
        let values: Vec<u8> = scanned.plane.values.iter().map(|value| *value as u8).collect();
        run = run.file(name, png(scanned.plane.width, scanned.plane.height, &values, Some(150.0)));
    }
    let run = run.args(["check", "a.png", "b.png", "--against", "small.pdf", "--page", "2", "--json"]);
    let ran = run.any_stderr().any_status().run();
    let results = &ran.json()["results"];
    assert_eq!([&results[0], &results[1]].map(faults), [["HX631 -"], ["HX631 -"]], "{results:#}");
    let both = &results[2];
    let scanner = both["scanner-rows-against-columns"].as_f64().unwrap();
    assert!((scanner - 0.004).abs() < 0.0004, "{both:#}");
    let unlike = &both["printer-across-against-down"];
    assert!((unlike["value"].as_f64().unwrap() - (0.985 / 0.990 - 1.0)).abs() < 0.0005, "{both:#}");
    assert!(unlike["uncertainty"].as_f64().unwrap() < 0.0005, "{both:#}");
}

#[test]
fn a_moved_piece_is_found() {
    let fault = Planted::Moved(second_card().inflate(1.0, 1.0), Vec2::new(0.35, 0.2));
    let value = check(1, &[fault], 4, Dpi::Stated).value;
    assert_eq!(faults(&value), ["HX631 -", "HX633 deck/2"], "{value:#}");
}

/// Returns the area of the second card of page 2, in mm.
fn second_card() -> Rect {
    hexpress::read::pdf(&game().pdf).unwrap().pages[1]
        .items
        .iter()
        .filter(|item| item.id.as_ref().is_some_and(|id| id.to_string() == "deck/2"))
        .filter_map(|item| item.painted_bounds)
        .reduce(|a, b| a.union(b))
        .unwrap()
}

#[test]
fn a_scan_without_a_resolution_gets_the_usual_one() {
    let value = check(0, &[], 5, Dpi::Unknown).value;
    assert_eq!(value["page"], 1);
    assert_eq!((value["dpi"].as_f64(), value["dpi-is-stated"].as_bool()), (Some(150.0), Some(false)));
    let across = value["scale-across"]["value"].as_f64().unwrap();
    assert!((across - 0.985).abs() < 0.003, "{across}");
}
