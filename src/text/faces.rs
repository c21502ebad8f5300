//! Font files, each read as far as it is needed: glyphs, their widths, boxes and outlines, and what a PDF says of a font.

use std::cell::{OnceCell, RefCell};

use kurbo::{BezPath, Rect};
use rustybuzz::ttf_parser::{self, GlyphId, OutlineBuilder};

use super::{FontId, Fonts};

/// The faces of fonts, each read when it is first needed. One for each core.
pub struct Faces<'a> {
    pub(super) fonts: &'a Fonts,
    read: Vec<OnceCell<Option<Box<Face<'a>>>>>,
}

/// What a PDF's font descriptor says, in thousandths of an em.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Descriptor {
    /// Left, bottom, right, top of all glyphs.
    pub bounds: [f64; 4],
    /// Above the baseline.
    pub ascent: f64,
    /// Below the baseline, negative.
    pub descent: f64,
    /// Of capitals.
    pub cap_height: f64,
    /// Degrees counterclockwise from upright.
    pub italic_angle: f64,
    /// Whether all glyphs are of one width.
    pub fixed: bool,
}

impl<'a> Faces<'a> {
    /// The faces of these fonts.
    pub fn new(fonts: &'a Fonts) -> Self {
        Self { fonts, read: fonts.0.iter().map(|_| OnceCell::new()).collect() }
    }

    pub(super) fn get(&self, font: FontId) -> Option<&Face<'a>> {
        let cell = self.read.get(usize::from(font.0))?;
        cell.get_or_init(|| Face::new(self.fonts.get(font)?.data.bytes()).map(Box::new)).as_deref()
    }

    /// How many of the font's units make an em.
    pub fn units_per_em(&self, font: FontId) -> f64 {
        self.get(font).map_or(1000.0, |face| f64::from(face.tables.units_per_em()))
    }

    /// The outline of a glyph about its origin, in the font's own units, y down; none where there is nothing to see, as
    /// of a space.
    pub fn outline(&self, font: FontId, glyph: u16) -> Option<BezPath> {
        let mut pen = Pen(BezPath::new());
        self.get(font)?.tables.outline_glyph(GlyphId(glyph), &mut pen)?;
        (!pen.0.elements().is_empty()).then_some(pen.0)
    }

    /// The width of a glyph, in thousandths of an em; 0 where the font has none.
    pub fn width(&self, font: FontId, glyph: u16) -> f64 {
        self.get(font).map_or(0.0, |face| face.advance(GlyphId(glyph)))
    }

    /// What a PDF says of the font.
    pub fn descriptor(&self, font: FontId) -> Option<Descriptor> {
        let face = &self.get(font)?.tables;
        let scale = 1000.0 / f64::from(face.units_per_em());
        let bounds = face.global_bounding_box();
        let at = |v: i16| f64::from(v) * scale;
        Some(Descriptor {
            bounds: [at(bounds.x_min), at(bounds.y_min), at(bounds.x_max), at(bounds.y_max)],
            ascent: at(face.ascender()),
            descent: at(face.descender()),
            cap_height: face.capital_height().map_or(700.0, at),
            italic_angle: f64::from(face.italic_angle()),
            fixed: face.is_monospaced(),
        })
    }
}

/// A font file.
pub(super) struct Face<'a> {
    pub tables: ttf_parser::Face<'a>,
    /// The letters of ASCII that were set so far, by their codes: looking one up is most of setting it.
    letters: RefCell<Vec<Option<Letter>>>,
    /// With the rules for shaping, which are long to read.
    shaping: OnceCell<rustybuzz::Face<'a>>,
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
    fn new(data: &'a [u8]) -> Option<Self> {
        let tables = ttf_parser::Face::parse(data, 0).ok()?;
        Some(Self { tables, letters: RefCell::default(), shaping: OnceCell::new() })
    }

    pub fn shaping(&self) -> &rustybuzz::Face<'a> {
        self.shaping.get_or_init(|| rustybuzz::Face::from_face(self.tables.clone()))
    }

    /// What makes thousandths of an em of the font's units.
    pub fn to_thousandths(&self) -> f64 {
        1000.0 / f64::from(self.tables.units_per_em())
    }

    fn advance(&self, glyph: GlyphId) -> f64 {
        let width = self.tables.glyph_hor_advance(glyph).unwrap_or(0);
        f64::from(width) * 1000.0 / f64::from(self.tables.units_per_em())
    }

    /// The glyph of a character; none if the font lacks it.
    pub fn letter(&self, character: char) -> Option<Letter> {
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
    pub fn ink(&self, id: u16) -> Option<Rect> {
        let bounds = self.bounds(GlyphId(id))?;
        let to_thousandths = self.to_thousandths();
        let at = |v: i16| f64::from(v) * to_thousandths;
        Some(Rect::new(at(bounds.x_min), -at(bounds.y_max), at(bounds.x_max), -at(bounds.y_min)))
    }

    /// The box of a glyph in font units, from the font's tables where they have one: the outline need not be traced. None
    /// for glyphs without an outline, such as the space.
    pub fn bounds(&self, glyph: GlyphId) -> Option<ttf_parser::Rect> {
        match self.tables.tables().glyf {
            Some(table) => table.bbox(glyph),
            None => self.tables.glyph_bounding_box(glyph),
        }
    }
}

/// Draws with y down what a font says with y up.
struct Pen(BezPath);

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(down(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(down(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(down(x1, y1), down(x, y));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.curve_to(down(x1, y1), down(x2, y2), down(x, y));
    }

    fn close(&mut self) {
        self.0.close_path();
    }
}

fn down(x: f32, y: f32) -> (f64, f64) {
    (f64::from(x), -f64::from(y))
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
            for glyph in (0..face.tables.number_of_glyphs()).map(GlyphId) {
                let Some(traced) = face.tables.glyph_bounding_box(glyph) else { continue };
                let read = face.bounds(glyph).unwrap();
                let all = |r: ttf_parser::Rect| [r.x_min, r.y_min, r.x_max, r.y_max];
                // The tables round outwards.
                let near = all(traced).into_iter().zip(all(read)).all(|(a, b)| a.abs_diff(b) <= 1);
                assert!(near, "font {id}, glyph {glyph:?}");
            }
        }
    }
}
