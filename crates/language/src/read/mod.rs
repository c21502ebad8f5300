//! Reads a layout: makes typed tables from the tree of a TOML file.
//!
//! - In: the text of a file.
//! - Out: tables, and all mistakes of the file at once.
//! - Not here: looking up names, or compiling a game.

mod apply_theme;
mod example;
pub mod files;
mod font_sizes;
pub mod keys;
pub mod like;
pub mod misplaced;
mod missing_header;
pub mod node;
pub mod other_mistakes;
pub mod remove_mistakes;
mod rewritten;
pub mod schema;
pub mod syntax;
pub mod theme;
mod unnested_tables;
pub mod walk;
mod wrong_type;
