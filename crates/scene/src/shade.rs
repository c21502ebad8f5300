//! Colours that run into one another across an area.

use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Shape as _, Vec2};

use super::Ink;

/// Colours that run into one another: along a line, or from a point outwards.
#[derive(Debug, Clone, PartialEq)]
pub struct Shade {
    /// From a point outwards; else along a line.
    pub radial: bool,
    /// Where each colour stands, from 0 to 1, in order; two at least.
    pub stops: Vec<(f64, [u8; 3])>,
    /// Where it lies.
    pub lies: Lies,
}

/// Where colours run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Lies {
    /// Across the whole area: this way, a vector of length 1, or from its middle to its rim.
    Across(Vec2),
    /// From the frame in which they run from (0, 0) to (1, 0), or from the point to the circle of radius 1 about the
    /// origin, to that of the area.
    In(Affine, Point),
}

impl Shade {
    /// An ink that is this shade: its one colour is the mean of its stops.
    pub fn into_ink(self, name: &str) -> Ink {
        let sum = |channel: usize| -> f64 {
            let pairs = self.stops.windows(2).map(|pair| {
                let [(a, one), (b, other)] = [pair[0], pair[1]];
                (b - a) * (f64::from(one[channel]) + f64::from(other[channel])) / 2.0
            });
            let (first, last) = (self.stops[0], self.stops[self.stops.len() - 1]);
            first.0 * f64::from(first.1[channel])
                + pairs.sum::<f64>()
                + (1.0 - last.0) * f64::from(last.1[channel])
        };
        let rgb = [0, 1, 2].map(|channel| sum(channel).round().clamp(0.0, 255.0) as u8);
        Ink { shade: Some(Arc::new(self)), ..Ink::new(name, rgb) }
    }

    /// The same in other colours.
    pub fn map(&self, mut to: impl FnMut([u8; 3]) -> [u8; 3]) -> Self {
        let stops = self.stops.iter().map(|(at, rgb)| (*at, to(*rgb))).collect();
        Self { stops, ..self.clone() }
    }

    /// From the frame in which it runs to that of an area, and the point that it runs from.
    pub fn over(&self, area: &BezPath) -> (Affine, Point) {
        let way = match self.lies {
            Lies::In(frame, from) => return (frame, from),
            Lies::Across(way) => way,
        };
        let bounds = area.bounding_box();
        let (middle, half) = (bounds.center(), bounds.size().to_vec2() / 2.0);
        if self.radial {
            let far = area.elements().iter().filter_map(kurbo::PathEl::end_point);
            let far = far.map(|end| end.distance(middle)).fold(0.0, f64::max);
            return (Affine::translate(middle.to_vec2()) * Affine::scale(far.max(1e-3)), Point::ZERO);
        }
        let reach = way * (half.x * way.x.abs() + half.y * way.y.abs()).max(1e-3);
        let start = middle - reach;
        (
            Affine::new([2.0 * reach.x, 2.0 * reach.y, -2.0 * reach.y, 2.0 * reach.x, start.x, start.y]),
            Point::ZERO,
        )
    }
}
