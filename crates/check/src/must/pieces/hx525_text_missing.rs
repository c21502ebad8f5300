//! HX525: pieces without a text that every piece must have.

use super::super::piece_fronts::decks;
use crate::facts::{Facts, without_spaces};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use crate::rules::text::label_count::times_printed;
use hexpress_base::diag::codes;

pub(super) const RULE: Rule = Rule {
    title: "every piece shows the required text",
    why: "A starting tile that has a price cannot be given away at the start.",
    right: "say = \"$0\", and $0 on every tile",
    wrong: "say = \"$0\", and a tile with $1",
    ..Rule::error(codes::MUST_SAY, RuleFunction::All(text_missing))
};

fn text_missing(facts: &Facts<'_>, findings: &mut Findings) {
    for (fronts, words) in decks(facts, findings, |must| must.say.as_ref()) {
        for &(sheet, piece) in &fronts.all {
            let runs: Vec<String> = piece.words.split('\n').map(without_spaces).collect();
            for word in words {
                if times_printed(&runs, &without_spaces(word)) == 0 {
                    let message = format!("{} does not show \"{word}\"", piece.name_or("a piece"));
                    let fault = fronts
                        .fault(findings, (sheet, piece), message)
                        .in_layout(Some(fronts.place(piece, "")));
                    let hint = format!("add an element with this text, or remove \"{word}\" from `say`");
                    fault.cause(format!("does not show {word:?}")).hint(hint);
                }
            }
        }
    }
}
