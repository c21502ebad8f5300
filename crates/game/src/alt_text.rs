//! Checks alternative texts, which a screen reader reads instead of a drawing. They are values of the
//! key `alt` of an element, a piece or a board.

use hexpress_base::diag::{Result, codes};

/// The largest number of characters of an alternative text. Texts on a sheet have the same limit.
const MAX_CHARACTERS: usize = 100_000;

/// Returns an alternative text without spaces at its start and end.
///
/// # Errors
/// The text is too long.
pub fn alt_text(typed: &str) -> Result<&str> {
    let text = typed.trim();
    // A text has at most as many characters as bytes.
    if text.len() <= MAX_CHARACTERS || text.chars().count() <= MAX_CHARACTERS {
        return Ok(text);
    }
    let message = format!("this `alt` has {} characters", text.chars().count());
    Err(codes::TEXT_TOO_LARGE.error(message).hint(format!("write at most {MAX_CHARACTERS} characters")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternative_texts_have_at_most_the_longest_length() {
        let longest = "é".repeat(MAX_CHARACTERS);
        assert_eq!(alt_text(&format!(" {longest}\n")).unwrap(), longest);
        assert!(alt_text(&(longest + "é")).is_err());
    }
}
