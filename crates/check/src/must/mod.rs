//! Checks whether the boards, the pieces and the whole game are as the layout demands.
//!
//! - In: the facts about finished pages, and the layout. The layout contains its rules (`must`). The
//!   layout also says what drawings mean, for example which kind of cell has a certain colour and label.
//! - Out: faults.
//! - Not here: rules that apply to all prints, see `rules/`.
//!
//! Each rule has its own file, which is named after the rule's code and subject.

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
