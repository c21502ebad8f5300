//! Draws the holes that are punched into pieces.
//!
//! - In: the holes of a deck, and the slots of its pieces.
//! - Out: thin outlines on the pieces.
//! - Not here: reporting texts at places where a hole is punched (`impose::words_on_hole`).

use kurbo::{Affine, BezPath, Point, Size};

use crate::impose::Slot;
use hexpress_base::identity::Identity;
use hexpress_base::round_shapes;
use hexpress_game::pieces::PlacedHole;
use hexpress_game::{PieceSet, PieceSide};
use hexpress_scene::print::cuts::CutKind;
use hexpress_scene::{Drawing, Group, Ink, Role, Stroke};

/// How far the white line behind the outline of a hole is visible on each side of the outline, in mm. The
/// white line makes the outline visible on dark pieces.
const WHITE_LINE_MM: f64 = 0.1;

/// A hole as seen on one side of a piece. Coordinates are relative to the middle of the piece.
#[derive(Debug, Clone)]
pub struct PunchedHole {
    hole: PlacedHole,
    /// True if the hole is seen from behind, on the back of a piece.
    is_mirrored: bool,
}

impl PunchedHole {
    /// Returns the holes of a deck as seen on one side of its pieces. On a back, the holes are
    /// mirrored.
    pub fn all(deck: &PieceSet, piece: Size, side: PieceSide) -> Vec<Self> {
        let is_mirrored = side.is_back();
        let placed = deck.holes.iter().flat_map(|hole| hole.placed(piece));
        placed.map(|hole| Self { hole, is_mirrored }).collect()
    }

    /// Returns the middle of the hole, and the radius if the hole is round.
    pub fn middle(&self) -> (Point, Option<f64>) {
        let radius = self.hole.form.is_none().then_some(self.hole.size.width / 2.0);
        (self.on_side() * self.hole.centre, radius)
    }

    /// Returns the outline of the hole, relative to the middle of the piece.
    pub fn path(&self) -> BezPath {
        match self.middle() {
            (centre, Some(radius)) => round_shapes::circle(centre, radius),
            _ => self.on_side() * self.hole.path(),
        }
    }

    /// Returns the outline of the hole in coordinates of the sheet, for the piece in `slot`.
    pub fn in_slot(&self, slot: &Slot) -> BezPath {
        match self.middle() {
            (centre, Some(radius)) => round_shapes::circle(slot.transform() * centre, radius),
            _ => slot.transform() * self.path(),
        }
    }

    fn on_side(&self) -> Affine {
        if self.is_mirrored { Affine::FLIP_X } else { Affine::IDENTITY }
    }
}

/// Draws the holes of the pieces in these slots. Returns `None` if there are no holes.
pub fn draw(kind: CutKind, holes: &[PunchedHole], slots: &[Slot], line: &Stroke) -> Option<Drawing> {
    let light = Stroke::solid(line.width + 2.0 * WHITE_LINE_MM, Ink::white());
    let outlines = slots.iter().flat_map(|slot| holes.iter().map(|hole| hole.in_slot(slot)));
    let drawings: Vec<Drawing> = outlines
        .flat_map(|outline| {
            [Drawing::stroked(outline.clone(), light.clone()), Drawing::stroked(outline, line.clone())]
        })
        .collect();
    let group = Group { role: Role::Cut(kind), id: Some(Identity::Hole), ..Group::plain(drawings) };
    (!group.drawings.is_empty()).then_some(Drawing::Group(group))
}
