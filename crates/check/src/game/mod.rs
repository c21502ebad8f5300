//! Rules that a layout demands: what must hold of its boards, its pieces and the game.
//!
//! In go the facts of finished pages, which have the cells, the drawings in them and the drawings of pieces, and the layout,
//! which has the demands and the meaning of drawings: a cell with this colour and this label is of that kind. Out come faults.
//! Each rule has one file, named by its code and subject. Rules that hold for every print are in `rules/`.

mod board_view;
pub mod boards;
mod demanded_count;
pub mod hx434_read_aloud;
mod piece_fronts;
mod piece_sorts;
pub mod pieces;
mod seen_names;

use crate::rule::Rule;

/// The rule of this folder that is about boards and pieces alike.
pub const RULES: &[Rule] = &[hx434_read_aloud::RULE];
