//! Describes where the TOML parser found an error, so that rules can explain the error.
//!
//! - In: the text of a file, and an error of the parser.
//! - Out: the line with the error, and access to its keys and values.
//! - Not here: explaining the error.

use std::ops::Range;

/// What is wrong, and what to type instead.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Advice {
    pub(super) message: String,
    pub(super) hint: Option<String>,
}

impl Advice {
    pub(super) fn new(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { message: message.into(), hint: Some(hint.into()) }
    }
}

/// An error of the parser, and the line with the error.
pub(super) struct ParserError<'t> {
    /// The byte range of the error in the file.
    pub(super) span: Range<usize>,
    /// The line, counted from 0.
    pub(super) number: usize,
    pub(super) line: &'t str,
    /// The byte offset in the line where the parser stopped.
    pub(super) column: usize,
    /// The message from the parser, without line breaks.
    pub(super) message: String,
}

impl<'t> ParserError<'t> {
    pub(super) fn new(text: &'t str, error: &toml::de::Error) -> Self {
        let span = error.span().unwrap_or(0..0);
        let before = text.get(..span.start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self {
            number: before.matches('\n').count(),
            line: text.get(line_start..).and_then(|rest| rest.lines().next()).unwrap_or_default(),
            column: before.len() - line_start,
            message: error.message().trim().replace('\n', "; "),
            span,
        }
    }

    /// Returns whether the message of the parser contains `words`.
    pub(super) fn says(&self, words: &str) -> bool {
        self.message.contains(words)
    }

    /// Returns whether the error is about a key that is already in its table.
    pub(super) fn is_repeated(&self) -> bool {
        self.says("duplicate key")
    }

    /// Returns whether the parser often reports this kind of error because of a mistake in the line
    /// above.
    pub(super) fn is_trailing(&self) -> bool {
        self.says("missing comma") || self.says("unclosed")
    }
}

/// Returns whether a line has an odd number of quotes. Escaped quotes are counted, too.
pub(super) fn has_odd_quotes(line: &str) -> bool {
    line.matches('"').count() % 2 == 1
}

/// Returns whether a line contains a text without a closing quote.
///
/// Such a line has an odd number of quotes, not counting escaped quotes.
pub(super) fn has_open_text(line: &str) -> bool {
    (line.matches('"').count() - line.matches("\\\"").count()) % 2 == 1
}

/// A key in a line, and the byte offset of its value in the line.
pub(super) struct KeyInLine<'t> {
    pub(super) name: &'t str,
    pub(super) value_start: usize,
}

impl<'t> KeyInLine<'t> {
    /// Returns the key whose value contains the byte offset `at` of a line: the key before the last `=`
    /// in front of this offset. Returns `None` if there is no such key.
    pub(super) fn before(line: &'t str, at: usize) -> Option<Self> {
        let equals = line.get(..at.min(line.len()))?.rfind('=')?;
        let before = line.get(..equals)?.trim_end();
        let start = before.rfind(['{', ',', '[', ' ', '\t']).map_or(0, |at| at + 1);
        let after = line.get(equals + 1..)?;
        let value_start = equals + 1 + after.len() - after.trim_start().len();
        Some(Self { name: before.get(start..)?, value_start }).filter(|key| !key.name.is_empty())
    }

    /// Returns the value of the key, up to the comma or bracket that ends the value.
    pub(super) fn value(&self, line: &'t str) -> &'t str {
        value_at(line, self.value_start)
    }
}

/// Returns the value that begins at a byte offset in a line. The value ends before the next comma,
/// closing bracket or `#`. A template such as `{{ name }}` is one value.
pub(super) fn value_at(line: &str, start: usize) -> &str {
    let rest = line.get(start..).unwrap_or_default();
    let end = match rest.strip_prefix("{{").and_then(|inside| inside.find("}}")) {
        Some(close) => close + 4,
        None => rest.find([',', '}', ']', '#']).unwrap_or(rest.len()),
    };
    rest.get(..end).unwrap_or_default().trim()
}

/// Returns whether a character is allowed in a key without quotes.
pub(super) fn is_bare(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// Typographic quotes, which word processors write instead of straight quotes.
pub(super) const CURLY: [char; 7] = ['“', '”', '„', '«', '»', '‘', '’'];

/// The hint for curly quotes.
pub(super) const USE_STRAIGHT_QUOTES: &str =
    "type straight quotes (\") in a plain text editor, not in a word processor";
