//! HX406: boards that are stretched along one axis, or skewed.

use crate::facts::PageContext;
use crate::fault::{Findings, format_mm};
use crate::hints::foreign_drawings::stretch_of_width;
use crate::hints::foreign_tolerances::stretch_allowed;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "a board is not stretched in one direction",
    why: "Printers and drawing programs may scale a page more across than down. Every cell is then slightly \
        wrong, and ten in a row are wrong by ten times as much.",
    right: "a board that is printed at 100 % in both directions",
    wrong: "a board that was scaled to 99 % of its height to fit the page",
    ..Rule::error(codes::BOARD_STRETCHED, RuleFunction::EachBoard(board_stretched))
};

fn board_stretched(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(board) = context.found else { return };
    let lattice = &board.lattice;
    if findings.measured(lattice.stretch, stretch_allowed(context, board)) {
        let message = format!(
            "the board is stretched or skewed: its outermost cells are {} from where regular cells would be",
            format_mm(lattice.stretch)
        );
        let fault = context.fault_of(findings, board.bounds(), None, message).deviation(lattice.stretch);
        // The hint tells the user to scale the board in one direction. It is left out if the board is
        // skewed or irregular, because scaling does not help then.
        let scaled =
            |wide: &f64| 2.0 * (wide - 1.0).abs() * board.bounds().size().max_side() >= lattice.stretch;
        if let Some(wide) = stretch_of_width(lattice).filter(scaled) {
            let how = if wide > 1.0 { "wide" } else { "narrow" };
            context.hint_if_foreign(fault, || {
                format!(
                    "scale only the width of the board, to {:.2} %: the board is {:.2} % too {how} for its height",
                    100.0 / wide,
                    (wide - 1.0).abs() * 100.0
                )
            });
        }
    }
}
