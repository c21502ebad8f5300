//! Prints and scans pages in colour.

use std::time::Instant;

use hexpress_scan::colour_grid::hue_distance;
use hexpress_scan::faults::{FaultKind, Ink};
use hexpress_scan::judge::{PageOf, judge_found};
use hexpress_scan::locate::Scan;
use hexpress_scan::named_drawings::NamedDrawing;
use hexpress_scan::reduce::{Reduced, Reducer};
use hexpress_simulate::print::{Missing, Printer};
use hexpress_simulate::random::Random;
use hexpress_simulate::scanner::{Scanner, scan_colours};
use kurbo::{Rect, Vec2};

use super::{Case, Plan, Subject, near_truth};
use crate::save::save_colours;
use crate::table::{Detection, Outcome};

/// A piece whose colour `from` is printed as `to`.
struct Recoloured {
    piece: String,
    area: Rect,
    from: [u8; 3],
    to: [u8; 3],
}

impl Subject {
    /// Returns a piece, its colour, and the colour of another piece. Returns `None` if no two pieces
    /// have colours of different hues.
    fn recolour(&self, random: &mut Random) -> Option<Recoloured> {
        /// The [`hue_distance`] of the colours of the two pieces must be larger than this, in grey values.
        const MIN_HUE_DISTANCE: f64 = 45.0;
        let named_drawings: Vec<&NamedDrawing> =
            self.named_drawings.iter().filter(|piece| piece.is_piece_or_cell()).collect();
        if named_drawings.is_empty() {
            return None;
        }
        let colour = |piece: &NamedDrawing, random: &mut Random| {
            let Vec2 { x, y } = piece.area.size().to_vec2();
            let by = Vec2::new(random.between(-0.25, 0.25) * x, random.between(-0.25, 0.25) * y);
            self.original.colour(piece.area.center() + by)
        };
        (0..60).find_map(|_| {
            let [piece, other] = [0; 2].map(|_| named_drawings[random.below(named_drawings.len())]);
            let (from, to) = (colour(piece, random)?, colour(other, random)?);
            let [one, two] = [from, to].map(|colour| colour.map(f64::from));
            let area = piece.area;
            let share = (0..100)
                .filter(|index| {
                    let at = Vec2::new(f64::from(index % 10) + 0.5, f64::from(index / 10) + 0.5) / 10.0;
                    let at = area.origin() + Vec2::new(at.x * area.width(), at.y * area.height());
                    self.original.colour(at) == Some(from)
                })
                .count() as f64
                / 100.0;
            let is_seen = hue_distance(one, two) > MIN_HUE_DISTANCE && share > 0.35 && area.area() > 12.0;
            is_seen.then(|| Recoloured { piece: piece.id.to_string(), area, from, to })
        })
    }
}

impl Case {
    /// Runs a case whose scan is in colour.
    pub(super) fn run_in_colour(
        &self,
        subject: &Subject,
        printer: &Printer,
        scanner: &Scanner,
        seed: u64,
        random: &mut Random,
    ) -> Option<Outcome> {
        let mut printer = printer.clone();
        let mut scanner = scanner.clone();
        // Each channel of a scanner also measures a little light of the other two colours.
        scanner.cast = std::array::from_fn(|row| {
            std::array::from_fn(|column| match row == column {
                true => random.between(0.8, 1.0) as f32,
                false => random.between(0.0, 0.06) as f32,
            })
        });
        let mut wrong = None;
        match self.plan {
            Plan::Colour => wrong = Some(subject.recolour(random)?),
            Plan::Ink => {
                printer.missing = Some([Missing::Cyan, Missing::Magenta, Missing::Yellow][random.below(3)])
            }
            _ => {}
        }
        let changed =
            wrong.as_ref().map(|wrong| subject.original.recoloured(wrong.area, wrong.from, wrong.to));
        let original = changed.as_ref().unwrap_or(&subject.original);
        let scanned = scan_colours(original, &printer, &scanner, &[], random);
        let [red, ..] = &scanned.plane;
        let mut reducer = Reducer::new(red.width, red.height, 1);
        let bytes = scanned.bytes();
        if let Ok(folder) = std::env::var("SAVE") {
            let file = format!("{folder}/{}-{seed}.png", subject.name.replace('#', "-"));
            save_colours(&file, red, &bytes, scanner.dpi);
        }
        bytes.chunks_exact(3 * red.width).for_each(|row| reducer.push(row));
        let Reduced { light, colours } = reducer.finish();
        let per_mm = scanner.dpi / 25.4;
        let shown = Scan::new(light, per_mm).with_colours(colours);
        let wanted = PageOf { file: 0, page: subject.page };
        let start = Instant::now();
        let rough = near_truth(subject, &|at| scanned.truth(at), random);
        let judged = judge_found(&subject.references[0], wanted, &rough, &shown).ok()?;
        let mut outcome = Outcome { title: format!("{} {seed}", subject.name), ..Outcome::default() };
        outcome.seconds = start.elapsed().as_secs_f64();
        outcome.errors = vec![0.0];
        if let Some(wrong) = &wrong {
            outcome.notes.push(format!("planted {} {:?} for {:?}", wrong.piece, wrong.to, wrong.from));
            outcome.planted = Some(FaultKind::Coloured);
        }
        if let Some(ink) = printer.missing {
            outcome.notes.push(format!("without {ink:?}"));
            let all = [Missing::Cyan, Missing::Magenta, Missing::Yellow].iter().position(|it| *it == ink);
            outcome.planted = all.map(|index| FaultKind::WithoutInk(Ink::ALL[index]));
        }
        for fault in &judged.faults {
            let id = fault.id.as_ref().map_or_else(|| "-".to_owned(), |id| id.to_string());
            let like = fault.like.as_ref().map_or_else(String::new, |id| format!(" like {id}"));
            let near = |wrong: &Recoloured| {
                id == wrong.piece || wrong.area.inflate(2.0, 2.0).contains_rect(fault.area)
            };
            outcome
                .notes
                .push(format!("{:?} {id}{like} {:.0} {:.0?}", fault.kind, fault.area, fault.colours));
            if outcome.planted == Some(fault.kind) && wrong.as_ref().is_none_or(near) {
                outcome.found = Detection::Same;
            } else if wrong.as_ref().is_some_and(near) {
                outcome.found =
                    if outcome.found == Detection::Same { Detection::Same } else { Detection::Other };
            } else {
                outcome.false_faults += 1;
            }
        }
        Some(outcome)
    }
}
