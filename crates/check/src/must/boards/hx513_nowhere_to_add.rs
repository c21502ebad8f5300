//! HX513: starting positions in which a player cannot add a piece, or has the wrong number of pieces
//! left.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::board_view::{BoardView, views};
use super::super::demanded_count::count_holds;
use super::super::piece_fronts::fronts;
use super::super::piece_sorts::count_bearing;
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;
use hexpress_game::constraints::AddRule;

pub(super) const RULE: Rule = Rule {
    title: "every player can add a piece to the starting position, and has pieces left",
    why: "If a piece may only be added where it touches more pieces of other kinds than of its own, a \
        player may be unable to move at the start.",
    right: "two white and two grey pieces in a rhombus, with equal colours at opposite corners",
    wrong: "one grey piece in a ring of six white ones: white cannot add a piece",
    ..Rule::error(codes::MUST_ADD, RuleFunction::All(nowhere_to_add))
};

/// Reports kinds of pieces that a player cannot add to the starting position. Also reports kinds with
/// the wrong number of pieces left.
///
/// A piece can be added to a free place if this place touches more pieces of other kinds than of its
/// own kind.
fn nowhere_to_add(facts: &Facts<'_>, findings: &mut Findings) {
    for (view, add) in views(facts, findings, |must| must.add.as_ref()) {
        if !view.is_clear(&add.kinds) {
            continue;
        }
        let free = free_neighbours(&view);
        for kind in &add.kinds {
            let own = std::slice::from_ref(kind);
            let others: Vec<_> = add.kinds.iter().filter(|other| *other != kind).cloned().collect();
            if !free.iter().any(|address| touching(&view, *address, &others) > touching(&view, *address, own))
            {
                let message = format!(
                    "no {kind} piece can be added: no place next to `{}` touches more pieces of other kinds than {kind} pieces",
                    view.name
                );
                view.fault(findings, add.place, message);
            }
            report_left(facts, &view, add, kind, findings);
        }
    }
}

/// Returns the places without a cell that touch a cell of the board.
fn free_neighbours(view: &BoardView<'_>) -> BTreeSet<CellAddress> {
    let neighbours = view.cells.keys().flat_map(|address| view.tiling().neighbours(*address));
    neighbours.filter(|address| !view.cells.contains_key(address)).collect()
}

/// Returns how many neighbours of a place have a kind or mark from `names`.
fn touching(view: &BoardView<'_>, cell: CellAddress, names: &[Arc<str>]) -> usize {
    view.tiling().neighbours(cell).filter(|next| view.has_name(*next, names)).count()
}

/// The starting position uses up some of the pieces of a kind. Reports the kind if the number of pieces
/// that are left is wrong.
fn report_left(
    facts: &Facts<'_>,
    view: &BoardView<'_>,
    add: &AddRule,
    kind: &Arc<str>,
    findings: &mut Findings,
) {
    let (Some(pieces), Some(left)) = (&add.pieces, &add.left) else { return };
    let Some(fronts) = fronts(facts, pieces, findings) else { return };
    let own = std::slice::from_ref(kind);
    let Some(all) = count_bearing(&fronts, own, findings) else { return };
    let laid = view.all_with_name(own).len();
    let all = all * fronts.component.print as usize;
    let n = all.saturating_sub(laid);
    if count_holds(facts, left, n, findings) == Some(false) {
        let message = format!(
            "`{}` uses {laid} of the {all} {kind} pieces of `{pieces}`: {n} are left, but `left` requires {left}",
            view.name
        );
        view.fault(findings, add.place, message);
    }
}
