//! Cells by where they lie: a table over the box that they lie in, and a hash table for those that lie scattered.

use rustc_hash::FxHashMap;

use super::hex::Hex;

/// The number of each cell, by where it lies.
#[derive(Debug, Clone)]
pub struct CellIndex {
    /// The first corner of the box.
    low: [i32; 2],
    /// How wide it is, how high, and how many cells a place has.
    size: [usize; 3],
    /// The number of the cell at each place of the box and 1; 0 where there is none. Empty where cells lie scattered.
    table: Vec<u32>,
    /// Cells that lie scattered.
    scattered: FxHashMap<Hex, u32>,
}

/// A box with so many places for each cell has a table.
const ROOM: usize = 4;

impl CellIndex {
    /// Of cells in their order. Of two that lie at one place the last is found.
    pub fn new(cells: impl Iterator<Item = Hex> + Clone) -> Self {
        Self::numbered(cells.enumerate())
    }

    /// Of cells that each have a number. Of two that lie at one place the last is found.
    pub fn numbered(cells: impl Iterator<Item = (usize, Hex)> + Clone) -> Self {
        let (mut low, mut high, mut sorts, mut count) = ([i32::MAX; 2], [i32::MIN; 2], 0, 0_usize);
        for (_, hex) in cells.clone() {
            low = [low[0].min(hex.q), low[1].min(hex.r)];
            high = [high[0].max(hex.q), high[1].max(hex.r)];
            sorts = sorts.max(usize::from(hex.k) + 1);
            count += 1;
        }
        let long = |axis: usize| (i64::from(high[axis]) - i64::from(low[axis]) + 1).max(0) as usize;
        let size = [long(0), long(1), sorts];
        let places = size[0].saturating_mul(size[1]).saturating_mul(sorts);
        let (table, scattered) = (Vec::new(), FxHashMap::default());
        let mut index = Self { low, size, table, scattered };
        let numbered = cells.filter_map(|(number, hex)| Some((hex, u32::try_from(number).ok()?)));
        if places <= count.saturating_mul(ROOM) + 64 {
            index.table = vec![0; places];
            for (hex, number) in numbered {
                if let Some(place) = index.place(hex).and_then(|at| index.table.get_mut(at)) {
                    *place = number + 1;
                }
            }
        } else {
            index.scattered = numbered.collect();
        }
        index
    }

    /// Of a slice of them.
    pub fn of(cells: &[Hex]) -> Self {
        Self::new(cells.iter().copied())
    }

    #[inline]
    fn place(&self, hex: Hex) -> Option<usize> {
        let along = |at: i32, axis: usize| {
            let steps = usize::try_from(i64::from(at) - i64::from(self.low[axis])).ok()?;
            (steps < self.size[axis]).then_some(steps)
        };
        let k = Some(usize::from(hex.k)).filter(|k| *k < self.size[2])?;
        Some((along(hex.r, 1)? * self.size[0] + along(hex.q, 0)?) * self.size[2] + k)
    }

    /// The number of the cell that lies there.
    #[inline]
    pub fn get(&self, hex: Hex) -> Option<usize> {
        let number = match self.table.is_empty() {
            true => self.scattered.get(&hex).map_or(0, |number| number + 1),
            false => self.place(hex).and_then(|at| self.table.get(at).copied()).unwrap_or(0),
        };
        (number as usize).checked_sub(1)
    }

    /// Whether a cell lies there.
    pub fn contains(&self, hex: Hex) -> bool {
        self.get(hex).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_whether_they_lie_together_or_scattered() {
        let near: Vec<Hex> = (0..9).map(|i| Hex { q: i % 3 - 1, r: i / 3 - 5, k: (i % 2) as u8 }).collect();
        let far: Vec<Hex> = near.iter().map(|hex| Hex { q: hex.q * 99_999_999, ..*hex }).collect();
        for cells in [near, far] {
            let index = CellIndex::of(&cells);
            for (number, hex) in cells.iter().enumerate() {
                assert_eq!(index.get(*hex), Some(number));
                let other = Hex { k: 1 - hex.k, ..*hex };
                assert_eq!(index.get(other), cells.iter().position(|own| *own == other));
                assert!(!index.contains(Hex { q: hex.q, r: hex.r + 9, k: hex.k }));
            }
        }
        assert!(!CellIndex::of(&[]).contains(Hex::new(0, 0)));
    }
}
