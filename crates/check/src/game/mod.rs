//! The layout's own rules: what must hold of its boards, its pieces and the game.
//!
//! The graph of the cells, what is drawn in each and what pieces show come from the finished page; from the layout
//! come the rules, and what a drawing means: that a cell of this colour with this word is of that kind.

mod add;
mod bands;
mod counts;
mod edges;
mod hang;
pub mod heard;
mod kinds;
mod moves;
mod names;
mod pieces;
pub mod rules;
mod symmetry;
mod unseen;
mod view;
