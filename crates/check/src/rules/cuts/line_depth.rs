//! Returns how deep a line for cutting reaches into a piece.

use crate::check::facts::cut::{CropMark, Cut};

/// How deep a line comes into an outline, in mm; negative where it stays outside.
pub(super) fn deepest(line: &CropMark, cut: &Cut) -> f64 {
    let at = |share: f64| cut.depth(line.from.lerp(line.to, share));
    // How deep the points of a line lie in something convex rises and then falls again.
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let third = (high - low) / 3.0;
        if at(low + third) < at(high - third) { low += third } else { high -= third }
    }
    at(f64::midpoint(low, high))
}
