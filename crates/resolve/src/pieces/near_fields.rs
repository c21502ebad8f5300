//! Warns about unused fields whose name is probably a typing mistake.
//!
//! - In: the fields and columns of a component.
//! - Out: warnings, and the names of the reported fields.
//!
//! For example, the field `nmae` is reported if an element uses `name`, and the row with `nmae` has no
//! `name`.

use std::collections::BTreeSet;

use super::column_names::UsedFields;
use crate::context::Resolver;
use hexpress_base::diag::near::is_slip;
use hexpress_base::diag::{Hint, SourceSpan, codes};
use hexpress_language::data::{Table, column_name};
use hexpress_language::tables::layout::Pieces;
use hexpress_language::values::scalar::Scalar;

/// Warns about unused fields in a row, in the lists of `each` or in a data file. Such a field is
/// reported only if a used field with a similar name is missing in the same row, list or table. Returns
/// the names of the reported fields.
pub fn check(p: &Pieces, used_fields: &UsedFields<'_>, resolver: &mut Resolver<'_>) -> BTreeSet<String> {
    let rows = p.rows.iter().flat_map(|rows| rows.value.iter());
    let mut search = Search {
        p,
        used_fields,
        used: used_fields.all(),
        in_rows: rows.flat_map(|row| row.value.names()).collect(),
        reported: BTreeSet::new(),
    };
    search.check_rows(resolver);
    search.check_lists(resolver);
    search.check_columns(resolver);
    search.reported
}

/// Searches the fields of one component for misspelt names.
struct Search<'a> {
    p: &'a Pieces,
    used_fields: &'a UsedFields<'a>,
    /// All names that elements, conditions and values of `set` use.
    used: BTreeSet<&'a str>,
    /// The fields that occur in any row of the layout.
    in_rows: BTreeSet<&'a str>,
    /// The fields that have already been reported.
    reported: BTreeSet<String>,
}

impl<'a> Search<'a> {
    /// Checks the fields of the rows of the layout.
    fn check_rows(&mut self, resolver: &mut Resolver<'_>) {
        let mut reported = BTreeSet::new();
        for row in self.p.rows.iter().flat_map(|rows| rows.value.iter()) {
            for (key, _) in row.value.iter() {
                let name = key.value.as_str();
                if reported.contains(name) {
                    continue;
                }
                if let Some(intended) = self.intended_field(name, |field| row.value.get(field).is_some()) {
                    warn(name, intended, resolver.place(key), resolver);
                    reported.insert(name);
                }
            }
        }
        self.reported.extend(reported.into_iter().map(str::to_owned));
    }

    /// Checks the lists of `each`.
    fn check_lists(&mut self, resolver: &mut Resolver<'_>) {
        let Some(each) = &self.p.each else { return };
        for (key, _) in each.value.iter() {
            let name = key.value.as_str();
            if let Some(intended) = self.intended_field(name, |field| each.value.get(field).is_some()) {
                warn(name, intended, resolver.place(key), resolver);
                self.reported.insert(name.to_owned());
            }
        }
    }

    /// Checks the columns of the data file.
    fn check_columns(&mut self, resolver: &mut Resolver<'_>) {
        let Some(table) = self.p.data.as_ref().and_then(|data| data.value.table.as_ref()) else { return };
        for (index, name) in table.columns.iter().enumerate() {
            if let Some(intended) =
                self.intended_field(name, |field| table.columns.iter().any(|column| **column == *field))
            {
                warn(name, intended, table.column_place(index), resolver);
                self.reported.insert(name.to_string());
            }
        }
    }

    /// Returns the field that the user probably meant by `name`. This is a used field with a similar name
    /// that another row or `set` has. The row, list or table with `name` must not have this field too:
    /// `is_here` returns whether it has a given field. Returns `None` if `name` itself is used, or if no
    /// field is similar.
    fn intended_field(&self, name: &str, is_here: impl Fn(&str) -> bool) -> Option<&'a str> {
        if self.is_used(name) {
            return None;
        }
        self.used.iter().copied().find(|used| {
            let is_known = self.in_rows.contains(used) || self.p.set.get(used).is_some();
            is_known && !is_here(used) && is_near(name, used)
        })
    }

    /// Returns whether an element, a condition or a value of `set` uses a field.
    fn is_used(&self, name: &str) -> bool {
        let mut set = self.p.set.iter().filter_map(|(_, value)| match &value.value {
            Scalar::Text(text) => Some(text),
            _ => None,
        });
        ["copies", "edges"].contains(&name)
            || self.used_fields.contains(name)
            || set.any(|text| text.contains('{') && text.contains(name))
    }
}

fn warn(name: &str, intended: &str, place: SourceSpan, resolver: &mut Resolver<'_>) {
    let message = format!("no element uses the field `{name}`, and the field `{intended}` is missing here");
    let warning = codes::UNKNOWN_KEY.warning(message).at(place);
    resolver.warnings.push(warning.hint(Hint::did_you_mean(name, intended)));
}

/// Returns whether two names differ only in capitals, in characters between words, in a final `s`,
/// or by a typing mistake. In names of fewer than four letters, a different letter does not count as a
/// typing mistake, because such names are often similar: `hp` and `mp`.
fn is_near(name: &str, used: &str) -> bool {
    const MIN_MISTYPED_NAME_LENGTH: usize = 4;
    let [one, other] = [name, used].map(|name| column_name(name).replace('_', ""));
    one == other
        || one.strip_suffix('s') == Some(&*other)
        || other.strip_suffix('s') == Some(&*one)
        || (one.chars().count().min(other.chars().count()) >= MIN_MISTYPED_NAME_LENGTH
            && is_slip(&one, &other))
}

/// Returns whether a column seems to contain the number of copies of each piece: its name contains a word
/// such as `count`, and its cells contain small whole numbers. Numbers such as 1, 2, 3, which only number
/// the rows, do not count.
pub fn seems_to_count(table: &Table, column: usize) -> bool {
    const WORDS: [&str; 20] = [
        "no", "nr", "num", "number", "cards", "card", "pieces", "pcs", "times", "many", "count", "qty",
        "quantity", "copies", "deck", "amount", "prints", "anzahl", "stück", "nombre",
    ];
    let Some(name) = table.columns.get(column) else { return false };
    if !name.split('_').any(|word| WORDS.contains(&word)) {
        return false;
    }
    let cells = (0..table.len()).filter_map(|row| table.row(row).get(column));
    let filled = cells.filter(|cell| *cell != Scalar::empty());
    let Some(numbers) = filled.map(small_number).collect::<Option<Vec<i64>>>() else { return false };
    // Numbers with equal steps, such as 1, 2, 3 or 10, 20, 30, are a numbering of the rows.
    let steps: Vec<i64> = numbers.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let numbers_rows = steps.iter().all(|step| *step != 0 && Some(step) == steps.first());
    numbers.iter().any(|n| *n > 1) && !numbers_rows
}

/// Returns the number in a cell, if it is a whole number from 0 to 100. Other numbers are unlikely to
/// be a number of copies. Returns `None` for any other cell.
fn small_number(cell: &Scalar) -> Option<i64> {
    const MAX_COPIES: i64 = 100;
    match cell {
        Scalar::Whole(n) => Some(*n).filter(|n| (0..=MAX_COPIES).contains(n)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::is_near;

    #[test]
    fn slips_are_near_but_short_names_are_not() {
        for (name, used) in [
            ("nmae", "name"),
            ("Name", "name"),
            ("hit-points", "hit_points"),
            ("costs", "cost"),
            ("detials", "details"),
        ] {
            assert!(is_near(name, used), "{name} {used}");
        }
        for (name, used) in [("red", "bed"), ("note", "name"), ("cost", "name"), ("a", "b")] {
            assert!(!is_near(name, used), "{name} {used}");
        }
    }
}
