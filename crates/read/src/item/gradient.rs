//! Represents gradients, and compares them.
//!
//! - In: the ends and the colours of a gradient, from a reader of files.
//! - Out: whether two gradients look the same.

use kurbo::{Affine, Point, Rect, Vec2};

use crate::Rgb;

/// The largest distance between two points that count as equal, in mm. Some programs round points
/// to 1/720 inch.
const SAME_POINT_MM: f64 = 0.05;
/// The largest difference between two colour components that count as equal. Components range from
/// 0 to 255.
const SAME_SHADE: u8 = 2;

/// The number of positions where the colours of a gradient are sampled.
pub(crate) const SAMPLED_PLACES: u16 = 257;
/// [`Gradient::shades`] returns the colour at every eighth position. The checker computes the contrast
/// between a text on the gradient and each of these colours.
const SHADE_STEP: usize = 8;

/// A gradient along a line, or from one circle to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Gradient {
    /// True if the gradient runs along a line. Otherwise it runs between circles.
    pub(crate) is_linear: bool,
    /// Three points for each of the two ends, in mm. The first point is the end itself, or the centre if the
    /// end is a circle. The other two points are a quarter turn apart, as seen from the first point. They
    /// state the radius of the circle, or the direction of a linear gradient.
    pub(crate) points: Vec<Point>,
    /// The box to which the gradient is limited, in mm. `None` if the box contains the whole painted
    /// area.
    pub(crate) within: Option<Rect>,
    /// Whether the first colour continues before the start, and whether the last colour continues after
    /// the end.
    pub(crate) extends: [bool; 2],
    /// The colours at [`SAMPLED_PLACES`] evenly spaced positions, from the start to the end.
    pub(crate) colours: Vec<Rgb>,
}

impl Gradient {
    /// Returns every eighth colour of the gradient, without consecutive duplicates.
    pub(crate) fn shades(&self) -> Vec<Rgb> {
        let mut all: Vec<Rgb> = self.colours.iter().copied().step_by(SHADE_STEP).collect();
        all.dedup();
        all
    }

    /// Returns the gradient after moving it by a vector, in mm.
    pub(crate) fn moved(&self, by: Vec2) -> Self {
        self.turned(Affine::translate(by))
    }

    /// Returns the gradient after `transform`, which must rotate the page by a multiple of 90°.
    pub fn turned(&self, transform: Affine) -> Self {
        let points = self.points.iter().map(|point| transform * *point).collect();
        let within = self.within.map(|within| transform.transform_rect_bbox(within));
        Self { points, within, colours: self.colours.clone(), ..*self }
    }

    /// Returns whether another gradient looks the same: it has the same colours in the same
    /// positions.
    pub fn is_as(&self, other: &Self) -> bool {
        let has_same_box = match (self.within, other.within) {
            (Some(a), Some(b)) => {
                is_near(a.origin(), b.origin()) && is_near(bottom_right(a), bottom_right(b))
            }
            (a, b) => a == b,
        };
        has_same_box
            && (self.is_linear, self.extends) == (other.is_linear, other.extends)
            && self.points.iter().zip(&other.points).all(|(a, b)| is_near(*a, *b))
            && self.has_colours_of(other)
    }

    /// Returns whether another gradient has the same colours, regardless of their position.
    pub fn has_colours_of(&self, other: &Self) -> bool {
        self.colours.iter().zip(&other.colours).all(|(a, b)| is_same_shade(*a, *b))
    }
}

fn is_near(a: Point, b: Point) -> bool {
    a.distance(b) <= SAME_POINT_MM
}

fn bottom_right(rect: Rect) -> Point {
    Point::new(rect.x1, rect.y1)
}

fn is_same_shade(a: Rgb, b: Rgb) -> bool {
    a.0.iter().zip(b.0).all(|(a, b)| a.abs_diff(b) <= SAME_SHADE)
}
