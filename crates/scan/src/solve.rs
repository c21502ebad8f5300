//! Solves systems of linear equations by Cholesky's method.
//!
//! - In: symmetric positive definite matrices, row by row.
//! - Out: solutions and inverses.

/// A symmetric positive definite matrix, as the product of a lower triangle and its transpose.
pub struct Factored {
    side: usize,
    lower: Vec<f64>,
}

impl Factored {
    /// Factors a matrix. Returns `None` if it is not positive definite.
    pub fn new(matrix: &[f64], side: usize) -> Option<Self> {
        let mut lower = vec![0.0; side * side];
        for row in 0..side {
            for column in 0..=row {
                let dot: f64 = (0..column).map(|k| lower[row * side + k] * lower[column * side + k]).sum();
                let rest = matrix[row * side + column] - dot;
                lower[row * side + column] = if row == column {
                    if rest.is_nan() || rest <= matrix[row * side + row].abs() * 1e-13 {
                        return None;
                    }
                    rest.sqrt()
                } else {
                    rest / lower[column * side + column]
                };
            }
        }
        Some(Self { side, lower })
    }

    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let side = self.side;
        let mut out = right.to_vec();
        for row in 0..side {
            let dot: f64 = (0..row).map(|k| self.lower[row * side + k] * out[k]).sum();
            out[row] = (out[row] - dot) / self.lower[row * side + row];
        }
        for row in (0..side).rev() {
            let dot: f64 = (row + 1..side).map(|k| self.lower[k * side + row] * out[k]).sum();
            out[row] = (out[row] - dot) / self.lower[row * side + row];
        }
        out
    }

    /// Returns the inverse, row by row.
    pub fn inverse(&self) -> Vec<f64> {
        let mut out = vec![0.0; self.side * self.side];
        for column in 0..self.side {
            let mut unit = vec![0.0; self.side];
            unit[column] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                out[row * self.side + column] = value;
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_system_is_solved() {
        let matrix = [4.0, 2.0, 0.6, 2.0, 5.0, 1.0, 0.6, 1.0, 3.0];
        let factored = Factored::new(&matrix, 3).unwrap();
        let solution = factored.solve(&[1.0, 2.0, 3.0]);
        let inverse = factored.inverse();
        for row in 0..3 {
            let right: f64 = (0..3).map(|k| matrix[row * 3 + k] * solution[k]).sum();
            assert!((right - (row + 1) as f64).abs() < 1e-12);
            let unit: f64 = (0..3).map(|k| matrix[row * 3 + k] * inverse[k * 3 + row]).sum();
            assert!((unit - 1.0).abs() < 1e-12);
        }
        assert!(Factored::new(&[1.0, 2.0, 2.0, 1.0], 2).is_none());
    }
}
