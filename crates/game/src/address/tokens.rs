//! Splits an address into tokens: cell names, and the signs between them.
//!
//! - In: the text of an address, and the cell names.
//! - Out: the tokens, with their byte ranges in the address.
//! - Not here: finding the places that the tokens name.

use std::collections::HashMap;
use std::ops::Range;

/// A token of an address: a name, a word or a sign.
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// The byte range of the token in the address.
    pub(super) span: Range<usize>,
}

/// The edges that an address means on a cell at the border of the board.
#[derive(Clone, Copy)]
pub(super) enum BorderEdge {
    /// `out`: all edges of the cell that are on the border.
    All,
    /// `out2`: one edge on the border, counted clockwise from 1.
    Nth(usize),
}

impl BorderEdge {
    /// Reads `out` or `out2`; `None` for any other word.
    pub(super) fn read(word: &str) -> Option<Self> {
        match word.strip_prefix("out")? {
            "" => Some(Self::All),
            number => number.parse().ok().map(Self::Nth),
        }
    }
}

/// Splits a word at `..`, `|` and commas, but never inside the name of a cell.
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
        // A name may contain a comma, so commas are tried last. A comma at the end of the word
        // always separates.
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

/// Returns the names that match `word` except for their final number, sorted by that number.
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

/// Splits a name into its stem and its final number.
///
/// Returns `None` if the name has no final number, or if the number is too large for `u32`.
fn split_number(name: &str) -> Option<(&str, u32)> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = name.get(stem.len()..)?.parse().ok()?;
    Some((stem, number))
}
