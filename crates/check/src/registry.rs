//! All rules there are.

use std::sync::LazyLock;

use super::compare;
use super::foreign::{against, drawn};
use super::game;
use super::rule::Rule;
use super::rules::{
    backs, calibration, cells, colours, contrast, cut_plan, file, fit, job, labels, lines, pieces, points,
    poster, printer, sheet, strips,
};
use super::seen::{at_edges, covered, in_cell, pale};
use crate::diag::Code;

/// All rules, a group for each topic.
const GROUPS: &[&[Rule]] = &[
    cells::RULES,
    points::RULES,
    labels::RULES,
    contrast::RULES,
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
    game::heard::RULES,
    drawn::RULES,
    covered::RULES,
    pale::RULES,
    at_edges::RULES,
    in_cell::RULES,
    against::RULES,
];

static IN_ORDER: LazyLock<Vec<&Rule>> = LazyLock::new(|| {
    let mut rules: Vec<&Rule> = GROUPS.iter().copied().flatten().collect();
    rules.sort_unstable_by_key(|rule| rule.code);
    rules
});

/// All rules in the order of their codes.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    IN_ORDER.iter().copied()
}

/// The rule of this code.
pub fn find(code: Code) -> Option<&'static Rule> {
    let at = IN_ORDER.binary_search_by_key(&code, |rule| rule.code).ok()?;
    IN_ORDER.get(at).copied()
}
