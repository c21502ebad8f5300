//! Makes text safe to print on a terminal.
//!
//! - In: text of a layout, a table or a file name.
//! - Out: the same text without control characters, so that a file cannot control the terminal or
//!   hide text.

use std::borrow::Cow;

/// Returns whether a character changes how the text around it is shown.
///
/// Such characters are control characters, line separators, invisible characters, and characters
/// that change the direction of text. Control characters from U+0080 also have an effect on
/// terminals. Joiners are allowed, because some scripts need them.
fn is_control(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
        || matches!(c, '\u{061C}' | '\u{200B}' | '\u{200E}' | '\u{200F}' | '\u{2060}'..='\u{2064}')
        || matches!(c, '\u{FEFF}' | '\u{E0000}'..='\u{E007F}')
}

/// Returns the text with a replacement for each control character.
pub fn escape_control(text: &str) -> Cow<'_, str> {
    match text.contains(is_control) {
        true => Cow::Owned(text.replace(is_control, "\u{FFFD}")),
        false => Cow::Borrowed(text),
    }
}

/// Returns the name of a file as one line of text. Control characters and line ends are replaced.
pub fn escape_name(name: &str) -> Cow<'_, str> {
    match name.contains(breaks_line) {
        true => Cow::Owned(name.replace(breaks_line, "\u{FFFD}")),
        false => Cow::Borrowed(name),
    }
}

/// Returns whether a character ends a line or otherwise changes how the text around it is shown.
fn breaks_line(c: char) -> bool {
    is_control(c) || c.is_control()
}

/// Replaces each control character by visible characters with the same number of bytes, so offsets in
/// the text stay valid.
#[cfg(feature = "render")]
pub fn escape_control_in_place(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match (is_control(c), c.len_utf8()) {
            (false, _) => shown.push(c),
            // In the line end `\r\n`, only `\r` counts as a control character.
            (true, 1) if c == '\r' => shown.push(' '),
            (true, 1) => shown.push('?'),
            (true, 2) => shown.push('¿'),
            (true, 3) => shown.push('\u{FFFD}'),
            (true, _) => shown.push_str("\u{FFFD}?"),
        }
    }
    Cow::Owned(shown)
}

/// Replaces each control character in JSON by an escape. Valid JSON contains such characters only
/// inside strings.
pub fn escape_json(json: &str) -> Cow<'_, str> {
    if !json.contains(is_control) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        match is_control(c) {
            true => c
                .encode_utf16(&mut [0; 2])
                .iter()
                .for_each(|unit| escaped.push_str(&format!("\\u{unit:04x}"))),
            false => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\u{1b}[2J\u{9b}3m\u{202e}b\u{2066}\r\u{7f}\tß\n";
    const UNSEEN: &str = "a\u{200b}b\u{200f}\u{feff}\u{e0041}ß";

    #[test]
    fn control_characters_are_shown_and_not_sent() {
        assert_eq!(escape_control(HOSTILE), "a\u{FFFD}[2J\u{FFFD}3m\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}\tß\n");
        assert_eq!(escape_control("עברית £5"), "עברית £5");
        let in_place = escape_control_in_place(HOSTILE);
        assert_eq!((in_place.len(), in_place.find('ß')), (HOSTILE.len(), HOSTILE.find('ß')));
        assert!(!in_place.contains(is_control));
    }

    #[test]
    fn invisible_characters_and_line_ends_of_names_are_shown() {
        assert_eq!(escape_control(UNSEEN), "a\u{FFFD}b\u{FFFD}\u{FFFD}\u{FFFD}ß");
        let in_place = escape_control_in_place(UNSEEN);
        assert_eq!((in_place.len(), in_place.find('ß')), (UNSEEN.len(), UNSEEN.find('ß')));
        let text = format!("{:#}", serde_json::json!(UNSEEN));
        assert!(!escape_json(&text).contains(is_control));
        assert_eq!(serde_json::from_str::<String>(&escape_json(&text)).unwrap(), UNSEEN);
        assert_eq!(escape_name("a.pdf: clean\nb.toml"), "a.pdf: clean\u{FFFD}b.toml");
        assert_eq!(escape_control("क्‍ष a\u{200c}b"), "क्‍ष a\u{200c}b");
    }

    #[test]
    fn escaped_json_means_the_same() {
        let value = serde_json::json!({ HOSTILE: HOSTILE });
        let text = format!("{value:#}");
        assert!(!escape_json(&text).contains(is_control));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&escape_json(&text)).unwrap(), value);
    }
}
