//! HX502: boards with holes, although the layout demands that they have none.

use super::super::board_view::{property_place, views};
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_game::cells;
use hexpress_game::constraints::BoardIs;

pub(super) const RULE: Rule = Rule {
    title: "a board that must have no holes has none",
    why: "A hole blocks moves in the middle of a board.",
    right: "be = [\"without holes\"], and a board without gaps",
    wrong: "be = [\"without holes\"], and a map with a character missing in the middle",
    ..Rule::error(codes::MUST_HOLE, RuleFunction::All(has_hole))
};

/// Reports each hole. A hole is a group of places that have no cell and are enclosed by cells.
fn has_hole(facts: &Facts<'_>, findings: &mut Findings) {
    for (view, _) in views(facts, findings, |must| property_place(must, BoardIs::WithoutHoles)) {
        for hole in cells::holes(view.tiling(), &view.addresses()) {
            let Some(&first) = hole.first() else { continue };
            // A hole itself has no drawing, so it is reported at a neighbouring cell.
            let neighbour = view.tiling().neighbours(first).find(|address| view.cell(*address).is_some());
            let Some(neighbour) = neighbour else { continue };
            let many = match hole.len() {
                1 => "a place without a cell".to_owned(),
                n => format!("{n} places without a cell"),
            };
            let name = view.name_of(neighbour);
            let message =
                format!("{name} is next to a hole ({many}), but `{}` must not have holes", view.name);
            view.cell_fault(findings, neighbour, message);
        }
    }
}
