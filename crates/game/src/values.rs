//! Stores the values of rows, column by column. A column stores equal values only once.
//!
//! - In: the rows of a deck.
//! - Out: the value of a row in a column, and the index of this value among the different values of the
//!   column.
//! - Not here: the places of values in files.
//!
//! For example, twenty thousand tiles have only a few dozen different costs and colours. Equal values
//! of a column have the same index, so two pieces can be compared by these indices instead of by
//! the texts of their values.

use std::collections::HashMap;
use std::sync::Arc;

use hexpress_language::values::parse_field::has_letters;
use hexpress_language::values::scalar::Scalar;

/// The entry in `cells` for a row without a value. Any other entry is the index of the row's value in
/// `different`.
const NO_VALUE: u32 = u32::MAX;

/// A table of values. All columns have the same length.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Values {
    columns: Vec<Column>,
    /// The number of rows. Even a table without columns may have rows.
    rows: usize,
}

/// One column of [`Values`].
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    name: Arc<str>,
    different: Vec<Scalar>,
    cells: Vec<u32>,
    /// Whether `y` and `n` are ordinary letters in this column. Otherwise, they mean yes and no.
    letters: bool,
}

/// Builds a [`Column`] from the values of its rows.
#[derive(Debug)]
pub struct ColumnBuilder {
    column: Column,
    texts: HashMap<Arc<str>, u32>,
    others: HashMap<Key, u32>,
}

/// A key for comparing values that are not text.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Key {
    Whole(i64),
    Number(u64),
    Flag(bool),
    /// A table from `set`, identified by the memory address of its fields, because all rows share the
    /// table.
    Table(usize),
}

impl ColumnBuilder {
    /// Creates a builder for a column without rows.
    pub fn new(name: Arc<str>) -> Self {
        let column = Column { name, different: Vec::new(), cells: Vec::new(), letters: false };
        Self { column, texts: HashMap::new(), others: HashMap::new() }
    }

    /// Adds the value of the next row.
    pub fn push(&mut self, value: Option<&Scalar>) {
        let key = match value {
            None => return self.column.cells.push(NO_VALUE),
            Some(Scalar::Text(text)) => return self.push_shared(text, || Arc::clone(text)),
            Some(Scalar::Whole(n)) => Key::Whole(*n),
            Some(Scalar::Number(x)) => Key::Number(x.to_bits()),
            Some(Scalar::Flag(flag)) => Key::Flag(*flag),
            Some(Scalar::Table(fields)) => Key::Table(Arc::as_ptr(fields).addr()),
        };
        let different = &mut self.column.different;
        let id = *self.others.entry(key).or_insert_with(|| {
            different.extend(value.cloned());
            value_id(different.len() - 1)
        });
        self.column.cells.push(id);
    }

    pub fn push_text(&mut self, text: &str) {
        self.push_shared(text, || text.into());
    }

    /// Adds a text as the value of the next row. If the column does not contain this text yet,
    /// `to_shared` makes the copy that is stored.
    fn push_shared(&mut self, text: &str, to_shared: impl FnOnce() -> Arc<str>) {
        let known = self.texts.get(text).copied();
        let id = known.unwrap_or_else(|| {
            let new = value_id(self.column.different.len());
            let shared = to_shared();
            self.column.different.push(Scalar::Text(Arc::clone(&shared)));
            self.texts.insert(shared, new);
            new
        });
        self.column.cells.push(id);
    }

    pub fn finish(mut self) -> Column {
        self.column.different.shrink_to_fit();
        self.column.letters = has_letters(self.column.different.iter());
        self.column
    }
}

/// Converts the index of a value among the different values of a column to a `u32`.
///
/// The index always fits, because four billion values do not fit into memory.
fn value_id(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(NO_VALUE)
}

impl Column {
    /// Creates a column. `different` contains its different values. For each row, `cells` contains the
    /// index of the row's value in `different`.
    pub fn new(name: Arc<str>, different: Vec<Scalar>, cells: Vec<u32>) -> Self {
        let letters = has_letters(different.iter());
        Self { name, different, cells, letters }
    }

    /// Creates a column with `rows` rows that have no values.
    pub fn empty(name: Arc<str>, rows: usize) -> Self {
        Self { name, different: Vec::new(), cells: vec![NO_VALUE; rows], letters: false }
    }

    /// Returns the index of a row's value among the different values of the column. Returns `None` if
    /// the row has no value.
    pub fn number(&self, row: usize) -> Option<usize> {
        self.cells.get(row).filter(|id| **id != NO_VALUE).map(|id| *id as usize)
    }

    /// Returns whether few rows have equal values: the column has more than `MAX_KEPT_VALUES` different
    /// values, and more than half as many as rows.
    pub fn is_varied(&self) -> bool {
        /// The largest number of different values whose drawings can all be kept.
        const MAX_KEPT_VALUES: usize = 256;
        self.different.len() > MAX_KEPT_VALUES.max(self.cells.len() / 2)
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether `y` and `n` are ordinary letters in this column. Otherwise, they mean yes and
    /// no.
    pub fn has_letters(&self) -> bool {
        self.letters
    }

    pub fn value(&self, row: usize) -> Option<&Scalar> {
        self.different.get(self.number(row)?)
    }
}

impl Values {
    /// Returns a table with `rows` rows and no columns.
    pub fn without_columns(rows: usize) -> Self {
        Self { columns: Vec::new(), rows }
    }

    /// Returns a table with these columns, which must have equal lengths.
    pub fn of_columns(columns: Vec<Column>) -> Self {
        let rows = columns.first().map_or(0, |column| column.cells.len());
        Self { columns, rows }
    }

    /// Returns a table with these rows. In each row, the values are in the order of `names`.
    pub fn of_rows<'v>(names: &[Arc<str>], rows: impl IntoIterator<Item = Vec<Option<&'v Scalar>>>) -> Self {
        let mut columns: Vec<_> = names.iter().map(|name| ColumnBuilder::new(Arc::clone(name))).collect();
        let mut count = 0;
        for row in rows {
            for (at, column) in columns.iter_mut().enumerate() {
                column.push(row.get(at).copied().flatten());
            }
            count += 1;
        }
        Self { columns: columns.into_iter().map(ColumnBuilder::finish).collect(), rows: count }
    }

    /// Returns a table with a row for each combination of values. A combination contains one value from
    /// each list.
    ///
    /// The value from the last list changes fastest.
    pub fn combinations(names: &[Arc<str>], lists: &[Vec<Scalar>]) -> Self {
        let rows = lists.iter().map(Vec::len).product();
        let mut period = rows;
        let mut columns = Vec::with_capacity(lists.len());
        for (name, list) in names.iter().zip(lists) {
            period /= list.len().max(1);
            let mut builder = ColumnBuilder::new(Arc::clone(name));
            list.iter().for_each(|value| builder.push(Some(value)));
            let mut column = builder.finish();
            let list_cells = std::mem::take(&mut column.cells);
            let cells =
                (0..rows).filter_map(|row| list_cells.get(row / period.max(1) % list_cells.len().max(1)));
            column.cells = cells.copied().collect();
            columns.push(column);
        }
        Self { columns, rows }
    }

    pub fn len(&self) -> usize {
        self.rows
    }

    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_ref())
    }

    pub fn position(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name.as_ref() == name)
    }

    /// Returns whether `y` and `n` are ordinary letters in the column with this name. Otherwise, they
    /// mean yes and no.
    pub fn has_letters(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column.letters && column.name.as_ref() == name)
    }

    /// Returns the value of a row in a column. Returns `None` if the row has no value there.
    pub fn value(&self, row: usize, column: usize) -> Option<&Scalar> {
        self.columns.get(column)?.value(row)
    }

    /// Returns whether at least one row has no value in a column.
    pub fn lacks(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|column| column.cells.contains(&NO_VALUE))
    }

    /// Adds a column. It must be as long as the other columns.
    pub fn push(&mut self, column: Column) {
        self.columns.push(column);
    }

    /// Replaces the column with the index `at` by a column of the same length.
    pub fn replace(&mut self, at: usize, column: Column) {
        if let Some(there) = self.columns.get_mut(at) {
            *there = column;
        }
    }

    /// Keeps only the rows for which the entry in `keep` is true.
    pub fn keep(&mut self, keep: &[bool]) {
        for column in &mut self.columns {
            keep_rows(&mut column.cells, keep);
        }
        self.rows = keep.iter().filter(|k| **k).count();
    }
}

/// Keeps only those items of a list for which the entry in `keep` is true.
pub fn keep_rows<T>(list: &mut Vec<T>, keep: &[bool]) {
    let mut kept = keep.iter();
    list.retain(|_| kept.next().is_some_and(|k| *k));
}

pub fn whole_value(n: usize) -> Scalar {
    Scalar::Whole(i64::try_from(n).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(n: i64) -> Scalar {
        Scalar::Whole(n)
    }

    #[test]
    fn the_last_list_changes_fastest() {
        let names = ["a".into(), "b".into()];
        let values = Values::combinations(&names, &[vec![whole(1), whole(2)], vec![whole(10), whole(20)]]);
        let rows: Vec<_> = (0..values.len()).map(|r| [values.value(r, 0), values.value(r, 1)]).collect();
        let expected = [(1, 10), (1, 20), (2, 10), (2, 20)];
        for (row, (a, b)) in rows.iter().zip(expected) {
            assert_eq!(*row, [Some(&whole(a)), Some(&whole(b))]);
        }
        assert_eq!(rows.len(), 4);
    }

    #[test]
    fn only_equal_values_have_equal_numbers() {
        let mut builder = ColumnBuilder::new("x".into());
        let one = Scalar::Text("1".into());
        let values =
            [Some(one.clone()), Some(whole(1)), None, Some(Scalar::Number(1.0)), Some(whole(1)), Some(one)];
        values.iter().for_each(|value| builder.push(value.as_ref()));
        let column = builder.finish();
        let numbers: Vec<_> = (0..6).map(|row| column.number(row)).collect();
        assert_eq!(numbers, [Some(0), Some(1), None, Some(2), Some(1), Some(0)]);
        assert_eq!((0..6).map(|row| column.value(row).cloned()).collect::<Vec<_>>(), values);
        assert_eq!(column.different.len(), 3);
    }

    #[test]
    fn rows_can_be_left_out() {
        let names = ["a".into()];
        let mut values = Values::combinations(&names, &[vec![whole(1), whole(2), whole(3)]]);
        values.keep(&[true, false, true]);
        assert_eq!((values.len(), values.value(1, 0)), (2, Some(&whole(3))));
        let mut bare = Values::without_columns(3);
        bare.keep(&[false, true, false]);
        assert_eq!(bare.len(), 1);
    }

    #[test]
    fn a_column_is_varied_if_most_of_its_many_values_differ() {
        let column = |rows: i64, different: i64| {
            let mut builder = ColumnBuilder::new("x".into());
            (0..rows).for_each(|row| builder.push(Some(&whole(row % different))));
            builder.finish()
        };
        assert!(!column(256, 256).is_varied());
        assert!(column(257, 257).is_varied());
        assert!(!column(600, 300).is_varied());
        assert!(column(600, 301).is_varied());
    }
}
