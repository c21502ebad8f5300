//! Describes a rule by its function and the texts about it.
//!
//! - In: nothing. Each rule is a constant. Most rules have a file of their own, which is named
//!   after the code of the rule.
//! - Out: data for the list of rules (`registry`), for `judge`, and for the documentation.

use crate::facts::press::PressContext;
use crate::facts::{Facts, PageContext};
use crate::fault::Findings;
use hexpress_base::diag::{Code, Severity};
use hexpress_scene::print::demands::Demand;
use hexpress_scene::print::setup::Standard;

/// A rule, with everything that `hexpress rules CODE` prints about it.
pub struct Rule {
    /// The code of the faults that the rule reports.
    pub code: Code,
    /// A short sentence that is true if a file keeps the rule.
    pub title: &'static str,
    /// The reason for the rule.
    pub why: &'static str,
    /// An example that keeps the rule.
    pub right: &'static str,
    /// An example that breaks the rule.
    pub wrong: &'static str,
    pub severity: Severity,
    /// Whether the rule measures texts.
    ///
    /// If a file does not contain all of its fonts, the faults of such rules are dropped.
    pub measures_text: bool,
    /// If true, several faults of this rule with the same message are reported as one fault.
    pub merges_same_messages: bool,
    /// The clauses of the standards for print shops that require the rule.
    pub clauses: &'static [(Standard, &'static str)],
    /// The function that finds the faults. The variant says which part of the files the function looks at.
    pub run: RuleFunction,
}

impl Rule {
    /// Returns a rule that reports errors. The caller adds the texts of the rule.
    pub const fn error(code: Code, run: RuleFunction) -> Self {
        let (severity, measures_text, merges_same_messages) = (Severity::Error, false, false);
        let clauses = &[];
        Self {
            code,
            title: "",
            why: "",
            right: "",
            wrong: "",
            severity,
            measures_text,
            merges_same_messages,
            clauses,
            run,
        }
    }

    /// Returns a rule that reports warnings. The caller adds the texts of the rule.
    pub const fn warning(code: Code, run: RuleFunction) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, run) }
    }
}

/// The function of a rule. The variant says which part of the files the function looks at, and so
/// decides when the function runs.
#[derive(Clone, Copy)]
pub enum RuleFunction {
    /// Looks at each page with all its drawings. Several pages are judged at the same time.
    Sheet(fn(&PageContext<'_>, &mut Findings)),
    /// Looks at the pieces of all components on a page.
    Pieces(fn(&PageContext<'_>, &mut Findings)),
    /// Looks at the board of a page, or at the pieces of one component.
    ///
    /// A poster is judged after its parts have been joined.
    Whole(fn(&PageContext<'_>, &mut Findings)),
    /// Like `Whole`. If another program drew several boards on one page, the rule runs once for
    /// each board.
    EachBoard(fn(&PageContext<'_>, &mut Findings)),
    /// Looks at the facts about all pages, after the last page has been read.
    ///
    /// At that time, only the drawings of boards are still in memory.
    All(fn(&Facts<'_>, &mut Findings)),
    /// Looks at a PDF that is for a print shop. Runs only if the shop requires one of the standards in
    /// [`Rule::clauses`].
    Press(fn(&PressContext<'_>, &mut Findings)),
    /// Looks at a PDF that is for a print shop. Runs only if the shop makes this demand.
    Shop(Demand, fn(&PressContext<'_>, &mut Findings)),
}

impl RuleFunction {
    /// Returns whether the rule is only for print shops.
    pub fn is_for_shops(self) -> bool {
        matches!(self, Self::Press(_) | Self::Shop(..))
    }
}
