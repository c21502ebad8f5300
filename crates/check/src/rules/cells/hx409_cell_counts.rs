//! HX409: boards that do not have the same number of pairs of neighbouring cells, of edges or of corners
//! as the layout.

use std::fmt;

use kurbo::Point;

use super::cell_deviation::is_fine;
use crate::facts::PageContext;
use crate::facts::board::FoundBoard;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;
use hexpress_base::point_index::PointIndex;
use hexpress_base::tiling::Tiling;
use hexpress_game::cells::{adjacencies, unique_edges, vertices};
use hexpress_read::find::adjacency;

pub const RULE: Rule = Rule {
    title: "the numbers of neighbours, edges and corners match the layout",
    why: "These numbers show how the cells are connected. A game that needs 90 pairs of neighbours does not work \
        with 89.",
    right: "hexhex 4: 37 cells, 90 pairs of neighbours, 132 edges, 96 corners",
    wrong: "a row shifted by one cell: the number of cells is right, but their neighbours differ",
    ..Rule::error(codes::CELL_COUNTS, RuleFunction::Whole(cell_counts))
};

/// How many edges, corners and pairs of neighbouring cells a board has.
///
/// An edge or a corner that several cells share counts once.
#[derive(PartialEq, Eq)]
struct Tally {
    pairs: usize,
    edges: usize,
    corners: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pairs, edges, corners } = self;
        write!(f, "{pairs} pairs of neighbours, {edges} edges and {corners} corners")
    }
}

/// Counts the pairs of neighbouring cells, the edges and the corners of a set of cells.
fn tally(tiling: Tiling, cells: &[CellAddress]) -> Tally {
    let pairs = adjacencies(tiling, cells);
    Tally { pairs, edges: unique_edges(tiling, cells, pairs), corners: vertices(tiling, cells) }
}

/// Counts the pairs of neighbouring cells, the edges and the corners of a drawn board.
///
/// Corners that are at most `max_distance` mm apart count as one.
fn drawn_tally(board: &FoundBoard, max_distance: f64) -> Tally {
    let outlines = board.cells.iter().map(|cell| &cell.outline);
    let pairs = adjacency(outlines.clone(), max_distance).count();
    let mut corners: Vec<Point> = outlines.flat_map(|outline| outline.corners.iter().copied()).collect();
    let sides = corners.len();
    corners.sort_by(|a, b| a.x.total_cmp(&b.x));
    let (mut index, mut distinct) = (PointIndex::new(2.0 * max_distance), 0);
    for corner in corners {
        if index.within(corner, max_distance).next().is_none() {
            index.insert([corner.x, corner.y], distinct);
            distinct += 1;
        }
    }
    Tally { pairs, edges: sides - pairs, corners: distinct }
}

fn cell_counts(context: &PageContext<'_>, findings: &mut Findings) {
    let (Some(layout), Some(board)) = (context.board(), context.found) else { return };
    // If the layout gives the place of each point, the cells at the points share no edges.
    if layout.grid.is_free() {
        return;
    }
    let mut found: Vec<CellAddress> = board.cells.iter().map(|cell| cell.address).collect();
    found.sort_unstable();
    found.dedup();
    // Other rules report missing cells, extra cells, and cells that are out of place.
    let fine = board.cells.iter().all(|cell| is_fine(board, cell, context.tolerance));
    let counts = [found.len(), board.cells.len()];
    if counts != [layout.cells.len(); 2]
        || !found.iter().all(|address| layout.cell_at(*address).is_some())
        || !fine
    {
        return;
    }
    let should = tally(board.lattice.grid.tiling, &found);
    let is = drawn_tally(board, board.lattice.shortest() * 0.25);
    if should != is {
        let message = format!("the page shows {is}; the layout has {should}");
        context.fault_of(findings, board.bounds(), None, message);
    }
}
