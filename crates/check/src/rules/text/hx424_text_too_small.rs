//! HX424: texts that are too small to read.

use std::collections::BTreeSet;

use crate::facts::{PageContext, ReportedText, is_furniture, texts};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::units::PT_PER_MM;

pub const RULE: Rule = Rule {
    title: "text measures at least 5 points",
    why: "Smaller letters break up on a home printer, and many people cannot read them.",
    right: "font = \"6pt\"",
    wrong: "font = \"9pt\" and shrink = \"3pt\", and a text so long that it shrinks to 3 points",
    merges_same_messages: true,
    ..Rule::error(codes::TEXT_TOO_SMALL, RuleFunction::Whole(text_too_small))
};

/// The smallest font size that most people read without a magnifying glass, in points.
const MIN_PT: f64 = 5.0;

fn text_too_small(context: &PageContext<'_>, findings: &mut Findings) {
    let cells = context.sheet.boards().flat_map(|board| &board.cells);
    let in_cells: BTreeSet<usize> = match context.sheet.foreign() {
        Some(_) => cells.flat_map(|cell| cell.items.iter().copied()).collect(),
        None => BTreeSet::new(),
    };
    for (index, item, text) in texts(context.page) {
        if is_furniture(item) || context.is_in_picture(item) {
            continue;
        }
        // Sizes in files are rounded to a hundredth of a point. If the size is unknown, it is 0.
        let size = text.size * PT_PER_MM;
        if size > 0.0 && size < MIN_PT - 0.01 {
            let message = format!("\"{}\" is {size:.1} pt; the minimum is {MIN_PT} pt", text.string);
            let by = (MIN_PT - size) / PT_PER_MM;
            let fault = context
                .fault_of_text(findings, &ReportedText { rect: text.outline, item, text }, message)
                .deviation(by);
            if context.sheet.is_foreign() && !in_cells.contains(&index) {
                fault.note();
            }
        }
    }
}
