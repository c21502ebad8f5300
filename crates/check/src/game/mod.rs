//! Judges what a layout demands of its boards, its pieces and the game.
//!
//! - In: the facts about finished pages, and the layout. The layout contains the demands, and
//!   explains drawings: for example, cells with this colour and label are of that kind.
//! - Out: faults.
//! - Not here: rules for all prints, see `rules/`.
//!
//! Each rule has a file named after its code and subject.

mod board_view;
pub mod boards;
mod demanded_count;
pub mod hx434_read_aloud;
mod piece_fronts;
mod piece_sorts;
pub mod pieces;
mod seen_names;

use crate::rule::Rule;

/// The rule in this folder that judges both boards and pieces.
pub const RULES: &[Rule] = &[hx434_read_aloud::RULE];
