//! Checks alternative texts. A screen reader reads such a text in place of a drawing. The key `alt`
//! of an element, a piece or a board contains the text.

use hexpress_base::diag::{Result, codes};

/// The longest alternative text, in bytes. Texts on a sheet have the same limit.
const LONGEST: usize = 100_000;

/// Returns an alternative text without spaces at its start and end.
///
/// # Errors
/// The text is too long.
pub fn alt_text(typed: &str) -> Result<&str> {
    let text = typed.trim();
    if text.len() <= LONGEST {
        return Ok(text);
    }
    let message = format!("this `alt` has {} characters", text.chars().count());
    Err(codes::TEXT_TOO_LARGE.error(message).hint(format!("write at most {LONGEST} characters")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternative_texts_have_at_most_the_longest_length() {
        let longest = "x".repeat(LONGEST);
        assert_eq!(alt_text(&format!(" {longest}\n")).unwrap(), longest);
        assert!(alt_text(&(longest + "x")).is_err());
    }
}
