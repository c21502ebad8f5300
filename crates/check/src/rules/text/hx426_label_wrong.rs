//! HX426: cells in which the label of their kind is printed more or less often than the layout says.

use super::label_count::miscounted_label;
use crate::facts::PageContext;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use crate::rules::cells::layout_cells::{LayoutCell, layout_cells};
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "every cell shows the label of its kind",
    why: "A cell with the label of another kind changes the game.",
    right: "a cell of the kind with label = \"Sell\" that shows Sell",
    wrong: "a cell of the kind with label = \"Sell\" that shows Change, or nothing",
    measures_text: true,
    merges_same_messages: true,
    ..Rule::error(codes::LABEL_WRONG, RuleFunction::Whole(label_wrong))
};

fn label_wrong(context: &PageContext<'_>, findings: &mut Findings) {
    let Some((layout, cells)) = layout_cells(context) else { return };
    for LayoutCell { cell, found } in cells {
        let Some(count) = miscounted_label(context, layout, cell, found) else { continue };
        let kind = layout.kinds.get(cell.kind);
        let label = kind.and_then(|kind| kind.words()).unwrap_or_default().replace('\n', " ");
        let says = match count.found {
            0 => format!("does not show \"{label}\""),
            1 => format!("shows \"{label}\" once"),
            times => format!("shows \"{label}\" {times} times"),
        };
        let expected = match count.expected {
            1 => "once".to_owned(),
            times => format!("{times} times"),
        };
        let message = format!("{says}; the layout has this label {expected}");
        let fault = context.cell(findings, found, &message);
        fault.hint("look up the label of each kind in [board.key]").cause(format!("{} {message}", cell.kind));
    }
}
