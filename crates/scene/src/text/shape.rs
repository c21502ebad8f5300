//! Shapes strings with harfrust: kerning, ligatures and combining marks.
//!
//! - In: a string, its face and its letter style.
//! - Out: glyphs with their advances, and the measures of the string in ems.
//! - Not here: line breaks, sizes and positions.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use harfrust::{Buffer, Script, ShapeOptions, ShapePlan};
use kurbo::{Affine, BezPath, Point, Rect, Vec2};
use rustc_hash::FxBuildHasher;

use super::faces::{Face, Faces, Letter};
use super::{DEFAULT_FAMILY, Direction, FontId, Fonts, LetterStyle, Style};

/// A glyph of a shaped string.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    pub id: u16,
    /// The distance to the next glyph, including kerning, in thousandths of an em.
    pub advance: f64,
    /// How far this glyph is shifted to the right and upwards, in thousandths of an em.
    pub offset: (f64, f64),
    /// The index of the first byte of the characters that this glyph represents.
    pub cluster: u32,
}

/// A shaped string.
#[derive(Debug, Clone, PartialEq)]
pub struct Shaped {
    pub font: FontId,
    pub string: Arc<str>,
    /// The glyphs, whose measures are in thousandths of an em.
    pub glyphs: Arc<[Glyph]>,
    /// The sum of the advances, in ems.
    pub advance: f64,
    /// The bounding box of the outlines in ems, relative to the start of the baseline.
    ///
    /// y points down.
    pub ink: Rect,
}

/// A character that cannot be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoGlyph {
    /// The font does not have the character.
    Missing(char),
    /// The outline in the font is damaged.
    Broken(char),
}

impl NoGlyph {
    pub fn character(self) -> char {
        let (Self::Missing(character) | Self::Broken(character)) = self;
        character
    }
}

/// How far the letters of a face extend above and below the baseline, in ems.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VerticalExtent {
    /// The height of the tallest letters above the baseline.
    pub above: f64,
    /// The depth of the lowest letters below the baseline.
    pub below: f64,
}

/// The largest number of strings that are cached for a face, a letter style and a direction. If a cache is
/// full, it is emptied.
///
/// Caching is useful for words, because the same words occur again and again. Whole lines rarely do.
const MAX_CACHED_STRINGS: usize = 2048;

/// A string with more bytes than this counts as long. To save memory, all other cached strings are removed
/// before a long string is cached.
const LONG_STRING: usize = 10_000;

/// The cached strings of one face, one letter style and one direction.
struct ShapedStrings {
    font: FontId,
    letter_style: LetterStyle,
    direction: Option<Direction>,
    shaped: HashMap<Box<str>, Arc<Shaped>, FxBuildHasher>,
}

/// A shaping plan, and the properties that it depends on: face, letter style, script and direction.
struct CachedPlan {
    font: FontId,
    letter_style: LetterStyle,
    script: Option<Script>,
    direction: harfrust::Direction,
    plan: Rc<ShapePlan>,
}

/// Hebrew and Arabic letters that extend far above or below the baseline.
const TALL_AND_DEEP_LETTERS: [char; 6] = ['\u{5dc}', '\u{5e7}', '\u{5e3}', '\u{627}', '\u{644}', '\u{62c}'];

/// The script and the direction for shaping. A value that is `None` is determined by the letters of the text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ShapedAs {
    /// The script whose rules apply.
    pub script: Option<Script>,
    pub direction: Option<Direction>,
}

/// Shapes strings and caches them.
///
/// Threads cannot share a shaper, so each thread has its own.
pub struct Shaper<'a> {
    faces: Faces<'a>,
    caches: RefCell<Vec<ShapedStrings>>,
    plans: RefCell<Vec<CachedPlan>>,
}

impl std::fmt::Debug for Shaper<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shaper").field("fonts", &self.fonts().faces().count()).finish_non_exhaustive()
    }
}

impl<'a> Shaper<'a> {
    pub fn new(fonts: &'a Fonts) -> Self {
        Self { faces: Faces::new(fonts), caches: RefCell::default(), plans: RefCell::default() }
    }

    /// Returns the face of a text if the layout sets no family for it. Returns `None` if the fonts do not
    /// contain this face.
    pub fn default_font(&self) -> Option<FontId> {
        self.fonts().find(DEFAULT_FAMILY, Style::REGULAR)
    }

    pub fn fonts(&self) -> &'a Fonts {
        self.faces.fonts
    }

    /// Returns the first family whose regular face contains this character. Returns `None` if no family has
    /// it.
    pub fn family_with(&self, character: char) -> Option<&'a str> {
        let mut faces = self.fonts().faces();
        let found =
            faces.find(|(id, _)| self.faces.get(*id).is_some_and(|face| face.glyph(character).is_some()));
        found.map(|(_, face)| face.family.as_str())
    }

    /// Returns how far the letters of a face extend above and below the baseline. The letters `d` and `p` are
    /// measured. If the face has no such letters, the result has the values of a typical face.
    ///
    /// The heights that font files state are not used. In some files, these heights include accents
    /// above capitals. In other files, they are less than the height of capitals.
    pub fn vertical_extent(&self, font: FontId) -> VerticalExtent {
        let Some(face) = self.faces.get(font) else { return VerticalExtent { above: 0.75, below: 0.22 } };
        let top = face.glyph('d').and_then(|glyph| face.bounds(glyph)).map(|bounds| bounds.y_max);
        let bottom = face.glyph('p').and_then(|glyph| face.bounds(glyph)).map(|bounds| bounds.y_min);
        let above = top.map_or(0.75, |top| f64::from(top) / face.em);
        let below = bottom.map_or(0.22, |bottom| -f64::from(bottom) / face.em);
        // Some fonts draw lower-case letters as small capitals, so the height of capitals also counts.
        VerticalExtent { above: above.max(self.cap_height(font)), below: below.max(0.12) }
    }

    /// Returns how far the letters of a face extend above and below the baseline in text of this
    /// direction. Some Hebrew and Arabic letters are higher or lower than Latin letters.
    pub fn vertical_extent_in(&self, font: FontId, direction: Option<Direction>) -> VerticalExtent {
        let extent = self.vertical_extent(font);
        let Some(face) = self.faces.get(font).filter(|_| direction == Some(Direction::RightToLeft)) else {
            return extent;
        };
        let bounds = TALL_AND_DEEP_LETTERS.into_iter().filter_map(|letter| face.bounds(face.glyph(letter)?));
        bounds.fold(extent, |VerticalExtent { above, below }, bounds| VerticalExtent {
            above: above.max(f64::from(bounds.y_max) / face.em),
            below: below.max(-f64::from(bounds.y_min) / face.em),
        })
    }

    /// Returns the height of capital letters in a face, in ems.
    pub fn cap_height(&self, font: FontId) -> f64 {
        let height = self.faces.get(font).and_then(|face| Some((face.font.metrics().cap_height?, face.em)));
        height.map_or(0.7, |(height, em)| height.to_f64() / em)
    }

    /// Returns the height of lower-case letters without ascenders, such as x, in ems.
    pub fn x_height(&self, font: FontId) -> f64 {
        let top = self
            .faces
            .get(font)
            .and_then(|face| Some(f64::from(face.bounds(face.glyph('x')?)?.y_max) / face.em));
        top.unwrap_or(0.5)
    }

    /// Returns the shaping plan for a text.
    ///
    /// There is one plan for each combination of face, letter style, script and direction.
    fn plan(&self, font: FontId, letter_style: LetterStyle, face: &Face<'_>, text: &Buffer) -> Rc<ShapePlan> {
        let (script, direction) = (text.script(), text.direction());
        let mut plans = self.plans.borrow_mut();
        let known = plans.iter().find(|known| {
            (known.font, known.letter_style, known.script, known.direction)
                == (font, letter_style, script, direction)
        });
        if let Some(known) = known {
            return Rc::clone(&known.plan);
        }
        let plan = Rc::new(ShapePlan::new(face.font, direction, script, None, &letter_style.features()));
        plans.push(CachedPlan { font, letter_style, script, direction, plan: Rc::clone(&plan) });
        plan
    }

    /// Shapes one line of text.
    ///
    /// # Errors
    /// The font does not have a character, or cannot draw it. The error contains the first such
    /// character.
    pub fn shape(&self, font: FontId, text: &str) -> Result<Arc<Shaped>, NoGlyph> {
        self.shape_as(font, LetterStyle::default(), text)
    }

    /// Shapes one line of text in the given letter style.
    ///
    /// # Errors
    /// See [`Self::shape`].
    pub fn shape_as(
        &self,
        font: FontId,
        letter_style: LetterStyle,
        text: &str,
    ) -> Result<Arc<Shaped>, NoGlyph> {
        self.shape_towards(font, letter_style, None, text)
    }

    /// Shapes one line of text in the given letter style and direction. If the direction is `None`, it is
    /// determined by the letters.
    ///
    /// # Errors
    /// See [`Self::shape`].
    pub fn shape_towards(
        &self,
        font: FontId,
        letter_style: LetterStyle,
        direction: Option<Direction>,
        text: &str,
    ) -> Result<Arc<Shaped>, NoGlyph> {
        let mut caches = self.caches.borrow_mut();
        let key = (font, letter_style, direction);
        let found = caches.iter().position(|cache| (cache.font, cache.letter_style, cache.direction) == key);
        let index = found.unwrap_or(caches.len());
        if index == caches.len() {
            caches.push(ShapedStrings { font, letter_style, direction, shaped: HashMap::default() });
        }
        let remembered = &mut caches[index].shaped;
        if let Some(shaped) = remembered.get(text) {
            return Ok(Arc::clone(shaped));
        }
        let how = ShapedAs { script: None, direction };
        let shaped = Arc::new(self.shape_in(font, letter_style, text, how)?);
        if remembered.len() >= MAX_CACHED_STRINGS || text.len() > LONG_STRING {
            remembered.clear();
        }
        remembered.insert(text.into(), Arc::clone(&shaped));
        Ok(shaped)
    }

    /// Shapes one line of text without the cache.
    ///
    /// # Errors
    /// See [`Self::shape`].
    pub(super) fn shape_in(
        &self,
        font: FontId,
        letter_style: LetterStyle,
        text: &str,
        how: ShapedAs,
    ) -> Result<Shaped, NoGlyph> {
        let face = self.faces.get(font).ok_or_else(|| NoGlyph::Missing(character_at(text, 0)))?;
        let mut buffer = Buffer::new();
        buffer.push_str(text);
        buffer.set_script(how.script);
        if let Some(direction) = how.direction {
            buffer.set_direction(match direction {
                Direction::LeftToRight => harfrust::Direction::LeftToRight,
                Direction::RightToLeft => harfrust::Direction::RightToLeft,
            });
        }
        buffer.guess_segment_properties();
        let (plan, features) = (self.plan(font, letter_style, face, &buffer), letter_style.features());
        let options = ShapeOptions::new().plan(Some(&plan)).features(&features);
        harfrust::shape(face.shaping(), &mut buffer, options)
            .map_err(|_| NoGlyph::Missing(character_at(text, 0)))?;
        let to_thousandths = face.to_thousandths();
        let tracking = letter_style.tracking() * 1000.0;
        let mut line = GlyphRun::default();
        for (info, position) in buffer.glyph_infos().iter().zip(buffer.glyph_positions()) {
            let id = u16::try_from(info.glyph_id).unwrap_or(0);
            if id == 0 {
                return Err(NoGlyph::Missing(character_at(text, info.cluster as usize)));
            }
            if !face.can_draw(id) {
                return Err(NoGlyph::Broken(character_at(text, info.cluster as usize)));
            }
            let [advance, right, up] = [position.x_advance, position.x_offset, position.y_offset]
                .map(|units| f64::from(units) * to_thousandths);
            let glyph = Glyph { id, advance: advance + tracking, offset: (right, up), cluster: info.cluster };
            line.add(glyph, face.ink_bounds(id));
        }
        Ok(line.finish(font, text))
    }

    /// Returns the outlines of consecutive glyphs. The first glyph starts at `origin`.
    ///
    /// `size` is the size of an em in mm.
    pub fn outlines(&self, font: FontId, size: f64, origin: Point, glyphs: &[Glyph]) -> BezPath {
        let scale = size / self.faces.units_per_em(font);
        let (mut outlines, mut pen) = (BezPath::new(), 0.0);
        for glyph in glyphs {
            let shift = Vec2::new(pen + glyph.offset.0, -glyph.offset.1) * (size / 1000.0);
            let placement = Affine::translate(origin.to_vec2() + shift) * Affine::scale(scale);
            if let Some(outline) = self.faces.outline(font, glyph.id) {
                outlines.extend(placement * outline);
            }
            pen += glyph.advance;
        }
        outlines
    }

    /// Converts one line of text to glyphs of the default font, without kerning or ligatures.
    ///
    /// Notes for the printer use this method, because it takes less time than shaping. Returns `None` if the
    /// font does not have a character.
    pub fn plain(&self, text: &str) -> Option<Shaped> {
        let font = self.default_font()?;
        let face = self.faces.get(font)?;
        let mut line = GlyphRun::default();
        for (index, character) in text.char_indices() {
            let Letter { id, advance, ink } = face.letter(character)?;
            let cluster = u32::try_from(index).unwrap_or(u32::MAX);
            line.add(Glyph { id, advance, offset: (0.0, 0.0), cluster }, ink);
        }
        Some(line.finish(font, text))
    }
}

/// Returns the character that starts at the byte `index` of a text. At the end of the text, returns
/// a space.
fn character_at(text: &str, index: usize) -> char {
    text.get(index..).and_then(|rest| rest.chars().next()).unwrap_or(' ')
}

/// Consecutive glyphs and their bounding box, in thousandths of an em.
#[derive(Default)]
struct GlyphRun {
    glyphs: Vec<Glyph>,
    pen: f64,
    ink: Option<Rect>,
}

impl GlyphRun {
    /// Appends a glyph. `outline` is the bounding box of the glyph's outline, relative to the
    /// origin of the glyph.
    fn add(&mut self, glyph: Glyph, outline: Option<Rect>) {
        if let Some(outline) = outline {
            let placed = outline + Vec2::new(self.pen + glyph.offset.0, -glyph.offset.1);
            self.ink = Some(self.ink.map_or(placed, |ink| ink.union(placed)));
        }
        self.pen += glyph.advance;
        self.glyphs.push(glyph);
    }

    /// Returns the shaped string. Its measures are in ems.
    fn finish(self, font: FontId, text: &str) -> Shaped {
        let Rect { x0, y0, x1, y1 } = self.ink.unwrap_or_default();
        let ink = Rect::new(x0 / 1000.0, y0 / 1000.0, x1 / 1000.0, y1 / 1000.0);
        Shaped { font, string: text.into(), glyphs: self.glyphs.into(), advance: self.pen / 1000.0, ink }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Style;

    #[test]
    fn letters_are_kerned_and_measured() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let font = fonts.find("sans", Style::BOLD).unwrap();
        let together = shaper.shape(font, "AV").unwrap().advance;
        let apart = shaper.shape(font, "A").unwrap().advance + shaper.shape(font, "V").unwrap().advance;
        assert!(together < apart, "{together} {apart}");
        let capital = shaper.shape(font, "H").unwrap();
        assert!((-capital.ink.y0 - shaper.cap_height(font)).abs() < 0.02);
    }

    #[test]
    fn a_missing_character_is_named() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let error = shaper.shape(FontId(0), "a日b").unwrap_err();
        assert_eq!(error, NoGlyph::Missing('日'));
    }

    fn remembered(shaper: &Shaper<'_>) -> usize {
        shaper.caches.borrow().first().map_or(0, |cache| cache.shaped.len())
    }

    #[test]
    fn long_strings_are_not_all_remembered() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        for start in ["a", "b", "c"] {
            shaper.shape(FontId(0), &start.repeat(LONG_STRING + 1)).unwrap();
            assert_eq!(remembered(&shaper), 1);
        }
        shaper.shape(FontId(0), "short").unwrap();
        assert_eq!(remembered(&shaper), 2);
    }
}
