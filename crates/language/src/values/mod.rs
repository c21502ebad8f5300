//! The values of keys: lengths, sizes, places, lines, fonts, counts, and the fields of rows.
//!
//! - In: the text or the TOML value of one key.
//! - Out: a typed value, or an error that says what is expected.
//! - Not here: looking up names of colours, fonts, boards or columns.

pub mod choice;
pub mod copies;
pub mod count;
pub(super) mod either;
pub mod fold_line;
pub mod inside;
pub mod page_text;
pub mod parse_field;
mod parse_line;
mod parse_place;
mod parse_size;
pub mod per_row;
pub mod scalar;
pub mod shares;
pub mod spanned;
pub mod style;
pub mod tiles;
pub mod usual_spelling;
pub mod value;

use hexpress_base::diag::{Diagnostic, codes};

/// Returns the error for a value that cannot be parsed.
pub fn bad(message: impl Into<String>) -> Diagnostic {
    codes::BAD_VALUE.error(message)
}
