//! How the cells of a board hang together.

use std::collections::BTreeSet;

use super::view::{View, place, views};
use crate::base::hex::Hex;
use crate::base::map::Map;
use crate::check::facts::Facts;
use crate::check::facts::points::{FoundBow, bows_of, lines_of};
use crate::check::fault::Findings;
use crate::model::cells;
use crate::model::constraints::BoardIs;

/// From every cell there is a way to every other.
pub fn connected(facts: &Facts<'_>, out: &mut Findings) {
    for (view, _) in views(facts, out, |must| place(must, BoardIs::Connected)) {
        let on_points = view.board.points.is_some();
        let mut parts = match on_points {
            true => by_lines(&view),
            false => cells::components(view.tiling(), &view.hexes()),
        };
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        for part in parts.iter().skip(1) {
            let Some(&first) = part.first() else { continue };
            let what = match part.len() {
                1 if on_points => "is joined with no other point".to_owned(),
                n if on_points => {
                    format!("and {} points beside it are joined with none of the others", n - 1)
                }
                1 => "touches no other cell".to_owned(),
                n => format!("and {} cells beside it touch none of the others", n - 1),
            };
            let message = format!("{} {what}, and `{}` must be connected", view.name_of(first), view.name);
            view.cell_fault(out, first, message);
        }
    }
}

/// The parts of a board of points that its lines join, as they are drawn.
fn by_lines(view: &View<'_>) -> Vec<Vec<Hex>> {
    let at = |point| view.found.lattice.nearest(point);
    let mut beside: Map<Hex, Vec<Hex>> = Map::new();
    for line in lines_of(view.page) {
        let (a, b) = (at(line.p0), at(line.p1));
        beside.entry(a).or_default().push(b);
        beside.entry(b).or_default().push(a);
    }
    for FoundBow { ends: [from, to], .. } in bows_of(view.page) {
        beside.entry(at(from)).or_default().push(at(to));
        beside.entry(at(to)).or_default().push(at(from));
    }
    let mut left: BTreeSet<Hex> = view.cells.keys().copied().collect();
    let mut parts = Vec::new();
    while let Some(start) = left.pop_first() {
        let mut part = vec![start];
        let mut open = 0;
        while let Some(next) = part.get(open).and_then(|hex| beside.get(hex)) {
            part.extend(next.iter().filter(|hex| left.remove(hex)));
            open += 1;
        }
        parts.push(part);
    }
    parts
}

/// No place without a cell is enclosed.
pub fn whole(facts: &Facts<'_>, out: &mut Findings) {
    for (view, _) in views(facts, out, |must| place(must, BoardIs::WithoutHoles)) {
        for hole in cells::holes(view.tiling(), &view.hexes()) {
            let Some(&first) = hole.first() else { continue };
            // A hole has no drawing: it is shown by a cell beside it.
            let beside = view.tiling().neighbours(first).find(|hex| view.cell(*hex).is_some());
            let Some(beside) = beside else { continue };
            let many = match hole.len() {
                1 => "a place without a cell".to_owned(),
                n => format!("{n} places without a cell"),
            };
            let name = view.name_of(beside);
            let message = format!("{name} lies beside a hole, {many}, and `{}` must have none", view.name);
            view.cell_fault(out, beside, message);
        }
    }
}
