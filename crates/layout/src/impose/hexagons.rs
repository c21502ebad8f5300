//! Computes straight cuts that separate hexagons.
//!
//! - In: the middles of hexagons.
//! - Out: cuts in three directions.
//!
//! Straight cuts cannot separate the hexagons of a honeycomb.

use kurbo::{Point, Rect, Vec2};

use super::sheet_packing::PackingPattern;
use super::straight_cuts::{CutLine, cuts_along_sides, distinct};
use hexpress_base::tiling::hex::Orientation;

/// Returns three normals, one for each direction of a hexagon's sides. The first normal is at a right
/// angle to the cuts between strips.
fn normals(orientation: Orientation) -> [Vec2; 3] {
    match orientation {
        Orientation::FlatTop => [0, 1, 2].map(|edge| orientation.edge_normal(edge)),
        Orientation::PointyTop => [2, 0, 1].map(|edge| orientation.edge_normal(edge)),
    }
}

/// Hexagons that touch only at their corners.
#[derive(Debug, Clone, Copy)]
pub struct Hexagons<'m> {
    pub orientation: Orientation,
    /// The middles of the hexagons, in mm.
    pub middles: &'m [Point],
    /// The distance between two opposite sides, in mm.
    pub across: f64,
}

impl Hexagons<'_> {
    /// Returns the cuts through a sheet, or through a part of a sheet.
    ///
    /// In [`PackingPattern::Strips`], straight cuts first separate the strips. Then slanted cuts in two
    /// directions cross each strip. In other packings, cuts in three directions run through the whole
    /// sheet.
    pub fn cuts(&self, pattern: PackingPattern, sheet: Rect) -> Vec<CutLine> {
        let stages = (0..).zip(normals(self.orientation));
        if pattern != PackingPattern::Strips {
            return stages.flat_map(|(stage, normal)| self.full_cuts(normal, sheet, stage)).collect();
        }
        let strips = distinct(self.middles.iter().map(|centre| self.across_strips(*centre)), self.half());
        let mut cuts = Vec::new();
        for (stage, normal) in stages {
            if stage == 0 {
                cuts.extend(self.full_cuts(normal, sheet, stage));
                continue;
            }
            for strip in &strips {
                cuts.extend(self.strip_cuts(*strip, normal, sheet, stage));
            }
        }
        cuts
    }

    fn half(&self) -> f64 {
        self.across / 2.0
    }

    fn full_cuts(&self, normal: Vec2, sheet: Rect, stage: u8) -> Vec<CutLine> {
        cuts_along_sides(self.middles.iter().copied(), normal, self.half(), sheet, stage)
    }

    /// Returns the cuts in one direction through a strip. `strip` is the coordinate of the strip's
    /// middle.
    fn strip_cuts(&self, strip: f64, normal: Vec2, sheet: Rect, stage: u8) -> Vec<CutLine> {
        let half = self.half();
        let band = match self.orientation {
            Orientation::PointyTop => Rect { x0: strip - half, x1: strip + half, ..sheet },
            Orientation::FlatTop => Rect { y0: strip - half, y1: strip + half, ..sheet },
        };
        let in_strip = |centre: &Point| (self.across_strips(*centre) - strip).abs() < half;
        cuts_along_sides(self.middles.iter().copied().filter(in_strip), normal, half, band, stage)
    }

    /// Returns the coordinate of a point, measured at a right angle to the strips.
    fn across_strips(&self, centre: Point) -> f64 {
        match self.orientation {
            Orientation::PointyTop => centre.x,
            Orientation::FlatTop => centre.y,
        }
    }
}
