//! Computes texts and conditions from the fields of a row: `{{ steps | words }}`, `cost > 3`.
//!
//! - In: the text of a layout, and a row of values.
//! - Out: the text for that row, and the names of the fields that it needs.
//! - Not here: where rows come from, what a game is, and how a text is set on a piece.
//!
//! Expressions are in the language of minijinja, a library for templates. If a template contains
//! only plain text and names, its text is made without minijinja. The result is the same, but it is
//! made faster.
//!
//! # Example
//!
//! One template gives each row its own text:
//!
//! ```
//! use hexpress_language::values::scalar::Scalar;
//! use hexpress_template::{Engine, Row};
//!
//! struct Friend(Scalar);
//!
//! impl Row for Friend {
//!     fn value(&self, name: &str) -> Option<&Scalar> {
//!         (name == "name").then_some(&self.0)
//!     }
//! #   fn names(&self) -> Vec<&str> {
//! #       vec!["name"]
//! #   }
//! }
//!
//! let engine = Engine::default();
//! let template = engine.compile("{{ name | upper }}").unwrap();
//! for (name, text) in [("Ann", "ANN"), ("Bob", "BOB")] {
//!     let row = Friend(Scalar::Text(name.into()));
//!     assert_eq!(engine.render(&template, &row).unwrap(), text);
//! }
//! ```

mod added_fields;
mod advice;
mod colours;
pub mod comparisons;
mod compiled;
mod edges;
mod engine;
mod english;
mod environment;
mod fault;
mod foreign;
pub mod limits;
pub mod mistakes;
mod operators;
mod plain;
mod remembered;
mod rewrite;
mod row;
mod syntax_error;

pub use added_fields::{AddedField, RowWith};
pub use colours::Colours;
pub use compiled::Template;
pub use edges::{EdgeRow, edge_name, edge_number};
pub use engine::Engine;
pub use limits::MAX_STEPS;
pub use row::{NoRow, Row, RowOwner};

#[cfg(test)]
mod template_tests;
