//! Separates the large first letter of a text.
//!
//! - In: the runs of a text, and the height of its first letter in lines.
//! - Out: the shaped letter, and the runs without this letter.
//! - Not here: breaking the lines next to the letter.

use super::set_words::DropCapital;
use super::settler::Settler;
use super::shaped_texts::no_glyph;
use hexpress_base::diag::Result;
use hexpress_game::TextFormat;
use hexpress_scene::text::inline::Inline;

/// The space between the letter and the lines next to it, in ems of the text.
const GAP: f64 = 0.18;

impl Settler<'_, '_> {
    /// Removes the large first letter from a text, and shapes this letter.
    ///
    /// Characters before the letter, such as a quotation mark, are also removed. They are shaped
    /// together with the letter, in the same size.
    ///
    /// Returns `None` if the text starts with an icon, or if there is a space before the first letter or
    /// digit. Also returns `None` if the font lacks the style of the letter.
    pub(super) fn drop_capital(
        &self,
        format: &TextFormat,
        inlines: &mut [Inline],
        lines: u32,
        string: &str,
        pitch: f64,
    ) -> Result<Option<DropCapital>> {
        let Some(Inline::Words { string: run, style }) = inlines.first_mut() else { return Ok(None) };
        let letter = run.find(char::is_alphanumeric).filter(|at| !run[..*at].contains(char::is_whitespace));
        let Some((at, font)) = letter.zip(self.shaper.fonts().styled(format.font, *style)) else {
            return Ok(None);
        };
        let end = at + run[at..].chars().next().map_or(0, char::len_utf8);
        let capital: String = run.drain(..end).collect();
        let begins_word = run.starts_with(char::is_alphanumeric);
        if !begins_word {
            *run = run.trim_start_matches(' ').to_owned();
        }
        let shaped = self.shaper.shape_as(font, format.letter_style.tracked(0.0), &capital);
        let shaped = shaped.map_err(|missing| no_glyph(self.shaper, missing, string))?;
        let cap = self.shaper.cap_height(font);
        let scale = (f64::from(lines - 1) * pitch + cap) / cap;
        let indent = shaped.ink.width() * scale + GAP;
        Ok(Some(DropCapital { shaped, scale, lines, indent, begins_word }))
    }
}
