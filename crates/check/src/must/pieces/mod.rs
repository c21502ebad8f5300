//! Checks whether pieces are as the layout demands. Each rule has its own file, which is named after
//! the rule's code and subject.
//!
//! - In: the fronts of pieces, as found on the pages, and the rules of the layout (`must`).
//! - Out: faults.
//! - Not here: rules that apply to all pieces, even without a demand in the layout.

use crate::rule::Rule;

mod edge_colours;
mod hx521_piece_counts;
mod hx522_pieces_alike;
mod hx523_colours_of_piece;
mod hx524_pieces_of_colour;
mod hx525_text_missing;
mod hx526_same_back;
mod hx527_each_once;

/// The rules in this folder, sorted by code.
pub const RULES: &[Rule] = &[
    hx521_piece_counts::RULE,
    hx522_pieces_alike::RULE,
    hx523_colours_of_piece::RULE,
    hx524_pieces_of_colour::RULE,
    hx525_text_missing::RULE,
    hx526_same_back::RULE,
    hx527_each_once::RULE,
];
