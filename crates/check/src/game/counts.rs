//! Rules of a layout that count cells: by kind and mark, marks that must be apart, the cell in the middle, and the length of
//! straight lines.
//!
//! In go the boards as they are found. Out come faults. What a cell bears is found in `kinds`.

use super::view::{View, is, views};
use crate::base::hex::Hex;
use crate::base::tiling::Tiling;
use crate::base::units::several;
use crate::check::facts::Facts;
use crate::check::fault::Findings;
use crate::model::Stated;
use crate::model::address::lines::strips;

/// Checks that a board has as many cells of a kind or with a mark as the layout demands.
pub fn have(facts: &Facts<'_>, out: &mut Findings) {
    for (view, all) in views(facts, out, |must| (!must.have.is_empty()).then_some(&must.have)) {
        for have in all {
            let n = if have.names.iter().any(|name| &**name == "cells") {
                view.found.cells.len()
            } else if view.is_clear(&have.names) {
                view.all_bearing(&have.names).len()
            } else {
                continue;
            };
            if is(facts, &have.count, n, out) == Some(false) {
                let cells = several(n, "cell");
                let with = match &have.names[..] {
                    [all] if &**all == "cells" => String::new(),
                    names => format!(" with {}", names.join(" or ")),
                };
                let message = format!("`{}` shows {cells}{with}, and must have {}", view.name, have.count);
                view.fault(out, have.place, message);
            }
        }
    }
}

/// Checks that no cell bears two of the names that must be apart.
pub fn apart(facts: &Facts<'_>, out: &mut Findings) {
    for (view, names) in views(facts, out, |must| must.apart.as_ref()) {
        if !view.is_clear(names) {
            continue;
        }
        for hex in view.hexes() {
            let mut here = names.iter().filter(|name| view.bears(hex, std::slice::from_ref(name)));
            if let Some((one, other)) = here.next().zip(here.next()) {
                let message = format!("{} bears {one} and {other}, which must be apart", view.name_of(hex));
                view.cell_fault(out, hex, message);
            }
        }
    }
}

/// Returns the cell in the middle: the one that a half-turn leaves in place.
pub fn middle(view: &View<'_>) -> Option<Hex> {
    let q = middle_of(view.cells.keys().map(|hex| hex.q))?;
    let r = middle_of(view.cells.keys().map(|hex| hex.r))?;
    let is_symmetric =
        view.cells.keys().all(|cell| view.cells.contains_key(&Hex::new(2 * q - cell.q, 2 * r - cell.r)));
    is_symmetric.then_some(Hex::new(q, r))
}

/// Returns the number halfway between the least and the greatest, if it is whole.
fn middle_of(values: impl Iterator<Item = i32> + Clone) -> Option<i32> {
    let sum = values.clone().min()? + values.max()?;
    (sum % 2 == 0).then_some(sum / 2)
}

/// Checks that the cell in the middle bears a name, and that no other cell does.
pub fn centre(facts: &Facts<'_>, out: &mut Findings) {
    for (view, Stated { value: name, place }) in views(facts, out, |must| must.centre.as_ref()) {
        let names = std::slice::from_ref(name);
        if !view.is_clear(names) {
            continue;
        }
        let Some(middle) = middle(&view).filter(|hex| view.cell(*hex).is_some()) else {
            let message = format!("`{}` has no cell that stays in its place under a half-turn", view.name);
            view.fault(out, *place, message).hint("leave `centre` out, or give the board another shape");
            continue;
        };
        if !view.bears(middle, names) {
            let message = format!("{} is in the middle, and is not {name}", view.name_of(middle));
            view.cell_fault(out, middle, message);
        }
        for hex in view.all_bearing(names).into_iter().filter(|hex| *hex != middle) {
            let message = format!("{} is {name}, and is not in the middle", view.name_of(hex));
            view.cell_fault(out, hex, message);
        }
    }
}

/// Checks that a straight line of the demanded length goes through every cell.
pub fn lines(facts: &Facts<'_>, out: &mut Findings) {
    for (view, wanted) in views(facts, out, |must| must.lines) {
        let tiling = view.tiling();
        for hex in view.hexes() {
            // A triangle between other cells ends lines. On a board of triangles, lines are strips of these.
            if !tiling.is_triangles() && !tiling.edges(hex).is_multiple_of(2) {
                continue;
            }
            let longest = match tiling.is_triangles() {
                true => longest_strip(&view, hex, wanted),
                false => longest_line(&view, hex, wanted),
            };
            if longest < wanted {
                let (name, cells) = (view.name_of(hex), several(longest as usize, "cell"));
                let message =
                    format!("the longest straight line through {name} has {cells}, and must have {wanted}");
                view.cell_fault(out, hex, message);
            }
        }
    }
}

/// Returns the number of cells of the longest line through a cell, over opposite edges; each direction counts up to `wanted`
/// cells.
fn longest_line(view: &View<'_>, hex: Hex, wanted: u32) -> u32 {
    let half = view.tiling().edges(hex) / 2;
    (0..half)
        .map(|edge| 1 + run_over(view, hex, edge, wanted) + run_over(view, hex, edge + half, wanted))
        .max()
        .unwrap_or(1)
}

/// Returns how many cells follow one another from a cell over an edge, up to `wanted`.
fn run_over(view: &View<'_>, hex: Hex, edge: usize, wanted: u32) -> u32 {
    let steps =
        std::iter::successors(Some((hex, edge)), |(hex, edge)| view.tiling().straight_on(*hex, *edge))
            .skip(1);
    (0..wanted).zip(steps).take_while(|(_, (next, _))| view.cells.contains_key(next)).count() as u32
}

/// Returns the number of triangles of the longest strip through a triangle; each direction counts up to `wanted`.
fn longest_strip(view: &View<'_>, hex: Hex, wanted: u32) -> u32 {
    let strips_through = (0..3).map(|axis| {
        let first = strip_neighbours(view.tiling(), hex, axis);
        1 + first.map(|first| run_along_strip(view, [hex, first], axis, wanted)).sum::<u32>()
    });
    strips_through.max().unwrap_or(1)
}

/// Returns how many triangles follow one another along a strip, from the second of two on, up to `wanted`.
fn run_along_strip(view: &View<'_>, start: [Hex; 2], axis: usize, wanted: u32) -> u32 {
    let steps = std::iter::successors(Some(start), |[before, hex]| {
        let next = strip_neighbours(view.tiling(), *hex, axis).find(|next| next != before)?;
        Some([*hex, next])
    });
    (0..wanted).zip(steps).take_while(|(_, [_, hex])| view.cells.contains_key(hex)).count() as u32
}

/// Returns the neighbours of a triangle in its strip along an axis.
fn strip_neighbours(tiling: Tiling, hex: Hex, axis: usize) -> impl Iterator<Item = Hex> {
    let strip = strips(tiling, hex)[axis];
    tiling.neighbours(hex).filter(move |next| strips(tiling, *next)[axis] == strip)
}
