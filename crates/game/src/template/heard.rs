//! Texts that are read aloud in place of drawings: the `alt` of an element, of a piece or of a board.
//!
//! A text goes in, and the same text comes out, trimmed; one that is too long is a mistake.

use crate::diag::{Result, codes};

/// The longest text that is read aloud, in bytes: as long as any text on a sheet.
const LONGEST: usize = 100_000;

/// Returns a text that is read aloud, without blanks at its ends.
///
/// # Errors
/// It is too long.
pub fn heard(text: &str) -> Result<&str> {
    let text = text.trim();
    if text.len() <= LONGEST {
        return Ok(text);
    }
    let message = format!("this `alt` goes on for {} characters", text.chars().count());
    Err(codes::TEXT_TOO_LARGE.error(message).hint(format!("no `alt` is longer than {LONGEST}")))
}
