//! How many cells there are of each kind and with each mark, which are apart, which one is the middle, and how long
//! the lines are.

use super::view::{View, is, views};
use crate::base::hex::Hex;
use crate::check::facts::Facts;
use crate::check::fault::Findings;
use crate::model::constraints::Have;

/// So many cells as the layout says.
pub fn have(facts: &Facts<'_>, out: &mut Findings) {
    for view in views(facts, out, |must| !must.have.is_empty()) {
        for have in &view.must.have {
            let n = if have.names.iter().any(|name| &**name == "cells") {
                view.found.cells.len()
            } else if view.clear(&have.names, out) {
                view.all_bearing(&have.names).len()
            } else {
                continue;
            };
            if is(facts, &have.count, n, out) == Some(false) {
                let message =
                    format!("`{}` shows {}, and must have {}", view.name, shown(have, n), have.count);
                view.fault(out, have.place, message);
            }
        }
    }
}

/// `6 cells with star`
fn shown(have: &Have, n: usize) -> String {
    let names: Vec<&str> = have.names.iter().map(|name| &**name).collect();
    let cells = if n == 1 { "cell" } else { "cells" };
    match names[..] {
        ["cells"] => format!("{n} {cells}"),
        _ => format!("{n} {cells} with {}", names.join(" or ")),
    }
}

/// No two of these on one cell.
pub fn apart(facts: &Facts<'_>, out: &mut Findings) {
    for view in views(facts, out, |must| must.apart.is_some()) {
        let Some((names, _)) = view.must.apart.as_ref().filter(|(names, _)| view.clear(names, out)) else {
            continue;
        };
        for hex in view.hexes() {
            let here: Vec<&str> =
                names.iter().filter(|name| view.bears(hex, &[(*name).clone()])).map(|name| &**name).collect();
            if let [one, other, ..] = here[..] {
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
    for view in views(facts, out, |must| must.centre.is_some()) {
        let Some((name, place)) = &view.must.centre else { continue };
        let names = std::slice::from_ref(name);
        if !view.clear(names, out) {
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
    for view in views(facts, out, |must| must.lines.is_some()) {
        let Some((wanted, _)) = view.must.lines else { continue };
        for hex in view.hexes() {
            let run = |edge: usize| {
                let mut at = hex;
                let mut n = 0_u32;
                while n < wanted && view.cells.contains_key(&at.neighbour(edge)) {
                    at = at.neighbour(edge);
                    n += 1;
                }
                n
            };
            let longest = (0..3).map(|edge| 1 + run(edge) + run(edge + 3)).max().unwrap_or(1);
            if longest < wanted {
                let message = format!(
                    "the longest straight line through {} has {longest} {}, and must have {wanted}",
                    view.name_of(hex),
                    if longest == 1 { "cell" } else { "cells" },
                );
                view.cell_fault(out, hex, message);
            }
        }
    }
}
