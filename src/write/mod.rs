//! Sheets as bytes.

mod file;
pub mod pdf;
pub mod svg;

pub use file::save;
