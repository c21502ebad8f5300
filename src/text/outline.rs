//! The outlines of glyphs, for writers that draw letters instead of naming them.

use std::cell::OnceCell;

use kurbo::BezPath;
use rustybuzz::ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::{FontId, Fonts};

/// Glyph outlines, in the font's own units, y down.
pub struct Outlines<'a> {
    fonts: &'a Fonts,
    faces: Vec<OnceCell<Option<Face<'a>>>>,
}

impl<'a> Outlines<'a> {
    /// The outlines of these fonts.
    #[must_use]
    pub fn new(fonts: &'a Fonts) -> Self {
        Self { fonts, faces: (0..fonts.len()).map(|_| OnceCell::new()).collect() }
    }

    fn face(&self, font: FontId) -> Option<&Face<'a>> {
        let cell = self.faces.get(usize::from(font.0))?;
        cell.get_or_init(|| Face::parse(&self.fonts.get(font)?.data, 0).ok()).as_ref()
    }

    /// How many of the font's units make an em.
    #[must_use]
    pub fn units_per_em(&self, font: FontId) -> f64 {
        self.face(font).map_or(1000.0, |face| f64::from(face.units_per_em()))
    }

    /// The outline of a glyph about its origin; none where there is nothing to see, as of a space.
    #[must_use]
    pub fn of(&self, font: FontId, glyph: u16) -> Option<BezPath> {
        let mut pen = Pen(BezPath::new());
        self.face(font)?.outline_glyph(GlyphId(glyph), &mut pen)?;
        (!pen.0.elements().is_empty()).then_some(pen.0)
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
        let outlines = Outlines::new(&fonts);
        let shaped = shaper.shape(FontId(0), "H ").unwrap();
        let outline = outlines.of(FontId(0), shaped.glyphs[0].id).unwrap().bounding_box();
        assert_eq!(outline.y1, 0.0);
        let tall = -outline.y0 / outlines.units_per_em(FontId(0));
        assert!((tall - shaper.metrics(FontId(0)).cap_height).abs() < 0.02);
        assert_eq!(outlines.of(FontId(0), shaped.glyphs[1].id), None);
    }
}
