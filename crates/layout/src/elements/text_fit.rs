//! Shrinks text until it is inside its piece, and reports text that is too large even at its smallest
//! size.
//!
//! - In: settled text (all its values are computed) and its place. If the text has a box, also this
//!   box.
//! - Out: the drawings of the lines, or the font size at which a line fits.
//! - Not here: breaking lines (`text_block`).

use kurbo::{Affine, Rect, Size};

use super::text_block::{BlockAlignment, TextBlock};
use crate::draw::painter::{OVERSHOOT, Painter, grouped_if_tracked};
use crate::draw::placing::Placing;
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::units::{PT_PER_MM, ShortNumber};
use hexpress_game::TextFormat;
use hexpress_language::values::value::{Anchor, ElementPlace};
use hexpress_scene::{Drawing, Ink};
use hexpress_settle::Block;
use hexpress_settle::shaped_texts::beginning;

/// How much text shrinks in one step, in pt.
const STEP_PT: f64 = 0.25;

impl Painter<'_, '_> {
    /// Draws text that has several lines or styles, or that is in a box of size `area`.
    ///
    /// # Errors
    /// The text does not fit.
    pub(super) fn lines(
        &self,
        format: &TextFormat,
        block: &Block,
        ink: &Ink,
        at: &Placing<'_>,
        area: Option<Size>,
    ) -> Result<Vec<Drawing>> {
        let block = TextBlock(block);
        let alignment = block_alignment(format, at.place);
        let layout = match area {
            Some(area) => block.in_box(format, area, alignment)?,
            None => block.without_box(format, alignment.across, at)?,
        };
        let transform = at.transform(layout.object);
        let excess = at.context.frame.box_distance_outside(block.ink_bounds(&layout), transform);
        if excess > OVERSHOOT {
            let diagnostic = out_of_place(&block.string, layout.size, excess, at.context.frame.size);
            let hint = "use a smaller `size`, or move the text inwards";
            return Err(if area.is_some() { diagnostic.hint(hint) } else { diagnostic });
        }
        at.cover(transform.transform_rect_bbox(block.letters_box(&layout)));
        let mut drawings = block.drawings(&layout, ink);
        if format.letter_style.tracking() > 0.0 {
            drawings = drawings.into_iter().map(|drawing| grouped_if_tracked(drawing, format)).collect();
        }
        Ok(vec![Drawing::moved(transform, drawings)])
    }
}

/// Returns the alignment of a text. If the layout sets no alignment, the text is aligned with the edge
/// of the frame at which it is placed.
pub(super) fn block_alignment(format: &TextFormat, place: ElementPlace) -> BlockAlignment {
    let anchor = match place {
        ElementPlace::Anchor(anchor) => anchor,
        ElementPlace::Offset(_) | ElementPlace::EachCorner | ElementPlace::EachEdge => Anchor::CENTRE,
    };
    BlockAlignment {
        across: format.align.across.unwrap_or(anchor.across),
        down: format.align.down.unwrap_or(anchor.down),
    }
}

/// The measures of a text at one font size, relative to the origin.
pub struct SetText {
    /// The size of the box that is placed in the frame, in mm.
    pub object: Size,
    /// The box of the letters, in mm.
    pub ink: Rect,
}

/// The measures of a text at the largest size at which it fits.
pub struct FittedText {
    /// The size of an em, in mm.
    pub size: f64,
    /// The size of the box that is placed in the frame, in mm.
    pub object: Size,
    /// The transform from the text to the frame of the element.
    pub transform: Affine,
}

impl Placing<'_> {
    /// Returns the largest size at which a text is inside its piece. `set` returns the measures of the
    /// text at a given size in mm.
    ///
    /// A text that may shrink becomes smaller until margins on its left and right are free. A text at its
    /// smallest size may extend into these margins.
    ///
    /// # Errors
    /// The text is outside its piece even at its smallest size.
    pub fn shrunk(
        &self,
        format: &TextFormat,
        string: &str,
        mut set: impl FnMut(f64) -> SetText,
    ) -> Result<FittedText> {
        let frame = self.context.frame;
        let mut size = format.size;
        loop {
            let SetText { object, ink } = set(size);
            let transform = self.transform(object);
            let excess = frame.box_distance_outside(ink, transform);
            let is_smallest = size <= format.min_size;
            let is_inside = excess <= OVERSHOOT;
            if is_inside
                && (is_smallest || frame.box_distance_outside(self.with_margins(ink), transform) <= OVERSHOOT)
            {
                return Ok(FittedText { size, object, transform });
            }
            if is_smallest {
                return Err(out_of_place(string, size, excess, frame.size));
            }
            size = next_smaller(format, size);
        }
    }
}

/// Returns the next smaller size that a text may have, in mm.
pub(crate) fn next_smaller(format: &TextFormat, size: f64) -> f64 {
    (size - STEP_PT / PT_PER_MM).max(format.min_size)
}

/// Returns the error for a text that extends beyond its area: the piece, cell or group that it is in.
/// `size` is the font size, and `excess` is the distance by which the text extends beyond the area. All
/// lengths are in mm.
fn out_of_place(string: &str, size: f64, excess: f64, area: Size) -> Diagnostic {
    let message = format!(
        "\"{}\" at {} pt extends {} mm beyond its area of {} x {} mm",
        beginning(string),
        ShortNumber(size * PT_PER_MM),
        ShortNumber(excess),
        ShortNumber(area.width),
        ShortNumber(area.height),
    );
    let hint = "write a smaller size in `font`, use fewer words, or enlarge the piece, cell or group around the text";
    codes::TEXT_TOO_LARGE.error(message).hint(hint)
}
