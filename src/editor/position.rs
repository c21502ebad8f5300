//! Positions as the language server protocol has them: lines from 0, characters in units of UTF-16,
//! and files as URIs.
//!
//! - In: a text with a position in it, or a URI.
//! - Out: an offset in bytes or the other way round, or a path.

use std::ops::Range;
use std::path::PathBuf;

use serde_json::{Value, json};

/// Returns the offset of a position in bytes. A position after the end of a line means that
/// end.
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

/// Returns the position at an offset in bytes.
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

/// Returns the positions of a range in bytes.
pub fn range(text: &str, range: Range<usize>) -> Value {
    json!({ "start": position(text, range.start), "end": position(text, range.end) })
}

/// Returns the path in a `file` URI; `None` for any other URI.
pub fn path(uri: &str) -> Option<PathBuf> {
    let mut parts = uri.strip_prefix("file://")?.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    // `%20` is a space.
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    let path = String::from_utf8(bytes).ok()?;
    // On Windows the URI of `C:/games` is `file:///C:/games`.
    let drive = path.strip_prefix('/').filter(|path| path.as_bytes().get(1) == Some(&b':'));
    Some(PathBuf::from(drive.unwrap_or(&path)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{offset, path, range};

    #[test]
    fn positions_count_lines_and_units_of_utf_16() {
        let text = "a\n\u{1f600}bc\n";
        assert_eq!(offset(text, &json!({ "line": 1, "character": 3 })), 7);
        assert_eq!(range(text, 6..7)["start"], json!({ "line": 1, "character": 2 }));
        assert_eq!(offset(text, &json!({ "line": 9, "character": 3 })), text.len());
        assert_eq!(path("file:///a%20b/c.toml").unwrap().to_str(), Some("/a b/c.toml"));
        assert_eq!(path("file:///C:/c.toml").unwrap().to_str(), Some("C:/c.toml"));
        assert_eq!(path("file://%C3%A9:/x.toml").unwrap().to_str(), Some("é:/x.toml"));
        assert!(path("untitled:x").is_none() && path("file:///a%zz").is_none());
    }
}
