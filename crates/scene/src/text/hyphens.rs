//! Finds the points where words may be hyphenated.
//!
//! - In: a text and its language.
//! - Out: the text with soft hyphens between syllables.
//! - Not here: deciding at which of these points a line breaks (`wrap`).

use hypher::{Lang, hyphenate};

/// The smallest number of letters in a word that is hyphenated.
const MIN_LETTERS: usize = 5;
/// The largest length of a string that is hyphenated, in bytes. Longer strings are probably not
/// words.
const MAX_WORD_BYTES: usize = 100;
/// The soft hyphen: an invisible character after which a line may break. If the line breaks there,
/// a hyphen is drawn.
const SOFT_HYPHEN: char = '\u{ad}';

/// The hyphenation patterns of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hyphens(Lang);

impl Hyphens {
    /// Returns the patterns for a language tag such as `de-CH`.
    ///
    /// Returns `None` if the language has no patterns.
    pub fn of_language(tag: &str) -> Option<Self> {
        let code = tag.split('-').next()?.to_ascii_lowercase();
        let code = if matches!(&*code, "nb" | "nn") { "no" } else { &code };
        Lang::from_iso(code.as_bytes().try_into().ok()?).map(Self)
    }

    /// Inserts soft hyphens at the points where words may break.
    ///
    /// Words that already contain soft hyphens are not changed. Words in capitals are not changed either,
    /// because they are often abbreviations.
    pub fn add_to(self, text: &str) -> String {
        let mut hyphenated = String::with_capacity(text.len() * 5 / 4);
        for part in text.split_inclusive(|c: char| !is_of_word(c)) {
            let word = part.trim_end_matches(|c| !is_of_word(c));
            if may_break(word) {
                hyphenated.push_str(&hyphenate(word, self.0).join("\u{ad}"));
            } else {
                hyphenated.push_str(word);
            }
            hyphenated.push_str(&part[word.len()..]);
        }
        hyphenated
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphabetic() || c == SOFT_HYPHEN
}

fn may_break(word: &str) -> bool {
    word.len() <= MAX_WORD_BYTES
        && word.chars().count() >= MIN_LETTERS
        && !word.contains(SOFT_HYPHEN)
        && !word.chars().all(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_soft_hyphens_by_their_language() {
        let english = Hyphens::of_language("en-GB").unwrap();
        assert_eq!(english.add_to("An extensive, city HEXAGON."), "An ex\u{ad}ten\u{ad}sive, city HEXAGON.");
        assert_eq!(english.add_to("exten\u{ad}sive"), "exten\u{ad}sive", "the user knows better");
        let german = Hyphens::of_language("de").unwrap();
        assert_eq!(german.add_to("Spielplan"), "Spiel\u{ad}plan");
        assert!(Hyphens::of_language("ja").is_none() && Hyphens::of_language("x").is_none());
    }
}
