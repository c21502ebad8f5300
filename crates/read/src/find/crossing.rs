//! Cells between lines that are longer than their edges, and cross.

use kurbo::{Affine, Point};

use super::lines::{SHORT, Segment, faces, segments, usual};
use super::polygon::Polygon;
use crate::base::geometry::span;
use crate::read::{ItemKind, Page};

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
    let drawn: Vec<Drawn> = segments.into_iter().map(|segment| Drawn::of(page, segment)).collect();
    let parts: Vec<Segment> = drawn.iter().flat_map(|own| own.parted(&drawn)).collect();
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

/// A line with how far its ink reaches to either side, in mm.
struct Drawn {
    segment: Segment,
    reach: f64,
}

impl Drawn {
    fn of(page: &Page, segment: Segment) -> Self {
        let width = match page.items.get(segment.item).map(|item| &item.kind) {
            Some(ItemKind::Path { stroke: Some(stroke), .. }) => stroke.width,
            _ => 0.0,
        };
        Self { segment, reach: (width / 2.0).max(MEETS) }
    }

    /// Returns the parts of the line between the lines that cross it. Where it ends in the ink of another line, or a
    /// little beyond, the last part ends where the two cross.
    fn parted(&self, all: &[Self]) -> Vec<Segment> {
        let Segment { from, to, item, open } = self.segment;
        let way = to - from;
        let length = way.hypot();
        let crossing = |other: &Self| {
            let across = other.segment.to - other.segment.from;
            let turn = way.cross(across);
            if turn.abs() < 0.01 * length * across.hypot() {
                return None;
            }
            let between = other.segment.from - from;
            let (at, along) = (length * between.cross(across) / turn, between.cross(way) / turn);
            let meets = self.reach / across.hypot();
            let is_on = (-other.reach..=length + other.reach).contains(&at);
            (is_on && (-meets..=1.0 + meets).contains(&along)).then_some(at)
        };
        let mut cuts: Vec<f64> = all.iter().filter_map(crossing).collect();
        let end = |of: f64| {
            let near = cuts.iter().filter(|at| (**at - of).abs() < SHORT.max(self.reach));
            near.copied().min_by(|a, b| (a - of).abs().total_cmp(&(b - of).abs())).unwrap_or(of)
        };
        let (first, last) = (end(0.0), end(length));
        cuts.retain(|at| (first + SHORT..=last - SHORT).contains(at));
        cuts.extend([first, last]);
        cuts.sort_by(f64::total_cmp);
        cuts.dedup_by(|a, b| *a - *b < SHORT);
        let place = |at: f64| from + way * (at / length);
        let part = |ends: &[f64]| Segment { from: place(ends[0]), to: place(ends[1]), item, open };
        cuts.windows(2).map(part).collect()
    }
}
