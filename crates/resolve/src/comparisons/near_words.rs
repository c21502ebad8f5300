//! Warns about values that differ in one letter from a text in a condition: `shp` instead of `ship`.
//!
//! - In: conditions and the values of fields.
//! - Out: warnings.
//!
//! A field is checked only if conditions compare it with several texts, because these texts then show
//! its possible values. A value that occurs in one of these conditions is not checked.

use std::collections::{BTreeMap, BTreeSet};

use super::ParsedCondition;
use crate::context::Resolver;
use hexpress_base::diag::near::is_slip;
use hexpress_base::diag::{Hint, MistakeLimit, SourceSpan, codes};
use hexpress_base::sorted_map::SortedMap;
use hexpress_language::values::scalar::Scalar;

/// The smallest length of a text in a condition, in characters, for which similar values are reported.
/// Shorter words often differ in only one letter, such as `cat` and `cap`.
const MIN_TEXT_LENGTH: usize = 4;

/// A field is checked only if conditions compare it with at least this number of different texts.
const MIN_TEXTS: usize = 2;

/// Warns about values that occur in no condition, but are similar to a text in a condition. `reported`
/// contains pairs of a field and a value that were already reported.
pub(super) fn check(
    conditions: &[ParsedCondition],
    known: &SortedMap<&str, Vec<(&Scalar, SourceSpan)>>,
    reported: &BTreeSet<(String, String)>,
    resolver: &mut Resolver<'_>,
) {
    let mut named: BTreeMap<&str, Vec<(&str, SourceSpan)>> = BTreeMap::new();
    for condition in conditions {
        for (field, text) in &condition.comparisons.texts {
            let texts = named.entry(field).or_default();
            if !texts.iter().any(|(other, _)| *other == text.as_str()) {
                texts.push((text, condition.place));
            }
        }
    }
    let mut limit = MistakeLimit::default();
    for (field, texts) in named.into_iter().filter(|(_, texts)| texts.len() >= MIN_TEXTS) {
        let Some(values) = known.get(field) else { continue };
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for (value, _) in values {
            *counts.entry(value.to_string()).or_default() += 1;
        }
        for (value, place) in values {
            let Scalar::Text(own) = value else { continue };
            let own = own.trim();
            let is_known = texts.iter().any(|(text, _)| *text == own)
                || reported.contains(&(field.to_owned(), value.to_string()));
            // A value that occurs in several rows is probably not a typing mistake.
            let is_single = counts.get(&value.to_string()) == Some(&1);
            let intended = texts.iter().find(|(text, _)| counts.contains_key(*text) && is_near(own, text));
            let Some((text, condition)) = intended.filter(|_| is_single && !is_known) else { continue };
            if limit.count() {
                let all: Vec<String> = texts.iter().map(|(text, _)| format!("'{text}'")).collect();
                let message =
                    format!("`{own}` occurs in no condition: `{field}` is compared with {}", all.join(", "));
                let hint = Hint::did_you_mean(own, text);
                let warning = codes::NEVER_HOLDS.warning(message).at(*place).hint(hint);
                resolver.warnings.push(warning.related_place(*condition, format!("`{text}` is used here")));
            }
        }
    }
}

/// Returns whether a value differs from a text by a single typing mistake. A different digit, as in
/// `ship1` and `ship2`, does not count as a mistake.
fn is_near(value: &str, text: &str) -> bool {
    text.chars().count() >= MIN_TEXT_LENGTH
        && is_slip(value, text)
        && is_slip(&without_digits(value), &without_digits(text))
}

fn without_digits(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}
