//! HX512: starting cells from which a player has no first move.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::board_view::{BoardView, views};
use super::card_moves::{Move, card_moves, path};
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;
use hexpress_game::constraints::{FirstMoveRule, Start};

pub(super) const RULE: Rule = Rule {
    title: "every player has a first move",
    why: "A player who cannot move at the start has lost because of the layout.",
    right: "open = { moves = \"cards\", from = { start = \"North\" } }, and free cells north of the start",
    wrong: "the same rule with blocked-by = \"star\", and a star next to the start",
    ..Rule::error(codes::MUST_OPEN, RuleFunction::All(no_first_move))
};

/// Reports starting cells from which no move of the cards is possible.
///
/// A move is impossible if it leaves the board, is blocked, or ends on a cell where no move may end.
fn no_first_move(facts: &Facts<'_>, findings: &mut Findings) {
    for (view, open) in views(facts, findings, |must| must.open.as_ref()) {
        let starts: Vec<Arc<str>> = open.from.iter().map(|start| Arc::clone(&start.name)).collect();
        if ![&starts, &open.blocked, &open.never_on].iter().all(|names| view.is_clear(names)) {
            continue;
        }
        let Some(moves) = card_moves(facts, &view, &open.moves, findings) else { continue };
        let opening = Opening { view: &view, open, starts: &starts, moves: &moves };
        for start in &open.from {
            opening.report(start, findings);
        }
    }
}

/// The facts that decide whether a player can move at the start of the game.
struct Opening<'o> {
    view: &'o BoardView<'o>,
    open: &'o FirstMoveRule,
    /// The names of all starting cells. Moves may not pass through a starting cell.
    starts: &'o [Arc<str>],
    moves: &'o BTreeSet<Move>,
}

impl Opening<'_> {
    /// Reports cells with the name of `start` from which no first move is possible. If no cell of the
    /// board has this name, reports the board.
    fn report(&self, start: &Start, findings: &mut Findings) {
        let Start { name: start_name, ways, place } = start;
        let cells = self.view.all_with_name(std::slice::from_ref(start_name));
        if cells.is_empty() {
            let nowhere = format!("no cell of `{}` is marked `{start_name}`", self.view.name);
            self.view.fault(findings, *place, nowhere);
        }
        for from in cells {
            let mut steps = self.moves.iter().filter(|step| ways.contains(&step.direction));
            if !steps.any(|step| path(self.view, from, step).is_some_and(|path| self.is_free(&path))) {
                let (name, ways) = (self.view.name_of(from), ways.join(", "));
                let message = format!(
                    "`{start_name}` on {name} has no first move: every move ({ways}) leaves the board, is \
                     blocked, or ends where no move may end"
                );
                self.view.cell_fault(findings, from, message);
            }
        }
    }

    /// Returns whether a move may pass through the cells of its path and end on the last one.
    fn is_free(&self, path: &[CellAddress]) -> bool {
        let Some(end) = path.last() else { return false };
        path.iter().all(|address| {
            !self.view.has_name(*address, &self.open.blocked) && !self.view.has_name(*address, self.starts)
        }) && !self.view.has_name(*end, &self.open.never_on)
    }
}
