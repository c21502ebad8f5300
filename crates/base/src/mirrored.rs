//! Brackets whose mirror image is drawn in text that runs from right to left.
//!
//! - Not here: the direction of text; see `text::direction` in the crate `scene`.

/// Pairs of brackets. In text that runs from right to left, each bracket of a pair looks like the
/// other one.
const MIRRORED: [(char, char); 6] =
    [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('\u{ab}', '\u{bb}'), ('\u{2039}', '\u{203a}')];

/// Returns the mirror image of a bracket. Returns all other characters unchanged.
pub fn mirrored(c: char) -> char {
    let pair = MIRRORED.iter().find(|(open, close)| c == *open || c == *close);
    pair.map_or(c, |(open, close)| if c == *open { *close } else { *open })
}
