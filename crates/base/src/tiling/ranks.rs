//! Cells of several sorts in columns and rows: those in which their middles lie, counted from one to the next.

use super::{Hex, Tiling};

/// Columns and rows closer together than this, in sides, are none.
const CLOSEST: f64 = 0.2;
/// Places on a grid of side 1 that differ by less are one.
const SAME: f64 = 1e-6;

/// Which column and row each cell of a tiling lies in.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranks {
    columns: Rank,
    rows: Rank,
}

/// One of the two ways.
#[derive(Debug, Clone, PartialEq)]
struct Rank {
    /// How many columns lie from one place to where all is as there.
    period: i32,
    /// How many periods each of the tiling's two steps leads on.
    steps: [i32; 2],
    /// The columns of the polygons of the parallelogram (0, 0).
    first: Vec<i32>,
}

impl Rank {
    /// From how far the steps lead, and where the middles of the polygons lie; none where columns lie as close as one likes.
    fn new(steps: [f64; 2], middles: &[f64]) -> Option<Self> {
        let period = common(steps[0].abs(), steps[1].abs())?;
        let whole = |at: f64| (at / period + SAME).floor();
        let rest = |at: f64| at - whole(at) * period;
        let mut columns: Vec<f64> = middles.iter().map(|at| rest(*at)).collect();
        columns.sort_by(f64::total_cmp);
        columns.dedup_by(|a, b| (*a - *b).abs() < SAME);
        let count = i32::try_from(columns.len()).ok()?;
        let column = |at: f64| {
            let before = columns.iter().filter(|column| **column < rest(at) - SAME).count();
            whole(at) as i32 * count + before as i32
        };
        let first = middles.iter().map(|at| column(*at)).collect();
        Some(Self { period: count, steps: steps.map(|step| (step / period).round() as i32), first })
    }

    fn of(&self, hex: Hex) -> i32 {
        let first = self.first.get(usize::from(hex.k)).copied().unwrap_or(0);
        first + self.period * (hex.q * self.steps[0] + hex.r * self.steps[1])
    }

    /// How many periods a column lies from that of a polygon; none where it is another's.
    fn periods(&self, column: i32, polygon: usize) -> Option<i32> {
        let way = column.checked_sub(*self.first.get(polygon)?)?;
        (way % self.period == 0).then_some(way / self.period)
    }
}

/// The greatest length of which two are whole multiples.
fn common(mut long: f64, mut short: f64) -> Option<f64> {
    while short > SAME {
        let rest = long % short;
        (long, short) = (short, if short - rest < SAME { 0.0 } else { rest });
    }
    (long >= CLOSEST).then_some(long)
}

impl Ranks {
    /// The column of a cell, and its row: in each parallelogram of steps as in the next.
    pub fn place(&self, hex: Hex) -> (i32, i32) {
        (self.columns.of(hex), self.rows.of(hex))
    }

    /// Whether cells of the first sort lie in a column.
    pub fn has_first(&self, column: i32) -> bool {
        self.columns.periods(column, 0).is_some()
    }

    /// The cell whose middle lies there; none where there is none.
    pub fn cell(&self, (column, row): (i32, i32)) -> Option<Hex> {
        let [[a, b], [c, d]] = [&self.columns, &self.rows].map(|rank| rank.steps.map(i64::from));
        let of = |polygon: usize| {
            let u = i64::from(self.columns.periods(column, polygon)?);
            let v = i64::from(self.rows.periods(row, polygon)?);
            // Cramer's rule, in whole numbers.
            let all = a * d - b * c;
            let (q, r) = (u * d - v * b, v * a - u * c);
            let whole = |n: i64| i32::try_from(n / all).ok().filter(|_| n % all == 0);
            Some(Hex { q: whole(q)?, r: whole(r)?, k: polygon as u8 })
        };
        (0..self.columns.first.len()).find_map(of)
    }
}

impl Tiling {
    /// Its columns and rows; none where it lies so aslant that there are none.
    pub fn ranks(self) -> Option<Ranks> {
        let first = Hex::new(0, 0);
        let steps =
            [Hex::new(1, 0), Hex::new(0, 1)].map(|step| self.unit_centre(step) - self.unit_centre(first));
        let middles = (0..self.polygons()).map(|k| self.unit_centre(Hex { k, ..first }));
        let (x, y): (Vec<f64>, Vec<f64>) = middles.map(|middle| (middle.x, middle.y)).unzip();
        let columns = Rank::new(steps.map(|step| step.x), &x)?;
        Some(Ranks { columns, rows: Rank::new(steps.map(|step| step.y), &y)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_and_rows_are_those_of_the_middles() {
        for tiling in Tiling::ALL.iter().copied() {
            let Some(ranks) = tiling.ranks() else {
                assert_eq!(tiling, Tiling::T33434);
                continue;
            };
            let near = (-4..5).flat_map(|q| (-4..5).map(move |r| Hex::new(q, r)));
            let cells: Vec<Hex> =
                near.flat_map(|hex| (0..tiling.polygons()).map(move |k| Hex { k, ..hex })).collect();
            for hex in &cells {
                assert_eq!(ranks.cell(ranks.place(*hex)), Some(*hex), "{tiling}");
            }
            for pair in cells.windows(2) {
                let [(one, at), (other, to)] =
                    [pair[0], pair[1]].map(|hex| (ranks.place(hex), tiling.unit_centre(hex)));
                let alike = |way: f64, ranks: i32| (way.abs() < SAME, way > SAME) == (ranks == 0, ranks > 0);
                assert!(
                    alike(to.x - at.x, other.0 - one.0) && alike(to.y - at.y, other.1 - one.1),
                    "{tiling}"
                );
            }
        }
    }
}
