//! Sheets as bytes.

mod file;
mod parallel;
pub mod pdf;

pub use file::save;
