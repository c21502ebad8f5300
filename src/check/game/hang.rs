//! How the cells of a board hang together.

use super::view::{place, views};
use crate::check::facts::Facts;
use crate::check::fault::Findings;
use crate::model::cells;
use crate::model::constraints::BoardIs;

/// From every cell there is a way to every other.
pub fn connected(facts: &Facts<'_>, out: &mut Findings) {
    for (view, _) in views(facts, out, |must| place(must, BoardIs::Connected)) {
        let mut parts = cells::components(view.tiling(), &view.hexes());
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        for part in parts.iter().skip(1) {
            let Some(&first) = part.first() else { continue };
            let what = match part.len() {
                1 => "touches no other cell".to_owned(),
                n => format!("and {} cells beside it touch none of the others", n - 1),
            };
            let message = format!("{} {what}, and `{}` must be connected", view.name_of(first), view.name);
            view.cell_fault(out, first, message);
        }
    }
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
