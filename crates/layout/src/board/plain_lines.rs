//! Finds the lines of cells for boards that print the name of each line outside the board. This module
//! is for hexagons, squares and triangles. In these tilings, lines can be followed by steps in axial
//! coordinates.
//!
//! - In: a board whose names all have two parts, such as `e5`.
//! - Out: a line of cells for each first part of names (`e`), and for each second part (`5`). For both ends
//!   of a line, the direction that points out of the board.
//! - Not here: bricks and tilings of several polygons (`irregular_lines`).

use std::collections::HashMap;

use kurbo::Vec2;

use super::fit::BoardFit;
use super::named_line::{LineEnd, NamedLine};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::Board;
use hexpress_game::naming::{CellNames, split_name};

/// The cells of each line. The key is the part of the name that all cells of the line have in common, such as
/// `e`.
pub type LineFamily<'n> = SortedMap<&'n str, Vec<CellAddress>>;

/// Returns the lines of a board in two families.
///
/// In the first family, the cells of a line have the same first part in their names, e.g. `e1` and
/// `e2`. In the second family, they have the same second part, e.g. `a5` and `b5`.
pub fn line_families<'n>(board: &Board, names: &'n CellNames) -> [LineFamily<'n>; 2] {
    let [mut firsts, mut seconds] = [SortedMap::new(), SortedMap::new()];
    for (cell, name) in board.cells.iter().zip(names.iter()) {
        let Some((first, second)) = split_name(name) else { continue };
        firsts.entry(first).or_insert_with(Vec::new).push(cell.address);
        seconds.entry(second).or_insert_with(Vec::new).push(cell.address);
    }
    [firsts, seconds]
}

/// The rank of each cell: a number that increases along every line, in the direction of counting.
///
/// The names of cells have two parts. All first parts are sorted, and so are all second parts. The rank
/// of a cell is the position of its first part plus the position of its second part.
pub struct CellRanks(HashMap<CellAddress, usize>);

impl CellRanks {
    /// Computes the rank of each cell in the order of counting. When parts of names are sorted,
    /// shorter parts come first, so that `10` comes after `9`.
    pub fn new(families: &[LineFamily<'_>; 2]) -> Self {
        let mut ranks = HashMap::new();
        for family in families {
            let mut lines: Vec<(&str, &Vec<CellAddress>)> =
                family.iter().map(|(part, cells)| (*part, cells)).collect();
            lines.sort_by_key(|(part, _)| part.len());
            for (place, (_, cells)) in lines.into_iter().enumerate() {
                for address in cells {
                    *ranks.entry(*address).or_insert(0) += place;
                }
            }
        }
        Self(ranks)
    }

    /// Returns the cells in the order of counting, such as from `a1` to `a8`.
    pub fn sorted(&self, cells: &[CellAddress]) -> Vec<CellAddress> {
        let mut sorted = cells.to_vec();
        sorted.sort_by_key(|address| (self.0.get(address).copied().unwrap_or(0), *address));
        sorted
    }

    fn has_cell(&self, cell: CellAddress) -> bool {
        self.0.contains_key(&cell)
    }

    /// Returns the step from `end`, the first or the last cell of a line, to a place without a cell.
    ///
    /// The result is usually `step`. In a zigzag line, `step` may lead to another cell. In this case, the
    /// result is a step in a neighbouring direction.
    fn free_step(&self, end: CellAddress, step: CellAddress) -> CellAddress {
        let (right, left) = (step.turned(), CellAddress::new(-step.s(), -step.q));
        [step, right, left].into_iter().find(|step| !self.has_cell(end + *step)).unwrap_or(step)
    }
}

/// An end of a line, in axial coordinates.
struct AxialEnd {
    cell: CellAddress,
    /// The step that leads out of the line; `None` if the line has only one cell.
    out: Option<CellAddress>,
}

impl AxialEnd {
    fn new(cell: CellAddress, next: Option<CellAddress>, ranks: &CellRanks) -> Self {
        let next = next.filter(|next| cell.distance(*next) <= 2);
        Self { cell, out: next.map(|next| ranks.free_step(cell, cell - next)) }
    }

    /// Returns both ends of a line. The end where counting begins comes first.
    fn both(cells: &[CellAddress], ranks: &CellRanks) -> [Self; 2] {
        let sorted = ranks.sorted(cells);
        let origin = CellAddress::new(0, 0);
        let first = Self::new(*sorted.first().unwrap_or(&origin), sorted.get(1).copied(), ranks);
        let last = Self::new(*sorted.last().unwrap_or(&origin), sorted.iter().rev().nth(1).copied(), ranks);
        [first, last]
    }

    /// Converts the end to coordinates of the grid with sides of length 1.
    ///
    /// A line of one cell has no direction of its own. Such a line gets `usual`, the step that leads out of
    /// the other lines.
    fn placed(
        &self,
        usual: CellAddress,
        ranks: &CellRanks,
        board: &Board,
        distance: &NameDistance,
    ) -> LineEnd {
        let step = self.out.unwrap_or_else(|| ranks.free_step(self.cell, usual));
        let along = step_vector(board, step);
        let out = along / along.hypot().max(1e-9);
        LineEnd { at: board.grid.centre(self.cell), out, distance: Some(distance.along(board, out)) }
    }
}

/// Computes the distance between the middle of a cell and the name of its line.
struct NameDistance {
    /// The length of a side of a cell, in mm.
    side: f64,
    /// The distance from the edge of the cell to the middle of the name, in mm.
    to_name: f64,
}

impl NameDistance {
    /// Returns the distance from the middle of the cell to the name in the direction `out`, in mm.
    fn along(&self, board: &Board, out: Vec2) -> f64 {
        // The distance from the middle of a cell to its border, in units of the side length. A line of
        // hexagons may end at an edge (0.87 away) or at a corner (1 away), so the value is in between.
        let border = match board.grid.tiling.is_hexagons() {
            true => 0.9,
            false => board.grid.apothem_along(CellAddress::new(0, 0), out),
        };
        self.side * border + self.to_name
    }
}

/// Returns the lines of a board. `to_name` is the distance from the cells to the middles of names, in
/// mm.
pub fn lines<'n>(board: &Board, fit: &BoardFit, names: &'n CellNames, to_name: f64) -> Vec<NamedLine<'n>> {
    let families = line_families(board, names);
    let ranks = CellRanks::new(&families);
    let distance = NameDistance { side: fit.side, to_name };
    let mut lines = Vec::new();
    for family in &families {
        let ends: Vec<[AxialEnd; 2]> = family.values().map(|cells| AxialEnd::both(cells, &ranks)).collect();
        let usual = ends.iter().find_map(|[first, _]| first.out).unwrap_or(CellAddress::new(0, -1));
        let opposite = CellAddress::new(-usual.q, -usual.r);
        lines.extend(family.keys().zip(ends).map(|(name, [first, last])| NamedLine {
            name,
            ends: [
                first.placed(usual, &ranks, board, &distance),
                last.placed(opposite, &ranks, board, &distance),
            ],
        }));
    }
    lines
}

/// Converts a step in axial coordinates to a vector on the grid with sides of length 1.
fn step_vector(board: &Board, step: CellAddress) -> Vec2 {
    let first = board.grid.centre(CellAddress::new(0, 0));
    let q = board.grid.centre(CellAddress::new(1, 0)) - first;
    let r = board.grid.centre(CellAddress::new(0, 1)) - first;
    q * f64::from(step.q) + r * f64::from(step.r)
}
