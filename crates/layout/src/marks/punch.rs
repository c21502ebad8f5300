//! Draws the holes that are punched into pieces.
//!
//! - In: the holes of a deck, and the slots of its pieces.
//! - Out: thin circles on the pieces.
//! - Not here: reporting texts at the place of a hole (`impose::words_on_hole`).

use kurbo::{BezPath, Point, Size};

use crate::impose::Slot;
use hexpress_base::identity::Identity;
use hexpress_base::round;
use hexpress_game::{Deck, PieceSide};
use hexpress_scene::{Draw, Group, Ink, Role, Stroke};

/// How far the white line extends beyond the circle above it, on each side, in mm. The white line
/// makes the circle visible on dark pieces.
const LIGHT: f64 = 0.1;

/// A hole on a side of a piece. The origin is the middle of the piece.
#[derive(Debug, Clone, Copy)]
pub struct PunchedHole {
    pub middle: Point,
    /// The radius, in mm.
    pub radius: f64,
}

impl PunchedHole {
    /// Returns the holes on one side of the pieces of a deck. On a back, their positions are
    /// mirrored.
    pub fn all(deck: &Deck, piece: Size, side: PieceSide) -> Vec<Self> {
        let sign = if side.is_back() { -1.0 } else { 1.0 };
        let holes = deck.holes.iter().flat_map(|hole| {
            let radius = hole.diameter / 2.0;
            hole.middles(piece)
                .into_iter()
                .map(move |middle| Self { middle: Point::new(middle.x * sign, middle.y), radius })
        });
        holes.collect()
    }

    /// Returns the circle of the hole on the sheet, for the piece in `slot`.
    pub fn in_slot(&self, slot: &Slot) -> BezPath {
        round::circle(slot.transform() * self.middle, self.radius)
    }
}

/// Draws the holes of the pieces in these slots. Returns `None` if there are no holes.
pub fn draw(holes: &[PunchedHole], slots: &[Slot], line: &Stroke) -> Option<Draw> {
    let light = Stroke::solid(line.width + 2.0 * LIGHT, Ink::white());
    let circles = slots.iter().flat_map(|slot| holes.iter().map(|hole| hole.in_slot(slot)));
    let draws: Vec<Draw> = circles
        .flat_map(|circle| {
            [Draw::stroked(circle.clone(), light.clone()), Draw::stroked(circle, line.clone())]
        })
        .collect();
    let group = Group { role: Role::Cut, id: Some(Identity::Hole), ..Group::plain(draws) };
    (!group.draws.is_empty()).then_some(Draw::Group(group))
}
