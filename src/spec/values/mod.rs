//! The values inside the strings: lengths, sizes, places, lines, fonts.

pub mod copies;
pub mod place;
pub(crate) mod read_value;
pub mod scalar;
pub mod value;
