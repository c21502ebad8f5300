//! Lists the rules about cells: their shape, size, place and number, and the drawings in them.

use crate::rule::Rule;

pub(crate) mod cell_addresses;
mod cell_deviation;
mod hx401_cell_irregular;
mod hx402_cell_unequal;
mod hx403_cell_turned;
mod hx404_cell_off_place;
mod hx405_cell_gap;
mod hx406_board_stretched;
mod hx407_cell_missing;
mod hx408_cell_extra;
mod hx409_cell_counts;
mod hx410_cell_elsewhere;
mod hx411_cell_size;
mod hx412_lines_differ;
mod hx427_cell_unlike;
mod hx428_mark_missing;
mod hx431_drawn_outside;
pub(crate) mod layout_cells;

/// The rules in this folder, sorted by code.
pub const RULES: &[Rule] = &[
    hx401_cell_irregular::RULE,
    hx402_cell_unequal::RULE,
    hx403_cell_turned::RULE,
    hx404_cell_off_place::RULE,
    hx405_cell_gap::RULE,
    hx406_board_stretched::RULE,
    hx407_cell_missing::RULE,
    hx408_cell_extra::RULE,
    hx409_cell_counts::RULE,
    hx410_cell_elsewhere::RULE,
    hx411_cell_size::RULE,
    hx412_lines_differ::RULE,
    hx427_cell_unlike::RULE,
    hx428_mark_missing::RULE,
    hx431_drawn_outside::RULE,
];
