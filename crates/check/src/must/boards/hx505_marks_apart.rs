//! HX505: cells that have two marks, although the layout says that no cell has both.

use super::super::board_view::views;
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub(super) const RULE: Rule = Rule {
    title: "no cell has two of the marks that must be apart",
    why: "Two pieces cannot start on the same cell.",
    right: "apart = \"star white-start\", and no star on the start",
    wrong: "apart = \"star white-start\", and one letter of the map that means both marks",
    ..Rule::error(codes::MUST_APART, RuleFunction::All(marks_together))
};

/// Reports cells that have two of the names in `apart`. The layout says that no cell may have two of
/// these names.
fn marks_together(facts: &Facts<'_>, findings: &mut Findings) {
    for (view, names) in views(facts, findings, |must| must.apart.as_ref()) {
        if !view.is_clear(names) {
            continue;
        }
        for address in view.addresses() {
            let mut here = names.iter().filter(|name| view.has_name(address, std::slice::from_ref(name)));
            if let Some((one, other)) = here.next().zip(here.next()) {
                let message = format!(
                    "{} has both `{one}` and `{other}`, which must be on different cells",
                    view.name_of(address)
                );
                view.cell_fault(findings, address, message);
            }
        }
    }
}
