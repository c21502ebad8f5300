//! HX507: boards whose middle cell does not have the required kind or mark, or on which other cells have
//! it too.

use super::super::board_view::{BoardView, views};
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;
use hexpress_game::Located;

pub(super) const RULE: Rule = Rule {
    title: "only the middle cell has the mark of the centre",
    why: "A rule about the central cell needs a board that has a central cell and marks it.",
    right: "centre = \"goal\", and the mark goal in the middle cell of the board",
    wrong: "centre = \"goal\", and the mark one cell away from the middle",
    ..Rule::error(codes::MUST_CENTRE, RuleFunction::All(centre_not_marked))
};

/// The layout requires that only the middle cell has a certain kind or mark. Reports middle cells
/// without it, and other cells with it.
fn centre_not_marked(facts: &Facts<'_>, findings: &mut Findings) {
    for (view, Located { value: name, place }) in views(facts, findings, |must| must.centre.as_ref()) {
        let names = std::slice::from_ref(name);
        if !view.is_clear(names) {
            continue;
        }
        let Some(middle) = middle_cell(&view).filter(|address| view.cell(*address).is_some()) else {
            let what = format!("`{}` has no middle cell: a half-turn moves every cell", view.name);
            view.fault(findings, *place, what).hint("remove `centre`, or give the board another shape");
            continue;
        };
        if !view.has_name(middle, names) {
            let cell_name = view.name_of(middle);
            view.cell_fault(
                findings,
                middle,
                format!("{cell_name} is in the middle, but is not marked `{name}`"),
            );
        }
        for address in view.all_with_name(names).into_iter().filter(|address| *address != middle) {
            view.cell_fault(
                findings,
                address,
                format!("{} is marked `{name}`, but is not in the middle", view.name_of(address)),
            );
        }
    }
}

/// Returns the cell in the middle of the board, which is the cell that stays in its place if the board
/// is rotated by 180 degrees. Returns `None` if there is no such cell.
fn middle_cell(view: &BoardView<'_>) -> Option<CellAddress> {
    let q = middle_of(view.cells.keys().map(|address| address.q))?;
    let r = middle_of(view.cells.keys().map(|address| address.r))?;
    let is_symmetric = view
        .cells
        .keys()
        .all(|cell| view.cells.contains_key(&CellAddress::new(2 * q - cell.q, 2 * r - cell.r)));
    is_symmetric.then_some(CellAddress::new(q, r))
}

/// Returns the number halfway between the smallest and the largest value. Returns `None` if this
/// number is not an integer.
fn middle_of(values: impl Iterator<Item = i32> + Clone) -> Option<i32> {
    let sum = values.clone().min()? + values.max()?;
    (sum % 2 == 0).then_some(sum / 2)
}
