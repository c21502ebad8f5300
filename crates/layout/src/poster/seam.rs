//! Defines a seam of a poster: a line along which two sheets are joined.
//!
//! In all coordinates of this file, `x` is measured along the seam, and `y` at a right angle to the
//! seam. For a seam from left to right, these are the coordinates of the whole picture. For a seam from
//! top to bottom, `x` and `y` are exchanged.
//!
//! The module `possible_seams` searches for seams, and `choose_seams` chooses among them.

use kurbo::{BezPath, Point};

use super::interval_index::Interval;
use crate::impose::duplex::Axis;
use crate::sheet_builder::open_line;
use hexpress_base::geometry::span;

/// The width of the strip of a sheet beyond a seam, in mm. Next to the seam, this strip shows
/// [`BLEED`](super::BLEED) mm of the picture. The rest of the strip contains instructions.
pub const TAB_WIDTH_MM: f64 = 6.0;
/// A coordinate that is outside every picture, in mm. It is small enough for all PDF readers.
pub const OUTSIDE_MM: f64 = 5_000.0;

/// Whether a seam crosses cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Course {
    /// The seam crosses no cells: it runs along their edges, or past all cells.
    BetweenCells,
    /// The seam runs straight across the picture and may cross cells.
    ThroughCells,
}

/// A seam, in coordinates along its axis and at a right angle to its axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Seam {
    /// The corners from one end of the seam to the other. `x` increases from corner to corner,
    /// except for some corners in tilings with several polygons.
    pub points: Vec<Point>,
    /// The interval from the smallest to the largest `y` of the corners.
    pub extent: Interval,
    pub course: Course,
}

impl Seam {
    pub fn new(points: Vec<Point>, course: Course) -> Self {
        let (from, to) = span(points.iter().map(|point| point.y));
        Self { points, extent: Interval { from, to }, course }
    }

    /// Returns the `y` of the seam at this `x`.
    fn y_at(&self, x: f64) -> f64 {
        let next = self.points.partition_point(|point| point.x <= x);
        match (next.checked_sub(1).and_then(|index| self.points.get(index)), self.points.get(next)) {
            (Some(a), Some(b)) => a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x),
            (Some(end), None) | (None, Some(end)) => end.y,
            (None, None) => 0.0,
        }
    }

    /// Returns whether the seam is before `point`: above it, or to the left of it if the seam runs from top
    /// to bottom. In the second case, the `x` and `y` of `point` are exchanged, as everywhere in this file.
    pub fn is_before(&self, point: Point) -> bool {
        self.y_at(point.x) < point.y
    }

    /// Returns the seam as a line in the coordinates of the whole picture.
    pub fn path(&self, axis: Axis) -> BezPath {
        open_line(&self.points.iter().map(|point| axis.swap_point(*point)).collect::<Vec<_>>())
    }

    /// Returns the corners of the seam, moved by `distance` mm at a right angle to the axis. The
    /// seam is extended to [`OUTSIDE_MM`] at both ends.
    pub fn extended(&self, distance: f64) -> Vec<Point> {
        let first = self.points.first().map(|point| Point::new(-OUTSIDE_MM, point.y));
        let last = self.points.last().map(|point| Point::new(OUTSIDE_MM, point.y));
        let points = first.into_iter().chain(self.points.iter().copied()).chain(last);
        points.map(|point| Point::new(point.x, point.y + distance)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seam_is_level_beyond_its_ends() {
        let seam = Seam::new(vec![Point::new(0.0, 4.0), Point::new(10.0, 6.0)], Course::BetweenCells);
        assert_eq!([-5.0, 0.0, 5.0, 10.0, 15.0].map(|x| seam.y_at(x)), [4.0, 4.0, 5.0, 6.0, 6.0]);
        assert_eq!(seam.extent, Interval { from: 4.0, to: 6.0 });
    }

    #[test]
    fn a_point_on_a_seam_belongs_to_the_sheet_above_it() {
        let seam = Seam::new(vec![Point::new(0.0, 4.0), Point::new(10.0, 4.0)], Course::BetweenCells);
        assert!(!seam.is_before(Point::new(5.0, 4.0)));
        assert!(seam.is_before(Point::new(5.0, 4.001)));
    }
}
