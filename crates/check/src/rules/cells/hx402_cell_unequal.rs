//! HX402: cells that are larger or smaller than the other cells of their board.

use super::cell_deviation::is_regular;
use crate::facts::PageContext;
use crate::fault::Findings;
use crate::hints::foreign_tolerances::doubt_of_edges;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "the cells of a board have the same size",
    why: "A larger cell covers part of its neighbours, and a smaller one leaves a gap. Players may think \
        that the difference has a meaning.",
    right: "37 hexagons with sides of 26.42 mm",
    wrong: "37 hexagons, one of which has sides of 26.7 mm",
    ..Rule::error(codes::CELL_UNEQUAL, RuleFunction::EachBoard(cell_unequal))
};

fn cell_unequal(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(board) = context.found else { return };
    let tolerance = context.tolerance + doubt_of_edges(context, board);
    for cell in &board.cells {
        let by = cell.outline.side() - board.lattice.side;
        if findings.measured(by.abs(), tolerance) && is_regular(cell, context.tolerance) {
            let message = format!(
                "has sides of {:.2} mm; the other cells have sides of {:.2} mm",
                cell.outline.side(),
                board.lattice.side
            );
            let right = board.lattice.side;
            let fault = context.cell(findings, cell, &message).deviation(by.abs());
            context.hint_if_foreign(fault, || {
                let tiling = board.lattice.grid.tiling;
                let flats = match tiling.edges(cell.address) {
                    3 => String::new(),
                    _ if board.lattice.grid.size(right).is_some() => {
                        format!(", which is {} mm", board.lattice.grid.measure(right))
                    }
                    _ => format!(
                        ", which is {:.2} mm across flats",
                        2.0 * tiling.apothem(cell.address) * right
                    ),
                };
                format!("make its sides {right:.2} mm long{flats}, or replace it by a copy of another")
            });
        }
    }
}
