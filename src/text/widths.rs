//! The widths that a font gives its glyphs, and what else a PDF says of a font.

use std::cell::OnceCell;

use rustybuzz::ttf_parser::{Face, GlyphId};

use super::{FontId, Fonts};

/// Glyph widths, in thousandths of an em.
pub struct Widths<'a> {
    fonts: &'a Fonts,
    faces: Vec<OnceCell<Option<Box<Face<'a>>>>>,
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

impl<'a> Widths<'a> {
    /// The widths of these fonts.
    #[must_use]
    pub fn new(fonts: &'a Fonts) -> Self {
        Self { fonts, faces: (0..fonts.len()).map(|_| OnceCell::new()).collect() }
    }

    fn face(&self, font: FontId) -> Option<&Face<'a>> {
        let cell = self.faces.get(usize::from(font.0))?;
        let parse = || Face::parse(&self.fonts.get(font)?.data, 0).ok().map(Box::new);
        cell.get_or_init(parse).as_deref()
    }

    /// The width of a glyph; 0 where the font has none.
    #[must_use]
    pub fn of(&self, font: FontId, glyph: u16) -> f64 {
        let Some(face) = self.face(font) else { return 0.0 };
        let width = face.glyph_hor_advance(GlyphId(glyph)).unwrap_or(0);
        f64::from(width) * 1000.0 / f64::from(face.units_per_em())
    }

    /// What a PDF says of the font.
    #[must_use]
    pub fn descriptor(&self, font: FontId) -> Option<Descriptor> {
        let face = self.face(font)?;
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
