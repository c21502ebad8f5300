//! Reads a page that shows a cut plan: the sheet, its pieces and the numbered cuts.

use kurbo::{ParamCurve as _, PathEl, Point, Rect, Shape as _};

use crate::facts::PageContext;
use hexpress_base::geometry::span;
use hexpress_base::identity::{CUT_PLAN, Feature, Identity, Single};
use hexpress_read::{ItemKind, Outline};

/// How far points of a plan may be from their expected places, in mm. A page may show the sheet at
/// half its size, which doubles errors.
pub const SLACK: f64 = 0.02;

/// A page with a cut plan.
pub struct CutPlan {
    /// The corners of the sheet.
    pub sheet: Vec<Point>,
    pub pieces: Vec<PlannedPiece>,
    /// The cuts in their order.
    pub cuts: Vec<PlannedCut>,
}

/// A piece on a cut plan.
pub struct PlannedPiece {
    /// Points along its outline; curves are flattened.
    pub outline: Vec<Point>,
    pub bounds: Rect,
}

/// A numbered cut of a cut plan.
pub struct PlannedCut {
    pub number: usize,
    pub from: Point,
    pub to: Point,
}

impl CutPlan {
    /// Reads the cut plan of a page; returns `None` if the page has none.
    pub fn of(context: &PageContext<'_>) -> Option<Self> {
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

    /// Returns whether any cut runs along an outline.
    pub fn has_cut_along(&self, outline: &[Point]) -> bool {
        self.cuts.iter().any(|cut| {
            let (first, last) = span(outline.iter().map(|point| cut.distance_along(*point)));
            let (least, most) = span(outline.iter().map(|point| cut.distance_left(*point)));
            last > SLACK && first < cut.length() - SLACK && least.abs().min(most.abs()) < SLACK
        })
    }
}

impl PlannedCut {
    /// Returns the length of the cut, in mm.
    pub fn length(&self) -> f64 {
        self.from.distance(self.to)
    }

    /// Returns how far to the left of the cut a point is, in mm; negative on its right.
    pub fn distance_left(&self, point: Point) -> f64 {
        distance_left(self.from, self.to, point)
    }

    /// Returns how far along the cut a point is, in mm, from where the cut begins.
    pub fn distance_along(&self, point: Point) -> f64 {
        (point - self.from).dot((self.to - self.from).normalize())
    }
}

/// Returns the points of an outline. Curves are flattened, and a point that closes the outline is
/// not repeated.
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

/// Returns how far a point is to the left of a line, in mm, seen in the direction of the line. It
/// is negative on the right.
pub fn distance_left(from: Point, to: Point, point: Point) -> f64 {
    -(to - from).normalize().cross(point - from)
}
