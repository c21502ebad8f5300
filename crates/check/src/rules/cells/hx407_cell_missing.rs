//! HX407: cells in the layout that are not on the page.

use kurbo::Rect;

use crate::facts::PageContext;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::cell_address::CellAddress;
use hexpress_base::diag::codes;
use hexpress_base::units::count_with_noun;
use hexpress_game::cell_called;

pub const RULE: Rule = Rule {
    title: "every cell of the layout is on the page",
    why: "The game needs every cell. A gap is a hole in the board.",
    right: "a map of 37 characters, and 37 hexagons",
    wrong: "a map of 37 characters, and 36 hexagons",
    ..Rule::error(codes::CELL_MISSING, RuleFunction::Whole(cell_missing))
};

fn cell_missing(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(layout) = context.board() else { return };
    let drawn = layout.cells.iter().filter(|cell| layout.is_drawn(cell));
    let mut layout_cells: Vec<CellAddress> = drawn.map(|cell| cell.address).collect();
    if let Some(points) = &layout.points {
        layout_cells.extend(
            points.links.iter().flatten().filter_map(|point| Some(layout.cells.get(*point)?.address)),
        );
    }
    layout_cells.sort_unstable();
    layout_cells.dedup();
    if layout_cells.len() < layout.cells.len() {
        findings.not_judged("the places of cells that have neither a colour nor a line");
    }
    if layout_cells.is_empty() {
        return;
    }
    let Some(board) = context.found else {
        let cells = count_with_noun(layout_cells.len(), "cell");
        let message = format!("the page shows no cell; the layout has {cells}");
        let rect = Rect::from_origin_size((0.0, 0.0), context.sheet.size);
        context.fault_of(findings, rect, None, message);
        return;
    };
    let found = board.index_by_address();
    for missing in layout_cells.iter().filter(|address| !found.contains(**address)) {
        let centre = board.lattice.centre(*missing);
        let index = layout.cell_at(*missing);
        let place = index.map(|i| layout.cells[i].place);
        let name =
            index.and_then(|i| layout.cell_name(i)).unwrap_or_else(|| cell_called(None, None, *missing));
        let side = 2.0 * board.lattice.side;
        let square = Rect::from_center_size(centre, (side, side));
        context.fault(findings, square, format!("{name} is missing")).in_layout(place).deviation(side);
    }
}
