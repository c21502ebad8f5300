//! harfrust 0.12 for usvg, by a newer harfrust. ../README.md says why.

use std::cell::RefCell;

use newer::{Buffer, ShaperFont};
use skrifa::Font;

pub use newer::{Direction, Feature, GlyphInfo, GlyphPosition, Tag};
pub use skrifa::FontRef;

/// A value on an axis of a variable font.
#[derive(Debug, Clone, Copy)]
pub struct Variation {
    /// The axis.
    pub tag: Tag,
    /// The value.
    pub value: f32,
}

/// Options for shaping.
#[derive(Debug, Default)]
pub struct ShapeOptions<'a>(&'a [Feature]);

impl<'a> ShapeOptions<'a> {
    /// Returns the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets features of the font.
    pub fn features(self, features: &'a [Feature]) -> Self {
        Self(features)
    }
}

/// The values of a variable font.
#[derive(Debug)]
pub struct ShaperInstance(Vec<Variation>);

impl ShaperInstance {
    /// Returns an instance with these values.
    pub fn from_variations(_: &FontRef<'_>, variations: &[Variation]) -> Self {
        Self(variations.to_vec())
    }
}

/// The data of a font that shaping needs. The shaper has it all.
#[derive(Debug)]
pub struct ShaperData;

impl ShaperData {
    /// Returns the data of a font.
    pub fn new(_: &FontRef<'_>) -> Self {
        Self
    }

    /// Begins a shaper of a font.
    pub fn shaper<'a>(&self, font: &'a FontRef<'a>) -> ShaperBuilder<'a> {
        ShaperBuilder { font, variations: &[] }
    }
}

/// The parts of a shaper.
pub struct ShaperBuilder<'a> {
    font: &'a FontRef<'a>,
    variations: &'a [Variation],
}

impl<'a> ShaperBuilder<'a> {
    /// Sets the values of a variable font.
    pub fn instance(self, instance: Option<&'a ShaperInstance>) -> Self {
        Self { variations: instance.map_or(&[], |instance| &instance.0), ..self }
    }

    /// Returns the shaper.
    pub fn build(self) -> Shaper {
        let font = parsed(self.font.data().as_bytes());
        let varied = font.map(|font| match self.variations {
            [] => font,
            some => font.instance_builder().variations(some.iter().map(|v| (v.tag, v.value))).build(),
        });
        Shaper(varied)
    }
}

/// The most fonts that a thread keeps parsed.
const MAX_PARSED: usize = 8;

thread_local! {
    /// The fonts that were used last, with their bytes.
    static PARSED: RefCell<Vec<(Vec<u8>, Font)>> = const { RefCell::new(Vec::new()) };
}

/// Returns a font. Its tables for shaping are parsed once, not once for each text.
fn parsed(bytes: &[u8]) -> Option<Font> {
    PARSED.with_borrow_mut(|known| {
        if let Some((_, font)) = known.iter().find(|(own, _)| own == bytes) {
            return Some(font.clone());
        }
        let font = Font::new(bytes.to_vec(), 0)?;
        if known.len() >= MAX_PARSED {
            known.remove(0);
        }
        known.push((bytes.to_vec(), font.clone()));
        Some(font)
    })
}

/// A font that shapes text; `None` if it cannot be parsed.
pub struct Shaper(Option<Font>);

impl Shaper {
    /// Replaces text by positioned glyphs. A font that cannot shape it gives no glyphs.
    pub fn shape(&self, mut buffer: UnicodeBuffer, options: ShapeOptions<'_>) -> UnicodeBuffer {
        let shaped = self.0.as_ref().map(|font| {
            let options = newer::ShapeOptions::new().features(options.0);
            newer::shape(&ShaperFont::new(font), &mut buffer.0, options)
        });
        if !matches!(shaped, Some(Ok(_))) {
            buffer.0.clear();
        }
        buffer
    }
}

/// Text before shaping, glyphs after it.
pub struct UnicodeBuffer(Buffer);

impl Default for UnicodeBuffer {
    fn default() -> Self {
        Self::new()
    }
}

impl UnicodeBuffer {
    /// Returns an empty buffer.
    pub fn new() -> Self {
        Self(Buffer::new())
    }

    /// Appends text.
    pub fn push_str(&mut self, text: &str) {
        self.0.push_str(text);
    }

    /// Sets the direction.
    pub fn set_direction(&mut self, direction: Direction) {
        self.0.set_direction(direction);
    }

    /// Guesses the script.
    pub fn guess_segment_properties(&mut self) {
        self.0.guess_segment_properties();
    }

    /// Returns the places of the glyphs.
    pub fn glyph_positions(&self) -> &[GlyphPosition] {
        self.0.glyph_positions()
    }

    /// Returns the glyphs.
    pub fn glyph_infos(&self) -> &[GlyphInfo] {
        self.0.glyph_infos()
    }

    /// Returns the number of glyphs.
    pub fn len(&self) -> usize {
        self.0.glyph_infos().len()
    }

    /// Returns whether there are no glyphs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
