//! Turns and mirrors that leave a board as it is, but for kinds and marks that change places.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::view::{View, views};
use crate::base::hex::Hex;
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
    let tiling = view.tiling();
    let ways: Vec<usize> = match symmetry {
        Symmetry::HalfTurn => vec![tiling.turns() / 2],
        Symmetry::Fourfold | Symmetry::Sixfold => {
            let order = if symmetry == Symmetry::Sixfold { 6 } else { 4 };
            if tiling.turns() != order || view.found.lattice.wide != 1.0 {
                return None;
            }
            vec![1]
        }
        // Left and right change places; where no tiling does that, what its own mirrors do.
        Symmetry::Mirror => {
            let all = tiling.motions().iter().enumerate().filter(|(_, motion)| motion.mirrored);
            let (upright, other): (Vec<_>, Vec<_>) = all.partition(|(_, motion)| motion.right.x < -0.999);
            let chosen = if upright.is_empty() { other } else { upright };
            chosen.into_iter().map(|(number, _)| number).collect()
        }
    };
    let ends = |cells: &mut dyn Iterator<Item = Hex>| {
        let first = cells.next()?;
        let around = [first.q, first.q, first.r, first.r];
        Some(cells.fold(around, |[a, b, c, d], h| [a.min(h.q), b.max(h.q), c.min(h.r), d.max(h.r)]))
    };
    let own = ends(&mut view.cells.keys().copied())?;
    let mut best: Option<(usize, Way)> = None;
    for motion in ways {
        let still = Way { tiling, motion, shift: Hex::new(0, 0) };
        let there = ends(&mut view.cells.keys().map(|hex| still.there(*hex)))?;
        let shift = |at: usize| {
            let twice = own[at] + own[at + 1] - there[at] - there[at + 1];
            twice.div_euclid(2) - AROUND..=twice.div_euclid(2) + AROUND
        };
        for shift in shift(0).flat_map(|q| shift(2).map(move |r| Hex::new(q, r))) {
            let way = Way { shift, ..still };
            let count = view.cells.keys().filter(|hex| view.cells.contains_key(&way.there(**hex))).count();
            if best.is_none_or(|(most, _)| count > most) {
                best = Some((count, way));
            }
        }
    }
    best.map(|(_, way)| way)
}
