//! Measures where the edges of a sheet are in a photo.
//!
//! - In: the photo, and a view that is nearly correct.
//! - Out: points on the edges, more accurate than a pixel.

use kurbo::{Point, Vec2};

use super::camera_view::{SheetEdge, View};
use crate::light;
use crate::plane::Plane;

/// An edge is searched at least up to this distance from its expected place, in pixels.
pub const MIN_REACH_PIXELS: f64 = 6.0;
/// An edge is measured at this number of places.
const EXAMINED_PLACES: usize = 120;
/// The fraction of an edge that is left out at each of its ends, where paper bends.
const LEFT_OUT_FRACTION: f64 = 0.02;
/// The distance between samples across an edge, in pixels.
const SAMPLE_DISTANCE_PIXELS: f64 = 0.5;
/// The light of the paper and of the table is measured between these two distances from the edge.
const LIGHT_DISTANCES_PIXELS: [f64; 2] = [4.0, 9.0];
/// Each edge must be visible at this fraction of its places or more.
const MIN_SEEN_SHARE: f64 = 0.5;
/// The smallest step of grey values at an edge.
const MIN_STEP: f32 = 18.0;

/// A point on an edge of the sheet.
#[derive(Debug, Clone, Copy)]
pub struct EdgePoint {
    pub side: SheetEdge,
    pub pixel: Point,
}

/// The edges of a sheet in a photo.
#[derive(Debug, Clone)]
pub struct SheetEdges {
    pub points: Vec<EdgePoint>,
}

impl SheetEdges {
    /// Measures the edges. The edges may be up to `reach` pixels away from the places where the
    /// view expects them. Paper is lighter than the grey value `threshold`. Returns `None` if an
    /// edge is hidden.
    pub fn measure(photo: &Plane, view: &View, reach: f64, threshold: f32) -> Option<Self> {
        let mut points = Vec::new();
        for side in SheetEdge::ALL {
            let before = points.len();
            let shares = (0..EXAMINED_PLACES).map(|index| {
                LEFT_OUT_FRACTION
                    + (1.0 - 2.0 * LEFT_OUT_FRACTION) * index as f64 / (EXAMINED_PLACES - 1) as f64
            });
            points.extend(shares.filter_map(|share| {
                let line = Across::new(view, side, share)?;
                let pixel = line.edge(photo, reach, threshold)?;
                Some(EdgePoint { side, pixel })
            }));
            if ((points.len() - before) as f64) < MIN_SEEN_SHARE * EXAMINED_PLACES as f64 {
                return None;
            }
        }
        Some(Self { points })
    }
}

/// A line across an edge, along which the edge is searched.
struct Across {
    /// The point at which the edge is expected.
    from: Point,
    /// A step of one pixel out of the sheet.
    outwards: Vec2,
    /// A step of one pixel along the edge.
    along: Vec2,
}

impl Across {
    fn new(view: &View, side: SheetEdge, share: f64) -> Option<Self> {
        let at = side.at(share, view.paper);
        let from = view.to_photo(at);
        let out = view.to_photo(at + side.outwards()) - from;
        let length = out.hypot();
        (length > 1e-6).then(|| {
            let outwards = out / length;
            Self { from, outwards, along: Vec2::new(-outwards.y, outwards.x) }
        })
    }

    /// Returns the mean light of a few pixels parallel to the edge. `offset` is their distance outwards
    /// from the expected place of the edge, in pixels. Returns `None` outside of the photo.
    fn light(&self, photo: &Plane, offset: f64) -> Option<f32> {
        let near = (-1..=1).map(|step| {
            let at = self.from + self.outwards * offset + self.along * (1.5 * f64::from(step));
            photo.sample(at.x, at.y)
        });
        Some(near.sum::<Option<f32>>()? / 3.0)
    }

    /// Returns the mean light next to the point at this offset. A `sign` of 1 selects the side
    /// outwards, and -1 the side inwards. Returns `None` outside of the photo.
    fn light_beside(&self, photo: &Plane, offset: f64, sign: f64) -> Option<f32> {
        const SAMPLES: usize = 6;
        let [near, far] = LIGHT_DISTANCES_PIXELS;
        let distances = (0..SAMPLES).map(|index| near + (far - near) * index as f64 / (SAMPLES - 1) as f64);
        let sum = distances.map(|by| self.light(photo, offset + sign * by)).sum::<Option<f32>>()?;
        Some(sum / SAMPLES as f32)
    }

    /// Returns the outermost place at which paper begins. Returns `None` if no edge is seen.
    fn edge(&self, photo: &Plane, reach: f64, threshold: f32) -> Option<Point> {
        let count = (2.0 * reach / SAMPLE_DISTANCE_PIXELS) as usize;
        let limit = light::of_grey(threshold);
        // The search goes from outside to inside. The paper begins at the first place that is
        // lighter than the threshold.
        let first =
            (0..=count).map(|index| reach - SAMPLE_DISTANCE_PIXELS * index as f64).find(|offset| {
                self.light(photo, *offset).is_some_and(|light| light > limit)
                    && self.light(photo, offset - 2.0).is_some_and(|light| light > limit)
            })?;
        if first >= reach {
            return None;
        }
        let (paper, table) = (self.light_beside(photo, first, -1.0)?, self.light_beside(photo, first, 1.0)?);
        if light::to_grey(paper) - light::to_grey(table) < MIN_STEP {
            return None;
        }
        let half = (paper + table) / 2.0;
        let crossing = self.crossing(photo, first, half)?;
        Some(self.from + self.outwards * crossing)
    }

    /// Returns the offset at which the light falls below `half`. Searches only near the offset `near`.
    /// Returns `None` if there is no such offset.
    fn crossing(&self, photo: &Plane, near: f64, half: f32) -> Option<f64> {
        const SEARCHED_PIXELS: f64 = 4.0;
        let mut inner = near - SEARCHED_PIXELS;
        let mut before = self.light(photo, inner)?;
        while inner < near + SEARCHED_PIXELS {
            let outer = inner + SAMPLE_DISTANCE_PIXELS;
            let after = self.light(photo, outer)?;
            if before >= half && after < half {
                return Some(inner + SAMPLE_DISTANCE_PIXELS * f64::from((before - half) / (before - after)));
            }
            (inner, before) = (outer, after);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_seen_if_paper_is_clearly_lighter_than_the_table() {
        const TABLE: f32 = 100.0;
        let edge = |paper: f32| {
            // The paper is on the left of the edge.
            let photo = Plane::from_rows(60, 9, |_, row| {
                for (x, light) in row.iter_mut().enumerate() {
                    *light = light::of_grey(if x < 30 { paper } else { TABLE });
                }
            });
            let line = Across {
                from: Point::new(32.0, 4.5),
                outwards: Vec2::new(1.0, 0.0),
                along: Vec2::new(0.0, 1.0),
            };
            line.edge(&photo, MIN_REACH_PIXELS, TABLE + 5.0)
        };
        let seen = edge(TABLE + MIN_STEP + 1.0).unwrap();
        assert!(seen.distance(Point::new(30.0, 4.5)) < 0.5, "{seen}");
        assert!(edge(TABLE + MIN_STEP - 1.0).is_none());
    }

    #[test]
    fn light_is_the_mean_of_three_places_along_the_edge() {
        // Each row is lighter than the row above it.
        let photo = Plane::from_rows(9, 20, |y, row| row.fill((y * y) as f32));
        let line =
            Across { from: Point::new(4.5, 8.5), outwards: Vec2::new(1.0, 0.0), along: Vec2::new(0.0, 1.0) };
        let light = line.light(&photo, 0.0).unwrap();
        let rows = [7.0, 8.5, 10.0].map(|y: f64| photo.sample(4.5, y).unwrap());
        assert!((light - rows.iter().sum::<f32>() / 3.0).abs() < 1e-3, "{light}");
        let above = Across { from: Point::new(4.5, 1.0), ..line };
        assert_eq!(above.light(&photo, 0.0), None);
    }
}
