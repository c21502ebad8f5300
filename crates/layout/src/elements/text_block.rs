//! Sets blocks of text: breaks lines, aligns them in a box, shrinks them to fit, and draws them.
//!
//! - In: a settled block of text, and the box that it has.
//! - Out: a [`BlockLayout`], and its drawings.
//! - Not here: shaping letters: the block is shaped already.

use std::ops::Deref;
use std::sync::Arc;

use kurbo::{Affine, Point, Rect, Size, Vec2};

use super::text_fit::{SetText, next_smaller};
use crate::draw::painter::line_of_text;
use crate::draw::placing::Placing;
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::units::{PT_PER_MM, Trimmed};
use hexpress_game::Words;
use hexpress_language::values::value::Alignment;
use hexpress_scene::text::wrap::{TextLine, WordPart};
use hexpress_scene::text::{FontId, Glyph};
use hexpress_scene::{Draw, Group, Ink, Text};
use hexpress_settle::words::{BESIDE, beginning};
use hexpress_settle::{Block, InlineIcon};

/// A block of text that is set in lines.
pub struct TextBlock<'b>(pub &'b Block);

impl Deref for TextBlock<'_> {
    type Target = Block;

    fn deref(&self) -> &Block {
        self.0
    }
}

/// The alignment of a block in its box.
#[derive(Debug, Clone, Copy)]
pub struct BlockAlignment {
    pub across: Alignment,
    pub down: Alignment,
}

/// A block that is set in lines, in mm about the middle of its box.
pub struct BlockLayout {
    lines: Vec<TextLine>,
    /// The size of an em.
    pub size: f64,
    /// The size of the box that lines are aligned in.
    pub object: Size,
    /// The baseline of the first line.
    first: f64,
    across: Alignment,
}

/// The smallest size that hints propose, in points; smaller letters are not legible.
const LEAST_PROPOSED: f64 = 5.0;
/// The tolerance for rounding errors, in mm.
const EXACT: f64 = 1e-6;

impl TextBlock<'_> {
    /// Sets a block without a box: a line ends only at a line break in the text.
    ///
    /// # Errors
    /// Lines that reach outside their piece.
    pub fn without_box(&self, words: &Words, across: Alignment, at: &Placing<'_>) -> Result<BlockLayout> {
        let lines = self.paragraph.lines(f64::INFINITY);
        let widest = widest_advance(&lines);
        let last = lines.len().saturating_sub(1) as f64;
        let mut layout = BlockLayout { lines, size: words.size, object: Size::ZERO, first: 0.0, across };
        at.shrunk(words, &self.string, |size| {
            let height = (last * self.pitch + self.cap) * size;
            layout.size = size;
            if !words.align.baseline {
                layout.object = Size::new(widest * size, height);
                layout.first = self.cap * size - height / 2.0;
            }
            SetText { object: layout.object, ink: self.ink(&layout) }
        })?;
        Ok(layout)
    }

    /// Sets a block in its box, at the largest size that fits.
    ///
    /// # Errors
    /// A block that does not fit at its smallest size, with the excess.
    pub fn in_box(&self, words: &Words, area: Size, alignment: BlockAlignment) -> Result<BlockLayout> {
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
            size = next_smaller(words, size);
        };
        let last = lines.len().saturating_sub(1) as f64;
        let half = area.height / 2.0;
        let first = match alignment.down {
            Alignment::Start => self.above * size - half,
            Alignment::Middle => (self.cap - last * self.pitch) * size / 2.0,
            Alignment::End => half - (self.below + last * self.pitch) * size,
        };
        let mut layout = BlockLayout { lines, size, object: area, first, across: alignment.across };
        // Accents above capitals may be higher than the ascent of the font; the block moves to keep
        // them inside.
        let ink = self.ink(&layout);
        layout.first += (-half - ink.y0).max(0.0) - (ink.y1 - half).max(0.0);
        Ok(layout)
    }

    /// Returns how much wider and taller than a box these lines are, in mm.
    fn excess(&self, lines: &[TextLine], size: f64, area: Size) -> Size {
        let [first, last] = [lines.first(), lines.last()]
            .map(|line| line.map_or(Rect::ZERO, |line| self.paragraph.ink(line)));
        let above = self.above.max(-first.y0);
        let below = self.below.max(last.y1);
        let height = lines.len().saturating_sub(1) as f64 * self.pitch + above + below;
        Size::new(widest_advance(lines) * size - area.width, height * size - area.height)
    }

    /// Returns the error about a block that is larger than its box.
    fn too_large(&self, words: &Words, excess: Size, size: f64, area: Size) -> Diagnostic {
        let text = beginning(&self.string);
        let shrinks = words.least < words.size;
        let smaller = if shrinks { "reduce `shrink`" } else { "let it shrink: shrink = \"…pt\"" };
        let (message, hint) = if excess.width > EXACT {
            let word = beginning(&self.widest_word());
            let what = if word == text { format!("\"{text}\"") } else { format!("\"{word}\" in \"{text}\"") };
            // The width of a word is proportional to its size, so the size that fits is known.
            let fits = (size * PT_PER_MM * area.width / (area.width + excess.width) * 4.0).floor() / 4.0;
            let smaller_word = match fits >= LEAST_PROPOSED {
                true => format!("write shrink = \"{}pt\"", Trimmed(fits)),
                false => smaller.to_owned(),
            };
            let hyphen = "put a soft hyphen (\\u00AD in \"…\") where the word may break";
            let message = format!("{what} is {} mm too wide", tenths_up(excess.width));
            (message, format!("use a wider `size`, {smaller_word}, or {hyphen}"))
        } else {
            let message = format!("\"{text}\" is {} mm too tall", tenths_up(excess.height));
            (message, format!("use a taller `size` or fewer words, or {smaller}"))
        };
        let [w, h, pt] = [area.width, area.height, size * PT_PER_MM].map(Trimmed);
        codes::TEXT_TOO_LARGE.error(format!("{message} for {w} x {h} mm at {pt} pt")).hint(hint)
    }

    /// Returns the widest word as the layout has it.
    fn widest_word(&self) -> String {
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

    /// Returns the beginning of the baseline of a line.
    fn origin(&self, layout: &BlockLayout, index: usize, line: &TextLine) -> Point {
        let (half, width) = (layout.object.width / 2.0, line.advance * layout.size);
        let x = match layout.across {
            Alignment::Start => -half,
            Alignment::Middle => -width / 2.0,
            Alignment::End => half - width,
        };
        Point::new(x, layout.first + index as f64 * self.pitch * layout.size)
    }

    /// Returns the box of the letters of all lines; an empty one if there are no letters.
    pub fn ink(&self, layout: &BlockLayout) -> Rect {
        let lines = layout.lines.iter().enumerate().filter_map(|(index, line)| {
            let ink = self.paragraph.ink(line);
            let rect = ink.scale_from_origin(layout.size) + self.origin(layout, index, line).to_vec2();
            (ink.width() > 0.0).then_some(rect)
        });
        lines.reduce(|a, b| a.union(b)).unwrap_or(Rect::ZERO)
    }

    /// Returns the box from the top of the capitals of the first line to the last baseline, as wide
    /// as the box that lines are aligned in.
    pub fn letters_box(&self, layout: &BlockLayout) -> Rect {
        let last = layout.lines.len().saturating_sub(1) as f64;
        let half = layout.object.width / 2.0;
        let (top, bottom) = (-self.cap * layout.size, last * self.pitch * layout.size);
        Rect::new(-half, layout.first + top, half, layout.first + bottom)
    }

    /// Draws the lines. Words of one font that follow each other on a line are one text.
    pub fn draws(&self, layout: &BlockLayout, ink: &Ink) -> Vec<Draw> {
        let mut draws = Vec::with_capacity(layout.lines.len());
        for (index, line) in layout.lines.iter().enumerate() {
            self.draw_line(line, self.origin(layout, index, line), layout.size, ink, &mut draws);
        }
        draws
    }

    /// Draws a line whose baseline begins at `pen`.
    fn draw_line(&self, line: &TextLine, mut pen: Point, size: f64, ink: &Ink, draws: &mut Vec<Draw>) {
        let mut run: Option<FontRun> = None;
        for part in self.paragraph.parts(line) {
            match part {
                WordPart::Words(shaped) => {
                    if let Some(ended) = run.take_if(|run| run.font != shaped.font) {
                        draws.push(ended.into_text(size, ink));
                    }
                    run.get_or_insert_with(|| FontRun::new(shaped.font, pen))
                        .push(&shaped.string, &shaped.glyphs);
                }
                WordPart::Icon { index, .. } => {
                    draws.extend(run.take().map(|run| run.into_text(size, ink)));
                    draws.extend(self.icon(*index).map(|icon| self.icon_draw(icon, pen, size, ink)));
                }
            }
            pen.x += part.advance() * size;
        }
        draws.extend(run.map(|run| run.into_text(size, ink)));
    }

    /// Draws an icon whose room begins at `pen`.
    fn icon_draw(&self, icon: &InlineIcon, pen: Point, size: f64, ink: &Ink) -> Draw {
        let middle = pen + Vec2::new((BESIDE - icon.left) * size, -self.cap / 2.0 * size);
        let drawn = icon.icon.draws(icon.scale * size, icon.ink.as_ref().unwrap_or(ink), None);
        let mut draws = vec![Draw::moved(Affine::translate(middle.to_vec2()), drawn)];
        draws.extend(self.space.as_ref().map(|space| line_of_text(space, size, pen, ink.clone())));
        Draw::Group(Group { actual_text: Some(icon.name.as_str().into()), ..Group::plain(draws) })
    }
}

/// Returns the advance of the widest line, in ems.
fn widest_advance(lines: &[TextLine]) -> f64 {
    lines.iter().map(|line| line.advance).fold(0.0, f64::max)
}

/// Returns a length in mm, rounded up to tenths.
fn tenths_up(mm: f64) -> Trimmed {
    Trimmed((mm * 10.0 - 1e-6).ceil() / 10.0)
}

/// Words of one font that follow each other on a line.
struct FontRun {
    font: FontId,
    origin: Point,
    string: String,
    glyphs: Vec<Glyph>,
}

impl FontRun {
    fn new(font: FontId, origin: Point) -> Self {
        Self { font, origin, string: String::new(), glyphs: Vec::new() }
    }

    fn push(&mut self, string: &str, glyphs: &[Glyph]) {
        let before = u32::try_from(self.string.len()).unwrap_or(u32::MAX);
        self.glyphs.extend(glyphs.iter().map(|g| Glyph { cluster: g.cluster + before, ..*g }));
        self.string.push_str(string);
    }

    fn into_text(self, size: f64, ink: &Ink) -> Draw {
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
