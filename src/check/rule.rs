//! The table of rules: each is one function, and what there is to say about it.

use super::facts::{Evidence, Look};
use super::facts::{lines, poster, printer};
use super::fault::Findings;
use super::foreign::{against, drawn};
use super::game;
use super::rules::{backs, calibration, cells, colours, cut_plan, file, fit, labels, pieces, sheet, strips};
use crate::diag::{Code, Severity};

/// A rule, with all that `hexpress rules CODE` says of it.
pub struct Rule {
    /// Its code; what it says is told beside the code, in [`crate::diag::codes`].
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
    /// The rule itself.
    pub run: Run,
}

/// What a rule looks at.
#[derive(Clone, Copy)]
pub enum Run {
    /// One page with all its drawings, as it is read; pages are read side by side.
    Page(fn(&Look<'_>, &mut Findings)),
    /// All that was found on all pages, after the last of them.
    All(fn(&Evidence<'_>, &mut Findings)),
}

/// All rules, in groups, in the order of their codes.
pub static GROUPS: [&[Rule]; 17] = [
    cells::RULES,
    labels::RULES,
    sheet::RULES,
    pieces::RULES,
    lines::RULES,
    file::RULES,
    printer::RULES,
    calibration::RULES,
    strips::RULES,
    cut_plan::RULES,
    backs::RULES,
    fit::RULES,
    poster::RULES,
    colours::RULES,
    game::rules::RULES,
    drawn::RULES,
    against::RULES,
];

/// All rules in the order of their codes.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    GROUPS.iter().copied().flatten()
}

/// The rule of this code.
#[must_use]
pub fn find(code: Code) -> Option<&'static Rule> {
    rules().find(|rule| rule.code == code)
}
