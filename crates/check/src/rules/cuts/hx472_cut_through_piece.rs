//! HX472: cuts of a cut plan that go through a piece.

use kurbo::{Point, Rect};

use super::cut_plan::{Plan, SLACK, left_of};
use crate::base::geometry::span;
use crate::check::facts::PageContext;
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;

/// The rule behind HX472.
pub const RULE: Rule = Rule {
    title: "no cut of a cut plan goes through a piece",
    why: "A guillotine cuts whatever lies below its blade, in the whole stack.",
    right: "a cut along the edges of two rows of cards",
    wrong: "a cut 1 mm inside a card",
    ..Rule::error(codes::CUT_THROUGH_PIECE, Run::Sheet(cut_through_piece))
};

/// Reports cuts of a cut plan that go through a piece.
fn cut_through_piece(context: &PageContext<'_>, out: &mut Findings) {
    let Some(plan) = Plan::of(context) else { return };
    for (number, from, to) in &plan.cuts {
        let along = Rect::from_points(*from, *to).inflate(SLACK, SLACK);
        for (outline, rect) in plan.pieces.iter().filter(|(_, rect)| rect.overlaps(along)) {
            let (least, most) = span(outline.iter().map(|p| left_of(*from, *to, *p)));
            let into = most.min(-least);
            // Only what the cut itself passes is cut by it, not what lies beyond its ends.
            if passes(*from, *to, outline) > SLACK && out.measured(into.max(0.0), SLACK) {
                let message = format!("cut {number} goes {} into a piece, as the plan shows it", mm(into));
                context.fault(out, *rect, message).by(into);
            }
        }
    }
}

/// How much of a cut lies in a convex outline, in mm.
fn passes(from: Point, to: Point, outline: &[Point]) -> f64 {
    let sum = outline.iter().fold(Point::ORIGIN.to_vec2(), |sum, p| sum + p.to_vec2());
    let middle = (sum / outline.len().max(1) as f64).to_point();
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for (p, q) in outline.iter().zip(outline.iter().cycle().skip(1)) {
        let inside = left_of(*p, *q, middle).signum();
        let (a, b) = (inside * left_of(*p, *q, from), inside * left_of(*p, *q, to));
        if a.max(b) <= 0.0 {
            return 0.0;
        } else if a < 0.0 {
            start = start.max(a / (a - b));
        } else if b < 0.0 {
            end = end.min(a / (a - b));
        }
    }
    (end - start).max(0.0) * from.distance(to)
}
