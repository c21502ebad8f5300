//! Defines gradients: colours that change along a line, or outwards from a point.
//!
//! - In: colours with their offsets, and a direction or coordinates.
//! - Out: an ink, and the coordinates of the gradient on an area.
//! - Not here: how layouts describe gradients, and how files store them.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Shape as _, Vec2};

use super::Ink;

/// A gradient along a line, or outwards from a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Shade {
    /// Whether the gradient runs outwards from a point. Otherwise, it runs along a line.
    pub radial: bool,
    /// The stops in ascending order. Each stop has an offset from 0 to 1, and a colour. There are
    /// at least two stops.
    pub stops: Vec<(f64, [u8; 3])>,
    pub placement: ShadePlacement,
    /// For a radial gradient: the radius of the circle where it begins, as a fraction of the radius of the
    /// circle where it ends. The value is 0 if the gradient begins at a point.
    pub start_radius: f64,
}

/// The place of a gradient on an area.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ShadePlacement {
    /// The gradient spans the area. The vector is a unit vector. For a radial gradient, it can also be 0.
    ///
    /// A linear gradient runs in the direction of the vector. A radial gradient ends at the farthest point of
    /// the area. It starts at the middle of the area if the vector is 0. Otherwise, its start is shifted from
    /// the middle in the direction of the vector.
    Across(Vec2),
    /// The gradient has its own coordinates. The transform maps them to the coordinates of the area.
    ///
    /// In its own coordinates, a linear gradient runs from (0, 0) to (1, 0). A radial gradient starts
    /// at the given point, and ends at the unit circle.
    In(Affine, Point),
}

/// If a radial gradient has a direction, its start is shifted from the middle. This is the shift as a
/// fraction of the gradient's radius.
const LIT: f64 = 0.45;

/// The length of the shortest gradient, in mm.
///
/// In an area without width or height, a gradient would otherwise have the length 0. Its transform could not
/// be inverted.
const MIN_GRADIENT_MM: f64 = 1e-3;

impl Shade {
    /// Returns an ink with this gradient. The plain colour of the ink is the mean of the gradient.
    pub fn into_ink(self, name: &str) -> Ink {
        let rgb = [0, 1, 2].map(|channel| self.mean(channel).round().clamp(0.0, 255.0) as u8);
        Ink { shade: Some(Arc::new(self)), ..Ink::new(name, rgb) }
    }

    /// Returns the mean value of a colour channel along the gradient.
    fn mean(&self, channel: usize) -> f64 {
        let between_stops = self.stops.windows(2).map(|pair| {
            let [(start, from), (end, to)] = [pair[0], pair[1]];
            (end - start) * (f64::from(from[channel]) + f64::from(to[channel])) / 2.0
        });
        let (first_offset, first) = self.stops[0];
        let (last_offset, last) = self.stops[self.stops.len() - 1];
        first_offset * f64::from(first[channel])
            + between_stops.sum::<f64>()
            + (1.0 - last_offset) * f64::from(last[channel])
    }

    /// Returns the gradient with each colour replaced by the result of `convert`.
    pub fn map(&self, mut convert: impl FnMut([u8; 3]) -> [u8; 3]) -> Self {
        let stops = self.stops.iter().map(|(offset, rgb)| (*offset, convert(*rgb))).collect();
        Self { stops, ..self.clone() }
    }

    /// Returns the point where a radial gradient starts, in the coordinates of the gradient.
    /// Returns the origin for a linear gradient.
    pub fn focus(&self) -> Point {
        match self.placement {
            ShadePlacement::In(_, from) if self.radial => from,
            ShadePlacement::Across(direction) if self.radial => (direction * LIT).to_point(),
            _ => Point::ZERO,
        }
    }

    /// Returns whether the gradient has a colour at every point. If a radial gradient begins outside the
    /// circle where it ends, it has colours only inside a cone.
    pub fn covers_all(&self) -> bool {
        !self.radial || self.focus().to_vec2().hypot() + self.start_radius < 1.0 - 1e-6
    }

    /// Returns the transform from the coordinates of the gradient to those of an area. Also returns
    /// the point where a radial gradient begins, in the coordinates of the gradient.
    pub fn frame_on(&self, area: &BezPath) -> (Affine, Point) {
        let direction = match self.placement {
            ShadePlacement::In(frame, start) => return (frame, start),
            ShadePlacement::Across(direction) => direction,
        };
        let bounds = area.bounding_box();
        let (centre, half) = (bounds.center(), bounds.size().to_vec2() / 2.0);
        if self.radial {
            let points = area.elements().iter().filter_map(kurbo::PathEl::end_point);
            let radius = points.map(|point| point.distance(centre)).fold(0.0, f64::max).max(MIN_GRADIENT_MM);
            return (Affine::translate(centre.to_vec2()) * Affine::scale(radius), self.focus());
        }
        let half_length = half.x * direction.x.abs() + half.y * direction.y.abs();
        let reach = direction * half_length.max(MIN_GRADIENT_MM);
        let start = centre - reach;
        let frame = [2.0 * reach.x, 2.0 * reach.y, -2.0 * reach.y, 2.0 * reach.x, start.x, start.y];
        (Affine::new(frame), Point::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use kurbo::Rect;

    use super::*;

    #[test]
    fn a_gradient_spans_its_area() {
        let stops = vec![(0.0, [0; 3]), (1.0, [255; 3])];
        let placement = ShadePlacement::Across(Vec2::new(1.0, 0.0));
        let shade = Shade { radial: false, stops, placement, start_radius: 0.0 };
        let (frame, _) = shade.frame_on(&Rect::new(10.0, 0.0, 30.0, 8.0).to_path(0.1));
        assert_eq!(frame * Point::ZERO, Point::new(10.0, 4.0));
        assert_eq!(frame * Point::new(1.0, 0.0), Point::new(30.0, 4.0));
        assert_eq!(shade.focus(), Point::ZERO);
        let lit =
            Shade { radial: true, placement: ShadePlacement::Across(Vec2::new(0.0, -1.0)), ..shade.clone() };
        let (frame, focus) = lit.frame_on(&Rect::new(-3.0, -3.0, 3.0, 3.0).to_path(0.1));
        assert!((frame * focus).y < -1.0 && (frame * focus).x == 0.0);
        assert_eq!(shade.into_ink("grey").rgb, [128; 3]);
    }
}
