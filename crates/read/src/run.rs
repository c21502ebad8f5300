//! How colours run into one another over an area.

use kurbo::{Affine, Point, Rect, Vec2};

use super::Rgb;

/// How far apart two places may be that are the same, in mm: programs put points on a grid of 1/720 inch.
const SAME: f64 = 0.05;
/// How far two shades may be apart that are the same, of 255.
const SAME_SHADE: u8 = 2;

/// So many places of a run are looked at.
pub(super) const PLACES: u16 = 257;
/// Every so many of them has a colour that words on it are held against.
const SOME: usize = 8;

/// How colours run over an area, along a line or from one circle to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Whether they run along a line.
    pub(super) is_straight: bool,
    /// Its ends and what lies aside of them, in mm: of circles, a point to the right and one below.
    pub(super) points: Vec<Point>,
    /// The box outside which nothing is painted, if it cuts the area, in mm.
    pub(super) within: Option<Rect>,
    /// Whether the first colour goes on before the beginning, and the last one behind the end.
    pub(super) goes_on: [bool; 2],
    /// The colours at [`PLACES`] as far from one another, from the beginning to the end.
    pub(super) colours: Vec<Rgb>,
}

impl Run {
    /// Its colours, some of them, none twice in a row.
    pub(super) fn shades(&self) -> Vec<Rgb> {
        let mut all: Vec<Rgb> = self.colours.iter().copied().step_by(SOME).collect();
        all.dedup();
        all
    }

    /// The same at another place.
    pub(super) fn moved(&self, by: Vec2) -> Self {
        self.turned(Affine::translate(by))
    }

    /// The same on a page that is turned by right angles.
    pub fn turned(&self, way: Affine) -> Self {
        let points = self.points.iter().map(|point| way * *point).collect();
        let within = self.within.map(|within| way.transform_rect_bbox(within));
        Self { points, within, colours: self.colours.clone(), ..*self }
    }

    /// Whether other colours run in the same way at the same place.
    pub fn is_as(&self, other: &Self) -> bool {
        let near = |a: &Point, b: &Point| a.distance(*b) <= SAME;
        let sides = |rect: Rect| [Point::new(rect.x0, rect.y0), Point::new(rect.x1, rect.y1)];
        let boxes = match (self.within, other.within) {
            (Some(a), Some(b)) => sides(a).iter().zip(&sides(b)).all(|(a, b)| near(a, b)),
            (a, b) => a == b,
        };
        boxes
            && (self.is_straight, self.goes_on) == (other.is_straight, other.goes_on)
            && self.points.iter().zip(&other.points).all(|(a, b)| near(a, b))
            && self.has_colours_of(other)
    }

    /// Whether the same colours run, in whatever way.
    pub fn has_colours_of(&self, other: &Self) -> bool {
        let alike = |a: &Rgb, b: &Rgb| a.0.iter().zip(b.0).all(|(a, b)| a.abs_diff(b) <= SAME_SHADE);
        self.colours.iter().zip(&other.colours).all(|(a, b)| alike(a, b))
    }
}
