//! Computes fast Fourier transforms of square grids.
//!
//! - In: complex values on a grid whose side is a power of two.
//! - Out: the transform in place.

/// A complex number.
#[derive(Debug, Clone, Copy, Default)]
pub struct Complex {
    pub re: f32,
    pub im: f32,
}

impl Complex {
    fn times(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }

    /// Returns the product with the conjugate of another number.
    pub fn times_conjugate(self, other: Self) -> Self {
        self.times(Self { im: -other.im, ..other })
    }
}

/// The tables for transforms of one size.
pub struct Fourier {
    pub side: usize,
    /// The first half of the roots of unity.
    roots: Vec<Complex>,
    /// For each index, the index with its bits reversed.
    reversed: Vec<usize>,
}

impl Fourier {
    /// Creates the tables. `bits` is the binary logarithm of the side.
    pub fn new(bits: u32) -> Self {
        let side = 1_usize << bits;
        let roots = (0..side / 2)
            .map(|index| {
                let angle = -std::f64::consts::TAU * index as f64 / side as f64;
                Complex { re: libm::cos(angle) as f32, im: libm::sin(angle) as f32 }
            })
            .collect();
        let reversed = (0..side).map(|index| index.reverse_bits() >> (usize::BITS - bits)).collect();
        Self { side, roots, reversed }
    }

    /// Transforms a grid forwards. A second forward transform gives the original grid, mirrored along
    /// both axes and multiplied by the number of its values.
    pub fn forward(&self, grid: &mut [Complex]) {
        self.rows(grid);
        self.transpose(grid);
        self.rows(grid);
        self.transpose(grid);
    }

    fn rows(&self, grid: &mut [Complex]) {
        // Many rows are empty, because the grid is larger than the picture so that the picture can
        // be shifted. Empty rows need no transform.
        let has_values = |row: &&mut [Complex]| row.iter().any(|value| value.re != 0.0 || value.im != 0.0);
        grid.chunks_exact_mut(self.side).filter(has_values).for_each(|row| self.line(row));
    }

    fn transpose(&self, grid: &mut [Complex]) {
        for y in 0..self.side {
            for x in 0..y {
                grid.swap(y * self.side + x, x * self.side + y);
            }
        }
    }

    fn line(&self, line: &mut [Complex]) {
        for (index, &other) in self.reversed.iter().enumerate() {
            if index < other {
                line.swap(index, other);
            }
        }
        let mut half = 1;
        while half < self.side {
            let step = self.side / (2 * half);
            for block in line.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for ((a, b), root) in low.iter_mut().zip(high).zip(self.roots.iter().step_by(step)) {
                    let turned = b.times(*root);
                    *b = Complex { re: a.re - turned.re, im: a.im - turned.im };
                    *a = Complex { re: a.re + turned.re, im: a.im + turned.im };
                }
            }
            half *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twice_forward_mirrors() {
        let fourier = Fourier::new(3);
        let mut grid: Vec<Complex> =
            (0..64).map(|i| Complex { re: (i * i % 17) as f32, im: (i % 5) as f32 }).collect();
        let before = grid.clone();
        fourier.forward(&mut grid);
        let sum: f32 = before.iter().map(|value| value.re).sum();
        assert!((grid[0].re - sum).abs() < 1e-3);
        fourier.forward(&mut grid);
        for y in 0..8 {
            for x in 0..8 {
                let mirrored = before[(8 - y) % 8 * 8 + (8 - x) % 8];
                let value = grid[y * 8 + x];
                assert!((value.re / 64.0 - mirrored.re).abs() < 1e-4);
                assert!((value.im / 64.0 - mirrored.im).abs() < 1e-4);
            }
        }
    }
}
