//! Tests of scans with thin light lines on dark ground. The ink of a poor printer fills such a line.

use hexpress_simulate::print::Printer;
use hexpress_simulate::random::Random;
use hexpress_simulate::scanner::{Scanner, scan};

use super::{Game, LAYOUT, faults, png};
use crate::support::run::Run;

/// A dark card with a light line of 0.3 mm.
const CARD: &str = "
[[cards]]
name = \"dark\"
size = \"100 x 150mm\"
face = [{ fill = \"#202020\" }, { box = \"0.3 x 100mm\", fill = \"#E0E0E0\" }, { text = \"Dark\", at = \"top\", inset = \"6mm\", font = \"bold 20pt\", colour = \"white\" }]
";

#[test]
fn a_thin_light_line_that_ink_fills_is_no_fault() {
    let game = Game::build(&format!("{LAYOUT}{CARD}"));
    for seed in 1..=3 {
        let random = &mut Random::new(seed);
        let printer = Printer { gain: 0.1, jitter: 0.02, ..Printer::default() };
        let scanner = Scanner { dpi: 150.0, ..Scanner::default() };
        let scanned = scan(&game.pages[2], &printer, &scanner, &[], random);
        let values: Vec<u8> = scanned.plane.values.iter().map(|value| *value as u8).collect();
        let file = png(scanned.plane.width, scanned.plane.height, &values, Some(150.0));
        let run = Run::new().file("small.pdf", game.pdf.clone()).file("scan.png", file);
        let run = run.args(["check", "scan.png", "--against", "small.pdf", "--page", "3", "--json"]);
        let value = run.any_stderr().any_status().run().json()["results"][0].clone();
        assert_eq!(value["page"], 3);
        assert_eq!(faults(&value), [""; 0], "{seed}: {value:#}");
    }
}
