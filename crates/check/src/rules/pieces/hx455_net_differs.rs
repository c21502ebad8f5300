//! HX455: folds, slits and glue areas of a box that are not where the layout puts them.

use kurbo::{Affine, BezPath, Line, ParamCurve as _, Rect, Shape as _};

use super::net_place::net_place;
use crate::facts::PageContext;
use crate::fault::{Findings, format_mm};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::contour::Contour;
use hexpress_base::diag::codes;
use hexpress_base::identity::Identity;
use hexpress_game::pieces::Net;
use hexpress_read::ItemKind;

pub const RULE: Rule = Rule {
    title: "the folds, slits and glue areas of a box are where the layout says",
    why: "A box closes only if each fold is exactly between its two panels.",
    right: "the fold between the front and the right side, 66 mm from the fold on the left of the front",
    wrong: "the fold between the front and the right side, 65.5 mm from the fold on the left of the front",
    ..Rule::error(codes::NET_DIFFERS, RuleFunction::Whole(net_differs))
};

/// A line counts as missing if the nearest drawn line is at least this far from its place, in mm.
const MIN_MISSING_DISTANCE_MM: f64 = 5.0;

fn net_differs(context: &PageContext<'_>, findings: &mut Findings) {
    let Some(deck) = context.deck() else { return };
    let Some(net) = deck.net.as_deref() else { return };
    if context.sheet.poster_part().is_some() {
        findings.not_judged("the folds of boxes that are larger than a sheet");
        return;
    }
    for piece in context.sheet.pieces() {
        let Some(cut) = &piece.cut else { continue };
        let place = net_place(cut, deck);
        for Expected { id, called, paths: expected } in expected(net, place) {
            let drawn = drawn(context, &id, &cut.bounds());
            let mut by = 0.0_f64;
            for path in &expected {
                by = by.max(drawn.iter().map(|other| distance(path, other)).fold(f64::INFINITY, f64::min));
            }
            // An additional line is as wrong as a missing one. So each drawn line is also compared with
            // the layout.
            for path in &drawn {
                by = by.max(expected.iter().map(|other| distance(path, other)).fold(f64::INFINITY, f64::min));
            }
            if by <= context.tolerance {
                findings.measured(by, context.tolerance);
                continue;
            }
            let name = piece.name();
            let message = if by < MIN_MISSING_DISTANCE_MM {
                format!("a {called} of {name} differs by {} from the layout", format_mm(by))
            } else {
                format!("the {called}s of {name} are not those of the layout")
            };
            let fault = context.fault_of(findings, cut.bounds(), piece.id.as_ref(), message);
            if by.is_finite() {
                fault.deviation(by);
            }
        }
    }
}

/// The folds, slits or glue areas that a box must have.
struct Expected {
    id: Identity,
    /// What messages call one of these lines or areas, such as `fold`.
    called: &'static str,
    paths: Vec<BezPath>,
}

/// Returns the folds, slits and glue areas of the flat box `net`, at their expected places on the
/// sheet. `place` maps the box to the sheet.
fn expected(net: &Net, place: Affine) -> [Expected; 3] {
    let lines = |lines: &[Line]| lines.iter().map(|line| place * line.to_path(0.1)).collect();
    let glue = net.glue.iter().map(|area| place * area).collect();
    [
        Expected { id: Identity::Crease, called: "fold", paths: lines(&net.folds) },
        Expected { id: Identity::Slit, called: "slit", paths: lines(&net.slits) },
        Expected { id: Identity::Glue, called: "glue area", paths: glue },
    ]
}

/// Returns the lines or areas with the identity `id` that are drawn inside the rectangle `near`. The
/// hatching of glue areas is left out.
fn drawn(context: &PageContext<'_>, id: &Identity, near: &Rect) -> Vec<BezPath> {
    let items = context.page.items.iter().filter(|item| item.id.as_deref() == Some(id));
    let paths = items.filter_map(|item| match &item.kind {
        ItemKind::Path { path, fill, .. } if *id != Identity::Glue || fill.is_some() => {
            Some(path.elements().collect::<BezPath>())
        }
        _ => None,
    });
    paths.filter(|path| near.contains(path.bounding_box().center())).collect()
}

/// Returns the largest distance between corresponding points of two lines or of two areas, in mm. It is
/// infinite if the middles of two areas are at least [`MIN_MISSING_DISTANCE_MM`] mm apart.
fn distance(a: &BezPath, b: &BezPath) -> f64 {
    let (Some(from), Some(to)) = (single_line(a), single_line(b)) else {
        let near = a.bounding_box().center().distance(b.bounding_box().center()) < MIN_MISSING_DISTANCE_MM;
        return if near { Contour::new(a).deviation(&Contour::new(b)) } else { f64::INFINITY };
    };
    let max_end_distance = |other: Line| from.p0.distance(other.p0).max(from.p1.distance(other.p1));
    max_end_distance(to).min(max_end_distance(Line::new(to.p1, to.p0)))
}

/// Returns the line of a path. Returns `None` unless the path has exactly one segment.
fn single_line(path: &BezPath) -> Option<Line> {
    let mut segments = path.segments();
    let first = segments.next()?;
    segments.next().is_none().then(|| Line::new(first.start(), first.end()))
}
