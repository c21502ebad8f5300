//! Tests of the colours of scans.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use hexpress::read::raster::Pages;
use hexpress_simulate::print::{Missing, Original, Printer};
use hexpress_simulate::random::Random;
use hexpress_simulate::scanner::{ColourScan, Scanner, scan_colours};
use kurbo::{Rect, Vec2};
use serde_json::Value;

use super::{faults, original};
use crate::support::run::Run;

/// A map whose forest and water are about equally light.
const LAYOUT: &str = "[game]
title = \"Map\"

[[board]]
name = \"map\"
cells = \"square\"
across = \"20mm\"
line = \"0.4mm #8A6A4A\"
map = '''
F W F H
W F H W
F H W F
H W F H
'''

[board.key]
F = { kind = \"forest\", fill = \"#6FAF58\" }
W = { kind = \"water\", fill = \"#7FA3DF\" }
H = { kind = \"hill\", fill = \"#D9BC8C\" }
";

struct Map {
    pdf: Vec<u8>,
    original: Original,
}

fn map() -> &'static Map {
    static MAP: OnceLock<Map> = OnceLock::new();
    MAP.get_or_init(|| {
        let built = Run::new().file("map.toml", LAYOUT).args(["build", "map.toml", "--paper", "a6"]).run();
        let pdf = built.bytes("output/map-a6.pdf");
        let original = original(&Pages::open(Arc::new(pdf.clone())).unwrap(), 0);
        Map { pdf, original }
    })
}

const FOREST: [u8; 3] = [0x6F, 0xAF, 0x58];
const WATER: [u8; 3] = [0x7F, 0xA3, 0xDF];

/// Returns the name and the area of the second cell that has this colour.
fn cell(colour: [u8; 3]) -> (String, Rect) {
    let mut cells: BTreeMap<String, Rect> = BTreeMap::new();
    for item in &hexpress::read::pdf(&map().pdf).unwrap().pages[0].items {
        let (Some(id), Some(area)) = (&item.id, item.painted_bounds) else { continue };
        cells.entry(id.to_string()).and_modify(|known| *known = known.union(area)).or_insert(area);
    }
    let is_cell = |name: &str| name.starts_with("map/cell:");
    let mut found = cells
        .into_iter()
        .filter(|(name, area)| is_cell(name) && map().original.colour(area.center()) == Some(colour));
    found.nth(1).unwrap()
}

/// A scanner that makes everything warmer, and mixes its channels.
const WARM: [[f32; 3]; 3] = [[0.98, 0.05, 0.0], [0.06, 0.88, 0.03], [0.0, 0.08, 0.74]];

fn scanned(original: &Original, missing: Option<Missing>, seed: u64) -> ColourScan {
    let random = &mut Random::new(seed);
    let printer =
        Printer { offset: Vec2::new(0.4, -0.3), jitter: 0.03, gain: 0.02, missing, ..Printer::default() };
    let scanner = Scanner { dpi: 150.0, turn: random.between(-2.0, 2.0), cast: WARM, ..Scanner::default() };
    scan_colours(original, &printer, &scanner, &[], random)
}

/// Returns a PNG of a scan.
pub fn png(scan: &ColourScan, dpi: f64) -> Vec<u8> {
    let mut out = Vec::new();
    let [red, ..] = &scan.plane;
    let mut encoder = png::Encoder::new(&mut out, red.width as u32, red.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Fast);
    let per_metre = (dpi / 0.0254).round() as u32;
    let unit = png::Unit::Meter;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit }));
    encoder.write_header().unwrap().write_image_data(&scan.bytes()).unwrap();
    out
}

fn checked(scan: &ColourScan, against: &str) -> Value {
    let run = Run::new().file("map.pdf", map().pdf.clone()).file("map.toml", LAYOUT);
    let run = run.file("scan.png", png(scan, 150.0));
    let run = run.args(["check", "scan.png", "--against", against, "--paper", "a6", "--json"]);
    run.any_stderr().any_status().run().json()["results"][0].clone()
}

#[test]
fn a_scanner_with_a_cast_is_no_fault() {
    let value = checked(&scanned(&map().original, None, 1), "map.pdf");
    assert!(faults(&value).is_empty(), "{value:#}");
}

#[test]
fn a_cell_with_the_colour_of_another_kind_is_named() {
    let (name, forest) = cell(FOREST);
    let scan = scanned(&map().original.recoloured(forest, FOREST, WATER), None, 2);
    for (against, words) in [
        ("map.toml", format!("{name} is printed as `water`, not `forest`")),
        ("map.pdf", format!("{name} is printed in the colour of map/cell:")),
    ] {
        let value = checked(&scan, against);
        assert_eq!(faults(&value), [format!("HX638 {name}")], "{value:#}");
        let message = value["faults"][0]["message"].as_str().unwrap();
        assert!(message.starts_with(&words), "{message}");
    }
}

#[test]
fn a_colour_that_no_piece_has_is_shown() {
    let (name, forest) = cell(FOREST);
    let scan = scanned(&map().original.recoloured(forest, FOREST, [200, 103, 190]), None, 3);
    let value = checked(&scan, "map.pdf");
    assert_eq!(faults(&value), [format!("HX638 {name}")], "{value:#}");
    let message = value["faults"][0]["message"].as_str().unwrap();
    assert!(message.contains(" has the colour #") && message.contains(" is expected"), "{message}");
}

#[test]
fn missing_cyan_is_one_fault_of_the_page() {
    ink_is_missing(Missing::Cyan, "cyan");
}

#[test]
fn missing_magenta_is_one_fault_of_the_page() {
    ink_is_missing(Missing::Magenta, "magenta");
}

#[test]
fn missing_yellow_is_one_fault_of_the_page() {
    ink_is_missing(Missing::Yellow, "yellow");
}

fn ink_is_missing(missing: Missing, name: &str) {
    let value = checked(&scanned(&map().original, Some(missing), 4), "map.pdf");
    assert_eq!(faults(&value), ["HX639 -"], "{name}: {value:#}");
    let message = value["faults"][0]["message"].as_str().unwrap();
    assert!(message.starts_with(&format!("{name} is missing in the whole print")), "{message}");
}

#[test]
fn a_grey_scan_says_nothing_about_colours() {
    let mut scan = scanned(&map().original, None, 5);
    let [red, green, blue] = &scan.plane;
    let mut grey = red.clone();
    for (index, value) in grey.values.iter_mut().enumerate() {
        *value = 0.3 * red.values[index] + 0.59 * green.values[index] + 0.11 * blue.values[index];
    }
    scan.plane = [grey.clone(), grey.clone(), grey];
    let value = checked(&scan, "map.pdf");
    assert!(faults(&value).is_empty(), "{value:#}");
}
