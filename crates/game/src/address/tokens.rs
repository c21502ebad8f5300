//! Splits an address into tokens: names of cells, and the signs between them.
//!
//! - In: the text of an address, and the cell names.
//! - Out: the tokens, with their byte ranges in the address.
//! - Not here: finding the places that tokens name.

use std::collections::HashMap;
use std::ops::Range;

/// A token of an address: a name, a word or a sign.
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// The byte range of the token in the address.
    pub(super) span: Range<usize>,
}

/// The edges of a cell that a word such as `out` or `out2` selects. All of them are on the border of
/// the board.
#[derive(Clone, Copy)]
pub(super) enum BorderEdge {
    /// `out`: all edges of the cell that are on the border.
    All,
    /// `out2`: only one edge on the border. The number counts the edges on the border clockwise, from
    /// 1.
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

/// Splits a word into tokens at `..`, `|` and commas, and adds them to `tokens`. A word that is the
/// name of a cell is not split.
///
/// `start` is the byte offset of the word in the address.
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
        // The signs `|` and `..` are tried before the comma. So a name with a comma, such as `2,3` in
        // `2,3|2,4`, is not split. But a comma at the end of a word is always a separator.
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

/// Returns the names that differ from `word` only in the number at their end, sorted by this number.
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

/// Splits a name into the text before the number at its end, and this number.
///
/// Returns `None` if the name does not end with a number, or if the number is too large for a `u32`.
fn split_number(name: &str) -> Option<(&str, u32)> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = name.get(stem.len()..)?.parse().ok()?;
    Some((stem, number))
}
