//! The two numbers that the name of each cell is made of.
//!
//! - In: the cells of a board, a scheme, and the corner where counting begins.
//! - Out: a pair of numbers for each cell, counted from 0.
//! - Not here: how numbers are written. Skew lines are in `hexagon_lines.rs`, rings in `rings.rs`.

use std::collections::HashMap;

use super::{Corner, Scheme};
use crate::cells::{place_on_sheet, sort_for_reading};
use hexpress_base::diag::Result;
use hexpress_base::hex::Hex;
use hexpress_base::tiling::Tiling;
use hexpress_language::values::bad;

/// The two numbers of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Pair {
    pub(super) first: i64,
    pub(super) second: i64,
}

impl Pair {
    /// The pair of a cell without a name.
    pub(super) const UNNAMED: Self = Self::new(-1, -1);

    pub(super) const fn new(first: i64, second: i64) -> Self {
        Self { first, second }
    }

    const fn swapped(self) -> Self {
        Self::new(self.second, self.first)
    }

    /// Returns the key that sorts columns and rows by rows, then by columns.
    const fn reading_key(self) -> (i64, i64) {
        (self.second, self.first)
    }
}

/// The cells of a board, and the corner that the layout counts from.
pub(super) struct Numbering<'a> {
    pub(super) cells: &'a [Hex],
    pub(super) tiling: Tiling,
    pub(super) corner: Option<Corner>,
}

impl Numbering<'_> {
    /// Returns the numbers of every cell, in the order of the cells.
    ///
    /// # Errors
    /// The reason why the scheme does not suit the board, in one sentence.
    pub(super) fn pairs(&self, scheme: Scheme) -> Result<Vec<Pair>> {
        let tiling = self.tiling;
        let hexagons = tiling.lies_as_hexagons();
        match scheme {
            Scheme::Chess | Scheme::Go => self.columns_and_rows(Corner::BottomLeft),
            Scheme::Ccrr => self.columns_and_rows(Corner::TopLeft),
            Scheme::Doubled if self.has_several_sorts() => self.ranks(),
            Scheme::Hex | Scheme::Lines | Scheme::Railway | Scheme::Doubled | Scheme::Offset if !hexagons => {
                self.columns_and_rows(Corner::TopLeft)
            }
            Scheme::Glinski if !hexagons => {
                Err(bad("glinski names need upright files: the cells must be flat-top"))
            }
            Scheme::Axial if tiling.polygons() > 1 => {
                Err(bad("axial names need hexagons or squares").hint("names = \"numbers\""))
            }
            Scheme::Draughts if tiling != Tiling::Square && !self.cells.is_empty() => {
                Err(bad("draughts names are those of dark squares: the cells must be squares"))
            }
            Scheme::Draughts => self.dark_squares(),
            Scheme::Snake => self.snake(),
            Scheme::Hex => self.rhombus_lines(),
            Scheme::Lines => self.skew_lines(),
            Scheme::Glinski => self.bent_ranks(),
            // Rows of pointy-top cells have letters, columns of flat-top ones.
            Scheme::Railway if tiling.has_rows_in_turn() => {
                Ok(self.half_steps()?.into_iter().map(Pair::swapped).collect())
            }
            Scheme::Railway | Scheme::Doubled => self.half_steps(),
            Scheme::Offset => self.columns_and_rows(Corner::TopLeft),
            Scheme::Axial => self.axial(),
            Scheme::Ring => self.rings(),
            Scheme::Numbers => self.reading_order(),
        }
    }

    fn has_several_sorts(&self) -> bool {
        self.tiling.polygons() > 1 && !self.tiling.is_triangles()
    }

    /// Returns how far across and down each cell is, in half steps of hexagons and whole steps of other cells.
    fn positions(&self) -> Vec<Pair> {
        if self.has_several_sorts() {
            return self.rows_of_middles();
        }
        let places = self.cells.iter().map(|hex| place_on_sheet(self.tiling, *hex));
        places.map(|place| Pair::new(place.across.into(), place.down.into())).collect()
    }

    /// Returns the place of each cell in its row, and the row. A row has middles at one height.
    fn rows_of_middles(&self) -> Vec<Pair> {
        let mut order = self.cells.to_vec();
        sort_for_reading(&mut order, self.tiling);
        let rows = order.chunk_by(|a, b| self.height(*a) == self.height(*b));
        let places: HashMap<Hex, Pair> = (0..)
            .zip(rows)
            .flat_map(|(row, cells)| (0..).zip(cells).map(move |(n, hex)| (*hex, Pair::new(n, row))))
            .collect();
        self.cells.iter().map(|hex| places.get(hex).copied().unwrap_or_default()).collect()
    }

    /// Returns the height of the middle of a cell, in thousandths of a side.
    fn height(&self, hex: Hex) -> f64 {
        (self.tiling.unit_centre(hex).y * 1000.0).round()
    }

    fn columns_and_rows(&self, usual: Corner) -> Result<Vec<Pair>> {
        let half_steps = match self.tiling {
            tiling if !tiling.lies_as_hexagons() => Pair::new(1, 1),
            tiling if tiling.has_rows_in_turn() => Pair::new(2, 1),
            _ => Pair::new(1, 2),
        };
        Ok(Origin::new(self.corner, usual)?.count(&self.positions(), half_steps))
    }

    fn half_steps(&self) -> Result<Vec<Pair>> {
        Ok(Origin::new(self.corner, Corner::TopLeft)?.count(&self.positions(), Pair::new(1, 1)))
    }

    /// Counts the columns and rows of a tiling with several sorts of cells.
    fn ranks(&self) -> Result<Vec<Pair>> {
        let Some(ranks) = self.tiling.ranks() else {
            let tiling = self.tiling;
            let wrong = bad(format!("{tiling} cells lie in no columns and rows that could be counted"));
            return Err(wrong.hint("names = \"numbers\""));
        };
        let places = self.cells.iter().map(|hex| ranks.place(*hex));
        let pairs: Vec<Pair> = places.map(|(x, y)| Pair::new(x.into(), y.into())).collect();
        Ok(Origin::new(self.corner, Corner::TopLeft)?.count(&pairs, Pair::new(1, 1)))
    }

    /// Counts the squares that have the colour of the bottom left one.
    fn dark_squares(&self) -> Result<Vec<Pair>> {
        let positions = self.positions();
        let counted = Origin::new(self.corner, Corner::TopLeft)?.count(&positions, Pair::new(1, 1));
        let left = positions.iter().map(|place| place.first).min().unwrap_or(0);
        let bottom = positions.iter().map(|place| place.second).max().unwrap_or(0);
        let mut dark: Vec<usize> = (0..positions.len())
            .filter(|&i| (positions[i].first - left + positions[i].second - bottom) % 2 == 0)
            .collect();
        dark.sort_by_key(|&i| counted[i].reading_key());
        Ok(self.running_numbers(dark))
    }

    /// Counts the rows alternately forwards and backwards.
    fn snake(&self) -> Result<Vec<Pair>> {
        let counted = Origin::new(self.corner, Corner::BottomLeft)?.count(&self.positions(), Pair::new(1, 1));
        let mut order: Vec<usize> = (0..counted.len()).collect();
        order.sort_by_key(|&i| {
            let Pair { first: column, second: row } = counted[i];
            (row, if row % 2 == 0 { column } else { -column })
        });
        Ok(self.running_numbers(order))
    }

    fn reading_order(&self) -> Result<Vec<Pair>> {
        let origin = Origin::new(self.corner, Corner::TopLeft)?;
        let counted = origin.count(&self.positions(), Pair::new(1, 1));
        let mut order: Vec<usize> = (0..counted.len()).collect();
        order.sort_by_key(|&i| counted[i].reading_key());
        Ok(self.running_numbers(order))
    }

    /// Numbers cells in an order of their indices. Cells that are not in it have no name.
    fn running_numbers(&self, order: Vec<usize>) -> Vec<Pair> {
        let mut numbers = vec![Pair::UNNAMED; self.cells.len()];
        for (index, number) in order.into_iter().zip(0..) {
            numbers[index] = Pair::new(number, number);
        }
        numbers
    }

    fn axial(&self) -> Result<Vec<Pair>> {
        if self.corner.is_some() {
            return Err(bad("axial names are the coordinates themselves: they begin at no corner"));
        }
        Ok(self.cells.iter().map(|hex| Pair::new(hex.q.into(), hex.r.into())).collect())
    }
}

/// The corner of the sheet from which columns and rows are counted.
pub(super) struct Origin {
    is_right: bool,
    pub(super) is_bottom: bool,
}

impl Origin {
    pub(super) const TOP_LEFT: Self = Self { is_right: false, is_bottom: false };

    /// Returns the origin that the layout gives, or the usual one of the scheme.
    ///
    /// # Errors
    /// The layout gives a corner of a hexhex.
    pub(super) fn new(corner: Option<Corner>, usual: Corner) -> Result<Self> {
        let (is_right, is_bottom) = match corner.unwrap_or(usual) {
            Corner::TopLeft => (false, false),
            Corner::TopRight => (true, false),
            Corner::BottomLeft => (false, true),
            Corner::BottomRight => (true, true),
            Corner::Top | Corner::Bottom | Corner::Left | Corner::Right => {
                return Err(bad("these names begin at top-left, top-right, bottom-left or bottom-right"));
            }
        };
        Ok(Self { is_right, is_bottom })
    }

    /// Counts positions from this corner. `half_steps` is the number of half steps that count as one.
    pub(super) fn count(&self, positions: &[Pair], half_steps: Pair) -> Vec<Pair> {
        let across = Axis::new(positions.iter().map(|place| place.first), self.is_right);
        let down = Axis::new(positions.iter().map(|place| place.second), self.is_bottom);
        let counted = positions.iter().map(|&Pair { first, second }| {
            Pair::new(across.distance(first) / half_steps.first, down.distance(second) / half_steps.second)
        });
        counted.collect()
    }
}

/// An axis that starts at the least of some numbers, or at the greatest.
struct Axis {
    start: i64,
}

impl Axis {
    fn new(numbers: impl Iterator<Item = i64>, is_reversed: bool) -> Self {
        let start = if is_reversed { numbers.max() } else { numbers.min() };
        Self { start: start.unwrap_or(0) }
    }

    /// Returns the distance of a number from the start.
    const fn distance(&self, number: i64) -> i64 {
        (number - self.start).abs()
    }
}
