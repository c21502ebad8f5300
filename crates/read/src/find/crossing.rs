//! Finds cells between long lines that cross each other. One line may form the edges of several cells.
//!
//! - In: the straight lines of a page.
//! - Out: the polygons between the lines. Each line is first split where other lines cross it.
//! - Not here: finding faces, which are the polygons between the split lines ([`super::faces`]).

use std::cmp::Ordering;

use kurbo::{Affine, Point};

use super::faces::faces;
use super::hexagon_net::{MIN_LENGTH, Segment, open_count, segments, usual_length};
use super::polygon::Polygon;
use crate::{ItemKind, Page};
use hexpress_base::geometry::span;

/// A page with more lines than this is not searched for crossings.
const MAX_CROSSING_LINES: usize = 1000;
/// The maximum number of lines that are examined to find the main direction of the edges.
const MAX_DIRECTIONS: usize = 60;
/// A line meets another line if its end is at most this far from the other line, in mm. If half of the other
/// line's width is larger, that length is the limit.
const MEETING_DISTANCE: f64 = 0.05;
/// On a board of squares, the sides of the squares make up more than this share of the total length of all
/// lines. In the worst case, every square has both diagonals, and the share is 1 / (1 + √2), or 0.414.
const MAIN_SHARE: f64 = 0.4;
/// A line is a part of the rim if both of its ends are closer than this to one side of the board, in mm.
const RIM_DISTANCE: f64 = 0.5;
/// Two lines count as having the same direction if the angle between them is smaller than this, in
/// degrees.
const DIRECTION_TOLERANCE: f64 = 5.0;
/// The smallest sine of the angle between two lines that count as crossing.
const MIN_SINE: f64 = 0.01;

/// Returns the polygons with `sides` sides between the straight lines of a page. Lines may be
/// longer than a side and may cross.
pub fn polygons_between(page: &Page, sides: usize) -> Vec<Polygon> {
    let found = segments(page);
    if open_count(&found) < 4 || found.len() > MAX_CROSSING_LINES {
        return Vec::new();
    }
    let edges = if sides == 4 { without_diagonals(found) } else { found };
    let inked: Vec<InkedSegment> =
        edges.into_iter().map(|segment| InkedSegment::new(page, segment)).collect();
    let parts: Vec<Segment> = inked.iter().flat_map(|line| line.split(&inked)).collect();
    faces(&parts, usual_length(&parts), sides).polygons
}

/// Keeps the segments in the two perpendicular directions that most segments have. This removes the
/// diagonals of squares, which are not edges of cells.
///
/// If every square has both diagonals, the diagonals have a larger total length than all other lines. They
/// are then recognised because they form no rim.
fn without_diagonals(segments: Vec<Segment>) -> Vec<Segment> {
    let total: f64 = segments.iter().map(Segment::length).sum();
    let candidates = segments.iter().take(MAX_DIRECTIONS).map(direction);
    let directions = candidates.map(|degrees| {
        let length = length_along(&segments, degrees);
        let may_be_edges = length > MAIN_SHARE * total && has_rim(&segments, degrees);
        Direction { degrees, length, may_be_edges }
    });
    let Some(main) = directions.max_by(Direction::by_likelihood) else { return segments };
    segments.into_iter().filter(|segment| is_along(segment, main.degrees)).collect()
}

/// A direction of lines, together with the direction at a right angle to it.
struct Direction {
    degrees: f64,
    /// The total length of the segments parallel or perpendicular to this direction, in mm.
    length: f64,
    /// True if the segments parallel or perpendicular to this direction can be edges of cells.
    /// Their total length must be large enough, and they must form a rim like the rim of a board.
    may_be_edges: bool,
}

impl Direction {
    /// Orders directions by how likely they are to be the directions of the edges of squares.
    fn by_likelihood(&self, other: &Self) -> Ordering {
        self.may_be_edges.cmp(&other.may_be_edges).then(self.length.total_cmp(&other.length))
    }
}

/// Returns the direction of a segment in degrees, in `0..90`. A perpendicular segment has the same
/// value.
fn direction(segment: &Segment) -> f64 {
    let vector = segment.to - segment.from;
    libm::atan2(vector.y, vector.x).to_degrees().rem_euclid(90.0)
}

/// Returns whether a segment is parallel or perpendicular to a direction.
fn is_along(segment: &Segment, degrees: f64) -> bool {
    ((direction(segment) - degrees + 45.0).rem_euclid(90.0) - 45.0).abs() < DIRECTION_TOLERANCE
}

/// Returns the total length of the segments parallel or perpendicular to a direction, in mm.
fn length_along(segments: &[Segment], degrees: f64) -> f64 {
    segments.iter().filter(|segment| is_along(segment, degrees)).map(Segment::length).sum()
}

/// Returns whether segments run along all four sides of the box that surrounds them. The box is
/// rotated by `degrees`.
fn has_rim(segments: &[Segment], degrees: f64) -> bool {
    let (sin, cos) = libm::sincos(degrees.to_radians());
    let to_box = Affine::new([cos, -sin, sin, cos, 0.0, 0.0]);
    let ends: Vec<[Point; 2]> =
        segments.iter().map(|segment| [to_box * segment.from, to_box * segment.to]).collect();
    has_both_sides(&ends, |point| point.x) && has_both_sides(&ends, |point| point.y)
}

/// Returns whether segments run along two opposite sides of the box around all segments. `ends` contains the
/// two ends of each segment. `coordinate` selects the sides. It returns the x of a point for left and right,
/// or the y for top and bottom.
fn has_both_sides(ends: &[[Point; 2]], coordinate: fn(&Point) -> f64) -> bool {
    let (low, high) = span(ends.iter().flatten().map(coordinate));
    [low, high].into_iter().all(|side| {
        ends.iter().any(|pair| pair.iter().all(|end| (coordinate(end) - side).abs() < RIM_DISTANCE))
    })
}

/// A segment, and how close the end of another line must be to meet it.
struct InkedSegment {
    segment: Segment,
    /// The largest distance, in mm, at which the end of another line still meets this segment.
    max_gap: f64,
}

impl InkedSegment {
    fn new(page: &Page, segment: Segment) -> Self {
        let width = match page.items.get(segment.item).map(|item| &item.kind) {
            Some(ItemKind::Path { stroke: Some(stroke), .. }) => stroke.width,
            _ => 0.0,
        };
        Self { segment, max_gap: (width / 2.0).max(MEETING_DISTANCE) }
    }

    /// Splits the segment where other lines cross it. An end of the segment may be inside the ink
    /// of another line, or slightly beyond this ink. Such an end is moved to the point where both
    /// lines cross.
    fn split(&self, all: &[Self]) -> Vec<Segment> {
        let Segment { from, to, item, is_open } = self.segment;
        let length = (to - from).hypot();
        let mut cuts: Vec<f64> = all.iter().filter_map(|other| self.crossing(other)).collect();
        let (first, last) = (self.end_near(0.0, &cuts), self.end_near(length, &cuts));
        cuts.retain(|cut| (first + MIN_LENGTH..=last - MIN_LENGTH).contains(cut));
        cuts.extend([first, last]);
        cuts.sort_by(f64::total_cmp);
        cuts.dedup_by(|a, b| *a - *b < MIN_LENGTH);
        let points: Vec<Point> = cuts.into_iter().map(|cut| from + (to - from) * (cut / length)).collect();
        points.windows(2).map(|ends| Segment { from: ends[0], to: ends[1], item, is_open }).collect()
    }

    /// Returns the position where another line crosses this line, in mm from the start of this
    /// line. Returns `None` if the lines are parallel or do not meet.
    fn crossing(&self, other: &Self) -> Option<f64> {
        let vector = self.segment.to - self.segment.from;
        let other_vector = other.segment.to - other.segment.from;
        let (length, other_length) = (vector.hypot(), other_vector.hypot());
        let cross = vector.cross(other_vector);
        if cross.abs() < MIN_SINE * length * other_length {
            return None;
        }
        let offset = other.segment.from - self.segment.from;
        let place = length * offset.cross(other_vector) / cross;
        let share_of_other = offset.cross(vector) / cross;
        let tolerance = self.max_gap / other_length;
        let is_on_both = (-other.max_gap..=length + other.max_gap).contains(&place)
            && (-tolerance..=1.0 + tolerance).contains(&share_of_other);
        is_on_both.then_some(place)
    }

    /// Returns the crossing that is nearest to `end`, an end of the segment. `cuts` are the positions of the
    /// crossings. If no crossing is near enough, returns `end`.
    fn end_near(&self, end: f64, cuts: &[f64]) -> f64 {
        let max_gap = MIN_LENGTH.max(self.max_gap);
        let distances =
            cuts.iter().map(|&cut| (cut, (cut - end).abs())).filter(|(_, distance)| *distance < max_gap);
        distances.min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(end, |(cut, _)| cut)
    }
}
