//! A page that is corrected for a printer.

use kurbo::Rect;

use crate::base::geometry::beyond;
use crate::base::units::Trimmed;
use crate::check::facts::printer::Printer;
use crate::check::facts::{PageContext, covers};
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;

/// How near to the edges most printers print, in mm: a quarter of an inch.
const USUAL: f64 = 6.35;

/// The rules of this group.
pub const RULES: &[Rule] = &[Rule {
    title: "a printer's correction moves nothing to where the printer does not print",
    why: "What a printer makes smaller is made larger in its file, and what it moves to the left is moved to the right. \
          So something that ends where the margin begins may end beyond what the printer prints, and is cut off.",
    right: "a margin of 7 mm for a printer that prints to 5 mm from the edge and moves all by 1.5 mm",
    wrong: "a margin of 5 mm for the same printer",
    ..Rule::warning(codes::BEYOND_REACH, Run::Sheet(in_reach))
}];

fn in_reach(context: &PageContext<'_>, out: &mut Findings) {
    let Some(Printer { profile, margin, .. }) = context.printer else { return };
    let size = context.sheet.size;
    // Where nothing is said of it, most printers print as near as the usual margin, whatever this one file leaves free.
    let reach = profile.reach.or(profile.margin).unwrap_or(margin.min(USUAL));
    let room = Rect::from_origin_size((0.0, 0.0), size).inset(-reach);
    let correction = context.printed.inverse();
    let over = |rect: Rect| beyond(correction.transform_rect_bbox(rect), room);
    let all = context.page.items.iter().filter_map(|item| covers(item).map(|rect| (over(rect), rect, item)));
    // What reaches farthest says how large the margin should be.
    let Some((by, rect, item)) = all.max_by(|a, b| a.0.total_cmp(&b.0)) else { return };
    if by > context.tolerance {
        let message = format!(
            "`{}` prints no nearer than {} mm to the edge, and its correction moves something {} beyond that",
            profile.name,
            Trimmed(reach),
            mm(by)
        );
        let margin = Trimmed(profile.margin_for(reach, size));
        context
            .fault(out, rect, message)
            .about(item.id.as_ref())
            .by(by)
            .hint(format!("leave more free along the edges: --margin {margin}mm"));
    }
}
