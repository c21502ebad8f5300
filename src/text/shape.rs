//! Shaping: kerning, ligatures and marks, through rustybuzz.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use kurbo::{Rect, Vec2};
use rustybuzz::ttf_parser;

use super::bounds::{self, Boxes};
use super::{FontId, Fonts};

/// One glyph of a shaped string.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Glyph {
    /// Index in the font.
    pub id: u16,
    /// Advance to the next glyph, in thousandths of an em, kerning included.
    pub advance: f64,
    /// Shift of this glyph alone, in thousandths of an em, right and up.
    pub offset: (f64, f64),
    /// Where in the string its characters begin, in bytes.
    pub cluster: u32,
}

/// A shaped string: glyphs, and its measures in ems.
#[derive(Debug, Clone, PartialEq)]
pub struct Shaped {
    /// The characters.
    pub string: Arc<str>,
    /// Their glyphs, in thousandths of an em.
    pub glyphs: Arc<[Glyph]>,
    /// From the first glyph's origin to the end of the last one's advance, in ems.
    pub advance: f64,
    /// What the outlines cover, in ems from the start of the baseline, y down.
    pub ink: Rect,
}

/// The heights of a face, in ems.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Metrics {
    /// Of capitals, above the baseline.
    pub cap_height: f64,
    /// Of the tallest letters, above the baseline.
    pub ascent: f64,
    /// Of the deepest letters, below the baseline, positive.
    pub descent: f64,
}

/// A character that the font does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoGlyph {
    /// The character.
    pub character: char,
    /// The face that lacks it.
    pub font: FontId,
}

/// A font file, read as far as it was needed.
struct Face<'a> {
    tables: ttf_parser::Face<'a>,
    boxes: Option<Boxes<'a>>,
    /// The letters of ASCII that were set so far, by their codes: looking one up is most of setting it.
    letters: RefCell<Vec<Option<Letter>>>,
    /// With the rules for shaping, which are long to read.
    shaping: OnceCell<rustybuzz::Face<'a>>,
}

impl<'a> Face<'a> {
    fn new(data: &'a [u8]) -> Option<Self> {
        let tables = ttf_parser::Face::parse(data, 0).ok()?;
        let boxes = Boxes::new(&tables);
        Some(Self { tables, boxes, letters: RefCell::default(), shaping: OnceCell::new() })
    }

    fn shaping(&self) -> &rustybuzz::Face<'a> {
        self.shaping.get_or_init(|| rustybuzz::Face::from_face(self.tables.clone()))
    }

    /// What makes thousandths of an em of the font's units.
    fn to_thousandths(&self) -> f64 {
        1000.0 / f64::from(self.tables.units_per_em())
    }
}

/// Shapes strings; remembers what it has shaped. One for each core.
pub struct Shaper<'a> {
    fonts: &'a Fonts,
    faces: Vec<OnceCell<Option<Box<Face<'a>>>>>,
    known: RefCell<HashMap<(FontId, String), Arc<Shaped>>>,
    /// What a font does for a script, worked out once.
    plans: RefCell<Vec<(FontId, rustybuzz::Script, rustybuzz::Direction, Rc<rustybuzz::ShapePlan>)>>,
}

impl std::fmt::Debug for Shaper<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shaper").field("fonts", &self.fonts.len()).finish_non_exhaustive()
    }
}

impl<'a> Shaper<'a> {
    /// A shaper for these fonts.
    #[must_use]
    pub fn new(fonts: &'a Fonts) -> Self {
        let faces = (0..fonts.len()).map(|_| OnceCell::new()).collect();
        Self { fonts, faces, known: RefCell::default(), plans: RefCell::default() }
    }

    fn face(&self, font: FontId) -> Option<&Face<'a>> {
        let cell = self.faces.get(usize::from(font.0))?;
        let read = || Face::new(&self.fonts.get(font)?.data).map(Box::new);
        cell.get_or_init(read).as_deref()
    }

    /// The face of texts that ask for none.
    #[must_use]
    pub fn default_font(&self) -> Option<FontId> {
        self.fonts.find(super::DEFAULT_FAMILY, false, false)
    }

    /// The fonts that it shapes with.
    #[must_use]
    pub fn fonts(&self) -> &'a Fonts {
        self.fonts
    }

    /// The first family that has a character.
    #[must_use]
    pub fn family_with(&self, character: char) -> Option<&'a str> {
        (0..self.fonts.len()).find_map(|index| {
            let id = FontId(u16::try_from(index).ok()?);
            self.face(id)?.tables.glyph_index(character).filter(|glyph| glyph.0 != 0)?;
            Some(self.fonts.get(id)?.family.as_str())
        })
    }

    /// How far the letters of a face reach above and below the baseline, in ems: `d` and `p`, which say more
    /// than the heights in the file, for those leave room for accents upon capitals, or none at all.
    #[must_use]
    pub fn reach(&self, font: FontId) -> (f64, f64) {
        let Some(face) = self.face(font) else { return (0.75, 0.22) };
        let em = f64::from(face.tables.units_per_em());
        let bounds = |c: char| bounds::of(face.boxes.as_ref(), &face.tables, face.tables.glyph_index(c)?.0);
        let up = bounds('d').map_or(0.75, |b| f64::from(b[3]) / em);
        let down = bounds('p').map_or(0.22, |b| -f64::from(b[1]) / em);
        // Fonts of capitals have small ones in the place of small letters.
        (up.max(self.metrics(font).cap_height), down.max(0.12))
    }

    /// The heights of a face.
    #[must_use]
    pub fn metrics(&self, font: FontId) -> Metrics {
        let fallback = Metrics { cap_height: 0.7, ascent: 0.9, descent: 0.25 };
        let Some(Face { tables: face, .. }) = self.face(font) else { return fallback };
        let em = f64::from(face.units_per_em());
        let cap = face.capital_height().map_or(fallback.cap_height, |h| f64::from(h) / em);
        Metrics {
            cap_height: cap,
            ascent: f64::from(face.ascender()) / em,
            descent: -f64::from(face.descender()) / em,
        }
    }

    fn plan(
        &self,
        font: FontId,
        face: &rustybuzz::Face<'_>,
        script: rustybuzz::Script,
        direction: rustybuzz::Direction,
    ) -> Rc<rustybuzz::ShapePlan> {
        let mut plans = self.plans.borrow_mut();
        let known = plans.iter().find(|(f, s, d, _)| *f == font && *s == script && *d == direction);
        if let Some((_, _, _, plan)) = known {
            return Rc::clone(plan);
        }
        let plan = Rc::new(rustybuzz::ShapePlan::new(face, direction, Some(script), None, &[]));
        plans.push((font, script, direction, Rc::clone(&plan)));
        plan
    }

    /// Shapes one line of text.
    ///
    /// # Errors
    /// The first character that the font does not have.
    pub fn shape(&self, font: FontId, text: &str) -> Result<Arc<Shaped>, NoGlyph> {
        let key = (font, text.to_owned());
        if let Some(known) = self.known.borrow().get(&key) {
            return Ok(Arc::clone(known));
        }
        let shaped = Arc::new(self.shape_anew(font, text)?);
        self.known.borrow_mut().insert(key, Arc::clone(&shaped));
        Ok(shaped)
    }

    fn shape_anew(&self, font: FontId, text: &str) -> Result<Shaped, NoGlyph> {
        let first = text.chars().next().unwrap_or(' ');
        let face = self.face(font).ok_or(NoGlyph { character: first, font })?;
        let mut buffer = rustybuzz::UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        let plan = self.plan(font, face.shaping(), buffer.script(), buffer.direction());
        let shaped = rustybuzz::shape_with_plan(face.shaping(), &plan, buffer);
        let to_thousandths = face.to_thousandths();
        let mut line = GlyphRun::default();
        for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
            let id = u16::try_from(info.glyph_id).unwrap_or(0);
            if id == 0 {
                let rest = text.get(info.cluster as usize..).unwrap_or(text);
                return Err(NoGlyph { character: rest.chars().next().unwrap_or(first), font });
            }
            let advance = f64::from(position.x_advance) * to_thousandths;
            let offset = (
                f64::from(position.x_offset) * to_thousandths,
                f64::from(position.y_offset) * to_thousandths,
            );
            line.push(face, Glyph { id, advance, offset, cluster: info.cluster });
        }
        Ok(line.finish(text))
    }

    /// Sets one line of text glyph by glyph, without kerning or ligatures: for the small print of whoever
    /// prints, where shaping would cost more than it shows.
    ///
    /// # Errors
    /// The first character that the font does not have.
    pub fn plain(&self, font: FontId, text: &str) -> Result<Shaped, NoGlyph> {
        let missing = |character| NoGlyph { character, font };
        let face = self.face(font).ok_or_else(|| missing(text.chars().next().unwrap_or(' ')))?;
        let mut line = GlyphRun::default();
        for (at, character) in text.char_indices() {
            let Letter { id, advance, ink } = face.letter(character).ok_or_else(|| missing(character))?;
            let cluster = u32::try_from(at).unwrap_or(u32::MAX);
            line.add(Glyph { id, advance, offset: (0.0, 0.0), cluster }, ink);
        }
        Ok(line.finish(text))
    }
}

/// A glyph by itself.
#[derive(Debug, Clone, Copy)]
struct Letter {
    /// Index in the font.
    id: u16,
    /// To the next glyph, in thousandths of an em.
    advance: f64,
    /// What its outline covers, in thousandths of an em, y down.
    ink: Option<Rect>,
}

impl Face<'_> {
    /// The glyph of a character; none if the font lacks it.
    fn letter(&self, character: char) -> Option<Letter> {
        let look_up = || {
            let id = self.tables.glyph_index(character).filter(|id| id.0 != 0)?;
            let advance = f64::from(self.tables.glyph_hor_advance(id).unwrap_or(0)) * self.to_thousandths();
            Some(Letter { id: id.0, advance, ink: self.ink(id.0) })
        };
        let mut letters = self.letters.borrow_mut();
        if letters.is_empty() {
            letters.resize(128, None);
        }
        let Some(letter) = letters.get_mut(character as usize) else { return look_up() };
        if letter.is_none() {
            *letter = look_up();
        }
        *letter
    }

    /// What a glyph's outline covers, in thousandths of an em, y down; none if it has none.
    fn ink(&self, id: u16) -> Option<Rect> {
        let [x_min, y_min, x_max, y_max] = bounds::of(self.boxes.as_ref(), &self.tables, id)?;
        let to_thousandths = self.to_thousandths();
        let at = |v: i16| f64::from(v) * to_thousandths;
        Some(Rect::new(at(x_min), -at(y_max), at(x_max), -at(y_min)))
    }
}

/// Glyphs as they are set, and what they cover, in thousandths of an em.
#[derive(Default)]
struct GlyphRun {
    glyphs: Vec<Glyph>,
    pen: f64,
    ink: Option<Rect>,
}

impl GlyphRun {
    fn push(&mut self, face: &Face<'_>, glyph: Glyph) {
        self.add(glyph, face.ink(glyph.id));
    }

    /// Sets a glyph whose outline covers `ink`.
    fn add(&mut self, glyph: Glyph, ink: Option<Rect>) {
        if let Some(ink) = ink {
            let rect = ink + Vec2::new(self.pen + glyph.offset.0, -glyph.offset.1);
            self.ink = Some(self.ink.map_or(rect, |ink| ink.union(rect)));
        }
        self.pen += glyph.advance;
        self.glyphs.push(glyph);
    }

    /// The line in ems.
    fn finish(self, text: &str) -> Shaped {
        let ink = self.ink.unwrap_or_default();
        Shaped {
            string: text.into(),
            glyphs: self.glyphs.into(),
            advance: self.pen / 1000.0,
            ink: Rect::new(ink.x0 / 1000.0, ink.y0 / 1000.0, ink.x1 / 1000.0, ink.y1 / 1000.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kerns_and_measures() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let font = fonts.find("sans", true, false).unwrap();
        let together = shaper.shape(font, "AV").unwrap().advance;
        let apart = shaper.shape(font, "A").unwrap().advance + shaper.shape(font, "V").unwrap().advance;
        assert!(together < apart, "{together} {apart}");
        let capital = shaper.shape(font, "H").unwrap();
        assert!((-capital.ink.y0 - shaper.metrics(font).cap_height).abs() < 0.02);
    }

    #[test]
    fn names_the_character_that_is_missing() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let error = shaper.shape(FontId(0), "a日b").unwrap_err();
        assert_eq!(error.character, '日');
    }

    #[test]
    fn finds_the_face_of_a_style() {
        let fonts = Fonts::bundled();
        assert_eq!(fonts.find("display", true, true), None);
        assert_eq!((fonts.styles("display"), fonts.styles("sans").len()), (vec!["regular", "bold"], 4));
        let (regular, both) = (fonts.find("sans", false, false), fonts.find("sans", true, true));
        assert_ne!(both, fonts.find("sans", true, false));
        assert_eq!(regular.and_then(|id| fonts.styled(id, true, true)), both);
        assert_eq!(both.and_then(|id| fonts.styled(id, false, true)), both);
        let display = fonts.find("display", true, false).unwrap();
        assert_eq!(fonts.styled(display, true, false), Some(display));
        assert_eq!(fonts.styled(display, false, true), None);
        assert_eq!(fonts.find("sans", false, false), Some(FontId(0)));
        assert_eq!(fonts.find("none", false, false), None);
        assert_eq!(fonts.families(), ["sans", "display"]);
    }
}
