//! Explains on a ticket how to fold and staple booklets.
//!
//! - In: the sheets of a plan.
//! - Out: a text.
//! - Not here: which page is on which sheet.

use hexpress_base::units::capital;
use hexpress_layout::Plan;

/// Explains for each booklet how its sheets are folded and stapled.
pub fn instructions(plan: &Plan<'_>) -> String {
    let mut text = String::new();
    let mut last: Option<&str> = None;
    for (sheet, spread) in plan.sheets.iter().filter_map(|sheet| Some((sheet, sheet.spread()?))) {
        let name = &*sheet.component.name;
        if last.replace(name) == Some(name) {
            continue;
        }
        let name = capital(name);
        match spread.sheets {
            1 => text.push_str(&format!("  {name} is a booklet of one sheet.\n")),
            sheets => text.push_str(&format!(
                "  {name} is a booklet: put its {sheets} sheets in a pile in the order of the pages, the cover face down at the bottom.\n"
            )),
        }
        text.push_str(
            "    Fold it at the short marks, with the cover outside, and staple it twice in the fold.\n",
        );
        if spread.is_cut {
            text.push_str("    Then cut it at the marks at its corners.\n");
        }
    }
    text
}
