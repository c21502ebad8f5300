//! Stores grey values on a grid.
//!
//! - In: grey values from 0 (black) to 255 (white), or values computed from them.
//! - Out: values between pixels, smaller grids, smoothed grids.
//! - Not here: files and colours.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use hexpress_base::parallel;

/// Values on a grid. The value of pixel (x, y) belongs to the point (x + 0.5, y + 0.5).
#[derive(Debug, Clone, Default)]
pub struct Plane {
    pub width: usize,
    pub height: usize,
    pub values: Vec<f32>,
}

impl Plane {
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, values: vec![0.0; width * height] }
    }

    /// Computes the rows in parallel. `fill` gets the index of a row and the values in this row.
    pub fn from_rows(width: usize, height: usize, fill: impl Fn(usize, &mut [f32]) + Sync) -> Self {
        let mut plane = Self::new(width, height);
        plane.for_rows(fill);
        plane
    }

    /// Changes the rows in parallel. `change` gets the index of a row and the values in this row.
    pub fn for_rows(&mut self, change: impl Fn(usize, &mut [f32]) + Sync) {
        let width = self.width.max(1);
        self.for_bands(|first, values| {
            let rows = values.chunks_exact_mut(width).enumerate();
            rows.for_each(|(row, out)| change(first + row, out));
        });
    }

    /// Changes bands of rows in parallel. `change` gets the index of the first row of a band, and the
    /// values of the band.
    fn for_bands(&mut self, change: impl Fn(usize, &mut [f32]) + Sync) {
        const ROWS: usize = 64;
        let width = self.width.max(1);
        // A lock hands out the bands one by one, so that several tasks can change the values in place.
        let bands = Mutex::new(self.values.chunks_mut(ROWS * width).enumerate());
        let next = || bands.lock().unwrap_or_else(PoisonError::into_inner).next();
        parallel::in_order(
            self.height.div_ceil(ROWS),
            || (),
            |(), _| {
                let Some((band, values)) = next() else { return };
                change(band * ROWS, values);
            },
        );
    }

    /// Returns the same grid with changed values.
    pub fn map(&self, change: impl Fn(f32) -> f32 + Sync) -> Self {
        Self::from_rows(self.width, self.height, |y, out| map_row(self.row(y), out, &change))
    }

    /// Adds the rows of another grid with the same width below the rows of this grid.
    pub fn append(&mut self, below: Self) {
        self.height += below.height;
        self.values.extend(below.values);
    }

    pub fn at(&self, x: usize, y: usize) -> f32 {
        self.values[y * self.width + x]
    }

    pub fn row(&self, y: usize) -> &[f32] {
        &self.values[y * self.width..(y + 1) * self.width]
    }

    /// Returns the value at a point, interpolated between four pixels. Returns `None` if the point
    /// is outside of the grid.
    pub fn sample(&self, x: f64, y: f64) -> Option<f32> {
        let (x, y) = (x - 0.5, y - 0.5);
        let is_inside = x >= 0.0 && y >= 0.0 && x < self.width as f64 - 1.0 && y < self.height as f64 - 1.0;
        if !is_inside {
            return None;
        }
        let (column, row) = (x as usize, y as usize);
        let (fx, fy) = ((x - column as f64) as f32, (y - row as f64) as f32);
        let start = row * self.width + column;
        let upper = self.values.get(start..start + 2)?;
        let lower = self.values.get(start + self.width..start + self.width + 2)?;
        let (u, l) = (upper[0] + (upper[1] - upper[0]) * fx, lower[0] + (lower[1] - lower[0]) * fx);
        Some(u + (l - u) * fy)
    }

    /// Returns the value at a point, on a cubic curve through four rows and columns. Near the edges
    /// of the grid, interpolates between four pixels. Returns `None` if the point is outside of the
    /// grid.
    pub fn sample_smooth(&self, x: f64, y: f64) -> Option<f32> {
        let (left, top) = (x - 1.5, y - 1.5);
        let is_inside =
            left >= 0.0 && top >= 0.0 && left < self.width as f64 - 4.0 && top < self.height as f64 - 4.0;
        if !is_inside {
            return self.sample(x, y);
        }
        let (column, row) = (left as usize, top as usize);
        let across = cubic((left - column as f64) as f32);
        let down = cubic((top - row as f64) as f32);
        let mut sums = [0.0; 4];
        let mut start = row * self.width + column;
        for weight in down {
            let four = self.values.get(start..start + 4)?;
            sums.iter_mut().zip(four).for_each(|(sum, value)| *sum += weight * value);
            start += self.width;
        }
        Some(across[0] * sums[0] + across[1] * sums[1] + across[2] * sums[2] + across[3] * sums[3])
    }

    /// Returns a grid of half the size. Each value is the mean of four values.
    pub fn halved(&self) -> Self {
        let (width, height) = (self.width / 2, self.height / 2);
        Self::from_rows(width, height, |y, out| {
            let (upper, lower) = (self.row(2 * y), self.row(2 * y + 1));
            for (x, value) in out.iter_mut().enumerate() {
                *value = (upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1]) / 4.0;
            }
        })
    }

    /// Returns the values smoothed by the weights 1, 2, 1 along both axes, `times` times.
    ///
    /// Each pass adds a variance of half a square pixel along each axis.
    pub fn smoothed(&self, times: usize) -> Self {
        self.smoothed_and_mixed(times, 0.0)
    }

    /// Returns the values after a blur. `variance` is the variance of the blur along each axis, in
    /// square pixels.
    pub fn blurred(&self, variance: f64) -> Self {
        /// The largest variance. A stronger blur would leave nothing to measure.
        const MAX_VARIANCE: f64 = 12.0;
        /// A last pass with a smaller share is left out, because it changes nothing that can be
        /// measured.
        const MIN_SHARE: f32 = 0.05;
        let passes = 2.0 * variance.clamp(0.0, MAX_VARIANCE);
        let share = passes.fract() as f32;
        self.smoothed_and_mixed(passes as usize, if share < MIN_SHARE { 0.0 } else { share })
    }

    /// Smooths the values `times` times. Then moves them by the fraction `share` towards the result of one
    /// more pass.
    fn smoothed_and_mixed(&self, times: usize, share: f32) -> Self {
        let reach = times + usize::from(share > 0.0);
        let mut out = Self::new(self.width, self.height);
        let width = self.width.max(1);
        // All passes over a band follow each other, so that its values stay in the cache.
        out.for_bands(|first, out| {
            let last = first + out.len() / width;
            let mut band = Band::of(self, first.saturating_sub(reach)..(last + reach).min(self.height));
            for _ in 0..times {
                band.smooth();
            }
            out.copy_from_slice(band.rows(first..last));
            if share > 0.0 {
                band.smooth();
                for (value, more) in out.iter_mut().zip(band.rows(first..last)) {
                    *value += (*more - *value) * share;
                }
            }
        });
        out
    }

    /// Returns the steepness at each pixel: the change of the value per pixel. The steepness of the
    /// outermost pixels is 0.
    pub fn steepness(&self) -> Self {
        Self::from_rows(self.width, self.height, |y, out| {
            if y == 0 || y + 1 >= self.height {
                return;
            }
            steep_row([self.row(y - 1), self.row(y), self.row(y + 1)], out);
        })
    }
}

/// Some rows of a grid.
struct Band {
    values: Vec<f32>,
    width: usize,
    /// The index of the first row.
    first: usize,
}

impl Band {
    fn of(plane: &Plane, rows: Range<usize>) -> Self {
        let values = plane.values[rows.start * plane.width..rows.end * plane.width].to_vec();
        Self { values, width: plane.width, first: rows.start }
    }

    fn rows(&self, rows: Range<usize>) -> &[f32] {
        &self.values[(rows.start - self.first) * self.width..(rows.end - self.first) * self.width]
    }

    /// Smooths the values once. Above the first row and below the last row of the band, the values count
    /// as equal to those of that row.
    fn smooth(&mut self) {
        let width = self.width;
        if self.values.is_empty() {
            return;
        }
        let mut above = self.values[..width].to_vec();
        let mut middle = above.clone();
        let mut down = above.clone();
        for start in (0..self.values.len()).step_by(width) {
            middle.copy_from_slice(&self.values[start..start + width]);
            let next = start + width;
            let below = if next < self.values.len() { &self.values[next..next + width] } else { &middle[..] };
            for (((down, above), middle), below) in down.iter_mut().zip(&above).zip(&middle).zip(below) {
                *down = smooth_value(*above, *middle, *below);
            }
            smooth_row(&down, &mut self.values[start..next]);
            std::mem::swap(&mut above, &mut middle);
        }
    }
}

/// Smooths a row by the weights 1, 2, 1. Beyond its ends, the values count as equal to those at the ends.
fn smooth_row(row: &[f32], out: &mut [f32]) {
    let inner = row.iter().zip(row.iter().skip(1)).zip(row.iter().skip(2));
    for (out, ((left, middle), right)) in out.iter_mut().skip(1).zip(inner) {
        *out = smooth_value(*left, *middle, *right);
    }
    let (first, last) = (0, row.len() - 1);
    let second = last.min(1);
    out[first] = smooth_value(row[first], row[first], row[second]);
    out[last] = smooth_value(row[last.saturating_sub(1)], row[last], row[last]);
}

/// Returns the mean of three neighbouring values with the weights 1, 2, 1.
fn smooth_value(before: f32, middle: f32, after: f32) -> f32 {
    (before + 2.0 * middle + after) / 4.0
}

/// Writes the changed values of a row to `out`.
pub fn map_row(row: &[f32], out: &mut [f32], change: impl Fn(f32) -> f32) {
    // Most pixels of a drawing have the same value as the pixel to their left.
    let (mut last, mut changed) = (f32::NAN, f32::NAN);
    for (value, from) in out.iter_mut().zip(row) {
        if *from != last {
            (last, changed) = (*from, change(*from));
        }
        *value = changed;
    }
}

/// Writes the steepness of the row `middle` to `out`, except for the first and the last pixel. The
/// steepness is the change of the value per pixel.
pub fn steep_row([above, middle, below]: [&[f32]; 3], out: &mut [f32]) {
    for x in 1..middle.len().saturating_sub(1) {
        let (dx, dy) = ((middle[x + 1] - middle[x - 1]) / 2.0, (below[x] - above[x]) / 2.0);
        out[x] = (dx * dx + dy * dy).sqrt();
    }
}

/// Returns the weights of four values for a point between the middle two (Catmull and Rom 1974).
fn cubic(t: f32) -> [f32; 4] {
    let (square, cube) = (t * t, t * t * t);
    [
        (-cube + 2.0 * square - t) / 2.0,
        (3.0 * cube - 5.0 * square + 2.0) / 2.0,
        (-3.0 * cube + 4.0 * square + t) / 2.0,
        (cube - square) / 2.0,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Smooths the whole grid once.
    fn pass(plane: &Plane) -> Plane {
        let (right, bottom) = (plane.width - 1, plane.height - 1);
        Plane::from_rows(plane.width, plane.height, |y, out| {
            let (above, below) = (plane.row(y.saturating_sub(1)), plane.row((y + 1).min(bottom)));
            let down: Vec<f32> =
                (0..=right).map(|x| (above[x] + 2.0 * plane.at(x, y) + below[x]) / 4.0).collect();
            for (x, value) in out.iter_mut().enumerate() {
                *value = (down[x.saturating_sub(1)] + 2.0 * down[x] + down[(x + 1).min(right)]) / 4.0;
            }
        })
    }

    #[test]
    fn bands_have_the_same_values_as_whole_passes() {
        let sizes = [1, 3, 7].into_iter().flat_map(|width| [1, 2, 64, 65, 129].map(|height| (width, height)));
        for (width, height) in sizes {
            let plane = Plane::from_rows(width, height, |y, out| {
                (0..).zip(out).for_each(|(x, value)| *value = ((x * 7919 + y * 104_729) % 251) as f32);
            });
            for times in [0, 1, 2, 24, 70] {
                let whole = (0..times).fold(plane.clone(), |plane, _| pass(&plane));
                assert_eq!(plane.smoothed(times).values, whole.values, "{width} x {height}, {times}");
                let more = pass(&whole);
                let pairs = whole.values.iter().zip(&more.values);
                let mixed: Vec<f32> = pairs.map(|(less, more)| less + (more - less) * 0.3).collect();
                assert_eq!(plane.smoothed_and_mixed(times, 0.3).values, mixed);
            }
        }
        for (width, height) in [(0, 0), (0, 5), (5, 0)] {
            assert!(Plane::new(width, height).blurred(3.2).values.is_empty());
        }
    }
}
