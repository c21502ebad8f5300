//! Checks values of the right type. A text is compared with the words and formats in the schema,
//! and a whole number with the bounds in the schema.

use std::ops::Range;

use serde_json::Value;
use toml::de::DeInteger;

use super::Walker;
use crate::read::rewritten;
use crate::read::schema::words;
use crate::values::usual_spelling;
use crate::values::value::check_format;
use hexpress_base::diag::synonyms::{Typed, synonym};
use hexpress_base::diag::{Diagnostic, Hint, codes, near};

impl Walker<'_> {
    /// Checks a text. Some keys accept only certain words. `instead` is the hint for any other text in
    /// such a key.
    pub(super) fn string(
        &mut self,
        name: &str,
        text: &str,
        span: Range<usize>,
        part: &Value,
        instead: Option<String>,
    ) {
        let known: Vec<&str> = words(part).map(|known| known.word).collect();
        if !known.is_empty() && !known.contains(&text) {
            let hint = synonym(Typed::Value(name), text)
                .or(instead.map(Hint::from))
                .unwrap_or_else(|| near::among(text, &known, "choose one of:"));
            let diagnostic = codes::BAD_VALUE.error(format!("unknown value `{text}` for `{name}`"));
            self.add_error(diagnostic.hint(hint), span);
            return;
        }
        let Some(format) = part.get("format").and_then(Value::as_str) else { return };
        if format.starts_with("font") && self.misnamed.iter().any(|family| text.contains(family)) {
            return;
        }
        if let Err(diagnostic) = check_format(format, text) {
            let typed = self.text.get(span.clone()).unwrap_or(text);
            let better = self.better_format_mistake(name, text, &span, format, diagnostic);
            self.add_error(better.prefixed(&format!("`{name} = {typed}`: ")), span);
        }
    }

    /// Returns the mistake for a text in the wrong format. `diagnostic` is the mistake from the format's
    /// parser. It is returned if no better mistake is known.
    ///
    /// A better mistake is known for decimal commas, for spellings that can be corrected, and for the
    /// syntax of other programs.
    fn better_format_mistake(
        &self,
        name: &str,
        text: &str,
        span: &Range<usize>,
        format: &str,
        diagnostic: Diagnostic,
    ) -> Diagnostic {
        // `shrink` is a font size, so pt is suggested as the unit.
        if name == "shrink" && text.trim().parse::<f64>().is_ok() {
            return codes::BAD_VALUE.error("this length has no unit").hint(Hint::replacing(
                format!("write \"{}pt\"", text.trim()),
                "",
                &format!("{}pt", text.trim()),
            ));
        }
        let mut better = diagnostic;
        if let Some(points) = with_points(text)
            && check_format(format, &points).is_ok()
        {
            better = codes::BAD_VALUE.error("expected a decimal point, found a comma").hint(Hint::replacing(
                format!("write \"{points}\""),
                "",
                &points,
            ));
        }
        let mut candidates = usual_spelling::candidates(text).into_iter();
        if let Some(meant) = candidates.find(|candidate| check_format(format, candidate).is_ok()) {
            better = better.hint(Hint::replacing(format!("write \"{meant}\""), "", &meant));
        }
        if name == "spacing"
            && let Some(hint) = rewritten::spacing(span.clone(), self.text)
        {
            better = better.hint(hint);
        }
        better
    }

    /// Checks that a whole number is within the bounds of its key.
    pub(super) fn integer(&mut self, name: &str, number: &DeInteger<'_>, span: Range<usize>, part: &Value) {
        let digits = number.as_str().replace('_', "");
        let message = match part.get("format").and_then(Value::as_str) == Some("uint64") {
            true => u64::from_str_radix(&digits, number.radix())
                .is_err()
                .then(|| format!("`{name}` must be a whole number from 0 to {}", u64::MAX)),
            false => out_of_bounds(name, &digits, number.radix(), part),
        };
        if let Some(message) = message {
            self.add_error(codes::BAD_VALUE.error(message), span);
        }
    }
}

/// Returns the message for a number that is below or above the bounds of its key. Returns `None` for a
/// number within the bounds.
fn out_of_bounds(name: &str, digits: &str, radix: u32, part: &Value) -> Option<String> {
    let least = part.get("minimum").and_then(Value::as_i64);
    // A number with a minimum in the schema is stored as a `u32`, so it cannot be larger than the
    // largest `u32`.
    let largest = if least.is_some() { i64::from(u32::MAX) } else { i64::MAX };
    let most = part.get("maximum").and_then(Value::as_i64).unwrap_or(largest);
    match (i64::from_str_radix(digits, radix), least) {
        (Ok(number), Some(0)) if number < 0 => Some(format!("`{name}` cannot be negative")),
        (Ok(number), Some(least)) if number < least => Some(format!("`{name}` must be at least {least}")),
        (Ok(number), _) if number <= most => None,
        (Err(_), least) if digits.starts_with('-') => {
            Some(format!("`{name}` must be at least {}", least.unwrap_or(i64::MIN)))
        }
        _ => Some(format!("`{name}` must be at most {most}")),
    }
}

/// Returns a text with a point in place of every comma between two digits.
///
/// Returns `None` if there is no such comma.
fn with_points(text: &str) -> Option<String> {
    let mut points = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let is_decimal = c == ','
            && text[..at].ends_with(|c: char| c.is_ascii_digit())
            && text[at + 1..].starts_with(|c: char| c.is_ascii_digit());
        points.push(if is_decimal { '.' } else { c });
    }
    (points != text).then_some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_within_the_bounds_of_its_key() {
        let part = serde_json::json!({ "minimum": 1, "maximum": 6 });
        for (digits, is_wrong) in [("0", true), ("1", false), ("6", false), ("7", true)] {
            assert_eq!(out_of_bounds("a", digits, 10, &part).is_some(), is_wrong, "{digits}");
        }
        let part = serde_json::json!({ "minimum": 0 });
        assert_eq!(out_of_bounds("a", "-1", 10, &part).as_deref(), Some("`a` cannot be negative"));
        assert_eq!(out_of_bounds("a", "4294967295", 10, &part), None);
        assert!(out_of_bounds("a", "4294967296", 10, &part).is_some());
    }

    #[test]
    fn commas_between_digits_become_points() {
        for (text, points) in
            [("1,5mm", Some("1.5mm")), ("1,5 x 2,5", Some("1.5 x 2.5")), ("1, 5", None), (",5", None)]
        {
            assert_eq!(with_points(text).as_deref(), points, "{text}");
        }
    }
}
