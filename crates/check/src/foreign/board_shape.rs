//! HX601, HX602: cells that are missing from a board with a regular shape, or that are not part of it.
//!
//! - In: boards in drawings by other programs, and the regular shapes that they resemble.
//! - Out: faults.
//! - Not here: comparing boards with a layout, see `against_cells`.

use crate::facts::PageContext;
use crate::facts::board::{FoundBoard, FoundCell};
use crate::facts::shape::NamedShape;
use crate::fault::{Fault, Findings, counted};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::geometry::bounds_of_points;
use hexpress_read::ItemKind;

pub const RULES: &[Rule] = &[
    Rule {
        title: "a board with a regular shape has no missing cell",
        why: "A single missing cell on one side is almost always a slip. If several cells are missing, they \
            may be left out on purpose, so each one is only reported as a note. Cells that are left out \
            evenly all round, or in the middle, are not reported.",
        right: "61 hexagons that form a hexhex 5",
        wrong: "60 hexagons that form a hexhex 5 without one cell of its border",
        ..Rule::error(codes::SHAPE_LACKS, RuleFunction::EachBoard(report_missing_cells))
    },
    Rule {
        title: "a board with a regular shape has no extra cell",
        why: "A single cell that sticks out of a shape is almost always a slip. If there are several, they \
            may be there on purpose, so each one is only reported as a note.",
        right: "61 hexagons that form a hexhex 5",
        wrong: "a hexhex 5 with one more hexagon next to it",
        ..Rule::error(codes::SHAPE_EXTRA, RuleFunction::EachBoard(report_extra_cells))
    },
];

/// Returns the board that is judged, and the named shape to which it is most similar.
///
/// Returns `None` if the differences from the shape are intended.
fn shape<'s>(context: &PageContext<'s>) -> Option<(&'s FoundBoard, &'s NamedShape)> {
    let board = context.found?;
    let known = board.named.as_ref()?.shape.as_ref()?;
    (!known.differs_on_purpose).then_some((board, known))
}

impl NamedShape {
    /// Returns whether exactly one cell is missing or extra, which is probably a mistake.
    ///
    /// Larger differences may be intended.
    fn is_slip(&self) -> bool {
        self.missing.len() + self.extra.len() == 1
    }
}

/// Makes a fault less severe if the difference from the named shape may be intended.
///
/// There are three such cases:
///
/// - several cells differ from the shape
/// - hexpress made the file, but left its layout out
/// - the page has another board before this one, so this one may be an example
fn may_be_meant(context: &PageContext<'_>, known: &NamedShape, fault: &mut Fault) {
    let is_first = context.sheet.board().zip(context.found).is_none_or(|(a, b)| std::ptr::eq(a, b));
    if !known.is_slip() || !is_first {
        fault.note();
    } else if !context.sheet.is_foreign() {
        fault.warning();
    }
}

fn report_missing_cells(context: &PageContext<'_>, findings: &mut Findings) {
    let Some((board, known)) = shape(context) else { return };
    for address in &known.missing {
        let rect = bounds_of_points(&board.lattice.corners(*address));
        let shape = known.shape_text();
        let other = context.sheet.foreign().and_then(|drawing| {
            let at = rect.center();
            drawing.others.iter().find(|other| other.centre.distance(at) < board.lattice.side)
        });
        let across = board.lattice.across();
        let there = match other {
            Some(other) if other.irregularity() < 0.02 * board.lattice.side => format!(
                ": the hexagon there measures {:.2} mm across flats, and the others {across:.2} mm",
                other.across_flats()
            ),
            Some(_) => ": the shape there is too irregular to be a cell".to_owned(),
            None => String::new(),
        };
        // Some cells are only gaps between lines, and share these lines with their neighbours. To add
        // such a cell, it may be enough to draw the missing lines.
        let shared = context.sheet.foreign().is_some_and(|drawing| drawing.lines.count > 0)
            && board.cells.iter().any(|cell| is_between_lines(context, cell));
        let how = match (other, shared) {
            (None, true) => "draw the missing lines around it, from corner to corner",
            _ if !board.lattice.grid.tiling.is_hexagons() => {
                "draw a closed shape there, with the size of the other cells"
            }
            _ => "draw a closed hexagon there, with six straight sides and the size of the other cells",
        };
        let message = format!("a cell of a {shape} is missing here{there}");
        let fault = context.fault(findings, rect, message).hint(how).deviation(2.0 * board.lattice.side);
        may_be_meant(context, known, fault);
    }
}

/// Returns whether a cell has no outline of its own. Such a cell is only a gap between lines.
fn is_between_lines(context: &PageContext<'_>, cell: &FoundCell) -> bool {
    let kind = context.page.items.get(cell.outline.item).map(|item| &item.kind);
    matches!(kind, Some(ItemKind::Path { path, .. }) if path.kinds().len() < 6)
}

/// Returns how many cells of the same form and size are on other boards of the page.
fn count_similar_cells_elsewhere(context: &PageContext<'_>, board: &FoundBoard) -> usize {
    let side = board.lattice.side;
    let alike = context.sheet.boards().filter(|other| {
        !std::ptr::eq(*other, board)
            && other.lattice.grid.tiling == board.lattice.grid.tiling
            && (other.lattice.side - side).abs() < 0.02 * side
    });
    alike.map(|other| other.cells.len()).sum()
}

fn report_extra_cells(context: &PageContext<'_>, findings: &mut Findings) {
    let Some((board, known)) = shape(context) else { return };
    // Cells of the same size on another board may belong to this board. Then it is not certain which
    // shape the board should have.
    let similar_cells = count_similar_cells_elsewhere(context, board);
    for address in &known.extra {
        let rect = bounds_of_points(&board.lattice.corners(*address));
        let mut message = format!("this cell is not part of a {}", known.shape_text());
        let mut hint = "remove it, or keep it if the board is meant to have another shape";
        if similar_cells > 0 {
            let others = counted(similar_cells, "cell of the same size is", "cells of the same size are");
            message = format!("{message}, and {others} separate from this board");
            hint = "if these cells belong to the board, move them to their places on it";
        }
        let fault = context.fault(findings, rect, message).hint(hint).deviation(2.0 * board.lattice.side);
        may_be_meant(context, known, fault);
    }
}
