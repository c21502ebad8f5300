//! HX443: pages that do not have the size of the paper.

use crate::facts::PageContext;
use crate::fault::Findings;
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_game::pages::Pages;
use hexpress_scene::print::paper::sheet_name;

pub const RULE: Rule = Rule {
    title: "pages have the requested paper size",
    why: "The printer scales or cuts off a page of another size.",
    right: "--paper iso, and pages of 297 x 420 mm and 210 x 297 mm",
    wrong: "--paper iso, and a page of 11 x 17 inches",
    ..Rule::error(codes::WRONG_PAPER, RuleFunction::Sheet(wrong_paper))
};

fn wrong_paper(context: &PageContext<'_>, findings: &mut Findings) {
    let (Some(expected), Some(component)) = (context.expected, context.component()) else { return };
    let chosen = || expected.paper().map(|paper| paper.sheet(component.class));
    // For a text, the layout may set another paper than that of the build.
    let Some(paper) = component.pages().and_then(Pages::own_sheet).or_else(chosen) else { return };
    let page = context.sheet.size;
    let short_sides = (paper.min_side() - page.min_side()).abs();
    let long_sides = (paper.max_side() - page.max_side()).abs();
    let by = short_sides.max(long_sides);
    if findings.measured(by, context.tolerance) {
        let message = format!(
            "the page measures {:.1} x {:.1} mm; {} was requested",
            page.width,
            page.height,
            sheet_name(paper)
        );
        let fault = findings.fault(message).at(context.sheet.file, context.sheet.number, None);
        fault.in_layout(Some(component.place)).deviation(by);
    }
}
