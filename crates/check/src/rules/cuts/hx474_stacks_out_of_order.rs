//! HX474: stacks of pieces that are not in order after the sheets were cut in a pile.
//!
//! The rule judges files that were built with `--order stack`. When the sheets of a component are piled
//! up and cut, the pieces at the same place on all sheets form a stack.

use kurbo::Point;

use crate::facts::pieces::FoundPiece;
use crate::facts::{Facts, FoundSheet};
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_game::Component;
use hexpress_scene::print::setup::Order;

pub const RULE: Rule = Rule {
    title: "the stacks of a cut pile are in order",
    why: "The sheets are cut in one pile, and the stacks are laid on one another without sorting. A piece \
        at another place is cut through, or is out of order.",
    right: "cards 1, 2 and 3 at the same place of three sheets",
    wrong: "cards 1 to 9 on the first of three sheets",
    ..Rule::error(codes::STACKS_OUT_OF_ORDER, RuleFunction::All(stacks_out_of_order))
};

/// Two pieces belong to the same stack if the distance between their middles is at most this, in mm. All
/// pieces are larger than this.
const SAME_STACK: f64 = 1.0;

/// The pieces that are at the same place on all sheets.
struct PieceStack<'page> {
    /// The middle of the piece on the first sheet.
    centre: Point,
    /// The pieces of the stack, in the order of their sheets.
    pieces: Vec<StackedPiece<'page>>,
}

#[derive(Clone, Copy)]
struct StackedPiece<'page> {
    number: usize,
    centre: Point,
    sheet: &'page FoundSheet,
    piece: &'page FoundPiece,
}

fn stacks_out_of_order(facts: &Facts<'_>, findings: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    if expected.options.print_setup.order_or_default() != Order::Stack {
        return;
    }
    for (index, component) in expected.game.components.iter().enumerate() {
        if expected.prints(component) && is_cut_in_a_pile(component) {
            let stacks = stacks(facts, index);
            report_places(facts, &stacks, findings);
            report_order(facts, &stacks, findings);
        }
    }
}

/// Returns whether the sheets of a component are cut in a pile. Sheets that are sold with cuts need no
/// cutting.
fn is_cut_in_a_pile(component: &Component) -> bool {
    component.deck().is_some_and(|deck| deck.die_sheet.is_none())
}

/// Returns the stacks of a component, sorted by the numbers of their topmost pieces.
fn stacks<'page>(facts: &'page Facts<'_>, component: usize) -> Vec<PieceStack<'page>> {
    let mut stacks: Vec<PieceStack<'page>> = Vec::new();
    for (sheet, piece) in facts.fronts_of(component) {
        let (Some(number), Some(cut)) = (piece.number, &piece.cut) else { continue };
        // The sheets of a poster are glued together, and not cut in a pile.
        if sheet.poster_part().is_some() {
            continue;
        }
        let centre = cut.bounds().center();
        let found = StackedPiece { number, centre, sheet, piece };
        match stacks.iter_mut().find(|stack| stack.centre.distance(centre) < SAME_STACK) {
            Some(stack) => stack.pieces.push(found),
            None => stacks.push(PieceStack { centre, pieces: vec![found] }),
        }
    }
    stacks.sort_by_key(|stack| stack.pieces.first().map(|piece| piece.number));
    stacks
}

/// Reports pieces that are not at exactly the same place as the first piece of their stack.
fn report_places(facts: &Facts<'_>, stacks: &[PieceStack<'_>], findings: &mut Findings) {
    for stack in stacks {
        for found in &stack.pieces {
            let by = found.centre.distance(stack.centre);
            if findings.measured(by, facts.tolerance) {
                let message =
                    format!("{} is {} from its place in the pile", found.piece.name(), format_mm(by));
                facts.piece_fault(findings, (found.sheet, found.piece), message).deviation(by);
            }
        }
    }
}

/// All stacks of a component are put on top of each other. Reports the first piece that has a smaller
/// number than the piece above it.
fn report_order(facts: &Facts<'_>, stacks: &[PieceStack<'_>], findings: &mut Findings) {
    let pile: Vec<StackedPiece<'_>> = stacks.iter().flat_map(|stack| &stack.pieces).copied().collect();
    let first = pile.windows(2).find_map(|pair| match pair {
        [above, below] if above.number > below.number => Some((above, below)),
        _ => None,
    });
    if let Some((above, below)) = first {
        let message = format!(
            "{} is below {} when the stacks are laid on one another",
            below.piece.name(),
            above.piece.name()
        );
        facts.piece_fault(findings, (below.sheet, below.piece), message);
    }
}
