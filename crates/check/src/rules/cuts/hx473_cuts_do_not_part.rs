//! HX473: cut plans that leave several pieces in one part of the sheet.
//!
//! The rule applies the cuts of the plan to the sheet, one after the other. Then it counts the
//! pieces in each part of the sheet.

use kurbo::{Point, Rect};

use super::cut_plan::{CutPlan, PlannedCut, PlannedPiece, ROUNDING_MM, distance_left};
use crate::facts::PageContext;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::contour::Contour;
use hexpress_base::diag::codes;
use hexpress_base::geometry::{polygon, span};

pub const RULE: Rule = Rule {
    title: "the cuts of a cut plan separate all pieces",
    why: "A guillotine cannot make a cut that ends inside a sheet. Two cards that are not separated cannot be used.",
    right: "cuts that cross the whole sheet, or the whole part that earlier cuts left, until each part has \
        one piece",
    wrong: "a plan without the cut between two cards",
    ..Rule::error(codes::CUTS_DO_NOT_PART, RuleFunction::Sheet(cuts_do_not_part))
};

/// An outline counts as symmetric if its rotated or mirrored image is at most this far from the outline,
/// in mm.
const SAME_OUTLINE_MM: f64 = 0.1;

/// A part of the sheet that is left after some of the cuts. It is a convex polygon.
type SheetPart = Vec<Point>;

/// Reports cuts that end inside the sheet, and parts of the sheet that contain several pieces after all
/// cuts.
fn cuts_do_not_part(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(plan) = CutPlan::from_context(context) else { return };
    let mut parts = vec![plan.sheet.clone()];
    for cut in &plan.cuts {
        parts = parts.into_iter().flat_map(|part| parts_after_cut(context, part, cut, findings)).collect();
    }
    for part in &parts {
        report_part(context, &plan, part, findings);
    }
}

/// Cuts a part of the sheet in two.
///
/// If the cut does not cross the part, returns the part unchanged. If the cut ends inside the part,
/// reports the cut.
fn parts_after_cut(
    context: &PageContext<'_>,
    part: SheetPart,
    cut: &PlannedCut,
    findings: &mut Findings,
) -> Vec<SheetPart> {
    let length = cut.length();
    let (least, most) = span(part.iter().map(|point| cut.distance_left(*point)));
    let [left, right] = split(&part, cut);
    let on_cut = left.iter().filter(|point| cut.distance_left(**point).abs() < 1e-6);
    let (start, end) = span(on_cut.map(|point| cut.distance_along(*point)));
    if most < ROUNDING_MM || least > -ROUNDING_MM || end < ROUNDING_MM || start > length - ROUNDING_MM {
        return vec![part];
    }
    if start < -ROUNDING_MM || end > length + ROUNDING_MM {
        let missing = (-start).max(end - length);
        let number = cut.number;
        let message = format!("cut {number} ends inside the sheet, {} before its edge", format_mm(missing));
        context.fault(findings, Rect::from_points(cut.from, cut.to), message).deviation(missing);
    }
    vec![left, right]
}

/// Splits a convex outline along the line of a cut. The first result is the part to the left of the
/// line, and the second is the part to the right.
fn split(part: &[Point], cut: &PlannedCut) -> [SheetPart; 2] {
    let [mut left, mut right] = [Vec::new(), Vec::new()];
    for (p, q) in part.iter().zip(part.iter().cycle().skip(1)) {
        let (a, b) = (cut.distance_left(*p), cut.distance_left(*q));
        if a >= 0.0 {
            left.push(*p);
        }
        if a <= 0.0 {
            right.push(*p);
        }
        if a * b < 0.0 {
            let crossing = p.lerp(*q, a / (a - b));
            left.push(crossing);
            right.push(crossing);
        }
    }
    [left, right]
}

/// Reports a part of the sheet that contains several pieces. If a part contains one piece, reports it if
/// the part and the piece have different sizes.
fn report_part(context: &PageContext<'_>, plan: &CutPlan, part: &[Point], findings: &mut Findings) {
    let pieces: Vec<&PlannedPiece> =
        plan.pieces.iter().filter(|piece| contains(part, piece.bounds.center())).collect();
    // If no piece is a rectangle and no cut runs along any of them, the pieces are cut out by hand.
    // Examples are discs, and hexagons that are packed like a honeycomb.
    if pieces.iter().all(|piece| !piece.is_rectangle() && !plan.has_cut_along(&piece.outline)) {
        return;
    }
    match pieces[..] {
        [] => {}
        [piece] => {
            // Rounded corners are cut later, so the part must have the size of the piece's bounding
            // box.
            let expected = if piece.is_rectangle() { piece.bounds.area() } else { area(&piece.outline) };
            // The difference between the areas is divided by the side of a square with the area of the
            // piece. This is about the width of the strip that is left over, in mm.
            let by = (area(part) - expected).abs() / expected.max(1.0).sqrt();
            if findings.measured(by, 3.0 * ROUNDING_MM) {
                let message = "the cuts leave a part that is larger than its piece";
                context.fault(findings, piece.bounds, message).deviation(by);
            }
        }
        [first, ref rest @ ..] => {
            let rect = rest.iter().fold(first.bounds, |all, piece| all.union(piece.bounds));
            context.fault(findings, rect, format!("the cuts leave {} pieces in one part", pieces.len()));
        }
    }
}

/// Returns whether a point is inside a convex outline or on its edge.
fn contains(outline: &[Point], point: Point) -> bool {
    let following = outline.iter().cycle().skip(1);
    let (least, most) = span(outline.iter().zip(following).map(|(p, q)| distance_left(*p, *q, point)));
    most <= ROUNDING_MM || least >= -ROUNDING_MM
}

/// Returns the area of a polygon in mm² (shoelace formula).
fn area(outline: &[Point]) -> f64 {
    let following = outline.iter().cycle().skip(1);
    let doubled: f64 = outline.iter().zip(following).map(|(p, q)| p.to_vec2().cross(q.to_vec2())).sum();
    (doubled / 2.0).abs()
}

impl PlannedPiece {
    /// Returns whether the piece is a rectangle, with or without rounded corners.
    fn is_rectangle(&self) -> bool {
        fills_its_box(area(&self.outline) / self.bounds.area(), self.outline.len())
            && self.is_symmetric()
            && is_convex(&self.outline)
    }
}

/// Returns whether an outline has no dents.
fn is_convex(outline: &[Point]) -> bool {
    let count = outline.len();
    let turns = (0..count).map(|index| {
        let [before, at, after] = [0, 1, 2].map(|step| outline[(index + step) % count]);
        let (along, next) = (at - before, after - at);
        along.cross(next) / (along.hypot() * next.hypot()).max(f64::EPSILON)
    });
    let (least, most) = span(turns);
    least > -0.01 || most < 0.01
}

impl PlannedPiece {
    /// Returns whether the outline stays the same under two motions: a rotation by 180 degrees, and a
    /// reflection.
    fn is_symmetric(&self) -> bool {
        let contour = Contour::new(&polygon(&self.outline));
        let centre = self.bounds.center();
        let turned = self.outline.iter().map(|point| centre - (*point - centre));
        let seen_from_behind = self.outline.iter().map(|point| Point::new(2.0 * centre.x - point.x, point.y));
        turned.chain(seen_from_behind).all(|point| contour.depth(point).abs() < SAME_OUTLINE_MM)
    }
}

/// Returns whether an outline covers so much of its bounding box that it may be a rectangle with sharp
/// or rounded corners.
///
/// `share` is the covered fraction of the bounding box, for example 0.83 for an octagon and 0.79 for a
/// disc. `points` is the number of points of the outline. An outline with rounded corners has many
/// points.
fn fills_its_box(share: f64, points: usize) -> bool {
    share > 0.9 && points == 4 || share > 0.8 && points > 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_splits_a_square_into_halves() {
        let square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)].map(Point::from);
        let cut = PlannedCut { number: 1, from: Point::new(5.0, 0.0), to: Point::new(5.0, 10.0) };
        let areas = split(&square, &cut).map(|half| area(&half));
        assert!(areas.iter().all(|area| (area - 50.0).abs() < 1e-9), "{areas:?}");
    }

    #[test]
    fn a_cross_has_dents_and_a_square_has_none() {
        let square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)].map(Point::from);
        let dented = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, 8.0), (0.0, 10.0)].map(Point::from);
        assert!(is_convex(&square) && !is_convex(&dented));
        assert!(is_convex(&square.map(|p| Point::new(p.y, p.x))));
    }

    #[test]
    fn an_octagon_is_no_rectangle_but_a_rounded_card_is() {
        assert!(!fills_its_box(0.83, 8));
        assert!(fills_its_box(0.83, 40));
        assert!(fills_its_box(0.95, 4));
    }
}
