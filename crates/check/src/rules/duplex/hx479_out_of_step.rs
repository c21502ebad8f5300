//! HX479: pages that are printed on the wrong side of their sheet, in a file with backs.

use super::sheet_sides::is_back;
use crate::facts::text::folded;
use crate::facts::{Facts, Format, FoundSheet};
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "if a file has backs, every sheet before the last has two pages",
    why: "A two-sided printer prints pages 1 and 2 on one sheet, and 3 and 4 on the next. If one page is \
        missing, all later backs are on the wrong side.",
    right: "a board, an empty page, cards and their backs",
    wrong: "a board, cards and their backs: the cards are printed on the back of the board",
    ..Rule::error(codes::OUT_OF_STEP, RuleFunction::All(out_of_step))
};

fn out_of_step(facts: &Facts<'_>, findings: &mut Findings) {
    if facts.expected.is_none() || facts.proof {
        return;
    }
    for sheet in facts.sheets.iter().filter(|sheet| sheet.says_empty && sheet.drawings > 0) {
        facts.page_fault(findings, sheet, "the page is marked as left empty, but is not empty");
    }
    for (index, file) in facts.files.iter().enumerate() {
        let own_sheets = facts.sheets.iter().filter(|sheet| sheet.file == index);
        if file.format == Format::Svg
            || file.record.is_none()
            || !own_sheets.clone().any(|sheet| is_other_side(facts, sheet))
        {
            continue;
        }
        let mut after_plan = false;
        for sheet in own_sheets {
            // A cut plan may be printed on the back of another cut plan.
            let plans = std::mem::replace(&mut after_plan, sheet.is_cut_plan) && sheet.is_cut_plan;
            let (front, back) = (sheet.number % 2 == 1, is_other_side(facts, sheet));
            if front && back {
                facts.page_fault(findings, sheet, "backs are printed on the front of a sheet");
            } else if !front && !back && sheet.drawings > 0 && !sheet.says_empty && !plans {
                let name =
                    sheet.name.as_deref().map_or_else(|| "a page".to_owned(), |name| format!("`{name}`"));
                let message = format!("{name} is printed on the back of page {}", sheet.number - 1);
                facts.page_fault(findings, sheet, message);
            }
        }
    }
}

/// Returns whether a page must be printed on the back of the page before it.
fn is_other_side(facts: &Facts<'_>, sheet: &FoundSheet) -> bool {
    is_back(sheet) || folded::is_second_side(facts, sheet)
}
