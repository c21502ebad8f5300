//! Finds a plan with so many pages that a slip is more likely than intent.
//!
//! - Goes in: a plan.
//! - Comes out: an error that `--many` turns off.

use crate::base::map::Map;
use crate::diag::{Diagnostic, codes};
use crate::layout::Plan;

/// The most pages that are printed without `--many`.
const MANY: usize = 2000;

/// Returns the error that a plan has very many pages, at the component with most of them.
pub fn slip(plan: &Plan<'_>) -> Option<Diagnostic> {
    let pages = plan.sheets.len();
    if pages <= MANY {
        return None;
    }
    let mut counts = Map::new();
    for sheet in &plan.sheets {
        *counts.entry(sheet.component.place).or_insert(0_usize) += 1;
    }
    let components = plan.sheets.iter().map(|sheet| sheet.component);
    let component = components.max_by_key(|component| counts.get(&component.place))?;
    let count = counts.get(&component.place).copied().unwrap_or_default();
    let name = &component.name;
    let message = format!("this prints {pages} pages, {count} of them of `{name}`");
    let hint = format!("look at the `copies` of `{name}`; if so many are meant, build and check with --many");
    Some(codes::MANY_SHEETS.error(message).hint(hint).at(component.place))
}
