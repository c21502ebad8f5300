//! HX473: cut plans that leave several pieces in one part.

use kurbo::{Point, Rect, Shape as _};

use super::cut_plan::{Plan, SLACK, left_of};
use crate::base::geometry::span;
use crate::check::facts::PageContext;
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;

/// The rule behind HX473.
pub const RULE: Rule = Rule {
    title: "the cuts of a cut plan part all pieces, one after the other",
    why: "A cut that ends in the middle of a sheet cannot be made by a guillotine, and two pieces that hang together \
          are none.",
    right: "cuts from edge to edge, of the sheet or of what earlier cuts left, and one piece in each part",
    wrong: "a plan without the cut between two cards",
    ..Rule::error(codes::CUTS_DO_NOT_PART, Run::Sheet(cuts_do_not_part))
};

/// What is left on both sides of a cut through a convex outline.
fn split(part: &[Point], from: Point, to: Point) -> [Vec<Point>; 2] {
    let mut sides = [Vec::new(), Vec::new()];
    for (i, p) in part.iter().enumerate() {
        let q = part[(i + 1) % part.len()];
        let (a, b) = (left_of(from, to, *p), left_of(from, to, q));
        if a >= 0.0 {
            sides[0].push(*p);
        }
        if a <= 0.0 {
            sides[1].push(*p);
        }
        if a * b < 0.0 {
            let middle = p.lerp(q, a / (a - b));
            sides[0].push(middle);
            sides[1].push(middle);
        }
    }
    sides
}

/// Returns whether an outline that covers this share of its box is a rectangle, perhaps with round corners. An octagon
/// covers 0.83 of its box and a disc 0.79; round corners are many short lines here.
fn fills_its_box(outline: &[Point], share: f64) -> bool {
    share > 0.9 || (share > 0.8 && outline.len() > 8)
}

/// Reports cut plans that leave several pieces in one part.
fn cuts_do_not_part(context: &PageContext<'_>, out: &mut Findings) {
    let Some(plan) = Plan::of(context) else { return };
    let mut parts = vec![plan.sheet.clone()];
    for (number, from, to) in &plan.cuts {
        let length = from.distance(*to);
        let way = (*to - *from) / length;
        let mut next = Vec::with_capacity(parts.len() + 4);
        for part in parts {
            let (least, most) = span(part.iter().map(|p| left_of(*from, *to, *p)));
            let [left, right] = split(&part, *from, *to);
            // Where the line meets the part, as seen along it.
            let on =
                left.iter().filter(|p| left_of(*from, *to, **p).abs() < 1e-6).map(|p| (*p - *from).dot(way));
            let (start, end) = span(on);
            let outside = most < SLACK || least > -SLACK || end < SLACK || start > length - SLACK;
            if outside {
                next.push(part);
                continue;
            }
            let short = (-start).max(end - length);
            if start < -SLACK || end > length + SLACK {
                let message = format!("cut {number} ends inside the sheet, {} before its edge", mm(short));
                context.fault(out, Rect::from_points(*from, *to), message).by(short);
            }
            next.extend([left, right]);
        }
        parts = next;
    }
    for part in &parts {
        let inside = |rect: &Rect| {
            let middle = rect.center();
            let sides = part.iter().zip(part.iter().cycle().skip(1)).map(|(a, b)| left_of(*a, *b, middle));
            let (least, most) = span(sides);
            most <= SLACK || least >= -SLACK
        };
        let own: Vec<_> = plan.pieces.iter().filter(|(_, rect)| inside(rect)).collect();
        let area = |points: &[Point]| {
            let next = points.iter().cycle().skip(1);
            (points.iter().zip(next).map(|(a, b)| a.to_vec2().cross(b.to_vec2())).sum::<f64>() / 2.0).abs()
        };
        match own.as_slice() {
            [] => {}
            // Discs, honeycombs and octagons next to pieces that straight cuts part are cut out of their part by hand.
            uncut
                if uncut.iter().all(|(outline, rect)| {
                    !fills_its_box(outline, area(outline) / rect.area()) && !plan.cuts_along(outline)
                }) => {}
            [(outline, rect)] => {
                // Round corners are cut by themselves, so a part is as large as the box of such a piece.
                let size = area(outline);
                let boxed = rect.area();
                let round = fills_its_box(outline, size / boxed);
                let asked = if round { boxed } else { size };
                let by = (area(part) - asked).abs() / asked.max(1.0).sqrt();
                if out.measured(by, 3.0 * SLACK) {
                    let message = "the cuts leave a part that is larger than its piece".to_owned();
                    context.fault(out, *rect, message).by(by);
                }
            }
            [(_, first), rest @ ..] => {
                let rect = rest.iter().fold(*first, |all, (_, rect)| all.union(*rect));
                let message = format!("the cuts leave {} pieces in one part", own.len());
                context.fault(out, rect, message);
            }
        }
    }
}
