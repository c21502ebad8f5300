//! The box of a glyph, straight from the font's tables: the outline itself need not be traced.

use rustybuzz::ttf_parser::{Face, GlyphId, Tag};

/// The tables of a face that hold the boxes of its glyphs, looked up once.
#[derive(Debug, Clone, Copy)]
pub struct Boxes<'a> {
    glyf: &'a [u8],
    loca: &'a [u8],
    /// Whether `loca` has offsets of four bytes; else two, halved (OpenType, `indexToLocFormat` in `head`).
    long: bool,
}

impl<'a> Boxes<'a> {
    /// None for a face with CFF outlines, which have no boxes.
    pub fn new(face: &Face<'a>) -> Option<Self> {
        let table = |tag: &[u8; 4]| face.raw_face().table(Tag::from_bytes(tag));
        let long = u16_at(table(b"head")?, 50)? != 0;
        Some(Self { glyf: table(b"glyf")?, loca: table(b"loca")?, long })
    }

    fn offset(&self, index: usize) -> Option<usize> {
        Some(if self.long {
            usize::from(u16_at(self.loca, index * 4)?) << 16 | usize::from(u16_at(self.loca, index * 4 + 2)?)
        } else {
            usize::from(u16_at(self.loca, index * 2)?) * 2
        })
    }

    fn get(&self, glyph: u16) -> Option<[i16; 4]> {
        let index = usize::from(glyph);
        let (start, end) = (self.offset(index)?, self.offset(index + 1)?);
        if end <= start {
            return None;
        }
        let at = |i: usize| u16_at(self.glyf, start + 2 + i * 2).map(u16::cast_signed);
        Some([at(0)?, at(1)?, at(2)?, at(3)?])
    }
}

/// Left, bottom, right, top in font units; none for glyphs without an outline, such as the space.
pub fn of(boxes: Option<&Boxes<'_>>, face: &Face<'_>, glyph: u16) -> Option<[i16; 4]> {
    if let Some(boxes) = boxes {
        return boxes.get(glyph);
    }
    // CFF: trace the outline.
    let bounds = face.glyph_bounding_box(GlyphId(glyph))?;
    Some([bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max])
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let pair = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_be_bytes([*pair.first()?, *pair.get(1)?]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{FontId, Fonts};

    #[test]
    fn agrees_with_the_traced_outline() {
        let fonts = Fonts::bundled();
        for id in 0..fonts.len() as u16 {
            let face = Face::parse(&fonts.get(FontId(id)).unwrap().data, 0).unwrap();
            let boxes = Boxes::new(&face);
            for glyph in 0..face.number_of_glyphs() {
                let Some(traced) = face.glyph_bounding_box(GlyphId(glyph)) else { continue };
                let traced = [traced.x_min, traced.y_min, traced.x_max, traced.y_max];
                let read = of(boxes.as_ref(), &face, glyph).unwrap();
                // The tables round outwards.
                assert!(traced.iter().zip(read).all(|(a, b)| a.abs_diff(b) <= 1), "font {id}, glyph {glyph}");
            }
        }
    }
}
