//! Turns and mirrors that leave a board as it is, but for kinds and marks that change places.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::counts::middle;
use super::view::{View, views};
use crate::check::evidence::Evidence;
use crate::check::fault::Findings;
use crate::hex::{Hex, Orientation};
use crate::model::must::{Matching, Symmetry};

/// The board is the same after each turn and mirror.
pub fn matches(evidence: &Evidence<'_>, out: &mut Findings) {
    for view in views(evidence, out, |must| !must.matches.is_empty()) {
        for matching in &view.must.matches {
            check(&view, matching, out);
        }
    }
}

fn words(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::HalfTurn => "the half-turn",
        Symmetry::Mirror => "the mirror",
        Symmetry::Sixfold => "a sixth of a turn",
    }
}

fn check(view: &View<'_>, matching: &Matching, out: &mut Findings) {
    let how = words(matching.symmetry);
    let Some(image) = image(view, matching.symmetry) else {
        view.fault(out, matching.place, format!("no way of {how} puts the cells of `{}` on each other", view.name));
        return;
    };
    // Each pair is told once.
    let mut told: BTreeSet<Hex> = BTreeSet::new();
    for hex in view.hexes() {
        let other = image(hex);
        if told.contains(&other) && matching.symmetry != Symmetry::Sixfold {
            continue;
        }
        let Some((&a, &b)) = view.cells.get(&hex).zip(view.cells.get(&other)) else {
            told.insert(hex);
            let message = format!("{how} puts {} where no cell is", view.name_of(hex));
            view.cell_fault(out, hex, message);
            continue;
        };
        let seen = view.seen();
        let unclear = |name: &&Arc<str>| !seen.unclear.contains_key(*name);
        let wanted: BTreeSet<&Arc<str>> =
            seen.bears[a].iter().filter(unclear).map(|name| swapped(name, &matching.swaps)).filter(unclear).collect();
        let there: BTreeSet<&Arc<str>> = seen.bears[b].iter().filter(unclear).collect();
        if wanted != there {
            told.insert(hex);
            let list = |names: Vec<&&Arc<str>>| {
                let names: Vec<&str> = names.into_iter().map(|name| &***name).collect();
                if names.is_empty() { "nothing".to_owned() } else { names.join(" and ") }
            };
            let message = format!(
                "{how} puts {} on {}, which should be {} and is {}",
                view.name_of(hex),
                view.name_of(other),
                list(wanted.difference(&there).collect()),
                list(there.difference(&wanted).collect()),
            );
            view.cell_fault(out, hex, message);
        }
    }
    let all: Vec<Arc<str>> = seen_names(view);
    view.clear(&all, out);
}

fn seen_names(view: &View<'_>) -> Vec<Arc<str>> {
    view.seen().unclear.keys().cloned().collect()
}

fn swapped<'n>(name: &'n Arc<str>, swaps: &'n [(Arc<str>, Arc<str>)]) -> &'n Arc<str> {
    swaps
        .iter()
        .find_map(|(a, b)| match name {
            name if name == a => Some(b),
            name if name == b => Some(a),
            _ => None,
        })
        .unwrap_or(name)
}

/// Where a cell comes to lie; none where the board as a whole cannot.
fn image(view: &View<'_>, symmetry: Symmetry) -> Option<Box<dyn Fn(Hex) -> Hex>> {
    let range = |of: fn(&Hex) -> i32| Some((view.cells.keys().map(of).min()?, view.cells.keys().map(of).max()?));
    match symmetry {
        Symmetry::HalfTurn => {
            let ((q0, q1), (r0, r1)) = (range(|h| h.q)?, range(|h| h.r)?);
            Some(Box::new(move |hex| Hex::new(q0 + q1 - hex.q, r0 + r1 - hex.r)))
        }
        Symmetry::Mirror if view.found.lattice.orientation == Orientation::FlatTop => {
            // Columns change places; a cell keeps its height, which is r + q/2.
            let (q0, q1) = range(|h| h.q)?;
            ((q0 + q1) % 2 == 0).then(|| {
                let sum = q0 + q1;
                Box::new(move |hex: Hex| Hex::new(sum - hex.q, hex.r + hex.q - sum / 2)) as Box<dyn Fn(Hex) -> Hex>
            })
        }
        Symmetry::Mirror => {
            // Rows stay; across the sheet a cell lies at 2q + r.
            let (x0, x1) = range(|h| 2 * h.q + h.r)?;
            ((x0 + x1) % 2 == 0).then(|| {
                let half = (x0 + x1) / 2;
                Box::new(move |hex: Hex| Hex::new(half - hex.q - hex.r, hex.r)) as Box<dyn Fn(Hex) -> Hex>
            })
        }
        Symmetry::Sixfold => {
            let centre = middle(view)?;
            Some(Box::new(move |hex| {
                let turned = Hex::new(hex.q - centre.q, hex.r - centre.r).turned();
                Hex::new(turned.q + centre.q, turned.r + centre.r)
            }))
        }
    }
}
