//! Draws a compass: an arm for each direction of the game, with the name of the direction at the tip of the
//! arm.
//!
//! - In: the directions of the game, a font, and the size of the compass.
//! - Out: arms that point in the directions on the sheet. The names of the directions are upright
//!   for the reader.
//! - Not here: placing the compass (`shape`).

use kurbo::{Affine, Point, Size, Vec2};

use super::figure::mirrored_arrow;
use crate::draw::angle::{heading, turn};
use crate::draw::painter::{Painter, line_of_text};
use crate::draw::placing::Placing;
use hexpress_base::diag::Result;
use hexpress_base::tiling::hex::Orientation;
use hexpress_game::TextFormat;
use hexpress_scene::{Drawing, Ink, Stroke};

/// The gap between the tip of a compass arm and the name of its direction, in mm.
const GAP: f64 = 1.4;

impl Painter<'_, '_> {
    /// Draws a compass of the game's directions, no larger than `size`.
    ///
    /// # Errors
    /// The font lacks a letter.
    pub fn compass(
        &mut self,
        format: &TextFormat,
        size: Size,
        ink: &Ink,
        at: &Placing<'_>,
    ) -> Result<Vec<Drawing>> {
        let cap = self.shaper.cap_height(format.font) * format.size;
        let (mut arms, mut labels) = (Vec::new(), Vec::new());
        for direction in &self.game.names.directions {
            let shaped = self.shaped(format.font, &direction.name)?;
            let name_size = Size::new(shaped.advance * format.size, cap);
            arms.push(CompassArm { degrees: direction.degrees, name_size });
            labels.push(shaped);
        }
        let places = CompassPlaces::new(size, &arms);
        let mut drawings = places.drawings(&arms, ink);
        for (shaped, centre) in labels.iter().zip(&places.labels) {
            // Each name is rotated around its own middle, so that it is upright for its reader.
            let origin = Point::new(-shaped.advance * format.size / 2.0, cap / 2.0);
            let text = line_of_text(shaped, format.size, origin, ink.clone());
            let transform = Affine::translate(centre.to_vec2()) * turn(at.seat_turn);
            drawings.push(Drawing::moved(transform, vec![text]));
        }
        Ok(drawings)
    }
}

#[derive(Debug, Clone, Copy)]
struct CompassArm {
    /// The direction, in degrees clockwise from straight up.
    degrees: f64,
    /// The size of the direction's name, in mm.
    name_size: Size,
}

impl CompassArm {
    fn direction(self) -> Vec2 {
        heading(self.degrees)
    }

    /// Returns the largest distance from the middle of the compass to the middle of a name, in mm. At this
    /// distance, the name just stays inside the compass. `size` is the size of the compass.
    fn farthest_name(self, size: Size) -> f64 {
        let along = self.direction();
        let x = (size.width - self.name_size.width) / 2.0 / along.x.abs().max(1e-9);
        let y = (size.height - self.name_size.height) / 2.0 / along.y.abs().max(1e-9);
        x.min(y)
    }

    /// Returns the distance from the tip of the arm to the middle of the name, in mm. The tip touches the box
    /// of the name, enlarged by [`GAP`] mm on all sides.
    fn name_distance(self) -> f64 {
        let along = self.direction();
        let clear = Size::new(self.name_size.width + 2.0 * GAP, self.name_size.height + 2.0 * GAP);
        let x = if along.x.abs() > 1e-9 { clear.width / 2.0 / along.x.abs() } else { f64::INFINITY };
        let y = if along.y.abs() > 1e-9 { clear.height / 2.0 / along.y.abs() } else { f64::INFINITY };
        x.min(y)
    }
}

/// The places of the parts of a compass, in mm from its middle.
#[derive(Debug, Clone, PartialEq)]
struct CompassPlaces {
    /// The middle of each name.
    labels: Vec<Point>,
    /// The length of each arm, in mm.
    arm_length: f64,
}

impl CompassPlaces {
    /// Places the parts in a box of size `size`. All arms get the length of the shortest arm, so that the
    /// compass is regular.
    fn new(size: Size, arms: &[CompassArm]) -> Self {
        let farthest = arms.iter().map(|arm| arm.farthest_name(size)).fold(f64::INFINITY, f64::min);
        let radius = if farthest.is_finite() { farthest.max(0.0) } else { 0.0 };
        let shortest = arms.iter().map(|arm| radius - arm.name_distance()).fold(f64::INFINITY, f64::min);
        let tip = shortest.max(radius * 0.3);
        let labels =
            arms.iter().map(|arm| (arm.direction() * (tip + arm.name_distance()).min(radius)).to_point());
        Self { labels: labels.collect(), arm_length: if tip.is_finite() { tip } else { 0.0 } }
    }

    /// Draws the arms, and the hub between them.
    fn drawings(&self, arms: &[CompassArm], ink: &Ink) -> Vec<Drawing> {
        let (tip, hub) = (self.arm_length, self.arm_length * 0.18);
        let (width, neck) = (tip * 0.035, tip * 0.72);
        let half = [(tip, 0.0), (neck, tip * 0.12), (neck + tip * 0.05, width), (hub * 1.5, width)];
        let outlines =
            arms.iter().flat_map(|arm| mirrored_arrow(arm.degrees, half.map(Vec2::from))).collect();
        let hub_outline = Orientation::FlatTop.outline(Point::ZERO, hub);
        vec![
            Drawing::filled(outlines, ink.clone()),
            Drawing::stroked(hub_outline, Stroke::solid(0.4, ink.clone())),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_compass_stay_in_its_box() {
        let arms = [0, 1, 2, 3, 4, 5]
            .map(|i| CompassArm { degrees: f64::from(i) * 60.0, name_size: Size::new(9.0, 2.0) });
        for label in CompassPlaces::new(Size::new(40.0, 40.0), &arms).labels {
            assert!(label.x.abs() + 4.5 <= 20.0 + 1e-9 && label.y.abs() + 1.0 <= 20.0 + 1e-9);
        }
    }

    #[test]
    fn a_compass_without_directions_has_no_reach() {
        let places = CompassPlaces::new(Size::new(40.0, 40.0), &[]);
        assert_eq!(places.arm_length, 0.0);
        assert!(places.labels.is_empty());
    }
}
