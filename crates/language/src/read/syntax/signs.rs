//! Signs that stand where TOML has none: what is typed in other languages, and what word processors and web pages put in.
//!
//! A line and the byte of it at which the parser stopped go in; what is wrong and what to type instead come out.

use super::{CURLY, STRAIGHT, Told};

/// Characters that look like a blank or like nothing.
const UNSEEN: [(char, &str); 9] = [
    ('\u{A0}', "a no-break space"),
    ('\u{2007}', "a figure space"),
    ('\u{2009}', "a thin space"),
    ('\u{202F}', "a narrow no-break space"),
    ('\u{3000}', "an ideographic space"),
    ('\u{200B}', "a zero-width space"),
    ('\u{200E}', "a left-to-right mark"),
    ('\u{2060}', "a word joiner"),
    ('\u{FEFF}', "a byte order mark"),
];

/// What begins a remark elsewhere.
const REMARKS: [&str; 6] = ["//", "/*", "<!--", "--", "REM ", "%%"];

/// What is wrong with the sign at this byte, or before the first `=` of the line.
pub(super) fn told(line: &str, column: usize, said: &str) -> Option<Told> {
    let just = |message: &str, hint: &str| Some((message.to_owned(), Some(hint.to_owned())));
    let behind = line.get(column..).unwrap_or_default();
    let before = line.get(..column).unwrap_or_default();
    let key = line.split('=').next().unwrap_or_default();
    let sign = behind.chars().next();
    let unseen = sign.into_iter().chain(key.chars()).find_map(|c| UNSEEN.iter().find(|(own, _)| *own == c));
    if let Some((c, name)) = unseen.filter(|_| !key.contains('"')) {
        let message = format!("{name} (U+{:04X}) stands in this line", u32::from(*c));
        return Some((message, Some("delete it, and type a plain blank if one is meant".to_owned())));
    }
    if REMARKS.iter().any(|remark| line.trim_start().starts_with(remark) || behind.starts_with(remark)) {
        return just("this begins no remark", "a remark begins with #");
    }
    if sign.is_some_and(|sign| CURLY.contains(&sign)) {
        return just("these quotes are for reading", STRAIGHT);
    }
    let trimmed = line.trim();
    if trimmed == "{" || trimmed == "}" || trimmed.starts_with("{ \"") {
        return just(
            "a layout is written in TOML, and this is JSON",
            "[[cards]] in a line, and below it: size = \"63 x 88mm\"",
        );
    }
    if let Some(right) = plain_key(key) {
        let message = format!("`{}` has a dash that is no hyphen", key.trim());
        return Some((message, Some(format!("type it with the hyphen of the keyboard: {right} = …"))));
    }
    if behind.starts_with(',') && behind.trim_end() == "," && said.contains("newline") {
        return just("a line has no comma at its end", "leave it out");
    }
    if behind.starts_with(':') && said.contains("expected `=`") {
        return just("a key and its value have a = between them", "text = \"…\", not text: \"…\"");
    }
    if behind.starts_with(';') && behind.trim_end() != ";" {
        return just("keys have a comma between them, not a semicolon", "write a comma");
    }
    if behind.starts_with('=') && before.trim_end().ends_with([':', '=']) || behind.starts_with("=>") {
        return just("a key and its value have one = between them", "size = \"41 x 63mm\"");
    }
    let is_end = said.contains("missing comma") || said.contains("expected newline");
    let is_header = line.trim_start().starts_with('[') && !line.contains('=');
    if sign.is_some_and(|sign| "}])".contains(sign)) && is_end && !is_header {
        let sign = sign.unwrap_or_default();
        return Some((format!("there is one {sign} too many"), Some(format!("leave out this {sign}"))));
    }
    quotes_in_text(before, behind, said).or_else(|| without_equals(line, said))
}

/// A key with the dashes of a word processor, with hyphens; none if it has none.
fn plain_key(key: &str) -> Option<String> {
    const DASHES: [char; 5] = ['–', '—', '−', '‐', '‑'];
    let right = key.trim().replace(DASHES, "-");
    let is_bare = right.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    (key.contains(DASHES) && is_bare).then_some(right)
}

/// A text that ends too early at a quotation mark of its own: `"He said "Hi""`.
fn quotes_in_text(before: &str, behind: &str, said: &str) -> Option<Told> {
    let quote = before.chars().next_back().filter(|c| matches!(c, '"' | '\''))?;
    let goes_on = behind.starts_with(|c: char| c.is_alphanumeric() || c == '"' || c == '\'');
    if !goes_on || !(said.contains("missing comma") || said.contains("newline")) {
        return None;
    }
    // `text = "name, at = "top"`: the next key stands in the text.
    let start = before.get(..before.len() - 1)?.rfind(quote)?;
    let inside = before.get(start + 1..before.len() - 1)?;
    let swallowed = inside.trim_end().strip_suffix('=').and_then(|rest| rest.rsplit_once(','));
    if let Some((text, key)) =
        swallowed.filter(|(_, key)| key.trim().chars().all(|c| c.is_ascii_alphabetic() || c == '-'))
    {
        let message = format!("the text {quote}{} has no end", shortened(text));
        return Some((message, Some(format!("write {quote} before `, {} =`", key.trim()))));
    }
    let hint = match quote {
        '"' => "a text with \" in it stands between ' and ': 'He said \"Hi\"'",
        _ => "a text with ' in it stands between \" and \": \"Don't\"",
    };
    Some((format!("the text ends at this {quote}, and more follows"), Some(hint.to_owned())))
}

/// The beginning of what was typed.
fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

/// The tables whose keys are addresses of a board.
const ADDRESSED: [&str; 3] = [".at", ".two-colours", ".three-colours"];

/// A key of such a table that needs quotes: `ring 1 of d4 = { … }`. `above` is what the file has above the line.
pub(super) fn bare_address(above: &str, line: &str) -> Option<Told> {
    let header = above.lines().rev().map(str::trim).find(|line| line.starts_with('['))?;
    let table = header.split(']').next()?.trim_matches(['[', ' ']);
    let (key, _) = line.split_once('=')?;
    let key = key.trim();
    let is_address = key.chars().all(|c| c.is_alphanumeric() || " .,|-".contains(c));
    let is_bare = key.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    let is_told = is_address && !is_bare && !key.is_empty();
    ADDRESSED.iter().find(|end| is_told && table.ends_with(**end))?;
    let hint = format!("write \"{key}\" = …");
    Some(("an address of more than one word needs quotes".to_owned(), Some(hint)))
}

/// A key without `=`, or of two words.
fn without_equals(line: &str, said: &str) -> Option<Told> {
    if !said.contains("key with no value") || line.contains(':') {
        return None;
    }
    let line = line.trim();
    let (key, rest) = line.split_once(char::is_whitespace)?;
    let is_key = |word: &str| word.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if !is_key(key) {
        return None;
    }
    match rest.split_once('=') {
        Some((more, _)) if more.split_whitespace().all(is_key) => {
            let words: Vec<&str> = more.split_whitespace().collect();
            Some(("a key is one word".to_owned(), Some(format!("write {key}-{} = …", words.join("-")))))
        }
        _ if rest.trim_start().starts_with(['"', '\'', '[', '{']) => {
            let hint = format!("write {key} = {}", shortened(rest.trim()));
            Some(("a key and its value have a = between them".to_owned(), Some(hint)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn signs_of_other_languages_and_of_web_pages() {
        let comma = "missing comma between array elements, expected `,`";
        for (line, at, said, wanted) in [
            ("size\u{A0}= \"a\"", 4, "invalid unquoted key", "a no-break space (U+00A0) stands in this line"),
            (
                "\u{200B}face = []",
                0,
                "invalid unquoted key",
                "a zero-width space (U+200B) stands in this line",
            ),
            ("size = \"a\" // poker", 11, "expected newline", "this begins no remark"),
            ("face = [{ text = “A” }]", 17, "string values must be quoted", "these quotes are for reading"),
            ("back–bleed = \"2mm\"", 4, "invalid", "`back–bleed` has a dash that is no hyphen"),
            ("size = \"a\",", 10, "expected newline, `#`", "a line has no comma at its end"),
            (
                "a = [{ b: \"A\" }]",
                8,
                "missing assignment, expected `=`",
                "a key and its value have a = between them",
            ),
            ("a = [{ b = 1; c = 2 }]", 12, comma, "keys have a comma between them, not a semicolon"),
            ("size == \"a\"", 6, "extra `=`", "a key and its value have one = between them"),
            ("a = [{ b = 1 }}]", 14, comma, "there is one } too many"),
            ("a = \"say \"Hi\"\"", 10, comma, "the text ends at this \", and more follows"),
            ("card size = \"a\"", 5, "key with no value", "a key is one word"),
            ("size \"63mm\"", 5, "key with no value", "a key and its value have a = between them"),
        ] {
            assert_eq!(told(line, at, said).map(|(message, _)| message).as_deref(), Some(wanted), "{line}");
        }
        for (line, at, said) in
            [("a = \"x", 6, "unclosed"), ("a = [1 2]", 7, comma), ("a", 1, "key with no value")]
        {
            assert_eq!(told(line, at, said), None, "{line}");
        }
    }
}
