//! Finds lists and tables that have no end.
//!
//! - In: the text of a file that is not TOML.
//! - Out: the brackets that are never closed, each with the place where its closing bracket should be.
//! - Not here: other syntax errors, which the TOML parser finds. If a bracket is missing, the
//!   parser reads on to the end of the file, and does not find the place of the mistake.

use std::mem;
use std::ops::{ControlFlow, Range};

use super::parser_error::{CURLY, KeyInLine};
use hexpress_base::diag::{Diagnostic, FileId, SourceSpan, codes};

/// The largest number of characters of a line that a hint quotes.
const MAX_QUOTED_CHARACTERS: usize = 40;

/// A bracket that is never closed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unclosed {
    /// The byte offset of the bracket in the file.
    start: usize,
    /// The line of the bracket, counted from 0.
    pub(super) line: usize,
    problem: Problem,
    hint: String,
    /// The byte range of the text after the missing closing bracket. `None` if the closing bracket is
    /// missing at the end of the file.
    next: Option<Range<usize>>,
}

/// What is wrong with a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Problem {
    OpenList,
    OpenTable,
    /// The opening bracket of a list is not `[`.
    OtherBracket,
}

impl Unclosed {
    /// Returns the mistake. Its place is the bracket.
    pub(super) fn mistake(&self, file: FileId, text: &str) -> Diagnostic {
        let line_start =
            text.get(..self.start).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
        let line = text.get(line_start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let column = self.start - line_start;
        let key = KeyInLine::before(line, column).filter(|key| key.value_start == column);
        let named = key.map_or_else(|| "that starts here".to_owned(), |key| format!("`{}`", key.name));
        let message = match self.problem {
            Problem::OpenList => format!("the list {named} has no closing bracket"),
            Problem::OpenTable => format!("the table {named} has no closing bracket"),
            Problem::OtherBracket => format!("the list {named} needs the brackets [ and ]"),
        };
        let diagnostic = codes::SYNTAX
            .error(format!("this is not valid TOML: {message}"))
            .hint(&*self.hint)
            .at(SourceSpan::new(file, self.start..self.start + 1));
        match &self.next {
            Some(next) if self.problem != Problem::OtherBracket => diagnostic
                .related_place(SourceSpan::new(file, next.clone()), "the bracket is missing before this"),
            _ => diagnostic,
        }
    }
}

/// A bracket that is still open at the current position.
struct OpenBracket {
    /// The byte offset of the bracket in the file.
    start: usize,
    /// The line of the bracket, counted from 0.
    line: usize,
    /// The number of spaces at the beginning of the line.
    indent: usize,
    kind: BracketKind,
}

/// What an opening bracket begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BracketKind {
    List,
    Table,
}

impl OpenBracket {
    /// Returns the matching closing bracket.
    fn closing(&self) -> char {
        match self.kind {
            BracketKind::List => ']',
            BracketKind::Table => '}',
        }
    }

    fn unclosed(&self, hint: String, next: Option<Range<usize>>) -> Unclosed {
        let problem = match self.kind {
            BracketKind::List => Problem::OpenList,
            BracketKind::Table => Problem::OpenTable,
        };
        Unclosed { start: self.start, line: self.line, problem, hint, next }
    }
}

/// Finds brackets without a closing bracket in a text.
///
/// Returns an empty list if quotes are missing or curly, or if a `#` is in the place of a value.
/// Brackets may then be parts of texts or comments.
pub(super) fn unclosed(text: &str) -> Vec<Unclosed> {
    Scanner {
        text,
        at: 0,
        line: 0,
        open: Vec::new(),
        found: Vec::new(),
        last: SourceCharacter { start: 0, character: '\n', line: 0 },
    }
    .run()
    .unwrap_or_default()
}

/// A character of the file, other than white space.
#[derive(Clone, Copy)]
struct SourceCharacter {
    /// The byte offset in the file.
    start: usize,
    character: char,
    /// The line, counted from 0.
    line: usize,
}

/// Reads a text from the beginning to the end, and records which brackets are open.
struct Scanner<'t> {
    text: &'t str,
    /// The byte offset of the current position.
    at: usize,
    /// The line of the current position, counted from 0.
    line: usize,
    /// The open brackets, the outermost first.
    open: Vec<OpenBracket>,
    found: Vec<Unclosed>,
    /// The last character that was read, other than white space.
    last: SourceCharacter,
}

impl Scanner<'_> {
    /// Returns the brackets that are never closed. Returns `None` if brackets may be parts of texts
    /// or comments.
    fn run(mut self) -> Option<Vec<Unclosed>> {
        let mut is_line_start = true;
        while let Some(rest) = self.text.get(self.at..).filter(|rest| !rest.is_empty()) {
            if mem::take(&mut is_line_start) {
                let typed = rest.lines().next().unwrap_or_default();
                if self.begin_line(typed) {
                    self.at += typed.len();
                    continue;
                }
            }
            let character = rest.chars().next()?;
            match character {
                '\n' => {
                    self.line += 1;
                    is_line_start = true;
                }
                '#' if self.is_after_equals() => return None,
                '#' => {
                    self.at += rest.find('\n').unwrap_or(rest.len());
                    continue;
                }
                '"' | '\'' => {
                    self.skip_text(rest, character)?;
                    continue;
                }
                '[' | '{' if self.opened(character)?.is_break() => return Some(self.found),
                // `opened` has added this bracket to `open`.
                '[' | '{' => {}
                '(' if self.is_after_equals() => {
                    let open =
                        OpenBracket { start: self.at, line: self.line, indent: 0, kind: BracketKind::List };
                    let hint = "write [ and ] around the list instead of ( and )".to_owned();
                    self.found.push(Unclosed { problem: Problem::OtherBracket, ..open.unclosed(hint, None) });
                    return Some(self.found);
                }
                ']' | '}' => self.closed(character),
                _ if CURLY.contains(&character) => return None,
                _ => {}
            }
            if !character.is_whitespace() {
                self.last = SourceCharacter { start: self.at, character, line: self.line };
            }
            self.at += character.len_utf8();
        }
        let last_line = self.last.line + 1;
        self.found.extend(self.open.iter().map(|open| {
            let hint = format!("write {} below line {last_line}", open.closing());
            open.unclosed(hint, None)
        }));
        Some(self.found)
    }

    /// Returns whether the last character is a `=` on the same line.
    fn is_after_equals(&self) -> bool {
        self.last.character == '=' && self.last.line == self.line
    }

    /// Skips the text in quotes at the start of `rest`. Returns `None` if the text has no end.
    fn skip_text(&mut self, rest: &str, quote: char) -> Option<()> {
        let length = text_length(rest, quote)?;
        self.line += rest.get(..length)?.matches('\n').count();
        self.last = SourceCharacter { start: self.at + length - 1, character: quote, line: self.line };
        self.at += length;
        Some(())
    }

    /// Reports the outermost bracket that should have been closed before this line. Removes this
    /// bracket, and the brackets inside it, from `open`. Returns whether the line is the header of a
    /// table.
    fn begin_line(&mut self, typed: &str) -> bool {
        let indent = typed.len() - typed.trim_start().len();
        let place = self.at + indent..self.at + typed.trim_end().len();
        if is_header(typed) || self.open.is_empty() && typed.trim_start().starts_with('[') {
            // Only the outermost bracket is reported, because the brackets inside it may be closed
            // correctly.
            if let Some(open) = self.open.drain(..).next() {
                let header = shortened(typed.trim());
                let hint = format!(
                    "write {} on a new line above line {}, `{header}`",
                    open.closing(),
                    self.line + 1
                );
                self.found.push(open.unclosed(hint, Some(place)));
            }
            return true;
        }
        let Some(key) = key_at_start(typed).filter(|_| !self.continues_table(indent)) else { return false };
        let first = self.open.iter().position(|open| {
            let ends_above = open.kind == BracketKind::List || indent <= open.indent;
            ends_above && open.line < self.line
        });
        if let Some(open) = first.and_then(|first| self.open.drain(first..).next()) {
            let hint =
                format!("write {} on a new line above line {}, `{key}`", open.closing(), self.line + 1);
            self.found.push(open.unclosed(hint, Some(place.start..place.start + key.len())));
        }
        false
    }

    /// Returns whether a key at the beginning of a line belongs to the innermost open table. Such a
    /// table extends over several lines. `indent` is the number of spaces before the key.
    fn continues_table(&self, indent: usize) -> bool {
        self.open.last().is_some_and(|open| {
            let is_aligned = indent > 0 && indent == open.indent && self.last.character == ',';
            open.kind == BracketKind::Table && (indent > open.indent || is_aligned)
        })
    }

    /// Handles an opening bracket.
    ///
    /// Returns `Break` if a mistake makes the rest of the file unintelligible. Returns `None` for a
    /// template without quotes, because the brackets then cannot be checked.
    fn opened(&mut self, bracket: char) -> Option<ControlFlow<()>> {
        let last = self.last;
        let place = self.at..self.at + 1;
        if bracket == '{' && last.character == '{' {
            // Two braces on the same line are a template without quotes. On different lines, the first
            // one was probably typed instead of the `[` of a list.
            let open = self.open.last().filter(|_| last.line < self.line)?;
            let hint = "write [ and ] around the whole list instead of { and }".to_owned();
            self.found.push(Unclosed { problem: Problem::OtherBracket, ..open.unclosed(hint, Some(place)) });
            return Some(ControlFlow::Break(()));
        }
        // This `{` begins a new element, although the previous element is not closed.
        if bracket == '{'
            && last.character != '='
            && self.open.last().is_some_and(|open| open.kind == BracketKind::Table)
        {
            let open = self.open.pop()?;
            let hint = match last.line == self.line {
                true => "write } before the next {".to_owned(),
                false => format!("write }} at the end of line {}", last.line + 1),
            };
            self.found.push(open.unclosed(hint, Some(place)));
        }
        let line_start = self.text.get(..self.at)?.rfind('\n').map_or(0, |end| end + 1);
        let before = self.text.get(line_start..self.at)?;
        let indent = before.len() - before.trim_start().len();
        let kind = if bracket == '[' { BracketKind::List } else { BracketKind::Table };
        self.open.push(OpenBracket { start: self.at, line: self.line, indent, kind });
        Some(ControlFlow::Continue(()))
    }

    /// Closes the last open bracket of this kind. Reports the brackets inside it that are not closed.
    ///
    /// A bracket that closes nothing is ignored, because the parser reports it.
    fn closed(&mut self, bracket: char) {
        let kind = if bracket == ']' { BracketKind::List } else { BracketKind::Table };
        if !self.open.iter().any(|open| open.kind == kind) {
            return;
        }
        while let Some(open) = self.open.pop().filter(|open| open.kind != kind) {
            let between = self.text.get(self.last.start..self.at);
            let hint = match between.is_some_and(|between| between.contains('\n')) {
                true => format!("write {} at the end of line {}", open.closing(), self.last.line + 1),
                false => format!("write {} before this {bracket}", open.closing()),
            };
            self.found.push(open.unclosed(hint, Some(self.at..self.at + 1)));
        }
    }
}

/// Returns the length of the text at the beginning of `rest`, in bytes and including its quotes.
///
/// Returns `None` if the text has no end.
fn text_length(rest: &str, quote: char) -> Option<usize> {
    let three = [quote; 3].iter().collect::<String>();
    let is_long = rest.starts_with(&three);
    let quotes = if is_long { three.as_str() } else { &three[..1] };
    let mut at = quotes.len();
    loop {
        let inside = rest.get(at..)?;
        if let Some(behind) = inside.strip_prefix(quotes) {
            let more = behind.chars().take_while(|c| is_long && *c == quote).count();
            return Some(at + quotes.len() + more);
        }
        let sign = inside.chars().next().filter(|sign| is_long || *sign != '\n')?;
        at += sign.len_utf8();
        if sign == '\\' && quote == '"' {
            at += rest.get(at..)?.chars().next()?.len_utf8();
        }
    }
}

/// Returns whether a line is the header of a table. A list inside a list also begins with `[`, but is
/// not a header.
fn is_header(typed: &str) -> bool {
    let line = typed.split('#').next().unwrap_or_default().trim();
    without_brackets(line).map(|inner| without_brackets(inner).unwrap_or(inner)).is_some_and(|name| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_. \"".contains(c))
    })
}

fn without_brackets(text: &str) -> Option<&str> {
    text.strip_prefix('[')?.strip_suffix(']')
}

/// Returns the key at the beginning of a line. Returns `None` if the line does not begin with a key and
/// a `=`.
fn key_at_start(typed: &str) -> Option<&str> {
    let (before, value) = typed.split_once('=')?;
    let key = before.trim();
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    (is_key && !value.starts_with('=')).then_some(key)
}

fn shortened(text: &str) -> &str {
    text.char_indices().nth(MAX_QUOTED_CHARACTERS).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::unclosed;

    #[test]
    fn a_bracket_belongs_before_what_follows() {
        for (text, begins, hint) in [
            ("face = [\n  { a = 1 },\nback = [\n]\n", "[", "write ] on a new line above line 3, `back`"),
            (
                "face = [\n  { a = 1 },\n[cards.must]\nb = 1\n",
                "[",
                "write ] on a new line above line 3, `[cards.must]`",
            ),
            ("face = [\n  { a = 1 ,\n  { b = 2 },\n]\n", "{ a", "write } at the end of line 2"),
            ("face = [\n  { a = 1\n]\n", "{ a", "write } at the end of line 2"),
            ("face = [{ a = 1 ]\n", "{ a", "write } before this ]"),
            ("face = [\n  { a = 1 },\n", "[", "write ] below line 2"),
            ("a = { b = 1\nc = 2\n", "{", "write } on a new line above line 2, `c`"),
        ] {
            let found = unclosed(text);
            assert_eq!(found.len(), 1, "{text}{found:?}");
            assert_eq!(found[0].hint, hint);
            assert!(text[found[0].start..].starts_with(begins), "{text}");
        }
    }

    #[test]
    fn brackets_in_texts_and_comments_do_not_count() {
        for text in [
            "[[cards]]\na = '[' # [\nb = \"\\\"{\"\n",
            "a = '''\n[ {\n'''\nb = [\n  1,\n  [2, 3],\n]\n",
            "a = \"[\nb = 2\n",
            "a = { b = #1F4E9E }\n",
            "a = {{ name }}\n",
            "a = “[”\n",
            "a = {\n  b = 1,\n}\n",
            "a = [{ b = [1],\n  c = 2 }]\n",
            "a = [\n  { b = [1],\n  c = [{ d = 2,\n  e = 3 }] },\n]\n",
        ] {
            assert_eq!(unclosed(text), [], "{text}");
        }
    }
}
