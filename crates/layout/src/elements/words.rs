//! Words in the room that they have: of several lines or styles, in a box, shrunk until they fit.

use kurbo::{Affine, Rect, Size};

use super::text_block::Lines;
use crate::base::units::{PT_PER_MM, Trimmed};
use crate::diag::{Diagnostic, Result, codes};
use crate::layout::draw::painter::{OVERSHOOT, Painter, said_whole};
use crate::layout::draw::placing::Placing;
use crate::model::Words;
use crate::scene::{Draw, Ink};
use crate::settle::Block;
use crate::settle::words::beginning;
use crate::spec::values::value::Where;

impl Painter<'_, '_> {
    /// Words of several lines or styles, or in a box.
    ///
    /// # Errors
    /// Words that have no room.
    pub(super) fn lines(
        &self,
        words: &Words,
        block: &Block,
        ink: &Ink,
        at: &Placing<'_>,
        area: Option<Size>,
    ) -> Result<Vec<Draw>> {
        let lines = Lines(block);
        let (across, down) = aligned(words, at.place);
        let setting = match area {
            Some(area) => lines.in_box(words, area, (across, down))?,
            None => lines.free(words, across, at)?,
        };
        let transform = at.transform(setting.object);
        let excess = at.context.frame.excess(lines.ink(&setting), transform);
        if excess > OVERSHOOT {
            let wrong = outside(&block.string, setting.size, excess);
            let in_box = "a smaller `size`, or a place further in";
            return Err(if area.is_some() { wrong.hint(in_box) } else { wrong });
        }
        let mut draws = lines.draws(&setting, ink);
        if words.manner.tracking() > 0.0 {
            draws = draws.into_iter().map(|draw| said_whole(draw, words)).collect();
        }
        Ok(vec![Draw::moved(transform, draws)])
    }
}

/// How the lines of a text stand: as it says, else to the side that its place touches.
fn aligned(words: &Words, place: Where) -> (u8, u8) {
    let (column, row) = match place {
        Where::Anchor(anchor) => (anchor.column, anchor.row),
        Where::Offset(_) | Where::EachCorner | Where::EachEdge => (1, 1),
    };
    (words.align.across.unwrap_or(column), words.align.down.unwrap_or(row))
}

impl Placing<'_> {
    /// The largest size in mm at which words stay inside their piece, and from their frame to the element's. `set` lays
    /// them out at a size: the box that is placed, and the box of the letters. Words that may shrink keep off the cut at
    /// both ends; at their smallest they may come up to it.
    ///
    /// # Errors
    /// Words that reach out of their piece at their smallest.
    pub fn shrunk(
        &self,
        words: &Words,
        string: &str,
        mut set: impl FnMut(f64) -> (Size, Rect),
    ) -> Result<(f64, Affine)> {
        let mut size = words.size;
        loop {
            let (object, ink) = set(size);
            let transform = self.transform(object);
            let excess = |ink| self.context.frame.excess(ink, transform);
            let (over, smallest) = (excess(ink), size <= words.least);
            if over <= OVERSHOOT && (smallest || excess(self.with_margins(ink)) <= OVERSHOOT) {
                return Ok((size, transform));
            }
            if smallest {
                return Err(outside(string, size, over));
            }
            size = smaller(words, size);
        }
    }
}

/// The next size in mm that words shrink to: a quarter of a point less.
pub(crate) fn smaller(words: &Words, size: f64) -> f64 {
    (size - 0.25 / PT_PER_MM).max(words.least)
}

/// A text that reaches out of its piece.
pub(crate) fn outside(string: &str, size: f64, excess: f64) -> Diagnostic {
    let message = format!(
        "\"{}\" at {} pt reaches {} mm outside its place",
        beginning(string),
        Trimmed(size * PT_PER_MM),
        Trimmed(excess),
    );
    let hint = "a smaller font, shrink = \"…pt\", or fewer words";
    codes::TEXT_TOO_LARGE.error(message).hint(hint)
}
