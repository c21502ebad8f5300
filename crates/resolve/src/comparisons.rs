//! Warns about a condition that compares a field with a value, if the rows contain this value in
//! another form.
//!
//! - In: conditions and the values of fields.
//! - Out: warnings.
//! - Not here: conditions that no row satisfies (`unmet_conditions`).
//!
//! Examples:
//! - `kind == 'ship'` is false for a row with `Ship`.
//! - The condition `rare` is true for a row with the text `none`, because every text counts as yes.
//! - `chance > 20` is false for a row with `30%`, because `30%` counts as 0.3.

mod group_heads;
mod near_words;
mod thousands;

use std::collections::BTreeSet;

use crate::context::Resolver;
use hexpress_base::diag::{MistakeLimit, SourceSpan, codes};
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::element::{Element, Shape};
use hexpress_language::data::Table;
use hexpress_language::values::parse_field::is_refusal;
use hexpress_language::values::scalar::Scalar;
use hexpress_template::comparisons::{AlwaysTrue, Comparisons};

/// A parsed condition of the layout.
pub struct ParsedCondition {
    source: String,
    /// Whether `source` is the whole value of a key `when` or `where`. If not, `source` is a text that
    /// contains conditions.
    is_whole: bool,
    /// The fields that the condition uses. For each field, the values with which it is compared.
    comparisons: Comparisons,
    /// The place of the condition in the layout. If the condition is part of an element, the place of
    /// the element.
    place: SourceSpan,
}

impl ParsedCondition {
    /// Parses the condition of a `when` or a `where`.
    pub fn new(source: &str, place: SourceSpan) -> Self {
        Self {
            source: source.to_owned(),
            is_whole: true,
            comparisons: Comparisons::of_condition(source),
            place,
        }
    }
}

/// Returns the conditions of elements: those in `when`, and those in texts, such as
/// `{% if cost > 2 %}`.
pub fn of_elements<'e>(elements: impl IntoIterator<Item = &'e Element>) -> Vec<ParsedCondition> {
    let mut all = Vec::new();
    for element in elements {
        if let Some(when) = &element.when {
            all.push(ParsedCondition::new(when.source(), element.place));
        }
        if let Shape::Text(template, _) = &element.shape {
            let source = template.source();
            let comparisons = Comparisons::of_text(source);
            if comparisons != Comparisons::default() {
                let source = source.to_owned();
                all.push(ParsedCondition { source, is_whole: false, comparisons, place: element.place });
            }
        }
    }
    all
}

/// Returns the cells of a table column, each with its place.
pub fn column_cells<'t>(table: &'t Table, name: &str) -> impl Iterator<Item = (&'t Scalar, SourceSpan)> {
    let column = table.columns.iter().position(|column| **column == *name);
    (0..table.len())
        .filter_map(move |row| Some((table.row(row).get(column?)?, table.cell_place(row, column?))))
}

/// Warns about values that have one form in rows and another form in conditions. Also warns about
/// conditions that are always true. `values` returns the values of a field with their places.
pub fn check<'v>(
    conditions: &[ParsedCondition],
    values: impl Fn(&str, &Resolver<'_>) -> Vec<(&'v Scalar, SourceSpan)>,
    resolver: &mut Resolver<'_>,
) {
    let mut known: SortedMap<&str, Vec<(&Scalar, SourceSpan)>> = SortedMap::new();
    for condition in conditions {
        let Comparisons { texts, numbers, flags, .. } = &condition.comparisons;
        let names =
            texts.iter().map(|(name, _)| name).chain(numbers.iter().map(|(name, _)| name)).chain(flags);
        for name in names {
            known.entry(name.as_str()).or_insert_with(|| values(name, resolver));
        }
    }
    let texts = conditions.iter().flat_map(|condition| &condition.comparisons.texts);
    let mut comparison = Comparison {
        known,
        texts: texts.map(|(name, text)| (name.as_str(), text.as_str())).collect(),
        limit: MistakeLimit::default(),
        reported: BTreeSet::new(),
    };
    for condition in conditions {
        comparison.always(condition, resolver);
        comparison.texts(condition, resolver);
        comparison.flags(condition, resolver);
        comparison.shares(condition, resolver);
    }
    near_words::check(conditions, &comparison.known, &comparison.reported, resolver);
    group_heads::check(conditions, &comparison.known, resolver);
    thousands::check(conditions, &comparison.known, resolver);
}

/// Compares the values in conditions with the values in rows.
struct Comparison<'a> {
    /// The values of each field that conditions use.
    known: SortedMap<&'a str, Vec<(&'a Scalar, SourceSpan)>>,
    /// Each field with each text that a condition compares with it, such as `kind` with `ship`.
    texts: BTreeSet<(&'a str, &'a str)>,
    limit: MistakeLimit,
    /// The pairs of a field and a value that have already been reported.
    reported: BTreeSet<(String, String)>,
}

impl Comparison<'_> {
    /// Warns about a condition that is true for every row, such as `kind != a or kind != b`.
    fn always(&self, condition: &ParsedCondition, resolver: &mut Resolver<'_>) {
        if let Some(AlwaysTrue { field: name, constants: [one, other] }) = &condition.comparisons.always {
            let message = format!("`{name} != {one} or {name} != {other}` is true for every row");
            let hint = format!("write {name} != {one} and {name} != {other}");
            resolver.warnings.push(codes::NEVER_HOLDS.warning(message).at(condition.place).hint(hint));
        }
    }

    /// Warns about a value in a row that nearly equals the text in a condition, such as `Ship` and
    /// `ship`. Also warns about a value that lists several texts, such as `ship, war`, if the text of
    /// the condition is one of them.
    fn texts(&mut self, condition: &ParsedCondition, resolver: &mut Resolver<'_>) {
        if self.is_never_met(condition) {
            return;
        }
        for (name, text) in &condition.comparisons.texts {
            let Some(values) = self.known.get(name.as_str()) else { continue };
            for (value, place) in values {
                let Scalar::Text(typed) = value else { continue };
                let is_meant = self.texts.contains(&(name.as_str(), typed.trim()));
                let is_listed = lists(typed, text) && !condition.source.contains(&format!("in {name}"));
                if is_text(value, text) || is_meant || !(is_listed || are_alike(typed, text)) {
                    continue;
                }
                if self.reported.insert((name.clone(), typed.to_string())) && self.limit.count() {
                    let message = format!(
                        "this value is `{}`, but a condition compares it with `{text}`",
                        typed.trim()
                    );
                    let hint = if is_listed {
                        format!("to find one value of a list, write `'{text}' in {name}`")
                    } else if without_unseen(typed).trim() == text {
                        format!("write `{text}` here: the cell also contains an invisible character")
                    } else {
                        format!("write `{text}` here, or `{}` in the condition", typed.trim())
                    };
                    let warning = codes::NEVER_HOLDS.warning(message).at(*place).hint(hint);
                    resolver.warnings.push(warning.related_place(condition.place, "compared here"));
                }
            }
        }
    }

    /// Returns whether a condition is always false, because no row has the texts that it requires. There
    /// is another warning about such conditions.
    fn is_never_met(&self, condition: &ParsedCondition) -> bool {
        let (texts, source) = (&condition.comparisons.texts, format!(" {}", condition.source));
        let is_required = source.contains(" in [") || (texts.len() == 1 && source.contains("=="));
        let is_missing = |name: &str, text: &str| {
            self.known.get(name).is_some_and(|values| !values.iter().any(|(value, _)| is_text(value, text)))
        };
        condition.is_whole
            && is_required
            && ![" or ", " not ", "!="].iter().any(|word| source.contains(word))
            && texts.iter().all(|(name, text)| is_missing(name, text))
    }

    /// Warns about texts such as `none` in a field that the condition treats as yes or no. Every
    /// text, even `none`, counts as yes.
    fn flags(&mut self, condition: &ParsedCondition, resolver: &mut Resolver<'_>) {
        for name in &condition.comparisons.flags {
            for (value, place) in self.known.get(name.as_str()).into_iter().flatten() {
                let Scalar::Text(text) = value else { continue };
                if is_refusal(text)
                    && self.reported.insert((name.clone(), text.to_string()))
                    && self.limit.count()
                {
                    let message = format!("a condition treats the text `{}` as yes", text.trim());
                    let hint = "write `no`, or leave the field empty";
                    let warning = codes::NEVER_HOLDS.warning(message).at(*place).hint(hint);
                    resolver.warnings.push(warning.related_place(condition.place, "tested here"));
                }
            }
        }
    }

    /// Warns about percentages in rows, such as `30%`, if a condition compares them with a number
    /// above 1.
    fn shares(&mut self, condition: &ParsedCondition, resolver: &mut Resolver<'_>) {
        for (name, number) in condition.comparisons.numbers.iter().filter(|(_, number)| number.abs() > 1.0) {
            let mut values = self.known.get(name.as_str()).into_iter().flatten();
            let Some((value, place)) = values.find(|(value, _)| is_share(value)) else { continue };
            if self.reported.insert((name.clone(), number.to_string())) {
                let message = format!(
                    "`{value}` is read as a fraction (100% = 1), but a condition compares it with \
                        {number}"
                );
                let hint = format!("compare `{name}` with {} instead of {number}", number / 100.0);
                let warning = codes::NEVER_HOLDS.warning(message).at(condition.place).hint(hint);
                resolver.warnings.push(warning.related_place(*place, "the percentage"));
            }
        }
    }
}

/// Returns whether a condition `field == 'text'` is true for a value.
fn is_text(value: &Scalar, text: &str) -> bool {
    value.to_string() == text
}

/// Returns whether a value is a text with a percentage above 1 %, such as `30 %`.
fn is_share(value: &Scalar) -> bool {
    let Scalar::Text(text) = value else { return false };
    let number = text.trim().strip_suffix('%').map(str::trim_end);
    number.is_some_and(|number| number.parse::<f64>().is_ok_and(|number| number.abs() > 1.0))
}

/// Returns whether a value is a list of several texts, such as `ship, war`, that contains this
/// text.
fn lists(value: &str, text: &str) -> bool {
    const SEPARATORS: [char; 4] = [',', ';', '/', '|'];
    value.contains(SEPARATORS) && value.split(SEPARATORS).any(|part| part.trim() == text)
}

/// Returns whether two texts are equal after [`folded`] is applied to both, or differ only in a final
/// `s`.
fn are_alike(one: &str, other: &str) -> bool {
    let (one, other) = (folded(one), folded(other));
    one == other || is_plural(&one, &other) || is_plural(&other, &one)
}

/// Returns whether `text` consists of `singular` and a final `s`. `singular` must have at least
/// three letters, because an `s` changes the meaning of shorter texts, such as `a` and `as`.
fn is_plural(text: &str, singular: &str) -> bool {
    const MIN_SINGULAR_LENGTH: usize = 3;
    text.strip_suffix('s') == Some(singular) && singular.chars().count() >= MIN_SINGULAR_LENGTH
}

/// Returns a text without the characters in [`INVISIBLE_CHARACTERS`].
fn without_unseen(text: &str) -> String {
    text.chars().filter(|c| !INVISIBLE_CHARACTERS.contains(*c)).collect()
}

/// Returns a text in lower case. Removes spaces, hyphens, quotes and invisible characters.
pub fn folded(text: &str) -> String {
    let kept =
        text.chars().filter(|c| !c.is_whitespace() && !c.is_control() && !IGNORED_CHARACTERS.contains(*c));
    kept.flat_map(char::to_lowercase).collect()
}

/// Invisible characters and spaces.
const INVISIBLE_CHARACTERS: &str =
    " \t\n\u{A0}\u{202F}\u{2009}\u{AD}\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}";

/// Hyphens and dashes, underscores, quotes, and invisible characters.
const IGNORED_CHARACTERS: &str = "-_‐‑‒–—−'’‘\"“”\u{AD}\u{200B}\u{200C}\u{200D}\u{2060}\u{FEFF}";

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_base::diag::FileId;

    #[test]
    fn spellings_of_one_word_are_alike() {
        for other in
            ["Ship yard", "ship-yard", "SHIP_YARD", "shipyard ", "ship\u{A0}yard", "\u{200B}ship–yard"]
        {
            assert_eq!(folded(other), "shipyard", "{other}");
        }
        assert_ne!(folded("ships"), folded("ship"));
    }

    #[test]
    fn a_condition_is_never_met_if_no_row_has_the_text_that_it_requires() {
        let place = SourceSpan::new(FileId::default(), 0..1);
        let [kind, size] = ["Ship", "large"].map(|text| Scalar::Text(text.into()));
        let known = [("kind", vec![(&kind, place)]), ("size", vec![(&size, place)])].into_iter().collect();
        let comparison = Comparison {
            known,
            texts: BTreeSet::new(),
            limit: MistakeLimit::default(),
            reported: BTreeSet::new(),
        };
        let is_never_met = |source: &str| comparison.is_never_met(&ParsedCondition::new(source, place));
        assert!(is_never_met("kind == 'ship'"));
        assert!(is_never_met("kind in ['ship', 'boat']"));
        assert!(!is_never_met("kind == 'Ship'"));
        assert!(!is_never_met("kind in ['Ship', 'boat']"));
        assert!(!is_never_met("kind != 'ship'"));
        // These conditions do not require one of the texts to be the whole value of one field.
        assert!(!is_never_met("'ship' in kind"));
        assert!(!is_never_met("kind == 'ship' and size == 'Large'"));
    }
}
