//! Parses the numbers of elements. Such a number is a quoted value in the layout, or comes from a field
//! of a row.
//!
//! - In: the text of a number, or a length.
//! - Out: the checked number.
//! - Not here: percentages of a piece, which need the size of the piece.

use kurbo::Size;

use crate::names::Names;
use crate::path::MAX_LENGTH_MM;
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::units::{Mm, ShortNumber};
use hexpress_language::values::value::Extent;

/// Parses an angle in degrees.
///
/// # Errors
/// The text is not a finite number.
pub fn degrees(text: &str) -> Result<f64> {
    let number = text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| {
        let bare =
            text.trim().trim_end_matches("degrees").trim_end_matches("deg").trim_end_matches('°').trim();
        let example = if bare.parse::<f64>().is_ok() { bare } else { "30" };
        let diagnostic =
            codes::BAD_VALUE.error(format!("expected a number of degrees or a direction, found `{text}`"));
        diagnostic.hint(format!("write turn = {example}"))
    })
}

/// Parses a rotation, and returns it in degrees clockwise. The text is a number of degrees, or the name
/// of a direction.
///
/// # Errors
/// The text is neither a number nor a known direction.
pub fn turn(text: &str, names: &Names) -> Result<f64> {
    degrees(text).or_else(|diagnostic| {
        names.direction(text.trim()).map_err(|unknown| {
            let is_near = unknown.hint.as_ref().is_some_and(|hint| hint.starts_with("did you mean"));
            if is_near { unknown } else { diagnostic }
        })
    })
}

/// Parses a whole number.
///
/// # Errors
/// The text is not a whole number.
pub fn whole_number(text: &str) -> Result<u32> {
    text.trim()
        .parse()
        .map_err(|_| codes::BAD_VALUE.error(format!("expected a whole number, found `{text}`")))
}

/// Checks that a length is greater than 0 and at most [`MAX_LENGTH_MM`], and returns it in mm.
///
/// `name` is the key of the length, for messages.
///
/// # Errors
/// The length is outside this range.
pub fn length(Mm(mm): Mm, name: &str) -> Result<f64> {
    if is_allowed(mm) { Ok(mm) } else { Err(out_of_range(name)) }
}

/// Checks that a distance is at least 0 and at most [`MAX_LENGTH_MM`], and returns it in mm.
///
/// `name` is the key of the distance, for messages.
///
/// # Errors
/// The distance is outside this range.
pub fn distance(Mm(mm): Mm, name: &str) -> Result<f64> {
    if mm == 0.0 || is_allowed(mm) {
        return Ok(mm);
    }
    let message = format!("{name} must be at least 0 and at most {} mm", ShortNumber(MAX_LENGTH_MM));
    Err(codes::BAD_SIZE.error(message))
}

/// Checks that a width and a height are greater than 0 and at most [`MAX_LENGTH_MM`].
///
/// The size of the piece is not known here, so a percentage is checked as a percentage of 100 mm.
///
/// # Errors
/// The width or the height is outside this range.
pub fn extent(extent: Extent, name: &str) -> Result<Extent> {
    let size = extent.of(Size::new(100.0, 100.0));
    if is_allowed(size.width) && is_allowed(size.height) { Ok(extent) } else { Err(out_of_range(name)) }
}

fn is_allowed(mm: f64) -> bool {
    mm > 0.0 && mm <= MAX_LENGTH_MM
}

fn out_of_range(name: &str) -> Diagnostic {
    codes::BAD_SIZE
        .error(format!("{name} must be greater than 0 and at most {} mm", ShortNumber(MAX_LENGTH_MM)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_above_0_and_at_most_the_largest() {
        assert!(length(Mm(0.0), "`size`").is_err());
        assert_eq!(length(Mm(MAX_LENGTH_MM), "`size`").unwrap(), MAX_LENGTH_MM);
        assert!(length(Mm(MAX_LENGTH_MM + 0.001), "`size`").is_err());
    }

    #[test]
    fn degrees_are_plain_numbers() {
        assert_eq!(degrees(" -30.5 ").unwrap(), -30.5);
        assert_eq!(degrees("45°").unwrap_err().hint.as_deref(), Some("write turn = 45"));
        assert_eq!(degrees("left").unwrap_err().hint.as_deref(), Some("write turn = 30"));
    }
}
