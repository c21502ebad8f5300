//! How many cells there are of each kind and with each mark, which are apart, which one is the middle, and how long
//! the lines are.

use super::view::{View, is, views};
use crate::base::hex::Hex;
use crate::base::units::several;
use crate::check::facts::Facts;
use crate::check::fault::Findings;
use crate::model::Stated;
use crate::model::address::lines::strips;

/// So many cells as the layout says.
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

/// No two of these on one cell.
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

/// The cell in the middle: the one that a half-turn leaves where it is.
pub fn middle(view: &View<'_>) -> Option<Hex> {
    let ends = |of: fn(&Hex) -> i32| {
        let least = view.cells.keys().map(of).min()?;
        let most = view.cells.keys().map(of).max()?;
        ((least + most) % 2 == 0).then_some((least + most) / 2)
    };
    let hex = Hex::new(ends(|hex| hex.q)?, ends(|hex| hex.r)?);
    let turned = |cell: &Hex| Hex::new(2 * hex.q - cell.q, 2 * hex.r - cell.r);
    view.cells.keys().all(|cell| view.cells.contains_key(&turned(cell))).then_some(hex)
}

/// The middle is marked, and alone.
pub fn centre(facts: &Facts<'_>, out: &mut Findings) {
    for (view, Stated { what: name, place }) in views(facts, out, |must| must.centre.as_ref()) {
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

/// Through every cell goes a line that is long enough.
pub fn lines(facts: &Facts<'_>, out: &mut Findings) {
    for (view, wanted) in views(facts, out, |must| must.lines) {
        let tiling = view.tiling();
        // A triangle between other cells ends the lines that come to it; where all are triangles, lines are strips of them.
        let has_lines = |hex: &Hex| tiling.is_triangles() || tiling.edges(*hex).is_multiple_of(2);
        for hex in view.hexes().into_iter().filter(has_lines) {
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

/// The longest line through a cell, over edges that lie opposite; no more than so many cells are looked for each way.
fn longest_line(view: &View<'_>, hex: Hex, wanted: u32) -> u32 {
    let tiling = view.tiling();
    let run = |edge: usize| {
        let on = |(at, edge): &(Hex, usize)| tiling.straight_on(*at, *edge);
        let next = std::iter::successors(Some((hex, edge)), on).skip(1);
        (0..wanted).zip(next).take_while(|(_, (at, _))| view.cells.contains_key(at)).count() as u32
    };
    let half = tiling.edges(hex) / 2;
    (0..half).map(|edge| 1 + run(edge) + run(edge + half)).max().unwrap_or(1)
}

/// The same of triangles: those of a strip, that point to and fro in turn.
fn longest_strip(view: &View<'_>, hex: Hex, wanted: u32) -> u32 {
    let tiling = view.tiling();
    let along = |axis: usize| {
        let strip = strips(tiling, hex)[axis];
        let beside =
            move |at: Hex| tiling.neighbours(at).filter(move |next| strips(tiling, *next)[axis] == strip);
        let run = |first: Hex| {
            let on = |[before, at]: &[Hex; 2]| Some([*at, beside(*at).find(|next| next != before)?]);
            let next = std::iter::successors(Some([hex, first]), on);
            (0..wanted).zip(next).take_while(|(_, [_, at])| view.cells.contains_key(at)).count() as u32
        };
        1 + beside(hex).map(run).sum::<u32>()
    };
    (0..3).map(along).max().unwrap_or(1)
}
