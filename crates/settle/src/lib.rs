//! Settles elements: computes their values for one row.
//!
//! - In: an element of `hexpress-game`, whose values are fixed or computed from each row, and one
//!   row.
//! - Out: a [`Settled`] element with numbers, colours and shaped texts, and every error in the
//!   values of the row with its place.
//! - Not here: the places of drawings. `hexpress-layout` finds out whether they have room.
//!
//! Rows are settled one by one when their sheet is drawn, so a deck of 100,000 rows needs no more
//! memory than a deck of ten.

#![allow(missing_docs, reason = "a field whose name explains it needs no comment")]

mod element;
mod paths;
mod set_words;
mod settler;
mod shape;
mod subject;
mod values;
pub mod words;

pub use element::{
    AtEdge, Colours, Effects, Guilloche, InkedPath, Places, Settled, SettledElement, SettledImage,
    SettledShape, SettledWords,
};
pub use paths::{EdgePath, PathStop};
pub use set_words::{Block, InlineIcon, SetWords};
pub use settler::{PieceContext, Settler};
pub use subject::Subject;
