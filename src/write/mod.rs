//! Sheets as bytes.

mod file;
mod parallel;
pub mod pdf;
pub mod svg;

pub use file::save;
