//! Pieces that are too small for what is on them.
//!
//! The mistakes of a sheet go in. The mistakes of elements that do not fit on a small piece come out as one mistake in the size
//! of the piece. Nothing is drawn.

use std::collections::{BTreeMap, BTreeSet};

use kurbo::Size;

use crate::base::units::Trimmed;
use crate::diag::{Code, Diagnostic, Place, Report, codes};
use crate::model::Game;
use crate::model::pieces::PieceSize;

/// The shortest side that a piece is likely meant to have, in mm.
const SMALL: f64 = 10.0;

/// Mistakes that a larger piece would mend.
const OF_SIZE: [Code; 3] = [codes::BAD_SIZE, codes::TEXT_TOO_LARGE, codes::FIGURE_TOO_LARGE];

/// The mistakes of a sheet, with one for each component whose pieces are too small for several of their elements.
pub fn one_cause(game: &Game, wrong: Report) -> Report {
    let mut items = wrong.into_items();
    // Components that are like one another have one size, and their mistakes may have been counted together.
    let mut sizes: BTreeMap<Place, (Size, Vec<&str>)> = BTreeMap::new();
    for component in &game.components {
        let Some(deck) = component.deck() else { continue };
        if let (PieceSize::Fixed(size), Some(place)) = (&deck.size, deck.size_place)
            && size.width.min(size.height) < SMALL
        {
            sizes.entry(place).or_insert((*size, Vec::new())).1.push(&component.name);
        }
    }
    for (place, (size, names)) in sizes {
        let is_of_size = |item: &Diagnostic| {
            let piece = item.piece.as_deref().unwrap_or_default();
            let is_of = |name: &&str| piece.strip_prefix(*name).is_some_and(|rest| rest.starts_with('/'));
            OF_SIZE.contains(&item.code) && names.iter().any(is_of)
        };
        let of_size = items.iter().filter(|item| is_of_size(item));
        let elements: BTreeSet<_> = of_size.filter_map(|item| item.place).collect();
        if elements.len() < 2 {
            continue;
        }
        items.retain(|item| !is_of_size(item));
        let [width, height] = [size.width, size.height].map(Trimmed);
        let message = format!("a piece of {width} x {height} mm is too small for what is on it");
        let [width, height] = [size.width, size.height].map(larger);
        let hint = format!("a larger piece: size = \"{width} x {height}mm\"; or smaller elements");
        let first = names.first().copied().unwrap_or_default();
        items.push(codes::BAD_SIZE.error(message).of(first).at(place).hint(hint));
    }
    let mut report = Report::default();
    items.into_iter().for_each(|item| report.push(item));
    report
}

/// A length as it may be meant: a small one without the digit that was forgotten.
fn larger(mm: f64) -> Trimmed {
    Trimmed(if mm < SMALL { mm * 10.0 } else { mm })
}
