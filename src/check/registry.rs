//! All rules there are.

use super::compare;
use super::foreign::{against, covered, drawn};
use super::game;
use super::rule::Rule;
use super::rules::{
    backs, calibration, cells, colours, cut_plan, file, fit, job, labels, lines, pieces, poster, printer,
    sheet, strips,
};
use crate::diag::Code;

/// All rules, in groups, in the order of their codes.
pub static GROUPS: [&[Rule]; 20] = [
    cells::RULES,
    labels::RULES,
    sheet::RULES,
    pieces::RULES,
    lines::RULES,
    file::RULES,
    printer::RULES,
    calibration::RULES,
    compare::RULES,
    strips::RULES,
    cut_plan::RULES,
    backs::RULES,
    job::RULES,
    fit::RULES,
    poster::RULES,
    colours::RULES,
    game::rules::RULES,
    drawn::RULES,
    covered::RULES,
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
