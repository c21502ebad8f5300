//! Describes a rule: one function, and the text about it.
//!
//! - In: nothing: a rule is data in the file of its code.
//! - Out: what `registry` lists, what `judge` runs, and what documentation is made from.

use crate::facts::{Facts, PageContext};
use crate::fault::Findings;
use hexpress_base::diag::{Code, Severity};

/// A rule, with everything that `hexpress rules CODE` prints about it.
pub struct Rule {
    /// The code of its faults.
    pub code: Code,
    /// A short sentence that is true if the rule is kept.
    pub title: &'static str,
    /// The reason for the rule.
    pub why: &'static str,
    /// An example that keeps the rule.
    pub right: &'static str,
    /// An example that breaks the rule.
    pub wrong: &'static str,
    /// The severity of its faults.
    pub severity: Severity,
    /// Whether the rule measures texts. It does not report texts in a font that is not in the file.
    pub of_words: bool,
    /// Whether two faults with the same message have one cause, and are reported once.
    pub alike: bool,
    /// The function, with what it looks at.
    pub run: RuleFunction,
}

impl Rule {
    /// Returns a rule whose faults are errors. The caller adds the texts.
    pub const fn error(code: Code, run: RuleFunction) -> Self {
        let (severity, of_words, alike) = (Severity::Error, false, false);
        Self { code, title: "", why: "", right: "", wrong: "", severity, of_words, alike, run }
    }

    /// Returns a rule whose faults are warnings. The caller adds the texts.
    pub const fn warning(code: Code, run: RuleFunction) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, run) }
    }
}

/// The function of a rule, by what it looks at. That decides when it runs.
#[derive(Clone, Copy)]
pub enum RuleFunction {
    /// Looks at each page with all its drawings. Pages are judged in parallel.
    Sheet(fn(&PageContext<'_>, &mut Findings)),
    /// Looks at all pieces of a page, of all components.
    Pieces(fn(&PageContext<'_>, &mut Findings)),
    /// Looks at the board of a page, or at the pieces of one component. A poster is judged after
    /// its sheets are put together.
    Whole(fn(&PageContext<'_>, &mut Findings)),
    /// Like `Whole`, and once for each board if another program drew several boards on one page.
    EachBoard(fn(&PageContext<'_>, &mut Findings)),
    /// Looks at the facts about all pages, after the last one is read. Only the drawings of boards
    /// are kept until then.
    All(fn(&Facts<'_>, &mut Findings)),
}
