//! HX467: drawings that are moved out of the printable area because the page corrects the errors of a
//! printer.

use crate::facts::printer::Printer;
use crate::facts::{PageContext, visible_bounds};
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::geometry::overhang;
use hexpress_scene::print::margins::DEFAULT_MARGIN;

pub const RULE: Rule = Rule {
    title: "the correction for a printer moves nothing outside its printable area",
    why: "If a printer prints too small, its file is made larger. If it shifts to the left, the file is \
        shifted to the right. A drawing close to the margin may then end outside the printable area and be \
        cut off.",
    right: "a margin of 7 mm for a printer that prints to 5 mm from the edge and shifts everything by 1.5 mm",
    wrong: "a margin of 5 mm for the same printer",
    ..Rule::warning(codes::BEYOND_REACH, RuleFunction::Sheet(beyond_reach))
};

fn beyond_reach(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(Printer { profile, margin, .. }) = context.printer else { return };
    let size = context.sheet.size;
    // If the profile does not say how close to the edge the printer prints, the usual margin is
    // assumed. Most printers print everything inside this margin.
    let unprintable = profile.unprintable.or(profile.margin).unwrap_or(margin.at_most(DEFAULT_MARGIN));
    let room = unprintable.inside(size);
    let correction = context.printed.inverse();
    let all = context.page.items.iter().filter_map(|item| {
        let rect = visible_bounds(item)?;
        Some((overhang(correction.transform_rect_bbox(rect), room), rect, item))
    });
    // Only the drawing that extends the farthest is reported. A margin that is large enough for this
    // drawing is large enough for all others.
    let Some((by, rect, item)) = all.max_by(|a, b| a.0.total_cmp(&b.0)) else { return };
    if by > context.tolerance {
        let message = format!(
            "`{}` prints no closer than {unprintable} to the edge, but its correction moves a drawing {} \
             beyond this limit",
            profile.name,
            format_mm(by)
        );
        context
            .fault(findings, rect, message)
            .about(item.id.as_ref())
            .deviation(by)
            .hint(format!("leave a larger margin: {}", profile.margin_for(unprintable, size).option()));
    }
}
