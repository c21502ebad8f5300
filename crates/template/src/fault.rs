//! Faults of templates, and their conversion to errors.
//!
//! - In: a message, and optionally a hint, the rejected value and the name of a missing field.
//! - Out: an error of minijinja if a filter found the fault, otherwise a diagnostic.
//! - Not here: writing the messages (`mistakes.rs`, `operators.rs`).

use minijinja::{Error, ErrorKind};

use hexpress_base::diag::{Diagnostic, Fix, Hint, codes};

/// The character that separates the parts of a fault in a minijinja error: the message, the hint and
/// the rejected value.
///
/// The separator is needed because a minijinja error can store only a single text.
const SEPARATOR: char = '\u{1F}';

/// Returns the error for a template that cannot be read or computed.
pub(crate) fn bad(message: impl Into<String>) -> Diagnostic {
    codes::BAD_TEMPLATE.error(message)
}

/// Returns whether a text has only digits and begins with a zero, such as `007`. Such a text is a
/// name and not a number.
pub(crate) fn has_leading_zeros(text: &str) -> bool {
    text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A fault in a template, found for one row.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) message: String,
    hint: Option<String>,
    fix: Option<Fix>,
    /// The text of the value that an operator cannot use.
    pub(crate) operand: Option<String>,
    /// The name of a field that the piece lacks, if the piece has no field with a similar name either.
    /// `None` for any other fault.
    missing_field: Option<String>,
}

impl Fault {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    pub(crate) fn hint(self, hint: impl Into<Hint>) -> Self {
        let Hint { words, fix } = hint.into();
        Self { hint: Some(words), fix, ..self }
    }

    pub(crate) fn operand(self, text: impl Into<String>) -> Self {
        Self { operand: Some(text.into()), ..self }
    }

    pub(crate) fn missing_field(self, name: &str) -> Self {
        Self { missing_field: Some(name.to_owned()), ..self }
    }

    /// Converts the fault to a minijinja error, so that a filter can return it.
    pub(crate) fn into_error(self) -> Error {
        let Self { mut message, hint, operand, .. } = self;
        for part in [Some(hint.unwrap_or_default()), operand].into_iter().flatten() {
            message.push(SEPARATOR);
            message.push_str(&part);
        }
        Error::new(ErrorKind::InvalidOperation, message)
    }

    /// Returns whether [`Self::into_error`] wrote this text of a minijinja error.
    pub(crate) fn wrote(text: &str) -> bool {
        text.contains(SEPARATOR)
    }

    /// Converts the text of a minijinja error to a fault.
    ///
    /// If [`Self::into_error`] wrote the text, the fault gets its hint and its rejected value back.
    pub(crate) fn from_text(text: &str) -> Self {
        let mut parts = text.split(SEPARATOR).map(str::to_owned);
        Self {
            message: parts.next().unwrap_or_default(),
            hint: parts.next().filter(|hint| !hint.is_empty()),
            operand: parts.next(),
            ..Self::default()
        }
    }

    /// Converts the fault to a diagnostic. The position of the wrong value is not added yet.
    ///
    /// Faults with the same cause are reported together. All faults about missing fields have the same
    /// cause. Faults about texts with leading zeros have the same cause if they have the same hint,
    /// because one change corrects all of them.
    pub(crate) fn into_diagnostic(self) -> Diagnostic {
        let diagnostic = match (self.missing_field, self.operand, &self.hint) {
            (Some(name), ..) => bad(self.message).cause("fields that the rows lack", name),
            (None, Some(text), Some(hint)) if has_leading_zeros(&text) => {
                bad(self.message).cause(hint.as_str(), text)
            }
            _ => bad(self.message),
        };
        diagnostic.maybe_hint(self.hint.map(|words| Hint { words, fix: self.fix }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_survive_errors_of_minijinja() {
        let parts =
            [(None, None), (Some("leave it out"), None), (None, Some("")), (Some("a hint"), Some("free"))];
        for (hint, operand) in parts {
            let fault = || Fault {
                hint: hint.map(str::to_owned),
                operand: operand.map(str::to_owned),
                ..Fault::new("`cost` is text")
            };
            let error = fault().into_error();
            assert_eq!(Fault::from_text(error.detail().unwrap()), fault());
        }
    }
}
