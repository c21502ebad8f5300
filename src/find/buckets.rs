//! A grid in which things close to a point are found without looking at all.

use std::collections::HashMap;

/// The most things looked at in one cell. Where more are heaped up in one place
/// than any game board has, some are not compared; a search stays quick.
const CROWD: usize = 64;

/// A grid of `N` dimensions.
pub(super) struct Buckets<const N: usize> {
    cell: f64,
    reach: f64,
    cells: HashMap<[i64; N], Vec<usize>>,
}

impl<const N: usize> Buckets<N> {
    /// A grid to find what is within `reach` (in mm) along every axis.
    pub(super) fn new(reach: f64) -> Self {
        // Cells are wide against the reach, so that mostly one has to be searched.
        Self { cell: (reach * 16.0).max(f64::MIN_POSITIVE), reach, cells: HashMap::new() }
    }

    /// Puts `thing` at a place.
    pub(super) fn insert(&mut self, place: [f64; N], thing: usize) {
        let crowd = self.cells.entry(place.map(|v| index(v, self.cell))).or_default();
        if crowd.len() < CROWD {
            crowd.push(thing);
        }
    }

    /// The first thing within reach of a place for which `take` is true; a
    /// `take` that is never true sees them all.
    pub(super) fn find(&self, place: [f64; N], mut take: impl FnMut(usize) -> bool) -> Option<usize> {
        let low = place.map(|v| index(v - self.reach, self.cell));
        let high = place.map(|v| index(v + self.reach, self.cell));
        // Every axis has one or two cells within reach: one bit for each axis.
        for choice in 0..1_u32 << N {
            let mut key = low;
            let mut doubled = false;
            for (axis, (key, high)) in key.iter_mut().zip(high).enumerate() {
                if choice >> axis & 1 == 1 {
                    doubled |= *key == high;
                    *key = high;
                }
            }
            if doubled {
                continue;
            }
            if let Some(found) = self.cells.get(&key).and_then(|c| c.iter().copied().find(|&t| take(t))) {
                return Some(found);
            }
        }
        None
    }
}

/// The cell of a coordinate. What is no number ends up in some cell, too.
#[expect(clippy::cast_possible_truncation, reason = "a cast of this kind stops at the ends of the range")]
pub(super) fn index(value: f64, cell: f64) -> i64 {
    (value / cell).floor() as i64
}

#[cfg(test)]
mod tests {
    use super::Buckets;

    #[test]
    fn finds_across_the_borders_of_cells() {
        let mut grid = Buckets::<2>::new(1.0);
        grid.insert([15.9, 16.1], 7);
        assert_eq!(grid.find([16.1, 15.9], |_| true), Some(7));
        assert_eq!(grid.find([18.1, 40.0], |_| true), None);
        assert_eq!(grid.find([f64::NAN, f64::INFINITY], |_| true), None);
    }

    #[test]
    fn sees_each_thing_once() {
        let mut grid = Buckets::<2>::new(1.0);
        grid.insert([1.0, 1.0], 1);
        grid.insert([8.0, 1.0], 2);
        let mut seen = Vec::new();
        grid.find([0.5, 0.5], |thing| {
            seen.push(thing);
            false
        });
        seen.sort_unstable();
        assert_eq!(seen, [1, 2]);
    }
}
