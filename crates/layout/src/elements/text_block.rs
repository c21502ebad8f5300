//! Lines of words in their box: wrapped, aligned, shrunk to fit, drawn.

use std::ops::Deref;
use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Size, Vec2};

use super::words::smaller;
use crate::base::units::{PT_PER_MM, Trimmed};
use crate::diag::{Diagnostic, Result, codes};
use crate::layout::draw::painter::line_of_text;
use crate::layout::draw::placing::Placing;
use crate::model::Words;
use crate::scene::{Draw, Group, Ink, Text};
use crate::settle::words::{BESIDE, beginning};
use crate::settle::{Block, InlineIcon};
use crate::text::wrap::{TextLine, WordPart};
use crate::text::{FontId, Glyph};

/// Words that are to be set in lines.
pub struct Lines<'b>(pub &'b Block);

impl Deref for Lines<'_> {
    type Target = Block;

    fn deref(&self) -> &Block {
        self.0
    }
}

/// A block as it stands in its frame: all in mm about the middle.
pub struct Setting {
    lines: Vec<TextLine>,
    /// The em.
    pub size: f64,
    /// What lines are aligned in.
    pub object: Size,
    /// The first baseline.
    first: f64,
    /// 0 left, 1 centre, 2 right.
    across: u8,
}

/// The smallest size that is proposed, in points: smaller letters cannot be read.
const LEAST_TOLD: f64 = 5.0;
/// Room that floating point may take, in mm.
const EXACT: f64 = 1e-6;

impl Lines<'_> {
    /// The lines of a block that has no box: only where the text says so does a line end.
    ///
    /// # Errors
    /// Lines that reach out of their piece.
    pub fn free(&self, words: &Words, across: u8, at: &Placing<'_>) -> Result<Setting> {
        let lines = self.paragraph.lines(f64::INFINITY);
        let widest = widest(&lines);
        let last = lines.len().saturating_sub(1) as f64;
        let mut setting = Setting { lines, size: words.size, object: Size::ZERO, first: 0.0, across };
        at.shrunk(words, &self.string, |size| {
            let height = (last * self.pitch + self.cap) * size;
            setting.size = size;
            setting.object = Size::new(widest * size, height);
            setting.first = self.cap * size - height / 2.0;
            (setting.object, self.ink(&setting))
        })?;
        Ok(setting)
    }

    /// The lines of a block in its box: as large as they may be and as small as they must.
    ///
    /// # Errors
    /// By how much they do not fit.
    pub fn in_box(&self, words: &Words, area: Size, (across, down): (u8, u8)) -> Result<Setting> {
        let mut size = words.size;
        let lines = loop {
            let lines = self.paragraph.lines((area.width + EXACT) / size);
            let excess = self.excess(&lines, size, area);
            if excess.width <= EXACT && excess.height <= EXACT {
                break lines;
            }
            if size <= words.least {
                return Err(self.too_large(words, excess, size, area));
            }
            size = smaller(words, size);
        };
        let last = lines.len().saturating_sub(1) as f64;
        let half = area.height / 2.0;
        let first = match down {
            0 => self.above * size - half,
            1 => (self.cap - last * self.pitch) * size / 2.0,
            _ => half - (self.below + last * self.pitch) * size,
        };
        let mut setting = Setting { lines, size, object: area, first, across };
        // Accents above capitals may reach higher than the font's letters do: then all moves down a little.
        let ink = self.ink(&setting);
        let down = (-half - ink.y0).max(0.0) - (ink.y1 - half).max(0.0);
        setting.first += down;
        Ok(setting)
    }

    /// By how many mm lines are wider and taller than a box.
    fn excess(&self, lines: &[TextLine], size: f64, area: Size) -> Size {
        let ink = |line: Option<&TextLine>| line.map_or(Rect::ZERO, |line| self.paragraph.ink(line));
        let above = self.above.max(-ink(lines.first()).y0);
        let below = self.below.max(ink(lines.last()).y1);
        let height = lines.len().saturating_sub(1) as f64 * self.pitch + above + below;
        Size::new(widest(lines) * size - area.width, height * size - area.height)
    }

    /// What is said where words are larger than their box.
    fn too_large(&self, words: &Words, excess: Size, size: f64, area: Size) -> Diagnostic {
        // To a tenth of a millimetre, and never less than it is.
        let mm = |excess: f64| Trimmed((excess * 10.0 - 1e-6).ceil() / 10.0);
        let [w, h, pt] = [area.width, area.height, size * PT_PER_MM].map(Trimmed);
        let shrinks = words.least < words.size;
        let smaller = if shrinks { "a smaller `shrink`" } else { "a smaller font, shrink = \"…pt\"" };
        let text = beginning(&self.string);
        let (what, more, direction, hint) = if excess.width > EXACT {
            let word = beginning(&self.widest());
            let what = if word == text { format!("\"{text}\"") } else { format!("\"{word}\" in \"{text}\"") };
            // As it is narrower by as much as its letters are smaller, the size that fits is known.
            let fits = (size * PT_PER_MM * area.width / (area.width + excess.width) * 4.0).floor() / 4.0;
            let smaller = match fits >= LEAST_TOLD {
                true => format!("shrink = \"{}pt\"", Trimmed(fits)),
                false => smaller.to_owned(),
            };
            let hyphen = "a soft hyphen (\\u00AD in \"…\") where the word may break";
            (what, excess.width, "wide", format!("a wider `size`, {smaller}, or {hyphen}"))
        } else {
            let hint = format!("a taller `size`, {smaller}, or fewer words");
            (format!("\"{text}\""), excess.height, "tall", hint)
        };
        let message = format!("{what} is {} mm too {direction} for {w} x {h} mm at {pt} pt", mm(more));
        codes::TEXT_TOO_LARGE.error(message).hint(hint)
    }

    /// The widest word, as typed.
    fn widest(&self) -> String {
        let parts = self.paragraph.widest().map(|part| match part {
            WordPart::Words(shaped) => shaped.string.to_string(),
            WordPart::Icon { index, .. } => {
                self.icon(*index).map_or_else(String::new, |icon| format!(":{}:", icon.name))
            }
        });
        parts.collect()
    }

    fn icon(&self, run: usize) -> Option<&InlineIcon> {
        self.icons.get(run).and_then(Option::as_ref)
    }

    /// Where a line's baseline begins.
    fn origin(&self, setting: &Setting, index: usize, line: &TextLine) -> Point {
        let (half, width) = (setting.object.width / 2.0, line.advance * setting.size);
        let x = match setting.across {
            0 => -half,
            1 => -width / 2.0,
            _ => half - width,
        };
        Point::new(x, setting.first + index as f64 * self.pitch * setting.size)
    }

    /// What all lines cover.
    pub fn ink(&self, setting: &Setting) -> Rect {
        let lines = setting.lines.iter().enumerate().filter_map(|(index, line)| {
            let ink = self.paragraph.ink(line);
            let rect = ink.scale_from_origin(setting.size) + self.origin(setting, index, line).to_vec2();
            (ink.width() > 0.0).then_some(rect)
        });
        lines.reduce(|a, b| a.union(b)).unwrap_or(Rect::ZERO)
    }

    /// The lines as drawings.
    pub fn draws(&self, setting: &Setting, ink: &Ink) -> Vec<Draw> {
        let mut draws = Vec::with_capacity(setting.lines.len());
        for (index, line) in setting.lines.iter().enumerate() {
            let mut pen = self.origin(setting, index, line);
            let mut run: Option<Stretch> = None;
            for part in self.paragraph.parts(line) {
                match part {
                    WordPart::Words(shaped) => match &mut run {
                        Some(run) if run.font == shaped.font => run.push(&shaped.string, &shaped.glyphs),
                        other => {
                            draws.extend(other.take().map(|run| run.text(setting.size, ink)));
                            let mut next = Stretch { font: shaped.font, origin: pen, ..Stretch::default() };
                            next.push(&shaped.string, &shaped.glyphs);
                            *other = Some(next);
                        }
                    },
                    WordPart::Icon { index, .. } => {
                        draws.extend(run.take().map(|run| run.text(setting.size, ink)));
                        draws.extend(self.icon(*index).map(|icon| self.drawn(icon, pen, setting.size, ink)));
                    }
                }
                pen.x += part.advance() * setting.size;
            }
            draws.extend(run.map(|run| run.text(setting.size, ink)));
        }
        draws
    }

    /// An icon whose room begins at `pen`.
    fn drawn(&self, icon: &InlineIcon, pen: Point, size: f64, ink: &Ink) -> Draw {
        let middle = pen + Vec2::new((BESIDE - icon.left) * size, -self.cap / 2.0 * size);
        let drawn = icon.icon.draws(icon.scale * size, icon.ink.as_ref().unwrap_or(ink), None);
        let mut draws = vec![Draw::moved(Affine::translate(middle.to_vec2()), drawn)];
        draws.extend(self.space.as_ref().map(|space| line_of_text(space, size, pen, ink.clone())));
        Draw::Group(Group { says: Some(icon.name.as_str().into()), ..Group::plain(draws) })
    }
}

/// The advance of the widest line, in ems.
fn widest(lines: &[TextLine]) -> f64 {
    lines.iter().map(|line| line.advance).fold(0.0, f64::max)
}

/// Words of one face that follow each other on a line.
#[derive(Default)]
struct Stretch {
    font: FontId,
    origin: Point,
    string: String,
    glyphs: Vec<Glyph>,
}

impl Stretch {
    fn push(&mut self, string: &str, glyphs: &[Glyph]) {
        let before = u32::try_from(self.string.len()).unwrap_or(u32::MAX);
        self.glyphs.extend(glyphs.iter().map(|g| Glyph { cluster: g.cluster + before, ..*g }));
        self.string.push_str(string);
    }

    fn text(self, size: f64, ink: &Ink) -> Draw {
        Draw::Text(Text {
            string: self.string.as_str().into(),
            font: self.font,
            size,
            origin: self.origin,
            glyphs: Arc::from(self.glyphs),
            ink: ink.clone(),
        })
    }
}
