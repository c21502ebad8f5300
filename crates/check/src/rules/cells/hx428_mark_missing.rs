//! HX428: cells without a mark that the layout puts on them.

use super::layout_cells::{LayoutCell, lacks_mark, layout_cells};
use crate::facts::PageContext;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "every mark of the layout is drawn in its cell",
    why: "Players cannot find a starting place that is not marked.",
    right: "a cell that has the mark ^ in the map, with the disc of that mark",
    wrong: "the same cell without the disc",
    merges_same_messages: true,
    ..Rule::error(codes::MARK_MISSING, RuleFunction::Whole(mark_missing))
};

fn mark_missing(context: &PageContext<'_>, findings: &mut Findings) {
    let Some((layout, cells)) = layout_cells(context) else { return };
    for LayoutCell { cell, found } in cells {
        if lacks_mark(context, layout, cell, found) {
            let marks = cell.marks.iter().filter_map(|mark| layout.marks.get(*mark));
            let names: Vec<_> = marks.map(|mark| mark.name.to_string()).collect();
            let message = format!("lacks its mark `{}`", names.join("` or `"));
            context.cell(findings, found, &message).cause(message.clone());
        }
    }
}
