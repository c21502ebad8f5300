//! Turns and mirrors that leave a board as it is, but for kinds and marks that change places.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::view::{View, views};
use crate::base::hex::Hex;
use crate::base::tiling::Tiling;
use crate::check::facts::Facts;
use crate::check::facts::against::Way;
use crate::check::fault::Findings;
use crate::model::constraints::{Matching, Symmetry};

/// The board is the same after each turn and mirror.
pub fn matches(facts: &Facts<'_>, out: &mut Findings) {
    for (view, all) in views(facts, out, |must| (!must.matches.is_empty()).then_some(&must.matches)) {
        for matching in all {
            check(&view, matching, out);
        }
    }
}

fn words(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::HalfTurn => "the half-turn",
        Symmetry::Mirror => "the mirror",
        Symmetry::Sixfold => "a sixth of a turn",
        Symmetry::Fourfold => "a quarter of a turn",
    }
}

fn check(view: &View<'_>, matching: &Matching, out: &mut Findings) {
    let how = words(matching.symmetry);
    let Some(image) = image(view, matching.symmetry) else {
        let message = format!("no way of {how} puts the cells of `{}` on each other", view.name);
        view.fault(out, matching.place, message);
        return;
    };
    // Each pair is told once.
    let mut told: BTreeSet<Hex> = BTreeSet::new();
    for hex in view.hexes() {
        let other = image.there(hex);
        if told.contains(&other) && !matches!(matching.symmetry, Symmetry::Sixfold | Symmetry::Fourfold) {
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
    let unclear: Vec<Arc<str>> = view.seen().unclear.keys().cloned().collect();
    view.clear(&unclear, out);
}

fn swapped<'n>(name: &'n Arc<str>, swaps: &'n [(Arc<str>, Arc<str>)]) -> &'n Arc<str> {
    let pair = swaps.iter().find(|(a, b)| name == a || name == b);
    pair.map_or(name, |(a, b)| if name == a { b } else { a })
}

/// Where cells come to lie; none for a board without cells. Of several ways, the one that puts most cells on cells, so
/// that one cell too many does not make all others wrong.
fn image(view: &View<'_>, symmetry: Symmetry) -> Option<Way> {
    /// How far the middle may lie from that of the outermost cells.
    const AROUND: i32 = 2;
    // Twice the middle of the outermost cells, and what lies around it.
    let doubled = |of: fn(&Hex) -> i32| {
        let sum = view.cells.keys().map(of).min()? + view.cells.keys().map(of).max()?;
        Some(sum - AROUND..=sum + AROUND)
    };
    let even = |n: &i32| n % 2 == 0;
    let (qs, rs) = (doubled(|h| h.q)?, doubled(|h| h.r)?);
    let both = qs.clone().flat_map(|q| rs.clone().map(move |r| (q, r)));
    let tiling = view.tiling();
    let (mirrored, sixths, shifts): (bool, usize, Vec<Hex>) = match (symmetry, tiling) {
        (Symmetry::HalfTurn, _) => (false, tiling.turns() / 2, both.map(|(q, r)| Hex::new(q, r)).collect()),
        (Symmetry::Fourfold, Tiling::Square) => {
            let centres = both.filter(|(q, r)| even(&(q + r)));
            (false, 1, centres.map(|(q, r)| Hex::new((q + r) / 2, (r - q) / 2)).collect())
        }
        (Symmetry::Fourfold, _) | (Symmetry::Sixfold, Tiling::Square) => return None,
        (Symmetry::Sixfold, _) => {
            let centres = both.filter(|(q, r)| even(q) && even(r));
            (false, 1, centres.map(|(q, r)| Hex::new((q + r) / 2, -q / 2)).collect())
        }
        // Columns change places; a cell keeps its height, which is r + q/2.
        (Symmetry::Mirror, Tiling::FlatTop) => {
            (true, 1, qs.filter(even).map(|sum| Hex::new(sum, -sum / 2)).collect())
        }
        // Rows stay; across the sheet a cell lies at 2q + r.
        (Symmetry::Mirror, Tiling::PointyTop) => {
            let across = doubled(|h| 2 * h.q + h.r)?;
            (true, 2, across.filter(even).map(|sum| Hex::new(sum / 2, 0)).collect())
        }
        (Symmetry::Mirror, _) => (true, 1, qs.map(|sum| Hex::new(sum, 0)).collect()),
    };
    let ways = shifts.into_iter().rev().map(|shift| Way { tiling, mirrored, sixths, shift });
    ways.max_by_key(|way| view.cells.keys().filter(|hex| view.cells.contains_key(&way.there(**hex))).count())
}
