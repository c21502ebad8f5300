//! Places one drawing of an element in its frame.
//!
//! - In: a settled element, its frame, one of its places, and a seat.
//! - Out: the transform from the drawing to the frame.
//! - Not here: choosing the places (`face`).

use kurbo::{Affine, Point, Rect, Size, Vec2};

use super::angle::turn;
use super::frame::Frame;
use super::painter::Context;
use hexpress_language::values::value::{Alignment, Pair, Where};
use hexpress_scene::Draw;
use hexpress_settle::{SettledCopy, SettledElement};

/// The usual distance of shrinking text from the edge of its piece, in mm: cuts are rarely more
/// accurate.
const USUAL_MARGIN: f64 = 1.5;

/// The step from an element to one of its copies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CopyStep {
    /// From the place of the element to that of the copy, in the frame.
    pub transform: Affine,
    /// The rotation about its own middle, in degrees clockwise.
    pub turn: f64,
}

impl CopyStep {
    /// The step to the element itself.
    pub const NONE: Self = Self { transform: Affine::IDENTITY, turn: 0.0 };

    /// Returns the step to a copy.
    pub fn to(copy: &SettledCopy) -> Self {
        Self { transform: turn(copy.around) * Affine::translate(copy.moved), turn: copy.turn }
    }
}

/// One drawing of an element, with its place and seat.
pub struct Placing<'e> {
    pub element: &'e SettledElement<'e>,
    /// The frame and row that it is drawn for.
    pub context: Context<'e>,
    pub place: Where,
    /// The turn of its seat from the first one, in degrees.
    pub seat_turn: f64,
}

impl Placing<'_> {
    /// Returns the box of a text with the margins on both sides that shrinking keeps free. They are
    /// as wide as the inset, if there is one. An end at an edge has no margin there, only its
    /// inset.
    pub fn with_margins(&self, ink: Rect) -> Rect {
        let (inset, frame) = (self.element.inset, self.context.frame);
        let wanted = if inset == Pair::default() { USUAL_MARGIN } else { inset.x.max(0.0) };
        // The sides of a hexagon slant, so text at its top is far from most of them anyway.
        let most = if frame.corners().len() == 6 { USUAL_MARGIN } else { f64::INFINITY };
        let margin = wanted.min(most).max(frame.safe);
        let [left, right] = match self.place {
            Where::Anchor(anchor) if self.element.turn == 0.0 => [Alignment::Start, Alignment::End]
                .map(|side| if anchor.across == side { 0.0 } else { margin }),
            _ => [margin; 2],
        };
        Rect::new(ink.x0 - left, ink.y0, ink.x1 + right, ink.y1)
    }

    /// Returns the middle of an object of size `object`, before it is turned for its seat.
    pub fn spot(&self, object: Size) -> Point {
        let shift = self.element.shift;
        self.context.frame.centre(self.place, self.element.inset, object) + Vec2::new(shift.x, shift.y)
    }

    /// Returns whether an object of this size covers its piece, and so covers the bleed too.
    pub fn covers_piece(&self, size: Size) -> bool {
        let SettledElement { inset, shift, turn, .. } = self.element;
        let Frame { size: piece, bleed, .. } = self.context.frame;
        *bleed > 0.0
            && (size.width - piece.width).abs() < 1e-6
            && (size.height - piece.height).abs() < 1e-6
            && self.place == Where::CENTRE
            && self.context.step == CopyStep::NONE
            && [*inset, *shift] == [Pair::default(); 2]
            && turn.rem_euclid(180.0) == 0.0
    }

    /// Returns whether an object of the size of the frame is in the place of the frame.
    pub fn covers_frame(&self, size: Size) -> bool {
        self.transform_of(size) == Affine::IDENTITY
    }

    /// Returns the transform from an object about the origin to the frame of the element.
    pub fn transform(&self, object: Size) -> Affine {
        let transform = self.transform_of(object);
        self.cover(transform.transform_rect_bbox(centred(object)));
        transform
    }

    fn transform_of(&self, object: Size) -> Affine {
        let own = turn(self.element.turn + self.context.step.turn);
        self.context.step.transform
            * turn(self.seat_turn)
            * Affine::translate(self.spot(object).to_vec2())
            * own
    }

    /// Tells the stack that the element is in what the drawing covers, a box in the frame.
    pub fn cover(&self, rect: Rect) {
        if let Some(covered) = self.context.covered {
            covered.set(Some(rect));
        }
    }

    /// Moves drawings of an object about the origin to its place.
    pub fn placed(&self, object: Size, draws: Vec<Draw>) -> Vec<Draw> {
        let transform = self.transform(object);
        if transform == Affine::IDENTITY { draws } else { vec![Draw::moved(transform, draws)] }
    }

    /// Moves drawings to their place at their seat, without turning them: directions are the same
    /// for all readers.
    pub fn unturned(&self, object: Size, draws: Vec<Draw>) -> Vec<Draw> {
        let spot = self.context.step.transform * turn(self.seat_turn) * self.spot(object);
        self.cover(centred(object) + spot.to_vec2());
        vec![Draw::moved(Affine::translate(spot.to_vec2()), draws)]
    }
}

/// Returns the box of an object about the origin.
fn centred(object: Size) -> Rect {
    Rect::from_center_size(Point::ORIGIN, object)
}
