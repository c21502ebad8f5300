//! Stores colours on a coarse grid.
//!
//! - In: rows of red, green and blue, as amounts of light.
//! - Out: the colours of points, as grey values of the three channels.
//! - Not here: measuring places, which uses only brightness, but at a much finer resolution.

use kurbo::Point;

use crate::light;
use crate::plane::Plane;

/// Red, green and blue, as grey values from 0 to 255.
pub type Colour = [f64; 3];

/// The colours of a page or of a scan, as amounts of light. Each pixel has the mean light of a
/// square.
#[derive(Debug, Clone, Default)]
pub struct Colours {
    pub planes: [Plane; 3],
    /// The number of pixels of this grid per unit of the coordinates. The unit is 1 mm for a page,
    /// and one pixel at the highest stored resolution for a scan.
    pub per_unit: f64,
}

impl Colours {
    pub fn new(width: usize, height: usize, per_unit: f64) -> Self {
        Self { planes: std::array::from_fn(|_| Plane::new(width, height)), per_unit }
    }

    /// Returns the colour at a point. Returns `None` if the point is outside of the grid.
    pub fn at(&self, at: Point) -> Option<Colour> {
        let mut colour = [0.0; 3];
        for (value, plane) in colour.iter_mut().zip(&self.planes) {
            let light = plane.sample(at.x * self.per_unit, at.y * self.per_unit)?;
            *value = f64::from(light::to_grey(light));
        }
        Some(colour)
    }
}

/// Returns how much the hues of two colours differ, in grey values. The result is 0 if all three
/// channels differ by the same amount, because the colours then differ only in lightness.
pub fn hue_distance(one: Colour, other: Colour) -> f64 {
    let [red, green, blue] = [0, 1, 2].map(|channel| one[channel] - other[channel]);
    (red - green).hypot(blue - (red + green) / 2.0)
}

/// Returns the largest of the three differences between the channels of two colours.
pub fn distance(one: Colour, other: Colour) -> f64 {
    (0..3).map(|channel| (one[channel] - other[channel]).abs()).fold(0.0, f64::max)
}

/// Returns how colourful a colour is: the difference between its lightest and its darkest channel.
pub fn colourfulness(colour: Colour) -> f64 {
    let [red, green, blue] = colour;
    red.max(green).max(blue) - red.min(green).min(blue)
}
