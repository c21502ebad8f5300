//! Cut plans: the numbered cuts are made, one after the other, on the sheet that the page shows, and must leave the pieces.

use kurbo::{ParamCurve as _, PathEl, Point, Rect, Shape as _};

use crate::base::geometry::span;
use crate::base::identity::{CUT_PLAN, Feature, Identity, Single};
use crate::check::facts::PageContext;
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::read::{Item, ItemKind};

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        title: "no cut of a cut plan goes through a piece",
        why: "A guillotine cuts whatever lies below its blade, in the whole stack.",
        right: "a cut along the edges of two rows of cards",
        wrong: "a cut 1 mm inside a card",
        ..Rule::error(codes::CUT_THROUGH_PIECE, Run::Sheet(clear))
    },
    Rule {
        title: "the cuts of a cut plan part all pieces, one after the other",
        why: "A cut that ends in the middle of a sheet cannot be made by a guillotine, and two pieces that hang together \
              are none.",
        right: "cuts from edge to edge, of the sheet or of what earlier cuts left, and one piece in each part",
        wrong: "a plan without the cut between two cards",
        ..Rule::error(codes::CUTS_DO_NOT_PART, Run::Sheet(parted))
    },
];

/// What a page with a cut plan shows.
struct Plan {
    sheet: Vec<Point>,
    /// The outlines of pieces, as points on them.
    pieces: Vec<(Vec<Point>, Rect)>,
    /// The cuts in their order: number and ends.
    cuts: Vec<(usize, Point, Point)>,
}

/// So much of a millimetre may be lost on a page that shows the sheet at half its size.
const SLACK: f64 = 0.02;

impl Plan {
    /// None where the page shows none.
    fn of(context: &PageContext<'_>) -> Option<Self> {
        let mut plan = Self { sheet: Vec::new(), pieces: Vec::new(), cuts: Vec::new() };
        for item in &context.page.items {
            let Some(Identity::Of(component, feature)) = item.id.as_deref() else { continue };
            if **component != *CUT_PLAN {
                continue;
            }
            let ItemKind::Path { path, .. } = &item.kind else { continue };
            match feature {
                Feature::Single(Single::Sheet) => plan.sheet = points(item),
                Feature::Single(Single::Pieces) => plan.pieces.push((points(item), path.bounding_box())),
                Feature::Step(number) => {
                    let lines = path.segments().map(|line| (*number, line.start(), line.end()));
                    plan.cuts.extend(lines);
                }
                _ => {}
            }
        }
        plan.cuts.sort_by_key(|(number, ..)| *number);
        (plan.sheet.len() >= 4 && !plan.cuts.is_empty()).then_some(plan)
    }
}

impl Plan {
    /// Whether any cut runs along an outline.
    fn cuts_along(&self, outline: &[Point]) -> bool {
        self.cuts.iter().any(|(_, from, to)| {
            let (way, length) = ((*to - *from).normalize(), from.distance(*to));
            let (first, last) = span(outline.iter().map(|p| (*p - *from).dot(way)));
            let (least, most) = span(outline.iter().map(|p| left_of(*from, *to, *p)));
            last > SLACK && first < length - SLACK && least.abs().min(most.abs()) < SLACK
        })
    }
}

/// The points of an outline, its curves in short pieces.
fn points(item: &Item) -> Vec<Point> {
    let ItemKind::Path { path, .. } = &item.kind else { return Vec::new() };
    let mut points: Vec<Point> = Vec::new();
    kurbo::flatten(path.elements(), 0.005, |element| {
        if let PathEl::MoveTo(p) | PathEl::LineTo(p) = element
            && points.last().is_none_or(|last| last.distance(p) > 1e-6)
        {
            points.push(p);
        }
    });
    if let (Some(first), Some(last)) = (points.first(), points.last())
        && points.len() > 1
        && first.distance(*last) < 1e-6
    {
        points.pop();
    }
    points
}

/// How far to the left of a line, as one goes along it, a point lies; negative on its right.
fn left_of(from: Point, to: Point, point: Point) -> f64 {
    let way = (to - from).normalize();
    -way.cross(point - from)
}

fn clear(context: &PageContext<'_>, out: &mut Findings) {
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

fn parted(context: &PageContext<'_>, out: &mut Findings) {
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
