//! A map that keeps its values in the order of their keys.
//!
//! - In: keys and values.
//! - Out: a map that returns its values in the order of their keys.
//!
//! The compiler compiles the standard library's `BTreeMap` again for every pair of a key type and a value
//! type, about 4,800 lines each time. This map needs only one `BTreeMap` for each key type: a map from keys
//! to indices in a list of values. The crate indexmap does not help, because it keeps the order of insertion.
//! Files must be written in the order of keys.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::collections::btree_map;
use std::fmt;
use std::ops::Index;

/// A map whose entries are in the order of their keys. Single entries cannot be removed.
#[derive(Clone)]
pub struct SortedMap<K, V> {
    places: BTreeMap<K, usize>,
    values: Vec<V>,
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, V> SortedMap<K, V> {
    pub const fn new() -> Self {
        Self { places: BTreeMap::new(), values: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub fn clear(&mut self) {
        self.places.clear();
        self.values.clear();
    }

    /// Returns the keys in their order.
    pub fn keys(&self) -> btree_map::Keys<'_, K, usize> {
        self.places.keys()
    }

    /// Returns the values in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator {
        self.places.values().map(|&at| &self.values[at])
    }

    /// Returns keys and values in the order of the keys.
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter { places: self.places.iter(), values: &self.values }
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// Returns the value of a key. Returns `None` if the map does not contain the key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.places.get(key).map(|&at| &self.values[at])
    }

    /// Returns a mutable reference to the value of a key. Returns `None` if the map does not
    /// contain the key.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.places.get(key).map(|&at| &mut self.values[at])
    }

    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.places.contains_key(key)
    }

    /// Sets the value of a key. Returns the earlier value of the key, or `None` if the map did not
    /// contain the key.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.places.entry(key) {
            btree_map::Entry::Occupied(place) => {
                Some(std::mem::replace(&mut self.values[*place.get()], value))
            }
            btree_map::Entry::Vacant(place) => {
                place.insert(self.values.len());
                self.values.push(value);
                None
            }
        }
    }

    /// Returns the entry of a key. If the entry has no value yet, the caller must insert one, because
    /// the map expects a value for every key.
    pub fn entry(&mut self, key: K) -> Entry<'_, V> {
        let next = self.values.len();
        let at = *self.places.entry(key).or_insert(next);
        Entry { at, values: &mut self.values }
    }
}

// Two maps with the same entries are equal, even if the entries were inserted in another order.
impl<K: PartialEq, V: PartialEq> PartialEq for SortedMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other)
    }
}

impl<K: Eq, V: Eq> Eq for SortedMap<K, V> {}

/// The entry of a key. It may have no value yet.
pub struct Entry<'m, V> {
    at: usize,
    values: &'m mut Vec<V>,
}

impl<'m, V> Entry<'m, V> {
    /// Returns the value. If there is none yet, first inserts the result of `make`.
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> &'m mut V {
        if self.at == self.values.len() {
            self.values.push(make());
        }
        &mut self.values[self.at]
    }

    /// Returns the value. If there is none yet, first inserts `value`.
    pub fn or_insert(self, value: V) -> &'m mut V {
        self.or_insert_with(|| value)
    }

    /// Returns the value. If there is none yet, first inserts the default.
    pub fn or_default(self) -> &'m mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }

    /// Calls `change` with the value, if there is a value.
    pub fn and_modify(self, change: impl FnOnce(&mut V)) -> Self {
        if let Some(value) = self.values.get_mut(self.at) {
            change(value);
        }
        self
    }
}

/// Iterates over keys and values. See [`SortedMap::iter`].
pub struct Iter<'m, K, V> {
    places: btree_map::Iter<'m, K, usize>,
    values: &'m [V],
}

impl<'m, K, V> Iterator for Iter<'m, K, V> {
    type Item = (&'m K, &'m V);

    fn next(&mut self) -> Option<Self::Item> {
        self.places.next().map(|(key, &at)| (key, &self.values[at]))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }
}

impl<K, V> DoubleEndedIterator for Iter<'_, K, V> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.places.next_back().map(|(key, &at)| (key, &self.values[at]))
    }
}

impl<K, V> ExactSizeIterator for Iter<'_, K, V> {}

impl<'m, K, V> IntoIterator for &'m SortedMap<K, V> {
    type Item = (&'m K, &'m V);
    type IntoIter = Iter<'m, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        let mut values: Vec<Option<V>> = self.values.into_iter().map(Some).collect();
        let taken = self.places.into_iter().filter_map(|(key, at)| Some((key, values.get_mut(at)?.take()?)));
        taken.collect::<Vec<_>>().into_iter()
    }
}

impl<K, V> SortedMap<K, V> {
    /// Returns the values in the order of their keys.
    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.into_iter().map(|(_, value)| value)
    }
}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, more: I) {
        more.into_iter().for_each(|(key, value)| {
            self.insert(key, value);
        });
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for SortedMap<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K: Ord + Borrow<Q>, Q: Ord + ?Sized, V> Index<&Q> for SortedMap<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        &self.values[self.places[key]]
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for SortedMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}
