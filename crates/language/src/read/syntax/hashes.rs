//! Finds colours without quotes, as in `fill = #1F4E9E`.
//!
//! The `#` begins a comment. The parser reports an error only in a later line, because the rest of
//! the line with the `#` is lost.
//!
//! - In: the text of a file, and the line in which the parser reports an error.
//! - Out: the unquoted colours in the table that contains this line.

use super::parser_error::KeyInLine;
use hexpress_base::diag::{Diagnostic, FileId, SourceSpan, codes};

/// How many lines are searched above and below an error. Lists of elements are usually shorter.
const REACH: usize = 200;

/// A colour without quotes.
pub(super) struct UnquotedColour<'t> {
    /// The line of the colour, counted from 0.
    pub(super) line: usize,
    /// The byte offset of the colour in the file.
    start: usize,
    key: &'t str,
    /// The colour in the file, such as `#1F4E9E`.
    colour: &'t str,
}

impl UnquotedColour<'_> {
    pub(super) fn mistake(&self, file: FileId) -> Diagnostic {
        let Self { start, key, colour, .. } = self;
        codes::SYNTAX
            .error(format!("this is not valid TOML: `{key}` has no value"))
            .hint(format!("put the value in quotes, because # starts a comment: {key} = \"{colour}\""))
            .at(SourceSpan::new(file, *start..start + colour.len()))
    }
}

/// Returns the colours without quotes in the table that contains `line`.
///
/// Returns an empty list if all of them are below `line`, because they then cannot cause an error in
/// this line.
pub(super) fn unquoted_colours(text: &str, line: usize) -> Vec<UnquotedColour<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let above = lines.get(..=line.min(lines.len().saturating_sub(1))).unwrap_or_default();
    let header = above.iter().rposition(|line| is_header(line));
    let start = header.unwrap_or(0).max(line.saturating_sub(REACH));
    if !above.get(start..).unwrap_or_default().iter().any(|line| unquoted_hash(line).is_some()) {
        return Vec::new();
    }
    let below = lines.get(line + 1..).unwrap_or_default();
    let next_header = below.iter().take(REACH).position(|line| is_header(line));
    let end = next_header.map_or(lines.len().min(line + REACH), |length| line + 1 + length);
    (start..end).filter_map(|line| unquoted_colour(text, line, lines.get(line)?)).collect()
}

fn unquoted_colour<'t>(text: &str, line: usize, typed: &'t str) -> Option<UnquotedColour<'t>> {
    let hash = unquoted_hash(typed)?;
    let key = KeyInLine::before(typed, hash)?.name;
    let line_start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    Some(UnquotedColour { line, start: line_start + hash, key, colour: word_at(typed, hash) })
}

fn is_header(line: &str) -> bool {
    line.trim_start().starts_with('[') && line.contains(']') && !line.contains('=')
}

/// Returns the byte offset of a `#` that directly follows a `=`, and so begins a comment instead of a
/// value. Returns `None` if the line has no such `#`.
fn unquoted_hash(line: &str) -> Option<usize> {
    let mut open_quote = None;
    let mut last = ' ';
    for (at, c) in line.char_indices() {
        match (c, open_quote) {
            ('"' | '\'', None) => open_quote = Some(c),
            (c, Some(quote)) if c == quote => open_quote = None,
            ('#', None) => return (last == '=').then_some(at),
            _ => {}
        }
        if !c.is_whitespace() {
            last = c;
        }
    }
    None
}

/// Returns the word that begins at a byte offset in a line. The word ends before a character that
/// can follow a value.
fn word_at(line: &str, start: usize) -> &str {
    let rest = line.get(start..).unwrap_or_default();
    let end = rest.find([',', ' ', '}', ']', '\t']).unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_found_in_the_table_of_the_error() {
        let text = "[[cards]]\nfill = #123456\nface = [\n]\n[[tiles]]\nfill = #ABCDEF\n";
        let found = unquoted_colours(text, 3);
        assert_eq!(found.iter().map(|found| found.colour).collect::<Vec<_>>(), ["#123456"]);
        assert_eq!(&text[found[0].start..][..7], "#123456");
        assert!(unquoted_colours("a = 1\nfill = #123456\n", 0).is_empty());
    }

    #[test]
    fn a_colour_is_found_at_most_200_lines_above_the_error() {
        let text = |lines: usize| format!("fill = #123456{}", "\n".repeat(lines) + "x");
        assert_eq!(unquoted_colours(&text(REACH), REACH).len(), 1);
        assert_eq!(unquoted_colours(&text(REACH + 1), REACH + 1).len(), 0);
    }

    #[test]
    fn a_hash_in_quotes_is_no_comment() {
        assert_eq!(unquoted_hash("fill = \"#123456\""), None);
        assert_eq!(unquoted_hash("size = 1 # a comment"), None);
    }
}
