//! Places one drawing of an element in the frame of the element.
//!
//! - In: a settled element (all its values are computed), its frame, one of its places, and a seat. A
//!   seat is the side of the piece or board at which a reader sits.
//! - Out: the transform from the drawing to the frame.
//! - Not here: choosing the places (`face`).

use kurbo::{Affine, Point, Rect, Size, Vec2};

use super::angle::turn;
use super::frame::Frame;
use super::painter::Context;
use hexpress_language::values::value::{Alignment, ElementPlace, Pair};
use hexpress_scene::Drawing;
use hexpress_settle::{SettledCopy, SettledElement};

/// The usual distance between the edge of a piece and a text that may shrink, in mm. A cut may be imprecise
/// by this distance.
const USUAL_MARGIN: f64 = 1.5;

/// The step from an element to one of its copies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CopyStep {
    /// The transform from the place of the element to the place of the copy, in the coordinates of the
    /// frame.
    pub transform: Affine,
    /// The rotation of the copy around its own middle, in degrees clockwise.
    pub turn: f64,
}

impl CopyStep {
    /// The step to the element itself: no movement and no rotation.
    pub const NONE: Self = Self { transform: Affine::IDENTITY, turn: 0.0 };

    pub fn to(copy: &SettledCopy) -> Self {
        Self { transform: turn(copy.around) * Affine::translate(copy.moved), turn: copy.turn }
    }
}

/// One drawing of an element, at one place and for one seat.
pub struct Placing<'e> {
    pub element: &'e SettledElement<'e>,
    /// The frame and the row for which the element is drawn.
    pub context: Context<'e>,
    pub place: ElementPlace,
    /// The rotation of the seat relative to the first seat, in degrees.
    pub seat_turn: f64,
}

impl Placing<'_> {
    /// Returns the box of a text, enlarged by margins on the left and right. A text that may shrink
    /// becomes smaller until these margins are free.
    ///
    /// Each margin is as wide as the element's inset, or 1.5 mm if it has no inset. The margin is at least as
    /// wide as the frame's safe distance. A text at the left or right edge has no margin at this edge,
    /// because the inset already keeps the text away from the edge.
    pub fn with_margins(&self, ink: Rect) -> Rect {
        let (inset, frame) = (self.element.inset, self.context.frame);
        let wanted = if inset == Pair::default() { USUAL_MARGIN } else { inset.x.max(0.0) };
        // In a hexagon, a wide inset does not make the margin wider: a text at the top is already far away
        // from most of the slanted sides.
        let most = if frame.corners().len() == 6 { USUAL_MARGIN } else { f64::INFINITY };
        let margin = wanted.min(most).max(frame.safe);
        let [left, right] = match self.place {
            ElementPlace::Anchor(anchor) if self.element.turn == 0.0 => [Alignment::Start, Alignment::End]
                .map(|side| if anchor.across == side { 0.0 } else { margin }),
            _ => [margin; 2],
        };
        Rect::new(ink.x0 - left, ink.y0, ink.x1 + right, ink.y1)
    }

    /// Returns the middle of an object of size `object`, before it is rotated for the seat.
    pub fn spot(&self, object: Size) -> Point {
        let shift = self.element.shift;
        self.context.frame.centre(self.place, self.element.inset, object) + Vec2::new(shift.x, shift.y)
    }

    /// Returns whether an object of this size covers the whole piece, so that it must also be extended into
    /// the bleed.
    pub fn covers_piece(&self, size: Size) -> bool {
        let SettledElement { inset, shift, turn, .. } = self.element;
        let Frame { size: piece, bleed, .. } = self.context.frame;
        *bleed > 0.0
            && (size.width - piece.width).abs() < 1e-6
            && (size.height - piece.height).abs() < 1e-6
            && self.place == ElementPlace::CENTRE
            && self.context.step == CopyStep::NONE
            && [*inset, *shift] == [Pair::default(); 2]
            && turn.rem_euclid(180.0) == 0.0
    }

    /// Returns whether an object of size `size` stays exactly in the middle of the frame, neither moved nor
    /// rotated. An object as large as the frame then covers the frame.
    pub fn covers_frame(&self, size: Size) -> bool {
        self.transform_of(size) == Affine::IDENTITY
    }

    /// Returns the transform that moves an object from the origin to its place in the frame. If the element
    /// is in a stack, also stores the box that the object covers, because the next element is placed after
    /// it.
    pub fn transform(&self, object: Size) -> Affine {
        let transform = self.transform_of(object);
        self.cover(transform.transform_rect_bbox(centred(object)));
        transform
    }

    fn transform_of(&self, object: Size) -> Affine {
        let own_transform = turn(self.element.turn + self.context.step.turn);
        self.context.step.transform
            * turn(self.seat_turn)
            * Affine::translate(self.spot(object).to_vec2())
            * own_transform
    }

    /// If the element is in a stack, stores the part of the frame that the element covers.
    pub fn cover(&self, rect: Rect) {
        if let Some(covered) = self.context.covered {
            covered.set(Some(rect));
        }
    }

    /// Moves the drawings of an object from the origin to the object's place.
    pub fn placed(&self, object: Size, drawings: Vec<Drawing>) -> Vec<Drawing> {
        let transform = self.transform(object);
        if transform == Affine::IDENTITY { drawings } else { vec![Drawing::moved(transform, drawings)] }
    }

    /// Moves drawings to the place for the seat, without rotating them. This is for arrows and other drawings
    /// that show directions, because directions are the same for all readers.
    pub fn unturned(&self, object: Size, drawings: Vec<Drawing>) -> Vec<Drawing> {
        let spot = self.context.step.transform * turn(self.seat_turn) * self.spot(object);
        self.cover(centred(object) + spot.to_vec2());
        vec![Drawing::moved(Affine::translate(spot.to_vec2()), drawings)]
    }
}

/// Returns the bounding box of an object whose middle is at the origin.
fn centred(object: Size) -> Rect {
    Rect::from_center_size(Point::ORIGIN, object)
}
