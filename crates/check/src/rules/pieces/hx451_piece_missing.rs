//! HX451: pieces in the layout that are on no page.

use super::piece_tally::{PieceTally, piece_tallies, side_name};
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "every piece of the layout is on a page",
    why: "The game needs every piece. The checker finds a piece without drawings by a white point in its middle.",
    right: "rows that make 18 cards, and cards 1 to 18",
    wrong: "rows that make 18 cards, without card 7",
    ..Rule::error(codes::PIECE_MISSING, RuleFunction::All(piece_missing))
};

fn piece_missing(facts: &Facts<'_>, findings: &mut Findings) {
    // If a piece shows only text that cannot be read, it seems to be missing. Another rule reports the
    // font of this text.
    if facts.files.iter().any(|file| file.document.unread_fonts > 0) {
        findings.not_judged("missing pieces: some text cannot be read");
        return;
    }
    for PieceTally { index, component, expected, found } in piece_tallies(facts, findings) {
        let missing: Vec<_> = expected.into_iter().filter(|side| !found.contains_key(side)).collect();
        let Some(first) = missing.first() else { continue };
        let more = match missing.len() {
            1 => String::new(),
            count => format!(", and {} more", count - 1),
        };
        let message = format!("`{}` lacks {}{more}", component.name, side_name(*first));
        match facts.sheets_of(index).next() {
            Some(sheet) => facts.page_fault(findings, sheet, message),
            None => findings.fault(message).in_layout(Some(component.place)),
        };
    }
}
