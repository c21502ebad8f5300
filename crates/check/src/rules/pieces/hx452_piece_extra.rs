//! HX452: pieces that are not in the layout, or that are drawn too often.

use super::piece_tally::{PieceTally, piece_tallies, side_name};
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "every piece on the pages is in the layout, exactly once",
    why: "A duplicate card is drawn more often than it should be.",
    right: "rows that make 18 cards, and cards 1 to 18",
    wrong: "card 7 on two pages",
    ..Rule::error(codes::PIECE_EXTRA, RuleFunction::All(piece_extra))
};

fn piece_extra(facts: &Facts<'_>, findings: &mut Findings) {
    for PieceTally { index, component, expected, found } in piece_tallies(facts, findings) {
        for (counted, count) in &found {
            let problem = match (expected.contains(counted), count) {
                (true, 1) => continue,
                (true, count) => format!("is printed {count} times"),
                (false, _) => "is not in the layout".to_owned(),
            };
            let pieces = facts
                .sheets_of(index)
                .flat_map(|sheet| sheet.pieces().iter().map(move |piece| (sheet, piece)))
                .filter(|(_, piece)| piece.number == Some(counted.number) && piece.side == counted.side);
            if let Some(last) = pieces.last() {
                let message = format!("{} of `{}` {problem}", side_name(*counted), component.name);
                facts.piece_fault(findings, last, message);
            }
        }
    }
}
