//! Reports a length that cannot be read.

use super::synonyms::{Typed, synonym};
use super::{Diagnostic, codes};
use crate::units::LengthError;

impl From<LengthError> for Diagnostic {
    fn from(error: LengthError) -> Self {
        let hint = match &error {
            LengthError::NoUnit(number) => Some(format!("write \"{number}mm\", or use cm, in or pt").into()),
            LengthError::UnknownUnit(unit) => synonym(Typed::Unit, unit),
            LengthError::Several(first) | LengthError::Fraction(first) => {
                Some(format!("write \"{first}\"").into())
            }
            _ => None,
        };
        codes::BAD_VALUE.error(error.to_string()).maybe_hint(hint)
    }
}
