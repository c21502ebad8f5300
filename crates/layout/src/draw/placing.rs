//! Where one drawing of an element lies.

use kurbo::{Affine, Point, Rect, Size};

use super::frame::{Frame, turn};
use super::painter::Context;
use crate::scene::Draw;
use crate::settle::SettledElement;
use crate::spec::values::value::{Pair, Where};

/// How far words that shrink keep off the edge of their piece, in mm: cuts are rarely truer.
const SAFE: f64 = 1.5;

/// One drawing of an element: where, and for which seat.
pub struct Placing<'e> {
    /// What is drawn.
    pub element: &'e SettledElement<'e>,
    /// What it is drawn for.
    pub context: Context<'e>,
    /// Where.
    pub place: Where,
    /// How far its seat is turned from the first one, in degrees.
    pub seat_turn: f64,
}

impl Placing<'_> {
    /// The box of words with the strips beside them that shrinking keeps free: as wide as the inset across, if there
    /// is one. An end that stands at an edge keeps the distance that it was given.
    pub fn with_margins(&self, ink: Rect) -> Rect {
        let (inset, frame) = (self.element.inset, self.context.frame);
        let wanted = if inset == Pair::default() { SAFE } else { inset.x.max(0.0) };
        // The sides of a hexagon slant, so that words at its top are far from most of them anyway.
        let most = if frame.corners().len() == 6 { SAFE } else { f64::INFINITY };
        let margin = wanted.min(most).max(frame.safe);
        let (left, right) = match self.place {
            Where::Anchor(anchor) if self.element.turn == 0.0 => (anchor.column != 0, anchor.column != 2),
            _ => (true, true),
        };
        let strip = |free: bool| if free { margin } else { 0.0 };
        Rect::new(ink.x0 - strip(left), ink.y0, ink.x1 + strip(right), ink.y1)
    }

    /// Where the middle of the object lies, before it is turned for its seat.
    pub fn spot(&self, object: Size) -> Point {
        let shift = self.element.shift;
        self.context.frame.centre(self.place, self.element.inset, object) + kurbo::Vec2::new(shift.x, shift.y)
    }

    /// Whether something of this size covers its piece, so that it covers the bleed too.
    pub fn covers_piece(&self, size: Size) -> bool {
        let SettledElement { inset, shift, turn, .. } = self.element;
        let Frame { size: whole, bleed, .. } = self.context.frame;
        *bleed > 0.0
            && (size.width - whole.width).abs() < 1e-6
            && (size.height - whole.height).abs() < 1e-6
            && self.place == Where::CENTRE
            && [*inset, *shift] == [Pair::default(); 2]
            && turn.rem_euclid(180.0) == 0.0
    }

    /// From the object's own frame to the element's.
    pub fn transform(&self, object: Size) -> Affine {
        turn(self.seat_turn) * Affine::translate(self.spot(object).to_vec2()) * turn(self.element.turn)
    }

    /// Drawings of an object of this size about its middle, moved to where it lies.
    pub fn placed(&self, object: Size, draws: Vec<Draw>) -> Vec<Draw> {
        let transform = self.transform(object);
        if transform == Affine::IDENTITY { draws } else { vec![Draw::moved(transform, draws)] }
    }

    /// At its seat's place, but not turned with it: directions are true for all readers.
    pub fn unturned(&self, object: Size, draws: Vec<Draw>) -> Vec<Draw> {
        let spot = turn(self.seat_turn) * self.spot(object);
        vec![Draw::moved(Affine::translate(spot.to_vec2()), draws)]
    }
}
