//! Reads a layout: makes typed tables from the tree of a TOML file.
//!
//! - In: the text of a file.
//! - Out: tables, and all mistakes of the file at once.
//! - Not here: looking up names, or compiling a game.

mod apply_theme;
mod astray;
pub mod files;
mod font_sizes;
mod headless;
pub mod keys;
pub mod like;
pub mod misplaced;
pub mod node;
pub mod other_mistakes;
pub mod remove_mistakes;
mod rewritten;
pub mod schema;
pub mod syntax;
pub mod theme;
pub mod walk;
mod wrong_type;
