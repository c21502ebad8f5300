//! Lists the rules about pieces: their number, size, and distance from each other.

use crate::rule::Rule;

mod board_share;
mod hx446_pieces_overlap;
mod hx449_piece_size;
mod hx450_out_of_piece;
mod hx451_piece_missing;
mod hx452_piece_extra;
mod hx454_too_close;
mod hx455_net_differs;
mod hx456_box_parts;
mod hx481_too_large_for_cells;
mod hx482_wrong_share;
mod near_pieces;
mod net_place;
mod piece_tally;

/// The rules in this folder, sorted by code.
pub const RULES: &[Rule] = &[
    hx446_pieces_overlap::RULE,
    hx449_piece_size::RULE,
    hx450_out_of_piece::RULE,
    hx451_piece_missing::RULE,
    hx452_piece_extra::RULE,
    hx454_too_close::RULE,
    hx455_net_differs::RULE,
    hx456_box_parts::RULE,
    hx481_too_large_for_cells::RULE,
    hx482_wrong_share::RULE,
];
