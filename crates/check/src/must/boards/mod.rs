//! Checks whether boards are as the layout demands. Each rule has its own file, which is named after
//! the rule's code and subject.
//!
//! - In: the boards that were found, and the rules of the layout (`must`).
//! - Out: faults.
//! - Not here: rules that apply to all boards, even without a demand in the layout.

use crate::rule::Rule;

mod border;
mod card_moves;
mod hx501_connected;
mod hx502_hole;
mod hx503_cell_counts;
mod hx504_symmetry;
mod hx505_marks_apart;
mod hx506_cell_names;
mod hx507_centre;
mod hx508_sides_in_turn;
mod hx509_one_winner;
mod hx510_straight_line;
mod hx511_cell_unreached;
mod hx512_first_move;
mod hx513_nowhere_to_add;
mod hx514_names_unclear;

/// The rules in this folder, sorted by code.
pub const RULES: &[Rule] = &[
    hx501_connected::RULE,
    hx502_hole::RULE,
    hx503_cell_counts::RULE,
    hx504_symmetry::RULE,
    hx505_marks_apart::RULE,
    hx506_cell_names::RULE,
    hx507_centre::RULE,
    hx508_sides_in_turn::RULE,
    hx509_one_winner::RULE,
    hx510_straight_line::RULE,
    hx511_cell_unreached::RULE,
    hx512_first_move::RULE,
    hx513_nowhere_to_add::RULE,
    hx514_names_unclear::RULE,
];
