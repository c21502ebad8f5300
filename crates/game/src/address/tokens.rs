//! Splits an address into tokens: names of cells, and the signs between them.
//!
//! - In: the text of an address, and the names of the cells.
//! - Out: the tokens with their bytes in the address.
//! - Not here: which places the tokens name.

use std::collections::HashMap;
use std::ops::Range;

/// A name, a word or a sign of an address.
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// The bytes of the token in the address.
    pub(super) span: Range<usize>,
}

/// The edges of a cell on the border of the board that an address names.
#[derive(Clone, Copy)]
pub(super) enum BorderEdge {
    /// `out`: all of them.
    All,
    /// `out2`: one of them, counted clockwise from 1.
    Nth(usize),
}

impl BorderEdge {
    /// Reads `out` or `out2`. Returns `None` for any other word.
    pub(super) fn read(word: &str) -> Option<Self> {
        match word.strip_prefix("out")? {
            "" => Some(Self::All),
            number => number.parse().ok().map(Self::Nth),
        }
    }
}

/// Splits a word at `..`, `|` and commas, but never inside the name of a cell. `start` is the first
/// byte of the word in the address.
pub(super) fn split<'a>(
    word: &'a str,
    start: usize,
    names: &HashMap<&str, usize>,
    tokens: &mut Vec<Token<'a>>,
) {
    if word.is_empty() {
        return;
    }
    if !names.contains_key(word) {
        // Commas come last because a name may contain one. A comma at the end always separates.
        for sign in ["|", "..", ","] {
            if let Some(bare) = word.strip_suffix(',') {
                return split(bare, start, names, tokens);
            }
            if let Some(index) = word.find(sign) {
                let end = index + sign.len();
                split(&word[..index], start, names, tokens);
                if sign != "," {
                    tokens.push(Token { text: &word[index..end], span: start + index..start + end });
                }
                return split(&word[end..], start + end, names, tokens);
            }
        }
    }
    tokens.push(Token { text: word, span: start..start + word.len() });
}

/// Returns the names that differ from `word` only in the number at their end, sorted by that
/// number.
pub(super) fn same_line<'n>(word: &str, names: &[&'n str]) -> Vec<&'n str> {
    let Some((stem, _)) = split_number(word).filter(|(stem, _)| !stem.is_empty()) else { return Vec::new() };
    let numbered = names.iter().filter_map(|name| {
        let (own_stem, number) = split_number(name)?;
        (own_stem == stem).then_some((number, *name))
    });
    let mut found: Vec<(u32, &str)> = numbered.collect();
    found.sort_unstable();
    found.into_iter().map(|(_, name)| name).collect()
}

/// Splits the number from the end of a name. Returns `None` if there is none or it does not fit.
fn split_number(name: &str) -> Option<(&str, u32)> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = name.get(stem.len()..)?.parse().ok()?;
    Some((stem, number))
}
