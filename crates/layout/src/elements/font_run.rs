//! Joins consecutive words of a line, so that they become one text.
//!
//! - In: shaped words in one font and one direction.
//! - Out: a drawing of the text.
//! - Not here: the places of the words.

use std::sync::Arc;

use hexpress_scene::text::{FontId, Glyph};
use hexpress_scene::{Drawing, Ink, Text};
use kurbo::Point;

/// Consecutive words of a line with the same font.
pub struct FontRun {
    pub font: FontId,
    origin: Point,
    string: String,
    glyphs: Vec<Glyph>,
    pub is_leftward: bool,
}

impl FontRun {
    pub fn new(font: FontId, origin: Point) -> Self {
        Self { font, origin, string: String::new(), glyphs: Vec::new(), is_leftward: false }
    }

    /// Appends glyphs and their string. `space` is the additional space after the glyphs, in ems.
    pub fn push(&mut self, string: &str, glyphs: &[Glyph], space: f64) {
        let before = u32::try_from(self.string.len()).unwrap_or(u32::MAX);
        self.glyphs.extend(glyphs.iter().map(|g| Glyph { cluster: g.cluster + before, ..*g }));
        if let Some(last) = self.glyphs.last_mut() {
            last.advance += space * 1000.0;
        }
        self.string.push_str(string);
    }

    /// Adds glyphs to the left of all other glyphs. Their string is still appended at the end, because
    /// strings are in reading order. `space` is the additional space to the left of the glyphs, in ems.
    pub fn push_before(&mut self, string: &str, glyphs: &[Glyph], space: f64) {
        let after = u32::try_from(self.string.len()).unwrap_or(u32::MAX);
        let mut own_glyphs: Vec<Glyph> =
            glyphs.iter().map(|glyph| Glyph { cluster: glyph.cluster + after, ..*glyph }).collect();
        // Here, the space is on the right of the glyph. This makes no difference, because only blank glyphs
        // get additional space.
        if let Some(last) = own_glyphs.last_mut() {
            last.advance += space * 1000.0;
        }
        self.glyphs.splice(0..0, own_glyphs);
        self.string.push_str(string);
    }

    pub fn into_text(self, size: f64, ink: &Ink) -> Drawing {
        Drawing::Text(Text {
            string: self.string.as_str().into(),
            font: self.font,
            size,
            origin: self.origin,
            glyphs: Arc::from(self.glyphs),
            ink: ink.clone(),
            is_leftward: self.is_leftward,
        })
    }
}
