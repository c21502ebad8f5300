//! HX411: boards whose cells are larger or smaller than the layout says.

use crate::facts::PageContext;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::units::ShortNumber;
use hexpress_game::CellSize;

pub const RULE: Rule = Rule {
    title: "cells have the size that the layout says",
    why: "Counters and tiles are made to fit cells of a certain size. At 97 %, a tile of 40 mm is 1.2 mm \
        too large for its cell.",
    right: "across = \"20mm\", and hexagons that measure 20 mm across flats",
    wrong: "across = \"20mm\", and hexagons that measure 19.4 mm across flats",
    ..Rule::error(codes::CELL_SIZE, RuleFunction::Whole(cell_size))
};

fn cell_size(context: &PageContext<'_>, findings: &mut Findings) {
    let (Some(layout), Some(board)) = (context.board(), context.found) else { return };
    let CellSize::Across(in_layout) = layout.size else { return };
    let found = board.lattice.grid.tiling.across_from_side(board.lattice.side);
    if findings.measured((found - in_layout).abs(), context.tolerance) {
        let message = format!(
            "the cells measure {found:.2} mm across flats; the layout says {} mm",
            ShortNumber(in_layout)
        );
        context.fault_of(findings, board.bounds(), None, message).deviation((found - in_layout).abs());
    }
}
