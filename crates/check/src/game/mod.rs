//! Judges what a layout demands of its boards, its pieces and the game.
//!
//! - In: the facts of finished pages, and the layout. It has the demands, and tells what drawings mean:
//!   for example, a cell with this colour and this label is of that kind.
//! - Out: faults.
//! - Not here: rules for every print, see `rules/`.
//!
//! Each rule has one file, named by its code and subject.

mod board_view;
pub mod boards;
mod demanded_count;
pub mod hx434_read_aloud;
mod piece_fronts;
mod piece_sorts;
pub mod pieces;
mod seen_names;

use crate::rule::Rule;

/// The rule of this folder about both boards and pieces.
pub const RULES: &[Rule] = &[hx434_read_aloud::RULE];
