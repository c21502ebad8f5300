//! Outlines where they stand. A board draws one outline at each of a million cells, which keep it once.

use std::sync::Arc;

use kurbo::{
    BezPath, ParamCurveArclen as _, ParamCurveArea as _, ParamCurveExtrema, PathEl, Point, Rect, Segments,
    Shape, Vec2,
};

/// An outline at its place, in mm.
#[derive(Debug, Clone)]
pub struct Outline {
    /// It, as others may have it too.
    path: Arc<BezPath>,
    /// How far from there it stands.
    at: Vec2,
}

impl Outline {
    /// The same outline at another place.
    pub fn moved(&self, by: Vec2) -> Self {
        Self { path: Arc::clone(&self.path), at: self.at + by }
    }

    /// Its elements.
    pub fn elements(&self) -> Elements<'_> {
        Elements { left: self.path.elements().iter(), at: self.at }
    }

    /// Its elements as if it stood elsewhere: how many and of which kinds they are does not depend on that.
    pub fn kinds(&self) -> &[PathEl] {
        self.path.elements()
    }

    /// The elements of each of its parts, which a move begins.
    pub fn subpaths(&self) -> impl Iterator<Item = Elements<'_>> {
        let parts = self.kinds().chunk_by(|_, next| !matches!(next, PathEl::MoveTo(_)));
        let begun = parts.filter(|part| matches!(part.first(), Some(PathEl::MoveTo(_))));
        begun.map(|part| Elements { left: part.iter(), at: self.at })
    }

    /// The box round all its points, those among them that pull its curves.
    pub fn control_box(&self) -> Rect {
        self.path.control_box() + self.at
    }

    /// Its segments.
    pub fn segments(&self) -> Segments<Elements<'_>> {
        kurbo::segments(self.elements())
    }

    /// Where its elements end.
    pub fn ends(&self) -> impl DoubleEndedIterator<Item = Point> + Clone + '_ {
        self.elements().filter_map(|element| element.end_point())
    }

    /// Of how many parts it is, each begun by a move.
    pub fn parts(&self) -> usize {
        self.kinds().iter().filter(|element| matches!(element, PathEl::MoveTo(_))).count()
    }

    /// Whether a part of it says that it is closed.
    pub fn closes(&self) -> bool {
        self.kinds().contains(&PathEl::ClosePath)
    }
}

impl From<BezPath> for Outline {
    fn from(path: BezPath) -> Self {
        Self { path: Arc::new(path), at: Vec2::ZERO }
    }
}

impl PartialEq for Outline {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.path, &other.path) && self.at == other.at || self.elements().eq(other.elements())
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

/// The elements of an outline where it stands.
#[derive(Debug, Clone)]
pub struct Elements<'p> {
    left: std::slice::Iter<'p, PathEl>,
    at: Vec2,
}

impl Iterator for Elements<'_> {
    type Item = PathEl;

    fn next(&mut self) -> Option<PathEl> {
        self.left.next().map(|element| placed(*element, self.at))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }
}

impl DoubleEndedIterator for Elements<'_> {
    fn next_back(&mut self) -> Option<PathEl> {
        self.left.next_back().map(|element| placed(*element, self.at))
    }
}

impl ExactSizeIterator for Elements<'_> {}

/// An element so far away.
fn placed(element: PathEl, by: Vec2) -> PathEl {
    match element {
        PathEl::MoveTo(p) => PathEl::MoveTo(p + by),
        PathEl::LineTo(p) => PathEl::LineTo(p + by),
        PathEl::QuadTo(a, p) => PathEl::QuadTo(a + by, p + by),
        PathEl::CurveTo(a, b, p) => PathEl::CurveTo(a + by, b + by, p + by),
        PathEl::ClosePath => PathEl::ClosePath,
    }
}
