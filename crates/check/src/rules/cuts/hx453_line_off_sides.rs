//! HX453: cut lines that do not run along a side of a piece.

use kurbo::Point;

use super::line_depth::line_depth;
use crate::facts::PageContext;
use crate::facts::component_views::goes_round;
use crate::facts::cut::{CropMark, Cut, is_cut, straight_lines};
use crate::facts::pieces::FoundPiece;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::identity::Identity;
use hexpress_read::Page;
use hexpress_read::find::Polygon;

pub const RULE: Rule = Rule {
    title: "cut lines run along the sides of pieces",
    why: "A cut that does not follow a side leaves a white strip on one piece, or removes a strip of another.",
    right: "a line along one side of each of six hexagons",
    wrong: "a line 0.5 mm away from the sides",
    ..Rule::error(codes::LINE_OFF_SIDES, RuleFunction::Pieces(line_off_sides))
};

/// The distance by which rounding in a file may move the end of a line, in mm.
const ROUNDING: f64 = 0.0005;

/// A piece whose outline is a hexagon or another polygon.
struct PolygonPiece<'page> {
    piece: &'page FoundPiece,
    polygon: &'page Polygon,
}

fn line_off_sides(context: &PageContext<'_>, findings: &mut Findings) {
    let polygons: Vec<PolygonPiece<'_>> = context
        .sheet
        .pieces()
        .iter()
        .filter_map(|piece| match &piece.cut {
            Some(Cut::Polygon(polygon)) => Some(PolygonPiece { piece, polygon }),
            _ => None,
        })
        .collect();
    if polygons.is_empty() {
        return;
    }
    for line in lines_round(context, &polygons) {
        let sides = polygons.iter().flat_map(|one| sides_and_row_edges(&one.polygon.corners));
        let distances = sides.map(|side| side_distance(&line, side));
        let Some(by) = distances.min_by(f64::total_cmp) else { continue };
        // Another rule reports lines that cut into a piece.
        let cuts_into_piece = polygons
            .iter()
            .filter_map(|one| one.piece.cut.as_ref())
            .any(|cut| line_depth(&line, cut) > context.tolerance);
        if !cuts_into_piece && findings.measured(by, context.tolerance) {
            let message = format!("a cut line is {} from the nearest side of a piece", format_mm(by));
            context.fault_of(findings, line.bounds(), Some(&Identity::Cut.into()), message).deviation(by);
        }
    }
}

/// Returns the lines on a page that show straight cuts.
///
/// If the page shows several components, returns only the lines that surround the polygons.
fn lines_round(context: &PageContext<'_>, polygons: &[PolygonPiece<'_>]) -> Vec<CropMark> {
    if !context.sheet.is_shared() {
        return straight_lines(context.page);
    }
    let mut centres: Vec<Point> = polygons.iter().map(|one| one.polygon.centre).collect();
    centres.sort_by(|a, b| a.x.total_cmp(&b.x));
    let items = context.page.items.iter().filter(|item| is_cut(item) && goes_round(item, &centres));
    straight_lines(&Page { items: items.cloned().collect(), ..Page::default() })
}

/// Measures the distances from the two ends of a side to a line. Returns the larger one, in mm.
///
/// The ends of the line are rounded, so the possible error is subtracted. The error is larger for a
/// short line, because its direction is less exact.
fn side_distance(line: &CropMark, side: [Point; 2]) -> f64 {
    let direction = (line.to - line.from).normalize();
    let length = line.from.distance(line.to);
    let [a, b] = side.map(|end| {
        let distance = (end - line.from).cross(direction).abs();
        (distance - ROUNDING * end.distance(line.from) / length).max(0.0)
    });
    a.max(b)
}

/// Returns the sides of a polygon. Triangles may be cut in rows, so for a triangle the possible edges
/// of its row are also returned.
///
/// Such an edge passes through a corner of the triangle, and is parallel to the opposite side.
fn sides_and_row_edges(corners: &[Point]) -> Vec<[Point; 2]> {
    let following = corners.iter().cycle().skip(1);
    let mut sides: Vec<[Point; 2]> = corners.iter().zip(following).map(|(a, b)| [*a, *b]).collect();
    if let &[a, b, c] = corners {
        sides.extend([[a, b, c], [b, c, a], [c, a, b]].map(|[p, q, apex]| {
            let half = (q - p) / 2.0;
            [apex - half, apex + half]
        }));
    }
    sides
}
