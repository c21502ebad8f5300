//! How the cells of a board hang together.

use super::view::views;
use crate::check::facts::Facts;
use crate::check::fault::Findings;
use crate::model::cells;
use crate::model::constraints::BoardIs;

fn place(must: &crate::model::constraints::BoardConstraints, is: BoardIs) -> Option<crate::diag::Place> {
    must.be.iter().find(|(be, _)| *be == is).map(|(_, place)| *place)
}

/// From every cell there is a way to every other.
pub fn connected(facts: &Facts<'_>, out: &mut Findings) {
    for view in views(facts, out, |must| place(must, BoardIs::Connected).is_some()) {
        let mut parts = cells::components(&view.hexes());
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        for part in parts.iter().skip(1) {
            let Some(&first) = part.first() else { continue };
            let name = view.name_of(first);
            let message = match part.len() {
                1 => format!("{name} touches no other cell, and `{}` must be connected", view.name),
                n => format!(
                    "{name} and {} cells beside it touch none of the others, and `{}` must be connected",
                    n - 1,
                    view.name
                ),
            };
            view.cell_fault(out, first, message);
        }
    }
}

/// No place without a cell is enclosed.
pub fn whole(facts: &Facts<'_>, out: &mut Findings) {
    for view in views(facts, out, |must| place(must, BoardIs::WithoutHoles).is_some()) {
        for hole in cells::holes(&view.hexes()) {
            let Some(&first) = hole.first() else { continue };
            // A hole has no drawing: it is shown by a cell beside it.
            let beside = (0..6).map(|edge| first.neighbour(edge)).find(|hex| view.cell(*hex).is_some());
            let Some(beside) = beside else { continue };
            let n = hole.len();
            let many = if n == 1 {
                "a place without a cell".to_owned()
            } else {
                format!("{n} places without a cell")
            };
            let message = format!(
                "{} lies beside a hole, {many}, and `{}` must have none",
                view.name_of(beside),
                view.name
            );
            view.cell_fault(out, beside, message);
        }
    }
}
