//! HX448: crop marks that show the same cut, but are not in line with each other.

use kurbo::{Point, Rect};

use crate::facts::PageContext;
use crate::facts::cut::{Axis, CropMark, ONE_CUT, crop_marks, is_closed_cut};
use crate::facts::cut_marks::at_corners;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::identity::Identity;

pub const RULE: Rule = Rule {
    title: "the crop marks at both ends of a cut are on one line",
    why: "A ruler along two marks that are not on one line makes a slanted cut through a whole row of cards.",
    right: "marks at x = 25.5 mm above the cards and below them",
    wrong: "a mark at x = 25.5 mm above the cards, and one at 25.7 mm below",
    ..Rule::error(codes::MARKS_DISAGREE, RuleFunction::Whole(marks_disagree))
};

/// Reports crop marks that belong to the same cut or side, but are not in line with each other.
fn marks_disagree(context: &PageContext<'_>, findings: &mut Findings) {
    let has_outlines = context.page.items.iter().any(is_closed_cut);
    let marked_corners = if has_outlines { Vec::new() } else { at_corners(context.page) };
    for corners in marked_corners.iter().filter(|corners| corners.len() == 4) {
        report_sides(corners, context, findings);
    }
    let marks = crop_marks(context.page);
    for axis in [Axis::Vertical, Axis::Horizontal] {
        let mut parallel: Vec<&CropMark> = marks.iter().filter(|mark| mark.axis() == axis).collect();
        parallel.sort_by(|a, b| a.position().total_cmp(&b.position()));
        // If a page has marks at the corners of each outline, the marks of two outlines may be close
        // together. So such marks are not compared here.
        if marked_corners.is_empty() {
            report_pairs(&parallel, context, findings);
        }
        for mark in parallel {
            report_slant(mark, context, findings);
        }
    }
}

/// Reports each side of an outline whose two end marks are not in line with each other.
fn report_sides(corners: &[Point], context: &PageContext<'_>, findings: &mut Findings) {
    for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let by = (from.x - to.x).abs().min((from.y - to.y).abs());
        if findings.measured(by, context.tolerance) {
            let message = format!("the marks at both ends of a side are {} out of line", format_mm(by));
            let rect = Rect::from_points(*from, *to);
            context.fault_of(findings, rect, Some(&Identity::Cut.into()), message).deviation(by);
        }
    }
}

/// Reports parallel marks that are not in line with each other, although they are so close that they
/// must show the same cut.
///
/// `parallel` must be sorted by position.
fn report_pairs(parallel: &[&CropMark], context: &PageContext<'_>, findings: &mut Findings) {
    for pair in parallel.windows(2) {
        let by = pair[1].position() - pair[0].position();
        if by <= ONE_CUT && findings.measured(by, context.tolerance) {
            let message = format!("two marks of one cut are {} apart", format_mm(by));
            let rect = pair[0].bounds().union(pair[1].bounds());
            context.fault_of(findings, rect, Some(&Identity::Cut.into()), message).deviation(by);
        }
    }
}

/// Reports a mark that is neither vertical nor horizontal.
fn report_slant(mark: &CropMark, context: &PageContext<'_>, findings: &mut Findings) {
    let by = (mark.from.x - mark.to.x).abs().min((mark.from.y - mark.to.y).abs());
    if findings.measured(by, context.tolerance) {
        let message = format!("a crop mark is slanted by {}", format_mm(by));
        context.fault(findings, mark.bounds(), message).about(Some(&Identity::Cut.into())).deviation(by);
    }
}
