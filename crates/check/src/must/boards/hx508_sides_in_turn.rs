//! HX508: boards with gaps between their sides, or with neighbouring sides that look like one side.

use super::super::board_view::views;
use super::border::{border, side_colours};
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::units::counted;

pub(super) const RULE: Rule = Rule {
    title: "sides that must meet have no gap between them",
    why: "Players must see which side every border cell belongs to. A gap belongs to no side, and two sides \
        of one colour that touch look like one side.",
    right: "sides = \"meet in turn\", and four bands of colour around the board",
    wrong: "sides = \"meet in turn\", and two neighbouring sides of one colour",
    ..Rule::error(codes::MUST_SIDES, RuleFunction::All(sides_do_not_meet))
};

/// Reports boards with gaps between their sides, and boards that show more or fewer sides than the
/// layout has.
fn sides_do_not_meet(facts: &Facts<'_>, findings: &mut Findings) {
    for (view, place) in views(facts, findings, |must| must.sides) {
        let name = view.name;
        let Some(halves) = border(&view) else {
            let several = format!("the border of `{name}` has several parts, so its sides cannot meet");
            view.fault(findings, place, several);
            continue;
        };
        if let Some(half) = halves.iter().find(|half| half.colour.is_none()) {
            let cell = view.name_of(half.address);
            let gap = format!("{cell} is on the border, but part of its outer edge belongs to no side");
            view.cell_fault(findings, half.address, gap);
            continue;
        }
        let (found, demanded) = (side_colours(&halves).len(), view.board.sides.len());
        if found != demanded {
            let sides = counted(found, "side is", "sides are");
            let message = format!("{sides} visible along the border of `{name}`; the layout has {demanded}");
            view.fault(findings, place, message).hint(
                "use different colours for sides that touch: two sides of the same colour look like one side",
            );
        }
    }
}
