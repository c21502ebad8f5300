//! Finds faces: the polygons that segments enclose.
//!
//! - In: segments that a page strokes.
//! - Out: the polygons that they enclose.
//! - Not here: which segments a page strokes ([`super::hexagon_net`]).
//!
//! The ends of all segments are merged into points, and dead ends are removed. Then the edges of each face
//! are followed clockwise: at each point, the walk takes the next edge to the right. Edges are sorted or
//! looked up, so that no step has to compare every edge with every other edge.

use std::collections::HashMap;

use kurbo::{Point, Shape as _, Vec2};

use super::contour::turning_points;
use super::hexagon_net::{LooseEnd, Segment};
use super::merged_points::MergedPoints;
use super::polygon::Polygon;
use hexpress_base::geometry::polygon;

/// The largest distance between two ends that count as one point, as a fraction of the usual length
/// of segments.
const MERGE_SHARE: f64 = 0.02;
/// If segments are short, the distance given by [`MERGE_SHARE`] is too strict. Two ends then count as one
/// point up to this distance, in mm, but at most up to a quarter of the usual length. Drawings made by hand
/// have this precision.
const MERGE_DISTANCE: f64 = 0.06;
/// The largest distance between a loose end and the point that it should probably meet, as a fraction of the
/// usual length of segments. A loose end is an end that meets no other segment.
const TARGET_SHARE: f64 = 0.12;
/// The maximum number of corners that are stored for a face. A face with more corners has too many sides to
/// be returned.
const MAX_CORNERS: usize = 64;

/// An edge, as seen from the point at one of its ends.
#[derive(Clone, Copy)]
struct Edge {
    /// The index of the point at the other end.
    to: usize,
    /// The index of the item that draws the edge.
    item: usize,
    /// True if the edge is a part of a subpath that is not closed.
    is_open: bool,
}

/// The points where lines meet, and the edges between them.
struct Graph {
    places: Vec<Point>,
    /// The edges of each point, sorted by angle.
    edges: Vec<Vec<Edge>>,
}

/// The polygons that segments enclose.
pub(super) struct Faces {
    pub polygons: Vec<Polygon>,
    /// Ends that almost meet other segments.
    pub loose: Vec<LooseEnd>,
    /// The number of ends that do not meet another segment.
    pub ends: usize,
}

/// Finds the polygons that segments enclose, and returns those with `sides` sides. `usual` is the usual
/// length of a segment, in mm.
pub(super) fn faces(segments: &[Segment], usual: f64, sides: usize) -> Faces {
    let mut points = MergedPoints::new(segments, (MERGE_SHARE * usual).max(MERGE_DISTANCE.min(usual / 4.0)));
    let loose = points.join_loose_ends(segments, TARGET_SHARE * usual);
    let mut graph = Graph::new(segments, points);
    let ends = graph.edges.iter().filter(|edges| edges.len() == 1).count();
    graph.prune();
    Faces { polygons: graph.polygons(sides), loose, ends }
}

impl Graph {
    fn new(segments: &[Segment], points: MergedPoints) -> Self {
        let mut edges = vec![Vec::new(); points.places.len()];
        for (segment, [a, b]) in segments.iter().zip(points.pairs()) {
            if a != b {
                edges[a].push(Edge { to: b, item: segment.item, is_open: segment.is_open });
                edges[b].push(Edge { to: a, item: segment.item, is_open: segment.is_open });
            }
        }
        let places = points.places;
        for (own_edges, &place) in edges.iter_mut().zip(&places) {
            // A line that is drawn twice counts as one edge.
            own_edges.sort_unstable_by_key(|edge| (edge.to, edge.item));
            own_edges.dedup_by(|next, kept| {
                kept.is_open |= kept.to == next.to && next.is_open;
                kept.to == next.to
            });
            own_edges.sort_by(|a, b| angle(places[a.to] - place).total_cmp(&angle(places[b.to] - place)));
        }
        Self { places, edges }
    }

    /// Removes dead ends, so that every point has either no edge or at least two.
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

    /// Walks around every face, and returns the polygons with `sides` sides, sorted by item. Leaves
    /// out faces between closed shapes.
    fn polygons(&self, sides: usize) -> Vec<Polygon> {
        let positions = self.positions();
        let mut walked: Vec<Vec<bool>> =
            self.edges.iter().map(|own_edges| vec![false; own_edges.len()]).collect();
        let mut found = Vec::new();
        for (point, own_edges) in self.edges.iter().enumerate() {
            for position in 0..own_edges.len() {
                let face = self.walk_face(EdgeIndex { point, position }, &positions, &mut walked);
                found.extend(face.filter(|face| face.is_open).and_then(|face| face.polygon(sides)));
            }
        }
        found.sort_by_key(|polygon: &Polygon| polygon.item);
        found
    }

    /// Returns the position of each edge in the list of edges at its first point. The key is the pair
    /// of the edge's first and second point.
    fn positions(&self) -> HashMap<(usize, usize), usize> {
        let edges = self.edges.iter().enumerate();
        edges
            .flat_map(|(point, own_edges)| {
                own_edges.iter().enumerate().map(move |(n, edge)| ((point, edge.to), n))
            })
            .collect()
    }

    /// Walks around the face to the right of an edge, as seen on the page. Returns `None` if this face
    /// was visited before.
    fn walk_face(
        &self,
        start: EdgeIndex,
        positions: &HashMap<(usize, usize), usize>,
        walked: &mut [Vec<bool>],
    ) -> Option<Face> {
        let EdgeIndex { mut point, mut position } = start;
        let mut face: Option<Face> = None;
        while !walked[point][position] {
            walked[point][position] = true;
            let edge = self.edges[point][position];
            let walk =
                face.get_or_insert_with(|| Face { corners: Vec::new(), item: edge.item, is_open: false });
            walk.is_open |= edge.is_open;
            walk.item = walk.item.min(edge.item);
            if walk.corners.len() <= MAX_CORNERS {
                walk.corners.push(self.places[point]);
            }
            // The edges of a point are sorted by angle, clockwise as seen on the page. The walk arrived on
            // one of these edges, and continues along the edge just before it.
            let Some(back) = positions.get(&(edge.to, point)) else { break };
            let count = self.edges[edge.to].len();
            (point, position) = (edge.to, (back + count - 1) % count);
        }
        face
    }
}

/// An edge, given by its position among the edges of a point.
#[derive(Clone, Copy)]
struct EdgeIndex {
    point: usize,
    position: usize,
}

/// A polygon that lines enclose.
struct Face {
    /// The corners. If there are more than [`MAX_CORNERS`], only the first [`MAX_CORNERS`] + 1 are stored.
    corners: Vec<Point>,
    /// The index of the first item of the page that draws an edge of the face.
    item: usize,
    /// True if an edge of the face is part of a subpath that is not closed.
    is_open: bool,
}

impl Face {
    /// Returns the face as a polygon. Returns `None` if the face does not have `sides` sides, or if its
    /// corners run counterclockwise. The corners of the outer face, which surrounds all lines, run
    /// counterclockwise.
    fn polygon(&self, sides: usize) -> Option<Polygon> {
        let corners = &self.corners;
        if !(sides..=4 * sides).contains(&corners.len()) || polygon(corners).area() <= 0.0 {
            return None;
        }
        let bends = if corners.len() == sides { corners.clone() } else { turning_points(corners) };
        (bends.len() == sides).then(|| Polygon::new(bends, self.item))
    }
}

/// Returns the direction of a vector in radians.
fn angle(vector: Vec2) -> f64 {
    libm::atan2(vector.y, vector.x)
}
