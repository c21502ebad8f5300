//! Errors as data: a code, how bad it is, the place, what is wrong, and what would be right.
//!
//! Nothing below the command line prints. Every stage adds to a [`Report`];
//! [`render`] turns one into text.

pub mod codes;
mod grouped;
mod lengths;
mod located;
mod misread;
pub mod near;
#[cfg(feature = "render")]
mod render;
mod seen;
pub mod synonyms;

use crate::base::map::Map;
use std::borrow::Cow;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

pub use codes::Code;
pub use grouped::{Alike, Cause, grouped};
pub use located::{Located, lines_in, locate, place_value};
pub use misread::Misread;
#[cfg(feature = "render")]
pub use render::{render, render_in_order};
pub use seen::{seen, seen_json, seen_name};
use serde_json::{Value, json};

use crate::base::words::words;

words! {
    /// How bad it is.
    Severity:
    /// Nothing is built.
    Error = "error",
    /// Built, but look at it.
    Warning = "warning",
    /// Good to know.
    Note = "note",
}

/// One of the files in [`Sources`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u16);

/// A run of bytes in a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Which file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Place {
    /// The same place in a text that begins `start` bytes later.
    pub fn back(self, start: usize) -> Self {
        let start = u32::try_from(start).unwrap_or(u32::MAX);
        Self { start: self.start.saturating_sub(start), end: self.end.saturating_sub(start), ..self }
    }

    /// The place of `span` in `file`.
    pub fn new(file: FileId, span: Range<usize>) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { file, start: clamp(span.start), end: clamp(span.end) }
    }
}

/// What was made, or the one mistake for which it could not be.
pub type Result<T, E = Diagnostic> = std::result::Result<T, E>;

/// Something to tell the user.
#[must_use]
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// Which kind of mistake: stable, searchable, explained in the reference.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong.
    pub message: String,
    /// Where, if there is a file to point at.
    pub place: Option<Place>,
    /// What would be right.
    pub hint: Option<String>,
    /// Another place that has to do with it, and what.
    pub also: Option<Box<Beside>>,
    /// Which part of a value that was read is wrong.
    pub misread: Option<Box<Misread>>,
    /// The piece that has the mistake, such as `cards/4`: the same mistake of other pieces has one cause.
    pub piece: Option<Box<str>>,
    /// Of how many more pieces the same was found.
    pub more: usize,
    /// What it has in common with mistakes whose messages differ.
    pub cause: Option<Box<Cause>>,
}

/// Another place that has to do with a mistake.
#[derive(Debug, Clone, PartialEq)]
pub struct Beside {
    /// Where.
    pub place: Place,
    /// What stands there.
    pub what: Cow<'static, str>,
}

impl Diagnostic {
    /// An error without a place or a hint.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        code.error(message)
    }

    /// A warning without a place or a hint.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        code.warning(message)
    }

    /// The same, at a place.
    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    /// The same, pointing at another place too.
    pub fn also(mut self, place: Place, what: impl Into<Cow<'static, str>>) -> Self {
        self.also = Some(Box::new(Beside { place, what: what.into() }));
        self
    }

    /// The same, with a word on what would be right.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The same, with this hint where there is one, and else without any.
    pub fn maybe_hint(mut self, hint: Option<String>) -> Self {
        self.hint = hint;
        self
    }

    /// For programs: what all lists of findings say of one.
    pub fn value(&self) -> Value {
        let mut value = json!({
            "code": self.code.to_string(),
            "severity": self.severity.word(),
            "message": self.said(),
            "hint": self.hint,
        });
        if self.more > 0 {
            value["more"] = self.more.into();
        }
        value
    }

    /// The same, with its message behind what it is about, such as `` `file.png`  ``.
    pub fn prefixed(mut self, about: &str) -> Self {
        self.message.insert_str(0, about);
        self
    }

    /// The same, of one piece among others, such as `cards/4`; of none if `piece` is empty.
    pub fn of(mut self, piece: &str) -> Self {
        self.piece = (!piece.is_empty()).then(|| piece.into());
        self
    }

    /// What is wrong, and with which piece.
    pub fn said(&self) -> Cow<'_, str> {
        match &self.piece {
            Some(piece) => format!("{piece}: {}", self.message).into(),
            None => self.message.as_str().into(),
        }
    }
}

/// What is wrong and what would be right, without the place: for errors that pass through a library as text.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said())?;
        self.hint.iter().try_for_each(|hint| write!(f, "; {hint}"))
    }
}

impl std::error::Error for Diagnostic {}

/// A file somebody wrote: its name as the user knows it, and its text.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// As typed on the command line, or `hexagons (bundled)`.
    pub name: String,
    text: Text,
}

/// The text of a file.
#[derive(Debug, Clone, PartialEq)]
enum Text {
    Own(String),
    /// All of a file from a byte on.
    File(Arc<[u8]>, usize),
}

impl Source {
    /// The whole text.
    pub fn text(&self) -> &str {
        match &self.text {
            Text::Own(text) => text,
            // That it is UTF-8 was seen when it was added.
            Text::File(bytes, start) => str::from_utf8(bytes.get(*start..).unwrap_or_default()).unwrap_or(""),
        }
    }
}

/// The files that places point into.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sources(Vec<Source>);

impl Sources {
    /// Adds a file.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.push(name.into(), Text::Own(text.into()))
    }

    /// Adds a file that is kept anyway, from a byte on; it is UTF-8.
    pub fn add_file(&mut self, name: &str, bytes: &Arc<[u8]>, start: usize) -> FileId {
        self.push(name.to_owned(), Text::File(Arc::clone(bytes), start))
    }

    fn push(&mut self, name: String, text: Text) -> FileId {
        self.0.push(Source { name, text });
        FileId(u16::try_from(self.0.len() - 1).unwrap_or(u16::MAX))
    }

    /// The file behind an id.
    pub fn get(&self, id: FileId) -> Option<&Source> {
        self.0.get(usize::from(id.0))
    }
}

/// Counts the mistakes of one table, of which only the first are told: the rest are more of the same.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Few(usize);

impl Few {
    /// The most that are told.
    pub const MOST: usize = 20;

    /// Counts one more; whether it is to be told.
    pub fn more(&mut self) -> bool {
        self.0 += 1;
        self.0 <= Self::MOST
    }

    /// Whether there was any.
    pub fn any(self) -> bool {
        self.0 > 0
    }

    /// Counts a mistake, and reports it if it is one of the first.
    pub fn report(&mut self, report: &mut Report, wrong: Diagnostic) -> Reported {
        if self.more() {
            report.push(wrong);
        }
        Reported(())
    }

    /// Stops where there was any.
    ///
    /// # Errors
    /// That there was.
    pub fn check(self) -> Result<(), Reported> {
        if self.any() { Err(Reported(())) } else { Ok(()) }
    }
}

/// Stands for a value that could not be made, and says that the reason is in the report: nothing more is to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reported(());

impl Reported {
    /// What there is instead of the value.
    pub fn none<T>(self) -> Option<T> {
        None
    }
}

/// Everything that was found so far.
#[must_use]
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    items: Vec<Diagnostic>,
    /// What is there already, and which item it is, so that ten thousand findings are not held against one another.
    seen: Map<u64, usize>,
}

/// Returns a message without the numbers of its lengths in mm, and without the text of the piece that it quotes at its end.
fn without_lengths(message: &str) -> Cow<'_, str> {
    const UNIT: &str = " mm";
    let message = message.rfind(", in \"").map_or(message, |at| &message[..at]);
    if !message.contains(UNIT) {
        return Cow::Borrowed(message);
    }
    let parts =
        message.split(UNIT).map(|part| part.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'));
    Cow::Owned(parts.collect::<Vec<_>>().join(UNIT))
}

impl Report {
    /// The most findings that are kept; further ones are counted.
    const MOST_LISTED: usize = 1000;

    /// Adds one finding; the same finding at the same place is kept once, and counted where it is of another piece.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if diagnostic.code == codes::MORE_MISTAKES {
            self.leave_out(diagnostic.severity, 1 + diagnostic.more);
            return;
        }
        let mut hasher = DefaultHasher::new();
        // What is one mistake of an element comes to other lengths on other pieces.
        let what = match diagnostic.piece {
            Some(_) => without_lengths(&diagnostic.message),
            None => Cow::Borrowed(diagnostic.message.as_str()),
        };
        (diagnostic.code, diagnostic.place, what, &diagnostic.hint).hash(&mut hasher);
        let (key, next) = (hasher.finish(), self.items.len());
        let known = match self.seen.get(&key) {
            Some(known) => *known,
            None if next < Self::MOST_LISTED => *self.seen.entry(key).or_insert(next),
            None => return self.leave_out(diagnostic.severity, 1 + diagnostic.more),
        };
        match self.items.get_mut(known) {
            Some(same) if same.piece == diagnostic.piece => {}
            Some(same) => same.more += 1 + diagnostic.more,
            None => self.items.push(diagnostic),
        }
    }

    /// Counts findings that are not kept. The last entry says how many there are.
    fn leave_out(&mut self, severity: Severity, count: usize) {
        let last = self.items.pop_if(|last| last.code == codes::MORE_MISTAKES);
        let is_error =
            [Some(severity), last.as_ref().map(|last| last.severity)].contains(&Some(Severity::Error));
        let count = count + last.map_or(0, |last| 1 + last.more);
        let more = codes::MORE_MISTAKES.error(format!("{count} more mistakes are not listed"));
        let severity = if is_error { Severity::Error } else { severity };
        let hint = "correct the mistakes that are listed, then run the command again".to_owned();
        self.items.push(Diagnostic { severity, more: count - 1, hint: Some(hint), ..more });
    }

    /// What was found; a mistake is told instead.
    pub fn ok_or_report<T>(&mut self, found: Result<T>) -> Option<T> {
        found.map_err(|wrong| self.push(wrong)).ok()
    }

    /// Adds a mistake, on account of which there is no value.
    pub fn add_error(&mut self, wrong: Diagnostic) -> Reported {
        self.push(wrong);
        Reported(())
    }

    /// Adds all findings of another report.
    pub fn extend(&mut self, other: Self) {
        for item in other.items {
            self.push(item);
        }
    }

    /// What a part of the work comes to, and whether nothing was reported of it. `of` gives the report that is part of
    /// what the work is done with.
    pub fn track_findings<W, T>(
        with: &mut W,
        of: fn(&mut W) -> &mut Self,
        part: impl FnOnce(&mut W) -> T,
    ) -> (T, bool) {
        let before = std::mem::take(of(with));
        let found = part(with);
        let own = std::mem::replace(of(with), before);
        let well = own.is_empty();
        of(with).extend(own);
        (found, well)
    }

    /// How many findings there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether anything here stops the build.
    pub fn has_errors(&self) -> bool {
        self.items.iter().any(|d| d.severity == Severity::Error)
    }

    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// All findings, as they were found.
    pub fn into_items(self) -> Vec<Diagnostic> {
        self.items
    }

    /// The findings in the order of the files' text; those without a place first.
    pub fn sorted(&self) -> Vec<&Diagnostic> {
        let mut all: Vec<_> = self.items.iter().collect();
        all.sort_by_key(|d| d.place.map(|p| (p.file, p.start)));
        all
    }
}

impl From<Diagnostic> for Report {
    fn from(diagnostic: Diagnostic) -> Self {
        let mut report = Self::default();
        report.push(diagnostic);
        report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_beyond_the_most_are_counted() {
        let mut report = Report::default();
        for number in 0..=Report::MOST_LISTED {
            let wrong = codes::BAD_VALUE.warning(format!("number {number}"));
            report.push(wrong.clone());
            report.push(wrong);
            assert_eq!(report.len(), 1 + number);
        }
        // The last one was seen twice, and is not remembered.
        assert_eq!(report.items[Report::MOST_LISTED].message, "2 more mistakes are not listed");
        assert!(!report.has_errors());
        report.push(codes::BAD_VALUE.error("an error"));
        let mut other = Report::default();
        other.push(codes::BAD_VALUE.note("first"));
        other.extend(report);
        let last = other.items.last().unwrap();
        assert_eq!(
            (other.len(), last.message.as_str()),
            (Report::MOST_LISTED + 1, "4 more mistakes are not listed")
        );
        assert!(other.has_errors());
    }

    #[test]
    fn the_same_mistake_of_several_pieces_is_counted() {
        let mut report = Report::default();
        for piece in ["cards/1", "cards/2", "cards/1"] {
            report.push(codes::BAD_VALUE.error("no number").of(piece));
        }
        let items = report.into_items();
        assert_eq!((items.len(), items[0].more, &*items[0].said()), (1, 1, "cards/1: no number"));
    }
}
