//! Converts the text of a cell of a CSV file to a value.
//!
//! - In: the text of a cell.
//! - Out: a whole number or a text.
//! - Not here: cells of spreadsheets and of JSON, whose types are in the file (`xlsx`, `json`).

use crate::values::scalar::Scalar;

/// Converts the text of a cell to a value. A text such as `7` becomes a whole number, because this
/// number is printed as `7` again. Any other text stays a text. For example, `007` stays a text,
/// because the number would be printed as `7`.
///
/// [`Spelling`](crate::values::parse_field::Spelling) later parses numbers such as `1.50` or `1,000`.
pub(super) fn value_of_cell(text: &str) -> Scalar {
    if text.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        && let Ok(number) = text.parse::<i64>()
        && number.to_string() == text
    {
        return Scalar::Whole(number);
    }
    Scalar::Text(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_printed_as_it_is_typed() {
        for text in ["0", "7", "-3"] {
            assert!(matches!(value_of_cell(text), Scalar::Whole(_)), "{text}");
            assert_eq!(value_of_cell(text).to_string(), text);
        }
        for text in [
            "007",
            "1,000",
            "1.50",
            "1.5",
            "TRUE",
            "+3",
            "1e5",
            "-0",
            "3 ",
            ".5",
            "5.",
            "inf",
            "99999999999999999999x",
        ] {
            assert_eq!(value_of_cell(text), Scalar::Text(text.into()), "{text}");
        }
    }
}
