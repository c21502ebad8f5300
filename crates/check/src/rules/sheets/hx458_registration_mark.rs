//! HX458: registration marks that a cutting machine would not find, and drawings that it would
//! mistake for such marks.

use kurbo::{Point, Rect, Shape as _};

use super::captured_job::captured_job;
use crate::facts::PageContext;
use crate::facts::sheet::SheetContent;
use crate::facts::visible_bounds;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::identity::Identity;
use hexpress_base::piece_side::PieceSide;
use hexpress_read::{Item, ItemKind, Outline, Rgb};
use hexpress_scene::print::registration::{RegistrationMarks, SheetCorner};

pub const RULE: Rule = Rule {
    title: "registration marks are in their places, with nothing near them",
    why: "A cutting machine places all cuts by its marks. If a mark is out of place, every cut is.",
    right: "--cut silhouette, and a square and two Ls in the corners of each sheet that is cut",
    wrong: "a file of --cut silhouette with a mark moved by 0.2 mm",
    ..Rule::error(codes::REGISTRATION_MARK, RuleFunction::Sheet(registration_mark))
};

const BLACK: Rgb = Rgb([0; 3]);
/// Drawings may extend into the zone around a registration mark by this distance, in mm. It is half the
/// width of the line around a piece. The rest of the zone must be empty.
const MAX_OVERLAP_MM: f64 = 0.2;

fn registration_mark(context: &PageContext<'_>, findings: &mut Findings) {
    let found: Vec<&Item> = context.page.items.iter().filter(|item| is_mark(item)).collect();
    // Without the options of the build, it is unknown whether the sheet needs marks.
    let Some(expected) = context.expected else { return };
    if let Some(capture) = expected.options.capture.as_deref().filter(|_| is_cut_by_machine(context)) {
        return captured_job(context, capture, &found, findings);
    }
    let cut = expected.options.print_setup.cut;
    let marks = RegistrationMarks::from_cutter(cut).filter(|_| is_cut_by_machine(context));
    let Some(marks) = marks else {
        if let Some(rect) = found.first().and_then(|item| visible_bounds(item)) {
            context.fault(findings, rect, "a sheet that no machine cuts has a registration mark");
        }
        return;
    };
    let sheet = context.sheet.size;
    for corner in marks.corners() {
        report_mark(context, &marks, *corner, &found, findings);
        let clear_square = marks.clear_square(*corner, sheet).inset(-MAX_OVERLAP_MM);
        for item in context.page.items.iter().filter(|item| !is_mark(item)) {
            if let Some(rect) = visible_bounds(item).filter(|rect| rect.overlaps(clear_square)) {
                let message = format!("a drawing is in {}, near the registration mark", name(*corner));
                context.fault_of(findings, rect, item.id.as_ref(), message);
            }
        }
    }
    if found.len() > marks.corners().len() {
        let message =
            format!("the page has {} registration marks, not {}", found.len(), marks.corners().len());
        context.fault(findings, sheet.to_rect(), message);
    }
}

/// Reports a corner without a mark, or with a mark that is out of place, not black, or has the wrong
/// form.
fn report_mark(
    context: &PageContext<'_>,
    marks: &RegistrationMarks,
    corner: SheetCorner,
    found: &[&Item],
    findings: &mut Findings,
) {
    let outline = marks.outline(corner, context.sheet.size);
    let centre = bounds(&outline).center();
    let paths = found.iter().filter_map(|item| black_outline(item));
    let nearest = paths.min_by(|a, b| from_middle(a, centre).total_cmp(&from_middle(b, centre)));
    let clear_square = marks.clear_square(corner, context.sheet.size);
    let Some(path) = nearest.filter(|path| from_middle(path, centre) < clear_square.width()) else {
        let message = format!("{} has no registration mark", name(corner));
        context.fault(findings, clear_square, message);
        return;
    };
    let ends: Vec<Point> = path.ends().collect();
    let away = |from: &[Point], to: &[Point]| {
        let nearest = from.iter().map(|a| to.iter().map(|b| a.distance(*b)).fold(f64::INFINITY, f64::min));
        nearest.fold(0.0, f64::max)
    };
    let by = away(&outline, &ends).max(away(&ends, &outline));
    if findings.measured(by, context.tolerance) {
        let message = format!("the registration mark in {} is {} out of place", name(corner), format_mm(by));
        context.fault(findings, path.bounding_box(), message).deviation(by);
    }
}

fn is_mark(item: &Item) -> bool {
    item.id.as_deref() == Some(&Identity::Registration)
}

/// Returns whether the page shows fronts of pieces that a machine cuts out. Sheets that are sold with
/// cuts are excluded.
fn is_cut_by_machine(context: &PageContext<'_>) -> bool {
    let has_die = context.deck().is_none_or(|deck| deck.die_sheet.is_some());
    match &context.sheet.content {
        SheetContent::Pieces(sheet) if !has_die && !context.sheet.is_cut_plan => {
            sheet.pieces.iter().any(|piece| piece.side == PieceSide::Front)
        }
        _ => false,
    }
}

fn black_outline(item: &Item) -> Option<&Outline> {
    match &item.kind {
        ItemKind::Path { path, fill: Some(fill), stroke: None, .. } if *fill == BLACK => Some(path),
        _ => None,
    }
}

fn from_middle(path: &Outline, centre: Point) -> f64 {
    path.bounding_box().center().distance(centre)
}

fn bounds(points: &[Point]) -> Rect {
    hexpress_base::geometry::polygon(points).bounding_box()
}

fn name(corner: SheetCorner) -> &'static str {
    match corner {
        SheetCorner::TopLeft => "the top left corner",
        SheetCorner::TopRight => "the top right corner",
        SheetCorner::BottomLeft => "the bottom left corner",
        SheetCorner::BottomRight => "the bottom right corner",
    }
}
