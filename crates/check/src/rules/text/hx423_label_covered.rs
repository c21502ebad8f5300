//! HX423: texts that are covered when a counter is in their cell.

use kurbo::{Point, Rect};

use crate::facts::{PageContext, texts};
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use crate::rules::cells::cell_addresses::CellAddresses;
use hexpress_base::diag::codes;
use hexpress_base::units::Mm;
use hexpress_game::Located;
use hexpress_game::cell_lines::BoardLength;

pub const RULE: Rule = Rule {
    title: "text in a cell stays visible next to a counter",
    why: "If players have to lift a counter to read its cell, they will put it down somewhere else.",
    right: "[board.labels] clear-of = \"24mm\", and all text more than 12 mm from the middle of its cell",
    wrong: "[board.labels] clear-of = \"24mm\", and text 10 mm from the middle",
    merges_same_messages: true,
    ..Rule::error(codes::LABEL_COVERED, RuleFunction::Whole(label_covered))
};

/// Reports the texts that would be under a counter in the middle of their cell.
fn label_covered(context: &PageContext<'_>, findings: &mut Findings) {
    let (Some(board), Some(layout)) = (context.found, context.board()) else { return };
    let Some(Located { value: counter, place }) = layout.labels.clear_of else { return };
    let counter = layout.length(BoardLength::ClearOf, counter, board.lattice.across());
    let addresses = CellAddresses::from_board(board);
    for (_, item, text) in texts(context.page) {
        let Some(cell) = addresses.cell_of(item) else { continue };
        let covered = counter / 2.0 - distance(text.outline, cell.outline.centre);
        if covered > context.tolerance {
            let message = format!(
                "a counter of {} in {} covers {} of \"{}\"",
                Mm(counter),
                context.name_of(cell),
                format_mm(covered),
                text.string
            );
            let fault = context.fault(findings, text.outline, message);
            fault.about(item.id.as_ref()).in_layout(Some(place)).deviation(covered);
        }
    }
}

/// Returns the distance between a point and a box, in mm; 0 inside the box.
fn distance(rect: Rect, point: Point) -> f64 {
    let nearest = Point::new(point.x.clamp(rect.x0, rect.x1), point.y.clamp(rect.y0, rect.y1));
    nearest.distance(point)
}
