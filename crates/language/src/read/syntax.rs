//! Explains the syntax errors of a file to users who do not know TOML.
//!
//! - In: the text of a file, and the errors of the TOML parser.
//! - Out: one mistake for each error that the user made, with the text to type instead.
//! - Not here: errors that are mere consequences of another error. For example, after a missing comma,
//!   the parser may report the next line.

use std::ops::ControlFlow;

use hexpress_base::diag::{FileId, Report, SourceSpan, codes};

mod brackets;
mod hashes;
mod line;
mod parser_error;
mod repeated;
mod signs;

use brackets::Unclosed;
use parser_error::{Advice, ParserError, has_odd_quotes, has_open_text};
use repeated::Block;

/// The syntax errors that were already found.
struct SyntaxMistakes<'t> {
    file: FileId,
    text: &'t str,
    report: Report,
    /// The brackets that are never closed.
    unclosed: Vec<Unclosed>,
    /// The lines that belong to a component whose header is missing.
    blocks: Vec<Block<'t>>,
    /// The lines with an error because a text in a list has no closing quote.
    open_texts: Vec<usize>,
    /// The lines in which an error was reported or ignored. Further errors in these lines are ignored.
    handled_lines: Vec<usize>,
    /// The lines in which a colour without quotes is reported, as in `fill = #F00`.
    colour_lines: Vec<usize>,
    /// Whether the last error was in a table with a repeated header. The parser also reports every key
    /// of such a table as repeated.
    in_repeated_table: bool,
    /// The line with the last reported error, if its text has no closing quote and continues in the next
    /// line. An error in the next line is then ignored.
    continued: Option<usize>,
}

/// Returns the mistakes of a text, at most one for each line.
pub fn mistakes(file: FileId, text: &str, errors: &[toml::de::Error]) -> Report {
    let mut parser_errors: Vec<ParserError<'_>> =
        errors.iter().map(|error| ParserError::new(text, error)).collect();
    parser_errors.sort_by_key(|error| error.number);
    let mut mistakes = SyntaxMistakes::new(file, text, &parser_errors);
    for error in &parser_errors {
        if mistakes.is_behind_mistake(error)
            || mistakes.report_unquoted_colours(error.number)
            || mistakes.is_consequence(error)
        {
            continue;
        }
        if mistakes.add(error).is_break() {
            break;
        }
    }
    mistakes.report
}

impl<'t> SyntaxMistakes<'t> {
    /// Reports missing brackets and missing headers.
    ///
    /// The parser also reports consequences of these mistakes. They are ignored later.
    fn new(file: FileId, text: &'t str, parser_errors: &[ParserError<'_>]) -> Self {
        let mut report = Report::default();
        let unclosed = brackets::unclosed(text);
        for bracket in &unclosed {
            report.push(bracket.mistake(file, text));
        }
        let repeated: Vec<usize> =
            parser_errors.iter().filter(|error| error.is_repeated()).map(|error| error.number).collect();
        let blocks = if unclosed.is_empty() { repeated::blocks(text, &repeated) } else { Vec::new() };
        for block in &blocks {
            report.push(block.mistake(file));
        }
        let open_texts = lists_with_open_texts(parser_errors);
        let (handled_lines, colour_lines) = (Vec::new(), Vec::new());
        let (in_repeated_table, continued) = (false, None);
        Self {
            file,
            text,
            report,
            unclosed,
            blocks,
            open_texts,
            handled_lines,
            colour_lines,
            in_repeated_table,
            continued,
        }
    }

    /// Returns whether a parser error is in a part of the file that was already handled: after a bracket
    /// that is not closed, or in a line with an earlier error.
    fn is_behind_mistake(&self, error: &ParserError<'_>) -> bool {
        let line = error.number;
        // The parser misreads everything after a bracket that is not closed.
        if self.unclosed.iter().any(|open| open.line <= line) {
            return true;
        }
        let is_below = line.checked_sub(1).is_some_and(|above| self.handled_lines.contains(&above));
        self.handled_lines.contains(&line) || error.is_trailing() && is_below
    }

    /// Reports colours without quotes, such as `fill = #F00`, to which an error in this line is due. Returns
    /// whether there are such colours. In TOML, such a colour begins a comment, and the parser fails only
    /// in a later line.
    fn report_unquoted_colours(&mut self, line: usize) -> bool {
        let colours = hashes::unquoted_colours(self.text, line);
        for colour in &colours {
            if !self.colour_lines.contains(&colour.line) {
                self.colour_lines.push(colour.line);
                self.report.push(colour.mistake(self.file));
            }
        }
        !colours.is_empty()
    }

    /// Returns whether a parser error is only a consequence of an error in another line that is already
    /// reported.
    fn is_consequence(&mut self, error: &ParserError<'_>) -> bool {
        let line = error.number;
        let is_repeated = error.is_repeated();
        if is_repeated && self.blocks.iter().any(|block| block.lines.contains(&line)) {
            return true;
        }
        let is_header = error.line.trim_start().starts_with('[');
        let is_in_repeated_table = is_repeated && self.in_repeated_table && !is_header;
        if is_in_repeated_table || self.continued.is_some_and(|above| above + 1 == line) {
            self.continued = None;
            // The other errors in this line are consequences, too.
            self.handled_lines.push(line);
            return true;
        }
        self.in_repeated_table = is_repeated && (is_header || self.in_repeated_table);
        self.is_behind_open_text(line)
    }

    /// Reports an error. Returns `Break` if the rest of the file cannot be checked: after a text
    /// without an end, and in a JSON file.
    fn add(&mut self, error: &ParserError<'_>) -> ControlFlow<()> {
        self.handled_lines.push(error.number);
        let mut advice = self.advice(error);
        let open_quotes = self.open_quotes(error);
        if let Some(quotes) = open_quotes
            && !error.says("multi-line")
        {
            advice = Advice::new(
                format!("this text has no closing {quotes}"),
                format!("write {quotes} at the end of the text"),
            );
        }
        let next = self.text.lines().nth(error.number + 1).unwrap_or_default();
        let is_continued =
            open_quotes.is_none() && advice.message.contains("has no closing") && has_odd_quotes(next);
        self.continued = is_continued.then_some(error.number);
        if is_continued {
            let hint =
                "put a text of several lines between \"\"\" and \"\"\", or write \\n for each new line";
            advice.hint = Some(hint.to_owned());
        }
        // For a text without an end, the parser reports the end of the file. The opening quotes are a
        // better place for the mistake.
        let start = open_quotes.and_then(|quotes| self.text.rfind(quotes));
        let place = match (start, open_quotes) {
            (Some(start), Some(quotes)) => start..start + quotes.len(),
            _ => error.span.clone(),
        };
        self.report.push(
            codes::SYNTAX
                .error(format!("this is not valid TOML: {}", advice.message))
                .maybe_hint(advice.hint)
                .at(SourceSpan::new(self.file, place)),
        );
        let is_json = self.text.trim_start().starts_with('{');
        if open_quotes.is_some() || is_json { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn advice(&self, error: &ParserError<'_>) -> Advice {
        if error.is_repeated() {
            return Advice::new(&*error.message, repeated::hint(self.text, error.number));
        }
        let above = self.text.get(..error.span.start).unwrap_or_default();
        signs::bare_address(above, error.line).unwrap_or_else(|| line::advice(error))
    }

    /// If a text in triple quotes has no end, returns its opening quotes. Such a text extends to the
    /// end of the file. Returns `None` if the parser error has another cause.
    ///
    /// A text with three opening quotes and one closing quote has no end, either.
    fn open_quotes(&self, error: &ParserError<'_>) -> Option<&'static str> {
        let is_multi_line = error.says("multi-line");
        let is_open_literal = self.is_unclosed(error, "'''");
        if !(is_multi_line || is_open_literal || self.is_unclosed(error, "\"\"\"")) {
            return None;
        }
        let is_literal = error.says("literal") || !is_multi_line && is_open_literal;
        Some(if is_literal { "'''" } else { "\"\"\"" })
    }

    fn is_unclosed(&self, error: &ParserError<'_>, quotes: &str) -> bool {
        error.says("unclosed") && self.text.matches(quotes).count() % 2 == 1
    }

    /// Returns whether a line above, in the same list, has a text without a closing quote.
    fn is_behind_open_text(&self, line: usize) -> bool {
        self.open_texts.iter().any(|open| {
            let between = self.text.lines().skip(open + 1).take(line.saturating_sub(*open));
            *open < line
                && between
                    .into_iter()
                    .all(|line| line.trim().is_empty() || line.starts_with([' ', '\t', '{', ']', '}', '#']))
        })
    }
}

/// Returns the lines in which a text inside a list has no closing quote. Lines are counted from 0.
///
/// Only lines in which the parser found an error are included.
fn lists_with_open_texts(parser_errors: &[ParserError<'_>]) -> Vec<usize> {
    let mut lines: Vec<usize> = parser_errors
        .iter()
        .filter(|ParserError { line, .. }| {
            has_open_text(line) && !line.contains("\"\"\"") && line.starts_with([' ', '\t', '{'])
        })
        .map(|error| error.number)
        .collect();
    lines.dedup();
    lines
}
