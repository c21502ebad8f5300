//! Reports keys of elements that have no effect on what the element draws.
//!
//! - In: an element, and what it draws.
//! - Out: an error for each key without an effect.
//! - Not here: the table of the keys that each kind supports (`hexpress-language`), and the values of
//!   keys.

mod hints;
mod sets;
mod sign_keys;

use crate::context::Resolver;
use hexpress_base::diag::{Hint, codes};
use hexpress_language::tables::element::Element;
use hexpress_language::values::per_row::PerRow;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::{Anchor, ElementPlace};
use sets::{DrawnKeys, KeySet};

pub use sets::KindSet;
pub use sign_keys::{SignSpot, check_cell, check_labelled, check_sign};

/// Reports every key of an element that has no effect. A kind is a key that decides what is drawn, such
/// as `text`. An element with several kinds is already an error, so it is not checked.
pub fn check(e: &Element, kinds: KindSet, resolver: &mut Resolver<'_>) {
    let Some(drawing) = DrawnKeys::new(e, kinds) else { return };
    let keys = Keys { e, drawing, given: KeySet::of(e) };
    keys.stray(resolver);
    keys.inset_away_from_edges(resolver);
    keys.seats_of_centred_arrow(resolver);
    keys.line_without_width(resolver);
    keys.second_colour(resolver);
    keys.ink_without_walk(resolver);
}

/// The keys of an element, and what the element draws.
struct Keys<'e> {
    e: &'e Element,
    drawing: DrawnKeys,
    given: KeySet,
}

impl Keys<'_> {
    /// Returns whether the element has this key and its drawing supports it.
    fn uses_key(&self, key: KeySet) -> bool {
        (self.given & self.drawing.keys).intersects(key)
    }

    /// Reports keys that the drawing does not support.
    fn stray(&self, resolver: &mut Resolver<'_>) {
        for (key, key_name) in (self.given - self.drawing.keys).each() {
            let message = format!("`{key_name}` has no effect on `{}`", self.drawing.name);
            report(self.e, key, message, hints::stray_key(key, self.drawing), resolver);
        }
    }

    /// Reports `inset` on an element that is not placed at an edge.
    fn inset_away_from_edges(&self, resolver: &mut Resolver<'_>) {
        const HINT: &str = "to set the distance from an edge, write at = \"top\" or another edge; to move the element, \
            write `shift` instead of `inset`";
        // For guilloches, frames and texts that shrink, `inset` has an effect everywhere: it makes the
        // element smaller.
        let is_reduced = self.drawing.kind.intersects(KindSet::GUILLOCHE | KindSet::FRAME)
            || self.drawing.kind == KindSet::TEXT && self.given.intersects(KeySet::SHRINK);
        if self.uses_key(KeySet::INSET)
            && !self.given.intersects(KeySet::IN)
            && !is_reduced
            && is_away_from_edges(self.e)
        {
            report(
                self.e,
                KeySet::INSET,
                "`inset` has no effect here: it applies only to places at an edge",
                HINT,
                resolver,
            );
        }
    }

    /// Reports the key `for` on an arrow in the centre. The key has no effect, because arrows are not
    /// rotated for each seat, so all copies of the arrow look the same.
    fn seats_of_centred_arrow(&self, resolver: &mut Resolver<'_>) {
        const HINT: &str = "delete `for`: it rotates only texts, so that they face the players";
        if self.drawing.kind == KindSet::ARROW
            && self.given.intersects(KeySet::FOR)
            && !self.given.intersects(KeySet::IN | KeySet::SHIFT)
            && is_in_centre(self.e)
        {
            let message =
                "`for` has no effect here: arrows are not rotated, so the arrows for all seats are the same";
            report(self.e, KeySet::FOR, message, HINT, resolver);
        }
    }

    /// Reports a straight line or a guilloche if its `line` has the width 0. It would draw nothing.
    fn line_without_width(&self, resolver: &mut Resolver<'_>) {
        const HINT: &str = "delete the element, or give its line a width: line = \"0.3mm navy\"";
        if self.drawing.kind.intersects(KindSet::FROM | KindSet::GUILLOCHE)
            && let Some(Spanned { value: PerRow::Fixed(line), .. }) = &self.e.line
            && line.width == 0.0
        {
            let message = format!("without a line, `{}` draws nothing", self.drawing.name);
            report(self.e, KeySet::LINE, message, HINT, resolver);
        }
    }

    /// Reports `line` or `colour` on an element that draws a small board, if it has no `walk`.
    fn ink_without_walk(&self, resolver: &mut Resolver<'_>) {
        if self.drawing.kind != KindSet::BOARD || self.given.intersects(KeySet::WALK) {
            return;
        }
        for (key, name) in (self.given & (KeySet::LINE | KeySet::COLOUR)).each() {
            let message = format!("`{name}` has no effect on `board` without a `walk`");
            let hint = "delete it, or add the route to which it applies, such as walk = \"a1 up 2\"";
            report(self.e, key, message, hint, resolver);
        }
    }

    /// Reports `colour` if `fill` or `line` overrides it.
    fn second_colour(&self, resolver: &mut Resolver<'_>) {
        let kind = self.drawing.kind;
        if !self.uses_key(KeySet::COLOUR)
            || kind.intersects(KindSet::TEXT | KindSet::COMPASS | KindSet::PATH | KindSet::QR)
        {
            return;
        }
        let has_coloured_line = !kind.intersects(KindSet::ARROW | KindSet::ICON);
        let overriding = match self.given.intersects(KeySet::FILL) {
            true => KeySet::FILL,
            false if has_coloured_line => self.given & KeySet::LINE,
            false => KeySet::EMPTY,
        };
        if let Some((_, other)) = overriding.each().next() {
            let hint = format!("delete `colour`: `{}` takes its colour from `{other}`", self.drawing.name);
            let message = format!("`colour` has no effect together with `{other}`");
            report(self.e, KeySet::COLOUR, message, hint, resolver);
        }
    }
}

/// Returns whether an element is not placed at an edge of its piece.
fn is_away_from_edges(e: &Element) -> bool {
    e.at.as_ref().is_none_or(|at| {
        at.value.0.iter().all(|place| match place {
            PerRow::Fixed(ElementPlace::Anchor(anchor)) => *anchor == Anchor::CENTRE,
            PerRow::Fixed(ElementPlace::Offset(_)) => true,
            PerRow::Percentages(_) => true,
            PerRow::Fixed(ElementPlace::EachCorner | ElementPlace::EachEdge) | PerRow::Template(_) => false,
        })
    })
}

/// Returns whether all places of an element are in the centre.
fn is_in_centre(e: &Element) -> bool {
    e.at.as_ref()
        .is_none_or(|at| at.value.0.iter().all(|place| *place == PerRow::Fixed(ElementPlace::CENTRE)))
}

/// Reports a key of an element. Does nothing if the element does not have the key.
fn report(
    e: &Element,
    key: KeySet,
    message: impl Into<String>,
    hint: impl Into<Hint>,
    resolver: &mut Resolver<'_>,
) {
    let Some(span) = key.span_in(e) else { return };
    let place = resolver.key_place(&span);
    resolver.error_with_hint(codes::IDLE_KEY, place, message, hint);
}
