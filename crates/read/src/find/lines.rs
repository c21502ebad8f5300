//! Hexagons whose edges are drawn once and shared: the faces between straight lines.
//!
//! In: the stroked paths of a page. Out: the hexagons between their straight segments, and the ends that almost meet.
//! A face whose segments all belong to closed shapes is a gap between these shapes, and is left out.
//!
//! The ends of all segments are merged into points. Segments that lead nowhere are pruned. Each face is then walked
//! along the next edge to the left. Everything is sorted or looked up; no step compares all pairs.

use std::collections::HashMap;

use kurbo::{Line, ParamCurve as _, PathSeg, Point, Shape as _, Vec2};

use super::contour::{is_closed, turning_points};
use super::polygon::Polygon;
use crate::{ItemKind, Page};
use hexpress_base::geometry::polygon;
use hexpress_base::ordered_map::Map;
use hexpress_base::point_index::PointIndex;

/// Ends at most this far apart are one point, as a share of the usual length.
const TOGETHER: f64 = 0.02;
/// Ends at most this far apart are one point, in mm: the precision of drawings by hand.
const CLOSE: f64 = 0.06;
/// The farthest that a loose end is from the point it was meant to meet, as a share of the usual length.
const MEANT: f64 = 0.12;
/// How much the length of an edge may differ from the usual length, as a share of it.
const ALIKE: f64 = 0.15;
/// How far a straight line may bend, as a share of its length.
const BENT: f64 = 0.005;
/// The length below which a line is not an edge, in mm.
pub(super) const SHORT: f64 = 0.3;
/// The most corners of one face that are kept.
const MOST_CORNERS: usize = 64;
/// The most points that are compared in one place with a loose end.
const MOST_NEAR_END: usize = 16;

/// The end of a line that stops short of the point it was meant to meet, or goes beyond it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loose {
    /// Where the line ends, in mm.
    pub end: Point,
    /// Where other lines meet, in mm.
    pub meant: Point,
    /// The other end of the line, in mm.
    pub from: Point,
}

/// The hexagons that straight lines make, and what is known of the lines.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    /// The hexagons between the lines.
    pub hexagons: Vec<Polygon>,
    /// Ends that almost meet other lines.
    pub loose: Vec<Loose>,
    /// The number of straight lines that are not part of a closed subpath.
    pub count: usize,
    /// The number of ends that meet no other line.
    pub ends: usize,
    /// The usual length of a line, in mm.
    pub usual: f64,
}

/// A straight line that an item draws.
pub(super) struct Segment {
    pub from: Point,
    pub to: Point,
    /// The index of the item in the items of the page.
    pub item: usize,
    /// Whether it is part of a subpath that is not closed.
    pub open: bool,
}

impl Segment {
    /// Returns the length in mm.
    pub(super) fn length(&self) -> f64 {
        self.from.distance(self.to)
    }
}

/// Finds the hexagons between the straight lines of a page.
pub fn lines(page: &Page) -> Lines {
    let (segments, count) = segments(page);
    if count < 6 {
        return Lines { count, ..Lines::default() };
    }
    let usual = usual_length(&segments);
    let of_all = faces(&segments, usual, 6);
    // Lines of another length are no edges: a line across the board must not cut its cells.
    let even: Vec<Segment> =
        segments.into_iter().filter(|segment| (segment.length() - usual).abs() <= ALIKE * usual).collect();
    let of_even = faces(&even, usual, 6);
    let best = if of_even.hexagons.len() > of_all.hexagons.len() { of_even } else { of_all };
    Lines { count, usual, ..best }
}

/// Returns the straight segments that a page strokes, and the number of those in subpaths that are not closed.
pub(super) fn segments(page: &Page) -> (Vec<Segment>, usize) {
    let mut segments = Vec::new();
    for (item, drawn) in page.items.iter().enumerate() {
        let ItemKind::Path { path, stroke: Some(stroke), .. } = &drawn.kind else { continue };
        for subpath in path.subpaths() {
            let open = !is_closed(subpath.clone());
            for curve in kurbo::segments(subpath) {
                let Some(line) = straight_line(curve, stroke.width / 2.0) else { continue };
                let segment = Segment { from: line.p0, to: line.p1, item, open };
                if is_near(line.p0) && is_near(line.p1) && segment.length() > SHORT {
                    segments.push(segment);
                }
            }
        }
    }
    let count = segments.iter().filter(|segment| segment.open).count();
    (segments, count)
}

/// Returns a curve as a line; `None` if it visibly bends: by more than `tolerance` mm or [`BENT`] of its length.
fn straight_line(curve: PathSeg, tolerance: f64) -> Option<Line> {
    let line = Line::new(curve.start(), curve.end());
    let is_straight = match curve {
        PathSeg::Line(_) => true,
        PathSeg::Quad(quad) => is_close_to(quad.p1, line, tolerance),
        PathSeg::Cubic(cubic) => [cubic.p1, cubic.p2].iter().all(|&p| is_close_to(p, line, tolerance)),
    };
    is_straight.then_some(line)
}

/// Returns whether a control point bends a curve along `line` by at most `tolerance` mm and [`BENT`] of its length.
fn is_close_to(control: Point, line: Line, tolerance: f64) -> bool {
    let vector = line.p1 - line.p0;
    let offset = control - line.p0;
    let along = vector.dot(offset) / vector.hypot2();
    let distance = (vector.cross(offset) / vector.hypot()).abs();
    // A curve goes at most three quarters of the way to its control points.
    (0.0..=1.0).contains(&along) && 0.75 * distance <= tolerance.min(BENT * vector.hypot())
}

/// Returns whether a point is within 10 km of the origin, so that sums of coordinates stay exact.
pub(super) fn is_near(point: Point) -> bool {
    point.x.abs() < 1e7 && point.y.abs() < 1e7
}

/// Returns the usual length of segments in mm: the median of the largest group of lengths within [`ALIKE`] of each
/// other.
pub(super) fn usual_length(segments: &[Segment]) -> f64 {
    let mut lengths: Vec<f64> = segments.iter().map(Segment::length).collect();
    lengths.sort_by(f64::total_cmp);
    let (mut largest, mut start) = (0..0, 0);
    for end in 0..lengths.len() {
        while lengths[end] > lengths[start] * (1.0 + ALIKE) {
            start += 1;
        }
        if end + 1 - start > largest.len() {
            largest = start..end + 1;
        }
    }
    lengths.get(usize::midpoint(largest.start, largest.end)).copied().unwrap_or(0.0)
}

/// A running mean of points.
#[derive(Clone, Copy)]
struct Mean {
    sum: Vec2,
    count: f64,
}

impl Mean {
    fn new(point: Point) -> Self {
        Self { sum: point.to_vec2(), count: 1.0 }
    }

    fn add(&mut self, point: Point) {
        self.sum += point.to_vec2();
        self.count += 1.0;
    }

    fn point(self) -> Point {
        (self.sum / self.count).to_point()
    }
}

/// The points that the ends of segments are merged into.
struct MergedPoints {
    /// The mean of the ends that are merged into each point.
    places: Vec<Point>,
    /// The index of the point of each end, in the order of the ends.
    of_end: Vec<usize>,
}

impl MergedPoints {
    /// Merges the ends of segments that are at most `reach` mm apart.
    fn new(segments: &[Segment], reach: f64) -> Self {
        let mut index = PointIndex::<2>::new(reach);
        let mut means: Vec<Mean> = Vec::new();
        let mut of_end = Vec::with_capacity(2 * segments.len());
        for end in segments.iter().flat_map(|segment| [segment.from, segment.to]) {
            let known = index.within(end, reach).next();
            match known {
                Some(point) => {
                    means[point].add(end);
                    of_end.push(point);
                }
                None => {
                    // Points are at least `reach` apart, so a square of the index holds few of them.
                    index.insert([end.x, end.y], means.len());
                    of_end.push(means.len());
                    means.push(Mean::new(end));
                }
            }
        }
        Self { places: means.into_iter().map(Mean::point).collect(), of_end }
    }

    /// Returns the points of both ends of each segment.
    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        self.of_end.chunks_exact(2).map(|pair| [pair[0], pair[1]])
    }

    /// Moves loose ends to the points they were meant to meet, at most `reach` mm away. Returns the loose ends.
    fn join_loose_ends(&mut self, segments: &[Segment], reach: f64) -> Vec<Loose> {
        let mut degree = vec![0_usize; self.places.len()];
        // The far end of the line that ends in each point. Only read for points with one line.
        let mut far_ends = self.places.clone();
        for (segment, [a, b]) in segments.iter().zip(self.pairs()) {
            if a != b {
                degree[a] += 1;
                degree[b] += 1;
            }
            (far_ends[a], far_ends[b]) = (segment.to, segment.from);
        }
        let mut index = PointIndex::<2>::crowded(reach, MOST_NEAR_END);
        for (point, place) in self.places.iter().enumerate().filter(|(point, _)| degree[*point] > 0) {
            index.insert([place.x, place.y], point);
        }
        let mut joined: Map<usize, usize> = Map::new();
        let mut loose = Vec::new();
        for (point, &end) in self.places.iter().enumerate().filter(|(point, _)| degree[*point] == 1) {
            let nearest = index
                .within(end, reach)
                .filter(|&other| other != point && !joined.contains_key(&other))
                .map(|other| (end.distance(self.places[other]), other))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, other)) = nearest {
                joined.insert(point, other);
                loose.push(Loose { end, meant: self.places[other], from: far_ends[point] });
            }
        }
        self.merge_joined(&joined, &degree);
        loose
    }

    /// Replaces joined points by the points they are joined to.
    fn merge_joined(&mut self, joined: &Map<usize, usize>, degree: &[usize]) {
        // If none of the ends meets another line, the point they were meant to meet is their mean.
        let mut means: Map<usize, Mean> = Map::new();
        for &point in joined.keys() {
            let target = last_joined(joined, point);
            if degree[target] == 1 {
                means.entry(target).or_insert_with(|| Mean::new(self.places[target])).add(self.places[point]);
            }
        }
        for end in &mut self.of_end {
            *end = last_joined(joined, *end);
        }
        for (point, mean) in means {
            self.places[point] = mean.point();
        }
    }
}

/// Follows joined points to the last one. A point is only joined to one that is not joined yet, so there is no cycle.
fn last_joined(joined: &Map<usize, usize>, mut point: usize) -> usize {
    while let Some(&next) = joined.get(&point) {
        point = next;
    }
    point
}

/// An edge of the graph of lines, seen from one of its points.
#[derive(Clone, Copy)]
struct Edge {
    /// The point at the other end.
    to: usize,
    /// The index of the item that draws it.
    item: usize,
    /// Whether it is part of a subpath that is not closed.
    open: bool,
}

/// The points where lines meet, and the edges between them.
struct Graph {
    places: Vec<Point>,
    /// The edges of each point, sorted by angle.
    edges: Vec<Vec<Edge>>,
}

/// Finds the polygons with `sides` sides between segments whose usual length is `usual` mm.
pub(super) fn faces(segments: &[Segment], usual: f64, sides: usize) -> Lines {
    let mut points = MergedPoints::new(segments, (TOGETHER * usual).max(CLOSE.min(usual / 4.0)));
    let loose = points.join_loose_ends(segments, MEANT * usual);
    let mut graph = Graph::new(segments, points);
    let ends = graph.edges.iter().filter(|edges| edges.len() == 1).count();
    graph.prune();
    Lines { hexagons: graph.faces(sides), loose, ends, ..Lines::default() }
}

impl Graph {
    fn new(segments: &[Segment], points: MergedPoints) -> Self {
        let mut edges = vec![Vec::new(); points.places.len()];
        for (segment, [a, b]) in segments.iter().zip(points.pairs()) {
            if a != b {
                edges[a].push(Edge { to: b, item: segment.item, open: segment.open });
                edges[b].push(Edge { to: a, item: segment.item, open: segment.open });
            }
        }
        let places = points.places;
        for (own, &place) in edges.iter_mut().zip(&places) {
            // A line drawn twice is one edge.
            own.sort_unstable_by_key(|edge| (edge.to, edge.item));
            own.dedup_by(|next, kept| {
                kept.open |= kept.to == next.to && next.open;
                kept.to == next.to
            });
            own.sort_by(|a, b| angle(places[a.to] - place).total_cmp(&angle(places[b.to] - place)));
        }
        Self { places, edges }
    }

    /// Removes edges that lead nowhere, until every point has none or at least two.
    fn prune(&mut self) {
        let edges = &mut self.edges;
        let mut ends: Vec<usize> = (0..edges.len()).filter(|&point| edges[point].len() == 1).collect();
        while let Some(end) = ends.pop() {
            let Some(Edge { to, .. }) = edges[end].pop() else { continue };
            edges[to].retain(|edge| edge.to != end);
            if edges[to].len() == 1 {
                ends.push(to);
            }
        }
    }

    /// Walks around every face and returns those that are polygons with `sides` sides, ordered by item.
    fn faces(&self, sides: usize) -> Vec<Polygon> {
        let positions: HashMap<(usize, usize), usize> = self
            .edges
            .iter()
            .enumerate()
            .flat_map(|(point, own)| own.iter().enumerate().map(move |(n, edge)| ((point, edge.to), n)))
            .collect();
        let mut walked: Vec<Vec<bool>> = self.edges.iter().map(|own| vec![false; own.len()]).collect();
        let mut found = Vec::new();
        for (start, own) in self.edges.iter().enumerate() {
            for first in 0..own.len() {
                let (mut point, mut position) = (start, first);
                let mut corners = Vec::new();
                let (mut item, mut is_open) = (usize::MAX, false);
                while !walked[point][position] {
                    walked[point][position] = true;
                    let edge = self.edges[point][position];
                    is_open |= edge.open;
                    item = item.min(edge.item);
                    if corners.len() <= MOST_CORNERS {
                        corners.push(self.places[point]);
                    }
                    // Turn back at the other end, then take the next edge.
                    let Some(back) = positions.get(&(edge.to, point)) else { break };
                    let count = self.edges[edge.to].len();
                    (point, position) = (edge.to, (back + count - 1) % count);
                }
                if is_open {
                    found.extend(face(&corners, item, sides));
                }
            }
        }
        found.sort_by_key(|hexagon: &Polygon| hexagon.item);
        found
    }
}

/// Returns the direction of a vector in radians.
fn angle(vector: Vec2) -> f64 {
    libm::atan2(vector.y, vector.x)
}

/// Returns a face as a polygon if it has `sides` sides and its corners are in clockwise order. The outside of all lines
/// is counterclockwise.
fn face(corners: &[Point], item: usize, sides: usize) -> Option<Polygon> {
    if !(sides..=4 * sides).contains(&corners.len()) || polygon(corners).area() <= 0.0 {
        return None;
    }
    let bends = if corners.len() == sides { corners.to_vec() } else { turning_points(corners) };
    (bends.len() == sides).then(|| Polygon::new(bends, item))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::sample;
    use crate::{DrawStyle, Item, Rgb, Stroke};
    use kurbo::BezPath;

    /// A page that draws each of these lines by itself.
    fn page(lines: &[((f64, f64), (f64, f64))]) -> Page {
        let mut page = sample::page([]);
        for (from, to) in lines {
            let mut path = BezPath::new();
            path.move_to(*from);
            path.line_to(*to);
            let stroke = Stroke { width: 0.3, colour: Rgb([0; 3]), dash: Vec::new(), phase: 0.0 };
            let kind = ItemKind::Path { path: path.into(), fill: None, stroke: Some(stroke.into()) };
            let whole = kind.whole();
            page.items.push(Item {
                id: None,
                tag: None,
                clip: None,
                cuts: None,
                turn: None,
                effect: 0,
                draw_style: DrawStyle::default(),
                opacity: 1.0,
                shades: None,
                run: None,
                whole,
                kind,
            });
        }
        page
    }

    /// Two hexagons side by side, the edge between them drawn once.
    fn pair() -> Vec<((f64, f64), (f64, f64))> {
        let height = 10.0 * 3.0_f64.sqrt();
        let mut lines: Vec<((f64, f64), (f64, f64))> = Vec::new();
        for y in [0.0, height] {
            let corners = sample::hexagon((50.0, 50.0 + y), 10.0, 0.0);
            for (i, &from) in corners.iter().enumerate() {
                let to = corners[(i + 1) % 6];
                let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1) < 1e-6;
                if !lines.iter().any(|l| near(l.0, to) && near(l.1, from)) {
                    lines.push((from, to));
                }
            }
        }
        lines
    }

    #[test]
    fn an_edge_that_two_cells_share_is_drawn_once() {
        let lines = pair();
        assert_eq!(lines.len(), 11);
        let found = super::lines(&page(&lines));
        assert_eq!((found.hexagons.len(), found.count, found.ends), (2, 11, 0));
        assert!(found.hexagons.iter().all(|h| h.irregularity() < 1e-9 && (h.side() - 10.0).abs() < 1e-9));
    }

    #[test]
    fn lines_that_cross_and_lead_nowhere_are_left_out() {
        let mut lines = pair();
        lines.push((lines[0].0, (90.0, 90.0)));
        lines.push((lines[0].0, lines[2].1));
        lines.push(((90.0, 90.0), (91.0, 99.0)));
        assert_eq!(super::lines(&page(&lines)).hexagons.len(), 2);
    }

    #[test]
    fn an_end_that_stops_short_is_brought_home() {
        let mut lines = pair();
        lines[0].0.0 += 0.5;
        let found = super::lines(&page(&lines));
        // The other lines still meet there.
        assert_eq!((found.hexagons.len(), found.loose.len()), (2, 1));
        let gap = found.loose[0].end.distance(found.loose[0].meant);
        assert!((gap - 0.5).abs() < 1e-9, "{gap}");
    }

    #[test]
    fn lines_with_gaps_make_nothing() {
        let apart: Vec<_> = pair()
            .into_iter()
            .map(|(a, b)| {
                let at = |t: f64| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
                (at(0.2), at(0.8))
            })
            .collect();
        let found = super::lines(&page(&apart));
        assert_eq!((found.hexagons.len(), found.count, found.ends), (0, 11, 22));
    }
}
