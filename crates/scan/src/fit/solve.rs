//! Solves systems of linear equations by Cholesky's method. Adds up the equations of a fit.
//!
//! - In: symmetric positive definite matrices, row by row; or the equations of a fit by least squares.
//!   The coefficients of such an equation are called a line.
//! - Out: solutions and inverses.

use hexpress_base::parallel;

/// A symmetric positive definite matrix, as the product of a lower triangle and its transpose.
#[derive(Debug, Clone)]
pub struct Factored {
    side: usize,
    lower: Vec<f64>,
}

impl Factored {
    /// Factors a matrix. Reads only its lower triangle. Returns `None` if it is not positive definite.
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

/// The normal equations of a fit by least squares. Only the lower triangle of the matrix is filled.
pub struct NormalEquations {
    pub matrix: Vec<f64>,
    pub right: Vec<f64>,
}

/// The right-hand side of an equation in a fit by least squares, and the weight of this equation.
pub struct RightHandSide {
    pub value: f64,
    pub weight: f64,
}

impl NormalEquations {
    /// Computes the normal equations of a fit. Each line contains the coefficients of an equation.
    /// `value` gets the index of a line, and returns the other values of its equation. The sums are the
    /// same on any number of cores.
    pub fn sum(lines: &[Vec<f64>], value: impl Fn(usize) -> RightHandSide + Sync) -> Self {
        /// The number of products that are added up in one task. It is so large that starting a thread
        /// takes only a small part of the time.
        const PRODUCTS: usize = 1 << 20;
        let side = lines.first().map_or(0, Vec::len);
        let together = (PRODUCTS / (side * side).max(1)).max(1);
        let empty = || Self { matrix: vec![0.0; side * side], right: vec![0.0; side] };
        let parts = parallel::in_order(
            lines.len().div_ceil(together),
            || (),
            |(), part| {
                let mut sums = empty();
                for (index, line) in lines.iter().enumerate().skip(part * together).take(together) {
                    sums.add(line, &value(index));
                }
                sums
            },
        );
        parts.into_iter().fold(empty(), |mut all, part| {
            all.matrix.iter_mut().zip(part.matrix).for_each(|(sum, value)| *sum += value);
            all.right.iter_mut().zip(part.right).for_each(|(sum, value)| *sum += value);
            all
        })
    }

    fn add(&mut self, line: &[f64], value: &RightHandSide) {
        let side = line.len();
        for row in 0..side {
            let weighted = value.weight * line[row];
            self.right[row] += weighted * value.value;
            let products = self.matrix[row * side..].iter_mut().zip(&line[..=row]);
            products.for_each(|(product, term)| *product += weighted * term);
        }
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

    #[test]
    fn equations_with_many_unknowns_are_added_up() {
        let sums = NormalEquations::sum(&[vec![1.0; 1025]], |_| RightHandSide { value: 2.0, weight: 3.0 });
        assert_eq!((sums.right[1024], sums.matrix[1024 * 1025]), (6.0, 3.0));
    }

    #[test]
    fn several_tasks_give_the_sums_of_all_lines() {
        let lines: Vec<Vec<f64>> =
            (0..60_000_u32).map(|line| (0..7).map(|k| f64::from((line + k) % 11)).collect()).collect();
        let value =
            |index: usize| RightHandSide { value: (index % 5) as f64, weight: 1.0 + (index % 3) as f64 };
        let sums = NormalEquations::sum(&lines, value);
        let right: f64 =
            lines.iter().enumerate().map(|(i, line)| value(i).weight * value(i).value * line[6]).sum();
        let product: f64 =
            lines.iter().enumerate().map(|(i, line)| value(i).weight * line[6] * line[2]).sum();
        assert_eq!((sums.right[6], sums.matrix[6 * 7 + 2]), (right, product));
    }
}
