//! Text as a terminal may have it: what a layout, a table or the name of a file says must not steer it.

use std::borrow::Cow;

/// Whether a character steers what shows it: control characters, of which terminals obey those from U+0080 too, and
/// those that part lines or turn the order of what follows.
fn steers(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// The text with a sign for each character that steers.
pub fn seen(text: &str) -> Cow<'_, str> {
    match text.contains(steers) {
        true => Cow::Owned(text.replace(steers, "\u{FFFD}")),
        false => Cow::Borrowed(text),
    }
}

/// The same, each byte where it was: for text that places point into.
#[cfg(feature = "program")]
pub fn seen_in_place(text: &str) -> Cow<'_, str> {
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let sign = |c: char| match (steers(c), c.len_utf8()) {
        (false, _) => c,
        (true, 1) => '?',
        (true, 2) => '¿',
        (true, _) => '\u{FFFD}',
    };
    Cow::Owned(text.chars().map(sign).collect())
}

/// JSON with an escape for each character that steers: these stand in its texts alone.
pub fn seen_json(json: &str) -> Cow<'_, str> {
    if !json.contains(steers) {
        return Cow::Borrowed(json);
    }
    let escape = |c: char| if steers(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() };
    Cow::Owned(json.chars().map(escape).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\u{1b}[2J\u{9b}3m\u{202e}b\u{2066}\r\u{7f}\tß\n";

    #[test]
    fn what_steers_is_shown_and_not_obeyed() {
        assert_eq!(seen(HOSTILE), "a\u{FFFD}[2J\u{FFFD}3m\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}\tß\n");
        assert_eq!(seen("עברית £5"), "עברית £5");
        let in_place = seen_in_place(HOSTILE);
        assert_eq!((in_place.len(), in_place.find('ß')), (HOSTILE.len(), HOSTILE.find('ß')));
        assert!(!in_place.contains(steers));
    }

    #[test]
    fn json_stays_what_it_was() {
        let value = serde_json::json!({ HOSTILE: HOSTILE });
        let text = format!("{value:#}");
        assert!(!seen_json(&text).contains(steers));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&seen_json(&text)).unwrap(), value);
    }
}
