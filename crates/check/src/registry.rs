//! Lists all rules.

use std::sync::LazyLock;

use crate::compare;
use crate::foreign::{against_boards, against_cells, board_shape, drawn_lines, in_rows, paper_and_edges};
use crate::must;
use crate::rule::Rule;
use crate::rules::{cells, cuts, duplex, files, pieces, posters, sheets, text, visibility};
use crate::standards;
use hexpress_base::diag::Code;

/// All rules. Each group contains the rules of one folder or of one file.
const GROUPS: &[&[Rule]] = &[
    cells::RULES,
    text::RULES,
    visibility::RULES,
    sheets::RULES,
    pieces::RULES,
    cuts::RULES,
    files::RULES,
    duplex::RULES,
    posters::RULES,
    compare::RULES,
    must::boards::RULES,
    must::pieces::RULES,
    must::RULES,
    board_shape::RULES,
    drawn_lines::RULES,
    paper_and_edges::RULES,
    &[in_rows::RULE],
    against_cells::RULES,
    against_boards::RULES,
    standards::pdf_version::RULES,
    standards::metadata::RULES,
    standards::output_intent::RULES,
    standards::pages::RULES,
    standards::colours::RULES,
    standards::unprintable_features::RULES,
    standards::interaction::RULES,
    standards::shop::RULES,
];

static IN_ORDER: LazyLock<Vec<&Rule>> = LazyLock::new(|| {
    let mut rules: Vec<&Rule> = GROUPS.iter().copied().flatten().collect();
    rules.sort_unstable_by_key(|rule| rule.code);
    rules
});

/// Returns all rules, sorted by code.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    IN_ORDER.iter().copied()
}

/// Returns the rule with this code. Returns `None` if no rule has it.
pub fn find(code: Code) -> Option<&'static Rule> {
    let at = IN_ORDER.binary_search_by_key(&code, |rule| rule.code).ok()?;
    IN_ORDER.get(at).copied()
}
