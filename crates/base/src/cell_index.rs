//! Finds the number of a cell by its coordinates.
//!
//! - In: cells in some order, or cells together with their numbers.
//! - Out: the number of a cell.
//! - Not here: what a cell contains.
//!
//! The index is a table with an entry for each position in the bounding box of the cells. If most of
//! these entries would be empty, the index is a hash table instead.

use rustc_hash::FxHashMap;

use super::cell_address::CellAddress;

/// An index that finds the number of a cell by its coordinates.
#[derive(Debug, Clone)]
pub struct CellIndex {
    /// The smallest `q` and the smallest `r` of the cells.
    low: [i32; 2],
    /// Three numbers: the number of columns, the number of rows, and the number of entries for each
    /// pair of a column and a row. The third number is the largest `polygon` of a cell plus 1.
    size: [usize; 3],
    /// For each column, row and `polygon` in the bounding box: the number of the cell plus 1, or 0 if
    /// there is no such cell. Empty if the cells are scattered.
    table: Vec<u32>,
    /// The numbers of the cells if the cells are scattered. Otherwise empty.
    scattered: FxHashMap<CellAddress, u32>,
}

/// The table may have at most `MAX_TABLE_RATIO` times as many entries as there are cells, plus 64 entries. If
/// the table would need more entries, the cells count as scattered, and a hash table is used.
const MAX_TABLE_RATIO: usize = 4;

impl CellIndex {
    /// Returns an index in which the cells are numbered from 0, in their order. If a cell occurs
    /// twice, the index keeps the number of its last occurrence.
    pub fn new(cells: impl Iterator<Item = CellAddress> + Clone) -> Self {
        Self::numbered(cells.enumerate())
    }

    /// Returns an index of cells that already have numbers. If a cell occurs twice, the index keeps
    /// the number of its last occurrence.
    pub fn numbered(cells: impl Iterator<Item = (usize, CellAddress)> + Clone) -> Self {
        let (mut low, mut high, mut sorts, mut count) = ([i32::MAX; 2], [i32::MIN; 2], 0, 0_usize);
        for (_, address) in cells.clone() {
            low = [low[0].min(address.q), low[1].min(address.r)];
            high = [high[0].max(address.q), high[1].max(address.r)];
            sorts = sorts.max(usize::from(address.polygon) + 1);
            count += 1;
        }
        let [columns, rows] =
            [0, 1].map(|axis| (i64::from(high[axis]) - i64::from(low[axis]) + 1).max(0) as usize);
        let size = [columns, rows, sorts];
        let places = size[0].saturating_mul(size[1]).saturating_mul(sorts);
        let (table, scattered) = (Vec::new(), FxHashMap::default());
        let mut index = Self { low, size, table, scattered };
        let numbered = cells.filter_map(|(number, address)| Some((address, u32::try_from(number).ok()?)));
        if places <= count.saturating_mul(MAX_TABLE_RATIO) + 64 {
            index.table = vec![0; places];
            for (address, number) in numbered {
                if let Some(place) = index.place(address).and_then(|at| index.table.get_mut(at)) {
                    *place = number + 1;
                }
            }
        } else {
            index.scattered = numbered.collect();
        }
        index
    }

    /// Returns an index in which the cells of a slice are numbered from 0.
    pub fn from_cells(cells: &[CellAddress]) -> Self {
        Self::new(cells.iter().copied())
    }

    #[inline]
    fn place(&self, cell: CellAddress) -> Option<usize> {
        let k = Some(usize::from(cell.polygon)).filter(|k| *k < self.size[2])?;
        Some((self.along(cell.r, 1)? * self.size[0] + self.along(cell.q, 0)?) * self.size[2] + k)
    }

    /// Returns the number of steps along an axis from the smallest coordinate to `coordinate`.
    /// Returns `None` if the coordinate is outside of the bounding box.
    #[inline]
    fn along(&self, coordinate: i32, axis: usize) -> Option<usize> {
        let steps = usize::try_from(i64::from(coordinate) - i64::from(self.low[axis])).ok()?;
        (steps < self.size[axis]).then_some(steps)
    }

    /// Returns the number of a cell. Returns `None` if the cell is not in the index.
    #[inline]
    pub fn get(&self, cell: CellAddress) -> Option<usize> {
        let number = match self.table.is_empty() {
            true => self.scattered.get(&cell).map_or(0, |number| number + 1),
            false => self.place(cell).and_then(|at| self.table.get(at).copied()).unwrap_or(0),
        };
        (number as usize).checked_sub(1)
    }

    pub fn contains(&self, cell: CellAddress) -> bool {
        self.get(cell).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_and_scattered_cells_are_found() {
        let near: Vec<CellAddress> =
            (0..9).map(|i| CellAddress { q: i % 3 - 1, r: i / 3 - 5, polygon: (i % 2) as u8 }).collect();
        let far: Vec<CellAddress> =
            near.iter().map(|address| CellAddress { q: address.q * 99_999_999, ..*address }).collect();
        for cells in [near, far] {
            let index = CellIndex::from_cells(&cells);
            for (number, address) in cells.iter().enumerate() {
                assert_eq!(index.get(*address), Some(number));
                let other = CellAddress { polygon: 1 - address.polygon, ..*address };
                assert_eq!(index.get(other), cells.iter().position(|own_address| *own_address == other));
                assert!(!index.contains(CellAddress {
                    q: address.q,
                    r: address.r + 9,
                    polygon: address.polygon
                }));
            }
        }
        assert!(!CellIndex::from_cells(&[]).contains(CellAddress::new(0, 0)));
    }
}
