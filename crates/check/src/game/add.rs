//! A start that can be added to.

use std::collections::BTreeSet;

use super::pieces::bearing;
use super::view::{fronts, is, views};
use crate::base::hex::Hex;
use crate::check::facts::Facts;
use crate::check::fault::Findings;

/// Of each kind a piece can be added where it touches more pieces of other kinds than of its own; and pieces of it
/// are left to go on with.
pub fn add(facts: &Facts<'_>, out: &mut Findings) {
    for (view, add) in views(facts, out, |must| must.add.as_ref()) {
        if !view.is_clear(&add.kinds) {
            continue;
        }
        let beside: BTreeSet<Hex> = view
            .cells
            .keys()
            .flat_map(|hex| view.tiling().neighbours(*hex))
            .filter(|hex| !view.cells.contains_key(hex))
            .collect();
        for kind in &add.kinds {
            let own = std::slice::from_ref(kind);
            let others: Vec<_> = add.kinds.iter().filter(|other| *other != kind).cloned().collect();
            let touched = |hex: &Hex, names: &[_]| {
                view.tiling().neighbours(*hex).filter(|next| view.bears(*next, names)).count()
            };
            if !beside.iter().any(|hex| touched(hex, &others) > touched(hex, own)) {
                let message = format!(
                    "nowhere beside `{}` does a {kind} piece touch more pieces of other kinds than of its own",
                    view.name
                );
                view.fault(out, add.place, message);
            }
            let (Some(pieces), Some(left)) = (&add.pieces, &add.left) else { continue };
            let Some(fronts) = fronts(facts, pieces, out) else { continue };
            let Some(all) = bearing(&fronts, own, out) else { continue };
            let laid = view.all_bearing(own).len();
            let n = (all * fronts.component.print as usize).saturating_sub(laid);
            if is(facts, left, n, out) == Some(false) {
                let message = format!(
                    "of {all} {kind} pieces of `{pieces}`, `{}` takes {laid}: {n} are left, and must be {left}",
                    view.name
                );
                view.fault(out, add.place, message);
            }
        }
    }
}
