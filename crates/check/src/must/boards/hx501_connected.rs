//! HX501: boards that must be connected but consist of several parts.

use std::collections::BTreeSet;

use super::super::board_view::{BoardView, property_place, views};
use crate::facts::Facts;
use crate::facts::points::{FoundBow, bows_of, lines_of};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::units::count_with_noun;
use hexpress_game::cells;
use hexpress_game::constraints::BoardIs;

pub(super) const RULE: Rule = Rule {
    title: "a board that must be connected is connected",
    why: "A cell that touches no other cell can be neither entered nor left. A slip in a map easily makes one.",
    right: "be = [\"connected\"], and a board in one piece",
    wrong: "be = [\"connected\"], and a map whose last row is one row too low",
    ..Rule::error(codes::MUST_CONNECT, RuleFunction::All(not_connected))
};

/// Reports each part of a board that is not connected with the largest part. Cells are connected if
/// they are neighbours. Points are connected if a line joins them.
fn not_connected(facts: &Facts<'_>, findings: &mut Findings) {
    for (view, _) in views(facts, findings, |must| property_place(must, BoardIs::Connected)) {
        let on_points = view.board.points.is_some();
        let mut parts = match on_points {
            true => parts_joined_by_lines(&view),
            false => cells::components(view.tiling(), &view.addresses()),
        };
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        for part in parts.iter().skip(1) {
            let Some(&first) = part.first() else { continue };
            let what = match part.len() {
                1 if on_points => "is not joined to any other point".to_owned(),
                1 => "touches no other cell".to_owned(),
                n if on_points => {
                    format!("and {} next to it are not joined to the others", count_with_noun(n - 1, "point"))
                }
                n => format!("and {} next to it touch none of the others", count_with_noun(n - 1, "cell")),
            };
            let message = format!("{} {what}, but `{}` must be connected", view.name_of(first), view.name);
            view.cell_fault(findings, first, message);
        }
    }
}

/// Returns the connected parts of a board of points. Each part is a list of points. Two points are
/// connected if a line or an arc is drawn between them.
fn parts_joined_by_lines(view: &BoardView<'_>) -> Vec<Vec<CellAddress>> {
    let joined = joined_points(view);
    let mut left: BTreeSet<CellAddress> = view.cells.keys().copied().collect();
    let mut parts = Vec::new();
    while let Some(start) = left.pop_first() {
        let mut part = vec![start];
        let mut open = 0;
        while let Some(next) = part.get(open).and_then(|address| joined.get(address)) {
            part.extend(next.iter().filter(|address| left.remove(address)));
            open += 1;
        }
        parts.push(part);
    }
    parts
}

/// Returns, for each point, the points at the other ends of its lines and arcs.
fn joined_points(view: &BoardView<'_>) -> SortedMap<CellAddress, Vec<CellAddress>> {
    let lines = lines_of(view.page).into_iter().map(|line| [line.p0, line.p1]);
    let arcs = bows_of(view.page).into_iter().map(|FoundBow { ends, .. }| ends);
    let mut joined: SortedMap<CellAddress, Vec<CellAddress>> = SortedMap::new();
    for ends in lines.chain(arcs) {
        let [a, b] = ends.map(|end| view.found.lattice.nearest(end));
        joined.entry(a).or_default().push(b);
        joined.entry(b).or_default().push(a);
    }
    joined
}
