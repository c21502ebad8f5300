//! HX514: the rules of a board cannot be checked on paper. Two kinds of cells or two marks look the
//! same, or the board has no visible cells.

use super::super::board_view::{BoardView, views};
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub(super) const RULE: Rule = Rule {
    title: "kinds and marks that a rule names look different on the board",
    why: "Players cannot distinguish two kinds that look the same, and the checker cannot count them on paper.",
    right: "have = { star = 7 }, and a star in seven cells",
    wrong: "have = { rook = 2 }, and two cells of the kind rook that look like all others",
    ..Rule::warning(codes::MUST_SHOW, RuleFunction::All(names_unclear))
};

/// Warns about rules that cannot be checked on paper. Either kinds of cells or marks look the same, or the
/// board has no visible cells.
fn names_unclear(facts: &Facts<'_>, findings: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    for (name, must) in &expected.game.constraints.boards {
        let Some((index, component)) = expected.component(name) else { continue };
        let shows_nothing =
            component.board().is_some_and(|board| board.cells.iter().all(|cell| !board.is_drawn(cell)));
        let mut sheets = facts.sheets_of(index).filter(|sheet| sheet.board().is_none());
        if let Some(sheet) = sheets.next().filter(|_| shows_nothing && must.has_rules()) {
            let message =
                format!("rules of `{name}` are not judged: its cells have neither a colour nor a line");
            findings.fault(message).at(sheet.file, sheet.number, None).in_layout(Some(component.place));
        }
    }
    for (view, must) in views(facts, findings, |must| must.has_rules().then_some(must)) {
        let named = must.names();
        let mut unclear = view.seen_names().unclear.iter();
        if let Some((_, why)) = unclear.find(|(name, _)| !must.matches.is_empty() || named.contains(name)) {
            warn(&view, findings, why);
        }
    }
}

/// Warns that the rules of a board are not judged. `why` is the reason.
fn warn(view: &BoardView<'_>, findings: &mut Findings, why: &str) {
    let place = view.component.place;
    view.fault(findings, place, format!("rules of `{}` are not judged: {why}", view.name))
        .hint("give one of the two its own `fill`, `label` or drawing");
}
