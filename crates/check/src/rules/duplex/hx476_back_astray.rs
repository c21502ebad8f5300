//! HX476: backs that are not behind their fronts.

use kurbo::{Affine, Point};

use super::sheet_sides::Both;
use crate::check::facts::Facts;
use crate::check::facts::cut::Cut;
use crate::check::facts::pieces::FoundPiece;
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;

/// The rule behind HX476.
pub const RULE: Rule = Rule {
    title: "backs lie behind their fronts",
    why: "A sheet is cut once for both sides. A back that lies elsewhere is cut through, and a back behind another \
          piece gives that piece away.",
    right: "a card 20 mm from the left edge, and its back 20 mm from the right edge of the next page",
    wrong: "backs in the same order as their fronts: once the sheet is turned over, each is behind another card",
    ..Rule::error(codes::BACK_ASTRAY, Run::All(back_astray))
};

/// How far an outline is from another one as seen through the sheet, in mm.
fn apart(front: &Cut, back: &Cut, over: Affine) -> f64 {
    match (front, back) {
        (Cut::Box(a, r), Cut::Box(b, s)) => {
            let a = over.transform_rect_bbox(*a);
            let sides = [a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1];
            // A radius is known less exactly than a length.
            let round = if (r - s).abs() > 0.2 { (r - s).abs() } else { 0.0 };
            sides.iter().map(|d| d.abs()).fold(round, f64::max)
        }
        (Cut::Polygon(a), Cut::Polygon(b)) => {
            let nearest = |at: Point| b.corners.iter().map(|c| c.distance(at)).fold(f64::INFINITY, f64::min);
            a.corners.iter().map(|corner| nearest(over * *corner)).fold(0.0, f64::max)
        }
        (Cut::Disc(a), Cut::Disc(b)) => (over * a.centre).distance(b.centre).max((a.radius - b.radius).abs()),
        _ => f64::INFINITY,
    }
}

/// Reports backs that are not behind their fronts.
fn back_astray(facts: &Facts<'_>, out: &mut Findings) {
    for both in Both::all(facts, out) {
        let fronts = both.fronts();
        let mut wrong: Vec<(f64, String, &FoundPiece)> = Vec::new();
        for (number, back) in both.backs() {
            let Some(cut) = &back.cut else { continue };
            let (by, front) = match fronts.get(&number) {
                Some(front) => {
                    let Some(own) = &front.cut else { continue };
                    (apart(own, cut, both.over), front.name().to_owned())
                }
                None if fronts.is_empty() => {
                    // Faces on which nothing is drawn: their outlines have no numbers.
                    let outlines = both.front.pieces.iter().filter_map(|piece| piece.cut.as_ref());
                    let by = outlines.map(|own| apart(own, cut, both.over)).reduce(f64::min);
                    let Some(by) = by else { continue };
                    (by, "any front".to_owned())
                }
                None => {
                    let message =
                        format!("the front of {} is not on page {}", back.name(), both.front.number);
                    wrong.push((f64::INFINITY, message, back));
                    continue;
                }
            };
            if out.measured(if by.is_finite() { by } else { 0.0 }, facts.tolerance) || by.is_infinite() {
                let what = if by.is_finite() { mm(by) } else { "an outline of another shape".to_owned() };
                wrong.push((by, format!("{} is {what} from its place behind {front}", back.name()), back));
            }
        }
        wrong.sort_by(|a, b| b.0.total_cmp(&a.0));
        // Where many are off, only the worst is reported.
        let told = if wrong.len() > 3 { 1 } else { wrong.len() };
        let more = wrong.len() - told;
        for (by, message, piece) in wrong.into_iter().take(told) {
            let message = if more > 0 { format!("{message}; so are {more} more") } else { message };
            let by = if by.is_finite() { by } else { 0.0 };
            facts.piece_fault(out, (both.back, piece), message).by(by);
        }
    }
}
