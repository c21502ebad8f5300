//! The tables and keys of a layout and of a printer's profile, as serde types.

pub mod deck;
pub mod element;
pub mod layout;
pub mod must;
pub(crate) mod pack;
pub mod profile;
