//! From a layout file to a game: every name looked up, every default filled in, every mistake reported.
//!
//! A pass reads one table of [`crate::spec`], reports what is wrong with it, and returns its type of [`crate::model`].

mod allow;
mod board;
pub mod comparisons;
mod constraints;
mod context;
mod doubts;
mod elements;
mod empties;
mod fonts;
mod game;
mod hidden;
mod never;
mod other_colours;
mod pieces;
mod random;
mod uses;

pub use fonts::{add_unknown as add_unknown_fonts, fonts};
pub use game::{attempt, game};
pub use pieces::families;
pub use random::own_seed;
