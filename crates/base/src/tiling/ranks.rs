//! Numbers the columns and rows of tilings whose cells have several shapes.
//!
//! - In: a tiling.
//! - Out: the column and the row of each cell, and the cell at a column and a row.
//! - Not here: names of cells.
//!
//! Cells are in the same column if their middles have the same x coordinate. They are in the same
//! row if their middles have the same y coordinate.

use super::{CellAddress, Tiling};

/// The least distance between two columns or two rows, as a multiple of the side of a cell.
const MIN_RANK_DISTANCE: f64 = 0.2;
/// The largest difference between two coordinates that count as equal, on a grid with sides of
/// length 1.
const SAME_COORDINATE: f64 = 1e-6;

/// The columns and rows of a tiling.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranks {
    columns: Rank,
    rows: Rank,
}

/// The columns of a tiling, or the rows of a tiling. The comments below only mention columns.
#[derive(Debug, Clone, PartialEq)]
struct Rank {
    /// The number of columns after which the tiling repeats.
    period: i32,
    /// For each of the two steps of the tiling, the number of periods by which the step moves a
    /// cell.
    steps: [i32; 2],
    /// The column of each polygon in the parallelogram (0, 0).
    first: Vec<i32>,
}

impl Rank {
    /// Numbers the columns. Returns `None` if columns are arbitrarily close to each other.
    ///
    /// `steps` contains the x coordinates of the two steps of the tiling. `middles` contains the x
    /// coordinates of the middles of its polygons.
    fn new(steps: [f64; 2], middles: &[f64]) -> Option<Self> {
        let period = common_divisor(steps[0].abs(), steps[1].abs())?;
        let splits: Vec<PeriodSplit> =
            middles.iter().map(|middle| PeriodSplit::new(*middle, period)).collect();
        let mut columns: Vec<f64> = splits.iter().map(|split| split.rest).collect();
        columns.sort_by(f64::total_cmp);
        columns.dedup_by(|a, b| (*a - *b).abs() < SAME_COORDINATE);
        let count = i32::try_from(columns.len()).ok()?;
        let first = splits.iter().map(|split| {
            let before = columns.iter().filter(|column| **column < split.rest - SAME_COORDINATE).count();
            split.periods as i32 * count + before as i32
        });
        let first = first.collect();
        Some(Self { period: count, steps: steps.map(|step| (step / period).round() as i32), first })
    }

    fn column(&self, cell: CellAddress) -> i32 {
        let first = self.first.get(usize::from(cell.polygon)).copied().unwrap_or(0);
        first + self.period * (cell.q * self.steps[0] + cell.r * self.steps[1])
    }

    /// Returns the number of periods between a column and the column of a polygon in the
    /// parallelogram (0, 0). Returns `None` if this number is not whole, because the polygon then
    /// never occurs in the column.
    fn periods(&self, column: i32, polygon: usize) -> Option<i32> {
        let difference = column.checked_sub(*self.first.get(polygon)?)?;
        (difference % self.period == 0).then_some(difference / self.period)
    }
}

/// A coordinate, split into whole periods and a remainder.
struct PeriodSplit {
    periods: f64,
    rest: f64,
}

impl PeriodSplit {
    fn new(coordinate: f64, period: f64) -> Self {
        let periods = (coordinate / period + SAME_COORDINATE).floor();
        Self { periods, rest: coordinate - periods * period }
    }
}

/// Returns the greatest common divisor of two lengths, by Euclid's algorithm. Returns `None` if it is
/// less than [`MIN_RANK_DISTANCE`].
fn common_divisor(mut long: f64, mut short: f64) -> Option<f64> {
    while short > SAME_COORDINATE {
        let rest = long % short;
        (long, short) = (short, if short - rest < SAME_COORDINATE { 0.0 } else { rest });
    }
    (long >= MIN_RANK_DISTANCE).then_some(long)
}

impl Ranks {
    /// Returns the column and the row of a cell.
    pub fn place(&self, cell: CellAddress) -> (i32, i32) {
        (self.columns.column(cell), self.rows.column(cell))
    }

    /// Returns whether a column contains cells whose polygon is the first one of the tiling.
    pub fn has_first(&self, column: i32) -> bool {
        self.columns.periods(column, 0).is_some()
    }

    /// Returns the cell whose middle is in this column and in this row. Returns `None` if no cell
    /// is there.
    pub fn cell(&self, (column, row): (i32, i32)) -> Option<CellAddress> {
        let [[a, b], [c, d]] = [&self.columns, &self.rows].map(|rank| rank.steps.map(i64::from));
        let determinant = a * d - b * c;
        (0..self.columns.first.len()).find_map(|polygon| {
            let u = i64::from(self.columns.periods(column, polygon)?);
            let v = i64::from(self.rows.periods(row, polygon)?);
            // This is Cramer's rule with whole numbers.
            let q = exact_quotient(u * d - v * b, determinant)?;
            let r = exact_quotient(v * a - u * c, determinant)?;
            Some(CellAddress { q, r, polygon: polygon as u8 })
        })
    }
}

/// Returns a quotient. Returns `None` if there is a remainder.
fn exact_quotient(dividend: i64, divisor: i64) -> Option<i32> {
    i32::try_from(dividend / divisor).ok().filter(|_| dividend % divisor == 0)
}

impl Tiling {
    /// Returns the columns and rows of the tiling. Returns `None` if columns or rows are
    /// arbitrarily close to each other.
    pub fn ranks(self) -> Option<Ranks> {
        let first = CellAddress::new(0, 0);
        let steps = [CellAddress::new(1, 0), CellAddress::new(0, 1)]
            .map(|step| self.unit_centre(step) - self.unit_centre(first));
        let middles = (0..self.polygons()).map(|k| self.unit_centre(CellAddress { polygon: k, ..first }));
        let (x, y): (Vec<f64>, Vec<f64>) = middles.map(|centre| (centre.x, centre.y)).unzip();
        let columns = Rank::new(steps.map(|step| step.x), &x)?;
        Some(Ranks { columns, rows: Rank::new(steps.map(|step| step.y), &y)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_and_rows_follow_the_centres() {
        for tiling in Tiling::ALL.iter().copied() {
            let Some(ranks) = tiling.ranks() else {
                assert_eq!(tiling, Tiling::T33434);
                continue;
            };
            let near = (-4..5).flat_map(|q| (-4..5).map(move |r| CellAddress::new(q, r)));
            let cells: Vec<CellAddress> = near
                .flat_map(|address| {
                    (0..tiling.polygons()).map(move |k| CellAddress { polygon: k, ..address })
                })
                .collect();
            for address in &cells {
                assert_eq!(ranks.cell(ranks.place(*address)), Some(*address), "{tiling}");
            }
            for pair in cells.windows(2) {
                let [(one, at), (other, to)] =
                    [pair[0], pair[1]].map(|address| (ranks.place(address), tiling.unit_centre(address)));
                let alike = |direction: f64, ranks: i32| {
                    (direction.abs() < SAME_COORDINATE, direction > SAME_COORDINATE)
                        == (ranks == 0, ranks > 0)
                };
                assert!(
                    alike(to.x - at.x, other.0 - one.0) && alike(to.y - at.y, other.1 - one.1),
                    "{tiling}"
                );
            }
        }
    }
}
