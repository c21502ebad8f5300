//! Finds rectangles of one size that touch along their edges. They are arranged in rows and columns, or
//! like bricks.
//!
//! - In: a page.
//! - Out: the rectangles that are cells, and their lattice.
//!
//! Cards on a sheet and the boxes of a form also touch. Rectangles are therefore cells only under three
//! conditions: there are many of them, they are smaller than cards, and they are not much longer than wide.

use std::collections::BTreeSet;

use kurbo::Size;

use super::polygons::is_on_paper;
use crate::facts::board::reference_shape;
use crate::facts::lattice::{Lattice, size_of_rectangle};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::point_index::PointIndex;
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::tiling::{Grid, Tiling};
use hexpress_read::Page;
use hexpress_read::find::{self, Polygon};

/// The largest distance between the centres of two drawings of the same cell, in mm.
const SAME_CENTRE_MM: f64 = 0.5;
/// The smallest number of rectangles on a board.
const MIN_RECTANGLES: usize = 12;
/// The smallest number of rows and the smallest number of columns of a board.
const MIN_LINES: usize = 3;
/// The longest side of a cell, in mm.
const MAX_SIDE_MM: f64 = 40.0;
/// The longer side of a cell may be at most this multiple of the shorter one. It is slightly larger than
/// 2, which is the ratio of a brick.
const MAX_SIDE_RATIO: f64 = 2.02;
/// Two cells count as equally large if their sizes differ by at most this fraction.
const SAME_SIZE: f64 = 0.06;
/// A cell counts as a square if its width and height differ by at most this fraction. A board may be
/// printed slightly too narrow, but its cells are still meant to be squares.
const MAX_SQUARE_DIFFERENCE: f64 = 0.05;
/// The largest distance between a cell and its place on the grid, as a fraction of the cell's
/// shorter side.
const MAX_PLACE_DISTANCE: f64 = 0.1;

/// The cells of a page, if they are rectangles.
pub(super) struct RectangleCells {
    pub(super) cells: Vec<Polygon>,
    pub(super) lattice: Lattice,
}

impl RectangleCells {
    /// Returns the rectangles that are cells. Returns `None` if no rectangles are cells, or if the
    /// cells are squares. `between` are the rectangles that crossing lines enclose.
    pub(super) fn new(page: &Page, between: &[Polygon]) -> Option<Self> {
        let drawn = each_once(find::polygons(page, 4).into_iter().chain(between.iter().cloned()));
        let all: Vec<(Polygon, Size)> =
            drawn.into_iter().filter_map(|polygon| cell_size(&polygon).map(|size| (polygon, size))).collect();
        let usual = usual_size(&all)?;
        let alike: Vec<&Polygon> =
            all.iter().filter(|(_, size)| is_alike(*size, usual)).map(|(polygon, _)| polygon).collect();
        let ratio = usual.width / usual.height;
        if alike.len() < MIN_RECTANGLES || is_square(ratio) {
            return None;
        }
        let grids = [(Tiling::Square, ratio), (Tiling::Brick, ratio / 2.0)];
        grids
            .into_iter()
            .find_map(|(tiling, width_factor)| Self::on_grid(&alike, Grid { width_factor, ..tiling.grid() }))
    }

    /// Returns the rectangles that are cells of the grid. Nearly all rectangles must fit the grid and
    /// touch others, and they must form several rows and columns. Otherwise returns `None`.
    fn on_grid(rectangles: &[&Polygon], grid: Grid) -> Option<Self> {
        // `size` returns `None` for squares. Grids of squares are found by another search.
        grid.size(1.0)?;
        let reference = reference_shape(grid);
        let cells: Vec<Polygon> =
            rectangles.iter().filter_map(|polygon| polygon.with_reference(&reference)).collect();
        let lattice = Lattice::of_rectangles(&cells, grid)?;
        let shorter = lattice.across();
        let mut placed: Vec<CellAddress> = Vec::with_capacity(cells.len());
        for (address, cell) in lattice.addresses.iter().zip(&cells) {
            placed.extend(address.filter(|cell_address| {
                lattice.centre(*cell_address).distance(cell.centre) <= MAX_PLACE_DISTANCE * shorter
            }));
        }
        // Cells touch each other. Rectangles with gaps between them are cards.
        let places: BTreeSet<CellAddress> = placed.iter().copied().collect();
        let touching = placed
            .iter()
            .filter(|cell_address| {
                grid.tiling.neighbours(**cell_address).filter(|next| places.contains(next)).count() >= 2
            })
            .count();
        let is_board = lattice.stretch <= MAX_PLACE_DISTANCE * shorter
            && lattice.gap() < MAX_PLACE_DISTANCE * shorter
            && placed.len() * 10 >= rectangles.len() * 9
            && touching * 10 >= placed.len() * 9
            && has_several_lines(&placed);
        is_board.then_some(Self { cells, lattice })
    }
}

/// Returns whether cells are in at least [`MIN_LINES`] rows and columns.
fn has_several_lines(cells: &[CellAddress]) -> bool {
    let columns: BTreeSet<i32> = cells.iter().map(|address| address.q).collect();
    let rows: BTreeSet<i32> = cells.iter().map(|address| address.r).collect();
    columns.len().min(rows.len()) >= MIN_LINES
}

/// Returns the most frequent size of rectangles. Returns `None` if there are no rectangles.
fn usual_size(all: &[(Polygon, Size)]) -> Option<Size> {
    let mut votes: SortedMap<[i64; 2], usize> = SortedMap::new();
    all.iter().for_each(|(_, size)| *votes.entry(rounded(*size)).or_default() += 1);
    let (most, _) = votes.into_iter().max_by_key(|(_, count)| *count)?;
    all.iter().map(|(_, size)| *size).find(|size| rounded(*size) == most)
}

/// Returns the width and the height in twentieths of a mm.
fn rounded(size: Size) -> [i64; 2] {
    [size.width, size.height].map(|mm| (mm * 20.0).round() as i64)
}

fn is_alike(size: Size, usual: Size) -> bool {
    [(size.width, usual.width), (size.height, usual.height)]
        .iter()
        .all(|(a, b)| (a - b).abs() <= SAME_SIZE * b)
}

/// Returns whether rectangles with this ratio of width to height are meant to be squares.
pub(super) fn is_square(ratio: f64) -> bool {
    (1.0 - MAX_SQUARE_DIFFERENCE..=1.0 / (1.0 - MAX_SQUARE_DIFFERENCE)).contains(&ratio)
}

/// Returns each rectangle once. If several rectangles have about the same centre and size, returns only
/// the first of them. Drawn rectangles come before gaps between lines, so a drawn rectangle is
/// preferred.
fn each_once(all: impl Iterator<Item = Polygon>) -> Vec<Polygon> {
    let mut kept: Vec<Polygon> = Vec::new();
    let mut index = PointIndex::<2>::new(SAME_CENTRE_MM);
    for own_polygon in all.filter(is_on_paper) {
        let is_known = index
            .within(own_polygon.centre, SAME_CENTRE_MM)
            .any(|other| (kept[other].side() - own_polygon.side()).abs() <= SAME_SIZE * own_polygon.side());
        if !is_known {
            index.insert([own_polygon.centre.x, own_polygon.centre.y], kept.len());
            kept.push(own_polygon);
        }
    }
    kept
}

/// Returns the width and the height of a rectangle, in mm. The width is the length of the sides that
/// are closer to horizontal. Returns `None` if the rectangle cannot be a cell.
fn cell_size(polygon: &Polygon) -> Option<Size> {
    let size = size_of_rectangle(polygon)?;
    let (long, short) = (size.width.max(size.height), size.width.min(size.height));
    (short > 1.0 && long <= MAX_SIDE_MM && long <= MAX_SIDE_RATIO * short).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_up_to_a_twentieth_narrower_are_squares() {
        assert!(is_square(1.0) && is_square(0.951) && is_square(1.0 / 0.951));
        assert!(!is_square(0.949) && !is_square(1.0 / 0.949));
    }
}
