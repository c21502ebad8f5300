//! Finds the colours of faces along their outline, where a cut line is drawn.
//!
//! - In: the drawings of a face, in drawing order, and the colour of the line.
//! - Out: whether the line would be hardly visible on the face.
//!
//! The module `draw_pieces` draws the line.

use std::cell::LazyCell;

use kurbo::{Affine, Point};

use hexpress_base::geometry::winding;
use hexpress_scene::{Drawing, leaves, luminance};

/// The distance between a sample point and the outline, in mm. Sample points are inside the
/// outline.
const SAMPLE_DEPTH_MM: f64 = 0.3;
/// The maximum number of sample points. A `u32` has one bit for each sample point.
const MAX_SAMPLES: usize = 32;
/// A black line is clearly visible on a face if the contrast between the line and the face is at least this
/// value.
const MIN_BLACK_CONTRAST: f64 = 2.0;
/// A grey line is clearly visible on a face if the contrast between the line and the face is at least this
/// value. The value is lower than for black lines, because grey lines are wider.
const MIN_GREY_CONTRAST: f64 = 1.6;

/// The colour of the line along an outline.
#[derive(Debug, Clone, Copy)]
pub struct LineColour {
    luminance: f64,
    /// The line is clearly visible on a face if the contrast between the line and the face is at least this
    /// value.
    least: f64,
}

impl LineColour {
    pub fn new(rgb: [u8; 3]) -> Self {
        let least = if rgb == [0; 3] { MIN_BLACK_CONTRAST } else { MIN_GREY_CONTRAST };
        Self { luminance: luminance(rgb), least }
    }

    /// Returns whether the line is hardly visible on this colour.
    fn is_hidden_on(self, rgb: [u8; 3]) -> bool {
        let [own, other] = [self.luminance, luminance(rgb)].map(|luminance| luminance + 0.05);
        own.max(other) / own.min(other) < self.least
    }
}

/// The contrast between a cut line and a face, at the sample points along an outline. Each field has
/// one bit for each sample point.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RimContrast {
    /// The sample points that a drawing covers: their bits are 1.
    covered: u32,
    /// The sample points at which the line is hardly visible: their bits are 1.
    hiding: u32,
}

/// Returns points just inside an outline around the origin. There is one point near each corner, and
/// one halfway between every two neighbouring corners. If there would be too many points, some are left
/// out.
pub fn samples(corners: &[Point]) -> Vec<Point> {
    let next_corners = corners.iter().cycle().skip(1);
    let points: Vec<Point> =
        corners.iter().zip(next_corners).flat_map(|(a, b)| [*a, a.midpoint(*b)]).collect();
    let step = points.len().div_ceil(MAX_SAMPLES).max(1);
    points.iter().step_by(step).map(|point| moved_inside(*point)).collect()
}

fn moved_inside(point: Point) -> Point {
    let distance = point.to_vec2().hypot();
    (point.to_vec2() * (1.0 - SAMPLE_DEPTH_MM / distance.max(SAMPLE_DEPTH_MM))).to_point()
}

impl RimContrast {
    /// Finds the colours of drawings at the points `samples`, and compares them with the colour of
    /// the line.
    pub fn new(drawings: &[Drawing], samples: &[Point], line: LineColour) -> Self {
        let mut rim = Self::default();
        for leaf in leaves(drawings, Affine::IDENTITY).with_shared() {
            let (Drawing::Path { path, fill: Some(ink), .. } | Drawing::EvenOdd { path, fill: ink }) =
                leaf.draw
            else {
                continue;
            };
            let bounds = leaf.frame.transform_rect_bbox(path.control_box());
            let to_path = leaf.frame.inverse();
            let hides_line = LazyCell::new(|| line.is_hidden_on(ink.rgb));
            for (index, sample) in samples.iter().enumerate() {
                if bounds.contains(*sample) && winding(path, to_path * *sample) != 0 {
                    let bit = 1 << index;
                    rim.covered |= bit;
                    rim.hiding = if *hides_line { rim.hiding | bit } else { rim.hiding & !bit };
                }
            }
        }
        rim
    }

    /// Adds the result for drawings that are drawn later, over those of this result.
    pub fn add(&mut self, later: Self) {
        self.covered |= later.covered;
        self.hiding = self.hiding & !later.covered | later.hiding;
    }

    /// Returns whether the line along the outline is hardly visible at one or more sample points.
    pub fn hides_line(self) -> bool {
        self.hiding != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_light_drawing_hides_a_dark_one_where_it_covers_it() {
        let mut rim = RimContrast { covered: 0b11, hiding: 0b11 };
        rim.add(RimContrast { covered: 0b01, hiding: 0 });
        assert!(rim.hides_line());
        rim.add(RimContrast { covered: 0b10, hiding: 0 });
        assert!(!rim.hides_line());
    }

    #[test]
    fn a_grey_line_is_visible_on_black_and_on_white() {
        let grey = LineColour::new([153; 3]);
        assert!(!grey.is_hidden_on([0; 3]) && !grey.is_hidden_on([255; 3]) && grey.is_hidden_on([140; 3]));
        let black = LineColour::new([0; 3]);
        assert!(black.is_hidden_on([0x1E; 3]) && !black.is_hidden_on([140; 3]));
    }

    #[test]
    fn an_outline_with_many_corners_has_a_sample_for_each_bit_at_most() {
        let corners: Vec<Point> = (0..100).map(|x| Point::new(f64::from(x), 5.0)).collect();
        assert!(samples(&corners).len() <= MAX_SAMPLES);
        assert!(samples(&[]).is_empty());
    }
}
