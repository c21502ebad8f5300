//! Templates: texts with values that are computed for each row, as in `{{ steps | words }}`.
//!
//! - In: the text of a layout, and a row of values.
//! - Out: the text for that row, and the names that it needs.
//! - Not here: how a text is set on a piece.
//!
//! minijinja is the only expression language. A template with only plain text and names is joined here without it, which gives the
//! same result faster.

mod advice;
pub mod alt_text;
pub mod comparisons;
mod compiled;
mod engine;
mod english;
mod environment;
mod fault;
mod foreign;
pub mod limits;
pub mod mistakes;
mod operators;
mod plain;
mod rewrite;
mod row;

pub use compiled::Template;
pub use engine::Engine;
pub use limits::MOST_STEPS;
pub use row::{NoRow, Row, RowOwner};

#[cfg(test)]
mod tests;
