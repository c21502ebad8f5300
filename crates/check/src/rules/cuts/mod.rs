//! Lists the rules about cutting: crop marks, cut lines, bleed, the safe zone, cut
//! plans, and stacks.

use crate::rule::Rule;

mod cut_plan;
mod hx447_mark_on_piece;
mod hx448_marks_disagree;
mod hx453_line_off_sides;
mod hx470_no_bleed;
mod hx471_words_at_cut;
mod hx472_cut_through_piece;
mod hx473_cuts_do_not_part;
mod hx474_stacks_out_of_order;
mod line_depth;

/// The rules in this folder, sorted by code.
pub const RULES: &[Rule] = &[
    hx447_mark_on_piece::RULE,
    hx448_marks_disagree::RULE,
    hx453_line_off_sides::RULE,
    hx470_no_bleed::RULE,
    hx471_words_at_cut::RULE,
    hx472_cut_through_piece::RULE,
    hx473_cuts_do_not_part::RULE,
    hx474_stacks_out_of_order::RULE,
];
