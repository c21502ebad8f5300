//! The tables and keys of a layout, of a theme and of a printer's profile, as serde types.
//!
//! - Goes in: the values that serde reads from a file.
//! - Comes out: typed tables, and the schemas that are made of them. The doc comments of fields are the descriptions of keys.
//! - Does not: resolve names or give defaults.

pub mod board;
pub mod constraints;
pub mod deck;
pub mod element;
pub mod layout;
pub mod overlay;
pub mod pieces;
pub mod profile;
mod sources;
pub mod theme;
