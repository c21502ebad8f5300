//! Where the key of each value stands, for mistakes that are about a key and not about its value.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

/// The keys of a file, by the first byte of their values. That of a table without a place of its own is its first key.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Keys(Vec<(usize, Range<usize>)>);

impl Keys {
    pub(crate) fn of(root: &DeTable<'_>) -> Self {
        let mut keys = Self::default();
        keys.add_table(root);
        keys.0.sort_by_key(|(value, _)| *value);
        keys
    }

    fn add_table(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            self.0.push((value.span().start, key.span()));
            if let Some((first, _)) = value.get_ref().as_table().and_then(|table| table.iter().next()) {
                self.0.push((first.span().start, key.span()));
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

    /// Where the key of the value stands that begins at this byte.
    pub fn key_of(&self, value: usize) -> Option<Range<usize>> {
        let at = self.0.binary_search_by_key(&value, |(value, _)| *value).ok()?;
        self.0.get(at).map(|(_, key)| key.clone())
    }
}
