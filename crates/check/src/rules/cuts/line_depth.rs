//! Measures how deep a cut line extends into a piece.
//!
//! - In: a line, and the cut of a piece.
//! - Out: a length in mm.

use crate::facts::cut::{CropMark, Cut};

/// If the outline may have dents, this many points of the line are measured.
const SAMPLES: u32 = 200;

/// Returns how deep a line extends into an outline, in mm. The result is negative if the line stays
/// outside.
pub(super) fn line_depth(line: &CropMark, cut: &Cut) -> f64 {
    if matches!(cut, Cut::Form(_)) {
        // The outline may have dents, so the depth is measured at many points.
        let samples = (0..=SAMPLES).map(|n| depth_at(line, cut, f64::from(n) / f64::from(SAMPLES)));
        return samples.fold(f64::NEG_INFINITY, f64::max);
    }
    // The outline is convex, so the depth first rises and then falls along the line. So a ternary
    // search finds the maximum.
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

/// Returns the depth of a point on a line. `share` is the position of the point, from 0 to 1.
fn depth_at(line: &CropMark, cut: &Cut, share: f64) -> f64 {
    cut.depth(line.from.lerp(line.to, share))
}
