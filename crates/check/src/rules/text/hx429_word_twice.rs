//! HX429: small words that are printed twice in a row.

use crate::check::facts::{PageContext, is_furniture, texts};
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::read::{Item, Text};

/// The rule behind HX429.
pub const RULE: Rule = Rule {
    title: "no small word stands twice in a row",
    why: "A word typed twice is hard to see, most of all where the line breaks between the two. It is found on the \
          table.",
    right: "\"Go to the castle\"",
    wrong: "\"Go to the the castle\"",
    alike: true,
    ..Rule::warning(codes::WORD_TWICE, Run::Whole(word_twice))
};

/// English words that are never meant twice in a row.
const SMALL: [&str; 14] =
    ["a", "an", "and", "as", "at", "by", "for", "from", "of", "or", "the", "to", "with", "your"];

/// Reports small words that are printed twice in a row.
fn word_twice(context: &PageContext<'_>, out: &mut Findings) {
    let mut before: Option<(&Item, &Text)> = None;
    for (_, item, text) in texts(context.page).filter(|(_, item, _)| !is_furniture(item)) {
        // What stands far away is read by itself: letters at both ends of a row.
        let near = |line: &Text| line.outline.inflate(text.size, text.size).overlaps(text.outline);
        let same = before.filter(|(other, line)| other.id == item.id && line.size == text.size && near(line));
        let last = same.and_then(|(_, line)| line.string.split_whitespace().next_back());
        let words: Vec<&str> = last.into_iter().chain(text.string.split_whitespace()).collect();
        before = Some((item, text));
        let is_twice = |pair: &&[&str]| pair[0].eq_ignore_ascii_case(pair[1]) && SMALL.contains(&pair[1]);
        if let Some(pair) = words.windows(2).find(is_twice) {
            let message = format!("\"{} {}\": a word stands twice in a row", pair[0], pair[1]);
            context.fault_of(out, text.outline, item.id.as_ref(), message).hint("leave one out");
        }
    }
}
