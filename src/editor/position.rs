//! Converts between positions of the language server protocol and offsets in bytes. Also converts URIs
//! to paths.
//!
//! A position of the protocol consists of a line, counted from 0, and a character in this line, counted
//! in UTF-16 code units.
//!
//! - In: a text with a position or an offset in bytes, or a URI.
//! - Out: the offset or the position, or a path.

use std::ops::Range;
use std::path::PathBuf;

use serde_json::{Value, json};

/// Converts a position to an offset in bytes. If the line is shorter than the position, returns the end
/// of the line.
pub fn offset(text: &str, position: &Value) -> usize {
    let line = number(&position["line"]);
    let character = number(&position["character"]);
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = text[start..].split('\n').next().unwrap_or_default();
    let mut units = 0;
    let before = rest.chars().take_while(|c| {
        units += c.len_utf16();
        units <= character
    });
    start + before.map(char::len_utf8).sum::<usize>()
}

fn number(value: &Value) -> usize {
    value.as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or(0)
}

/// Converts an offset in bytes to a position.
fn position(text: &str, offset: usize) -> Value {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line_start = before.rfind('\n').map_or(0, |index| index + 1);
    let units: usize = before[line_start..].chars().map(char::len_utf16).sum();
    json!({ "line": before.matches('\n').count(), "character": units })
}

/// Converts a range in bytes to positions.
pub fn range(text: &str, range: Range<usize>) -> Value {
    json!({ "start": position(text, range.start), "end": position(text, range.end) })
}

/// Converts many offsets to positions. The offsets may be in any order.
///
/// Ascending offsets are converted fast, because only the text after the previous offset is read.
pub struct Positions<'t> {
    text: &'t str,
    line: usize,
    line_start: usize,
}

impl<'t> Positions<'t> {
    pub fn new(text: &'t str) -> Self {
        Self { text, line: 0, line_start: 0 }
    }

    /// Converts a range in bytes to positions.
    pub fn range(&mut self, range: Range<usize>) -> Value {
        json!({ "start": self.position(range.start), "end": self.position(range.end) })
    }

    fn position(&mut self, offset: usize) -> Value {
        if offset < self.line_start {
            return position(self.text, offset);
        }
        let Some(between) = self.text.get(self.line_start..offset) else {
            return position(self.text, offset);
        };
        if let Some(last) = between.rfind('\n') {
            self.line += between.matches('\n').count();
            self.line_start += last + 1;
        }
        let units: usize = self.text[self.line_start..offset].chars().map(char::len_utf16).sum();
        json!({ "line": self.line, "character": units })
    }
}

/// Returns the URI of the file `name`, whose path starts in the folder of the file at `uri`. `name` may
/// contain folders, such as `art/a.png`. Returns `None` if `uri` contains no `/`.
pub fn beside(uri: &str, name: &str) -> Option<String> {
    let folder = &uri[..uri.rfind('/')?];
    let mut encoded = String::new();
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                encoded.push(char::from(byte));
            }
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    Some(format!("{folder}/{encoded}"))
}

/// Returns the path in a `file` URI, or `None` for any other URI.
pub fn path(uri: &str) -> Option<PathBuf> {
    let mut parts = uri.strip_prefix("file://")?.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    // Decodes escapes such as `%20`, which is a space.
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    let path = String::from_utf8(bytes).ok()?;
    // On Windows, the URI of `C:/games` is `file:///C:/games`.
    let drive = path.strip_prefix('/').filter(|path| path.as_bytes().get(1) == Some(&b':'));
    Some(PathBuf::from(drive.unwrap_or(&path)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Positions, beside, offset, path, range};

    #[test]
    fn positions_count_lines_and_units_of_utf_16() {
        let text = "a\n\u{1f600}bc\n";
        assert_eq!(offset(text, &json!({ "line": 1, "character": 3 })), 7);
        assert_eq!(range(text, 6..7)["start"], json!({ "line": 1, "character": 2 }));
        assert_eq!(offset(text, &json!({ "line": 9, "character": 3 })), text.len());
        let mut positions = Positions::new(text);
        for span in [6..7, 0..1, 7..8, 6..9] {
            assert_eq!(positions.range(span.clone()), range(text, span));
        }
        assert_eq!(beside("file:///a/b.toml", "c d/é.csv").unwrap(), "file:///a/c%20d/%C3%A9.csv");
        assert_eq!(path("file:///a%20b/c.toml").unwrap().to_str(), Some("/a b/c.toml"));
        assert_eq!(path("file:///C:/c.toml").unwrap().to_str(), Some("C:/c.toml"));
        assert_eq!(path("file://%C3%A9:/x.toml").unwrap().to_str(), Some("é:/x.toml"));
        assert!(path("untitled:x").is_none() && path("file:///a%zz").is_none());
    }
}
