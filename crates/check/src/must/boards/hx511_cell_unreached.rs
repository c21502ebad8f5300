//! HX511: cells that cannot be reached with the moves on the cards.

use std::collections::{BTreeSet, VecDeque};

use super::super::board_view::{BoardView, views};
use super::card_moves::{Move, card_moves, path};
use crate::facts::Facts;
use crate::fault::{Findings, counted};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;

pub(super) const RULE: Rule = Rule {
    title: "the moves of the cards lead from the start to every cell",
    why: "If no move leads to a cell, the game never uses it.",
    right: "reach = { from = \"start\", moves = \"cards\" }, and a card for one step in each direction",
    wrong: "the same rule, and only cards for two steps, which never reach every second cell",
    ..Rule::error(codes::MUST_REACH, RuleFunction::All(cell_unreached))
};

/// Reports cells that no series of moves reaches.
fn cell_unreached(facts: &Facts<'_>, findings: &mut Findings) {
    for (view, reach) in views(facts, findings, |must| must.reach.as_ref()) {
        if !view.is_clear(&reach.from) {
            continue;
        }
        let Some(moves) = card_moves(facts, &view, &reach.moves, findings) else { continue };
        let starts = view.all_with_name(&reach.from);
        if starts.is_empty() {
            let names = reach.from.join("` or `");
            view.fault(findings, reach.place, format!("no cell of `{}` is marked `{names}`", view.name));
        }
        for start in starts {
            let reached = reached_from(&view, start, &moves);
            let lost: Vec<CellAddress> =
                view.cells.keys().copied().filter(|address| !reached.contains(address)).collect();
            let Some(first) = lost.first() else { continue };
            let more = match lost.len() {
                1 => String::new(),
                n => format!(", and neither can {}", counted(n - 1, "more cell", "more cells")),
            };
            let message = format!(
                "{} cannot be reached from {} by the moves of `{}`{more}",
                view.name_of(*first),
                view.name_of(start),
                reach.moves
            );
            view.cell_fault(findings, *first, message);
        }
    }
}

/// Returns the cells that a player can reach from the cell `start` with any series of moves, including
/// `start`.
fn reached_from(view: &BoardView<'_>, start: CellAddress, moves: &BTreeSet<Move>) -> BTreeSet<CellAddress> {
    let mut reached = BTreeSet::from([start]);
    let mut open = VecDeque::from([start]);
    while let Some(from) = open.pop_front() {
        let ends = moves.iter().filter_map(|step| path(view, from, step)?.last().copied());
        open.extend(ends.filter(|end| reached.insert(*end)));
    }
    reached
}
