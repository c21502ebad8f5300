//! Names in XML: which characters may stand there, and what becomes of the others.

use std::collections::HashMap;

/// Hands out the `id` of each drawing; no two are alike in one document.
#[derive(Debug)]
pub struct Ids {
    prefix: String,
    taken: HashMap<String, usize>,
}

impl Ids {
    /// Every `id` begins with `prefix`, which a page that shows several sheets needs.
    pub fn new(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned(), taken: HashMap::new() }
    }

    /// The `id` of a drawing of `piece`. A piece may be drawn in several parts: the second one's ends in `.2`.
    pub fn of(&mut self, piece: &str) -> String {
        let name = format!("{}{}", self.prefix, name(piece));
        let mut count = self.taken.get(&name).copied().unwrap_or(0);
        let id = loop {
            count += 1;
            let id = if count == 1 { name.clone() } else { format!("{name}.{count}") };
            // Another piece may be called what this part would be.
            if !self.taken.contains_key(&id) || id == name {
                break id;
            }
        };
        self.taken.insert(name, count);
        if count > 1 {
            self.taken.insert(id.clone(), 1);
        }
        id
    }

    /// The `id` of something that pieces share. It begins with `_`, where a piece's begins with a letter.
    pub fn shared(&self, name: &str) -> String {
        format!("{}_{name}", self.prefix)
    }
}

/// A piece's identity as an XML name: `/` and `:` become `.`, `,` becomes `_`; letters, digits and `-` stay;
/// anything else is `_` and its number in hexadecimal.
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
    // A name begins with a letter.
    if name.starts_with(|c: char| !c.is_ascii_alphabetic()) {
        name.insert(0, 'n');
    }
    name
}

/// Whether XML can hold this character at all, and gives it back as it is: a carriage return it would not.
pub fn is_plain(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\u{20}'..='\u{fffd}' | '\u{10000}'..)
}

/// Words for an attribute or an element; a character that XML has no place for becomes `�`.
pub fn words(text: &str) -> String {
    text.chars().map(|c| if is_plain(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_names_and_no_two_alike() {
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
    fn words_hold_nothing_that_xml_does_not() {
        assert_eq!(words("a\u{1}b\u{ffff}c\r日"), "a\u{fffd}b\u{fffd}c\u{fffd}日");
    }
}
