//! Turns and mirrors that leave a board as it is, but for kinds and marks that change places.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::view::{View, views};
use crate::base::hex::{Hex, Orientation};
use crate::check::facts::Facts;
use crate::check::fault::Findings;
use crate::model::constraints::{Matching, Symmetry};

/// The board is the same after each turn and mirror.
pub fn matches(facts: &Facts<'_>, out: &mut Findings) {
    for view in views(facts, out, |must| !must.matches.is_empty()) {
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
        view.fault(
            out,
            matching.place,
            format!("no way of {how} puts the cells of `{}` on each other", view.name),
        );
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
        let wanted: BTreeSet<&Arc<str>> = seen.bears[a]
            .iter()
            .filter(unclear)
            .map(|name| swapped(name, &matching.swaps))
            .filter(unclear)
            .collect();
        let there: BTreeSet<&Arc<str>> = seen.bears[b].iter().filter(unclear).collect();
        if wanted != there {
            told.insert(hex);
            let list = |names: &BTreeSet<&Arc<str>>, others: &BTreeSet<&Arc<str>>| {
                names.difference(others).map(|name| &***name).collect::<Vec<_>>().join(" and ")
            };
            let (lacks, has) = (list(&wanted, &there), list(&there, &wanted));
            let what = match (lacks.is_empty(), has.is_empty()) {
                (false, false) => format!("is {has} in place of {lacks}"),
                (false, true) => format!("lacks {lacks}"),
                _ => format!("bears {has} too"),
            };
            let message =
                format!("{how} puts {} on {}, which {what}", view.name_of(hex), view.name_of(other));
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

/// Where a cell comes to lie; none where the board as a whole cannot. Of several ways, the one that puts most cells
/// on cells, so that one cell too many does not make all others wrong.
fn image(view: &View<'_>, symmetry: Symmetry) -> Option<Box<dyn Fn(Hex) -> Hex>> {
    /// How far the middle may lie from that of the outermost cells.
    const AROUND: std::ops::RangeInclusive<i32> = -2..=2;
    let range =
        |of: fn(&Hex) -> i32| Some(view.cells.keys().map(of).min()? + view.cells.keys().map(of).max()?);
    let mut ways: Vec<Box<dyn Fn(Hex) -> Hex>> = Vec::new();
    match symmetry {
        Symmetry::HalfTurn => {
            let (q, r) = (range(|h| h.q)?, range(|h| h.r)?);
            for (dq, dr) in AROUND.flat_map(|dq| AROUND.map(move |dr| (dq, dr))) {
                ways.push(Box::new(move |hex| Hex::new(q + dq - hex.q, r + dr - hex.r)));
            }
        }
        Symmetry::Mirror if view.found.lattice.orientation == Orientation::FlatTop => {
            // Columns change places; a cell keeps its height, which is r + q/2.
            let q = range(|h| h.q)?;
            for sum in AROUND.map(|d| q + d).filter(|sum| sum % 2 == 0) {
                ways.push(Box::new(move |hex| Hex::new(sum - hex.q, hex.r + hex.q - sum / 2)));
            }
        }
        Symmetry::Mirror => {
            // Rows stay; across the sheet a cell lies at 2q + r.
            let x = range(|h| 2 * h.q + h.r)?;
            for half in AROUND.map(|d| x + d).filter(|sum| sum % 2 == 0).map(|sum| sum / 2) {
                ways.push(Box::new(move |hex| Hex::new(half - hex.q - hex.r, hex.r)));
            }
        }
        Symmetry::Sixfold => {
            let (q, r) = (range(|h| h.q)?, range(|h| h.r)?);
            for (dq, dr) in AROUND.flat_map(|dq| AROUND.map(move |dr| (dq, dr))) {
                if (q + dq) % 2 == 0 && (r + dr) % 2 == 0 {
                    let (q, r) = ((q + dq) / 2, (r + dr) / 2);
                    ways.push(Box::new(move |hex| {
                        let turned = Hex::new(hex.q - q, hex.r - r).turned();
                        Hex::new(turned.q + q, turned.r + r)
                    }));
                }
            }
        }
    }
    let lands = |way: &dyn Fn(Hex) -> Hex| {
        view.cells.keys().filter(|hex| view.cells.contains_key(&way(**hex))).count()
    };
    ways.into_iter()
        .enumerate()
        .max_by_key(|(i, way)| (lands(way.as_ref()), usize::MAX - i))
        .map(|(_, way)| way)
}
