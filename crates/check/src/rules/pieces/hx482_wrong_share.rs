//! HX482: pieces whose size is not the percentage of a cell that the layout sets.

use super::board_share::Shared;
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_game::share_of_cell;

pub const RULE: Rule = Rule {
    title: "the size of a piece is the percentage of a cell that the layout says",
    why: "With \"80% of board\", counters fit the board on any paper.",
    right: "across = \"80% of board\", cells of 24 mm, and counters of 19.2 mm",
    wrong: "across = \"80% of board\", cells of 24 mm, and counters of 18.4 mm",
    ..Rule::error(codes::WRONG_SHARE, RuleFunction::All(wrong_share))
};

fn wrong_share(facts: &Facts<'_>, findings: &mut Findings) {
    for Shared { share, cell, across: found, sheet, piece, .. } in Shared::all(facts, findings) {
        let in_layout = share_of_cell(share.percent, cell);
        // A build rounds sizes to hundredths of a millimetre.
        let by = ((found - in_layout).abs() - 0.01).max(0.0);
        if findings.measured(by, facts.tolerance) {
            let id = piece.name_or("a piece");
            let message = format!(
                "{id} measures {found:.2} mm; {}% of a cell of `{}` is {in_layout:.2} mm",
                share.percent, share.board
            );
            facts.piece_fault(findings, (sheet, piece), message).in_layout(Some(share.place)).deviation(by);
        }
    }
}
