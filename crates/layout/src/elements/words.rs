//! Words of more than one line or style, with icons in the line: what they are made of, and what is said of those
//! that cannot be set.

use kurbo::{Affine, Rect, Size};

use super::text_block::{BESIDE, Block, Icon};
use crate::base::units::{PT_PER_MM, Trimmed};
use crate::diag::near::nearest;
use crate::diag::{Diagnostic, Result, codes};
use crate::layout::draw::painter::{OVERSHOOT, Painter, said_whole};
use crate::layout::draw::placing::Placing;
use crate::model::Words;
use crate::model::icons;
use crate::scene::{Draw, Ink};
use crate::spec::values::value::Where;
use crate::text::inline::{Inline, is_silent, read};
use crate::text::wrap::{Paragraph, Run};
use crate::text::{FontId, NoGlyph, Style};

/// From one baseline to the next, as a multiple of what the letters reach above and below theirs.
const PITCH: f64 = 1.3;
/// How high the box of an icon is, as a multiple of the capitals beside it.
const ICON: f64 = 1.15;

/// What words turn out to be.
pub(super) enum Rich {
    /// One plain line, without the signs that would style it.
    Plain(String),
    /// More than that, as it is drawn.
    Drawn(Vec<Draw>),
}

impl Painter<'_, '_> {
    /// Words that may be of several lines or styles, or have a box to stand in.
    pub(super) fn rich(
        &self,
        words: &Words,
        string: &str,
        ink: &Ink,
        at: &Placing<'_>,
        area: Option<Size>,
    ) -> Result<Rich> {
        let string = string.trim_end_matches([' ', '\t', '\n', '\r']);
        let names = &self.game.names;
        let is_icon = |name: &str| {
            names.colours.iter().any(|c| *c.name == *name) || self.game.pictures.icon(name).is_ok()
        };
        let mut inlines = read(string, is_icon);
        if area.is_none()
            && let [Inline::Words { string, bold: false, italic: false }] = inlines.as_mut_slice()
            && !string.chars().any(|c| c == '\n' || is_silent(c))
        {
            return Ok(Rich::Plain(std::mem::take(string)));
        }
        if string.is_empty() {
            return Ok(Rich::Drawn(Vec::new()));
        }
        if !string.is_ascii() && string.chars().any(runs_leftwards) {
            let begins = beginning(string);
            let message = format!(
                "words that run from right to left stand on one line of one style, and \"{begins}\" does not"
            );
            let hint = "make an element for each line, without `size`, stars and icons";
            return Err(codes::BAD_ELEMENT.error(message).hint(hint));
        }
        let block = self.block(words, &inlines, string)?;
        let (across, down) = aligned(words, at.place);
        let setting = match area {
            Some(area) => block.in_box(words, area, (across, down), string)?,
            None => block.free(words, across, at, string)?,
        };
        let transform = at.transform(setting.object);
        let excess = at.context.frame.excess(block.ink(&setting), transform);
        if excess > OVERSHOOT {
            let wrong = outside(string, setting.size, excess);
            let in_box = "a smaller `size`, or a place further in";
            return Err(if area.is_some() { wrong.hint(in_box) } else { wrong });
        }
        let mut draws = block.draws(&setting, ink);
        if words.manner.tracking() > 0.0 {
            draws = draws.into_iter().map(|draw| said_whole(draw, words)).collect();
        }
        Ok(Rich::Drawn(vec![Draw::moved(transform, draws)]))
    }

    fn block(&self, words: &Words, inlines: &[Inline], string: &str) -> Result<Block> {
        let cap = self.shaper.cap_height(words.font);
        let (above, below) = self.shaper.reach(words.font);
        let mut icons = Vec::with_capacity(inlines.len());
        let mut runs = Vec::with_capacity(inlines.len());
        for inline in inlines {
            match inline {
                Inline::Words { string: run, bold, italic } => {
                    let styled = self.shaper.fonts().styled(words.font, *bold, *italic);
                    let font = styled.ok_or_else(|| self.no_style(words.font, run, *bold, *italic))?;
                    runs.push(Run::Words(run, font));
                    icons.push(None);
                }
                Inline::Icon(name) => {
                    let icon = self.icon_in_line(name, cap * ICON, string)?;
                    let bounds = icon.icon.bounds();
                    let (width, height) = (bounds.width() * icon.scale, bounds.height() * icon.scale);
                    let middle = -cap / 2.0;
                    let ink =
                        Rect::from_center_size((BESIDE + width / 2.0, middle), Size::new(width, height));
                    runs.push(Run::Icon(width + 2.0 * BESIDE, ink));
                    icons.push(Some(icon));
                }
            }
        }
        let paragraph =
            Paragraph::measure(&runs, words.manner, self.shaper).map_err(|m| self.no_glyph(&m, string))?;
        let space = icons.iter().flatten().next().and_then(|_| self.shaper.shape(words.font, " ").ok());
        let pitch = words.spacing.unwrap_or((above + below) * PITCH);
        Ok(Block { paragraph, icons, space, cap, above, below, pitch })
    }

    /// An icon, or that of a colour, which it is drawn in.
    fn icon_in_line(&self, name: &str, scale: f64, string: &str) -> Result<Icon> {
        let names = &self.game.names;
        let colour = names.colours.iter().zip(&names.icons).find(|(ink, _)| *ink.name == *name);
        let (drawn, ink) = match colour {
            Some((ink, Some(icon))) => (icon.as_ref(), Some(ink.clone())),
            Some((ink, None)) if self.game.pictures.icon(name).is_ok() => (name, Some(ink.clone())),
            Some(_) => {
                let message = format!("the colour `{name}` has no icon, in \"{}\"", beginning(string));
                let hint =
                    format!("give it one in [colours]: {name} = {{ fill = \"…\", icon = \"circle\" }}");
                return Err(codes::UNKNOWN_NAME.error(message).hint(hint).about(name));
            }
            None => (name, None),
        };
        let icon = self.game.pictures.icon(drawn).map_err(|mut wrong| {
            let with_icons = names.colours.iter().zip(&names.icons).filter(|(_, icon)| icon.is_some());
            let own = self.game.pictures.own_icons();
            let known = with_icons.map(|(ink, _)| ink.name.as_ref()).chain(own.iter().map(String::as_str));
            let near = nearest(name, known.chain(icons::all().map(|icon| icon.name)));
            let plain = "a colon that is only a colon is `\\\\:` in \"…\"";
            wrong.hint = Some(match (near.filter(|near| *near != drawn), wrong.hint) {
                (Some(near), _) => format!("did you mean `{near}`?"),
                // A name that is near needs no other advice.
                (None, Some(hint)) if hint.ends_with('?') => hint,
                (None, Some(hint)) => format!("{hint}; {plain}"),
                (None, None) => plain.to_owned(),
            });
            wrong.message.push_str(&format!(", in \"{}\"", beginning(string)));
            wrong
        })?;
        let left = icon.bounds().x0 * scale;
        Ok(Icon { name: name.to_owned(), icon, ink, scale, left })
    }

    fn no_style(&self, font: FontId, run: &str, bold: bool, italic: bool) -> Diagnostic {
        let family = self.shaper.fonts().get(font).map_or("", |face| face.family.as_str());
        let style = Style::name(bold, italic);
        let message = format!("the family `{family}` has no {style}, for \"{}\"", beginning(run));
        let hint = "leave the stars out; a star that is only a star is `\\\\*` in \"…\"";
        codes::UNKNOWN_FONT.error(message).hint(hint)
    }

    /// A character that cannot be set, as a user would want to be told.
    pub(crate) fn no_glyph(&self, missing: &NoGlyph, string: &str) -> Diagnostic {
        let c = missing.character();
        if let NoGlyph::Broken(_) = missing {
            let code = u32::from(c);
            let message = format!(
                "the outline of `{c}` (U+{code:04X}) in the font is broken or endless, in \"{}\"",
                beginning(string)
            );
            let hint = "download the font again, or use another one";
            return codes::BAD_FONT.error(message).hint(hint).about(c.encode_utf8(&mut [0; 4]));
        }
        let message = format!("the font has no `{c}` (U+{:04X}), in \"{}\"", u32::from(c), beginning(string));
        let hint = match self.shaper.family_with(c) {
            Some(family) => format!("the family `{family}` has it"),
            None => "a font of your own in [fonts], or another character".to_owned(),
        };
        codes::NO_GLYPH.error(message).hint(hint).about(c.encode_utf8(&mut [0; 4]))
    }
}

/// Whether a letter is of a script that runs from right to left (the blocks of Unicode that are kept for them).
fn runs_leftwards(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}')
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

/// The longest text that is set, in bytes: far more than a sheet holds, and soon seen to be too much.
pub(crate) const LONGEST: usize = 100_000;

/// A text of more bytes counts among the long ones: a page of a book has about as many.
pub(crate) const LONG: usize = 2_000;

/// The most bytes that the long texts of all pieces have together.
pub(crate) const MOST_OF_LONG: u64 = 3_000_000;

/// The texts of all pieces are more than a build can set.
pub(crate) fn too_many() -> Diagnostic {
    let message =
        format!("all texts of more than {LONG} characters have more than {MOST_OF_LONG} characters together");
    codes::BAD_COUNT
        .error(message)
        .hint("shorten the texts, or print some of the pieces at a time with `--pieces`")
}

/// A text that no piece can hold.
pub(crate) fn too_long(string: &str) -> Diagnostic {
    let message = format!("\"{}\" goes on for {} characters", beginning(string), string.chars().count());
    codes::TEXT_TOO_LARGE.error(message).hint(format!("no text is longer than {LONGEST}"))
}

/// The first words of a text, for messages.
pub(crate) fn beginning(string: &str) -> String {
    const MOST: usize = 40;
    let line = string.replace('\n', " ").replace(is_silent, "");
    if line.chars().count() <= MOST {
        return line;
    }
    let cut: String = line.chars().take(MOST).collect();
    // Not within a word, unless there is only one.
    let cut = cut.rfind(' ').filter(|at| *at > MOST / 2).map_or(cut.as_str(), |at| &cut[..at]);
    format!("{}…", cut.trim_end())
}
