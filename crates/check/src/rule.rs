//! What a rule is: one function, and what there is to say about it.

use super::facts::{Facts, PageContext};
use super::fault::Findings;
use crate::diag::{Code, Severity};

/// A rule, with all that `hexpress rules CODE` says of it.
pub struct Rule {
    /// Its code.
    pub code: Code,
    /// What holds where it is kept, in a few words.
    pub title: &'static str,
    /// Why anybody should care.
    pub why: &'static str,
    /// Something that keeps it.
    pub right: &'static str,
    /// Something that breaks it.
    pub wrong: &'static str,
    /// How bad it is to break it.
    pub severity: Severity,
    /// Whether it looks at words: nothing is said of words in a font that is not in the file.
    pub of_words: bool,
    /// Whether two faults of it that say the same have one cause, and are told once.
    pub alike: bool,
    /// The rule itself.
    pub run: Run,
}

impl Rule {
    /// A rule that it is an error to break; its words are to be added.
    pub const fn error(code: Code, run: Run) -> Self {
        let (severity, of_words, alike) = (Severity::Error, false, false);
        Self { code, title: "", why: "", right: "", wrong: "", severity, of_words, alike, run }
    }

    /// A rule that may be broken with a warning.
    pub const fn warning(code: Code, run: Run) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, run) }
    }
}

/// What a rule looks at, and so when it is run.
#[derive(Clone, Copy)]
pub enum Run {
    /// Each page as it lies on its sheet, with all its drawings. Pages are judged in parallel.
    Sheet(fn(&PageContext<'_>, &mut Findings)),
    /// All pieces of a page, whatever component they are of.
    Pieces(fn(&PageContext<'_>, &mut Findings)),
    /// The board of a page as a whole, or its pieces of one component: of a poster, not its sheets, but what they make
    /// together.
    Whole(fn(&PageContext<'_>, &mut Findings)),
    /// The same, and where another program drew several boards on one page, each of them.
    EachBoard(fn(&PageContext<'_>, &mut Findings)),
    /// What was found on all pages, after the last of them was read; without drawings, but for those of boards.
    All(fn(&Facts<'_>, &mut Findings)),
}
