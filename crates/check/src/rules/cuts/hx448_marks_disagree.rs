//! HX448: crop marks of one cut that are not in line.

use kurbo::{Point, Rect};

use crate::base::identity::Identity;
use crate::check::facts::PageContext;
use crate::check::facts::cut::{ONE_CUT, crop_marks, is_closed_cut};
use crate::check::facts::marked::at_corners;
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;

/// The rule behind HX448.
pub const RULE: Rule = Rule {
    title: "the marks at both ends of a cut show the same cut",
    why: "A ruler laid from mark to mark cuts askew if one of them is off, through a whole row of cards.",
    right: "marks at x = 25.5 mm above the cards and below them",
    wrong: "a mark at 25.5 mm above the cards, and one at 25.7 mm below",
    ..Rule::error(codes::MARKS_DISAGREE, Run::Whole(marks_disagree))
};

/// Marks at both ends of a side show the same side.
fn corners_agree(corners: &[Point], context: &PageContext<'_>, out: &mut Findings) {
    for (i, a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let by = (a.x - b.x).abs().min((a.y - b.y).abs());
        if out.measured(by, context.tolerance) {
            let message = format!("the marks at both ends of a side are {} apart", mm(by));
            context.fault_of(out, Rect::from_points(*a, b), Some(&Identity::Cut.into()), message).by(by);
        }
    }
}

/// Reports crop marks of one cut that are not in line.
fn marks_disagree(context: &PageContext<'_>, out: &mut Findings) {
    let marks = crop_marks(context.page);
    let outlined = context.page.items.iter().any(is_closed_cut);
    let corners = if outlined { Vec::new() } else { at_corners(context.page) };
    // Each mark shows a side of its own piece then, which may well lie close to that of another.
    let paired = corners.is_empty();
    for corners in corners.iter().filter(|corners| corners.len() == 4) {
        corners_agree(corners, context, out);
    }
    for upright in [true, false] {
        let mut own: Vec<_> = marks.iter().filter(|m| m.upright() == upright).collect();
        own.sort_by(|a, b| a.at().total_cmp(&b.at()));
        for pair in own.windows(2).filter(|_| paired) {
            let by = pair[1].at() - pair[0].at();
            if by <= ONE_CUT && out.measured(by, context.tolerance) {
                let message = format!("two marks of one cut are {} apart", mm(by));
                let rect = pair[0].covers().union(pair[1].covers());
                context.fault_of(out, rect, Some(&Identity::Cut.into()), message).by(by);
            }
        }
        // A mark that is askew shows no cut at all.
        for mark in own {
            let (dx, dy) = ((mark.from.x - mark.to.x).abs(), (mark.from.y - mark.to.y).abs());
            let askew = dx.min(dy);
            if out.measured(askew, context.tolerance) {
                let message = format!("a mark for cutting is askew by {}", mm(askew));
                context.fault(out, mark.covers(), message).about(Some(&Identity::Cut.into())).by(askew);
            }
        }
    }
}
