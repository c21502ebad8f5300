//! Tests of scans with a bank card on the glass.

use hexpress_simulate::print::Printer;
use hexpress_simulate::random::Random;
use hexpress_simulate::scanner::{Card, Scanner, scan};
use kurbo::{Point, Size};
use serde_json::Value;

use super::{Dpi, faults, game, png};
use crate::support::run::Run;

/// How far the scanner of these tests is off, along its rows and along its columns.
const SCANNER: [f64; 2] = [1.0035, 0.9975];
/// How the printer of these tests changes lengths, across and down.
const PRINTER: [f64; 2] = [0.993, 1.004];

/// A card next to the sheet, which is 148 mm wide.
fn card(light: f32, turn: f64) -> Card {
    Card { centre: Point::new(205.0, 105.0), turn, size: Size::new(85.60, 53.98), corner: 3.18, light }
}

fn checked(card: Option<Card>, quarters: u8, lid: f32, resolution: Dpi, more: &[&str]) -> Value {
    let game = game();
    let random = &mut Random::new(11 + u64::from(quarters));
    let scanner = Scanner {
        dpi: 150.0,
        quarters,
        turn: 0.8,
        scale: SCANNER,
        around: 105.0,
        lid,
        card,
        ..Scanner::default()
    };
    let printer = Printer { scale: PRINTER, jitter: 0.02, gain: 0.02, ..Printer::default() };
    let scanned = scan(&game.pages[1], &printer, &scanner, &[], random);
    let values: Vec<u8> = scanned.plane.values.iter().map(|value| *value as u8).collect();
    let dpi = (resolution == Dpi::Stated).then_some(scanner.dpi);
    let file = png(scanned.plane.width, scanned.plane.height, &values, dpi);
    let run = Run::new().file("small.pdf", game.pdf.clone()).file("scan.png", file);
    let run = run.args(["check", "scan.png", "--against", "small.pdf", "--page", "2", "--card", "--json"]);
    run.args(more.iter().copied()).any_stderr().any_status().run().json()["results"][0].clone()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn a_card_shows_the_size_of_the_print_however_it_lies() {
    for (light, turn, lid, quarters) in
        [(0.75, 2.0, 90.0, 0), (0.05, 91.5, 250.0, 0), (0.75, 88.0, 60.0, 1), (0.1, -1.0, 250.0, 2)]
    {
        let value = checked(Some(card(light, turn)), quarters, lid, Dpi::Stated, &[]);
        for (name, truth) in [("scale-across", PRINTER[0]), ("scale-down", PRINTER[1])] {
            let off = (number(&value[name]["value"]) - truth).abs();
            assert!(off < 0.0006, "{name} {turn}: {value:#}");
            let uncertainty = number(&value[name]["uncertainty"]);
            assert!((0.0010..0.0018).contains(&uncertainty), "{name}: ± {uncertainty}");
        }
        for (name, truth) in [("scanner-rows", SCANNER[0]), ("scanner-columns", SCANNER[1])] {
            let off = (number(&value["card"][name]["value"]) - truth).abs();
            assert!(off < 0.0006, "{name} {turn}: {value:#}");
        }
        // The scales are off by more than the uncertainty of the card and 0.2 %.
        assert_eq!(faults(&value), ["HX631 -"], "{value:#}");
    }
}

#[test]
fn a_card_on_the_sheet_is_no_fault() {
    // The second page has room below its cards.
    let on_sheet = Card { centre: Point::new(74.0, 175.0), ..card(0.3, 1.0) };
    let value = checked(Some(on_sheet), 0, 90.0, Dpi::Stated, &[]);
    assert!(value["card"]["scanner-rows"].is_object(), "{value:#}");
    assert_eq!(faults(&value), ["HX631 -"], "{value:#}");
}

#[test]
fn without_a_card_the_scanner_keeps_its_error() {
    let value = checked(None, 0, 90.0, Dpi::Stated, &[]);
    assert_eq!(value["card"], false, "{value:#}");
    assert!(number(&value["scale-across"]["uncertainty"]) >= 0.003);
    // A card of another size is no card.
    let other = Card { size: Size::new(89.0, 51.0), ..card(0.75, 2.0) };
    assert_eq!(checked(Some(other), 0, 90.0, Dpi::Stated, &[])["card"], false);
}
