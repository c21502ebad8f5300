//! What is more likely a slip than meant: very many pages.

use crate::base::map::Map;
use crate::diag::{Diagnostic, codes};
use crate::layout::Plan;

/// The most pages that are printed without a word.
const MANY: usize = 2000;

/// Returns the error that a plan has more pages than anybody asks for by accident, at the component with most of them.
pub fn slip(plan: &Plan<'_>) -> Option<Diagnostic> {
    let pages = plan.sheets.len();
    if pages <= MANY {
        return None;
    }
    let mut of = Map::new();
    for sheet in &plan.sheets {
        *of.entry(sheet.component.place).or_insert(0_usize) += 1;
    }
    let most = plan.sheets.iter().map(|sheet| sheet.component);
    let component = most.max_by_key(|component| of.get(&component.place))?;
    let (name, own) = (&component.name, of.get(&component.place).copied().unwrap_or_default());
    let message = format!("this prints {pages} pages, {own} of them of `{name}`");
    let hint = format!("look at the `copies` of `{name}`; if so many are meant, build and check with --many");
    Some(codes::MANY_SHEETS.error(message).hint(hint).at(component.place))
}
