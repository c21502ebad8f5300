//! Turns rows of colours into a plane of light.
//!
//! - In: rows of red, green and blue, from top to bottom.
//! - Out: amounts of light, each the mean of a square of pixels.

use crate::light;
use crate::plane::Plane;

/// Collects rows.
pub struct Reducer {
    plane: Plane,
    /// The side of the squares, in pixels.
    side: usize,
    row: usize,
}

impl Reducer {
    /// Creates a reducer for `height` rows of `width` pixels.
    pub fn new(width: usize, height: usize, side: usize) -> Self {
        Self { plane: Plane::new(width / side, height / side), side, row: 0 }
    }

    /// Adds the next row.
    pub fn push(&mut self, row: &[u8]) {
        let (side, width) = (self.side, self.plane.width);
        let out = self.row / side;
        self.row += 1;
        let Some(values) = self.plane.values.get_mut(out * width..(out + 1) * width) else { return };
        let weight = 1.0 / (side * side) as f32;
        for (value, pixels) in values.iter_mut().zip(row.chunks_exact(3 * side)) {
            let sum: f32 =
                pixels.chunks_exact(3).map(|pixel| light::of_colour([pixel[0], pixel[1], pixel[2]])).sum();
            *value += sum * weight;
        }
    }

    pub fn finish(self) -> Plane {
        self.plane
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_become_their_means() {
        let mut reducer = Reducer::new(5, 3, 2);
        for row in [[0_u8, 100, 200, 200, 9], [100, 200, 200, 200, 9], [7; 5]] {
            let pixels: Vec<u8> = row.iter().flat_map(|grey| [*grey; 3]).collect();
            reducer.push(&pixels);
        }
        let plane = reducer.finish();
        assert_eq!((plane.width, plane.height), (2, 1));
        let [left, right] = [[0, 100, 100, 200], [200; 4]]
            .map(|greys| greys.map(|grey| light::of_colour([grey; 3]) / 4.0).iter().sum::<f32>());
        assert!((plane.at(0, 0) - left).abs() < 1e-3 && (plane.at(1, 0) - right).abs() < 1e-3);
    }
}
