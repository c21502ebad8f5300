//! Reads the contents of a cut plan from its page: the sheet, the pieces and the numbered cuts.
//!
//! A plan is a small picture of the sheet. All coordinates and lengths are in mm on the page of the
//! plan, with y downwards.

use kurbo::{ParamCurve as _, PathEl, Point, Rect, Shape as _};

use crate::facts::PageContext;
use hexpress_base::geometry::span;
use hexpress_base::identity::{CUT_PLAN, Feature, Identity, Single};
use hexpress_read::{ItemKind, Outline};

/// A deviation counts as a rounding error if it is at most this, in mm. The limit is small because the
/// plan shows the sheet at a smaller scale.
pub const ROUNDING_MM: f64 = 0.02;

/// The contents of a page with a cut plan.
pub struct CutPlan {
    /// The corners of the sheet.
    pub sheet: Vec<Point>,
    pub pieces: Vec<PlannedPiece>,
    /// The cuts, sorted by their numbers.
    pub cuts: Vec<PlannedCut>,
}

/// A piece on a cut plan.
pub struct PlannedPiece {
    /// The points of the outline. Curves are replaced by short lines.
    pub outline: Vec<Point>,
    pub bounds: Rect,
}

pub struct PlannedCut {
    pub number: usize,
    pub from: Point,
    pub to: Point,
}

impl CutPlan {
    /// Reads the cut plan on a page. Returns `None` if the page has no cut plan.
    pub fn from_context(context: &PageContext<'_>) -> Option<Self> {
        let mut plan = Self { sheet: Vec::new(), pieces: Vec::new(), cuts: Vec::new() };
        for item in &context.page.items {
            let Some(Identity::Of(component, feature)) = item.id.as_deref() else { continue };
            let ItemKind::Path { path, .. } = &item.kind else { continue };
            if **component != *CUT_PLAN {
                continue;
            }
            match feature {
                Feature::Single(Single::Sheet) => plan.sheet = outline_points(path),
                Feature::Single(Single::Pieces) => plan
                    .pieces
                    .push(PlannedPiece { outline: outline_points(path), bounds: path.bounding_box() }),
                Feature::Step(number) => plan.cuts.extend(path.segments().map(|line| PlannedCut {
                    number: *number,
                    from: line.start(),
                    to: line.end(),
                })),
                _ => {}
            }
        }
        plan.cuts.sort_by_key(|cut| cut.number);
        (plan.sheet.len() >= 4 && !plan.cuts.is_empty()).then_some(plan)
    }

    /// Returns whether a cut of the plan runs along the edge of a piece with this outline, without entering
    /// the piece.
    pub fn has_cut_along(&self, outline: &[Point]) -> bool {
        self.cuts.iter().any(|cut| {
            let (first, last) = span(outline.iter().map(|point| cut.distance_along(*point)));
            let (least, most) = span(outline.iter().map(|point| cut.distance_left(*point)));
            last > ROUNDING_MM
                && first < cut.length() - ROUNDING_MM
                && least.abs().min(most.abs()) < ROUNDING_MM
        })
    }
}

impl PlannedCut {
    pub fn length(&self) -> f64 {
        self.from.distance(self.to)
    }

    /// Returns the distance of a point from the line of the cut, in mm. The distance is positive on the
    /// left of the cut and negative on the right.
    pub fn distance_left(&self, point: Point) -> f64 {
        distance_left(self.from, self.to, point)
    }

    /// Returns the position of a point along the cut, in mm from the start of the cut.
    pub fn distance_along(&self, point: Point) -> f64 {
        (point - self.from).dot((self.to - self.from).normalize())
    }
}

/// Returns the points of an outline. Curves are replaced by short lines. The last point is not equal to
/// the first one.
fn outline_points(path: &Outline) -> Vec<Point> {
    let mut points: Vec<Point> = Vec::new();
    kurbo::flatten(path.elements(), 0.005, |element| {
        if let PathEl::MoveTo(point) | PathEl::LineTo(point) = element
            && points.last().is_none_or(|last| last.distance(point) > 1e-6)
        {
            points.push(point);
        }
    });
    if let [first, .., last] = points[..]
        && first.distance(last) < 1e-6
    {
        points.pop();
    }
    points
}

/// Returns the distance of a point from a line, in mm. The distance is positive on the left and
/// negative on the right.
///
/// Left and right are as seen from `from` in the direction of `to`.
pub fn distance_left(from: Point, to: Point, point: Point) -> f64 {
    -(to - from).normalize().cross(point - from)
}
