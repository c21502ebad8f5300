//! An index of items. Each item covers an interval on one axis.
//!
//! - In: items and their intervals.
//! - Out: the items whose intervals touch a given interval. The search examines only a part of the
//!   items.
//!
//! For two dimensions, `hexpress-base` has an index of boxes.

/// An interval between two positions on one axis, in mm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    pub from: f64,
    /// The end of the interval. It is at least `from`.
    pub to: f64,
}

impl Interval {
    /// Returns the interval between two positions. The positions can be in any order.
    pub fn between(a: f64, b: f64) -> Self {
        Self { from: a.min(b), to: a.max(b) }
    }

    /// Returns the interval that extends from `middle` to both sides by `radius`.
    pub fn around(middle: f64, radius: f64) -> Self {
        Self { from: middle - radius, to: middle + radius }
    }
}

/// An index of items, sorted by the start of their intervals.
#[derive(Debug, Clone)]
pub struct IntervalIndex<T> {
    entries: Vec<Entry<T>>,
    /// The length of the longest interval.
    longest: f64,
}

#[derive(Debug, Clone)]
struct Entry<T> {
    interval: Interval,
    item: T,
}

impl<T> IntervalIndex<T> {
    /// Returns an index of `items`. `interval_of` returns the interval of an item.
    pub fn new(items: impl Iterator<Item = T>, interval_of: impl Fn(&T) -> Interval) -> Self {
        let mut entries: Vec<Entry<T>> =
            items.map(|item| Entry { interval: interval_of(&item), item }).collect();
        entries.sort_by(|a, b| a.interval.from.total_cmp(&b.interval.from));
        let lengths = entries.iter().map(|entry| entry.interval.to - entry.interval.from);
        let longest = lengths.fold(0.0, f64::max);
        Self { entries, longest }
    }

    /// Returns the items whose intervals touch `interval`, sorted by the start of their intervals.
    pub fn touching(&self, interval: Interval) -> impl Iterator<Item = &T> + Clone {
        let first = self.entries.partition_point(|entry| entry.interval.from < interval.from - self.longest);
        let end = self.entries.partition_point(|entry| entry.interval.from <= interval.to);
        let candidates = self.entries.get(first..end).unwrap_or_default().iter();
        candidates.filter(move |entry| entry.interval.to >= interval.from).map(|entry| &entry.item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index_of(intervals: &[(f64, f64)]) -> IntervalIndex<usize> {
        IntervalIndex::new(0..intervals.len(), |number| {
            let (from, to) = intervals[*number];
            Interval { from, to }
        })
    }

    fn numbers_touching(index: &IntervalIndex<usize>, from: f64, to: f64) -> Vec<usize> {
        index.touching(Interval { from, to }).copied().collect()
    }

    #[test]
    fn items_that_touch_an_interval_are_found() {
        let index = index_of(&[(4.0, 5.0), (0.0, 9.0), (7.0, 7.5), (2.0, 3.0)]);
        assert_eq!(numbers_touching(&index, 3.0, 4.0), [1, 3, 0]);
        assert_eq!(numbers_touching(&index, 9.0, 20.0), [1]);
        assert!(numbers_touching(&index, 9.1, 20.0).is_empty());
    }

    #[test]
    fn an_empty_index_finds_nothing() {
        assert!(numbers_touching(&index_of(&[]), -1.0, 1.0).is_empty());
    }
}
