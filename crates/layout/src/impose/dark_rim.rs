//! Measures how dark the faces of pieces are along their outline, where a black line shows where to
//! cut.
//!
//! - In: drawings of a face, one after the other.
//! - Out: whether a black line would be invisible on them.
//!
//! The line is drawn in `draw_pieces`.

use std::cell::LazyCell;

use kurbo::{Affine, Point};

use hexpress_base::geometry::winding;
use hexpress_scene::{Draw, leaves, luminance};

/// The distance of samples from the outline, in mm.
const INSIDE: f64 = 0.3;
/// The largest number of samples: as many as a number has bits.
const MOST_SAMPLES: usize = 32;
/// The luminance below which a colour has a contrast below 2 to black, so that a black hairline on
/// it is hardly visible.
const DARK: f64 = 0.05;

/// The colours of a face at samples along its outline, one bit for each sample.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DarkRim {
    /// Samples that a drawing covers.
    covered: u32,
    /// Samples that are dark.
    dark: u32,
}

/// Returns samples just inside an outline around the origin, at its corners and halfway between
/// them.
pub fn samples(corners: &[Point]) -> Vec<Point> {
    let next_corners = corners.iter().cycle().skip(1);
    let points: Vec<Point> =
        corners.iter().zip(next_corners).flat_map(|(a, b)| [*a, a.midpoint(*b)]).collect();
    let step = points.len().div_ceil(MOST_SAMPLES).max(1);
    points.iter().step_by(step).map(|point| moved_inside(*point)).collect()
}

fn moved_inside(point: Point) -> Point {
    let distance = point.to_vec2().hypot();
    (point.to_vec2() * (1.0 - INSIDE / distance.max(INSIDE))).to_point()
}

impl DarkRim {
    /// Returns the colours of some drawings at these samples.
    pub fn new(draws: &[Draw], samples: &[Point]) -> Self {
        let mut rim = Self::default();
        for leaf in leaves(draws, Affine::IDENTITY).with_shared() {
            let (Draw::Path { path, fill: Some(ink), .. } | Draw::EvenOdd { path, fill: ink }) = leaf.draw
            else {
                continue;
            };
            let bounds = leaf.frame.transform_rect_bbox(path.control_box());
            let to_path = leaf.frame.inverse();
            let is_dark = LazyCell::new(|| luminance(ink.rgb) < DARK);
            for (index, sample) in samples.iter().enumerate() {
                if bounds.contains(*sample) && winding(path, to_path * *sample) != 0 {
                    let bit = 1 << index;
                    rim.covered |= bit;
                    rim.dark = if *is_dark { rim.dark | bit } else { rim.dark & !bit };
                }
            }
        }
        rim
    }

    /// Adds the colours of drawings on top.
    pub fn add(&mut self, later: Self) {
        self.covered |= later.covered;
        self.dark = self.dark & !later.covered | later.dark;
    }

    /// Returns whether a black line along the outline is hardly visible at a sample.
    pub fn is_dark(self) -> bool {
        self.dark != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_light_drawing_hides_a_dark_one_where_it_covers_it() {
        let mut rim = DarkRim { covered: 0b11, dark: 0b11 };
        rim.add(DarkRim { covered: 0b01, dark: 0 });
        assert!(rim.is_dark());
        rim.add(DarkRim { covered: 0b10, dark: 0 });
        assert!(!rim.is_dark());
    }

    #[test]
    fn an_outline_with_many_corners_has_a_sample_for_each_bit_at_most() {
        let corners: Vec<Point> = (0..100).map(|x| Point::new(f64::from(x), 5.0)).collect();
        assert!(samples(&corners).len() <= MOST_SAMPLES);
        assert!(samples(&[]).is_empty());
    }
}
