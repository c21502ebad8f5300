//! Converts rows of colours into two grids: a fine grid of light, and a coarse grid of colours.
//!
//! - In: rows of red, green and blue, from top to bottom.
//! - Out: amounts of light, each the mean of a square of pixels; and colours, each the mean of a
//!   larger square.

use crate::colour_grid::Colours;
use crate::light;
use crate::plane::Plane;

/// The largest number of pixels along the longer side of the grid of colours.
const MAX_COLOURS: usize = 900;

/// Collects the rows of a picture.
pub struct Reducer {
    plane: Plane,
    colours: Colours,
    /// The side of a square of the picture, in pixels. The mean light of each square becomes a value of
    /// `plane`.
    side: usize,
    /// The side of the squares of the grid of colours, in pixels of `plane`.
    coarse: usize,
    row: usize,
}

/// The brightness of a picture, and its colours.
pub struct Reduced {
    pub light: Plane,
    pub colours: Colours,
}

impl Reducer {
    /// Creates a reducer for `height` rows of `width` pixels. Each value of light is the mean of `side`
    /// x `side` pixels.
    pub fn new(width: usize, height: usize, side: usize) -> Self {
        let plane = Plane::new(width / side, height / side);
        let coarse = plane.width.max(plane.height).div_ceil(MAX_COLOURS).max(1);
        let colours = Colours::new(plane.width / coarse, plane.height / coarse, 1.0 / coarse as f64);
        Self { plane, colours, side, coarse, row: 0 }
    }

    /// Adds the next row. Each pixel has three bytes: red, green and blue.
    pub fn push(&mut self, row: &[u8]) {
        let (side, width) = (self.side, self.plane.width);
        let out = self.row / side;
        self.row += 1;
        let Some(values) = self.plane.values.get_mut(out * width..(out + 1) * width) else { return };
        let weight = 1.0 / (side * side) as f32;
        let share = weight / (self.coarse * self.coarse) as f32;
        let [reds, greens, blues] = &mut self.colours.planes;
        let (columns, start) = (reds.width, out / self.coarse * reds.width);
        let is_inside = out / self.coarse < reds.height;
        for (x, (value, pixels)) in values.iter_mut().zip(row.chunks_exact(3 * side)).enumerate() {
            let mut sums = [0.0; 3];
            for pixel in pixels.chunks_exact(3) {
                let light = light::channels([pixel[0], pixel[1], pixel[2]]);
                (0..3).for_each(|channel| sums[channel] += light[channel]);
            }
            *value += light::of_channels(sums) * weight;
            let column = x / self.coarse;
            if is_inside && column < columns {
                reds.values[start + column] += sums[0] * share;
                greens.values[start + column] += sums[1] * share;
                blues.values[start + column] += sums[2] * share;
            }
        }
    }

    pub fn finish(self) -> Reduced {
        Reduced { light: self.plane, colours: self.colours }
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
        let Reduced { light: plane, colours } = reducer.finish();
        assert_eq!((plane.width, plane.height), (2, 1));
        assert!(colours.planes.iter().all(|channel| (channel.at(1, 0) - plane.at(1, 0)).abs() < 1e-3));
        let [left, right] = [[0, 100, 100, 200], [200; 4]]
            .map(|greys| greys.map(|grey| light::of_colour([grey; 3]) / 4.0).iter().sum::<f32>());
        assert!((plane.at(0, 0) - left).abs() < 1e-3 && (plane.at(1, 0) - right).abs() < 1e-3);
    }
}
