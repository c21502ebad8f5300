//! Reports plans with so many pages that the number is probably a mistake.
//!
//! - In: a plan.
//! - Out: an error. With `--many`, the user allows such a plan.

use hexpress_base::diag::{Diagnostic, codes};
use hexpress_base::sorted_map::SortedMap;
use hexpress_layout::Plan;

/// The largest number of pages that are allowed without `--many`.
const MAX_PAGES: usize = 2000;

/// Returns the error for a plan with too many pages, at the place of the component with the most pages.
/// Returns `None` for other plans.
pub fn too_many_pages(plan: &Plan<'_>) -> Option<Diagnostic> {
    let pages = plan.sheets.len();
    if !is_too_many(pages) {
        return None;
    }
    let mut counts = SortedMap::new();
    for sheet in &plan.sheets {
        *counts.entry(sheet.component.place).or_insert(0_usize) += 1;
    }
    let components = plan.sheets.iter().map(|sheet| sheet.component);
    let component = components.max_by_key(|component| counts.get(&component.place))?;
    let count = counts.get(&component.place).copied().unwrap_or_default();
    let name = &component.name;
    let message = match count == pages {
        true => format!("`{name}` needs {pages} pages; the limit is {MAX_PAGES}"),
        false => {
            format!("the game needs {pages} pages, {count} of them for `{name}`; the limit is {MAX_PAGES}")
        }
    };
    let hint = format!("check the `copies` of `{name}`; if you want this many pages, add --many");
    Some(codes::MANY_SHEETS.error(message).hint(hint).at(component.place))
}

/// Returns whether this number of pages needs `--many`.
fn is_too_many(pages: usize) -> bool {
    pages > MAX_PAGES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_thousand_pages_are_printed_and_one_more_is_too_many() {
        assert!(!is_too_many(MAX_PAGES));
        assert!(is_too_many(MAX_PAGES + 1));
    }
}
