//! Describes a rule: one function, and the texts about it.
//!
//! - In: nothing. A rule is data in the file of its code.
//! - Out: what `registry` lists, what `judge` runs, and what the documentation is made from.

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
    /// Whether the rule measures texts. If it does, texts in a font that is not in the file are not
    /// reported.
    pub of_words: bool,
    /// Whether two faults with the same message have one cause. They are then reported once.
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

/// The function of a rule. The variant tells what it looks at, which decides when it runs.
#[derive(Clone, Copy)]
pub enum RuleFunction {
    /// Looks at each page with all its drawings. Pages are judged in parallel.
    Sheet(fn(&PageContext<'_>, &mut Findings)),
    /// Looks at all pieces of a page, of all components.
    Pieces(fn(&PageContext<'_>, &mut Findings)),
    /// Looks at the board of a page, or at the pieces of one component. A poster is judged after
    /// its sheets have been put together.
    Whole(fn(&PageContext<'_>, &mut Findings)),
    /// Like `Whole`. If another program drew several boards on one page, the rule runs once for
    /// each board.
    EachBoard(fn(&PageContext<'_>, &mut Findings)),
    /// Looks at the facts about all pages, after the last page has been read. Only the drawings of
    /// boards are kept until then.
    All(fn(&Facts<'_>, &mut Findings)),
}
