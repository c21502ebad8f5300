//! Measures how far a cut line extends into a piece.

use crate::facts::cut::{CropMark, Cut};

/// If the outline may have dents, the depth is measured at this number of points on the line.
const MEASURED_POINTS: u32 = 200;

/// Returns how far a line extends into an outline, in mm. The result is negative if the line stays
/// outside.
pub(super) fn line_depth(line: &CropMark, cut: &Cut) -> f64 {
    if matches!(cut, Cut::Path(_)) {
        // If an outline has dents, the line may enter it several times. Therefore the depth is
        // measured at many points.
        let samples =
            (0..=MEASURED_POINTS).map(|n| depth_at(line, cut, f64::from(n) / f64::from(MEASURED_POINTS)));
        return samples.fold(f64::NEG_INFINITY, f64::max);
    }
    // In a convex outline, the depth along the line first rises and then falls. So a ternary search
    // finds the maximum.
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let third = (high - low) / 3.0;
        if depth_at(line, cut, low + third) < depth_at(line, cut, high - third) {
            low += third;
        } else {
            high -= third;
        }
    }
    depth_at(line, cut, f64::midpoint(low, high))
}

/// Returns how deep a point of the line is inside the outline, in mm. `share` is the position of the
/// point along the line, from 0 to 1.
fn depth_at(line: &CropMark, cut: &Cut, share: f64) -> f64 {
    cut.depth(line.from.lerp(line.to, share))
}
