//! Sheets as bytes.

mod file;
pub mod pdf;
pub mod png;
mod stale;
pub mod svg;

pub use file::save;
pub use stale::{Family, Stale, stale};
