//! Computes the two numbers in the name of each cell.
//!
//! - In: the cells of a board, a scheme, and the corner at which counting begins.
//! - Out: two numbers for each cell, from 0.
//! - Not here: writing the numbers. Slanted lines are in `hexagon_lines.rs`, and rings are in
//!   `rings.rs`.

use std::collections::HashMap;

use super::error::{Cornerless, NamingError, NamingResult};
use super::{Corner, Scheme};
use crate::cells::{place_on_sheet, sort_for_reading};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::tiling::Tiling;

/// The two numbers in the name of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct CellNumbers {
    pub(super) first: i64,
    pub(super) second: i64,
}

impl CellNumbers {
    pub(super) const fn new(first: i64, second: i64) -> Self {
        Self { first, second }
    }
}

/// The column and the row of a position, counted in steps to the right and down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ColumnRow {
    pub(super) column: i64,
    pub(super) row: i64,
}

impl ColumnRow {
    pub(super) const fn new(column: i64, row: i64) -> Self {
        Self { column, row }
    }

    /// Returns a key that sorts positions by rows, and by columns in each row.
    const fn reading_key(self) -> (i64, i64) {
        (self.row, self.column)
    }
}

/// The width of a column and the height of a row, in the steps of [`ColumnRow`].
#[derive(Debug, Clone, Copy)]
pub(super) struct ColumnRowSize {
    across: i64,
    down: i64,
}

impl ColumnRowSize {
    /// A column is one step wide, and a row is one step high.
    pub(super) const SINGLE: Self = Self { across: 1, down: 1 };

    /// Returns the width of a column and the height of a row of cells, in steps.
    ///
    /// In a row of pointy-top hexagons, a step to the right is half a cell. In a column of flat-top
    /// hexagons, a step down is half a cell. Neighbours in such a row or column are two steps
    /// apart.
    const fn of_cells(tiling: Tiling) -> Self {
        match tiling {
            tiling if !tiling.has_hexagon_neighbours() => Self::SINGLE,
            tiling if tiling.has_shifted_rows() => Self { across: 2, down: 1 },
            _ => Self { across: 1, down: 2 },
        }
    }
}

/// The cells of a board, and the corner at which counting begins.
pub(super) struct Numbering<'a> {
    pub(super) cells: &'a [CellAddress],
    pub(super) tiling: Tiling,
    pub(super) corner: Option<Corner>,
}

impl Numbering<'_> {
    /// Returns the two numbers of each cell, in the order of the cells. A cell without a name gets
    /// `None`.
    ///
    /// # Errors
    /// The scheme is not possible on this board.
    pub(super) fn numbers(&self, scheme: Scheme) -> NamingResult<Vec<Option<CellNumbers>>> {
        let tiling = self.tiling;
        let hexagons = tiling.has_hexagon_neighbours();
        Ok(match scheme {
            Scheme::Chess | Scheme::Go => columns_first(self.columns_and_rows(Corner::BottomLeft)?),
            Scheme::Ccrr | Scheme::Offset => columns_first(self.columns_and_rows(Corner::TopLeft)?),
            Scheme::Doubled if self.has_several_sorts() => columns_first(self.ranks()?),
            Scheme::Hex | Scheme::Lines | Scheme::Railway | Scheme::Doubled if !hexagons => {
                columns_first(self.columns_and_rows(Corner::TopLeft)?)
            }
            Scheme::Glinski if !hexagons => return Err(NamingError::NeedsFlatTop),
            Scheme::Axial if tiling.polygons() > 1 => return Err(NamingError::NeedsAxes),
            Scheme::Draughts if tiling != Tiling::Square && !self.cells.is_empty() => {
                return Err(NamingError::NeedsSquares);
            }
            Scheme::Draughts => self.running_numbers(self.dark_squares()?),
            Scheme::Snake => self.running_numbers(self.to_and_fro()?),
            Scheme::Numbers => self.running_numbers(self.reading_order()?),
            Scheme::Hex => columns_first(self.rhombus_lines()?),
            Scheme::Lines => columns_first(self.skew_lines()?),
            Scheme::Glinski => columns_first(self.bent_ranks()?),
            // The letters name the rows of pointy-top cells, and the columns of flat-top cells.
            Scheme::Railway if tiling.has_shifted_rows() => rows_first(self.half_steps()?),
            Scheme::Railway | Scheme::Doubled => columns_first(self.half_steps()?),
            Scheme::Axial => self.axial()?.into_iter().map(Some).collect(),
            Scheme::Ring => self.rings()?.into_iter().map(Some).collect(),
        })
    }

    fn has_several_sorts(&self) -> bool {
        self.tiling.polygons() > 1 && !self.tiling.is_triangles()
    }

    /// Returns the position of each cell: how many steps it is to the right, and how many steps down.
    /// For hexagons, a step is half a cell. For other cells, it is a whole cell.
    fn positions(&self) -> Vec<ColumnRow> {
        if self.has_several_sorts() {
            return self.rows_of_middles();
        }
        let places = self.cells.iter().map(|address| place_on_sheet(self.tiling, *address));
        places.map(|place| ColumnRow::new(place.across.into(), place.down.into())).collect()
    }

    /// Returns the position of each cell in its row, and the number of this row.
    ///
    /// A row consists of all cells whose middles are at the same height.
    fn rows_of_middles(&self) -> Vec<ColumnRow> {
        let mut order = self.cells.to_vec();
        sort_for_reading(&mut order, self.tiling);
        let rows = order.chunk_by(|a, b| self.height(*a) == self.height(*b));
        let places: HashMap<CellAddress, ColumnRow> = (0..)
            .zip(rows)
            .flat_map(|(row, cells)| {
                (0..).zip(cells).map(move |(n, address)| (*address, ColumnRow::new(n, row)))
            })
            .collect();
        self.cells.iter().map(|address| places.get(address).copied().unwrap_or_default()).collect()
    }

    /// Returns the vertical position of a cell's middle, in thousandths of a cell's side length.
    /// The position grows downwards.
    fn height(&self, cell: CellAddress) -> f64 {
        (self.tiling.unit_centre(cell).y * 1000.0).round()
    }

    fn columns_and_rows(&self, usual: Corner) -> NamingResult<Vec<ColumnRow>> {
        Ok(CountOrigin::new(self.corner, usual)?
            .count(&self.positions(), ColumnRowSize::of_cells(self.tiling)))
    }

    fn half_steps(&self) -> NamingResult<Vec<ColumnRow>> {
        self.count_from(Corner::TopLeft, &self.positions())
    }

    /// Counts positions from the corner that the layout sets. If it sets no corner, positions are
    /// counted from `usual`.
    pub(super) fn count_from(&self, usual: Corner, positions: &[ColumnRow]) -> NamingResult<Vec<ColumnRow>> {
        Ok(CountOrigin::new(self.corner, usual)?.count(positions, ColumnRowSize::SINGLE))
    }

    /// Returns the column and the row of each cell on a board that has cells of several shapes.
    fn ranks(&self) -> NamingResult<Vec<ColumnRow>> {
        let ranks = self.tiling.ranks().ok_or(NamingError::NoColumnsAndRows(self.tiling))?;
        let places = self.cells.iter().map(|address| ranks.place(*address));
        let positions: Vec<ColumnRow> = places.map(|(x, y)| ColumnRow::new(x.into(), y.into())).collect();
        self.count_from(Corner::TopLeft, &positions)
    }

    /// Returns the indices of the dark squares, in the order of [`Self::reading_order`]. The square
    /// at the bottom left is dark.
    fn dark_squares(&self) -> NamingResult<Vec<usize>> {
        let positions = self.positions();
        let left = positions.iter().map(|place| place.column).min().unwrap_or(0);
        let bottom = positions.iter().map(|place| place.row).max().unwrap_or(0);
        let mut order = self.reading_order()?;
        order.retain(|&i| (positions[i].column - left + positions[i].row - bottom) % 2 == 0);
        Ok(order)
    }

    /// Returns the indices of the cells row by row. Every other row runs in the opposite direction.
    ///
    /// If the layout sets no corner, the order begins at the bottom left.
    fn to_and_fro(&self) -> NamingResult<Vec<usize>> {
        let counted = self.count_from(Corner::BottomLeft, &self.positions())?;
        let mut order: Vec<usize> = (0..counted.len()).collect();
        order.sort_by_key(|&i| {
            let ColumnRow { column, row } = counted[i];
            (row, if row % 2 == 0 { column } else { -column })
        });
        Ok(order)
    }

    /// Returns the indices of the cells row by row. All rows run in the same direction.
    ///
    /// If the layout sets no corner, the order begins at the top left.
    fn reading_order(&self) -> NamingResult<Vec<usize>> {
        let counted = self.count_from(Corner::TopLeft, &self.positions())?;
        let mut order: Vec<usize> = (0..counted.len()).collect();
        order.sort_by_key(|&i| counted[i].reading_key());
        Ok(order)
    }

    /// Numbers the cells whose indices are in `order`, in this order. All other cells get no number.
    fn running_numbers(&self, order: Vec<usize>) -> Vec<Option<CellNumbers>> {
        let mut numbers = vec![None; self.cells.len()];
        for (index, number) in order.into_iter().zip(0..) {
            numbers[index] = Some(CellNumbers { first: number, second: number });
        }
        numbers
    }

    fn axial(&self) -> NamingResult<Vec<CellNumbers>> {
        if self.corner.is_some() {
            return Err(NamingError::NoCorner(Cornerless::Axial));
        }
        Ok(self.cells.iter().map(|address| CellNumbers::new(address.q.into(), address.r.into())).collect())
    }
}

fn columns_first(places: Vec<ColumnRow>) -> Vec<Option<CellNumbers>> {
    let numbers = places.into_iter().map(|place| CellNumbers { first: place.column, second: place.row });
    numbers.map(Some).collect()
}

fn rows_first(places: Vec<ColumnRow>) -> Vec<Option<CellNumbers>> {
    let numbers = places.into_iter().map(|place| CellNumbers { first: place.row, second: place.column });
    numbers.map(Some).collect()
}

/// The corner of the sheet from which columns and rows are counted.
pub(super) struct CountOrigin {
    is_right: bool,
    pub(super) is_bottom: bool,
}

impl CountOrigin {
    pub(super) const TOP_LEFT: Self = Self { is_right: false, is_bottom: false };

    /// Returns the corner that the layout sets. If it sets no corner, returns the usual corner of the
    /// scheme.
    ///
    /// # Errors
    /// The layout sets a corner that only a hexhex has.
    pub(super) fn new(corner: Option<Corner>, usual: Corner) -> NamingResult<Self> {
        let (is_right, is_bottom) = match corner.unwrap_or(usual) {
            Corner::TopLeft => (false, false),
            Corner::TopRight => (true, false),
            Corner::BottomLeft => (false, true),
            Corner::BottomRight => (true, true),
            Corner::Top | Corner::Bottom | Corner::Left | Corner::Right => {
                return Err(NamingError::NotRectangleCorner);
            }
        };
        Ok(Self { is_right, is_bottom })
    }

    pub(super) fn count(&self, positions: &[ColumnRow], size: ColumnRowSize) -> Vec<ColumnRow> {
        let across = CountAxis::new(positions.iter().map(|place| place.column), self.is_right);
        let down = CountAxis::new(positions.iter().map(|place| place.row), self.is_bottom);
        let counted = positions.iter().map(|&ColumnRow { column, row }| {
            ColumnRow::new(across.distance(column) / size.across, down.distance(row) / size.down)
        });
        counted.collect()
    }
}

/// Counts positions along an axis, upwards from the smallest position or downwards from the largest
/// one. `start` is the position that gets the number 0.
struct CountAxis {
    start: i64,
}

impl CountAxis {
    fn new(numbers: impl Iterator<Item = i64>, is_reversed: bool) -> Self {
        let start = if is_reversed { numbers.max() } else { numbers.min() };
        Self { start: start.unwrap_or(0) }
    }

    const fn distance(&self, number: i64) -> i64 {
        (number - self.start).abs()
    }
}
