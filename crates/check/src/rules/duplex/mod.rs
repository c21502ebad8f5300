//! Lists the rules about sheets with two sides: backs, folds, and the print settings of the file.

use crate::rule::Rule;

mod hx476_back_astray;
mod hx477_piece_turned;
mod hx478_job_disagrees;
mod hx479_out_of_step;
mod hx480_fold_wrong;
mod sheet_sides;

/// The rules in this folder, sorted by code.
pub const RULES: &[Rule] = &[
    hx476_back_astray::RULE,
    hx477_piece_turned::RULE,
    hx478_job_disagrees::RULE,
    hx479_out_of_step::RULE,
    hx480_fold_wrong::RULE,
];
