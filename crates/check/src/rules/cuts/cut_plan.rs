//! Reads a page that shows a cut plan: the sheet, its pieces and the numbered cuts.

use kurbo::{ParamCurve as _, PathEl, Point, Rect, Shape as _};

use crate::base::geometry::span;
use crate::base::identity::{CUT_PLAN, Feature, Identity, Single};
use crate::check::facts::PageContext;
use crate::read::{Item, ItemKind};

/// What a page with a cut plan shows.
pub(super) struct Plan {
    pub sheet: Vec<Point>,
    /// The outlines of pieces, as points on them.
    pub pieces: Vec<(Vec<Point>, Rect)>,
    /// The cuts in their order: number and ends.
    pub cuts: Vec<(usize, Point, Point)>,
}

/// So much of a millimetre may be lost on a page that shows the sheet at half its size.
pub(super) const SLACK: f64 = 0.02;

impl Plan {
    /// None where the page shows none.
    pub(super) fn of(context: &PageContext<'_>) -> Option<Self> {
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
    pub fn cuts_along(&self, outline: &[Point]) -> bool {
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
pub(super) fn left_of(from: Point, to: Point, point: Point) -> f64 {
    let way = (to - from).normalize();
    -way.cross(point - from)
}
