//! The mistakes and faults that callers of the library get.
//!
//! - In: the diagnostics that the other modules report.
//! - Out: a [`Mistake`] for each diagnostic, with its code, its text and its place in a file.
//! - Not here: excerpts of the files, which the command line shows.

use std::fmt;

use hexpress_base::diag::{Diagnostic, Report, Severity, Sources, escape_control, locate};

/// A mistake in a layout, or a fault in the finished files.
///
/// For a fault, `place` is the part of the layout that causes the fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    /// The code, for example `HX404`. `hexpress rules` explains all codes.
    pub code: String,
    /// Whether this is an error. If not, it is a warning.
    pub is_error: bool,
    /// What is wrong.
    pub message: String,
    /// How to correct the mistake.
    pub hint: Option<String>,
    /// The place in the layout, or in a file that the layout names.
    pub place: Option<Place>,
}

/// A position in a file. Its text form is `game.toml:3:8`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The name of the layout with its extension, or the name that was given to [`Source::with`].
    ///
    /// [`Source::with`]: crate::Source::with
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in characters, counted from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// All mistakes of a layout that cannot be built, in the order of their places in the file. In the
/// text form, each mistake is a line, and its hint is the next line.
///
/// ```
/// let game = hexpress::Source::layout("oops", "[[cards]]\nsise = 'poker'\n");
/// let wrong = hexpress::build(&game, &hexpress::Options::default()).unwrap_err();
/// assert_eq!(wrong.mistakes[0].hint.as_deref(), Some("did you mean `size`?"));
/// let place = wrong.mistakes[0].place.as_ref().unwrap();
/// assert_eq!((place.file.as_str(), place.line, place.column), ("oops.toml", 2, 1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistakes {
    /// One item for each mistake.
    pub mistakes: Vec<Mistake>,
    text: String,
}

impl fmt::Display for Mistakes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

impl std::error::Error for Mistakes {}

impl Mistakes {
    pub(super) fn new(report: &Report, sources: &Sources) -> Self {
        let mistakes = Mistake::all(report, sources);
        let lines: Vec<String> = mistakes.iter().map(Mistake::to_string).collect();
        Self { mistakes, text: escape_control(&lines.join("\n")).into_owned() }
    }
}

/// Writes the mistake as a line, and its hint as the next line.
impl fmt::Display for Mistake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(out, "{place}: ")?;
        }
        let severity = if self.is_error { "error" } else { "warning" };
        write!(out, "{severity}[{}]: {}", self.code, self.message)?;
        if let Some(hint) = &self.hint {
            write!(out, "\n  help: {hint}")?;
        }
        Ok(())
    }
}

impl Mistake {
    /// Returns all diagnostics of a report, sorted by their places in the files.
    pub(super) fn all(report: &Report, sources: &Sources) -> Vec<Self> {
        report.sorted().into_iter().map(|diagnostic| Self::new(diagnostic, sources)).collect()
    }

    pub(super) fn new(diagnostic: &Diagnostic, sources: &Sources) -> Self {
        let located = diagnostic.place.and_then(|place| locate(sources, place));
        Self {
            code: diagnostic.code.to_string(),
            is_error: diagnostic.severity == Severity::Error,
            message: diagnostic.full_message().into_owned(),
            hint: diagnostic.hint.clone(),
            place: located.map(|at| Place { file: at.file.to_string(), line: at.line, column: at.column }),
        }
    }
}
