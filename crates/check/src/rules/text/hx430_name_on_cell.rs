//! HX430: names of rows and columns that are printed inside cells.

use kurbo::Rect;

use crate::facts::board::{FoundBoard, FoundCell};
use crate::facts::{PageContext, texts, tight_corners};
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::geometry::bounds_of_points;
use hexpress_base::geometry::overlap;
use hexpress_base::identity::{Feature, Identity};

pub const RULE: Rule = Rule {
    title: "names next to a board are not on a cell",
    why: "If the name of a row or column is inside a cell, it seems to be the name of that cell. On a board \
        with a ragged border, the end of a row may be between other cells.",
    right: "the letter of a column above the board",
    wrong: "the letter of a short column inside a cell of the next column",
    ..Rule::error(codes::NAME_ON_CELL, RuleFunction::Whole(name_on_cell))
};

fn name_on_cell(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(board) = context.found else { return };
    let cells = CellsByLeft::from_board(board);
    for (_, item, text) in texts(context.page) {
        if !matches!(item.id.as_deref().and_then(Identity::feature), Some(Feature::Line(_))) {
            continue;
        }
        let corners = tight_corners(text);
        let near = cells.overlapping(text.outline.x0, text.outline.x1);
        let depths = near.map(|cell| (overlap(&corners, &cell.outline.corners), cell));
        let Some((depth, cell)) = depths.max_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
        if depth > context.tolerance {
            let (name, cell) = (&text.string, context.name_of(cell));
            let message =
                format!("\"{name}\", the name of a line, is printed {} inside {cell}", format_mm(depth));
            let hint = "write show-names = \"inside\" to print names in the cells, or show-names = \"edge\" \
                to print them along the border";
            context.fault_of(findings, text.outline, item.id.as_ref(), message).hint(hint).deviation(depth);
        }
    }
}

/// The cells of a board, sorted by the left edges of their boxes.
struct CellsByLeft<'board> {
    cells: Vec<(Rect, &'board FoundCell)>,
    /// The width of the widest cell, in mm.
    widest: f64,
}

impl<'board> CellsByLeft<'board> {
    fn from_board(board: &'board FoundBoard) -> Self {
        let mut cells: Vec<_> =
            board.cells.iter().map(|cell| (bounds_of_points(&cell.outline.corners), cell)).collect();
        cells.sort_by(|a, b| a.0.x0.total_cmp(&b.0.x0));
        let widest = cells.iter().map(|(rect, _)| rect.width()).fold(0.0, f64::max);
        Self { cells, widest }
    }

    /// Returns the cells whose boxes overlap the vertical strip from `left` to `right`.
    ///
    /// The result may also contain a few cells to the left of the strip.
    fn overlapping(&self, left: f64, right: f64) -> impl Iterator<Item = &'board FoundCell> {
        let first = self.cells.partition_point(|(rect, _)| rect.x0 < left - self.widest);
        self.cells[first..].iter().take_while(move |(rect, _)| rect.x0 <= right).map(|(_, cell)| *cell)
    }
}
