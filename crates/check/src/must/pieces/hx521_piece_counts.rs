//! HX521: components with too many or too few pieces of a certain sort.

use super::super::demanded_count::{count_holds, counted_copies};
use super::super::piece_fronts::decks;
use super::super::piece_sorts::count_bearing;
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::units::count_with_noun;
use hexpress_game::constraints::Counted;

pub(super) const RULE: Rule = Rule {
    title: "a component has the required number of pieces of each sort",
    why: "A missing disc should be noticed before the game begins.",
    right: "have = { white = 25, pieces = \">= cells of board\" }, and copies = 25",
    wrong: "have = { white = 25 }, and copies = 24",
    ..Rule::error(codes::MUST_PIECES, RuleFunction::All(piece_counts))
};

fn piece_counts(facts: &Facts<'_>, findings: &mut Findings) {
    for (fronts, all) in decks(facts, findings, |must| (!must.have.is_empty()).then_some(&must.have)) {
        let print = fronts.component.print as usize;
        for have in all {
            let component = &fronts.component.name;
            if have.counted == Counted::Copies {
                let on_all = fronts.all.iter().flat_map(|(_, piece)| &piece.copies);
                let n = on_all.filter(|copy| have.is_of(copy)).count() * print;
                if count_holds(facts, &have.count, n, findings) == Some(false) {
                    let copies = counted_copies(n, have);
                    let message = format!("`{component}` has {copies}, but must have {}", have.count);
                    fronts.fault_of_all(findings, message).in_layout(Some(have.place));
                }
                continue;
            }
            let is_every = have.names.iter().any(|name| &**name == "pieces");
            let found =
                if is_every { Some(fronts.all.len()) } else { count_bearing(&fronts, &have.names, findings) };
            let Some(n) = found.map(|found| found * print) else { continue };
            if count_holds(facts, &have.count, n, findings) == Some(false) {
                let what =
                    if is_every { String::new() } else { format!(" with `{}`", have.names.join("` or `")) };
                let message = format!(
                    "`{component}` has {}{what}, but must have {}",
                    count_with_noun(n, "piece"),
                    have.count
                );
                fronts.fault_of_all(findings, message).in_layout(Some(have.place));
            }
        }
    }
}
