//! Mistakes as data: a code, a severity, a place, a message and a hint.
//!
//! - In: the findings of every stage, in a [`Report`].
//! - Out: text or JSON.
//! - Not here: printing. Only the command line prints.

pub mod codes;
mod fix;
mod grouped;
mod lengths;
mod located;
pub mod near;
#[cfg(feature = "render")]
mod render;
pub mod synonyms;
mod terminal_safe;
mod wrong_part;

use crate::sorted_map::SortedMap;
use std::borrow::Cow;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

pub use codes::Code;
pub use fix::{Edit, Fix, Hint};
pub use grouped::{Cause, DiagnosticGroup, grouped};
pub use located::{Located, lines_in, locate, place_to_json};
#[cfg(feature = "render")]
pub use render::{render, render_in_order};
use serde_json::{Value, json};
pub use terminal_safe::{escape_control, escape_json, escape_name};
pub use wrong_part::WrongPart;

use crate::word_enum::word_enum;

word_enum! {
    /// The severity of a finding.
    Severity:
    /// hexpress writes no file.
    Error = "error",
    /// hexpress writes files, but they may not be what the user wants.
    Warning = "warning",
    /// Information only.
    Note = "note",
}

/// The number of a file in [`Sources`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u16);

/// A range of bytes in a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceSpan {
    pub file: FileId,
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl SourceSpan {
    /// Converts a place in a whole file to a place in a part of the file. The part begins at the
    /// byte offset `start` of the file.
    pub fn relative_to(self, start: usize) -> Self {
        let start = u32::try_from(start).unwrap_or(u32::MAX);
        Self { start: self.start.saturating_sub(start), end: self.end.saturating_sub(start), ..self }
    }

    /// Returns a place: the bytes in the range `span` of a file.
    pub fn new(file: FileId, span: Range<usize>) -> Self {
        let [start, end] = [span.start, span.end].map(|byte| u32::try_from(byte).unwrap_or(u32::MAX));
        Self { file, start, end }
    }
}

/// A value, or the mistake that explains why there is no value.
pub type Result<T, E = Diagnostic> = std::result::Result<T, E>;

/// A finding that is reported to the user.
#[must_use]
#[derive(Debug, Clone, PartialEq)]
pub struct Diagnostic {
    /// The code of the kind of mistake. Codes are stable, and the reference explains them.
    pub code: Code,
    /// The severity. It may be different from the usual severity of the code.
    pub severity: Severity,
    /// The message. It names neither the place nor the piece.
    pub message: String,
    /// The place in a file, if the finding has one.
    pub place: Option<SourceSpan>,
    /// What the user can do to correct the mistake.
    pub hint: Option<String>,
    /// A second place that has to do with the mistake.
    pub related_place: Option<Box<RelatedPlace>>,
    /// The wrong part of a value, and its correction.
    pub wrong_part: Option<Box<WrongPart>>,
    /// The piece with the mistake, such as `cards/4`. If findings differ only in the piece, only
    /// one of them is kept.
    pub piece: Option<Box<str>>,
    /// How many other pieces have the same mistake.
    pub unlisted_count: usize,
    /// The cause of this mistake, if mistakes with other messages have the same cause.
    pub cause: Option<Box<Cause>>,
}

/// A second place that has to do with a mistake.
#[derive(Debug, Clone, PartialEq)]
pub struct RelatedPlace {
    pub place: SourceSpan,
    pub remark: Cow<'static, str>,
}

impl Diagnostic {
    /// Returns an error without a place or a hint.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        code.error(message)
    }

    /// Returns a warning without a place or a hint.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        code.warning(message)
    }

    pub fn at(mut self, place: SourceSpan) -> Self {
        self.place = Some(place);
        self
    }

    /// Adds a second place with a remark about it.
    pub fn related_place(mut self, place: SourceSpan, remark: impl Into<Cow<'static, str>>) -> Self {
        self.related_place = Some(Box::new(RelatedPlace { place, remark: remark.into() }));
        self
    }

    /// Sets the hint and its correction.
    pub fn hint(mut self, hint: impl Into<Hint>) -> Self {
        let Hint { words, fix } = hint.into();
        self.hint = Some(words);
        self.with_fix(fix)
    }

    /// Sets or removes the hint and its correction.
    pub fn maybe_hint(mut self, hint: Option<impl Into<Hint>>) -> Self {
        match hint.map(Into::into) {
            Some(Hint { words, fix }) => {
                self.hint = Some(words);
                self.with_fix(fix)
            }
            None => {
                self.hint = None;
                self.with_fix(None)
            }
        }
    }

    /// Returns the finding as a JSON object, without its place.
    pub fn value(&self) -> Value {
        let mut value = json!({
            "code": self.code.to_string(),
            "severity": self.severity.word(),
            "message": self.full_message(),
            "hint": self.hint,
        });
        if self.unlisted_count > 0 {
            value["more"] = self.unlisted_count.into();
        }
        value
    }

    /// Inserts `about` before the message. `about` may name a file, for example: `` `file.png` ``.
    pub fn prefixed(mut self, about: &str) -> Self {
        self.message.insert_str(0, about);
        self
    }

    /// Sets the piece, such as `cards/4`. If `piece` is empty, removes it.
    pub fn of_piece(mut self, piece: &str) -> Self {
        self.piece = (!piece.is_empty()).then(|| piece.into());
        self
    }

    /// Returns the message. If the finding is about a piece, the name of the piece comes first.
    pub fn full_message(&self) -> Cow<'_, str> {
        match &self.piece {
            Some(piece) => format!("{piece}: {}", self.message).into(),
            None => self.message.as_str().into(),
        }
    }
}

/// Writes the message and the hint, without the place. This text is used for errors that pass
/// through the code of another library, such as serde.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.full_message())?;
        self.hint.iter().try_for_each(|hint| write!(f, "; {hint}"))
    }
}

impl std::error::Error for Diagnostic {}

/// A file of the user: its name and its text.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// The name that the user typed on the command line, or `hexagons (bundled)`.
    pub name: String,
    text: Text,
}

/// The text of a file, or the bytes that contain it.
#[derive(Debug, Clone, PartialEq)]
enum Text {
    Owned(String),
    /// The bytes of a file. The text begins at the offset `start`.
    Shared {
        bytes: Arc<[u8]>,
        start: usize,
    },
}

impl Source {
    pub fn text(&self) -> &str {
        match &self.text {
            Text::Owned(text) => text,
            // The bytes are UTF-8, as `add_file` requires.
            Text::Shared { bytes, start } => {
                str::from_utf8(bytes.get(*start..).unwrap_or_default()).unwrap_or("")
            }
        }
    }
}

/// The files to which findings refer.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Sources(Vec<Source>);

impl Sources {
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.push(name.into(), Text::Owned(text.into()))
    }

    /// Adds a file whose text begins at the offset `start` of these bytes. The bytes must be UTF-8,
    /// and are not copied.
    pub fn add_file(&mut self, name: &str, bytes: &Arc<[u8]>, start: usize) -> FileId {
        self.push(name.to_owned(), Text::Shared { bytes: Arc::clone(bytes), start })
    }

    fn push(&mut self, name: String, text: Text) -> FileId {
        self.0.push(Source { name, text });
        FileId(u16::try_from(self.0.len() - 1).unwrap_or(u16::MAX))
    }

    pub fn get(&self, id: FileId) -> Option<&Source> {
        self.0.get(usize::from(id.0))
    }
}

/// Counts mistakes, for example those in a table. Only the first [`MistakeLimit::MAX_REPORTED`] mistakes
/// are reported.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MistakeLimit(usize);

impl MistakeLimit {
    /// The largest number of mistakes that are reported.
    pub const MAX_REPORTED: usize = 20;

    /// Counts a mistake. Returns whether it is among the first [`Self::MAX_REPORTED`].
    pub fn count(&mut self) -> bool {
        self.0 += 1;
        self.0 <= Self::MAX_REPORTED
    }

    /// Returns the first [`Self::MAX_REPORTED`] items, each with a number for [`Diagnostic::unlisted_count`].
    /// The number of the last returned item says how many items are left out. All other numbers are 0.
    pub fn first_of<T>(items: &[T]) -> impl Iterator<Item = (&T, usize)> {
        let listed = items.len().min(Self::MAX_REPORTED);
        let more = move |number: usize| if number + 1 == listed { items.len() - listed } else { 0 };
        items.iter().take(listed).enumerate().map(move |(number, item)| (item, more(number)))
    }

    pub fn any(self) -> bool {
        self.0 > 0
    }

    /// Counts a mistake, and reports it if it is among the first [`Self::MAX_REPORTED`].
    pub fn report(&mut self, report: &mut Report, diagnostic: Diagnostic) -> Reported {
        if self.count() {
            report.push(diagnostic);
        }
        Reported(())
    }

    /// Returns `Ok` if no mistake was counted.
    ///
    /// # Errors
    /// A mistake was counted. The report already contains it.
    pub fn check(self) -> Result<(), Reported> {
        if self.any() { Err(Reported(())) } else { Ok(()) }
    }
}

/// Proof that a mistake was added to the report. If a value is missing because of this mistake, no
/// further mistake needs to be reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reported(());

impl Reported {
    /// Returns `None`. Use this function for a value that is missing because of a reported mistake.
    pub fn none<T>(self) -> Option<T> {
        None
    }
}

/// The findings of a stage, in the order in which they were found.
#[must_use]
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    items: Vec<Diagnostic>,
    /// The index of each finding in `items`, to find duplicates fast. The key is a hash of the
    /// finding's code, place, message and hint.
    index_by_hash: SortedMap<u64, usize>,
}

/// Returns a message without lengths in mm, and without the quoted text at its end.
///
/// The same mistake then has the same text on all pieces.
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
    /// The largest number of findings that the report keeps. Further findings are only counted.
    const MAX_LISTED: usize = 1000;

    /// Adds a finding, unless the report already contains the same finding for the same place. A
    /// finding that differs from another one only in the piece is counted, but not added.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if diagnostic.code == codes::MORE_MISTAKES {
            self.leave_out(diagnostic.severity, 1 + diagnostic.unlisted_count);
            return;
        }
        let mut hasher = DefaultHasher::new();
        // Messages about the same mistake of an element may contain a different length for each piece.
        let what = match diagnostic.piece {
            Some(_) => without_lengths(&diagnostic.message),
            None => Cow::Borrowed(diagnostic.message.as_str()),
        };
        (diagnostic.code, diagnostic.place, what, &diagnostic.hint).hash(&mut hasher);
        let (key, next) = (hasher.finish(), self.items.len());
        let known = match self.index_by_hash.get(&key) {
            Some(known) => *known,
            None if next < Self::MAX_LISTED => *self.index_by_hash.entry(key).or_insert(next),
            None => return self.leave_out(diagnostic.severity, 1 + diagnostic.unlisted_count),
        };
        match self.items.get_mut(known) {
            Some(same) if same.piece == diagnostic.piece => {}
            Some(same) => same.unlisted_count += 1 + diagnostic.unlisted_count,
            None => self.items.push(diagnostic),
        }
    }

    /// Counts findings that the report does not keep. The last finding of the report says how many
    /// findings were left out.
    fn leave_out(&mut self, severity: Severity, count: usize) {
        let last = self.items.pop_if(|last| last.code == codes::MORE_MISTAKES);
        let is_error =
            [Some(severity), last.as_ref().map(|last| last.severity)].contains(&Some(Severity::Error));
        let count = count + last.map_or(0, |last| 1 + last.unlisted_count);
        let more = codes::MORE_MISTAKES.error(format!("{count} more mistakes are not listed"));
        let severity = if is_error { Severity::Error } else { severity };
        let hint = "correct the mistakes that are listed, then run the command again".to_owned();
        self.items.push(Diagnostic { severity, unlisted_count: count - 1, hint: Some(hint), ..more });
    }

    /// Returns the value of `found`. If `found` is an error, reports the error and returns `None`.
    pub fn ok_or_report<T>(&mut self, found: Result<T>) -> Option<T> {
        found.map_err(|diagnostic| self.push(diagnostic)).ok()
    }

    /// Adds a mistake that explains why a value is missing. The result proves that the mistake was added.
    pub fn add_error(&mut self, diagnostic: Diagnostic) -> Reported {
        self.push(diagnostic);
        Reported(())
    }

    pub fn extend(&mut self, other: Self) {
        for item in other.items {
            self.push(item);
        }
    }

    /// Runs `part`. Returns its result, and the findings that `part` added. `report_of` returns the
    /// report to which `part` adds findings.
    pub fn track_findings<W, T>(
        with: &mut W,
        report_of: fn(&mut W) -> &mut Self,
        part: impl FnOnce(&mut W) -> T,
    ) -> (T, Vec<Diagnostic>) {
        let before = std::mem::take(report_of(with));
        let found = part(with);
        let findings = std::mem::replace(report_of(with), before).into_items();
        findings.iter().cloned().for_each(|finding| report_of(with).push(finding));
        (found, findings)
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn has_errors(&self) -> bool {
        self.items.iter().any(|d| d.severity == Severity::Error)
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns all findings in the order in which they were found.
    pub fn into_items(self) -> Vec<Diagnostic> {
        self.items
    }

    /// Returns the findings sorted by file and by place in the file. Findings without a place come
    /// first.
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
        for number in 0..=Report::MAX_LISTED {
            let diagnostic = codes::BAD_VALUE.warning(format!("number {number}"));
            report.push(diagnostic.clone());
            report.push(diagnostic);
            assert_eq!(report.len(), 1 + number);
        }
        // The report was full when the last finding was pushed. This finding was pushed twice, and
        // both calls counted it.
        assert_eq!(report.items[Report::MAX_LISTED].message, "2 more mistakes are not listed");
        assert!(!report.has_errors());
        report.push(codes::BAD_VALUE.error("an error"));
        let mut other = Report::default();
        other.push(codes::BAD_VALUE.note("first"));
        other.extend(report);
        let last = other.items.last().unwrap();
        assert_eq!(
            (other.len(), last.message.as_str()),
            (Report::MAX_LISTED + 1, "4 more mistakes are not listed")
        );
        assert!(other.has_errors());
    }

    #[test]
    fn the_first_twenty_mistakes_of_a_table_are_reported() {
        let mut limit = MistakeLimit::default();
        assert!(!limit.any());
        let reported: Vec<bool> = (0..22).map(|_| limit.count()).collect();
        assert_eq!(reported, [[true; 20].as_slice(), &[false; 2]].concat());
        assert!(limit.any());
    }

    #[test]
    fn the_same_mistake_of_several_pieces_is_counted() {
        let mut report = Report::default();
        for piece in ["cards/1", "cards/2", "cards/1"] {
            report.push(codes::BAD_VALUE.error("no number").of_piece(piece));
        }
        let items = report.into_items();
        assert_eq!(
            (items.len(), items[0].unlisted_count, &*items[0].full_message()),
            (1, 1, "cards/1: no number")
        );
    }
}
