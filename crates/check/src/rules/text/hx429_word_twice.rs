//! HX429: short words such as "the" that are printed twice in a row.

use crate::facts::{PageContext, is_furniture, texts};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_read::{Item, Text};

pub const RULE: Rule = Rule {
    title: "no short word is printed twice, as in \"the the\"",
    why: "A word typed twice is easily overlooked, above all at a line break.",
    right: "\"Go to the castle\"",
    wrong: "\"Go to the the castle\"",
    merges_same_messages: true,
    ..Rule::warning(codes::WORD_TWICE, RuleFunction::Whole(word_twice))
};

/// English words that nobody prints twice in a row on purpose.
const SMALL_WORDS: [&str; 14] =
    ["a", "an", "and", "as", "at", "by", "for", "from", "of", "or", "the", "to", "with", "your"];

/// Reports short words that are printed twice in a row, even if a line break separates them.
fn word_twice(context: &PageContext<'_>, findings: &mut Findings) {
    let mut previous: Option<(&Item, &Text)> = None;
    for (_, item, text) in texts(context.page).filter(|(_, item, _)| !is_furniture(item)) {
        let line_before = previous.filter(|(other, line)| other.id == item.id && is_next_line(line, text));
        let last_word = line_before.and_then(|(_, line)| line.string.split_whitespace().next_back());
        let words: Vec<&str> = last_word.into_iter().chain(text.string.split_whitespace()).collect();
        previous = Some((item, text));
        if let Some(pair) = words.windows(2).find(|pair| is_small_word_twice(pair[0], pair[1])) {
            let message = format!("\"{} {}\": the word is repeated", pair[0], pair[1]);
            context.fault_of(findings, text.outline, item.id.as_ref(), message).hint("remove one of them");
        }
    }
}

/// Returns whether a text continues `line`: whether it has the same size and is close to this line.
///
/// For example, the names at the two ends of a row of cells do not continue each other.
fn is_next_line(line: &Text, text: &Text) -> bool {
    line.size == text.size && line.outline.inflate(text.size, text.size).overlaps(text.outline)
}

fn is_small_word_twice(first: &str, second: &str) -> bool {
    first.eq_ignore_ascii_case(second) && SMALL_WORDS.contains(&second)
}

#[cfg(test)]
mod tests {
    use super::is_small_word_twice;

    #[test]
    fn only_small_words_are_wrong_if_they_are_repeated() {
        assert!(is_small_word_twice("The", "the"));
        assert!(!is_small_word_twice("the", "then"));
        assert!(!is_small_word_twice("very", "very"));
    }
}
