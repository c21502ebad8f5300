//! HX527: pieces on which a required word is at no edge, or at more than one.

use super::super::piece_fronts::decks;
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub(super) const RULE: Rule = Rule {
    title: "the edges of every piece have each of the required words once",
    why: "A tile with two threes and no five can never be placed next to a five.",
    right: "edges = { words = \"each of 1 to 6 once\" }, and a tile with 1, 2, 3, 4, 5 and 6 at its edges",
    wrong: "edges = { words = \"each of 1 to 6 once\" }, and a tile with 3 at two edges",
    ..Rule::error(codes::MUST_EACH_ONCE, RuleFunction::All(not_each_once))
};

fn not_each_once(facts: &Facts<'_>, findings: &mut Findings) {
    for (fronts, words) in decks(facts, findings, |must| must.edge_words.as_ref()) {
        for &(sheet, piece) in &fronts.all {
            let shown: Vec<&str> = piece.edge_words.lines().map(str::trim).collect();
            for word in words {
                let count = shown.iter().filter(|shown| ***shown == **word).count();
                if count == 1 {
                    continue;
                }
                let id = piece.name_or("a piece");
                let message = match count {
                    0 => format!("{id} has \"{word}\" at none of its edges, but must have it once"),
                    2 => format!("{id} has \"{word}\" at its edges twice, but must have it once"),
                    _ => format!("{id} has \"{word}\" at its edges {count} times, but must have it once"),
                };
                fronts.fault(findings, (sheet, piece), message).in_layout(Some(fronts.place(piece, "edges")));
            }
        }
    }
}
