//! Sheets as bytes.

mod file;
pub mod pdf;
pub mod png;
pub mod svg;

pub use file::save;
