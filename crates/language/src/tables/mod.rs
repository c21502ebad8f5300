//! The tables and keys of a layout and of a printer's profile, as serde types.

pub mod constraints;
pub mod deck;
pub mod element;
pub mod layout;
pub mod over;
pub mod profile;
mod sources;
pub mod theme;
