//! What would mend words that reach out of their piece: tried out, so that what is proposed does mend them.

use kurbo::Size;

use crate::base::units::{PT_PER_MM, Trimmed};
use crate::diag::{Diagnostic, codes};
use crate::layout::draw::painter::Painter;
use crate::layout::draw::placing::Placing;
use crate::model::Words;
use crate::scene::{Draw, Ink};
use crate::spec::values::value::{Pair, Where};

/// The longest text that is tried out, in bytes.
const LONGEST: usize = 1000;
/// Where a proposed key belongs.
pub const IN_ELEMENT: &str = "in this element";
/// The smallest size that is proposed, in points.
const LEAST: f64 = 6.0;
/// How far from the edge a box is proposed, in mm, where the element has no inset.
const BESIDE: f64 = 4.0;

impl Painter<'_, '_> {
    /// The mistake that words reach out of their piece, with what mends it: another place, lines that break, smaller
    /// letters.
    pub(super) fn mended(
        &mut self,
        wrong: Diagnostic,
        words: &Words,
        (string, ink): (&str, &Ink),
        (at, area): (&Placing<'_>, Option<Size>),
    ) -> Diagnostic {
        let is_free = area.is_none() && !words.along && words.bend.is_none();
        if wrong.code != codes::TEXT_TOO_LARGE || !is_free || string.len() > LONGEST {
            return wrong;
        }
        let found = self
            .counted_from_corner(words, (string, ink), at)
            .or_else(|| self.in_lines(words, (string, ink), at))
            .or_else(|| self.smaller(words, (string, ink), at));
        match found {
            Some(hint) => wrong.hint(hint),
            None => wrong,
        }
    }

    /// Words as they would be drawn; `None` where they have no room.
    fn tried(
        &mut self,
        words: &Words,
        (string, ink): (&str, &Ink),
        at: &Placing<'_>,
        area: Option<Size>,
    ) -> Option<Vec<Draw>> {
        let set = self.settler().words(words, string, area.is_some()).ok()??;
        self.text(words, &set, ink.clone(), at, area).ok()
    }

    /// A place that was counted from the upper left corner of the piece.
    fn counted_from_corner(
        &mut self,
        words: &Words,
        (string, ink): (&str, &Ink),
        at: &Placing<'_>,
    ) -> Option<String> {
        let Where::Offset(offset) = at.place else { return None };
        let whole = at.context.frame.size;
        let moved = Pair { x: offset.x - whole.width / 2.0, y: offset.y - whole.height / 2.0 };
        let there = Placing { place: Where::Offset(moved), ..*at };
        self.tried(words, (string, ink), &there, None)?;
        let [x, y] = [moved.x, moved.y].map(|mm| Trimmed((mm * 100.0).round() / 100.0));
        Some(format!("`at` counts from the middle of the piece, to the right and down: at = \"{x} {y}mm\""))
    }

    /// A size in which the lines break.
    fn in_lines(&mut self, words: &Words, (string, ink): (&str, &Ink), at: &Placing<'_>) -> Option<String> {
        if !string.trim().contains(' ') || at.element.turn != 0.0 {
            return None;
        }
        let (whole, inset) = (at.context.frame.size, at.element.inset);
        let free = |whole: f64, inset: f64, off: f64| {
            (whole - 2.0 * off.abs() - 2.0 * if inset > 0.0 { inset } else { BESIDE }).floor()
        };
        let off = match at.place {
            Where::Offset(offset) => offset,
            Where::Anchor(_) => Pair::default(),
            Where::EachCorner | Where::EachEdge => return None,
        };
        let (width, tallest) = (free(whole.width, inset.x, off.x), free(whole.height, inset.y, off.y));
        let line = words.size * words.spacing.unwrap_or(1.3);
        // One line does not hold them, or they would stand in it as they are.
        let heights = (2..=16)
            .map(|lines| (f64::from(lines) * line).ceil() + 1.0)
            .take_while(|height| *height <= tallest);
        let height = heights.into_iter().find(|height| {
            width > 0.0 && self.tried(words, (string, ink), at, Some(Size::new(width, *height))).is_some()
        })?;
        let (width, height) = (Trimmed(width), Trimmed(height));
        Some(format!("lines break in a box: size = \"{width} x {height}mm\""))
    }

    /// Smaller letters.
    fn smaller(&mut self, words: &Words, (string, ink): (&str, &Ink), at: &Placing<'_>) -> Option<String> {
        let own = words.size * PT_PER_MM;
        let sizes = (0..80).map(|step| own.floor() - f64::from(step) * 0.5).filter(|size| *size < own);
        let fits = sizes.take_while(|size| *size >= LEAST).find(|size| {
            let size = size / PT_PER_MM;
            let least = Words { size, least: size, ..*words };
            self.tried(&least, (string, ink), at, None).is_some()
        })?;
        Some(format!("shrink = \"{}pt\" {IN_ELEMENT}, or fewer words", Trimmed(fits)))
    }
}
