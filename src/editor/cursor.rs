//! Finds the table and the key that contain a position in a layout.
//!
//! - In: the text before the position. The text after it is ignored, so mistakes there do no harm.
//! - Out: a [`Cursor`].

/// A position in a layout.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// The keys from the root of the layout to the table that contains the position, such as `board`,
    /// `key`. The indices of list items are left out.
    pub path: Vec<String>,
    /// The key whose value the user is typing. `None` if the user is typing a key.
    pub key: Option<String>,
    /// The offset after the opening quote, in bytes. `None` if the user is not typing a text in quotes.
    pub quoted: Option<usize>,
    /// The start of the word that the user is typing, as an offset in bytes.
    pub word: usize,
    pub part: CursorContext,
}

/// What the user is typing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum CursorContext {
    /// A key or a value.
    #[default]
    Entry,
    /// A header such as `[game]` or `[[cards]]`.
    Header,
    Comment,
}

/// A `[` or `{` that is still open at the position. `key` is the key whose value the user is typing. It
/// is always `None` for a list.
///
/// In a list of open brackets, the first item is not a bracket: it stands for the table of the last
/// header.
struct OpenBracket {
    is_list: bool,
    key: Option<String>,
}

/// Returns whether a character can be part of a word.
pub fn in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '-' || c == '_'
}

/// Returns the table, the key and the word at the end of `text`.
pub fn cursor(text: &str) -> Cursor {
    let mut base: Vec<String> = Vec::new();
    let mut open = vec![OpenBracket { is_list: false, key: None }];
    let mut last = String::new();
    let mut at = 0;
    let mut quoted = None;
    let mut line_begins = true;
    while let Some(character) = text[at..].chars().next() {
        let top = open.len() == 1;
        match character {
            '#' => {
                let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
                if end == text.len() {
                    return Cursor {
                        word: text.len(),
                        part: CursorContext::Comment,
                        path: base,
                        ..Cursor::default()
                    };
                }
                at = end;
                continue;
            }
            '"' | '\'' => {
                let string = QuotedText::find(text, at, character);
                let Some(end) = string.end else {
                    quoted = Some(string.start);
                    break;
                };
                last = text[string.start..end.content].to_owned();
                at = end.quotes;
                line_begins = false;
                continue;
            }
            '[' if top && line_begins => {
                let end = text[at..].find(['\n', ']']).map(|length| at + length);
                let Some(end) = end.filter(|end| text[*end..].starts_with(']')) else {
                    let word = text[at..].rfind(['[', '.']).map_or(at, |length| at + length + 1);
                    let outer = text[at..word].trim_matches(['[', '.']);
                    return Cursor {
                        path: names(outer),
                        word,
                        part: CursorContext::Header,
                        ..Cursor::default()
                    };
                };
                base = names(text[at..end].trim_start_matches('['));
                at = end + text[end..].bytes().take_while(|b| *b == b']').count();
                last.clear();
                line_begins = false;
                continue;
            }
            '=' => set_key(&mut open, Some(std::mem::take(&mut last))),
            '{' | '[' => open.push(OpenBracket { is_list: character == '[', key: None }),
            '}' | ']' if !top => drop(open.pop()),
            ',' => set_key(&mut open, None),
            '\n' if top => set_key(&mut open, None),
            _ if in_word(character) || character == '.' => {
                let length = text[at..].find(|c: char| !in_word(c) && c != '.').unwrap_or(text.len() - at);
                last = text[at..at + length].to_owned();
                at += length;
                line_begins = false;
                continue;
            }
            _ => {}
        }
        line_begins = character == '\n' || (line_begins && character.is_whitespace());
        at += character.len_utf8();
    }
    let first_of_word = text.char_indices().rev().take_while(|(_, c)| in_word(*c)).last();
    let word = first_of_word.map_or(text.len(), |(start, _)| start).max(quoted.unwrap_or(0));
    let is_value = open.last().is_some_and(|open| open.is_list || open.key.is_some());
    let mut path: Vec<String> = open.into_iter().filter_map(|open| open.key).collect();
    let key = if is_value { path.pop() } else { None };
    base.extend(path);
    Cursor { path: base, key, quoted, word, part: CursorContext::Entry }
}

/// Sets the current key of the innermost open bracket. Does nothing if this bracket is a list, because
/// lists have no keys.
fn set_key(open: &mut [OpenBracket], key: Option<String>) {
    if let Some(last) = open.last_mut().filter(|last| !last.is_list) {
        last.key = key;
    }
}

/// Splits a header, such as `board.key`, into its names.
fn names(header: &str) -> Vec<String> {
    let names = header.split('.').map(|name| name.trim().trim_matches(['"', '\'']));
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// A text in quotes.
struct QuotedText {
    /// The offset after the opening quotes, in bytes.
    start: usize,
    /// The end of the text. `None` if the text has no closing quote.
    end: Option<QuotedEnd>,
}

/// The end of a text in quotes, as offsets in bytes.
struct QuotedEnd {
    /// The offset before the closing quotes.
    content: usize,
    /// The offset after the closing quotes.
    quotes: usize,
}

impl QuotedText {
    /// Finds the end of the quoted text whose first quote is at `offset`.
    ///
    /// If the closing quote is missing, a text in single or double quotes ends at the end of its line.
    fn find(text: &str, offset: usize, quote: char) -> Self {
        let triple = [quote; 3].iter().collect::<String>();
        if text[offset..].starts_with(&triple) {
            let start = offset + 3;
            let length = text[start..].find(&triple);
            let end = length.map(|length| QuotedEnd { content: start + length, quotes: start + length + 3 });
            return Self { start, end };
        }
        let start = offset + 1;
        let mut is_escaped = false;
        for (length, c) in text[start..].char_indices() {
            let content = start + length;
            match c {
                '\n' => return Self { start, end: Some(QuotedEnd { content, quotes: content }) },
                _ if std::mem::take(&mut is_escaped) => {}
                '\\' if quote == '"' => is_escaped = true,
                _ if c == quote => {
                    return Self { start, end: Some(QuotedEnd { content, quotes: content + 1 }) };
                }
                _ => {}
            }
        }
        Self { start, end: None }
    }
}

#[cfg(test)]
mod tests {
    use super::{CursorContext, cursor};

    #[test]
    fn the_table_the_key_and_the_word_are_found() {
        for (text, path, key, word) in [
            ("[[cards]]\nsi", "cards", None, "si"),
            ("[[cards]]\nsize = \"po", "cards", Some("size"), "po"),
            ("[[cards]]\nface = [\n  { text = \"a, { b\", al", "cards face", None, "al"),
            ("[[cards]]\nface = [{ fill = \"red\" }, { colour = \"", "cards face", Some("colour"), ""),
            ("[board.key]\nA = { kind = \"x\" } # it\nB = { fi", "board key B", None, "fi"),
            ("[tiles.deck]\nedges = [\"red\", \"bl", "tiles deck", Some("edges"), "bl"),
            ("x = '''\n[a]\n'''\n[game]\nti", "game", None, "ti"),
            ("[[boa", "", None, "boa"),
            ("[board.ke", "board", None, "ke"),
        ] {
            let found = cursor(text);
            assert_eq!((found.path.join(" ").as_str(), found.key.as_deref()), (path, key), "{text}");
            assert_eq!(&text[found.word..], word, "{text}");
        }
    }

    #[test]
    fn headers_and_comments_are_told_from_entries() {
        for (text, part) in [
            ("[[cards]]\nsi", CursorContext::Entry),
            ("[[cards]]\nsize = \"po", CursorContext::Entry),
            ("[board.ke", CursorContext::Header),
            ("[[boa", CursorContext::Header),
            ("[board]\n# [a", CursorContext::Comment),
            ("cells = \"# a", CursorContext::Entry),
        ] {
            assert_eq!(cursor(text).part, part, "{text}");
        }
    }
}
