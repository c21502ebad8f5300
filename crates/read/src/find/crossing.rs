//! Cells between lines that are longer than their edges, and cross.

use kurbo::{Affine, Point};

use super::lines::{SHORT, Segment, faces, segments, usual};
use super::polygon::Polygon;
use crate::base::geometry::span;
use crate::read::Page;

/// The most lines that are looked at for where they cross.
const MOST_CROSSING: usize = 1000;
/// Of so many lines the ways are tried in which most may run.
const MOST_WAYS: usize = 60;
/// How far from the end of a line another one may end that meets it, in mm.
const MEETS: f64 = 0.05;
/// The share of the lengths of all lines that run along the sides of squares, at least, however many of these have both
/// their diagonals: 1 / (1 + √2) is 0.414.
const MANY: f64 = 0.4;
/// How far from the rim of all lines a line may lie that runs along it, in mm.
const ON_RIM: f64 = 0.5;

/// The polygons of so many sides between the straight lines of a page, which may be long, and cross.
pub fn polygons_between(page: &Page, sides: usize) -> Vec<Polygon> {
    let (segments, count) = segments(page);
    if count < 4 || segments.len() > MOST_CROSSING {
        return Vec::new();
    }
    let segments = if sides == 4 { upright(segments) } else { segments };
    let parts: Vec<Segment> = segments.iter().flat_map(|segment| parted(segment, &segments)).collect();
    let usual = usual(&parts);
    faces(&parts, usual, sides).hexagons
}

/// The lines that run in the two ways in which most do, at right angles: diagonals do not part squares. Where each square
/// has both its diagonals these are longer than all other lines, but not the rim.
fn upright(segments: Vec<Segment>) -> Vec<Segment> {
    let angle = |segment: &Segment| {
        let way = segment.to - segment.from;
        libm::atan2(way.y, way.x).to_degrees().rem_euclid(90.0)
    };
    let near = |a: f64, b: f64| ((a - b + 45.0).rem_euclid(90.0) - 45.0).abs() < 5.0;
    let along = |way: f64| {
        let own = segments.iter().filter(|segment| near(angle(segment), way));
        own.map(|segment| segment.from.distance(segment.to)).sum::<f64>()
    };
    let all: f64 = segments.iter().map(|segment| segment.from.distance(segment.to)).sum();
    let ways: Vec<f64> = segments.iter().take(MOST_WAYS).map(angle).collect();
    let best = ways.into_iter().max_by(|a, b| {
        let score = |way: f64| (along(way) > MANY * all && has_rim(&segments, way), along(way));
        let ((a, long), (b, longer)) = (score(*a), score(*b));
        a.cmp(&b).then(long.total_cmp(&longer))
    });
    segments.into_iter().filter(|segment| best.is_none_or(|best| near(angle(segment), best))).collect()
}

/// Whether lines run along all four sides of the box round these lines that is turned by so many degrees.
fn has_rim(segments: &[Segment], degrees: f64) -> bool {
    let (sin, cos) = libm::sincos(degrees.to_radians());
    let to_box = Affine::new([cos, -sin, sin, cos, 0.0, 0.0]);
    let ends = || segments.iter().flat_map(|segment| [to_box * segment.from, to_box * segment.to]);
    let rim = |of: fn(&Point) -> f64| {
        let (low, high) = span(ends().map(|end| of(&end)));
        [low, high].into_iter().all(|side| {
            let on = |end: Point| (of(&(to_box * end)) - side).abs() < ON_RIM;
            segments.iter().any(|segment| on(segment.from) && on(segment.to))
        })
    };
    rim(|end| end.x) && rim(|end| end.y)
}

/// A line in the parts between those that cross it.
fn parted(segment: &Segment, all: &[Segment]) -> Vec<Segment> {
    let way = segment.to - segment.from;
    let length = way.hypot();
    let crossing = |other: &Segment| {
        let across = other.to - other.from;
        let turn = way.cross(across);
        if turn.abs() < 0.01 * length * across.hypot() {
            return None;
        }
        let to = other.from - segment.from;
        let (at, along) = (to.cross(across) / turn, to.cross(way) / turn);
        let meets = MEETS / across.hypot();
        let inside = (SHORT..=length - SHORT).contains(&(at * length));
        (inside && (-meets..=1.0 + meets).contains(&along)).then_some(at)
    };
    let mut cuts: Vec<f64> = all.iter().filter_map(crossing).chain([0.0, 1.0]).collect();
    cuts.sort_by(f64::total_cmp);
    cuts.dedup_by(|a, b| (*a - *b) * length < SHORT);
    let part = |ends: &[f64]| Segment {
        from: segment.from + way * ends[0],
        to: segment.from + way * ends[1],
        item: segment.item,
        open: segment.open,
    };
    cuts.windows(2).map(part).collect()
}
