//! HX404: cells that are not in their place on the lattice.

use super::cell_deviation::is_regular;
use crate::facts::PageContext;
use crate::fault::{Findings, format_mm};
use crate::hints::foreign_drawings::{doubles, towards};
use crate::hints::foreign_tolerances::doubt_of_edges;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "cells are in their places",
    why: "A cell that is out of place overlaps one neighbour and leaves a gap next to the other.",
    right: "every cell within 0.05 mm of the place that the other cells imply",
    wrong: "one cell shifted to the right by 0.2 mm",
    ..Rule::error(codes::CELL_OFF_PLACE, RuleFunction::EachBoard(cell_off_place))
};

fn cell_off_place(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(board) = context.found else { return };
    let twice = if context.sheet.is_foreign() { doubles(board) } else { Vec::new() };
    let tolerance = context.tolerance + doubt_of_edges(context, board);
    for cell in &board.cells {
        let off = board.offset_of(cell);
        // Other rules report cells that are drawn twice, and irregular cells. The centre of an
        // irregular cell is always out of place.
        let is_reported =
            !is_regular(cell, context.tolerance) || twice.iter().any(|other| std::ptr::eq(other.cell, cell));
        if findings.measured(off, tolerance) && !is_reported {
            let message = format!("is {} from its place among the other cells", format_mm(off));
            let offset = board.place(cell) - cell.outline.centre;
            let fault = context.cell(findings, cell, &message).deviation(off);
            // A cell that is out of place leaves a gap on one side. The fault is shown at a corner on
            // this side, because later drawings may cover the corners on the other side.
            let corners = cell.outline.corners.iter().map(|corner| (corner.to_vec2().dot(offset), *corner));
            if let Some((_, corner)) = corners.max_by(|(a, _), (b, _)| a.total_cmp(b)) {
                fault.shifted(corner, corner + offset);
            }
            context.hint_if_foreign(fault, || format!("move it {}", towards(offset)));
        }
    }
}
