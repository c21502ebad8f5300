//! Cuts a flat box into regions along its folds.
//!
//! - In: the outline of a flat box, and folds that run from outline to outline.
//! - Out: the closed outlines of the regions between the folds. Strips for glue can be added to a
//!   region.
//! - Not here: choosing folds and strips (`divide`).

use kurbo::{BezPath, Line, ParamCurve as _, PathSeg, Point, Rect, Vec2};

use hexpress_base::contour::Contour;
use hexpress_base::geometry::bounds;

/// Two points count as one point if they are at most this far apart, in mm.
const SAME_POINT_MM: f64 = 1e-6;
/// A strip for glue is shorter than its edge by this length at each end, in mm.
const END: f64 = 0.25;

/// A part of a flat box, as a closed outline.
#[derive(Debug, Clone)]
pub struct Region {
    /// The lines and curves of the outline, in order.
    segments: Vec<PathSeg>,
    contour: Contour,
    pub bounds: Rect,
}

/// A strip for glue along one edge of a region. The strip is inside the neighbouring region.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strip {
    /// The edge between the two regions.
    pub edge: Line,
    /// The unit vector that points from the edge into the neighbouring region.
    pub out: Vec2,
    /// The width of the strip, in mm. Its ends are at an angle of 45°.
    pub width: f64,
}

impl Region {
    pub fn new(outline: &BezPath) -> Self {
        Self::of_segments(outline.segments().filter(|segment| !is_point(segment)).collect())
    }

    fn of_segments(segments: Vec<PathSeg>) -> Self {
        let path = BezPath::from_path_segments(segments.iter().copied());
        Self { contour: Contour::new(&path), bounds: bounds(&path), segments }
    }

    /// Returns the area in mm².
    pub fn area(&self) -> f64 {
        self.contour.area()
    }

    /// Returns whether a point is inside the region. A point on the outline does not count as
    /// inside.
    pub fn contains(&self, point: Point) -> bool {
        self.contour.depth(point) > SAME_POINT_MM
    }

    pub fn has_on_outline(&self, point: Point) -> bool {
        self.contour.depth(point).abs() <= SAME_POINT_MM
    }

    /// Returns whether the region and a box overlap. If the region and the box only share an edge,
    /// returns false.
    pub fn overlaps(&self, rect: Rect) -> bool {
        /// The smallest width of the common area, in mm. A narrower area does not count.
        const MIN_COMMON_WIDTH_MM: f64 = 0.1;
        let inner = rect.inset(-MIN_COMMON_WIDTH_MM);
        if inner.width() <= 0.0 || inner.height() <= 0.0 {
            return self.contains(rect.center());
        }
        let edges = Contour::new(&kurbo::Shape::to_path(&inner, SAME_POINT_MM));
        self.contains(inner.center())
            || self.contour.points().first().is_some_and(|point| inner.contains(*point))
            || self.contour.crosses(&edges)
    }

    /// Returns the outline as a closed path.
    pub fn path(&self) -> BezPath {
        let mut path = BezPath::from_path_segments(self.segments.iter().copied());
        path.close_path();
        path
    }

    /// Cuts the region in two along a line. The ends of the line are on the outline of the region.
    /// Returns `None` if the line does not cross the region.
    pub fn cut(&self, line: Line) -> Option<[Self; 2]> {
        if !self.contains(line.midpoint()) {
            return None;
        }
        let segments = split_at(&split_at(&self.segments, line.p0), line.p1);
        let start = |point: Point| {
            segments.iter().position(|segment| segment.start().distance(point) <= SAME_POINT_MM)
        };
        let (from, to) = (start(line.p0)?, start(line.p1)?);
        let (first, last) = (from.min(to), from.max(to));
        let closed = |mut part: Vec<PathSeg>| {
            let ends = Line::new(part.last()?.end(), part.first()?.start());
            part.push(PathSeg::Line(ends));
            Some(Self::of_segments(part))
        };
        let inner = closed(segments[first..last].to_vec())?;
        let outer = closed([&segments[last..], &segments[..first]].concat())?;
        Some([inner, outer])
    }

    /// Returns the region together with a strip. The edge of the strip must be an edge of the region.
    pub fn with_strip(&self, strip: &Strip) -> Self {
        let segments = split_at(&split_at(&self.segments, strip.edge.p0), strip.edge.p1);
        let ends = [strip.edge.p0, strip.edge.p1];
        let joins = |segment: &PathSeg| {
            let [from, to] = [segment.start(), segment.end()];
            ends.iter().all(|end| end.distance(from).min(end.distance(to)) <= SAME_POINT_MM)
        };
        let with_strip = segments.iter().flat_map(|segment| {
            if !joins(segment) {
                return vec![*segment];
            }
            let [a, b, c, d] = strip.corners();
            let is_forwards = segment.start().distance(strip.edge.p0) <= SAME_POINT_MM;
            let inner = if is_forwards { [a, b, c, d] } else { [d, c, b, a] };
            let points = [&[segment.start()][..], &inner, &[segment.end()]].concat();
            points.windows(2).map(|pair| PathSeg::Line(Line::new(pair[0], pair[1]))).collect()
        });
        Self::of_segments(with_strip.collect())
    }
}

impl Strip {
    /// Returns the corners of the strip. The first corner and the last corner are on the edge.
    fn corners(&self) -> [Point; 4] {
        let fold = self.fold();
        let along = (fold.p1 - fold.p0).normalize();
        let out = self.out * self.width;
        [fold.p0, fold.p0 + along * self.width + out, fold.p1 - along * self.width + out, fold.p1]
    }

    /// Returns the fold between the region and its strip. The fold is slightly shorter than the edge.
    pub fn fold(&self) -> Line {
        let along = (self.edge.p1 - self.edge.p0).normalize() * END;
        Line::new(self.edge.p0 + along, self.edge.p1 - along)
    }

    /// Returns the part of the strip that is at least `from` mm away from the edge.
    pub fn area_beyond(&self, from: f64) -> BezPath {
        let [a, b, c, d] = self.corners();
        let share = from / self.width;
        hexpress_base::geometry::polygon(&[a.lerp(b, share), b, c, d.lerp(c, share)])
    }
}

/// Cuts a region along lines. Returns all regions that result.
pub fn regions(whole: &Region, lines: impl IntoIterator<Item = Line>) -> Vec<Region> {
    let mut regions = vec![whole.clone()];
    for line in lines {
        let cut = regions.iter().enumerate().find_map(|(index, region)| Some((index, region.cut(line)?)));
        if let Some((index, [inner, outer])) = cut {
            regions[index] = inner;
            regions.push(outer);
        }
    }
    regions
}

fn is_point(segment: &PathSeg) -> bool {
    matches!(segment, PathSeg::Line(line) if line.p0.distance(line.p1) <= SAME_POINT_MM)
}

/// Divides the line segment that contains `point` at this point, so that a new segment begins
/// there.
fn split_at(segments: &[PathSeg], point: Point) -> Vec<PathSeg> {
    if segments.iter().any(|segment| segment.start().distance(point) <= SAME_POINT_MM) {
        return segments.to_vec();
    }
    let halves = |segment: &PathSeg| match segment {
        PathSeg::Line(line) if is_on(line, point) => {
            vec![PathSeg::Line(Line::new(line.p0, point)), PathSeg::Line(Line::new(point, line.p1))]
        }
        other => vec![*other],
    };
    segments.iter().flat_map(halves).collect()
}

fn is_on(line: &Line, point: Point) -> bool {
    let along = line.p1 - line.p0;
    let share = ((point - line.p0).dot(along) / along.hypot2()).clamp(0.0, 1.0);
    line.eval(share).distance(point) <= SAME_POINT_MM
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area_of(path: &str) -> Region {
        Region::new(&BezPath::from_svg(path).unwrap())
    }

    #[test]
    fn a_region_is_cut_along_a_line_between_two_points_of_its_outline() {
        let whole = area_of("M 0 0 H 30 V 10 H 0 Z");
        let [inner, outer] = whole.cut(Line::new((10.0, 0.0), (10.0, 10.0))).unwrap();
        let mut areas = [inner.area(), outer.area()];
        areas.sort_by(f64::total_cmp);
        assert_eq!(areas, [100.0, 200.0]);
        assert!(whole.cut(Line::new((0.0, 0.0), (30.0, 0.0))).is_none());
        assert!(whole.cut(Line::new((10.0, -5.0), (10.0, 5.0))).is_none());
        let lines = [10.0, 20.0].map(|x| Line::new((x, 0.0), (x, 10.0)));
        assert_eq!(regions(&whole, lines).len(), 3);
    }

    #[test]
    fn a_strip_has_slanted_ends() {
        let strip =
            Strip { edge: Line::new((10.0, 10.0), (10.0, 0.0)), out: Vec2::new(1.0, 0.0), width: 3.0 };
        let with_strip = area_of("M 0 0 H 10 V 10 H 0 Z").with_strip(&strip);
        assert_eq!(with_strip.bounds, Rect::new(0.0, 0.0, 13.0, 10.0));
        assert!((with_strip.area() - (100.0 + 3.0 * (9.5 - 3.0))).abs() < 1e-9);
    }

    #[test]
    fn boxes_that_only_touch_do_not_overlap() {
        let whole = area_of("M 0 0 H 10 V 10 H 0 Z");
        assert!(whole.overlaps(Rect::new(5.0, 5.0, 20.0, 20.0)));
        assert!(whole.overlaps(Rect::new(-5.0, -5.0, 20.0, 20.0)));
        assert!(!whole.overlaps(Rect::new(10.0, 0.0, 20.0, 10.0)));
    }
}
