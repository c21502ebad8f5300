//! HX453: lines for cutting that run along no side of a piece.

use kurbo::Point;

use super::line_depth::deepest;
use crate::base::identity::Identity;
use crate::check::facts::PageContext;
use crate::check::facts::cut::{CropMark, Cut, is_cut, straight_lines};
use crate::check::facts::pieces::FoundPiece;
use crate::check::facts::shared::goes_round;
use crate::check::fault::{Findings, mm};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::find::Polygon;
use crate::read::Page;

/// The rule behind HX453.
pub const RULE: Rule = Rule {
    title: "lines for cutting run along the sides of pieces",
    why: "A straight cut that no side lies on leaves a white rim on one piece, or takes a slice off another.",
    right: "a line that six hexagons have a side on",
    wrong: "a line 0.5 mm beside them",
    ..Rule::error(codes::LINE_OFF_SIDES, Run::Pieces(line_off_sides))
};

/// The lines for straight cuts; on a sheet of several components, those that lie round hexagons.
fn lines_round(context: &PageContext<'_>, hexagons: &[(&FoundPiece, &Polygon)]) -> Vec<CropMark> {
    if context.sheet.views.is_empty() {
        return straight_lines(context.page);
    }
    let mut middles: Vec<Point> = hexagons.iter().map(|(_, hexagon)| hexagon.centre).collect();
    middles.sort_by(|a, b| a.x.total_cmp(&b.x));
    let own = context.page.items.iter().filter(|item| is_cut(item) && goes_round(item, &middles));
    straight_lines(&Page { items: own.cloned().collect(), ..Page::default() })
}

/// How far an end of a line may be from where it was meant, as files write numbers, in mm.
const ROUNDED: f64 = 0.0005;

/// Reports lines for cutting that run along no side of a piece.
fn line_off_sides(context: &PageContext<'_>, out: &mut Findings) {
    let hexagons: Vec<_> = context
        .sheet
        .pieces
        .iter()
        .filter_map(|piece| match &piece.cut {
            Some(Cut::Polygon(hexagon)) => Some((piece, hexagon)),
            _ => None,
        })
        .collect();
    if hexagons.is_empty() {
        return;
    }
    for line in lines_round(context, &hexagons) {
        let way = (line.to - line.from).normalize();
        let length = line.from.distance(line.to);
        // How far a side is from the line at its farther end; what a short line says of a side far away is only as true
        // as its ends are written.
        let off = |p: Point| {
            let off = (p - line.from).cross(way).abs();
            (off - ROUNDED * p.distance(line.from) / length).max(0.0)
        };
        let sides = hexagons.iter().flat_map(|(_, hexagon)| sides_and_edges_of_rows(&hexagon.corners));
        let sides = sides.map(|[a, b]| off(a).max(off(b)));
        let Some(by) = sides.min_by(f64::total_cmp) else { continue };
        // A line that cuts into a piece has been reported.
        let inside = hexagons
            .iter()
            .any(|(piece, _)| piece.cut.as_ref().is_some_and(|cut| deepest(&line, cut) > context.tolerance));
        if !inside && out.measured(by, context.tolerance) {
            let message = format!("a line for cutting runs {} beside the nearest side of a piece", mm(by));
            context.fault_of(out, line.covers(), Some(&Identity::Cut.into()), message).by(by);
        }
    }
}

/// Returns the sides of a polygon. Of a triangle also the edges of the rows that it may lie in: through each corner, as
/// its opposite side runs.
fn sides_and_edges_of_rows(corners: &[Point]) -> Vec<[Point; 2]> {
    let next = corners.iter().cycle().skip(1);
    let mut sides: Vec<[Point; 2]> = corners.iter().zip(next).map(|(a, b)| [*a, *b]).collect();
    if let &[a, b, c] = corners {
        sides.extend([(a, b, c), (b, c, a), (c, a, b)].map(|(p, q, apex)| {
            let half = (q - p) / 2.0;
            [apex - half, apex + half]
        }));
    }
    sides
}
