//! HX405: neighbouring cells that overlap or leave a gap.

use super::cell_deviation::is_fine;
use crate::facts::PageContext;
use crate::facts::board::FoundCell;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_read::find::adjacency;

pub const RULE: Rule = Rule {
    title: "neighbouring cells share their edges",
    why: "Bare paper shows between cells that do not meet. Lines look doubled where cells overlap. Tiles \
        that are cut along such lines do not fit together.",
    right: "two hexagons that have two corners in common",
    wrong: "hexagons with sides of 20 mm whose centres are 35 mm apart instead of 34.64 mm",
    ..Rule::error(codes::CELL_GAP, RuleFunction::EachBoard(cell_gap))
};

fn cell_gap(context: &PageContext<'_>, findings: &mut Findings) {
    // If the layout gives the place of each point, the cells at the points share no edges.
    let Some(board) = context.found.filter(|board| !board.lattice.grid.is_free()) else { return };
    let fine: Vec<&FoundCell> =
        board.cells.iter().filter(|cell| is_fine(board, cell, context.tolerance)).collect();
    // If another program made the drawing, equal gaps between all cells are intended.
    let free = context.sheet.is_foreign() && context.board().is_none();
    let room = Some(board.lattice.gap()).filter(|gap| free && *gap > context.tolerance).unwrap_or(0.0);
    let mut pair_count = 0_usize;
    let mut worst = (0.0, None);
    for pair in adjacency(fine.iter().map(|cell| &cell.outline), board.lattice.shortest() * 0.25) {
        if findings.measured((pair.gap - room).abs(), context.tolerance) {
            pair_count += 1;
            // If several gaps are equally wide, the first one is reported.
            let is_first = worst.1.is_some_and(|known| (pair.a, pair.b) < known);
            if pair.gap > worst.0 || pair.gap == worst.0 && is_first {
                worst = (pair.gap, Some((pair.a, pair.b)));
            }
        }
    }
    let (gap, Some((a, b))) = worst else { return };
    let (a, b) = (fine[a], fine[b]);
    let grid = board.lattice.grid;
    let usual = grid.centre(a.address).distance(grid.centre(b.address)) * board.lattice.side;
    let distance = a.outline.centre.distance(b.outline.centre) - usual;
    let how = if distance > 0.0 { "do not meet" } else { "overlap" };
    let many = match pair_count {
        1 => String::new(),
        n => format!("; {n} pairs of neighbours have this fault"),
    };
    let message = format!(
        "{} and {} {how}: their corners are {} apart{many}",
        context.name_of(a),
        context.name_of(b),
        format_mm(gap)
    );
    let fault =
        context.fault_of(findings, a.bounds().union(b.bounds()), a.id.as_ref(), message).deviation(gap);
    // If the lines around both cells are at least as wide as the gap, they hide it.
    let widths = [a, b].map(|cell| cell.line.map_or(0.0, |(_, width)| width));
    if free && gap <= widths[0].min(widths[1]) {
        fault.note();
    }
}
