//! The tables and keys of a layout, of a theme and of a printer's profile, as serde types.
//!
//! - In: the values that serde reads from a file.
//! - Out: typed tables, and the schemas generated from them. The doc comments of fields are the
//!   descriptions of keys.
//! - Not here: resolving names, or applying defaults.

pub mod board;
pub mod constraints;
pub mod deck;
pub mod element;
pub mod furniture;
pub mod game_box;
pub mod layout;
pub mod overlay;
pub mod page;
pub mod pieces;
pub mod profile;
pub mod repeat;
pub mod shop;
mod sources;
pub mod theme_tables;
