//! The affine map that comes nearest to where the corners of a rectangle went.

use kurbo::{Affine, Point, Vec2};

/// The map that takes the four corners of a rectangle as near as can be to `to`, by the least squares; the corners in
/// the order top left, top right, bottom left, bottom right.
///
/// For a rectangle the three unknowns of each coordinate come apart: its mean, and half of what it grows by from left to
/// right and from top to bottom.
pub fn nearest(from: [Point; 4], to: [Point; 4]) -> Affine {
    let [a, b, c, d] = to.map(Point::to_vec2);
    let mean = (a + b + c + d) / 4.0;
    let across = (b + d - a - c) / 4.0;
    let down = (c + d - a - b) / 4.0;
    let centre: Vec2 = (from[0].to_vec2() + from[3].to_vec2()) / 2.0;
    let half = (from[3] - from[0]) / 2.0;
    let (x, y) = (across / half.x, down / half.y);
    Affine::translate(mean) * Affine::new([x.x, x.y, y.x, y.y, 0.0, 0.0]) * Affine::translate(-centre)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_comes_back_from_its_corners() {
        let from = [(20.0, 30.0), (180.0, 30.0), (20.0, 250.0), (180.0, 250.0)].map(Point::from);
        let map = Affine::new([0.98, 0.01, -0.02, 1.03, 3.0, -4.0]);
        let found = nearest(from, from.map(|p| map * p));
        for point in from {
            assert!((found * point).distance(map * point) < 1e-9);
        }
    }
}
