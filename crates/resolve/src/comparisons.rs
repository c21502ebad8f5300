//! Fields that a condition asks for another way than rows write them: warnings. `kind == 'ship'` does not hold for `Ship`,
//! a field that says `none` counts as yes, and `30%` is less than 20.

mod near_words;

use std::collections::BTreeSet;

use super::context::Compiler;
use crate::base::map::Map;
use crate::diag::{Few, Place, codes};
use crate::model::element::{Element, Shape};
use crate::model::template::asked::Asked;
use crate::spec::values::scalar::Scalar;
use crate::spec::values::spelling::is_refusal;

/// A condition as it is typed, what it asks, and where it stands.
pub struct Condition {
    source: String,
    asked: Asked,
    place: Place,
}

impl Condition {
    /// A condition: that of `when` or of `where`.
    pub fn new(source: &str, place: Place) -> Self {
        Self { source: source.to_owned(), asked: Asked::of_condition(source), place }
    }
}

/// The conditions of elements: their `when`, and what their texts ask.
pub fn of_elements<'e>(elements: impl IntoIterator<Item = &'e Element>) -> Vec<Condition> {
    let mut all = Vec::new();
    for element in elements {
        if let Some(when) = &element.when {
            all.push(Condition::new(when.source(), element.place));
        }
        if let Shape::Text(template, _) = &element.shape {
            let source = template.source();
            let asked = Asked::of_text(source);
            if asked != Asked::default() {
                all.push(Condition { source: source.to_owned(), asked, place: element.place });
            }
        }
    }
    all
}

/// Warns of what rows have another way than conditions ask for it. `values` are those of a field, and where they stand.
pub fn check<'v>(
    conditions: &[Condition],
    values: impl Fn(&str, &Compiler<'_>) -> Vec<(&'v Scalar, Place)>,
    compiler: &mut Compiler<'_>,
) {
    let mut known: Map<&str, Vec<(&Scalar, Place)>> = Map::new();
    for condition in conditions {
        let Asked { texts, numbers, flags, .. } = &condition.asked;
        let names =
            texts.iter().map(|(name, _)| name).chain(numbers.iter().map(|(name, _)| name)).chain(flags);
        for name in names {
            known.entry(name.as_str()).or_insert_with(|| values(name, compiler));
        }
    }
    let asked = conditions.iter().flat_map(|condition| &condition.asked.texts);
    let asked: BTreeSet<(&str, &str)> = asked.map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let mut few = Few::default();
    let mut told: BTreeSet<(String, String)> = BTreeSet::new();
    for condition in conditions {
        if let Some((name, one, other)) = &condition.asked.always {
            let message = format!("`{name} != {one} or {name} != {other}` holds for every row");
            let hint = format!("write {name} != {one} and {name} != {other}");
            compiler.warnings.push(codes::NEVER_HOLDS.warning(message).at(condition.place).hint(hint));
        }
        for (name, text) in &condition.asked.texts {
            let Some(values) = known.get(name.as_str()) else { continue };
            // Where no row says it, that is reported of the whole condition.
            let only = condition.asked.texts.len() == 1 && !values.iter().any(|(value, _)| says(value, text));
            if only && condition.source.contains("==") && !condition.source.contains(" or ") {
                continue;
            }
            for (value, place) in values {
                let Scalar::Text(own) = value else { continue };
                let is_meant = asked.contains(&(name.as_str(), own.trim()));
                let is_listed = lists(own, text) && !condition.source.contains(&format!("in {name}"));
                if says(value, text) || is_meant || !(is_listed || are_alike(own, text)) {
                    continue;
                }
                if told.insert((name.clone(), own.to_string())) && few.more() {
                    let message = format!("`{}` is not `{text}`, which a condition asks for", own.trim());
                    let is_unseen =
                        own.chars().filter(|c| !UNSEEN.contains(*c)).collect::<String>().trim() == text;
                    let hint = match is_unseen {
                        _ if is_listed => {
                            format!("to ask for one of several, write '{text}' in {name}")
                        }
                        true => format!("write {text} here: a character that nobody sees stands beside it"),
                        false => format!("write {text} here, or `{}` in the condition", own.trim()),
                    };
                    let warning = codes::NEVER_HOLDS.warning(message).at(*place).hint(hint);
                    compiler.warnings.push(warning.also(condition.place, "asked for here"));
                }
            }
        }
        for name in &condition.asked.flags {
            for (value, place) in known.get(name.as_str()).into_iter().flatten() {
                let Scalar::Text(text) = value else { continue };
                if is_refusal(text) && told.insert((name.clone(), text.to_string())) && few.more() {
                    let message = format!("`{}` counts as yes in a condition: it is text", text.trim());
                    let hint = "write no, or leave the field empty";
                    let warning = codes::NEVER_HOLDS.warning(message).at(*place).hint(hint);
                    compiler.warnings.push(warning.also(condition.place, "asked for here"));
                }
            }
        }
        for (name, number) in condition.asked.numbers.iter().filter(|(_, number)| number.abs() > 1.0) {
            let shares = known.get(name.as_str()).into_iter().flatten();
            let share = shares.into_iter().find(|(value, _)| is_share(value));
            if let Some((value, place)) = share.filter(|_| told.insert((name.clone(), number.to_string()))) {
                let message = format!("`{value}` is a share of 1, and a condition compares it with {number}");
                let hint = format!("compare it with {}", number / 100.0);
                let warning = codes::NEVER_HOLDS.warning(message).at(condition.place).hint(hint);
                compiler.warnings.push(warning.also(*place, "the share"));
            }
        }
    }
    near_words::check(conditions, &known, &told, compiler);
}

/// Whether a field is this text, as conditions compare it.
fn says(value: &Scalar, text: &str) -> bool {
    value.to_string() == text
}

/// Whether a field is written as a share: `30 %`.
fn is_share(value: &Scalar) -> bool {
    let Scalar::Text(text) = value else { return false };
    let number = text.trim().strip_suffix('%').map(str::trim_end);
    number.is_some_and(|number| number.parse::<f64>().is_ok_and(|number| number.abs() > 1.0))
}

/// Whether a field lists several texts, and this is one of them: `ship, war`.
fn lists(own: &str, text: &str) -> bool {
    let mut parts = own.split([',', ';', '/', '|']).map(str::trim);
    own.contains([',', ';', '/', '|']) && parts.any(|part| part == text)
}

/// Whether two texts are one but for what is seldom meant to make a difference, or for an `s` at the end.
fn are_alike(own: &str, text: &str) -> bool {
    let (own, text) = (folded(own), folded(text));
    let is_plural =
        |one: &str, other: &str| one.strip_suffix('s') == Some(other) && other.chars().count() >= 3;
    own == text || is_plural(&own, &text) || is_plural(&text, &own)
}

/// A text without what is seldom meant to make a difference: capitals, blanks, hyphens, and what nobody sees.
pub fn folded(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_whitespace() && !c.is_control() && !IGNORED.contains(*c));
    kept.flat_map(char::to_lowercase).collect()
}

/// Characters that are not seen, and blanks.
const UNSEEN: &str = " \t\n\u{A0}\u{202F}\u{2009}\u{AD}\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}";

/// Hyphens and dashes, underlines, quotes, and characters that are not seen.
const IGNORED: &str = "-_‐‑‒–—−'’‘\"“”\u{AD}\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}";

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn spellings_of_one_word_are_alike() {
        for other in
            ["Ship yard", "ship-yard", "SHIP_YARD", "shipyard ", "ship\u{A0}yard", "\u{200B}ship–yard"]
        {
            assert_eq!(folded(other), "shipyard", "{other}");
        }
        assert_ne!(folded("ships"), folded("ship"));
    }
}
