//! Reads the number of copies of a piece.
//!
//! - In: the key `copies` of a component, and the values of the field `copies` in the rows.
//! - Out: numbers, or errors.
//! - Not here: filling the last sheet with copies. The number of these copies depends on the paper, so
//!   it is computed when pieces are placed on sheets.

use crate::context::Resolver;
use hexpress_base::diag::near::is_slip;
use hexpress_base::diag::{Result, codes};
use hexpress_language::tables::layout::Pieces;
use hexpress_language::values::copies::Copies;
use hexpress_language::values::scalar::Scalar;
use hexpress_language::values::usual_spelling;
use hexpress_template::Engine;

/// The largest number of copies of one piece.
pub const MAX_COPIES: usize = 100_000;
/// Words that users write instead of a number of copies if they want to fill the last sheet.
const FILL_WORDS: [&str; 5] = ["fill", "full", "all", "max", "sheet"];

/// Returns the number of copies of rows without the field `copies`. This is the value of the
/// component's key `copies`, or 1 if the component has no such key.
pub fn default_copies(p: &Pieces, resolver: &mut Resolver<'_>) -> Option<usize> {
    let Some(at) = &p.copies else { return Some(1) };
    let Copies::Number(number) = at.value else { return Some(1) };
    let copies = number as usize;
    if !(1..=MAX_COPIES).contains(&copies) {
        let message = format!("`copies` must be 1 to {MAX_COPIES}");
        return resolver.error(codes::BAD_COUNT, at, message).none();
    }
    Some(copies)
}

/// Returns the number of copies in a value of the field `copies`. The number may be 0.
pub fn copies_of_value(value: &Scalar, engine: &Engine) -> Result<usize> {
    let number = engine.whole_number(value).and_then(|n| usize::try_from(n).ok());
    if let Some(number) = number.filter(|n| *n <= MAX_COPIES) {
        return Ok(number);
    }
    let text = value.to_string();
    if text.trim().eq_ignore_ascii_case("copies") {
        return Err(codes::BAD_DATA
            .error("this row only repeats the names of the columns")
            .hint("delete this row"));
    }
    let intended = usual_spelling::whole_number(&text).filter(|number| *number as usize <= MAX_COPIES);
    let diagnostic =
        codes::BAD_COUNT.error(format!("`copies` must be a whole number from 0 to {MAX_COPIES}"));
    let word = text.trim().to_lowercase();
    if FILL_WORDS.contains(&word.as_str()) || is_slip(&word, FILL_WORDS[0]) {
        let hint = "to fill the last sheet, write copies = \"fill\" in the component itself, not in a row";
        return Err(diagnostic.hint(hint));
    }
    Err(diagnostic.maybe_hint(intended.map(|number| format!("write {number}"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_at_most_the_copies_of_the_limit() {
        let copies = |n: usize| copies_of_value(&Scalar::Text(n.to_string().into()), &Engine::default()).ok();
        assert_eq!([MAX_COPIES, MAX_COPIES + 1].map(copies), [Some(MAX_COPIES), None]);
    }
}
