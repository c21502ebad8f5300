//! HX403: cells that are rotated relative to the layout or to the other cells.

use super::cell_deviation::{is_regular, turned, twist};
use crate::facts::PageContext;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "all cells have the orientation of the layout",
    why: "A board of hexagons has six directions. If the cells are rotated, \"up\" is not one of them.",
    right: "cells = \"flat-top\", and hexagons with a side at the top",
    wrong: "cells = \"flat-top\", and hexagons with a corner at the top",
    ..Rule::error(codes::CELL_TURNED, RuleFunction::EachBoard(cell_turned))
};

fn cell_turned(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(board) = context.found else { return };
    let lattice = &board.lattice;
    if let Some(in_layout) = context.board().map(|b| b.grid.tiling) {
        let board_twist = lattice.turned.abs().to_radians() * lattice.side;
        if in_layout != lattice.grid.tiling || board_twist > context.tolerance {
            let found = match lattice.turned.abs() {
                turned if turned < 0.05 => lattice.grid.tiling.word().to_owned(),
                turned => format!("{}, rotated by {turned:.1}°", lattice.grid.tiling.word()),
            };
            let message = format!("the cells are {found}; the layout says {}", in_layout.word());
            context.fault_of(findings, board.bounds(), None, message).deviation(board_twist);
            return;
        }
    }
    for cell in &board.cells {
        let twist = twist(board, cell);
        if findings.measured(twist, context.tolerance) && is_regular(cell, context.tolerance) {
            let turned = turned(board, cell);
            let fault = context
                .cell(findings, cell, &format!("is rotated by {turned:.2}° relative to the others"))
                .deviation(twist);
            let back = if turned > 0.0 { "anticlockwise" } else { "clockwise" };
            context.hint_if_foreign(fault, || {
                format!("rotate it {back} by {:.2}° about its centre", turned.abs())
            });
        }
    }
}
