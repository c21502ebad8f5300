//! HX503: boards with too many or too few cells of a certain kind or with a certain mark.

use super::super::board_view::views;
use super::super::demanded_count::{count_holds, counted_copies};
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::units::count_with_noun;
use hexpress_game::constraints::Counted;

pub(super) const RULE: Rule = Rule {
    title: "a board has the required number of cells of each kind and mark",
    why: "A map is easily mistyped by one character, and a game for seven stars does not work with six.",
    right: "have = { star = 7, buy = \">= 1\" }, and a star in seven cells",
    wrong: "have = { star = 7 }, and a star in six cells",
    ..Rule::error(codes::MUST_HAVE, RuleFunction::All(cell_counts))
};

fn cell_counts(facts: &Facts<'_>, findings: &mut Findings) {
    for (view, all) in views(facts, findings, |must| (!must.have.is_empty()).then_some(&must.have)) {
        for have in all {
            if have.counted == Counted::Copies {
                let n = view.copies(have);
                if count_holds(facts, &have.count, n, findings) == Some(false) {
                    let copies = counted_copies(n, have);
                    let message = format!("`{}` shows {copies}, but must have {}", view.name, have.count);
                    view.fault(findings, have.place, message);
                }
                continue;
            }
            let n = if have.names.iter().any(|name| &**name == "cells") {
                view.found.cells.len()
            } else if view.is_clear(&have.names) {
                view.all_with_name(&have.names).len()
            } else {
                continue;
            };
            if count_holds(facts, &have.count, n, findings) == Some(false) {
                let cells = count_with_noun(n, "cell");
                let with = match &have.names[..] {
                    [all] if &**all == "cells" => String::new(),
                    names => format!(" with `{}`", names.join("` or `")),
                };
                let message = format!("`{}` shows {cells}{with}, but must have {}", view.name, have.count);
                view.fault(findings, have.place, message);
            }
        }
    }
}
