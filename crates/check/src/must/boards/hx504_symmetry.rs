//! HX504: boards that are not symmetrical, although the layout demands it.
//!
//! - In: the boards that were found, and the symmetries that the layout demands. A symmetry may
//!   exchange kinds or marks, for example white and black.
//! - Out: faults at cells that do not match. The symmetry moves each cell to another place, where a
//!   matching cell must be.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::board_view::{BoardView, views};
use crate::facts::Facts;
use crate::facts::closest_drawing::AddressMap;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;
use hexpress_game::constraints::{Matching, Symmetry};

pub(super) const RULE: Rule = Rule {
    title: "a board has the required symmetry",
    why: "If two players sit face to face, only a board that looks the same from both sides is fair.",
    right: "match = { half-turn = { white-start = \"black-start\" } }, and one start opposite the other",
    wrong: "the same rule, and a sell cell opposite a change cell",
    ..Rule::error(codes::MUST_MATCH, RuleFunction::All(unlike_image))
};

/// Checks that each board has the required symmetries.
fn unlike_image(facts: &Facts<'_>, findings: &mut Findings) {
    for (view, all) in views(facts, findings, |must| (!must.matches.is_empty()).then_some(&must.matches)) {
        for matching in all {
            report_symmetry(&view, matching, findings);
        }
    }
}

/// Returns the name of a symmetry for messages.
fn symmetry_name(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::HalfTurn => "the half-turn",
        Symmetry::Mirror => "the mirror",
        Symmetry::Sixfold => "a rotation by 60°",
        Symmetry::Threefold => "a rotation by 120°",
        Symmetry::Fourfold => "a rotation by 90°",
    }
}

/// A symmetry moves each cell of the board to another place. Reports the cells that do not match the
/// cell at that place.
fn report_symmetry(view: &BoardView<'_>, matching: &Matching, findings: &mut Findings) {
    let how = symmetry_name(matching.symmetry);
    let Some(image) = image(view, matching.symmetry) else {
        let what = format!("after {how}, the cells of `{}` do not fill the same places as before", view.name);
        view.fault(findings, matching.place, what)
            .hint("delete this symmetry, or change the shape of the board");
        return;
    };
    let is_own_inverse = matches!(matching.symmetry, Symmetry::HalfTurn | Symmetry::Mirror);
    let mut reported: BTreeSet<CellAddress> = BTreeSet::new();
    for address in view.addresses() {
        let other = image.to_drawing(address);
        // Report each pair of cells only once.
        if is_own_inverse && reported.contains(&other) {
            continue;
        }
        let Some((&own_index, &other_index)) = view.cells.get(&address).zip(view.cells.get(&other)) else {
            reported.insert(address);
            view.cell_fault(
                findings,
                address,
                format!("{how} moves {} to a place without a cell", view.name_of(address)),
            );
            continue;
        };
        let names = clear_names(view, own_index).map(|name| swapped(name, matching));
        let wanted: BTreeSet<&Arc<str>> = names.filter(|name| is_clear(view, name)).collect();
        let found: BTreeSet<&Arc<str>> = clear_names(view, other_index).collect();
        if let Some(what) = difference(&wanted, &found) {
            reported.insert(address);
            let (name, other_name) = (view.name_of(address), view.name_of(other));
            view.cell_fault(findings, address, format!("{how} moves {name} to {other_name}, which {what}"));
        }
    }
}

/// Returns whether cells with this name look different from cells without it on paper.
fn is_clear(view: &BoardView<'_>, name: &Arc<str>) -> bool {
    !view.seen_names().unclear.contains_key(name)
}

/// Returns the names of a cell's kind and marks. Leaves out those that cannot be recognised on paper.
fn clear_names<'v>(view: &'v BoardView<'_>, cell: usize) -> impl Iterator<Item = &'v Arc<str>> {
    view.seen_names().names[cell].iter().filter(|name| is_clear(view, name))
}

/// `found` are the names of a cell's kind and marks, and `wanted` are the names that it should have.
/// Describes their difference; `None` if they are the same.
fn difference(wanted: &BTreeSet<&Arc<str>>, found: &BTreeSet<&Arc<str>>) -> Option<String> {
    let lacks = wanted.difference(found).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ");
    let has = found.difference(wanted).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ");
    let differs = wanted != found;
    differs.then(|| match (lacks.is_empty(), has.is_empty()) {
        (false, false) => format!("is {has} instead of {lacks}"),
        (false, true) => format!("lacks {lacks}"),
        _ => format!("also has {has}"),
    })
}

/// A symmetry may swap names, such as `white-start` and `black-start`. Returns the name that replaces
/// `name`, which is usually `name` itself.
fn swapped<'n>(name: &'n Arc<str>, matching: &'n Matching) -> &'n Arc<str> {
    let is_both_ways = matching.symmetry != Symmetry::Threefold;
    let pair = matching.swaps.iter().find(|(a, b)| name == a || is_both_ways && name == b);
    pair.map_or(name, |(a, b)| if name == a { b } else { a })
}

/// Returns the motion of a symmetry, such as a half-turn, that moves the board onto itself. Returns
/// `None` if the tiling has no such motion, or if the board has no cells.
///
/// If several motions are possible, returns the one that moves the most cells to places with a cell. If
/// the motion were computed only from the outermost cells, a single extra cell could make all cells
/// look wrong.
fn image(view: &BoardView<'_>, symmetry: Symmetry) -> Option<AddressMap> {
    /// How far a motion may be shifted from the one that keeps the middle of the board in its place, in
    /// columns and in rows.
    const MAX_CENTRE_DISTANCE: i32 = 2;
    let tiling = view.tiling();
    let own = Extent::from_cells(view.cells.keys().copied())?;
    let mut best: Option<(usize, AddressMap)> = None;
    for motion in motions(view, symmetry) {
        let unshifted = AddressMap { tiling, motion, shift: CellAddress::new(0, 0) };
        let there = Extent::from_cells(view.cells.keys().map(|address| unshifted.to_drawing(*address)))?;
        let middle = own.shift_from(there);
        for offset in (-MAX_CENTRE_DISTANCE..=MAX_CENTRE_DISTANCE)
            .flat_map(|q| (-MAX_CENTRE_DISTANCE..=MAX_CENTRE_DISTANCE).map(move |r| CellAddress::new(q, r)))
        {
            let shift = middle + offset;
            let map = AddressMap { shift, ..unshifted };
            let count = view
                .cells
                .keys()
                .filter(|address| view.cells.contains_key(&map.to_drawing(**address)))
                .count();
            if best.is_none_or(|(most, _)| count > most) {
                best = Some((count, map));
            }
        }
    }
    best.map(|(_, map)| map)
}

/// Returns the motions of the tiling that belong to a symmetry, as indices into the list of all
/// motions.
fn motions(view: &BoardView<'_>, symmetry: Symmetry) -> Vec<usize> {
    let tiling = view.tiling();
    match symmetry {
        Symmetry::HalfTurn => vec![tiling.turns() / 2],
        // The motion with the index `turns / 3` is a rotation by a third of a full turn.
        Symmetry::Threefold => {
            let turns = tiling.turns();
            if turns.is_multiple_of(3) && view.found.lattice.grid.width_factor == 1.0 {
                vec![turns / 3]
            } else {
                Vec::new()
            }
        }
        Symmetry::Fourfold | Symmetry::Sixfold => {
            let order = if symmetry == Symmetry::Sixfold { 6 } else { 4 };
            let has_turn = tiling.turns() == order && view.found.lattice.grid.width_factor == 1.0;
            if has_turn { vec![1] } else { Vec::new() }
        }
        // A mirror image that swaps left and right is preferred. If the tiling has none, any reflection
        // is allowed.
        Symmetry::Mirror => {
            let all = tiling.motions().iter().enumerate().filter(|(_, motion)| motion.mirrored);
            let (upright, other): (Vec<_>, Vec<_>) = all.partition(|(_, motion)| motion.right.x < -0.999);
            let chosen = if upright.is_empty() { other } else { upright };
            chosen.into_iter().map(|(number, _)| number).collect()
        }
    }
}

/// The smallest and the largest coordinates in a set of cells.
#[derive(Clone, Copy)]
struct Extent {
    min: CellAddress,
    max: CellAddress,
}

impl Extent {
    /// Returns the extent of cells; `None` if there are no cells.
    fn from_cells(mut cells: impl Iterator<Item = CellAddress>) -> Option<Self> {
        let first = cells.next()?;
        Some(cells.fold(Self { min: first, max: first }, |Self { min, max }, address| Self {
            min: CellAddress::new(min.q.min(address.q), min.r.min(address.r)),
            max: CellAddress::new(max.q.max(address.q), max.r.max(address.r)),
        }))
    }

    /// Returns the shift that moves the middle of `other` to the middle of this extent. It is rounded
    /// down to whole columns and rows.
    fn shift_from(self, other: Self) -> CellAddress {
        let q = self.min.q + self.max.q - other.min.q - other.max.q;
        let r = self.min.r + self.max.r - other.min.r - other.max.r;
        CellAddress::new(q.div_euclid(2), r.div_euclid(2))
    }
}
