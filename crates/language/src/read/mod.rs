//! From TOML to the tables: all mistakes of a file at once.

mod astray;
pub mod beside;
pub mod files;
mod headless;
pub mod keys;
mod letters;
pub mod like;
pub mod misplaced;
pub mod node;
mod rewritten;
pub mod schema;
pub mod syntax;
pub mod theme;
mod themed;
pub mod walk;
pub mod without;
mod wrong_type;
