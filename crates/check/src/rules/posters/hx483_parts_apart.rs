//! HX483: drawings that differ on both sides of a seam.

use std::sync::Arc;

use kurbo::Rect;

use crate::facts::Facts;
use crate::facts::poster::Difference;
use crate::fault::{Findings, mm};
use crate::rule::{Rule, Run};
use hexpress_base::diag::codes;
use hexpress_base::identity::{Feature, Identity};
use hexpress_base::ordered_map::Map;

/// The rule behind HX483.
pub const RULE: Rule = Rule {
    title: "the parts of a poster join",
    why: "Lines and cells that go on from one sheet to the next are drawn on both. Where the two drawings differ, \
          the board has a step in it however well it is cut and glued.",
    right: "a cell at a seam, in the same place beside the seam on both sheets",
    wrong: "a sheet whose picture lies 0.2 mm beside its seams",
    ..Rule::error(codes::PARTS_APART, Run::All(parts_apart))
};

/// Reports drawings that differ on both sides of a seam.
fn parts_apart(facts: &Facts<'_>, out: &mut Findings) {
    for poster in &facts.posters {
        // One fault a sheet: what is off there is off all along the seam.
        let mut worst: Map<usize, (Rect, &Arc<Identity>, f64, usize)> = Map::new();
        for Difference { sheet: index, rect, id: what, distance: by } in &poster.apart {
            if out.measured(if by.is_finite() { *by } else { 0.0 }, facts.tolerance) || by.is_infinite() {
                let entry = worst.entry(*index).or_insert((*rect, what, *by, 0));
                entry.3 += 1;
                if *by > entry.2 {
                    (entry.0, entry.1, entry.2) = (*rect, what, *by);
                }
            }
        }
        for (index, (rect, id, by, count)) in worst {
            let what = match &**id {
                Identity::Of(_, Feature::Seam(_, name)) => format!("the seam {name}"),
                id => id.to_string(),
            };
            let sheet = &facts.sheets[index];
            let more =
                if count > 1 { format!("; so do {} other drawings", count - 1) } else { String::new() };
            let (how, by) = match by.is_finite() {
                true => (format!("lies {} elsewhere", mm(by)), by),
                false => ("is drawn otherwise".to_owned(), 1.0),
            };
            let message = format!("{what} {how} than on the sheet it joins{more}");
            facts.fault(out, sheet, (Some(rect), Some(id)), message).by(by);
        }
    }
}
