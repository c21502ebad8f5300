//! Shaping: kerning, ligatures and marks, through harfrust.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use harfrust::{Buffer, Direction, Script, ShapeOptions, ShapePlan};
use kurbo::{Affine, BezPath, Point, Rect, Vec2};
use rustc_hash::FxBuildHasher;

use super::faces::{Face, Faces, Letter};
use super::manner::Manner;
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
    /// The face of the glyphs.
    pub font: FontId,
    /// The characters.
    pub string: Arc<str>,
    /// Their glyphs, in thousandths of an em.
    pub glyphs: Arc<[Glyph]>,
    /// From the first glyph's origin to the end of the last one's advance, in ems.
    pub advance: f64,
    /// What the outlines cover, in ems from the start of the baseline, y down.
    pub ink: Rect,
}

/// A character that cannot be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoGlyph {
    /// The font does not have it.
    Missing(char),
    /// Its outline in the font cannot be drawn.
    Broken(char),
}

impl NoGlyph {
    /// The character.
    pub fn character(self) -> char {
        let (Self::Missing(character) | Self::Broken(character)) = self;
        character
    }
}

/// What a plan is made for.
type PlanKey = (FontId, Manner, Option<Script>, Direction);

/// So many strings of one face are remembered at most: the words of a language come again, whole lines hardly.
const KEPT: usize = 2048;
/// A string of more bytes takes the place of all of them.
const MANY_LETTERS: usize = 10_000;

/// Strings that were shaped, by what they say.
type Known = HashMap<Box<str>, Arc<Shaped>, FxBuildHasher>;

/// Shapes strings; remembers what it has shaped. One for each core.
pub struct Shaper<'a> {
    faces: Faces<'a>,
    /// For each face, and each manner that it was asked for.
    known: RefCell<Vec<((FontId, Manner), Known)>>,
    /// What a font does for a script, worked out once.
    plans: RefCell<Vec<(PlanKey, Rc<ShapePlan>)>>,
}

impl std::fmt::Debug for Shaper<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shaper").field("fonts", &self.fonts().0.len()).finish_non_exhaustive()
    }
}

impl<'a> Shaper<'a> {
    /// A shaper for these fonts.
    pub fn new(fonts: &'a Fonts) -> Self {
        Self { faces: Faces::new(fonts), known: RefCell::default(), plans: RefCell::default() }
    }

    /// The face of texts that ask for none.
    pub fn default_font(&self) -> Option<FontId> {
        self.fonts().find(super::DEFAULT_FAMILY, false, false)
    }

    /// The fonts that it shapes with.
    pub fn fonts(&self) -> &'a Fonts {
        self.faces.fonts
    }

    /// The first family that has a character.
    pub fn family_with(&self, character: char) -> Option<&'a str> {
        let has = |id| self.faces.get(id)?.glyph(character);
        let mut faces = (0..).map(FontId).zip(&self.fonts().0);
        faces.find_map(|(id, face)| has(id).map(|_| face.family.as_str()))
    }

    /// How far the letters of a face reach above and below the baseline, in ems: `d` and `p`, which say more
    /// than the heights in the file, for those leave room for accents upon capitals, or none at all.
    pub fn reach(&self, font: FontId) -> (f64, f64) {
        let Some(face) = self.faces.get(font) else { return (0.75, 0.22) };
        let bounds = |c: char| face.bounds(face.glyph(c)?);
        let up = bounds('d').map_or(0.75, |b| f64::from(b.y_max) / face.em);
        let down = bounds('p').map_or(0.22, |b| -f64::from(b.y_min) / face.em);
        // Fonts of capitals have small ones in the place of small letters.
        (up.max(self.cap_height(font)), down.max(0.12))
    }

    /// The height of the capitals of a face above the baseline, in ems.
    pub fn cap_height(&self, font: FontId) -> f64 {
        let height = |face: &Face<'_>| Some(face.font.metrics().cap_height?.to_f64() / face.em);
        self.faces.get(font).and_then(height).unwrap_or(0.7)
    }

    fn plan(&self, font: FontId, manner: Manner, face: &Face<'_>, text: &Buffer) -> Rc<ShapePlan> {
        let (script, direction) = (text.script(), text.direction());
        let mut plans = self.plans.borrow_mut();
        let key = (font, manner, script, direction);
        if let Some((_, plan)) = plans.iter().find(|(known, _)| *known == key) {
            return Rc::clone(plan);
        }
        let plan = ShapePlan::new(face.font, direction, script, None, &manner.features());
        let plan = Rc::new(plan);
        plans.push((key, Rc::clone(&plan)));
        plan
    }

    /// Shapes one line of text.
    ///
    /// # Errors
    /// The first character that the font does not have.
    pub fn shape(&self, font: FontId, text: &str) -> Result<Arc<Shaped>, NoGlyph> {
        self.shape_as(font, Manner::default(), text)
    }

    /// The same with letters of other forms, or farther apart.
    ///
    /// # Errors
    /// As for [`Self::shape`].
    pub fn shape_as(&self, font: FontId, manner: Manner, text: &str) -> Result<Arc<Shaped>, NoGlyph> {
        let mut all = self.known.borrow_mut();
        let index = all.iter().position(|(of, _)| *of == (font, manner)).unwrap_or(all.len());
        if index == all.len() {
            all.push(((font, manner), Known::default()));
        }
        let known = &mut all[index].1;
        if let Some(shaped) = known.get(text) {
            return Ok(Arc::clone(shaped));
        }
        let shaped = Arc::new(self.shape_in(font, manner, text, None)?);
        if known.len() >= KEPT || text.len() > MANY_LETTERS {
            known.clear();
        }
        known.insert(text.into(), Arc::clone(&shaped));
        Ok(shaped)
    }

    /// Shapes a line anew, by the rules of a script; where none is given, by those of its letters.
    pub(super) fn shape_in(
        &self,
        font: FontId,
        manner: Manner,
        text: &str,
        script: Option<Script>,
    ) -> Result<Shaped, NoGlyph> {
        let character = |at: usize| text.get(at..).and_then(|rest| rest.chars().next()).unwrap_or(' ');
        let missing = |at: usize| NoGlyph::Missing(character(at));
        let face = self.faces.get(font).ok_or_else(|| missing(0))?;
        let mut shaped = Buffer::new();
        shaped.push_str(text);
        shaped.set_script(script);
        shaped.guess_segment_properties();
        let (plan, features) = (self.plan(font, manner, face, &shaped), manner.features());
        let options = ShapeOptions::new().plan(Some(&plan)).features(&features);
        harfrust::shape(face.shaping(), &mut shaped, options).map_err(|_| missing(0))?;
        let to_thousandths = face.to_thousandths();
        let mut line = GlyphRun::default();
        for (info, position) in shaped.glyph_infos().iter().zip(shaped.glyph_positions()) {
            let id = u16::try_from(info.glyph_id).unwrap_or(0);
            if id == 0 {
                return Err(missing(info.cluster as usize));
            }
            if !face.can_draw(id) {
                return Err(NoGlyph::Broken(character(info.cluster as usize)));
            }
            let [advance, right, up] = [position.x_advance, position.x_offset, position.y_offset]
                .map(|units| f64::from(units) * to_thousandths);
            let advance = advance + manner.tracking() * 1000.0;
            line.add(Glyph { id, advance, offset: (right, up), cluster: info.cluster }, face.ink(id));
        }
        Ok(line.finish(font, text))
    }

    /// The outlines of glyphs that stand one after another from `origin`.
    pub fn outlines(&self, font: FontId, size: f64, origin: Point, glyphs: &[Glyph]) -> BezPath {
        let scale = size / self.faces.units_per_em(font);
        let (mut all, mut pen) = (BezPath::new(), 0.0);
        for glyph in glyphs {
            let at = Vec2::new(pen + glyph.offset.0, -glyph.offset.1) * (size / 1000.0);
            let placed = Affine::translate(origin.to_vec2() + at) * Affine::scale(scale);
            all.extend(self.faces.outline(font, glyph.id).into_iter().flat_map(|own| placed * own));
            pen += glyph.advance;
        }
        all
    }

    /// Sets one line of text glyph by glyph, without kerning or ligatures: for the small print of whoever
    /// prints, where shaping would cost more than it shows. None where the font of texts that ask for none does
    /// not have a character.
    pub fn plain(&self, text: &str) -> Option<Shaped> {
        let font = self.default_font()?;
        let face = self.faces.get(font)?;
        let mut line = GlyphRun::default();
        for (at, character) in text.char_indices() {
            let Letter { id, advance, ink } = face.letter(character)?;
            let cluster = u32::try_from(at).unwrap_or(u32::MAX);
            line.add(Glyph { id, advance, offset: (0.0, 0.0), cluster }, ink);
        }
        Some(line.finish(font, text))
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
    fn finish(self, font: FontId, text: &str) -> Shaped {
        let ink = self.ink.unwrap_or_default();
        let ink = Rect::new(ink.x0 / 1000.0, ink.y0 / 1000.0, ink.x1 / 1000.0, ink.y1 / 1000.0);
        Shaped { font, string: text.into(), glyphs: self.glyphs.into(), advance: self.pen / 1000.0, ink }
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
        assert!((-capital.ink.y0 - shaper.cap_height(font)).abs() < 0.02);
    }

    #[test]
    fn names_the_character_that_is_missing() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let error = shaper.shape(FontId(0), "a日b").unwrap_err();
        assert_eq!(error, NoGlyph::Missing('日'));
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
        assert_eq!(fonts.families(), ["sans", "display", "serif", "condensed", "saga"]);
    }

    #[test]
    fn long_strings_are_not_all_kept() {
        let fonts = Fonts::bundled();
        let shaper = Shaper::new(&fonts);
        let kept = || shaper.known.borrow().first().map_or(0, |(_, known)| known.len());
        for start in ["a", "b", "c"] {
            shaper.shape(FontId(0), &start.repeat(MANY_LETTERS + 1)).unwrap();
            assert_eq!(kept(), 1);
        }
        shaper.shape(FontId(0), "short").unwrap();
        assert_eq!(kept(), 2);
    }
}
