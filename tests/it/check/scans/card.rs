//! Tests of scans with a bank card on the glass.

use hexpress_simulate::print::Printer;
use hexpress_simulate::random::Random;
use hexpress_simulate::scanner::{Card, Scanner, scan};
use kurbo::{Point, Size};
use serde_json::Value;

use super::{Game, faults, game, png};
use crate::support::run::Run;

/// The factors by which the scanner of these tests changes lengths, along its rows and along its
/// columns.
const SCANNER: [f64; 2] = [1.0035, 0.9975];
/// The factors by which the printer of these tests changes lengths, across and down.
const PRINTER: [f64; 2] = [0.993, 1.004];

/// A sheet with free space above its cards.
const ROOMY: &str = "[game]
title = \"Small\"

[[cards]]
name = \"deck\"
size = \"44 x 63mm\"
rows = [{ name = \"Ann\" }, { name = \"Bob\" }]
face = [{ text = \"{{ name }}\", font = \"bold 16pt\" }, { box = \"38 x 57mm\", line = \"0.5mm navy\" }]
";

/// Returns a bank card next to a sheet of 148 x 210 mm. If `turn` is more than 45 degrees, the card is
/// upright and to the right of the sheet. Otherwise, it is below the sheet.
fn card(light: f32, turn: f64) -> Card {
    let is_upright = turn > 45.0;
    let centre = if is_upright { Point::new(180.0, 105.0) } else { Point::new(74.0, 242.0) };
    Card { centre, turn, size: Size::new(85.60, 53.98), corner: 3.18, light }
}

/// Prints and scans the last page of a game, and checks the scan.
fn checked(game: &Game, card: Option<Card>, quarters: u8, lid: f32) -> Value {
    let random = &mut Random::new(11 + u64::from(quarters));
    let scanner = Scanner {
        dpi: 150.0,
        quarters,
        turn: 0.8,
        scale: SCANNER,
        around: 66.0,
        lid,
        card,
        ..Scanner::default()
    };
    let printer = Printer { scale: PRINTER, jitter: 0.02, gain: 0.02, ..Printer::default() };
    let page = game.pages.len();
    let scanned = scan(&game.pages[page - 1], &printer, &scanner, &[], random);
    let values: Vec<u8> = scanned.plane.values.iter().map(|value| *value as u8).collect();
    let file = png(scanned.plane.width, scanned.plane.height, &values, Some(scanner.dpi));
    let run = Run::new().file("small.pdf", game.pdf.clone()).file("scan.png", file);
    let run = run.args(["check", "scan.png", "--against", "small.pdf", "--card", "--json"]);
    run.args(["--page", &page.to_string()]).any_stderr().any_status().run().json()["results"][0].clone()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[test]
fn a_light_card_below_the_sheet_shows_the_size_of_the_print() {
    size_is_shown(card(0.75, 2.0), 90.0, 0);
}

#[test]
fn a_dark_card_that_is_upright_shows_the_size_of_the_print() {
    size_is_shown(card(0.05, 91.5), 250.0, 0);
}

#[test]
fn a_card_next_to_a_turned_sheet_shows_the_size_of_the_print() {
    size_is_shown(card(0.75, 88.0), 60.0, 1);
}

#[test]
fn a_dark_card_above_a_sheet_upside_down_shows_the_size_of_the_print() {
    size_is_shown(card(0.1, -1.0), 250.0, 2);
}

/// Scans a sheet with a bank card, and checks the scales that the program reports for the print and
/// for the scanner.
fn size_is_shown(card: Card, lid: f32, quarters: u8) {
    let turn = card.turn;
    let value = checked(game(), Some(card), quarters, lid);
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
    // The scales differ from the true size by more than 0.2 % plus the uncertainty of the card. So
    // the checker reports the size (HX631).
    assert_eq!(faults(&value), ["HX631 -"], "{value:#}");
}

#[test]
fn a_card_on_the_sheet_is_no_fault() {
    let on_sheet = Card { centre: Point::new(74.0, 34.0), ..card(0.3, 1.0) };
    let value = checked(&Game::build(ROOMY), Some(on_sheet), 0, 90.0);
    assert!(value["card"]["scanner-rows"].is_object(), "{value:#}");
    assert_eq!(faults(&value), ["HX631 -"], "{value:#}");
}

#[test]
fn without_a_card_the_scanner_keeps_its_error() {
    let value = checked(game(), None, 0, 90.0);
    assert_eq!(value["card"], false, "{value:#}");
    assert!(number(&value["scale-across"]["uncertainty"]) >= 0.003);
}

#[test]
fn a_card_of_another_size_is_no_card() {
    let other = Card { size: Size::new(89.0, 51.0), ..card(0.75, 2.0) };
    assert_eq!(checked(game(), Some(other), 0, 90.0)["card"], false);
}
