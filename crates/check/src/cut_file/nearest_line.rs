//! Finds the line that is the nearest to a point, among many lines.
//!
//! - In: paths in mm.
//! - Out: distances, points at regular intervals, and lengths that are covered twice.

use hexpress_base::geometry::{square_at, squares_of};
use hexpress_base::sorted_map::SortedMap;
use kurbo::{BezPath, Line, ParamCurveNearest as _, PathSeg, Point, Rect};

/// The largest distance between a curve and the polygon that replaces it, in mm.
const FLATNESS: f64 = 0.001;
/// The distance between the points at which paths are compared, in mm.
const SAMPLE_DISTANCE_MM: f64 = 0.5;
/// The side of a square in the index of lines, in mm.
const INDEX_SQUARE_MM: f64 = 4.0;
/// The largest number of squares in the bounding box of a line. If there are more, the line is added
/// only to the squares at points along it.
const MAX_SQUARES: usize = 4000;

/// A point on a path.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    pub at: Point,
    /// The index of the path.
    pub path: usize,
    /// The distance from the start of the path, in mm.
    pub along: f64,
}

/// A path that would be cut twice in some places. There, another path or another part of the same path
/// runs along it.
#[derive(Debug, Clone, Copy)]
pub struct Doubled {
    /// The first point of the path that is covered twice.
    pub at: Point,
    /// The length that is covered by other parts of the same path, in mm.
    pub own_length: f64,
    /// The length that is covered by other paths, in mm.
    pub other_length: f64,
}

/// A straight part of a path.
#[derive(Debug, Clone, Copy)]
struct StraightPart {
    line: Line,
    path: usize,
    along: f64,
}

/// Straight lines that approximate paths, and an index of these lines by place.
#[derive(Debug, Default)]
pub struct Lines {
    parts: Vec<StraightPart>,
    /// The lines that cross each square.
    squares: SortedMap<[i64; 2], Vec<usize>>,
}

/// Returns points at regular distances on paths.
pub fn samples(paths: &[BezPath]) -> Vec<Sample> {
    Lines::new(paths).samples()
}

impl Lines {
    pub fn new(paths: &[BezPath]) -> Self {
        let mut lines = Self::default();
        for (path, whole) in paths.iter().enumerate() {
            let mut along = 0.0;
            let mut flat = BezPath::new();
            kurbo::flatten(whole, FLATNESS, |element| flat.push(element));
            for segment in flat.segments() {
                let PathSeg::Line(line) = segment else { continue };
                lines.add(StraightPart { line, path, along });
                along += line.p0.distance(line.p1);
            }
        }
        lines
    }

    fn add(&mut self, part: StraightPart) {
        let index = self.parts.len();
        self.parts.push(part);
        let bounds = Rect::from_points(part.line.p0, part.line.p1);
        let mut add_to = |square| self.squares.entry(square).or_default().push(index);
        if squares_of(bounds, INDEX_SQUARE_MM).nth(MAX_SQUARES).is_some() {
            // The bounding box of a long slanted line has many squares, but the line crosses only a few
            // of them.
            part_points(&part).iter().for_each(|sample| add_to(square_at(sample.at, INDEX_SQUARE_MM)));
        } else {
            squares_of(bounds, INDEX_SQUARE_MM).for_each(add_to);
        }
    }

    /// Returns the total length of all lines, in mm.
    pub fn length(&self) -> f64 {
        self.parts.iter().map(|part| part.line.p0.distance(part.line.p1)).sum()
    }

    /// Returns points at regular distances on all lines.
    pub fn samples(&self) -> Vec<Sample> {
        self.parts.iter().flat_map(part_points).collect()
    }

    /// Returns the distance from a point to the nearest line, in mm. Returns `None` if it is more than
    /// `most`.
    pub fn nearest(&self, at: Point, most: f64) -> Option<f64> {
        let near = self.parts_near(at, most).map(|part| part.line.nearest(at, 1e-9).distance_sq);
        let distance = near.fold(f64::INFINITY, f64::min).sqrt();
        (distance <= most).then_some(distance)
    }

    /// Returns the lines in the squares around a point.
    fn parts_near(&self, at: Point, most: f64) -> impl Iterator<Item = &StraightPart> {
        let squares = squares_of(Rect::from_center_size(at, (2.0 * most, 2.0 * most)), INDEX_SQUARE_MM);
        let indices = squares.filter_map(|square| self.squares.get(&square)).flatten();
        indices.filter_map(|index| self.parts.get(*index))
    }

    /// Returns the paths that are covered in some places: another line runs along the path there, at
    /// most `near` mm away. If two paths cover each other, returns only the later one.
    pub fn doubled(&self, near: f64) -> Vec<Doubled> {
        let mut found: SortedMap<usize, Doubled> = SortedMap::new();
        for part in &self.parts {
            let length = part.line.p0.distance(part.line.p1);
            let centre = part.line.p0.midpoint(part.line.p1);
            let points: Vec<Sample> = if length > SAMPLE_DISTANCE_MM {
                part_points(part).into_iter().skip(1).collect()
            } else {
                vec![Sample { at: centre, path: part.path, along: part.along + length / 2.0 }]
            };
            let step = length / points.len().max(1) as f64;
            for sample in points {
                let way = part.line.p1 - part.line.p0;
                let (mut own, mut others) = (false, false);
                for other in self.parts_near(sample.at, near) {
                    let other_way = other.line.p1 - other.line.p0;
                    let is_along = way.cross(other_way).abs() < 0.2 * way.hypot() * other_way.hypot();
                    if !is_along || other.line.nearest(sample.at, 1e-9).distance_sq > near * near {
                        continue;
                    }
                    let end = other.along + other_way.hypot();
                    // The parts of the same path next to the point do not count, because the path only
                    // continues there.
                    let is_far = sample.along < other.along - 2.0 * SAMPLE_DISTANCE_MM
                        || sample.along > end + 2.0 * SAMPLE_DISTANCE_MM;
                    own |= other.path == part.path && is_far;
                    others |= other.path < part.path;
                }
                if own || others {
                    let entry = found.entry(part.path).or_insert(Doubled {
                        at: sample.at,
                        own_length: 0.0,
                        other_length: 0.0,
                    });
                    entry.own_length += if own { step } else { 0.0 };
                    entry.other_length += if others { step } else { 0.0 };
                }
            }
        }
        found.into_values().collect()
    }
}

/// Returns points on a line, including both ends.
fn part_points(part: &StraightPart) -> Vec<Sample> {
    let StraightPart { line, path, along } = *part;
    let length = line.p0.distance(line.p1);
    let count = (length / SAMPLE_DISTANCE_MM).ceil().clamp(1.0, 20_000.0) as u32;
    let at = |i: u32| f64::from(i) / f64::from(count);
    (0..=count)
        .map(|i| Sample { at: line.p0.lerp(line.p1, at(i)), path, along: along + length * at(i) })
        .collect()
}
