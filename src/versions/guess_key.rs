//! Guesses the key: the column that shows which row of the old version is which row of the new version.
//!
//! - In: the rows of both versions.
//! - Out: two columns, one of each version. In each of them, no value occurs twice. Most values are in
//!   both columns.
//! - Not here: matching rows.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::game_version::PieceRow;

/// Up to this number of columns, columns with different names are compared too. With more columns, only
/// columns with the same name are compared.
const MAX_COLUMNS: usize = 64;

/// Two columns, one of each version. An old and a new row are the same row if they have the same value
/// in these columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyColumns {
    pub old: Arc<str>,
    pub new: Arc<str>,
}

/// Returns two columns, one of each version, that have the most values in common. Returns `None` if the
/// number of common values is less than half of the number of rows of the shorter version.
pub fn guess_key(old: &[Arc<PieceRow>], new: &[Arc<PieceRow>]) -> Option<KeyColumns> {
    let (old_keys, new_keys) = (distinct_columns(old), distinct_columns(new));
    let is_narrow = old_keys.len().max(new_keys.len()) <= MAX_COLUMNS;
    let mut best: Option<Candidate> = None;
    for (old_name, old_values) in &old_keys {
        for (new_name, new_values) in &new_keys {
            let is_same_name = old_name == new_name;
            if !is_same_name && !is_narrow {
                continue;
            }
            let common = old_values.intersection(new_values).count();
            let known = best.as_ref();
            if known.is_none_or(|best| (common, is_same_name) > (best.common, best.is_same_name)) {
                let columns = KeyColumns { old: Arc::clone(old_name), new: Arc::clone(new_name) };
                best = Some(Candidate { common, is_same_name, columns });
            }
        }
    }
    let Candidate { common, columns, .. } = best?;
    (2 * common >= old.len().min(new.len()) && common > 0).then_some(columns)
}

/// A pair of columns that may be the key.
struct Candidate {
    /// The number of values that both columns have.
    common: usize,
    is_same_name: bool,
    columns: KeyColumns,
}

/// Returns the names and the values of the columns in which no two rows have the same value. The
/// columns keep their order.
fn distinct_columns(rows: &[Arc<PieceRow>]) -> Vec<(Arc<str>, BTreeSet<String>)> {
    let Some(first) = rows.first() else { return Vec::new() };
    let names = first.columns.iter().filter(|name| ***name != *"copies");
    let columns = names.filter_map(|name| {
        let mut values = BTreeSet::new();
        for row in rows {
            let value = row.field(name).filter(|value| !value.trim().is_empty())?;
            if !values.insert(value) {
                return None;
            }
        }
        Some((Arc::clone(name), values))
    });
    columns.collect()
}

/// Returns, for each value in a column, the indices of the rows with this value, in ascending order.
/// Rows without a value are left out.
pub fn by_value(rows: &[Arc<PieceRow>], column: &str) -> BTreeMap<String, Vec<usize>> {
    let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, row) in rows.iter().enumerate() {
        if let Some(value) = row.field(column).filter(|value| !value.trim().is_empty()) {
            found.entry(value).or_default().push(index);
        }
    }
    found
}
