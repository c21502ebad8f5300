//! From TOML to the tables: all mistakes of a file at once.

pub(crate) mod files;
pub mod keys;
pub(crate) mod like;
pub mod node;
mod rewritten;
pub(crate) mod schema;
pub(crate) mod syntax;
pub(crate) mod theme;
pub(crate) mod walk;
pub(crate) mod without;
mod wrong_type;
