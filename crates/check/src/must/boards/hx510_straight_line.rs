//! HX510: cells that are not on a straight line of the required length.
//!
//! A line crosses opposite edges of its cells. On a board of triangles, a line is a strip of triangles.

use super::super::board_view::{BoardView, views};
use crate::facts::Facts;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;
use hexpress_base::tiling::Tiling;
use hexpress_base::units::count_with_noun;
use hexpress_game::address::straight_lines::strips;

pub(super) const RULE: Rule = Rule {
    title: "a straight line of the required length goes through every cell",
    why: "A jump over a neighbour needs three cells in a row. A cell without such a row is of no use.",
    right: "lines = 3, and a board of 37 cells in a hexagon",
    wrong: "lines = 3, and a cell that touches only one other cell",
    ..Rule::error(codes::MUST_LINE, RuleFunction::All(lines_too_short))
};

fn lines_too_short(facts: &Facts<'_>, findings: &mut Findings) {
    for (view, wanted) in views(facts, findings, |must| must.lines) {
        let tiling = view.tiling();
        for address in view.addresses() {
            // Triangles have no opposite edges. On a board with triangles among other cells, lines end
            // at a triangle, so triangles are not judged. On a board with only triangles, lines are
            // strips of triangles.
            if !tiling.is_triangles() && !tiling.edges(address).is_multiple_of(2) {
                continue;
            }
            let longest = match tiling.is_triangles() {
                true => longest_strip(&view, address, wanted),
                false => longest_line(&view, address, wanted),
            };
            if longest < wanted {
                let (name, cells) = (view.name_of(address), count_with_noun(longest as usize, "cell"));
                let message =
                    format!("the longest straight line through {name} has {cells}, but must have {wanted}");
                view.cell_fault(findings, address, message);
            }
        }
    }
}

/// Returns the number of cells on the longest line through a cell. A line crosses opposite edges of
/// its cells.
///
/// Counts at most `wanted` cells in each of the two directions.
fn longest_line(view: &BoardView<'_>, cell: CellAddress, wanted: u32) -> u32 {
    let half = view.tiling().edges(cell) / 2;
    (0..half)
        .map(|edge| 1 + run_over(view, cell, edge, wanted) + run_over(view, cell, edge + half, wanted))
        .max()
        .unwrap_or(1)
}

/// Returns the number of cells on a straight line that leaves a cell across one of its edges.
/// Counts at most `wanted` cells.
fn run_over(view: &BoardView<'_>, cell: CellAddress, edge: usize, wanted: u32) -> u32 {
    let steps =
        std::iter::successors(Some((cell, edge)), |(cell, edge)| view.tiling().straight_on(*cell, *edge))
            .skip(1);
    (0..wanted).zip(steps).take_while(|(_, (next, _))| view.cells.contains_key(next)).count() as u32
}

/// Returns the number of triangles in the longest strip through a triangle.
///
/// Counts at most `wanted` triangles in each of the two directions.
fn longest_strip(view: &BoardView<'_>, cell: CellAddress, wanted: u32) -> u32 {
    let strips_through = (0..3).map(|axis| {
        let first = strip_neighbours(view.tiling(), cell, axis);
        1 + first.map(|first| run_along_strip(view, [cell, first], axis, wanted)).sum::<u32>()
    });
    strips_through.max().unwrap_or(1)
}

/// Returns the number of triangles of a strip in one direction, at most `wanted`.
///
/// `start` contains two neighbouring triangles of the strip. Counting begins with the second one.
fn run_along_strip(view: &BoardView<'_>, start: [CellAddress; 2], axis: usize, wanted: u32) -> u32 {
    let steps = std::iter::successors(Some(start), |[before, address]| {
        let next = strip_neighbours(view.tiling(), *address, axis).find(|next| next != before)?;
        Some([*address, next])
    });
    (0..wanted).zip(steps).take_while(|(_, [_, address])| view.cells.contains_key(address)).count() as u32
}

/// Returns the neighbours of a triangle that are in the same strip. `axis` is the axis of the strip.
fn strip_neighbours(tiling: Tiling, cell: CellAddress, axis: usize) -> impl Iterator<Item = CellAddress> {
    let strip = strips(tiling, cell)[axis];
    tiling.neighbours(cell).filter(move |next| strips(tiling, *next)[axis] == strip)
}
