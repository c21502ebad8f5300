//! How dark the faces of pieces are along their outline, where a black line shows where to cut.

use std::cell::LazyCell;

use kurbo::{Affine, Point};

use crate::base::geometry::winding;
use crate::scene::{Draw, leaves, luminance};

/// How far inside the outline it is looked, in mm.
const INSIDE: f64 = 0.3;
/// So many places are looked at, at most: as many as a number has bits.
const MOST: usize = 32;
/// A black hairline is lost on what is darker: its contrast to black is below 2.
const DARK: f64 = 0.05;

/// What is seen at places along an outline, each a bit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rim {
    covered: u32,
    dark: u32,
}

/// Places just inside an outline about the origin, at its corners and between them.
pub fn places(corners: &[Point]) -> Vec<Point> {
    let next = corners.iter().cycle().skip(1);
    let all: Vec<Point> = corners.iter().zip(next).flat_map(|(a, b)| [*a, a.midpoint(*b)]).collect();
    let step = all.len().div_ceil(MOST).max(1);
    let inner = |point: &Point| {
        let far = point.to_vec2().hypot();
        (point.to_vec2() * (1.0 - INSIDE / far.max(INSIDE))).to_point()
    };
    all.iter().step_by(step).map(inner).collect()
}

impl Rim {
    /// What some drawings show at these places.
    pub fn of(draws: &[Draw], places: &[Point]) -> Self {
        let mut rim = Self::default();
        for leaf in leaves(draws, Affine::IDENTITY).with_shared() {
            let (Draw::Path { path, fill: Some(ink), .. } | Draw::EvenOdd { path, fill: ink }) = leaf.draw
            else {
                continue;
            };
            let covers = leaf.frame.transform_rect_bbox(path.control_box());
            let back = leaf.frame.inverse();
            let is_dark = LazyCell::new(|| luminance(ink.rgb) < DARK);
            for (index, place) in places.iter().enumerate().filter(|(_, place)| covers.contains(**place)) {
                if winding(path, back * *place) != 0 {
                    let bit = 1 << index;
                    rim.covered |= bit;
                    rim.dark = if *is_dark { rim.dark | bit } else { rim.dark & !bit };
                }
            }
        }
        rim
    }

    /// Adds what is drawn on top.
    pub fn add(&mut self, later: Self) {
        self.covered |= later.covered;
        self.dark = self.dark & !later.covered | later.dark;
    }

    /// Whether a black line along the outline is lost somewhere.
    pub fn is_dark(self) -> bool {
        self.dark != 0
    }
}
