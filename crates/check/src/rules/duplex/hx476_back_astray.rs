//! HX476: backs that are not behind their fronts.

use std::collections::BTreeMap;

use kurbo::{Affine, Point};

use super::sheet_sides::SheetSides;
use crate::facts::Facts;
use crate::facts::cut::Cut;
use crate::facts::pieces::FoundPiece;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::contour::Contour;
use hexpress_base::diag::codes;

pub const RULE: Rule = Rule {
    title: "backs are exactly behind their fronts",
    why: "Both sides of a sheet are cut at once. A back that is out of place is cut through, and a back \
        behind the wrong front reveals that piece.",
    right: "a card 20 mm from the left edge, and its back 20 mm from the right edge of the next page",
    wrong: "backs in the same order as their fronts: after the sheet is turned over, each back is behind another card",
    ..Rule::error(codes::BACK_ASTRAY, RuleFunction::All(back_astray))
};

/// If at most this number of backs on a page are wrong, all of them are reported. If there are more,
/// they probably have one cause, so only the worst one is reported.
const MAX_REPORTED: usize = 3;
/// Two corner radii count as equal if they differ by at most this, in mm.
///
/// Radii are measured less exactly than lengths.
const RADIUS_TOLERANCE: f64 = 0.2;

struct WrongBack<'page> {
    piece: &'page FoundPiece,
    /// The distance between the back and its expected position, in mm. It is infinite if the front is
    /// missing or has a different shape.
    by: f64,
    message: String,
}

fn back_astray(facts: &Facts<'_>, findings: &mut Findings) {
    for sides in SheetSides::all(facts, findings) {
        let fronts = sides.fronts();
        let mut wrong: Vec<WrongBack<'_>> = sides
            .backs()
            .filter_map(|(number, back)| wrong_back(facts, &sides, &fronts, number, back, findings))
            .collect();
        wrong.sort_by(|a, b| b.by.total_cmp(&a.by));
        let reported = if wrong.len() > MAX_REPORTED { 1 } else { wrong.len() };
        let more = match wrong.len() - reported {
            0 => String::new(),
            1 => " (1 more piece has this fault)".to_owned(),
            count => format!(" ({count} more pieces have this fault)"),
        };
        for WrongBack { piece, by, message } in wrong.into_iter().take(reported) {
            let fault = facts.piece_fault(findings, (sides.back, piece), format!("{message}{more}"));
            fault.deviation(if by.is_finite() { by } else { 0.0 });
        }
    }
}

/// Describes what is wrong with a back. Returns `None` if nothing is wrong, or if the expected
/// position is unknown.
fn wrong_back<'page>(
    facts: &Facts<'_>,
    sides: &SheetSides<'page>,
    fronts: &BTreeMap<usize, &FoundPiece>,
    number: usize,
    back: &'page FoundPiece,
    findings: &mut Findings,
) -> Option<WrongBack<'page>> {
    let cut = back.cut.as_ref()?;
    let (by, front) = match fronts.get(&number) {
        Some(front) => (distance(front.cut.as_ref()?, cut, sides.to_back), front.name().to_owned()),
        None if fronts.is_empty() => {
            // The fronts have no drawings, so the page shows only their outlines. It is unknown which
            // outline belongs to which piece. So the back is compared with all outlines.
            let outlines = sides.front.pieces().iter().filter_map(|piece| piece.cut.as_ref());
            let distances = outlines.map(|front| distance(front, cut, sides.to_back));
            (distances.reduce(f64::min)?, "any front".to_owned())
        }
        None => {
            let missing = format!("the front of {} is not on page {}", back.name(), sides.front.number);
            return Some(WrongBack { piece: back, by: f64::INFINITY, message: missing });
        }
    };
    let is_wrong = if by.is_finite() {
        findings.measured(by, facts.tolerance)
    } else {
        findings.measured(0.0, facts.tolerance);
        true
    };
    is_wrong.then(|| {
        let name = back.name();
        let message = match by.is_finite() {
            true => format!("{name} is {} from its place behind {front}", format_mm(by)),
            false => format!("the outline of {name} has a different shape from the outline of {front}"),
        };
        WrongBack { piece: back, by, message }
    })
}

/// Returns the distance between a back and its expected position behind a front, in mm.
///
/// The distance is infinite if the front and the back have different shapes.
fn distance(front: &Cut, back: &Cut, to_back: Affine) -> f64 {
    match (front, back) {
        (
            Cut::Box { rect: front, corner_radius: front_radius },
            Cut::Box { rect: back, corner_radius: back_radius },
        ) => {
            let expected = to_back.transform_rect_bbox(*front);
            let sides =
                [expected.x0 - back.x0, expected.y0 - back.y0, expected.x1 - back.x1, expected.y1 - back.y1];
            let radii = (front_radius - back_radius).abs();
            let least = if radii > RADIUS_TOLERANCE { radii } else { 0.0 };
            sides.iter().map(|side| side.abs()).fold(least, f64::max)
        }
        (Cut::Polygon(front), Cut::Polygon(back)) => {
            let corners = front.corners.iter().map(|corner| to_back * *corner);
            corners.map(|corner| distance_to_corner(&back.corners, corner)).fold(0.0, f64::max)
        }
        (Cut::Disc(front), Cut::Disc(back)) => {
            let centres = (to_back * front.centre).distance(back.centre);
            centres.max((front.radius - back.radius).abs())
        }
        (Cut::Path(front), Cut::Path(back)) => {
            Contour::new(&(to_back * &front.path)).deviation(&back.contour)
        }
        _ => f64::INFINITY,
    }
}

/// Returns the distance between a point and the nearest corner, in mm.
fn distance_to_corner(corners: &[Point], point: Point) -> f64 {
    corners.iter().map(|corner| corner.distance(point)).fold(f64::INFINITY, f64::min)
}
