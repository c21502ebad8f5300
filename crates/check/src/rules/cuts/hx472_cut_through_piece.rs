//! HX472: cuts in a cut plan that go through a piece.

use kurbo::{Point, Rect};

use super::cut_plan::{CutPlan, PlannedCut, ROUNDING_MM, distance_left};
use crate::facts::PageContext;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::geometry::span;

pub const RULE: Rule = Rule {
    title: "no cut of a cut plan goes through a piece",
    why: "A guillotine cuts everything below its blade, in the whole stack.",
    right: "a cut along the edges of two rows of cards",
    wrong: "a cut 1 mm inside a card",
    ..Rule::error(codes::CUT_THROUGH_PIECE, RuleFunction::Sheet(cut_through_piece))
};

fn cut_through_piece(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(plan) = CutPlan::from_context(context) else { return };
    for cut in &plan.cuts {
        let bounds = Rect::from_points(cut.from, cut.to).inflate(ROUNDING_MM, ROUNDING_MM);
        for piece in plan.pieces.iter().filter(|piece| piece.bounds.overlaps(bounds)) {
            let (least, most) = span(piece.outline.iter().map(|point| cut.distance_left(*point)));
            let depth = most.min(-least);
            // The depth is measured from the endless line through the cut. If the cut itself ends
            // before the piece, the piece is not damaged.
            if length_inside(cut, &piece.outline) > ROUNDING_MM
                && findings.measured(depth.max(0.0), ROUNDING_MM)
            {
                let number = cut.number;
                let message = format!("cut {number} of the plan goes {} into a piece", format_mm(depth));
                context.fault(findings, piece.bounds, message).deviation(depth);
            }
        }
    }
}

/// Returns the length of the part of a cut that is inside a convex outline, in mm.
fn length_inside(cut: &PlannedCut, outline: &[Point]) -> f64 {
    let sum = outline.iter().fold(Point::ORIGIN.to_vec2(), |sum, point| sum + point.to_vec2());
    let centre = (sum / outline.len().max(1) as f64).to_point();
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for (p, q) in outline.iter().zip(outline.iter().cycle().skip(1)) {
        let inside = distance_left(*p, *q, centre).signum();
        let from = inside * distance_left(*p, *q, cut.from);
        let to = inside * distance_left(*p, *q, cut.to);
        if from.max(to) <= 0.0 {
            return 0.0;
        } else if from < 0.0 {
            start = start.max(from / (from - to));
        } else if to < 0.0 {
            end = end.min(from / (from - to));
        }
    }
    (end - start).max(0.0) * cut.length()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_part_of_a_cut_inside_an_outline_counts() {
        let square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)].map(Point::from);
        let cut =
            |from: (f64, f64), to: (f64, f64)| PlannedCut { number: 1, from: from.into(), to: to.into() };
        assert!((length_inside(&cut((-5.0, 5.0), (4.0, 5.0)), &square) - 4.0).abs() < 1e-9);
        assert!((length_inside(&cut((4.0, 5.0), (15.0, 5.0)), &square) - 6.0).abs() < 1e-9);
        assert_eq!(length_inside(&cut((11.0, 5.0), (20.0, 5.0)), &square), 0.0);
        assert_eq!(length_inside(&cut((-5.0, 10.0), (20.0, 10.0)), &square), 0.0);
    }

    #[test]
    fn the_place_of_an_outline_on_the_sheet_does_not_matter() {
        let square = [(100.0, 50.0), (110.0, 50.0), (110.0, 60.0), (100.0, 60.0)].map(Point::from);
        let cut = PlannedCut { number: 1, from: (95.0, 55.0).into(), to: (104.0, 55.0).into() };
        assert!((length_inside(&cut, &square) - 4.0).abs() < 1e-9);
    }
}
