//! Finds what is wrong in one line of a file that is not TOML.
//!
//! - In: the line, the byte offset at which the parser stopped, and the message of the parser.
//! - Out: advice from the first rule that recognises the error, or else the message of the parser.
//! - Not here: other lines.

use super::parser_error::{
    Advice, CURLY, KeyInLine, ParserError, USE_STRAIGHT_QUOTES, has_odd_quotes, has_open_text, is_bare,
    value_at,
};
use super::signs;
use crate::values::parse_field::is_digits;

/// The hint for a text without quotes, if it is unknown which key the text belongs to.
const IN_QUOTES: &str = "put text in quotes: size = \"41 x 63mm\"";

/// The length of the longest value that a hint quotes, in bytes.
const MAX_VALUE_LENGTH: usize = 60;

/// The rules for a line. A rule returns `None` if it does not recognise the error. The rules are tried
/// in this order until one of them gives advice.
const RULES: [fn(&ParserError<'_>) -> Option<Advice>; 16] = [
    signs::advice,
    missing_header_bracket,
    header_in_open_list,
    semicolon_at_end,
    decimal_comma,
    bad_escape,
    open_multi_line_text,
    bad_key,
    unclosed_header,
    open_text,
    colon_after_key,
    missing_comma,
    bare_template,
    leading_zero,
    bare_value,
    bare_word,
];

/// Returns what is wrong with a line, and what to type instead.
pub(super) fn advice(error: &ParserError<'_>) -> Advice {
    let found = RULES.iter().find_map(|rule| rule(error));
    found.unwrap_or_else(|| Advice { message: error.message.clone(), hint: None })
}

impl<'t> ParserError<'t> {
    /// Returns the byte offset of the first `=`. If there is none, returns the length of the line.
    fn equals(&self) -> usize {
        self.line.find('=').unwrap_or(self.line.len())
    }

    /// Returns the text before the first `=` in the line.
    fn key(&self) -> &'t str {
        self.line.get(..self.equals()).unwrap_or_default().trim()
    }

    /// Returns the text after the first `=` in the line.
    fn value(&self) -> &'t str {
        self.line.get(self.equals() + 1..).unwrap_or_default().trim()
    }

    /// Returns the line as a header, without spaces around it. Returns `None` if the line cannot be a
    /// header.
    fn header(&self) -> Option<&'t str> {
        let line = self.line.trim();
        Some(line).filter(|line| line.starts_with('[') && !line.contains([',', '=', '{']))
    }
}

/// Recognises a header with a missing `[`, such as `[cards]]`.
fn missing_header_bracket(error: &ParserError<'_>) -> Option<Advice> {
    let header = error.header().filter(|header| header.ends_with("]]") && !header.starts_with("[["))?;
    Some(Advice::new("this header has fewer [ than ]", format!("write [{header}")))
}

/// Recognises a header below a list whose closing bracket is missing.
fn header_in_open_list(error: &ParserError<'_>) -> Option<Advice> {
    error.header().filter(|header| header.ends_with(']') && !error.says("unclosed"))?;
    Some(Advice::new(
        "a table starts here, but a list or table above has no closing bracket",
        "close it with ] or } above this line",
    ))
}

/// Recognises a semicolon at the end of a line, as in `copies = 2;`.
fn semicolon_at_end(error: &ParserError<'_>) -> Option<Advice> {
    // If a text has no closing quote, the semicolon is probably part of the text.
    let is_slip = error.line.trim_end().ends_with(';') && !has_odd_quotes(error.line);
    is_slip.then(|| Advice::new("unexpected `;` at the end of the line", "delete it"))
}

/// Recognises a decimal comma, as in `spacing = 4,5`.
fn decimal_comma(error: &ParserError<'_>) -> Option<Advice> {
    let CommaNumber { whole, fraction } =
        CommaNumber::find(error.line).filter(|_| !has_odd_quotes(error.line))?;
    let hint = match fraction.len() == 3 {
        true => format!(
            "for a number, leave out the comma: {whole}{fraction}; to print the comma, use quotes: \"{whole},{fraction}\""
        ),
        false => format!("write a decimal point: {whole}.{fraction}"),
    };
    Some(Advice::new(format!("`{whole},{fraction}` has a comma"), hint))
}

/// A number with a comma between its digits.
struct CommaNumber<'t> {
    /// The digits before the comma, including a minus sign.
    whole: &'t str,
    fraction: &'t str,
}

impl<'t> CommaNumber<'t> {
    /// Finds the first key whose value is a number with a comma, and returns this number. Returns
    /// `None` if no value is such a number.
    fn find(line: &'t str) -> Option<Self> {
        line.split('=').skip(1).find_map(|rest| Self::parse(rest.trim_start()))
    }

    fn parse(value: &'t str) -> Option<Self> {
        let end = value.find(|c: char| !(c.is_ascii_digit() || "-,".contains(c))).unwrap_or(value.len());
        // A comma at the end separates the number from the next item of a list.
        let (whole, fraction) = value.get(..end)?.trim_end_matches(',').split_once(',')?;
        let is_number = is_digits(whole.trim_start_matches('-')) && is_digits(fraction);
        is_number.then_some(Self { whole, fraction })
    }
}

/// Recognises a backslash that is not escaped, as in `data = "C:\Users\ada\cards.csv"`.
fn bad_escape(error: &ParserError<'_>) -> Option<Advice> {
    if !(error.says("escape") || error.says("unicode")) {
        return None;
    }
    let hint = windows_path(error.line, error.column);
    Some(Advice::new(
        "in a text with double quotes, a backslash changes the meaning of the next letter",
        hint.unwrap_or_else(|| "write / between folders, or put the text in single quotes, where a backslash is an ordinary character".to_owned()),
    ))
}

/// Returns the correction for a Windows path. `column` is the byte offset, in the line, of any
/// character of the path. Returns `None` if the text is not the path of a file.
fn windows_path(line: &str, column: usize) -> Option<String> {
    let quote = line.get(..column.min(line.len()))?.rfind('"')?;
    let KeyInLine { name: key, value_start } = KeyInLine::before(line, quote)?;
    let path = line.get(value_start..)?.strip_prefix('"')?.split('"').next()?;
    let (_, ending) = path.rsplit_once('.')?;
    if !(2..=4).contains(&ending.len()) || !ending.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let is_absolute = path.as_bytes().get(1) == Some(&b':') || path.starts_with(['\\', '/']);
    let file_name = path.rsplit(['\\', '/']).next()?;
    Some(match is_absolute {
        true => {
            format!("copy the file into the folder of the layout, then write {key} = \"{file_name}\"")
        }
        false => format!("write / between folders: {key} = \"{}\"", path.replace('\\', "/")),
    })
}

/// Recognises a text that begins with three quotes and has no end.
fn open_multi_line_text(error: &ParserError<'_>) -> Option<Advice> {
    if !error.says("multi-line") {
        return None;
    }
    let quotes = if error.says("literal") { "'''" } else { "\"\"\"" };
    Some(Advice::new(
        format!("this text has no closing {quotes}"),
        format!("write {quotes} on a separate line below the text"),
    ))
}

/// Recognises a character that keys cannot contain, as in `größe = "poker"`.
fn bad_key(error: &ParserError<'_>) -> Option<Advice> {
    let (key, equals) = (error.key(), error.equals());
    let is_bad = error.says("invalid unquoted key") || !key.chars().all(may_be_in_key);
    if error.column > equals || equals == error.line.len() || key.is_empty() || !is_bad {
        return None;
    }
    let escaped = key.replace('\\', "\\\\").replace('"', "\\\"");
    Some(Advice::new(
        format!("`{key}` needs quotes to be a key"),
        format!("write \"{escaped}\" = …: only letters, digits, - and _ need no quotes"),
    ))
}

/// Returns whether a character can be in a key without quotes.
///
/// Also returns true for quotes, brackets and spaces, because other rules recognise these errors.
fn may_be_in_key(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_\"' []{}".contains(c)
}

/// Recognises a header without its closing bracket, such as `[game`.
fn unclosed_header(error: &ParserError<'_>) -> Option<Advice> {
    let message = if error.says("table") { "this header has more [ than ]" } else { &*error.message };
    (error.line.trim_start().starts_with('[') && error.says("unclosed"))
        .then(|| Advice::new(message, "write as many ] as [, as in [game] or [[cards]]"))
}

/// Recognises a text without its closing quote, as in `title = "Ice`.
fn open_text(error: &ParserError<'_>) -> Option<Advice> {
    if !has_open_text(error.line) {
        return None;
    }
    Some(match error.line.contains(CURLY) {
        true => Advice::new(
            "a text in this line has no closing quote: a curly quote does not close it",
            USE_STRAIGHT_QUOTES,
        ),
        false => Advice::new(
            "a text in this line has no closing quote",
            "write the same quote at both ends of the text: \"…\"",
        ),
    })
}

/// Recognises a colon in place of `=`, as in `size: "poker"`.
fn colon_after_key(error: &ParserError<'_>) -> Option<Advice> {
    let (typed_key, rest) = error.line.split_once(':').filter(|_| error.says("key with no value"))?;
    let (key, value) = (typed_key.trim(), rest.trim().trim_end_matches(','));
    let is_whole = value.starts_with(['"', '\'', '[', '{']) || is_digits(value);
    let hint =
        match is_whole && value.len() <= MAX_VALUE_LENGTH && !key.is_empty() && key.chars().all(is_bare) {
            true => format!("write {key} = {value}"),
            false => "write = instead of the colon, as in size = \"41 x 63mm\"".to_owned(),
        };
    Some(Advice::new("expected `=` between a key and its value", hint))
}

/// Recognises a missing comma, as in `[1 2]`.
fn missing_comma(error: &ParserError<'_>) -> Option<Advice> {
    if !(error.says("missing comma") || error.says("invalid inline table")) {
        return None;
    }
    let end = if error.says("array") { ']' } else { '}' };
    Some(Advice::new(&*error.message, format!("write a comma or a closing {end} before this")))
}

/// Recognises a template without quotes, as in `text = {{ name }}`.
fn bare_template(error: &ParserError<'_>) -> Option<Advice> {
    let line = error.line;
    let braces = error.column.saturating_sub(1);
    let key = KeyInLine::before(line, braces)?;
    line.get(braces..).filter(|rest| rest.starts_with("{{"))?;
    let name = key.name;
    Some(Advice::new(
        format!("the value of `{name}` has no quotes"),
        format!("put the text in quotes: {name} = \"{}\"", key.value(line)),
    ))
}

/// Recognises a number with leading zeros, as in `id = 007`.
fn leading_zero(error: &ParserError<'_>) -> Option<Advice> {
    if !error.says("leading zero") {
        return None;
    }
    let key = KeyInLine::before(error.line, error.column)
        .unwrap_or(KeyInLine { name: error.key(), value_start: 0 });
    let (name, value) = (key.name, key.value(error.line));
    Some(Advice::new(
        "this number starts with 0",
        format!(
            "to keep the zeros, put the number in quotes: {name} = \"{value}\"; if not, delete the zeros"
        ),
    ))
}

/// Recognises a text without quotes, as in `size = poker`.
fn bare_value(error: &ParserError<'_>) -> Option<Advice> {
    const TYPES: [&str; 6] = ["quoted", "boolean", "number", "float", "integer", "datetime"];
    if !TYPES.iter().any(|kind| error.says(kind)) {
        return None;
    }
    let line = error.line;
    let key = KeyInLine::before(line, error.column).filter(|key| !key.name.contains(['"', '\'']));
    Some(match key {
        Some(key) => no_value(key.name, value_at(line, key.value_start), &error.message),
        None => {
            let value = line.get(error.equals()..).unwrap_or_default().trim_start_matches('=').trim();
            no_value(error.key(), value, &error.message)
        }
    })
}

/// Returns the advice for text after `=` that is not a TOML value. `message` is the message of the
/// parser.
fn no_value(key: &str, value: &str, message: &str) -> Advice {
    let word = value.split_whitespace().next().unwrap_or_default();
    if word.starts_with('#') {
        let hint = format!("put the value in quotes, because # starts a comment: {key} = \"{word}\"");
        return Advice::new(format!("`{key}` has no value"), hint);
    }
    if word.is_empty() {
        return Advice::new(format!("`{key}` has no value"), "write a number, or a text in quotes");
    }
    if word.starts_with(CURLY) {
        return Advice::new("these are curly quotes", USE_STRAIGHT_QUOTES);
    }
    let unquoted = match key {
        "" => message.to_owned(),
        key => format!("the value of `{key}` needs quotes"),
    };
    match word.to_ascii_lowercase().as_str() {
        flag @ ("true" | "false") => {
            Advice::new(format!("`{word}` is not a value"), format!("write it in lower case: {flag}"))
        }
        "yes" | "on" => Advice::new(
            format!("`{word}` is not a value"),
            format!("write {key} = true, or, for text, {key} = \"{word}\""),
        ),
        "no" | "off" => Advice::new(
            format!("`{word}` is not a value"),
            format!("write {key} = false, or, for text, {key} = \"{word}\""),
        ),
        _ if value.len() <= MAX_VALUE_LENGTH && !value.contains(['"', '\'', '[']) => {
            Advice::new(unquoted, format!("put text in quotes: {key} = \"{value}\""))
        }
        _ => Advice::new(unquoted, IN_QUOTES),
    }
}

/// Recognises a value without quotes that begins with a letter or a digit, and that no earlier rule
/// has recognised. The parser has several different messages for such values.
fn bare_word(error: &ParserError<'_>) -> Option<Advice> {
    let is_word = error.value().starts_with(|c: char| c.is_ascii_alphanumeric());
    is_word.then(|| Advice::new(&*error.message, IN_QUOTES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comma_between_digits_is_a_decimal_comma() {
        for (line, found) in [
            ("spacing = 4,5", Some(("4", "5"))),
            ("a = { x = -1,000, y = 2 }", Some(("-1", "000"))),
            ("a = [1, 2]", None),
            ("a = 4,", None),
            ("a = 1,2,3", None),
        ] {
            let number = CommaNumber::find(line).map(|number| (number.whole, number.fraction));
            assert_eq!(number, found, "{line}");
        }
    }

    #[test]
    fn a_hint_repeats_a_value_of_at_most_60_bytes() {
        let (short, long) = ("a".repeat(MAX_VALUE_LENGTH), "a".repeat(MAX_VALUE_LENGTH + 1));
        assert!(no_value("key", &short, "").hint.unwrap().contains(&short));
        assert_eq!(no_value("key", &long, "").hint.as_deref(), Some(IN_QUOTES));
    }
}
