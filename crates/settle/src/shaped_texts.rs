//! Shapes the texts of one piece.
//!
//! - In: a text with markup for styles and icons.
//! - Out: shaped lines or paragraphs, or an error that shows which part of the text is wrong.
//! - Not here: the place of the text on the piece, and the large first letter (`drop_capital`).

use std::borrow::Cow;

use kurbo::{Rect, Size};

use super::icon_height::is_among_capitals;
use super::set_words::{Block, InlineIcon, ShapedText};
use super::settler::Settler;
use hexpress_base::diag::near::nearest;
use hexpress_base::diag::{Diagnostic, Hint, Result, codes};
use hexpress_game::{TextFormat, icons};
use hexpress_scene::text::hyphens::Hyphens;
use hexpress_scene::text::inline::{Inline, is_silent, may_be_rich, read};
use hexpress_scene::text::wrap::{Paragraph, ParagraphPart, ParagraphStyle};
use hexpress_scene::text::{Direction, FontId, NoGlyph, Shaper, Style, VerticalExtent, runs_leftwards};
use hexpress_template::Engine;

/// The default distance between baselines, as a multiple of the height of the font's letters.
const PITCH: f64 = 1.3;
/// The height of an icon's box, as a multiple of the height of capitals.
const ICON: f64 = 1.15;
/// The height of a small icon's box, as a multiple of the height of lower-case letters.
const SMALL_ICON: f64 = 1.1 * ICON;
/// The space on each side of an icon, in ems.
pub const ICON_SPACE_EMS: f64 = 0.06;
/// The largest number of characters of a text. A text of this length is far too long for a sheet.
const MAX_TEXT_LENGTH: usize = 100_000;
/// The length in bytes above which a text counts as long. A text of this length fills about a page of a
/// book.
const LONG_TEXT_BYTES: usize = 2_000;
/// The largest total length of all long texts, in bytes.
const MAX_LONG_TEXT_BYTES: u64 = 3_000_000;

/// Where a text is set: on a single line, or in a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextArea {
    /// A single line. It becomes as long as the text needs.
    Line,
    /// A box in which the text is broken into lines.
    Box,
}

/// The size of an icon in a text, in ems.
#[derive(Clone, Copy)]
struct IconHeight {
    /// The side of the icon's box.
    scale: f64,
    /// The height of the letters next to the icon. The middle of the icon is at half this height.
    letters: f64,
}

impl Settler<'_, '_> {
    /// Adds the length of a long text to the total of the build, before the text is shaped.
    ///
    /// # Errors
    /// The long texts of all pieces together are too long for a build.
    pub fn count(&self, string: &str) -> Result<()> {
        if has_room(&self.game.engine, string.len()) { Ok(()) } else { Err(too_many()) }
    }

    /// Shapes a text. Returns `None` if no part of it is visible.
    ///
    /// # Errors
    /// The font does not have a character or a style, an icon is unknown, or the text is too long.
    pub fn words(&self, format: &TextFormat, string: &str, area: TextArea) -> Result<Option<ShapedText>> {
        if string.is_empty() {
            return Ok(None);
        }
        check_length(string)?;
        // A text with letters that run from right to left must be a block, because only a block puts
        // parts of different directions in order.
        let is_block = format.bend.is_none() && !string.is_ascii() && string.chars().any(runs_leftwards);
        if format.along || area == TextArea::Line && !is_block && !may_be_rich(string) {
            return self.shaped_line(format, string, string).map(Some);
        }
        let string = string.trim_end_matches([' ', '\t', '\n', '\r']);
        let inlines = read(string, |name| self.is_icon(name));
        if let [Inline::Words { string: plain, style: Style::REGULAR }] = inlines.as_slice()
            && area == TextArea::Line
            && !is_block
            && !plain.chars().any(|c| c == '\n' || is_silent(c))
        {
            return self.shaped_line(format, plain, string).map(Some);
        }
        if string.is_empty() {
            return Ok(None);
        }
        self.block(format, &inlines, string).map(|block| Some(ShapedText::Block(Box::new(block))))
    }

    /// Shapes one line. `plain` is `string` without markup for styles.
    fn shaped_line(&self, format: &TextFormat, plain: &str, string: &str) -> Result<ShapedText> {
        let shaped = self.shaper.shape_as(format.font, format.letter_style, plain);
        shaped.map(ShapedText::Line).map_err(|missing| self.no_glyph_in(missing, plain, string))
    }

    /// Returns the error for a character that the font does not have.
    ///
    /// The message quotes `shown`. The position of the error is the position of the character in
    /// `string`.
    fn no_glyph_in(&self, missing: NoGlyph, shown: &str, string: &str) -> Diagnostic {
        let character = missing.character();
        let part = string.find(character).map(|start| start..start + character.len_utf8());
        no_glyph(self.shaper, missing, shown).in_part(part)
    }

    fn is_icon(&self, name: &str) -> bool {
        self.game.names.colours.iter().any(|ink| *ink.name == *name) || self.game.pictures.icon(name).is_ok()
    }

    /// Shapes a text that is already split into runs and icons. Messages quote `string`.
    ///
    /// # Errors
    /// The font does not have a character or a style, or an icon is unknown.
    pub fn block(&self, format: &TextFormat, inlines: &[Inline], string: &str) -> Result<Block> {
        let (cap, x_height) = (self.shaper.cap_height(format.font), self.shaper.x_height(format.font));
        let VerticalExtent { above, below } =
            self.shaper.vertical_extent_in(format.font, format.flow.direction);
        let mut pitch = format.spacing.unwrap_or((above + below) * PITCH);
        if format.flow.direction == Some(Direction::RightToLeft) {
            pitch = pitch.max(above + below);
        }
        let mut inlines = Cow::Borrowed(inlines);
        if let Some(hyphens) = format.flow.hyphens {
            inlines = inlines.iter().map(|inline| hyphenated(inline, hyphens)).collect();
        }
        let mut drop_capital = None;
        if let Some(lines) = format.flow.drop_capital {
            drop_capital = self.drop_capital(format, inlines.to_mut(), lines, string, pitch)?;
        }
        let mut icons = Vec::with_capacity(inlines.len());
        let mut runs = Vec::with_capacity(inlines.len());
        for (index, inline) in inlines.iter().enumerate() {
            match inline {
                Inline::Words { string: run, style } => {
                    let styled = self.shaper.fonts().styled(format.font, *style);
                    let font = styled.ok_or_else(|| self.no_style(format.font, run, *style))?;
                    runs.push(ParagraphPart::Words(run, font));
                    icons.push(None);
                }
                Inline::Icon(name) => {
                    let is_small = format.flow.fits_icons && !is_among_capitals(&inlines, index);
                    let height = if is_small {
                        IconHeight { scale: x_height * SMALL_ICON, letters: x_height }
                    } else {
                        IconHeight { scale: cap * ICON, letters: cap }
                    };
                    let icon = self.icon_in_line(name, height, string)?;
                    let bounds = icon.icon.bounds();
                    let (width, height) = (bounds.width() * icon.scale, bounds.height() * icon.scale);
                    let ink = Rect::from_center_size(
                        (ICON_SPACE_EMS + width / 2.0, -icon.middle),
                        Size::new(width, height),
                    );
                    runs.push(ParagraphPart::Icon(width + 2.0 * ICON_SPACE_EMS, ink));
                    icons.push(Some(icon));
                }
            }
        }
        let measure = match format.flow.hyphens {
            Some(_) => Paragraph::measure_syllables,
            None => Paragraph::measure,
        };
        let style = ParagraphStyle { letter_style: format.letter_style, direction: format.flow.direction };
        let paragraph = measure(&runs, style, self.shaper)
            .map_err(|missing| self.no_glyph_in(missing, string, string))?;
        let space = icons.iter().flatten().next().and_then(|_| self.shaper.shape(format.font, " ").ok());
        let string = string.to_owned();
        Ok(Block { string, paragraph, icons, space, cap, above, below, pitch, drop_capital })
    }

    /// Returns the icon with this name.
    ///
    /// The name may also be the name of a colour. The icon is then drawn in this colour. If the colour
    /// defines an icon, this icon is returned instead.
    fn icon_in_line(&self, name: &str, height: IconHeight, string: &str) -> Result<InlineIcon> {
        let names = &self.game.names;
        let colour = names.colours.iter().zip(&names.icons).find(|(ink, _)| *ink.name == *name);
        let (drawn, ink) = match colour {
            Some((ink, Some(icon))) => (icon.as_ref(), Some(ink.clone())),
            Some((ink, None)) if self.game.pictures.icon(name).is_ok() => (name, Some(ink.clone())),
            Some(_) => {
                let message = format!("the colour `{name}` has no icon, in \"{}\"", beginning(string));
                let hint =
                    format!("add an icon in [colours]: {name} = {{ fill = \"…\", icon = \"circle\" }}");
                return Err(in_text(codes::UNKNOWN_NAME.error(message).hint(hint), string, name));
            }
            None => (name, None),
        };
        let icon = self.game.pictures.icon(drawn).map_err(|diagnostic| {
            let with_icons = names.colours.iter().zip(&names.icons).filter(|(_, icon)| icon.is_some());
            let own = self.game.pictures.own_icons();
            let known = with_icons.map(|(ink, _)| ink.name.as_ref()).chain(own.iter().map(String::as_str));
            let near = nearest(name, known.chain(icons::all().map(|icon| icon.name)));
            let plain =
                "to print the colons, write `\\:` for each of them (`\\\\:` in a text with double quotes)";
            let mut diagnostic = match (near.filter(|near| *near != drawn), diagnostic.hint.clone()) {
                (Some(near), _) => diagnostic.hint(Hint::did_you_mean(name, near)),
                // A hint such as `did you mean …?` already suggests a similar name, so no other advice is
                // needed.
                (None, Some(hint)) if hint.ends_with('?') => diagnostic,
                (None, Some(hint)) => diagnostic.hint(format!("{hint}; {plain}")),
                (None, None) => diagnostic.hint(plain),
            };
            diagnostic.message.push_str(&format!(", in \"{}\"", beginning(string)));
            in_text(diagnostic, string, name)
        })?;
        let IconHeight { scale, letters } = height;
        let left = icon.bounds().x0 * scale;
        Ok(InlineIcon { name: name.to_owned(), icon, ink, scale, middle: letters / 2.0, left })
    }

    fn no_style(&self, font: FontId, run: &str, style: Style) -> Diagnostic {
        let family = self.shaper.fonts().get(font).map_or("", |face| face.family.as_str());
        let message =
            format!("the font family `{family}` has no {}, which \"{}\" needs", style.name(), beginning(run));
        let hint =
            "delete the asterisks; to print an asterisk, write `\\*` (`\\\\*` in a text with double quotes)";
        codes::UNKNOWN_FONT.error(message).hint(hint)
    }
}

/// Adds soft hyphens to the words in a run of text. Returns icons unchanged.
fn hyphenated(inline: &Inline, hyphens: Hyphens) -> Inline {
    match inline {
        Inline::Words { string, style } => Inline::Words { string: hyphens.add_to(string), style: *style },
        Inline::Icon(name) => Inline::Icon(name.clone()),
    }
}

/// Adds a position to an error: the place of the icon `:name:` in its text.
fn in_text(diagnostic: Diagnostic, string: &str, name: &str) -> Diagnostic {
    let sign = format!(":{name}:");
    let start = string.find(&sign);
    diagnostic.in_part(start.map(|start| start + 1..start + 1 + name.len()))
}

/// Returns the error for a character that the font does not have.
///
/// If another font has the character, a hint names that font.
pub fn no_glyph(shaper: &Shaper<'_>, missing: NoGlyph, string: &str) -> Diagnostic {
    let c = missing.character();
    let begins = beginning(string);
    let code = u32::from(c);
    if let NoGlyph::Broken(_) = missing {
        let message =
            format!("the outline of `{c}` (U+{code:04X}) in the font is broken or endless, in \"{begins}\"");
        return codes::BAD_FONT.error(message).hint("download the font again, or use another font");
    }
    let lacks = format!("the font has no `{c}` (U+{code:04X}), in \"{begins}\"");
    let hint = match shaper.family_with(c) {
        Some(family) => format!("use the font family `{family}`, which has this character"),
        None => "add a font of your own in [fonts], or write another character".to_owned(),
    };
    codes::NO_GLYPH.error(lacks).hint(hint)
}

/// Adds the length of a text to the total of all long texts. A short text is not added.
///
/// Returns whether the total is still at most [`MAX_LONG_TEXT_BYTES`] bytes.
fn has_room(engine: &Engine, bytes: usize) -> bool {
    bytes <= LONG_TEXT_BYTES || engine.count_set(bytes) <= MAX_LONG_TEXT_BYTES
}

/// Returns an error if a text is longer than [`MAX_TEXT_LENGTH`].
fn check_length(string: &str) -> Result<()> {
    let is_too_long = string.len() > MAX_TEXT_LENGTH && string.chars().count() > MAX_TEXT_LENGTH;
    if is_too_long { Err(too_long(string)) } else { Ok(()) }
}

/// Returns the error for a text that is too long for any piece.
fn too_long(string: &str) -> Diagnostic {
    let message = format!("the text \"{}\" has {} characters", beginning(string), string.chars().count());
    codes::TEXT_TOO_LARGE.error(message).hint(format!("write at most {MAX_TEXT_LENGTH} characters"))
}

/// Returns the error for a build whose long texts are too long in total.
fn too_many() -> Diagnostic {
    let message = format!(
        "the texts of more than {LONG_TEXT_BYTES} characters add up to more than {MAX_LONG_TEXT_BYTES} characters"
    );
    codes::BAD_COUNT
        .error(message)
        .hint("shorten the texts, or print some of the pieces at a time with `--pieces`")
}

/// Returns the beginning of a text, for messages.
pub fn beginning(string: &str) -> String {
    const MAX_CHARACTERS: usize = 40;
    let line = string.replace('\n', " ").replace(is_silent, "");
    if line.chars().count() <= MAX_CHARACTERS {
        return line;
    }
    let cut: String = line.chars().take(MAX_CHARACTERS).collect();
    // If possible, the text is cut after a whole word.
    let end = cut.rfind(' ').filter(|end| *end > MAX_CHARACTERS / 2).unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_text_is_set_and_a_longer_one_is_not() {
        for letter in ["x", "ש", "字"] {
            let longest = letter.repeat(MAX_TEXT_LENGTH);
            assert!(check_length(&longest).is_ok());
            assert!(check_length(&(longest + "x")).is_err());
        }
    }

    #[test]
    fn long_texts_have_at_most_three_million_letters_together() {
        let engine = Engine::default();
        let rest = LONG_TEXT_BYTES + 1;
        assert!(has_room(&engine, MAX_LONG_TEXT_BYTES as usize - rest));
        assert!(has_room(&engine, rest));
        // Short texts are not added to the total.
        assert!(has_room(&engine, LONG_TEXT_BYTES));
        assert!(!has_room(&engine, rest));
        assert!(!has_room(&Engine::default(), MAX_LONG_TEXT_BYTES as usize + 1));
    }
}
