//! Reads the glyphs and the styles of fonts.
//!
//! - In: font files.
//! - Out: widths and bounding boxes in thousandths of an em or in font units, and outlines with y
//!   pointing down.
//! - Not here: strings.

use std::cell::{OnceCell, RefCell};

use harfrust::ShaperFont;
use kurbo::{BezPath, Rect};
use rustc_hash::FxHashMap;
use skrifa::font::glyph::GlyphSourceOrder;
use skrifa::font::glyph::outline::{ControlBoundsSink, DrawMemory, DrawOptions, PathContourStart, PathSink};
use skrifa::raw::TableProvider;
use skrifa::raw::tables::{glyf::Glyf, loca::Loca};
use skrifa::raw::types::{BoundingBox, Fixed};
use skrifa::{Font, GlyphId};

use super::pen::{Closing, Pen};
use super::{FontId, Fonts};

/// The faces of fonts. Each face is parsed when it is first needed.
///
/// Threads cannot share this value, so each thread has its own.
pub struct Faces<'a> {
    pub(super) fonts: &'a Fonts,
    parsed: Vec<OnceCell<Option<Box<Face<'a>>>>>,
}

/// The style of a font: the values that a PDF states in the font descriptor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FontStyle {
    /// The height of capital letters, in thousandths of an em.
    pub cap_height: f64,
    /// The slant in degrees, measured counterclockwise from upright.
    pub italic_angle: f64,
    /// Whether all glyphs have the same width.
    pub is_fixed_pitch: bool,
}

impl<'a> Faces<'a> {
    pub fn new(fonts: &'a Fonts) -> Self {
        Self { fonts, parsed: fonts.faces().map(|_| OnceCell::new()).collect() }
    }

    /// Returns a face. Returns `None` if its file is not a font.
    pub(super) fn get(&self, font: FontId) -> Option<&Face<'a>> {
        let cell = self.parsed.get(usize::from(font.0))?;
        cell.get_or_init(|| self.parse(font)).as_deref()
    }

    fn parse(&self, font: FontId) -> Option<Box<Face<'a>>> {
        let data = self.fonts.get(font)?.data.font()?;
        Some(Box::new(Face::new(data, self.fonts.is_bundled(font))))
    }

    pub fn units_per_em(&self, font: FontId) -> f64 {
        self.get(font).map_or(1000.0, |face| face.em)
    }

    /// Returns the outline of a glyph around its origin, in font units, with y pointing down.
    ///
    /// Returns `None` if the glyph is blank, like a space.
    pub fn outline(&self, font: FontId, glyph: u16) -> Option<BezPath> {
        let path = self.get(font)?.outline(glyph)?;
        (!path.elements().is_empty()).then_some(path)
    }

    pub fn fonts(&self) -> &'a Fonts {
        self.fonts
    }

    /// Returns the bounding box of a glyph around its origin, in thousandths of an em, with y
    /// pointing down. Returns `None` if the glyph is blank.
    pub fn ink_bounds(&self, font: FontId, glyph: u16) -> Option<Rect> {
        self.get(font)?.ink_bounds(glyph)
    }

    /// Returns the advance of a glyph, in thousandths of an em. Returns 0 if the file is not a
    /// font.
    pub fn width(&self, font: FontId, glyph: u16) -> f64 {
        self.get(font).map_or(0.0, |face| face.advance(glyph))
    }

    /// Returns whether a font file also contains glyph forms that hexpress never draws: other weights or
    /// widths, or coloured glyphs.
    pub(crate) fn has_other_looks(&self, font: FontId) -> bool {
        const COLOURS: [&[u8; 4]; 4] = [b"COLR", b"CBDT", b"sbix", b"SVG "];
        let Some(face) = self.get(font) else { return false };
        let has_colours = self.fonts.get(font).is_some_and(|font| {
            let tables = skrifa::raw::FontRef::new(font.data.bytes());
            tables.is_ok_and(|tables| {
                COLOURS.iter().any(|tag| tables.table_data(skrifa::Tag::new(tag)).is_some())
            })
        });
        has_colours || face.font.axes().iter().next().is_some()
    }

    /// Returns whether the font has a usable outline of the glyph.
    pub(crate) fn can_draw(&self, font: FontId, glyph: u16) -> bool {
        self.get(font).is_some_and(|face| face.can_draw(glyph))
    }

    /// Returns the style of a font. Returns `None` if the file is not a font.
    pub fn style(&self, font: FontId) -> Option<FontStyle> {
        let face = self.get(font)?;
        let (metrics, style) = (face.font.metrics(), face.font.style_metrics());
        Some(FontStyle {
            cap_height: metrics.cap_height.map_or(700.0, |height| height.to_f64() * face.to_thousandths()),
            italic_angle: style.italic_angle.map_or(0.0, Fixed::to_f64),
            is_fixed_pitch: style.is_fixed_pitch.unwrap_or(false),
        })
    }
}

/// A parsed font.
pub(super) struct Face<'a> {
    pub font: &'a Font,
    /// The number of font units per em.
    pub em: f64,
    /// The TrueType outlines. `None` if the font has none.
    glyphs: Option<(Loca<'a>, Glyf<'a>)>,
    /// The ASCII letters that were already looked up. The index is the ASCII code. Without this list, most of
    /// the time for plain text would be spent on looking up glyphs.
    letters: RefCell<Vec<Option<Letter>>>,
    /// Whether the font is part of the program. All glyphs of such a font can be drawn.
    is_bundled: bool,
    /// For each glyph that was tested: whether it can be drawn.
    drawable: RefCell<FxHashMap<u16, bool>>,
    /// The tables for shaping. Parsing them takes long.
    shaping: OnceCell<ShaperFont<'a, 'static>>,
}

/// The glyph of a single letter, and its measures, without kerning.
#[derive(Debug, Clone, Copy)]
pub struct Letter {
    pub id: u16,
    /// The distance to the next glyph, in thousandths of an em.
    pub advance: f64,
    /// The bounding box of the outline, in thousandths of an em, with y pointing down.
    ///
    /// `None` if the glyph is blank.
    pub ink: Option<Rect>,
}

impl<'a> Face<'a> {
    fn new(font: &'a Font, is_bundled: bool) -> Self {
        let tables = font.tables();
        let glyphs = tables.loca(None).ok().zip(tables.glyf().ok());
        let em = f64::from(font.units_per_em());
        Self {
            font,
            em,
            glyphs,
            letters: RefCell::default(),
            is_bundled,
            drawable: RefCell::default(),
            shaping: OnceCell::new(),
        }
    }

    pub fn shaping(&self) -> &ShaperFont<'a, 'static> {
        self.shaping.get_or_init(|| ShaperFont::new(self.font))
    }

    /// Returns the factor that converts font units to thousandths of an em.
    pub fn to_thousandths(&self) -> f64 {
        1000.0 / self.em
    }

    /// Returns the glyph for a character. Returns `None` if the font does not have the character.
    pub fn glyph(&self, character: char) -> Option<u16> {
        u16::try_from(self.font.charmap().map_unicode(character)?.to_u32()).ok()
    }

    fn advance_units(&self, glyph: u16) -> f64 {
        f64::from(self.font.glyph_metrics().h_advance(GlyphId::from(glyph)))
    }

    /// Returns the advance of a glyph in thousandths of an em.
    fn advance(&self, glyph: u16) -> f64 {
        self.advance_units(glyph) * 1000.0 / self.em
    }

    /// Returns the outline of a glyph in font units, with y pointing down.
    ///
    /// The outline is empty if the glyph is blank. Returns `None` if the outline is damaged or has
    /// too many elements.
    fn outline(&self, glyph: u16) -> Option<BezPath> {
        let mut pen = Pen::new(if self.glyphs.is_some() { Closing::WithLine } else { Closing::Implied });
        self.draw(glyph, &mut pen)?;
        pen.finish()
    }

    /// Returns whether the outline of a glyph can be drawn. This includes blank glyphs.
    pub fn can_draw(&self, glyph: u16) -> bool {
        self.is_bundled
            || *self.drawable.borrow_mut().entry(glyph).or_insert_with(|| self.outline(glyph).is_some())
    }

    /// Draws the outline of a glyph with a pen. Returns `None` if the outline is damaged.
    fn draw(&self, glyph: u16, pen: &mut dyn PathSink) -> Option<()> {
        let outlines = self.font.outline_glyphs_with(GlyphSourceOrder::BASE_OUTLINES);
        // The coordinates of composite TrueType glyphs must not be rounded to whole units. At a size of one
        // pixel per font unit, they are not.
        let size = self.glyphs.is_some().then_some(self.em as f32);
        let forward = PathContourStart::ScanForward;
        let options = DrawOptions::new().with_contour_start(forward).with_ppem(size);
        outlines.get(GlyphId::from(glyph))?.draw(&options, DrawMemory::Scratch, pen).ok().map(drop)
    }

    /// Returns the glyph for a character, and its measures.
    ///
    /// Returns `None` if the font does not have the character or cannot draw it.
    pub fn letter(&self, character: char) -> Option<Letter> {
        let mut letters = self.letters.borrow_mut();
        if letters.is_empty() {
            letters.resize(128, None);
        }
        let Some(letter) = letters.get_mut(character as usize) else { return self.look_up(character) };
        if letter.is_none() {
            *letter = self.look_up(character);
        }
        *letter
    }

    fn look_up(&self, character: char) -> Option<Letter> {
        let id = self.glyph(character).filter(|id| self.can_draw(*id))?;
        Some(Letter { id, advance: self.advance_units(id) * self.to_thousandths(), ink: self.ink_bounds(id) })
    }

    /// Returns the bounding box of a glyph, in thousandths of an em, with y pointing down.
    ///
    /// Returns `None` if the glyph is blank.
    pub fn ink_bounds(&self, id: u16) -> Option<Rect> {
        let BoundingBox { x_min, y_min, x_max, y_max } = self.bounds(id)?;
        let [x0, y0, x1, y1] =
            [x_min, y_min, x_max, y_max].map(|units| f64::from(units) * self.to_thousandths());
        Some(Rect::new(x0, -y1, x1, -y0))
    }

    /// Returns the bounding box of a glyph in font units, with y pointing up. Returns `None` if the
    /// glyph is blank.
    ///
    /// TrueType fonts contain this box. For other fonts, it is computed from the outline.
    pub fn bounds(&self, glyph: u16) -> Option<BoundingBox<i16>> {
        let Some((offsets, outlines)) = &self.glyphs else { return self.traced_bounds(glyph) };
        let outline = offsets.get_glyf(GlyphId::from(glyph), outlines).ok().flatten()?;
        let (x_min, y_min) = (outline.x_min(), outline.y_min());
        Some(BoundingBox { x_min, y_min, x_max: outline.x_max(), y_max: outline.y_max() })
    }

    /// Returns the bounding box of an outline's points, in whole font units. Returns `None` if there is no
    /// outline, or if it is damaged.
    fn traced_bounds(&self, glyph: u16) -> Option<BoundingBox<i16>> {
        let mut points = ControlBoundsSink::new();
        self.draw(glyph, &mut points)?;
        let bounds = points.bounding_box()?;
        Some(BoundingBox {
            x_min: bounds.x_min as i16,
            y_min: bounds.y_min as i16,
            x_max: bounds.x_max as i16,
            y_max: bounds.y_max as i16,
        })
    }
}

#[cfg(test)]
mod tests {
    use kurbo::Shape;

    use super::*;

    #[test]
    fn letters_start_at_the_baseline_and_spaces_are_blank() {
        let fonts = Fonts::bundled();
        let shaper = crate::text::Shaper::new(&fonts);
        let faces = Faces::new(&fonts);
        let shaped = shaper.shape(FontId(0), "H ").unwrap();
        let outline = faces.outline(FontId(0), shaped.glyphs[0].id).unwrap().bounding_box();
        assert_eq!(outline.y1, 0.0);
        let tall = -outline.y0 / faces.units_per_em(FontId(0));
        assert!((tall - shaper.cap_height(FontId(0))).abs() < 0.02);
        assert_eq!(faces.outline(FontId(0), shaped.glyphs[1].id), None);
    }

    fn sides(bounds: BoundingBox<i16>) -> [i16; 4] {
        [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max]
    }

    #[test]
    fn boxes_agree_with_the_traced_outlines() {
        let fonts = Fonts::bundled();
        let faces = Faces::new(&fonts);
        for (id, _) in fonts.faces() {
            let face = faces.get(id).unwrap();
            for glyph in 0..face.font.num_glyphs() as u16 {
                let Some(traced) = face.traced_bounds(glyph) else { continue };
                let read = face.bounds(glyph).unwrap();
                // The boxes in font files are rounded outwards, so the sides of the two boxes may
                // differ by 1.
                let is_near = sides(traced).into_iter().zip(sides(read)).all(|(a, b)| a.abs_diff(b) <= 1);
                assert!(is_near, "{id:?}, glyph {glyph:?}");
            }
        }
    }
}
