//! Merges the ends of segments into points.
//!
//! - In: segments whose ends meet only approximately.
//! - Out: the points where the ends meet, and the ends that almost meet.
//! - Not here: the faces between the segments ([`super::faces`]).

use kurbo::{Point, Vec2};

use super::hexagon_net::{LooseEnd, Segment};
use hexpress_base::point_index::PointIndex;
use hexpress_base::sorted_map::SortedMap;

/// The maximum number of nearby points that are compared with a loose end.
const MAX_POINTS_NEAR_END: usize = 16;

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

/// The result of merging the ends of segments into points.
pub(super) struct MergedPoints {
    /// The position of each point: the mean of its merged ends.
    pub places: Vec<Point>,
    /// The index of the point into which each end was merged. Each segment has two entries, for its
    /// start and its end.
    of_end: Vec<usize>,
}

impl MergedPoints {
    /// Merges ends of segments that are at most `reach` mm apart.
    pub fn new(segments: &[Segment], reach: f64) -> Self {
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
                    // The points are at least `reach` mm apart, so each square of the spatial index
                    // contains only a few points.
                    index.insert([end.x, end.y], means.len());
                    of_end.push(means.len());
                    means.push(Mean::new(end));
                }
            }
        }
        Self { places: means.into_iter().map(Mean::point).collect(), of_end }
    }

    /// Returns the indices of the two end points of each segment.
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        self.of_end.chunks_exact(2).map(|pair| [pair[0], pair[1]])
    }

    /// Moves each loose end to the point that it should probably meet, if this point is at most
    /// `reach` mm away. Returns the loose ends that were moved.
    pub fn join_loose_ends(&mut self, segments: &[Segment], reach: f64) -> Vec<LooseEnd> {
        let mut degree = vec![0_usize; self.places.len()];
        // For each point where only one line ends: the other end of this line. The entries of all other
        // points are not used.
        let mut far_ends = self.places.clone();
        for (segment, [a, b]) in segments.iter().zip(self.pairs()) {
            if a != b {
                degree[a] += 1;
                degree[b] += 1;
            }
            (far_ends[a], far_ends[b]) = (segment.to, segment.from);
        }
        let mut index = PointIndex::<2>::with_limit(reach, MAX_POINTS_NEAR_END);
        for (point, place) in self.places.iter().enumerate().filter(|(point, _)| degree[*point] > 0) {
            index.insert([place.x, place.y], point);
        }
        let mut joined: SortedMap<usize, usize> = SortedMap::new();
        let mut loose = Vec::new();
        for (point, &end) in self.places.iter().enumerate().filter(|(point, _)| degree[*point] == 1) {
            let nearest = index
                .within(end, reach)
                .filter(|&other| other != point && !joined.contains_key(&other))
                .map(|other| (end.distance(self.places[other]), other))
                .min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((_, other)) = nearest {
                joined.insert(point, other);
                loose.push(LooseEnd { end, target: self.places[other], from: far_ends[point] });
            }
        }
        self.merge_joined(&joined, &degree);
        loose
    }

    /// Replaces each joined point by the point that it is joined to.
    fn merge_joined(&mut self, joined: &SortedMap<usize, usize>, degree: &[usize]) {
        // A point at which several lines end stays in its place, and loose ends are moved to this
        // point. If only loose ends are joined to each other, all of them are moved to their mean.
        let mut means: SortedMap<usize, Mean> = SortedMap::new();
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

/// Returns the last point of a chain in which each point is joined to the next one. The chain has no
/// cycle, because points are joined only to points that are not joined yet.
fn last_joined(joined: &SortedMap<usize, usize>, mut point: usize) -> usize {
    while let Some(&next) = joined.get(&point) {
        point = next;
    }
    point
}
