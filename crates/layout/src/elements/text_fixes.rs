//! Finds changes that make a text fit its piece.
//!
//! - In: the error, and the text with the style and the place that caused the error.
//! - Out: the error with a hint. The hint proposes another place, a box in which the text breaks into
//!   lines, or a smaller size.
//! - Not here: guesses. Every change is drawn and measured before the hint proposes it.

use kurbo::Size;

use crate::draw::painter::Painter;
use crate::draw::placing::Placing;
use hexpress_base::diag::{Diagnostic, codes};
use hexpress_base::units::{PT_PER_MM, ShortNumber};
use hexpress_game::TextFormat;
use hexpress_language::values::value::{ElementPlace, Pair};
use hexpress_scene::Ink;
use hexpress_settle::shaped_texts::TextArea;

/// The last words of a hint. They say where to write the proposed key.
pub const IN_ELEMENT: &str = "in this element";
/// The length of the longest text for which a fix is sought, in bytes. A search takes longer for a
/// longer text, because every change is drawn.
const MAX_TEXT_BYTES: usize = 1000;
/// The smallest font size that a hint proposes, in points.
const MIN_FONT_PT: f64 = 6.0;
/// The step between the font sizes that are tried, in points.
const STEP: f64 = 0.5;
/// The maximum number of font sizes that are tried. With steps of 0.5 points, they cover 40 points.
const MAX_SIZES: u32 = 80;
/// The maximum number of lines in the boxes that are tried.
const MAX_LINES: u32 = 16;
/// The distance between a proposed box and the edge of the piece if the element has no inset, in mm.
const USUAL_INSET: f64 = 4.0;

/// A text, with the style and the place that its element sets.
#[derive(Clone, Copy)]
pub(super) struct PlacedText<'t> {
    pub format: &'t TextFormat,
    pub string: &'t str,
    pub ink: &'t Ink,
    pub at: &'t Placing<'t>,
    /// The box that breaks the text into lines, or `None` if the text has no box.
    pub area: Option<Size>,
}

impl Painter<'_, '_> {
    /// Adds a hint to the error for a text that extends beyond its piece. Adds nothing if no fix is
    /// found.
    pub(super) fn with_fix(&self, diagnostic: Diagnostic, text: PlacedText<'_>) -> Diagnostic {
        let is_plain = text.area.is_none() && !text.format.along && text.format.bend.is_none();
        if diagnostic.code != codes::TEXT_TOO_LARGE || !is_plain || text.string.len() > MAX_TEXT_BYTES {
            return diagnostic;
        }
        let hint = self
            .place_from_corner(text)
            .or_else(|| self.box_with_lines(text))
            .or_else(|| self.smaller_size(text));
        match hint {
            Some(hint) => diagnostic.hint(hint),
            None => diagnostic,
        }
    }

    /// Returns whether a text with these settings fits its piece.
    fn has_room(&self, text: PlacedText<'_>) -> bool {
        let PlacedText { format, string, ink, at, area } = text;
        let text_area = if area.is_some() { TextArea::Box } else { TextArea::Line };
        let Ok(Some(set)) = self.settler().words(format, string, text_area) else { return false };
        self.text(format, &set, ink.clone(), at, area).is_ok()
    }

    /// The user may have measured the place from the upper left corner, but layouts measure places from the
    /// middle of the piece. If the text fits where the user probably meant it, proposes this place, measured
    /// from the middle. Otherwise, returns `None`.
    fn place_from_corner(&self, text: PlacedText<'_>) -> Option<String> {
        let ElementPlace::Offset(offset) = text.at.place else { return None };
        let piece = text.at.context.frame.size;
        let moved = Pair { x: offset.x - piece.width / 2.0, y: offset.y - piece.height / 2.0 };
        let at = Placing { place: ElementPlace::Offset(moved), ..*text.at };
        if !self.has_room(PlacedText { at: &at, area: None, ..text }) {
            return None;
        }
        let [x, y] = [moved.x, moved.y].map(ShortNumber::hundredths);
        Some(format!("measure `at` from the middle of the piece, to the right and down: at = \"{x} {y}mm\""))
    }

    /// Proposes a box in which the text breaks into lines. Returns `None` if no such box is found.
    fn box_with_lines(&self, text: PlacedText<'_>) -> Option<String> {
        let PlacedText { format, string, at, .. } = text;
        if !string.trim().contains(' ') || at.element.turn != 0.0 {
            return None;
        }
        let (piece, inset) = (at.context.frame.size, at.element.inset);
        let offset = match at.place {
            ElementPlace::Offset(offset) => offset,
            ElementPlace::Anchor(_) => Pair::default(),
            ElementPlace::EachCorner | ElementPlace::EachEdge => return None,
        };
        let width = free_length(piece.width, inset.x, offset.x);
        let tallest = free_length(piece.height, inset.y, offset.y);
        if width <= 0.0 {
            return None;
        }
        let line = format.size * format.spacing.unwrap_or(1.3);
        // The text is too long for one line, so the smallest box that is tried has two lines.
        let height = (2..=MAX_LINES)
            .map(|lines| (f64::from(lines) * line).ceil() + 1.0)
            .take_while(|height| *height <= tallest)
            .find(|height| self.has_room(PlacedText { area: Some(Size::new(width, *height)), ..text }))?;
        Some(format!(
            "let the text break into lines: size = \"{} x {}mm\"",
            ShortNumber(width),
            ShortNumber(height)
        ))
    }

    /// Proposes a smaller font size. Returns `None` if the text does not fit even at [`MIN_FONT_PT`].
    fn smaller_size(&self, text: PlacedText<'_>) -> Option<String> {
        let points = text.format.size * PT_PER_MM;
        let fits = (0..MAX_SIZES)
            .map(|step| points.floor() - f64::from(step) * STEP)
            .filter(|smaller| *smaller < points)
            .take_while(|smaller| *smaller >= MIN_FONT_PT)
            .find(|smaller| {
                let size = smaller / PT_PER_MM;
                let format = TextFormat { size, min_size: size, ..*text.format };
                self.has_room(PlacedText { format: &format, area: None, ..text })
            })?;
        let has_several_words = text.string.trim().contains(char::is_whitespace);
        let shorter = if has_several_words { "fewer words" } else { "a shorter text" };
        Some(format!(
            "let the text shrink to {0} pt (shrink = \"{0}pt\" {IN_ELEMENT}), or use {shorter}",
            ShortNumber(fits)
        ))
    }
}

/// Returns the largest length of a box around `offset` along one axis, in whole mm.
///
/// The box stays at least `inset` mm away from both edges of the piece. Without an inset, it stays
/// [`USUAL_INSET`] mm away.
fn free_length(piece: f64, inset: f64, offset: f64) -> f64 {
    let kept = if inset > 0.0 { inset } else { USUAL_INSET };
    (piece - 2.0 * offset.abs() - 2.0 * kept).floor()
}
