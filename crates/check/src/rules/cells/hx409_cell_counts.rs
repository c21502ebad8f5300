//! HX409: boards whose pairs of neighbours, edges and corners are not those of the layout.

use kurbo::Point;

use super::cell_deviation::is_fine;
use crate::base::hex::Hex;
use crate::base::point_index::PointIndex;
use crate::base::tiling::Tiling;
use crate::check::facts::PageContext;
use crate::check::facts::board::FoundBoard;
use crate::check::fault::Findings;
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::find::adjacency;
use crate::model::cells::{adjacencies, unique_edges, vertices};

/// The rule behind HX409.
pub const RULE: Rule = Rule {
    title: "adjacencies, edges and corners agree with the layout",
    why: "They say how the board hangs together: a game that counts on 90 pairs of neighbours is another game \
          with 89.",
    right: "hexhex 4: 37 cells, 90 pairs of neighbours, 132 edges, 96 corners",
    wrong: "a row pushed along by one cell: as many cells, but other neighbours",
    ..Rule::error(codes::CELL_COUNTS, Run::Whole(cell_counts))
};

/// Pairs of neighbours, edges and corners of a set of cells.
fn tally(tiling: Tiling, cells: &[Hex]) -> (usize, usize, usize) {
    let adjacent = adjacencies(tiling, cells);
    (adjacent, unique_edges(tiling, cells, adjacent), vertices(tiling, cells))
}

/// Pairs of neighbours, edges and corners as they are drawn: what coincides is one.
fn drawn(board: &FoundBoard, reach: f64) -> (usize, usize, usize) {
    let outlines = || board.cells.iter().map(|cell| &cell.outline);
    let adjacent = adjacency(outlines(), reach).count();
    let mut corners: Vec<Point> = outlines().flat_map(|o| o.corners.iter().copied()).collect();
    corners.sort_by(|a, b| a.x.total_cmp(&b.x));
    let (mut index, mut distinct) = (PointIndex::new(2.0 * reach), 0);
    for corner in corners {
        if index.within(corner, reach).next().is_none() {
            index.insert([corner.x, corner.y], distinct);
            distinct += 1;
        }
    }
    let edges = outlines().map(|outline| outline.corners.len()).sum::<usize>();
    (adjacent, edges - adjacent, distinct)
}

/// Reports boards whose pairs of neighbours, edges and corners are not those of the layout.
fn cell_counts(context: &PageContext<'_>, out: &mut Findings) {
    let (Some(layout), Some(board)) = (context.board(), context.found) else { return };
    let mut found: Vec<Hex> = board.cells.iter().map(|cell| cell.hex).collect();
    found.sort_unstable();
    found.dedup();
    // Missing cells, cells too many and cells that lie wrong have been reported.
    let fine = board.cells.iter().all(|cell| is_fine(board, cell, context.tolerance));
    let is_there = |hex: &Hex| layout.cell_at(*hex).is_some();
    let counts = [found.len(), board.cells.len()];
    if counts != [layout.cells.len(); 2] || !found.iter().all(is_there) || !fine {
        return;
    }
    let should = tally(board.lattice.tiling, &found);
    let is = drawn(board, board.lattice.shortest() * 0.25);
    if should != is {
        let words =
            |(a, e, v): (usize, usize, usize)| format!("{a} pairs of neighbours, {e} edges and {v} corners");
        let message = format!("the page shows {}, and the layout has {}", words(is), words(should));
        context.fault_of(out, board.bounds(), None, message);
    }
}
