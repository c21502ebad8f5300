//! Represents outlines that share their points.
//!
//! - In: a path, and the vectors that move it.
//! - Out: the moved outlines, which share one stored path. A board may draw the same outline at
//!   each of a million cells.

use std::sync::Arc;

use kurbo::{
    BezPath, ParamCurveArclen as _, ParamCurveArea as _, ParamCurveExtrema, PathEl, Point, Rect, Segments,
    Shape, Vec2,
};

/// An outline, in mm.
#[derive(Debug, Clone)]
pub struct Outline {
    /// The path in its original position.
    path: Arc<BezPath>,
    offset: Vec2,
}

impl Outline {
    /// Returns the outline after moving it by a vector.
    pub fn moved(&self, by: Vec2) -> Self {
        Self { path: Arc::clone(&self.path), offset: self.offset + by }
    }

    /// Returns the elements of the path at their moved positions.
    pub fn elements(&self) -> Elements<'_> {
        Elements { left: self.path.elements().iter(), offset: self.offset }
    }

    /// Returns the elements of the stored path, which may be in another position. Use only their
    /// kinds and their order, not their points.
    pub fn kinds(&self) -> &[PathEl] {
        self.path.elements()
    }

    /// Returns the elements of each subpath.
    pub fn subpaths(&self) -> impl Iterator<Item = Elements<'_>> {
        let parts = self.kinds().chunk_by(|_, next| !matches!(next, PathEl::MoveTo(_)));
        let begun = parts.filter(|part| matches!(part.first(), Some(PathEl::MoveTo(_))));
        begun.map(|part| Elements { left: part.iter(), offset: self.offset })
    }

    /// Returns the bounding box of all points. This includes the control points of curves.
    pub fn control_box(&self) -> Rect {
        self.path.control_box() + self.offset
    }

    /// Returns the segments of the path at their moved positions.
    pub fn segments(&self) -> Segments<Elements<'_>> {
        kurbo::segments(self.elements())
    }

    /// Returns the end points of all elements.
    pub fn ends(&self) -> impl DoubleEndedIterator<Item = Point> + Clone + '_ {
        self.elements().filter_map(|element| element.end_point())
    }

    /// Returns the number of subpaths.
    pub fn parts(&self) -> usize {
        self.kinds().iter().filter(|element| matches!(element, PathEl::MoveTo(_))).count()
    }

    /// Returns whether at least one subpath ends with a closing operator.
    pub fn closes(&self) -> bool {
        self.kinds().contains(&PathEl::ClosePath)
    }
}

impl From<BezPath> for Outline {
    fn from(path: BezPath) -> Self {
        Self { path: Arc::new(path), offset: Vec2::ZERO }
    }
}

impl PartialEq for Outline {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.path, &other.path) && self.offset == other.offset
            || self.elements().eq(other.elements())
    }
}

impl Shape for Outline {
    type PathElementsIter<'iter> = Elements<'iter>;

    fn path_elements(&self, _: f64) -> Elements<'_> {
        self.elements()
    }

    fn area(&self) -> f64 {
        self.segments().map(|segment| segment.signed_area()).sum()
    }

    fn perimeter(&self, accuracy: f64) -> f64 {
        self.segments().map(|segment| segment.arclen(accuracy)).sum()
    }

    fn winding(&self, at: Point) -> i32 {
        self.to_path(0.0).winding(at)
    }

    fn bounding_box(&self) -> Rect {
        let each = self.segments().map(|segment| ParamCurveExtrema::bounding_box(&segment));
        each.reduce(|a, b| a.union(b)).unwrap_or_default()
    }
}

/// An iterator over the elements of an outline.
#[derive(Debug, Clone)]
pub struct Elements<'p> {
    left: std::slice::Iter<'p, PathEl>,
    offset: Vec2,
}

impl Iterator for Elements<'_> {
    type Item = PathEl;

    fn next(&mut self) -> Option<PathEl> {
        self.left.next().map(|element| moved_element(*element, self.offset))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}

impl DoubleEndedIterator for Elements<'_> {
    fn next_back(&mut self) -> Option<PathEl> {
        self.left.next_back().map(|element| moved_element(*element, self.offset))
    }
}

impl ExactSizeIterator for Elements<'_> {}

fn moved_element(element: PathEl, by: Vec2) -> PathEl {
    match element {
        PathEl::MoveTo(p) => PathEl::MoveTo(p + by),
        PathEl::LineTo(p) => PathEl::LineTo(p + by),
        PathEl::QuadTo(a, p) => PathEl::QuadTo(a + by, p + by),
        PathEl::CurveTo(a, b, p) => PathEl::CurveTo(a + by, b + by, p + by),
        PathEl::ClosePath => PathEl::ClosePath,
    }
}
