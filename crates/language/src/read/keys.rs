//! The places of keys, for mistakes that are about a key and not about its value.
//!
//! - In: the tree of a file, and the byte offset of a value.
//! - Out: the place of the key that has this value.
//! - Not here: which names keys may have.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

/// The places of all keys of a file, in the order of their values.
///
/// A table that is written with dotted keys, as in `game.title = "Friends"`, has no place of its own.
/// The place of its first key is used instead.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Keys(Vec<KeyOfValue>);

#[derive(Debug, Clone, PartialEq)]
struct KeyOfValue {
    /// The byte offset of the value.
    value_start: usize,
    /// The byte range of the key.
    key: Range<usize>,
}

impl Keys {
    pub(crate) fn of_file(root: &DeTable<'_>) -> Self {
        let mut keys = Self::default();
        keys.add_table(root);
        keys.0.sort_by_key(|key| key.value_start);
        keys
    }

    fn add_table(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            self.0.push(KeyOfValue { value_start: value.span().start, key: key.span() });
            if let Some((first, _)) = value.get_ref().as_table().and_then(|table| table.iter().next()) {
                self.0.push(KeyOfValue { value_start: first.span().start, key: key.span() });
            }
            self.add(value.get_ref());
        }
    }

    fn add(&mut self, value: &DeValue<'_>) {
        match value {
            DeValue::Table(table) => self.add_table(table),
            DeValue::Array(list) => list.iter().for_each(|value| self.add(value.get_ref())),
            _ => {}
        }
    }

    /// Returns the byte range of a key. `value_start` is the byte offset of its value. Returns `None`
    /// if no value begins at this offset.
    pub fn key_of(&self, value_start: usize) -> Option<Range<usize>> {
        let index = self.0.binary_search_by_key(&value_start, |key| key.value_start).ok()?;
        self.0.get(index).map(|key| key.key.clone())
    }
}
