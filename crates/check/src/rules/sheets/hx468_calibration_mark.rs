//! HX468: marks on the calibration sheet that are not in their places.

use kurbo::{ParamCurve as _, Point, Rect, Size};

use crate::facts::PageContext;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::codes;
use hexpress_base::identity::{CALIBRATION, Feature, Identity, Mark};
use hexpress_read::{Item, ItemKind};
use hexpress_scene::print::profile::marks::EDGE_MARKS;
use hexpress_scene::print::profile::{CrossLine, Marks};
use hexpress_scene::print::setup::Backs;

pub const RULE: Rule = Rule {
    title: "the marks of a calibration sheet are in their places",
    why: "The readings from this sheet correct a printer. If a mark is out of place, every later print is wrong.",
    right: "the sheet as `hexpress calibrate` wrote it",
    wrong: "a sheet that another program scaled to 97 % before it was printed",
    ..Rule::error(codes::CALIBRATION_MARK, RuleFunction::Sheet(calibration_mark))
};

/// The marks that run along the edges of the sheet.
const EDGES: [Mark; 4] = [Mark::EdgeLeft, Mark::EdgeRight, Mark::EdgeUpper, Mark::EdgeLower];

fn calibration_mark(context: &PageContext<'_>, findings: &mut Findings) {
    let items = &context.page.items;
    let has_edge_marks = items.iter().any(|item| EDGES.iter().any(|edge| is_mark(item, *edge)));
    if context.sheet.name.as_deref() != Some(CALIBRATION) || !has_edge_marks {
        return;
    }
    let Some(marks) = Marks::on(context.sheet.size) else { return };
    let is_front = mark_lines(items, Mark::Lying).next().is_some();
    // The sheet may be turned over along its long or its short edge. The slanted lines on the back are
    // in the same places for both, so either can be chosen here.
    let through = marks.through(Backs::FlipLong);
    for cross in 0..4 {
        let lines = if is_front {
            [
                (Mark::Lying, marks.line(cross, CrossLine::Horizontal)),
                (Mark::Upright, marks.line(cross, CrossLine::Vertical)),
            ]
        } else {
            [
                (Mark::Flat, marks.slanted(cross, CrossLine::Horizontal).map(|end| through * end)),
                (Mark::Steep, marks.slanted(cross, CrossLine::Vertical).map(|end| through * end)),
            ]
        };
        for (mark, ends) in lines {
            let distances = mark_lines(items, mark).map(|line| line_distance(line, ends));
            let nearest = distances.fold(f64::INFINITY, f64::min);
            report_mark(context, mark, nearest, Some(ends[0].midpoint(ends[1])), findings);
        }
    }
    for from_edge in EDGE_MARKS.places() {
        for edge in EDGES {
            let distances =
                mark_lines(items, edge).map(|line| edge_distance(line, edge, from_edge, context.sheet.size));
            let nearest = distances.fold(f64::INFINITY, f64::min);
            report_mark(context, edge, nearest, None, findings);
        }
    }
}

fn is_mark(item: &Item, mark: Mark) -> bool {
    item.id.as_deref().and_then(Identity::feature) == Some(&Feature::Mark(mark))
}

/// Returns the two ends of each line that belongs to a mark.
fn mark_lines(items: &[Item], mark: Mark) -> impl Iterator<Item = [Point; 2]> {
    items.iter().filter(move |item| is_mark(item, mark)).flat_map(|item| match &item.kind {
        ItemKind::Path { path, .. } => path.segments().map(|line| [line.start(), line.end()]).collect(),
        _ => Vec::new(),
    })
}

/// Returns the distance between the ends of a line and their expected positions, in mm.
///
/// The ends may be in either order.
fn line_distance([a, b]: [Point; 2], [from, to]: [Point; 2]) -> f64 {
    let along = a.distance(from).max(b.distance(to));
    let reversed = a.distance(to).max(b.distance(from));
    along.min(reversed)
}

/// Returns the distance between a line and its expected position, in mm.
///
/// The expected position is `from_edge` mm from an edge of the sheet.
fn edge_distance(line: [Point; 2], edge: Mark, from_edge: f64, sheet: Size) -> f64 {
    let [a, b] = line.map(|end| match edge {
        Mark::EdgeLeft => end.x - from_edge,
        Mark::EdgeRight => end.x - (sheet.width - from_edge),
        Mark::EdgeUpper => end.y - from_edge,
        _ => end.y - (sheet.height - from_edge),
    });
    a.abs().max(b.abs())
}

/// Reports a mark if it is too far from its place. `distance` is the distance in mm. It is infinite if the
/// mark is missing.
fn report_mark(
    context: &PageContext<'_>,
    mark: Mark,
    distance: f64,
    place: Option<Point>,
    findings: &mut Findings,
) {
    if distance.is_finite() && !findings.measured(distance, context.tolerance) {
        return;
    }
    let (problem, by) = if distance.is_finite() {
        (format!("is {} from its place", format_mm(distance)), distance)
    } else {
        ("is missing".to_owned(), 0.0)
    };
    let message = format!("the mark {mark} {problem}; readings are measured from this mark");
    let rect = place.map(|place| Rect::from_center_size(place, Size::new(4.0, 4.0)));
    findings
        .fault(message)
        .at(context.sheet.file, context.sheet.number, rect)
        .deviation(by)
        .hint("write the sheet again: hexpress calibrate");
}
