//! Pieces so small that hardly anything fits: one mistake in their size, and not one for each element.
//!
//! The mistakes of a sheet go in. Those of elements that do not fit on a small piece come out as one, at its size. Nothing is
//! drawn.

use std::collections::BTreeSet;

use crate::base::units::Trimmed;
use crate::diag::{Code, Diagnostic, Report, codes};
use crate::model::Game;
use crate::model::pieces::PieceSize;

/// Pieces of which no side is smaller, in mm, are no slip.
const SMALL: f64 = 10.0;

/// Mistakes that a larger piece would mend.
const OF_SIZE: [Code; 3] = [codes::BAD_SIZE, codes::TEXT_TOO_LARGE, codes::FIGURE_TOO_LARGE];

/// The mistakes of a sheet, with one for each component whose pieces are too small for several of their elements.
pub fn one_cause(game: &Game, wrong: Report) -> Report {
    let mut items = wrong.into_items();
    for component in &game.components {
        let Some(deck) = component.deck() else { continue };
        let (PieceSize::Fixed(size), Some(place)) = (&deck.size, deck.size_place) else { continue };
        if size.width.min(size.height) >= SMALL {
            continue;
        }
        let whose = format!("{}/", component.name);
        let is_of_size = |item: &Diagnostic| OF_SIZE.contains(&item.code) && item.message.starts_with(&whose);
        let of_size = items.iter().filter(|item| is_of_size(item));
        let elements: BTreeSet<_> = of_size.filter_map(|item| item.place).collect();
        if elements.len() < 2 {
            continue;
        }
        items.retain(|item| !is_of_size(item));
        let message = format!(
            "a piece of {} x {} mm is too small for what is on it",
            Trimmed(size.width),
            Trimmed(size.height)
        );
        let larger = |mm: f64| Trimmed(if mm < SMALL { mm * 10.0 } else { mm });
        let hint = format!(
            "a larger piece: size = \"{} x {}mm\"; or smaller elements",
            larger(size.width),
            larger(size.height)
        );
        let whose = format!("{}: ", component.name);
        items.push(codes::BAD_SIZE.error(message).of(&whose).at(place).hint(hint));
    }
    let mut report = Report::default();
    items.into_iter().for_each(|item| report.push(item));
    report
}
