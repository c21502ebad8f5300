//! The words of an address: a text goes in, names and the signs between them come out, each with its place in the text. Which
//! cells they name is not known here.

use std::collections::HashMap;
use std::ops::Range;

/// Which edges of a cell on the border are meant.
pub(super) enum RimEdge {
    /// `out`.
    All,
    /// `out2`: clockwise, counted from 1.
    Nth(usize),
}

/// Whether a word is that for edges on the border, and which of them it names.
pub(super) fn rim_edge(word: &str) -> Option<RimEdge> {
    match word.strip_prefix("out")? {
        "" => Some(RimEdge::All),
        number => number.parse().ok().map(RimEdge::Nth),
    }
}

/// Takes a word apart at `..`, `|` and commas; a cell's name is never taken apart.
pub(super) fn split<'a>(
    word: &'a str,
    from: usize,
    names: &HashMap<&str, usize>,
    tokens: &mut Vec<(&'a str, Range<usize>)>,
) {
    if word.is_empty() {
        return;
    }
    if !names.contains_key(word) {
        // The weakest sign first, so that names with commas survive beside the stronger ones. A comma at the
        // end is always a separator.
        for sign in ["|", "..", ","] {
            if let Some(bare) = word.strip_suffix(',') {
                return split(bare, from, names, tokens);
            }
            if let Some(i) = word.find(sign) {
                split(&word[..i], from, names, tokens);
                if sign != "," {
                    tokens.push((&word[i..i + sign.len()], from + i..from + i + sign.len()));
                }
                return split(&word[i + sign.len()..], from + i + sign.len(), names, tokens);
            }
        }
    }
    tokens.push((word, from..from + word.len()));
}

/// Returns the names that differ from `word` only in the number at their end, by these numbers.
pub(super) fn same_line<'n>(word: &str, names: &[&'n str]) -> Vec<&'n str> {
    let parted = |name: &str| {
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        name.get(letters..).and_then(|digits| digits.parse::<u32>().ok()).map(|number| (letters, number))
    };
    let Some((letters, _)) = parted(word).filter(|(letters, _)| *letters > 0) else { return Vec::new() };
    let line = word.get(..letters);
    let mut found: Vec<(u32, &str)> = names
        .iter()
        .filter_map(|name| parted(name).filter(|(end, _)| name.get(..*end) == line).map(|(_, n)| (n, *name)))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, name)| name).collect()
}
