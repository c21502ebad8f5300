//! HX452: pieces that are not in the layout, or are there too often.

use super::piece_tally::{side, tallies};
use crate::check::facts::Facts;
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;

/// The rule behind HX452.
pub const RULE: Rule = Rule {
    title: "every piece on the pages is in the layout, once",
    why: "A card too many is drawn more often than it should be.",
    right: "rows that make 18 cards, and cards 1 to 18",
    wrong: "card 7 on two pages",
    ..Rule::error(codes::PIECE_EXTRA, Run::All(piece_extra))
};

/// Reports pieces that are not in the layout, or are there too often.
fn piece_extra(facts: &Facts<'_>, out: &mut Findings) {
    for (index, component, asked, found) in tallies(facts, out) {
        for ((number, back), count) in &found {
            let known = asked.contains(&(*number, *back));
            if known && *count == 1 {
                continue;
            }
            let what = match (known, count) {
                (false, _) => "is not in the layout".to_owned(),
                (true, n) => format!("is there {n} times"),
            };
            let all = facts.sheets_of(index).flat_map(|s| s.pieces.iter().map(move |p| (s, p)));
            let own = all.filter(|(_, piece)| (piece.number, piece.back) == (Some(*number), *back));
            if let Some(last) = own.last() {
                let message = format!("{} {number} of `{}` {what}", side(*back), component.name);
                facts.piece_fault(out, last, message);
            }
        }
    }
}
