//! The values inside the strings: lengths, sizes, places, lines, fonts.

pub mod choice;
pub mod copies;
pub mod count;
pub(super) mod either;
pub mod mend;
pub mod per_row;
pub mod place;
pub mod read_value;
pub mod scalar;
pub mod spelling;
pub mod style;
pub mod tiles;
pub mod value;

use crate::diag::{Diagnostic, codes};

/// A value that cannot be understood.
pub fn bad(message: impl Into<String>) -> Diagnostic {
    codes::BAD_VALUE.error(message)
}
