//! Hexagons of which each edge is drawn once, and shared: the faces between straight lines.
//!
//! What lies between closed shapes alone is a gap between them, and no face: one line at least goes along a hexagon that
//! closes nothing by itself.
//!
//! The ends of all lines are brought together to points, the lines that go round and lead nowhere are cut off, and
//! round every face one walks along the next line to the left. Everything is sorted or looked up, nothing compared
//! with everything.

use crate::base::map::Map;
use std::collections::HashMap;

use kurbo::{Line, ParamCurve as _, PathSeg, Point, Shape as _, Vec2};

use super::contour::is_closed;
use super::polygon::Polygon;
use crate::base::hex::polygon;
use crate::base::point_index::PointIndex;
use crate::read::{ItemKind, Page};

/// Ends that lie no farther apart than this share of a usual line are one point.
const TOGETHER: f64 = 0.02;
/// Nor do ends this close, in mm: drawings by hand are as exact as this.
const CLOSE: f64 = 0.06;
/// So far, as a share of its line, an end that leads nowhere may lie from the point that it was meant to meet.
const MEANT: f64 = 0.12;
/// How much longer or shorter than most a line may be to be taken for an edge of a cell.
const ALIKE: f64 = 0.15;
/// How far a line may bend that is straight, as a share of its length.
const BENT: f64 = 0.005;
/// Lines shorter than this are no edges, in mm.
pub(super) const SHORT: f64 = 0.3;
/// The most corners that are looked at of one face.
const MOST_CORNERS: usize = 64;

/// The end of a line that stops short of the point that it was meant to meet, or goes beyond it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loose {
    /// Where it ends.
    pub end: Point,
    /// Where other lines meet.
    pub meant: Point,
    /// The other end of its line.
    pub from: Point,
}

/// What lines make.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    /// The hexagons between them.
    pub hexagons: Vec<Polygon>,
    /// Ends that do not meet others, and almost do.
    pub loose: Vec<Loose>,
    /// How many straight lines there are that close nothing by themselves.
    pub count: usize,
    /// How many of their ends meet no other line.
    pub ends: usize,
    /// How long most of them are, in mm.
    pub usual: f64,
}

/// A straight line.
pub(super) struct Segment {
    pub from: Point,
    pub to: Point,
    /// The item that draws it.
    pub item: usize,
    /// Whether its part of the path closes nothing.
    pub open: bool,
}

/// What the straight lines of a page make.
pub fn lines(page: &Page) -> Lines {
    let (segments, count) = segments(page);
    if count < 6 {
        return Lines { count, ..Lines::default() };
    }
    let usual = usual(&segments);
    let all = faces(&segments, usual, 6);
    // Lines of another length are no edges: one that crosses the board must not cut its cells.
    let even: Vec<Segment> =
        segments.into_iter().filter(|s| (s.from.distance(s.to) - usual).abs() <= ALIKE * usual).collect();
    let some = faces(&even, usual, 6);
    let mut best = if some.hexagons.len() > all.hexagons.len() { some } else { all };
    (best.count, best.usual) = (count, usual);
    best
}

/// The straight lines along which something is drawn, and how many of them close nothing by themselves.
pub(super) fn segments(page: &Page) -> (Vec<Segment>, usize) {
    let mut segments = Vec::new();
    let mut open = 0;
    for (item, drawn) in page.items.iter().enumerate() {
        let ItemKind::Path { path, stroke: Some(stroke), .. } = &drawn.kind else { continue };
        // An area that nobody sees may be said of a line.
        for part in path.subpaths() {
            let is_open = !is_closed(part.clone());
            let before = segments.len();
            for segment in kurbo::segments(part) {
                let Some(line) = straight(segment, stroke.width / 2.0) else { continue };
                if is_near(line.p0) && is_near(line.p1) && line.p0.distance(line.p1) > SHORT {
                    segments.push(Segment { from: line.p0, to: line.p1, item, open: is_open });
                }
            }
            if is_open {
                open += segments.len() - before;
            }
        }
    }
    (segments, open)
}

/// Returns a segment as a line; `None` if it bends by more than `least` mm, which is seen.
fn straight(segment: PathSeg, least: f64) -> Option<Line> {
    let line = Line::new(segment.start(), segment.end());
    let bends = |control: Point| {
        let way = line.p1 - line.p0;
        let along = way.dot(control - line.p0) / way.hypot2();
        let off = (way.cross(control - line.p0) / way.hypot()).abs();
        // A curve goes three quarters of the way to its control points at most.
        (0.0..=1.0).contains(&along) && 0.75 * off <= least.min(BENT * way.hypot())
    };
    let is_straight = match segment {
        PathSeg::Line(_) => true,
        PathSeg::Quad(curve) => bends(curve.p1),
        PathSeg::Cubic(curve) => bends(curve.p1) && bends(curve.p2),
    };
    is_straight.then_some(line)
}

/// Whether a point is anywhere that paper may be, in mm.
pub(super) fn is_near(point: Point) -> bool {
    point.x.abs() < 1e7 && point.y.abs() < 1e7
}

/// The length that most lines have: the middle one of the fullest step of a scale of lengths.
pub(super) fn usual(segments: &[Segment]) -> f64 {
    let mut lengths: Vec<f64> = segments.iter().map(|s| s.from.distance(s.to)).collect();
    lengths.sort_by(f64::total_cmp);
    let (mut best, mut start) = ((0, 0), 0);
    for end in 0..lengths.len() {
        while lengths[end] > lengths[start] * (1.0 + ALIKE) {
            start += 1;
        }
        if end + 1 - start > best.1 - best.0 {
            best = (start, end + 1);
        }
    }
    lengths.get(usize::midpoint(best.0, best.1)).copied().unwrap_or(0.0)
}

/// Points that are brought together.
struct Points {
    /// Where each lies: the middle of the ends that are there.
    places: Vec<Point>,
    /// The point of each end, in the order of the ends.
    of_end: Vec<usize>,
}

impl Points {
    fn of(ends: &[Point], reach: f64) -> Self {
        let mut index = PointIndex::<2>::new(reach);
        let mut sums: Vec<(Vec2, f64)> = Vec::new();
        let mut of_end = Vec::with_capacity(ends.len());
        for &end in ends {
            let known = index.within(end, reach).next();
            let point = known.unwrap_or_else(|| {
                // Points lie a reach apart, so that a square holds few of them.
                index.insert([end.x, end.y], sums.len());
                sums.push((Vec2::ZERO, 0.0));
                sums.len() - 1
            });
            sums[point].0 += end.to_vec2();
            sums[point].1 += 1.0;
            of_end.push(point);
        }
        Self { places: sums.into_iter().map(|(sum, n)| (sum / n).to_point()).collect(), of_end }
    }
}

/// A line as it leads away from a point.
#[derive(Clone, Copy)]
struct Leads {
    /// The point at its other end.
    to: usize,
    /// The item that draws it.
    item: usize,
    /// Whether it closes nothing by itself.
    open: bool,
}

/// Each point's lines.
type Ways = Vec<Vec<Leads>>;

pub(super) fn faces(segments: &[Segment], usual: f64, sides: usize) -> Lines {
    let ends: Vec<Point> = segments.iter().flat_map(|s| [s.from, s.to]).collect();
    let reach = (TOGETHER * usual).max(CLOSE.min(usual / 4.0));
    let Points { mut places, mut of_end } = Points::of(&ends, reach);
    let mut degree = vec![0_usize; places.len()];
    for pair in of_end.chunks_exact(2).filter(|pair| pair[0] != pair[1]) {
        pair.iter().for_each(|&point| degree[point] += 1);
    }
    // Of a point where one line ends, the other end of that.
    let mut others = places.clone();
    for (segment, pair) in segments.iter().zip(of_end.chunks_exact(2)) {
        (others[pair[0]], others[pair[1]]) = (segment.to, segment.from);
    }
    let loose = join(&mut places, &mut of_end, &degree, &others, MEANT * usual);
    let mut ways: Ways = vec![Vec::new(); places.len()];
    for (segment, pair) in segments.iter().zip(of_end.chunks_exact(2)) {
        let (a, b) = (pair[0], pair[1]);
        if a != b {
            ways[a].push(Leads { to: b, item: segment.item, open: segment.open });
            ways[b].push(Leads { to: a, item: segment.item, open: segment.open });
        }
    }
    for (point, ways) in ways.iter_mut().enumerate() {
        // One line drawn twice is one.
        ways.sort_unstable_by_key(|way| (way.to, way.item));
        ways.dedup_by(|next, kept| {
            kept.open |= kept.to == next.to && next.open;
            kept.to == next.to
        });
        let angle = |to: usize| {
            let way = places[to] - places[point];
            libm::atan2(way.y, way.x)
        };
        ways.sort_by(|a, b| angle(a.to).total_cmp(&angle(b.to)));
    }
    let ends = ways.iter().filter(|ways| ways.len() == 1).count();
    prune(&mut ways);
    let hexagons = walk(&places, &ways, sides);
    Lines { hexagons, loose, ends, ..Lines::default() }
}

/// Brings ends that lead nowhere to the point they were meant to meet.
fn join(
    places: &mut [Point],
    of_end: &mut [usize],
    degree: &[usize],
    others: &[Point],
    reach: f64,
) -> Vec<Loose> {
    // Where more points are heaped up than lines can mean, one of them will do.
    let mut index = PointIndex::<2>::crowded(reach, 16);
    for (point, place) in places.iter().enumerate().filter(|(point, _)| degree[*point] > 0) {
        index.insert([place.x, place.y], point);
    }
    let mut goes: Map<usize, usize> = Map::new();
    let mut loose = Vec::new();
    for (point, &end) in places.iter().enumerate().filter(|(point, _)| degree[*point] == 1) {
        let nearest = index
            .within(end, reach)
            .filter(|&other| other != point && !goes.contains_key(&other))
            .map(|other| (end.distance(places[other]), other))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, other)) = nearest {
            goes.insert(point, other);
            loose.push(Loose { end, meant: places[other], from: others[point] });
        }
    }
    // Where none of the ends meets another, the point that they mean lies in their middle.
    let mut middles: Map<usize, (Vec2, f64)> = Map::new();
    let home = |mut point: usize| {
        while let Some(&next) = goes.get(&point) {
            point = next;
        }
        point
    };
    for &point in goes.keys() {
        let home = home(point);
        if degree[home] == 1 {
            let (sum, n) = middles.entry(home).or_insert_with(|| (places[home].to_vec2(), 1.0));
            *sum += places[point].to_vec2();
            *n += 1.0;
        }
    }
    for end in of_end {
        *end = home(*end);
    }
    for (point, (sum, n)) in middles {
        places[point] = (sum / n).to_point();
    }
    loose
}

/// Cuts off lines that lead nowhere, one after the other.
fn prune(ways: &mut Ways) {
    let mut ends: Vec<usize> = (0..ways.len()).filter(|&point| ways[point].len() == 1).collect();
    while let Some(end) = ends.pop() {
        let Some(Leads { to, .. }) = ways[end].pop() else { continue };
        ways[to].retain(|way| way.to != end);
        if ways[to].len() == 1 {
            ends.push(to);
        }
    }
}

/// Goes round every face.
fn walk(places: &[Point], ways: &Ways, sides: usize) -> Vec<Polygon> {
    // Where each point's ways begin in one list of them all.
    let mut starts = vec![0];
    starts.extend(ways.iter().scan(0, |total, own| {
        *total += own.len();
        Some(*total)
    }));
    let turns: HashMap<(usize, usize), usize> = ways
        .iter()
        .enumerate()
        .flat_map(|(point, own)| own.iter().enumerate().map(move |(n, way)| ((point, way.to), n)))
        .collect();
    let mut done = vec![false; starts[ways.len()]];
    let mut found = Vec::new();
    for (start, own) in ways.iter().enumerate() {
        for n in 0..own.len() {
            if done[starts[start] + n] {
                continue;
            }
            let (mut point, mut way) = (start, n);
            let mut corners = Vec::new();
            let (mut item, mut open) = (usize::MAX, false);
            while !done[starts[point] + way] {
                done[starts[point] + way] = true;
                let Leads { to, item: drawn, open: is_open } = ways[point][way];
                open |= is_open;
                if corners.len() <= MOST_CORNERS {
                    corners.push(places[point]);
                }
                item = item.min(drawn);
                // The way back, and from there the next one.
                let Some(back) = turns.get(&(to, point)) else { break };
                let count = ways[to].len();
                (point, way) = (to, (back + count - 1) % count);
            }
            if open {
                found.extend(face(&corners, item, sides));
            }
        }
    }
    found.sort_by_key(|hexagon: &Polygon| hexagon.item);
    found
}

/// A face with so many corners that is gone round clockwise; the outside of everything is gone round the other way.
fn face(corners: &[Point], item: usize, sides: usize) -> Option<Polygon> {
    if !(sides..=4 * sides).contains(&corners.len()) {
        return None;
    }
    if polygon(corners).area() <= 0.0 {
        return None;
    }
    let own = if corners.len() == sides { corners.to_vec() } else { super::contour::turning(corners) };
    (own.len() == sides).then(|| Polygon::new(own, item))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::sample;
    use crate::read::{Item, Manner, Rgb, Stroke};
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
                manner: Manner::default(),
                cover: 1.0,
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
