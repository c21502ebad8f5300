//! HX444: crop, trim and bleed boxes that do not fit the page.

use kurbo::Rect;

use crate::base::geometry::beyond;
use crate::check::facts::PageContext;
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;

/// The rule behind HX444.
pub const RULE: Rule = Rule {
    title: "the boxes of a page say that the whole sheet is meant",
    why: "A crop box hides what lies outside it; a trim box tells a print shop where to cut the sheet.",
    right: "a trim box of the sheet's size, and no crop box",
    wrong: "a crop box that leaves 10 mm of the page out",
    ..Rule::error(codes::WRONG_BOXES, Run::Sheet(wrong_boxes))
};

/// Reports crop, trim and bleed boxes that do not fit the page.
fn wrong_boxes(context: &PageContext<'_>, out: &mut Findings) {
    if context.format == crate::check::Format::Svg {
        out.not_judged("boxes: an SVG has none");
        return;
    }
    let sheet = Rect::from_origin_size((0.0, 0.0), context.sheet.size);
    let [crop, trim, bleed] = context.sheet.boxes;
    let whole = context.expected.is_some();
    let mut fault = |message: String, rect: Rect, by: f64| {
        context.fault(out, rect, message).by(by);
    };
    let over = |inner: Rect, outer: Rect| Some(beyond(inner, outer)).filter(|by| *by > context.tolerance);
    if let Some((crop, by)) = crop.and_then(|crop| Some((crop, over(sheet, crop)?))) {
        fault(format!("the crop box hides up to {} of the page", mm(by)), crop, by);
    }
    let Some(trim) = trim else {
        if whole {
            fault("the page has no trim box".to_owned(), sheet, 0.0);
        }
        return;
    };
    let out_of = over(trim, sheet);
    if let Some(by) = over(sheet, trim).into_iter().chain(out_of).reduce(f64::max).filter(|_| whole) {
        fault(format!("the trim box is not the sheet: it differs by up to {}", mm(by)), trim, by);
    } else if let Some(by) = out_of {
        fault(format!("the trim box reaches {} out of the page", mm(by)), trim, by);
    }
    if let Some((bleed, by)) = bleed.and_then(|bleed| Some((bleed, over(trim, bleed)?))) {
        fault(format!("the bleed box is smaller than the trim box, by {}", mm(by)), bleed, by);
    }
}
