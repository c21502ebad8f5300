//! The place at which the TOML parser stumbled, and what the rules for syntax errors need to know
//! about it.
//!
//! - In: the text of a file and an error of the parser.
//! - Out: the line with the error, and the keys and values in it.
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

/// A place at which the parser stumbled.
pub(super) struct Stumble<'t> {
    /// The bytes of the file that the parser points at.
    pub(super) span: Range<usize>,
    /// The number of the line, from 0.
    pub(super) number: usize,
    /// The text of the line.
    pub(super) line: &'t str,
    /// The byte of the line at which the parser stopped.
    pub(super) column: usize,
    /// The message of the parser, without line breaks.
    pub(super) message: String,
}

impl<'t> Stumble<'t> {
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

    /// Returns true if the message of the parser contains `words`.
    pub(super) fn says(&self, words: &str) -> bool {
        self.message.contains(words)
    }

    /// Returns true if the table already has the key of this line.
    pub(super) fn is_repeated(&self) -> bool {
        self.says("duplicate key")
    }

    /// Returns true for errors that often follow from a slip in the line above.
    pub(super) fn is_trailing(&self) -> bool {
        self.says("missing comma") || self.says("unclosed")
    }
}

/// Returns true if the number of quotes in a line is odd, escaped ones included.
pub(super) fn has_odd_quotes(line: &str) -> bool {
    line.matches('"').count() % 2 == 1
}

/// Returns true if a text in a line has no end: the number of quotes that are not escaped is odd.
pub(super) fn has_open_text(line: &str) -> bool {
    (line.matches('"').count() - line.matches("\\\"").count()) % 2 == 1
}

/// A key in a line, and the byte of the line at which its value begins.
pub(super) struct KeyInLine<'t> {
    pub(super) name: &'t str,
    pub(super) value_start: usize,
}

impl<'t> KeyInLine<'t> {
    /// Returns the key whose value includes the byte `at` of a line.
    pub(super) fn before(line: &'t str, at: usize) -> Option<Self> {
        let equals = line.get(..at.min(line.len()))?.rfind('=')?;
        let before = line.get(..equals)?.trim_end();
        let start = before.rfind(['{', ',', '[', ' ', '\t']).map_or(0, |at| at + 1);
        let after = line.get(equals + 1..)?;
        let value_start = equals + 1 + after.len() - after.trim_start().len();
        Some(Self { name: before.get(start..)?, value_start }).filter(|key| !key.name.is_empty())
    }

    /// Returns the value of the key in its line, up to the comma or bracket that ends it.
    pub(super) fn value(&self, line: &'t str) -> &'t str {
        value_at(line, self.value_start)
    }
}

/// Returns the value that begins at a byte of a line, up to the comma or bracket that ends it.
pub(super) fn value_at(line: &str, start: usize) -> &str {
    let rest = line.get(start..).unwrap_or_default();
    let end = match rest.strip_prefix("{{").and_then(|inside| inside.find("}}")) {
        Some(close) => close + 4,
        None => rest.find([',', '}', ']', '#']).unwrap_or(rest.len()),
    };
    rest.get(..end).unwrap_or_default().trim()
}

/// Returns true for a character of a key without quotes.
pub(super) fn is_bare(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// Typographic quotes, which word processors put in the place of straight ones.
pub(super) const CURLY: [char; 7] = ['“', '”', '„', '«', '»', '‘', '’'];

/// The hint for curly quotes.
pub(super) const STRAIGHT: &str =
    "type straight quotes, \", in a plain text editor rather than a word processor";
