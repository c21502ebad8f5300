//! Computes how far drawings of a print may seem to be displaced without a fault.
//!
//! - In: the displacements that were measured in a print.
//! - Out: the displacement that a fault exceeds.
//!
//! If ink runs together, or if greys consist of dots, many drawings of a print seem to be displaced. A fault
//! displaces only a few.

/// How the usual displacements of a print limit its faults.
pub struct UsualShift {
    /// How many displacements, counted from the largest, may come from a single fault, plus one.
    pub rank: usize,
    /// A fault is larger than the displacement with this rank by at least this factor.
    pub factor: f64,
    /// Displacements larger than this number of mm are faults, even if many drawings have them.
    pub max_mm: f64,
}

impl UsualShift {
    /// Returns the displacement that a fault exceeds, in mm. It is 0 if only a few drawings seem to be
    /// displaced.
    pub fn limit(&self, mut sizes: Vec<f64>) -> f64 {
        sizes.sort_by(|a, b| b.total_cmp(a));
        sizes.get(self.rank - 1).map_or(0.0, |size| (self.factor * size).min(self.max_mm))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_several_drawings_have_is_usual() {
        let usual = UsualShift { rank: 4, factor: 1.3, max_mm: 0.14 };
        assert_eq!(usual.limit(vec![0.11; 3]), 0.0);
        assert!((usual.limit(vec![0.3, 0.1, 0.1, 0.1]) - 0.13).abs() < 1e-9);
        assert_eq!(usual.limit(vec![0.3; 9]), 0.14);
    }
}
