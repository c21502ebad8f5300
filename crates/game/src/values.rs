//! The values of a deck's pieces, column by column: each different value stands once, and a row holds its number.
//!
//! Twenty thousand tiles have a few dozen different costs and colours between them. What looks the same has the same
//! number, so that a drawing made for one piece is found again for another without a look at the value.

use std::collections::HashMap;
use std::sync::Arc;

use crate::spec::values::scalar::Scalar;
use crate::spec::values::spelling::has_letters;

/// The number that stands where a row has no value.
const NONE: u32 = u32::MAX;

/// A table of values: columns of one length.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Values {
    columns: Vec<Column>,
    /// How many rows; also where there is no column.
    rows: usize,
}

/// One column of [`Values`].
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    name: Arc<str>,
    different: Vec<Scalar>,
    cells: Vec<u32>,
    /// Whether `y` and `n` are letters in it, and say neither yes nor no.
    letters: bool,
}

/// Fills a [`Column`]; knows which values it has met.
#[derive(Debug)]
pub struct ColumnBuilder {
    column: Column,
    texts: HashMap<Arc<str>, u32>,
    others: HashMap<Key, u32>,
}

/// What makes two values that are not text the same.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Key {
    Whole(i64),
    Number(u64),
    Flag(bool),
}

impl ColumnBuilder {
    /// An empty column.
    pub fn new(name: Arc<str>) -> Self {
        let column = Column { name, different: Vec::new(), cells: Vec::new(), letters: false };
        Self { column, texts: HashMap::new(), others: HashMap::new() }
    }

    /// Adds the value of the next row.
    pub fn push(&mut self, value: Option<&Scalar>) {
        let key = match value {
            None => return self.column.cells.push(NONE),
            Some(Scalar::Text(text)) => return self.push_shared(text, || Arc::clone(text)),
            Some(Scalar::Whole(n)) => Key::Whole(*n),
            Some(Scalar::Number(x)) => Key::Number(x.to_bits()),
            Some(Scalar::Flag(flag)) => Key::Flag(*flag),
        };
        let different = &mut self.column.different;
        let id = *self.others.entry(key).or_insert_with(|| {
            different.extend(value.cloned());
            number(different.len() - 1)
        });
        self.column.cells.push(id);
    }

    /// Adds a text as the value of the next row.
    pub fn push_text(&mut self, text: &str) {
        self.push_shared(text, || text.into());
    }

    /// The same, of a text that is kept as `shared` says where it is new.
    fn push_shared(&mut self, text: &str, shared: impl FnOnce() -> Arc<str>) {
        let id = match self.texts.get(text) {
            Some(id) => *id,
            None => {
                let id = number(self.column.different.len());
                let shared = shared();
                self.column.different.push(Scalar::Text(Arc::clone(&shared)));
                self.texts.insert(shared, id);
                id
            }
        };
        self.column.cells.push(id);
    }

    /// The column.
    pub fn finish(mut self) -> Column {
        self.column.different.shrink_to_fit();
        self.column.letters = has_letters(self.column.different.iter());
        self.column
    }
}

/// A number of a value; there are never four billion of them in memory.
fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(NONE)
}

impl Column {
    /// A column whose rows are the numbers of `different` values.
    pub fn new(name: Arc<str>, different: Vec<Scalar>, cells: Vec<u32>) -> Self {
        let letters = has_letters(different.iter());
        Self { name, different, cells, letters }
    }

    /// A column of so many rows without values.
    pub fn empty(name: Arc<str>, rows: usize) -> Self {
        Self { name, different: Vec::new(), cells: vec![NONE; rows], letters: false }
    }

    /// The number of a row's value, counted from 0; none where the row lacks one.
    pub fn number(&self, row: usize) -> Option<usize> {
        self.cells.get(row).filter(|id| **id != NONE).map(|id| *id as usize)
    }

    /// Whether hardly two of its many values are alike.
    pub fn is_varied(&self) -> bool {
        /// Fewer are few enough to be kept.
        const MANY: usize = 256;
        self.different.len() > MANY.max(self.cells.len() / 2)
    }

    /// What the column is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether `y` and `n` are letters in it, and say neither yes nor no.
    pub fn has_letters(&self) -> bool {
        self.letters
    }

    /// A row's value.
    pub fn value(&self, row: usize) -> Option<&Scalar> {
        self.different.get(self.number(row)?)
    }
}

impl Values {
    /// A table of `rows` rows without values.
    pub fn without_columns(rows: usize) -> Self {
        Self { columns: Vec::new(), rows }
    }

    /// A table of columns, all as long as the first.
    pub fn of_columns(columns: Vec<Column>) -> Self {
        let rows = columns.first().map_or(0, |column| column.cells.len());
        Self { columns, rows }
    }

    /// A table of rows, each with its values in the order of `names`.
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

    /// All combinations of lists, the last list turning fastest.
    pub fn combinations(names: &[Arc<str>], lists: &[Vec<Scalar>]) -> Self {
        let rows = lists.iter().map(Vec::len).product();
        let mut below = rows;
        let mut columns = Vec::with_capacity(lists.len());
        for (name, list) in names.iter().zip(lists) {
            below /= list.len().max(1);
            let mut column = ColumnBuilder::new(Arc::clone(name));
            list.iter().for_each(|value| column.push(Some(value)));
            let mut column = column.finish();
            let numbers = std::mem::take(&mut column.cells);
            let cells = (0..rows).filter_map(|row| numbers.get(row / below.max(1) % numbers.len().max(1)));
            column.cells = cells.copied().collect();
            columns.push(column);
        }
        Self { columns, rows }
    }

    /// How many rows.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The columns, in their order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// What the columns are called.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_ref())
    }

    /// Which column has this name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name.as_ref() == name)
    }

    /// Whether `y` and `n` are letters in the column of this name.
    pub fn has_letters(&self, name: &str) -> bool {
        self.columns.iter().any(|column| column.letters && column.name.as_ref() == name)
    }

    /// A row's value in a column.
    pub fn value(&self, row: usize, column: usize) -> Option<&Scalar> {
        self.columns.get(column)?.value(row)
    }

    /// Whether some row has no value in a column.
    pub fn lacks(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|column| column.cells.contains(&NONE))
    }

    /// Adds a column; it is as long as the others.
    pub fn push(&mut self, column: Column) {
        self.columns.push(column);
    }

    /// Puts a column in the place of another one; it is as long as that.
    pub fn replace(&mut self, at: usize, column: Column) {
        if let Some(there) = self.columns.get_mut(at) {
            *there = column;
        }
    }

    /// Leaves out the rows for which `keep` does not hold.
    pub fn keep(&mut self, keep: &[bool]) {
        for column in &mut self.columns {
            keep_rows(&mut column.cells, keep);
        }
        self.rows = keep.iter().filter(|k| **k).count();
    }
}

/// Leaves out the rows of a list for which `keep` does not hold.
pub fn keep_rows<T>(list: &mut Vec<T>, keep: &[bool]) {
    let mut kept = keep.iter();
    list.retain(|_| kept.next().is_some_and(|k| *k));
}

/// A whole number.
pub fn whole(n: usize) -> Scalar {
    Scalar::Whole(i64::try_from(n).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(n: i64) -> Scalar {
        Scalar::Whole(n)
    }

    #[test]
    fn the_last_list_turns_fastest() {
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
    fn like_values_have_one_number_and_others_not() {
        let mut column = ColumnBuilder::new("x".into());
        let one = Scalar::Text("1".into());
        let values =
            [Some(one.clone()), Some(whole(1)), None, Some(Scalar::Number(1.0)), Some(whole(1)), Some(one)];
        values.iter().for_each(|value| column.push(value.as_ref()));
        let column = column.finish();
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
}
