//! From TOML to the tables: all mistakes of a file at once.

pub mod beside;
pub mod files;
pub mod keys;
pub mod like;
pub mod node;
mod rewritten;
pub mod schema;
pub mod syntax;
pub mod theme;
pub mod walk;
pub mod without;
mod wrong_type;
