//! Scans pages with a bank card next to them.

use std::time::Instant;

use hexpress_scan::card::{CARD_SIZE_MM, CARD_TOLERANCE_MM, find_card};
use hexpress_scan::judge::{PageOf, judge_found};
use hexpress_scan::light;
use hexpress_scan::locate::Scan;
use hexpress_simulate::print::Printer;
use hexpress_simulate::random::Random;
use hexpress_simulate::scanner::{Card, Scanner, scan};
use kurbo::{Point, Size};

use super::{Case, Subject, near_truth};
use crate::table::{Interval, Outcome};

impl Case {
    /// Runs a case with a card. The card shows the horizontal and the vertical scale of the scanner.
    /// The errors of these two scales become the `figures` of the outcome.
    pub(super) fn run_with_card(
        &self,
        subject: &Subject,
        printer: &Printer,
        scanner: &Scanner,
        seed: u64,
        random: &mut Random,
    ) -> Option<Outcome> {
        let sheet = subject.original.size;
        let scale = [0, 1].map(|_| 1.0 + random.between(-0.006, 0.006));
        let is_dark = random.unit() < 0.5;
        let lid = if is_dark { random.between(150.0, 255.0) } else { random.between(20.0, 110.0) };
        // The standard deviation of a card's sides is half of their tolerance.
        let side = |index: usize, random: &mut Random| {
            CARD_SIZE_MM[index] + random.normal() * CARD_TOLERANCE_MM[index] / 2.0
        };
        let size = Size::new(side(0, random), side(1, random));
        let turn = 90.0 * random.below(4) as f64 + random.between(-8.0, 8.0);
        let card = Card {
            centre: Point::new(sheet.width + 52.0, sheet.height * random.between(0.3, 0.7)),
            turn,
            size,
            corner: 3.18,
            light: if is_dark { random.between(0.02, 0.15) } else { random.between(0.5, 0.85) } as f32,
        };
        let scanner = Scanner {
            scale,
            around: 104.0,
            lid: lid as f32,
            card: Some(card),
            quarters: 0,
            ..scanner.clone()
        };
        let scanned = scan(&subject.original, printer, &scanner, &[], random);
        let shown = Scan::new(scanned.plane.map(light::of_grey), scanner.dpi / 25.4);
        let rough = near_truth(subject, &|at| scanned.truth(at), random);
        let wanted = PageOf { file: 0, page: subject.page };
        let start = Instant::now();
        let judged = judge_found(&subject.references[0], wanted, &rough, &shown).ok()?;
        let found = find_card(&judged.located, &shown, scanner.dpi / 25.4);
        let mut outcome = Outcome { title: format!("{} {seed}", subject.name), ..Outcome::default() };
        outcome.seconds = start.elapsed().as_secs_f64();
        outcome.notes.push(format!("card turned by {turn:.1} {card:.2?} lid {lid:.0}"));
        let Some(found) = found else {
            outcome.notes.push("no card".to_owned());
            return Some(outcome);
        };
        outcome.errors = vec![0.0];
        let nominal = scanner.dpi / 25.4;
        for (value, half, truth) in [
            (found.pixels_per_mm.x, found.uncertainty.x, scale[0]),
            (found.pixels_per_mm.y, found.uncertainty.y, scale[1]),
        ] {
            outcome.figures.push(Interval { off: value / nominal - truth, half });
            outcome.notes.push(format!("off {:.3} %", 100.0 * (value / nominal - truth)));
        }
        Some(outcome)
    }
}
