//! Finds characters that TOML does not allow.
//!
//! Users know such characters from other languages, or copy them from word processors and web pages.
//!
//! - In: a line, and the byte offset at which the parser stopped.
//! - Out: advice what to type instead, or `None` if the line contains no such character.
//! - Not here: texts in quotes, which may contain any character.

use super::parser_error::{Advice, CURLY, ParserError, USE_STRAIGHT_QUOTES, is_bare};
use hexpress_base::text::shortened;

/// Characters that look like a space or are invisible.
const INVISIBLE: [(char, &str); 9] = [
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

/// The signs that begin a comment in other languages.
const COMMENTS: [&str; 6] = ["//", "/*", "<!--", "--", "REM ", "%%"];

/// Dashes that word processors write instead of hyphens.
const DASHES: [char; 5] = ['–', '—', '−', '‐', '‑'];

/// The ends of table names such as `board.at`. In these tables, the keys are addresses on a board.
const ADDRESS_TABLES: [&str; 3] = [".at", ".two-colours", ".three-colours"];

/// The length of the longest text that a hint quotes, in characters.
const MAX_QUOTED_CHARACTERS: usize = 40;

/// The rules for characters. A rule returns `None` if it does not recognise the error. The rules are
/// tried in this order until one of them gives advice.
const RULES: [fn(&ParserError<'_>) -> Option<Advice>; 9] = [
    invisible_character,
    foreign_comment,
    curly_quote,
    json,
    dash_in_key,
    wrong_separator,
    extra_closing_bracket,
    quotes_in_text,
    missing_equals,
];

/// Returns advice about a character that TOML does not allow.
///
/// The character is where the parser stopped, or before the first `=`. Returns `None` if no rule
/// recognises the error.
pub(super) fn advice(error: &ParserError<'_>) -> Option<Advice> {
    RULES.iter().find_map(|rule| rule(error))
}

impl<'t> ParserError<'t> {
    /// Returns the part of the line before the position at which the parser stopped.
    fn before(&self) -> &'t str {
        self.line.get(..self.column).unwrap_or_default()
    }

    /// Returns the rest of the line, from the position at which the parser stopped.
    fn rest(&self) -> &'t str {
        self.line.get(self.column..).unwrap_or_default()
    }

    /// Returns the character at which the parser stopped. Returns `None` if it stopped at the end of
    /// the line.
    fn sign(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Returns the line up to its first `=`.
    fn untrimmed_key(&self) -> &'t str {
        self.line.split('=').next().unwrap_or_default()
    }
}

fn invisible_character(error: &ParserError<'_>) -> Option<Advice> {
    let key = error.untrimmed_key();
    let (sign, name) = error
        .sign()
        .into_iter()
        .chain(key.chars())
        .find_map(|c| INVISIBLE.iter().find(|(known, _)| *known == c))
        .filter(|_| !key.contains('"'))?;
    Some(Advice::new(
        format!("this line contains {name} (U+{:04X})", u32::from(*sign)),
        "delete it, or replace it with a plain space",
    ))
}

fn foreign_comment(error: &ParserError<'_>) -> Option<Advice> {
    let (line, rest) = (error.line.trim_start(), error.rest());
    COMMENTS
        .iter()
        .find(|begin| line.starts_with(**begin) || rest.starts_with(**begin))
        .map(|begin| format!("`{}` does not start a comment", begin.trim_end()))
        .map(|message| Advice::new(message, "start a comment with #"))
}

fn curly_quote(error: &ParserError<'_>) -> Option<Advice> {
    // In `text = “{{ name }}”`, the parser takes the braces for an inline table and stops inside them.
    // Therefore, the beginning of the value is examined, too.
    let value = error.before().rsplit('=').next().unwrap_or_default().trim_start();
    let is_curly = error.sign().is_some_and(|sign| CURLY.contains(&sign)) || value.starts_with(CURLY);
    is_curly.then(|| Advice::new("these are curly quotes", USE_STRAIGHT_QUOTES))
}

fn json(error: &ParserError<'_>) -> Option<Advice> {
    let line = error.line.trim();
    (line == "{" || line == "}" || line.starts_with("{ \"")).then(|| {
        Advice::new(
            "this is JSON, but a layout is written in TOML",
            "write the line [[cards]] and then the line size = \"63 x 88mm\"",
        )
    })
}

/// Recognises a dash in place of a hyphen in a key, as in `back–bleed = "2mm"`.
fn dash_in_key(error: &ParserError<'_>) -> Option<Advice> {
    let key = error.untrimmed_key().trim();
    let right = key.replace(DASHES, "-");
    let is_key = right.chars().all(|c| is_bare(c) || c == '.');
    (key.contains(DASHES) && is_key).then(|| {
        Advice::new(
            format!("`{key}` has a dash instead of a hyphen"),
            format!("write it with a hyphen: {right} = …"),
        )
    })
}

/// Recognises a comma at the end of a line, and a wrong character in place of `=` or of a comma.
fn wrong_separator(error: &ParserError<'_>) -> Option<Advice> {
    let rest = error.rest();
    if rest.trim_end() == "," && error.says("newline") {
        return Some(Advice::new("unexpected `,` at the end of the line", "delete it"));
    }
    if rest.starts_with(':') && error.says("expected `=`") {
        return Some(Advice::new(
            "expected `=` between a key and its value",
            "write = instead of the colon, as in text = \"…\"",
        ));
    }
    if rest.starts_with(';') && rest.trim_end() != ";" {
        return Some(Advice::new("expected `,` between keys, found `;`", "write a comma"));
    }
    let is_second_sign = rest.starts_with('=') && error.before().trim_end().ends_with([':', '=']);
    (is_second_sign || rest.starts_with("=>")).then(|| {
        Advice::new(
            "expected a single `=` between a key and its value",
            "write only = between the key and its value",
        )
    })
}

/// Recognises a closing bracket that closes nothing, as in `face = [{ text = "Ice" }}]`.
fn extra_closing_bracket(error: &ParserError<'_>) -> Option<Advice> {
    let sign = error.sign().filter(|sign| "}])".contains(*sign))?;
    let is_end = error.says("missing comma") || error.says("expected newline");
    let is_header = error.line.trim_start().starts_with('[') && !error.line.contains('=');
    (is_end && !is_header).then(|| Advice::new(format!("unexpected `{sign}`"), format!("delete this {sign}")))
}

/// Recognises a text that ends too early because it contains a quote, as in `"He said "Hi""`.
fn quotes_in_text(error: &ParserError<'_>) -> Option<Advice> {
    let before = error.before();
    let quote = before.chars().next_back().filter(|c| matches!(c, '"' | '\''))?;
    let goes_on = error.rest().starts_with(|c: char| c.is_alphanumeric() || c == '"' || c == '\'');
    if !goes_on || !(error.says("missing comma") || error.says("newline")) {
        return None;
    }
    // In `text = "name, at = "top"`, a closing quote is missing after `name`, so the key `at` becomes a
    // part of the text.
    let end = before.len() - 1;
    let start = before.get(..end)?.rfind(quote)?;
    let inside = before.get(start + 1..end)?;
    let split = inside.trim_end().strip_suffix('=').and_then(|rest| rest.rsplit_once(','));
    if let Some((text, next_key)) = split
        && next_key.trim().chars().all(|c| c.is_ascii_alphabetic() || c == '-')
    {
        return Some(Advice::new(
            format!(
                "the text that begins with `{quote}{}` has no closing quote",
                shortened(text, MAX_QUOTED_CHARACTERS)
            ),
            format!(
                "add the closing quote: {quote}{}{quote}, {} = …",
                shortened(text, MAX_QUOTED_CHARACTERS),
                next_key.trim()
            ),
        ));
    }
    let hint = match quote {
        '"' => "put a text that contains \" in single quotes: 'He said \"Hi\"'",
        _ => "put a text that contains ' in double quotes: \"Don't\"",
    };
    Some(Advice::new(format!("the text ends at this {quote}, but more follows"), hint))
}

/// Returns advice about an address that needs quotes because it has several words, as in `ring 1 of d4
/// = { … }`. Returns `None` for any other line.
///
/// `above` is the part of the file above the line.
pub(super) fn bare_address(above: &str, line: &str) -> Option<Advice> {
    let header = above.lines().rev().map(str::trim).find(|line| line.starts_with('['))?;
    let table = header.split(']').next()?.trim_matches(['[', ' ']);
    let key = line.split_once('=')?.0.trim();
    let is_address = key.chars().all(|c| c.is_alphanumeric() || " .,|-".contains(c));
    if !is_address || key.chars().all(is_bare) || !ADDRESS_TABLES.iter().any(|end| table.ends_with(end)) {
        return None;
    }
    Some(Advice::new("an address with spaces or punctuation needs quotes", format!("write \"{key}\" = …")))
}

/// Recognises a key without `=`, or a key of two words.
fn missing_equals(error: &ParserError<'_>) -> Option<Advice> {
    if !error.says("key with no value") || error.line.contains(':') {
        return None;
    }
    let (key, rest) = error.line.trim().split_once(char::is_whitespace)?;
    if !key.chars().all(is_bare) {
        return None;
    }
    match rest.split_once('=') {
        Some((more, _)) if more.split_whitespace().all(|word| word.chars().all(is_bare)) => {
            let words: Vec<&str> = more.split_whitespace().collect();
            Some(Advice::new("a key cannot contain spaces", format!("write {key}-{} = …", words.join("-"))))
        }
        _ if rest.trim_start().starts_with(['"', '\'', '[', '{']) => Some(Advice::new(
            "expected `=` between a key and its value",
            format!("write {key} = {}", shortened(rest.trim(), MAX_QUOTED_CHARACTERS)),
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(line: &str, column: usize, error: &str) -> Option<String> {
        let error = ParserError { span: 0..0, number: 0, line, column, message: error.to_owned() };
        advice(&error).map(|advice| advice.message)
    }

    #[test]
    fn signs_of_other_languages_and_of_web_pages() {
        let comma = "missing comma between array elements, expected `,`";
        for (line, at, error, wanted) in [
            ("size\u{A0}= \"a\"", 4, "invalid unquoted key", "this line contains a no-break space (U+00A0)"),
            (
                "\u{200B}face = []",
                0,
                "invalid unquoted key",
                "this line contains a zero-width space (U+200B)",
            ),
            ("size = \"a\" // poker", 11, "expected newline", "`//` does not start a comment"),
            ("face = [{ text = “A” }]", 17, "string values must be quoted", "these are curly quotes"),
            (
                "face = [{ text = “{{ name }}” }]",
                21,
                "missing key for inline table element",
                "these are curly quotes",
            ),
            ("back–bleed = \"2mm\"", 4, "invalid", "`back–bleed` has a dash instead of a hyphen"),
            ("size = \"a\",", 10, "expected newline, `#`", "unexpected `,` at the end of the line"),
            (
                "a = [{ b: \"A\" }]",
                8,
                "missing assignment, expected `=`",
                "expected `=` between a key and its value",
            ),
            ("a = [{ b = 1; c = 2 }]", 12, comma, "expected `,` between keys, found `;`"),
            ("size == \"a\"", 6, "extra `=`", "expected a single `=` between a key and its value"),
            ("a = [{ b = 1 }}]", 14, comma, "unexpected `}`"),
            ("a = \"say \"Hi\"\"", 10, comma, "the text ends at this \", but more follows"),
            ("card size = \"a\"", 5, "key with no value", "a key cannot contain spaces"),
            ("size \"63mm\"", 5, "key with no value", "expected `=` between a key and its value"),
        ] {
            assert_eq!(message(line, at, error).as_deref(), Some(wanted), "{line}");
        }
        for (line, at, error) in
            [("a = \"x", 6, "unclosed"), ("a = [1 2]", 7, comma), ("a", 1, "key with no value")]
        {
            assert_eq!(message(line, at, error), None, "{line}");
        }
    }
}
