//! Finds fields that have a value only in the first row of each group of rows.
//!
//! For example, the cells of a column are `ship`, empty, empty, `storm`, empty. The user may think that
//! an empty cell repeats the cell above it. But `kind == 'ship'` is true only for the first of these
//! rows.
//!
//! - In: conditions and the values of fields.
//! - Out: notes. They are not warnings, because the empty cells may be intended.

use std::collections::{BTreeMap, BTreeSet};

use super::ParsedCondition;
use crate::context::Resolver;
use hexpress_base::diag::{SourceSpan, codes};
use hexpress_base::sorted_map::SortedMap;
use hexpress_language::values::scalar::Scalar;

/// A note is added only if there are at least this number of groups, and at least this number of empty
/// rows. A single empty cell is probably intended.
const MIN_GROUPS: usize = 2;

/// Adds a note for each field that has a value only in the first row of each group. Only fields that a
/// condition compares with a text are checked.
pub(super) fn check(
    conditions: &[ParsedCondition],
    known: &SortedMap<&str, Vec<(&Scalar, SourceSpan)>>,
    resolver: &mut Resolver<'_>,
) {
    let mut compared: BTreeMap<&str, Vec<(&str, SourceSpan)>> = BTreeMap::new();
    for condition in conditions {
        for (field, text) in &condition.comparisons.texts {
            compared.entry(field).or_default().push((text, condition.place));
        }
    }
    for (field, texts) in compared {
        let Some(values) = known.get(field).filter(|values| has_group_heads(values)) else { continue };
        let found = texts.iter().find_map(|(text, place)| Some((text, place, group_below(values, text)?)));
        let Some((text, condition, group)) = found else { continue };
        let below = match group.empty {
            1 => "the next row".to_owned(),
            count => format!("the next {count} rows"),
        };
        let message = format!("only one row has `{text}` in `{field}`, and `{field}` is empty in {below}");
        let hint = format!(
            "write `{text}` in every row that it applies to: an empty cell does not repeat the cell above"
        );
        let note = codes::NEVER_HOLDS.note(message).at(group.place).hint(hint);
        resolver.warnings.push(note.related_place(*condition, "compared here"));
    }
}

/// The empty rows below the first row of a group.
struct GroupBelow {
    /// The number of empty rows.
    empty: usize,
    /// The place of the value in the first row of the group.
    place: SourceSpan,
}

/// Returns the empty rows directly below the first row whose value is `text`. Returns `None` if the next
/// row has a value, or if no row has this text.
fn group_below(values: &[(&Scalar, SourceSpan)], text: &str) -> Option<GroupBelow> {
    let head = values.iter().position(|(value, _)| value.to_string().trim() == text)?;
    let empty = values[head + 1..].iter().take_while(|(value, _)| is_empty(value)).count();
    (empty > 0).then_some(GroupBelow { empty, place: values[head].1 })
}

/// Returns whether the values of a field look like the headings of groups. They do if the first row
/// has a value, no value occurs twice, and there are several values and several empty rows.
fn has_group_heads(values: &[(&Scalar, SourceSpan)]) -> bool {
    let heads: Vec<String> =
        values.iter().filter(|(value, _)| !is_empty(value)).map(|(value, _)| value.to_string()).collect();
    let different: BTreeSet<&String> = heads.iter().collect();
    values.first().is_some_and(|(first, _)| !is_empty(first))
        && heads.len() >= MIN_GROUPS
        && different.len() == heads.len()
        && values.len() - heads.len() >= MIN_GROUPS
}

fn is_empty(value: &Scalar) -> bool {
    value.to_string().trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_base::diag::FileId;

    #[test]
    fn headings_of_groups_differ_from_rare_values() {
        let place = SourceSpan::new(FileId::default(), 0..1);
        for (typed, expected) in [
            ("ship,,,storm,", true),
            ("ship,,storm,", true),
            ("ship,,,ship,", false),
            (",ship,,storm,", false),
            ("ship,storm,", false),
            ("ship,,,", false),
        ] {
            let scalars: Vec<Scalar> = typed.split(',').map(|text| Scalar::Text(text.into())).collect();
            let values: Vec<(&Scalar, SourceSpan)> = scalars.iter().map(|value| (value, place)).collect();
            assert_eq!(has_group_heads(&values), expected, "{typed}");
        }
    }
}
