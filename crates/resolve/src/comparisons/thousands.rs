//! Finds numbers in which a point seems to separate thousands, such as `1.000` next to `750`.
//!
//! Only fields that a condition compares with a number are checked.
//!
//! - In: conditions and the values of fields.
//! - Out: notes. They are not warnings, because the numbers may really have three decimals.

use std::collections::BTreeSet;

use super::ParsedCondition;
use crate::context::Resolver;
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::units::ShortNumber;
use hexpress_language::values::scalar::Scalar;

/// If another row has a whole number of at least this size, `1.000` probably means one thousand.
const MIN_WHOLE_NUMBER: i64 = 100;

/// Adds a note for each field in which points probably separate thousands. The program reads such
/// points as decimal points.
pub(super) fn check(
    conditions: &[ParsedCondition],
    known: &SortedMap<&str, Vec<(&Scalar, SourceSpan)>>,
    resolver: &mut Resolver<'_>,
) {
    let compared = conditions.iter().flat_map(|condition| &condition.comparisons.numbers);
    let fields: BTreeSet<&str> = compared.map(|(field, _)| field.as_str()).collect();
    for values in fields.into_iter().filter_map(|field| known.get(field)) {
        let texts: Vec<(String, SourceSpan)> =
            values.iter().map(|(value, place)| (value.to_string().trim().to_owned(), *place)).collect();
        let Some((text, place)) = first_thousand(&texts) else { continue };
        let digits = text.replace('.', "");
        if resolver.engine.whole_number(&Scalar::Text(text.into())) == digits.parse().ok() {
            continue;
        }
        let read = ShortNumber(text.parse().unwrap_or_default());
        let message = format!("`{text}` is read as {read}: the point is a decimal point");
        let hint = format!("to read it as {digits}, add decimal = \"comma\" to [game]");
        resolver.warnings.push(codes::BAD_DATA.note(message).at(place).hint(hint));
    }
}

/// Returns the first text with a point, if points probably separate thousands. Otherwise returns `None`.
///
/// Two conditions must be true: every point is before the last three digits of its number (unlike in
/// `1.5`), and some row has a whole number of at least 100.
fn first_thousand(texts: &[(String, SourceSpan)]) -> Option<(&str, SourceSpan)> {
    let mut with_point = texts.iter().filter(|(text, _)| text.contains('.'));
    let has_hundreds =
        texts.iter().any(|(text, _)| text.parse().is_ok_and(|number: i64| number >= MIN_WHOLE_NUMBER));
    let is_likely = has_hundreds && with_point.clone().all(|(text, _)| is_thousand(text));
    with_point.next().filter(|_| is_likely).map(|(text, place)| (text.as_str(), *place))
}

/// Returns whether a text consists of one to three digits, a point and three digits. The first
/// digit must not be 0.
fn is_thousand(text: &str) -> bool {
    let is_number = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    text.split_once('.').is_some_and(|(thousands, rest)| {
        (1..=3).contains(&thousands.len())
            && !thousands.starts_with('0')
            && rest.len() == 3
            && is_number(thousands)
            && is_number(rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_base::diag::FileId;

    #[test]
    fn thousands_differ_from_decimals() {
        let place = SourceSpan::new(FileId::default(), 0..1);
        for (typed, expected) in [
            ("750 1.000 1.500", Some("1.000")),
            ("12.500 999", Some("12.500")),
            ("1.000 1.500", None),
            ("750 1.5", None),
            ("750 1.000 2.5", None),
            ("750 0.125", None),
            ("5 1.250", None),
            ("750 1000.000", None),
        ] {
            let texts: Vec<(String, SourceSpan)> =
                typed.split(' ').map(|text| (text.to_owned(), place)).collect();
            assert_eq!(first_thousand(&texts).map(|(text, _)| text), expected, "{typed}");
        }
    }
}
