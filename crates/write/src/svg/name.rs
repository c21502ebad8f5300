//! Converts identities and texts to a form that XML allows.
//!
//! An identity becomes the `id` of an element. Characters that XML does not allow are replaced.

use std::collections::HashMap;

/// Creates the `id` of each drawing in a document. No two of them are equal.
#[derive(Debug)]
pub struct Ids {
    /// The beginning of every `id`.
    prefix: String,
    /// For each name: how many drawings have it so far.
    uses_by_name: HashMap<String, usize>,
}

impl Ids {
    /// Creates ids that begin with `prefix`. If a page shows several sheets, each sheet needs its own prefix.
    pub fn new(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned(), uses_by_name: HashMap::new() }
    }

    /// Returns the `id` of a drawing. If several drawings have the same identity, the `id` of the second ends
    /// in `.2`, the `id` of the third in `.3`, and so on.
    pub fn of(&mut self, piece: &str) -> String {
        let name = format!("{}{}", self.prefix, name(piece));
        let mut count = self.uses_by_name.get(&name).copied().unwrap_or(0);
        let id = loop {
            count += 1;
            let candidate = if count == 1 { name.clone() } else { format!("{name}.{count}") };
            // The candidate must not be the `id` of another identity.
            if !self.uses_by_name.contains_key(&candidate) || candidate == name {
                break candidate;
            }
        };
        self.uses_by_name.insert(name, count);
        if count > 1 {
            self.uses_by_name.insert(id.clone(), 1);
        }
        id
    }

    /// Returns the `id` of a shared definition. It has a `_` after the prefix. No `id` of a drawing has a `_`
    /// there, so all ids are different.
    pub fn shared(&self, name: &str) -> String {
        format!("{}_{name}", self.prefix)
    }
}

/// Returns an identity as an XML name.
///
/// `/` and `:` become `.`, and `,` becomes `_`. ASCII letters, digits and `-` are not changed. Any
/// other character becomes `_` and the hexadecimal digits of its code.
pub fn name(piece: &str) -> String {
    let mut name = String::with_capacity(piece.len() + 1);
    for c in piece.chars() {
        match c {
            '/' | ':' => name.push('.'),
            ',' => name.push('_'),
            c if c.is_ascii_alphanumeric() || c == '-' => name.push(c),
            c => name.push_str(&format!("_{:x}", u32::from(c))),
        }
    }
    // The first character of an XML name cannot be a digit or a full stop.
    if name.starts_with(|c: char| !c.is_ascii_alphabetic()) {
        name.insert(0, 'n');
    }
    name
}

/// Returns whether XML preserves a character. For example, a carriage return is not preserved, but
/// is converted to a line feed.
pub fn is_plain(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\u{20}'..='\u{fffd}' | '\u{10000}'..)
}

/// Returns a text as it can be written in an attribute or an element. Characters that XML does not
/// preserve are replaced by `�`.
pub fn words(text: &str) -> String {
    text.chars().map(|c| if is_plain(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_valid_and_different() {
        let mut ids = Ids::new("");
        assert_eq!(ids.of("board/cell:3,-1"), "board.cell.3_-1");
        assert_eq!(ids.of("board/cell:3,-1"), "board.cell.3_-1.2");
        assert_eq!(ids.of("a/1/2"), "a.1.2");
        assert_eq!([ids.of("a/1"), ids.of("a/1"), ids.of("a/1/2")], ["a.1", "a.1.3", "a.1.2.2"]);
        assert_eq!(ids.of("18-men/7/back"), "n18-men.7.back");
        assert_eq!(ids.of("board/line:é b"), "board.line._e9_20b");
        assert_eq!(Ids::new("s2-").of("cut"), "s2-cut");
    }

    #[test]
    fn characters_that_xml_does_not_preserve_are_replaced() {
        assert_eq!(words("a\u{1}b\u{ffff}c\r日"), "a\u{fffd}b\u{fffd}c\u{fffd}日");
    }
}
