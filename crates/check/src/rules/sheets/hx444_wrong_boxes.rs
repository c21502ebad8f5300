//! HX444: crop, trim and bleed boxes that do not fit the page.

use kurbo::Rect;

use crate::facts::Format;
use crate::facts::PageContext;
use crate::facts::sheet::PageBoxes;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::geometry::overhang;

pub const RULE: Rule = Rule {
    title: "the page boxes (crop, bleed, trim) describe the whole sheet",
    why: "A crop box hides everything outside it. A trim box tells the print shop where to cut the sheet.",
    right: "a trim box with the size of the sheet, and no crop box",
    wrong: "a crop box that leaves out 10 mm of the page",
    ..Rule::error(codes::WRONG_BOXES, RuleFunction::Sheet(wrong_boxes))
};

fn wrong_boxes(context: &PageContext<'_>, findings: &mut Findings) {
    if context.format == Format::Svg {
        findings.not_judged("boxes: an SVG has none");
        return;
    }
    let sheet = Rect::from_origin_size((0.0, 0.0), context.sheet.size);
    let PageBoxes { crop, trim, bleed } = context.sheet.boxes;
    if let Some(crop) = crop
        && let Some(by) = overhang_above_tolerance(context, sheet, crop)
    {
        let message = format!("the crop box hides up to {} of the page", format_mm(by));
        context.fault(findings, crop, message).deviation(by);
    }
    let is_ours = context.expected.is_some();
    let Some(trim) = trim else {
        if is_ours {
            context.fault(findings, sheet, "the page has no trim box".to_owned()).deviation(0.0);
        }
        return;
    };
    let trim_beyond_page = overhang_above_tolerance(context, trim, sheet);
    let page_beyond_trim = overhang_above_tolerance(context, sheet, trim);
    let difference = page_beyond_trim.into_iter().chain(trim_beyond_page).reduce(f64::max);
    if let Some(by) = difference.filter(|_| is_ours) {
        let differs = format!("the trim box differs from the sheet by up to {}", format_mm(by));
        context.fault(findings, trim, differs).deviation(by);
    } else if let Some(by) = trim_beyond_page {
        context
            .fault(findings, trim, format!("the trim box extends {} beyond the page", format_mm(by)))
            .deviation(by);
    }
    if let Some(bleed) = bleed
        && let Some(by) = overhang_above_tolerance(context, trim, bleed)
    {
        let smaller = format!("the bleed box is smaller than the trim box by {}", format_mm(by));
        context.fault(findings, bleed, smaller).deviation(by);
    }
}

/// Returns the distance by which `inner` extends beyond `outer`, in mm. Returns `None` if this is
/// within the tolerance.
fn overhang_above_tolerance(context: &PageContext<'_>, inner: Rect, outer: Rect) -> Option<f64> {
    Some(overhang(inner, outer)).filter(|by| *by > context.tolerance)
}
