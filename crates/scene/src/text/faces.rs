//! Font files, each read as far as it is needed: glyphs, their widths, boxes, outlines and style.

use std::cell::{OnceCell, RefCell};

use harfrust::ShaperFont;
use kurbo::{BezPath, Rect};
use rustc_hash::FxHashMap;
use skrifa::font::glyph::GlyphSourceOrder;
use skrifa::font::glyph::outline::{ControlBoundsSink, DrawMemory, DrawOptions, PathContourStart, PathSink};
use skrifa::raw::TableProvider;
use skrifa::raw::tables::{glyf::Glyf, loca::Loca};
use skrifa::raw::types::{BoundingBox, F48Dot16, Fixed};
use skrifa::{Font, GlyphId};

use super::pen::Pen;
use super::{FontId, Fonts};

/// The faces of fonts, each read when it is first needed. One for each core.
pub struct Faces<'a> {
    pub(super) fonts: &'a Fonts,
    read: Vec<OnceCell<Option<Box<Face<'a>>>>>,
}

/// The style of a font, as the descriptor of a PDF states it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FontStyle {
    /// Height of capitals, in thousandths of an em.
    pub cap_height: f64,
    /// Degrees counterclockwise from upright.
    pub italic_angle: f64,
    /// Whether all glyphs have one width.
    pub is_fixed_pitch: bool,
}

impl<'a> Faces<'a> {
    /// The faces of these fonts.
    pub fn new(fonts: &'a Fonts) -> Self {
        Self { fonts, read: fonts.0.iter().map(|_| OnceCell::new()).collect() }
    }

    pub(super) fn get(&self, font: FontId) -> Option<&Face<'a>> {
        let cell = self.read.get(usize::from(font.0))?;
        let read = || {
            let data = self.fonts.get(font)?.data.font()?;
            Some(Box::new(Face::new(data, self.fonts.is_bundled(font))))
        };
        cell.get_or_init(read).as_deref()
    }

    /// How many of the font's units make an em.
    pub fn units_per_em(&self, font: FontId) -> f64 {
        self.get(font).map_or(1000.0, |face| face.em)
    }

    /// The outline of a glyph about its origin, in the font's own units, y down; none where there is nothing to see, as
    /// of a space.
    pub fn outline(&self, font: FontId, glyph: u16) -> Option<BezPath> {
        let path = self.get(font)?.outline(glyph)?;
        (!path.elements().is_empty()).then_some(path)
    }

    /// The width of a glyph, in thousandths of an em; 0 where the font has none.
    pub fn width(&self, font: FontId, glyph: u16) -> f64 {
        self.get(font).map_or(0.0, |face| face.advance(glyph))
    }

    /// The style of a font; `None` if the file is not a font.
    pub fn style(&self, font: FontId) -> Option<FontStyle> {
        let face = self.get(font)?;
        let (metrics, style) = (face.font.metrics(), face.font.style_metrics());
        let thousandths = |v: F48Dot16| v.to_f64() * face.to_thousandths();
        Some(FontStyle {
            cap_height: metrics.cap_height.map_or(700.0, thousandths),
            italic_angle: style.italic_angle.map_or(0.0, Fixed::to_f64),
            is_fixed_pitch: style.is_fixed_pitch.unwrap_or(false),
        })
    }
}

/// A font file.
pub(super) struct Face<'a> {
    pub font: &'a Font,
    /// How many units make an em.
    pub em: f64,
    /// TrueType outlines, where it has them.
    glyphs: Option<(Loca<'a>, Glyf<'a>)>,
    /// The letters of ASCII that were set so far, by their codes: looking one up is most of setting it.
    letters: RefCell<Vec<Option<Letter>>>,
    /// Whether the font is one of the program's own, all of whose glyphs can be drawn.
    is_bundled: bool,
    /// Whether each glyph that was asked for can be drawn.
    drawn: RefCell<FxHashMap<u16, bool>>,
    /// With the rules for shaping, which are long to read.
    shaping: OnceCell<ShaperFont<'a, 'static>>,
}

/// A glyph by itself.
#[derive(Debug, Clone, Copy)]
pub struct Letter {
    /// Index in the font.
    pub id: u16,
    /// To the next glyph, in thousandths of an em.
    pub advance: f64,
    /// What its outline covers, in thousandths of an em, y down.
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
            drawn: RefCell::default(),
            shaping: OnceCell::new(),
        }
    }

    pub fn shaping(&self) -> &ShaperFont<'a, 'static> {
        self.shaping.get_or_init(|| ShaperFont::new(self.font))
    }

    /// What makes thousandths of an em of the font's units.
    pub fn to_thousandths(&self) -> f64 {
        1000.0 / self.em
    }

    /// The glyph of a character; none if the font lacks it.
    pub fn glyph(&self, character: char) -> Option<u16> {
        u16::try_from(self.font.charmap().map_unicode(character)?.to_u32()).ok()
    }

    fn units(&self, glyph: u16) -> f64 {
        f64::from(self.font.glyph_metrics().h_advance(GlyphId::from(glyph)))
    }

    fn advance(&self, glyph: u16) -> f64 {
        self.units(glyph) * 1000.0 / self.em
    }

    /// The outline of a glyph in the font's own units, y down: without elements if there is nothing to see. `None` if
    /// it is broken, endless, or has more elements than a letter may have.
    fn outline(&self, glyph: u16) -> Option<BezPath> {
        let mut pen = Pen::new(self.glyphs.is_some());
        self.draw(glyph, &mut pen)?;
        pen.finish()
    }

    /// Whether the outline of a glyph can be drawn, if it has one.
    pub fn can_draw(&self, glyph: u16) -> bool {
        self.is_bundled
            || *self.drawn.borrow_mut().entry(glyph).or_insert_with(|| self.outline(glyph).is_some())
    }

    fn draw(&self, glyph: u16, pen: &mut dyn PathSink) -> Option<()> {
        let outlines = self.font.outline_glyphs_with(GlyphSourceOrder::BASE_OUTLINES);
        // At the size of the font's own units, the parts of a letter keep their fractions.
        let size = self.glyphs.is_some().then_some(self.em as f32);
        let forward = PathContourStart::ScanForward;
        let options = DrawOptions::new().with_contour_start(forward).with_ppem(size);
        outlines.get(GlyphId::from(glyph))?.draw(&options, DrawMemory::Scratch, pen).ok().map(drop)
    }

    /// The glyph of a character; none if the font lacks it.
    pub fn letter(&self, character: char) -> Option<Letter> {
        let look_up = || {
            let id = self.glyph(character).filter(|id| self.can_draw(*id))?;
            Some(Letter { id, advance: self.units(id) * self.to_thousandths(), ink: self.ink(id) })
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
    pub fn ink(&self, id: u16) -> Option<Rect> {
        let bounds = self.bounds(id)?;
        let to_thousandths = self.to_thousandths();
        let at = |v: i16| f64::from(v) * to_thousandths;
        Some(Rect::new(at(bounds.x_min), -at(bounds.y_max), at(bounds.x_max), -at(bounds.y_min)))
    }

    /// The box of a glyph in font units, from the font's tables where they have one: the outline need not be traced. None
    /// for glyphs without an outline, such as the space.
    pub fn bounds(&self, glyph: u16) -> Option<BoundingBox<i16>> {
        let Some((places, glyphs)) = &self.glyphs else { return self.traced(glyph) };
        let glyph = places.get_glyf(GlyphId::from(glyph), glyphs).ok().flatten()?;
        let (x_min, y_min) = (glyph.x_min(), glyph.y_min());
        Some(BoundingBox { x_min, y_min, x_max: glyph.x_max(), y_max: glyph.y_max() })
    }

    /// The box about the points of an outline, without fractions.
    fn traced(&self, glyph: u16) -> Option<BoundingBox<i16>> {
        let mut points = ControlBoundsSink::new();
        self.draw(glyph, &mut points)?;
        let BoundingBox { x_min, y_min, x_max, y_max } = points.bounding_box()?;
        let [x_min, y_min, x_max, y_max] = [x_min, y_min, x_max, y_max].map(|v| v as i16);
        Some(BoundingBox { x_min, y_min, x_max, y_max })
    }
}

#[cfg(test)]
mod tests {
    use kurbo::Shape;

    use super::*;

    #[test]
    fn letters_stand_on_the_baseline_and_spaces_show_nothing() {
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

    #[test]
    fn boxes_agree_with_the_traced_outlines() {
        let fonts = Fonts::bundled();
        let faces = Faces::new(&fonts);
        for id in 0..fonts.0.len() as u16 {
            let face = faces.get(FontId(id)).unwrap();
            for glyph in 0..face.font.num_glyphs() as u16 {
                let Some(traced) = face.traced(glyph) else { continue };
                let read = face.bounds(glyph).unwrap();
                let all = |r: BoundingBox<i16>| [r.x_min, r.y_min, r.x_max, r.y_max];
                // The tables round outwards.
                let near = all(traced).into_iter().zip(all(read)).all(|(a, b)| a.abs_diff(b) <= 1);
                assert!(near, "font {id}, glyph {glyph:?}");
            }
        }
    }
}
