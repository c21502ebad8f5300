//! The box of a glyph, straight from the font's tables: the outline itself need not be traced.

use rustybuzz::ttf_parser::{Face, GlyphId, Tag};

/// Left, bottom, right, top in font units; none for glyphs without an outline, such as the space.
pub fn of(face: &Face<'_>, glyph: u16) -> Option<[i16; 4]> {
    let table = |tag: &[u8; 4]| face.raw_face().table(Tag::from_bytes(tag));
    let Some((glyf, loca, head)) =
        table(b"glyf").zip(table(b"loca")).zip(table(b"head")).map(|((g, l), h)| (g, l, h))
    else {
        // CFF has no boxes: trace the outline.
        let bounds = face.glyph_bounding_box(GlyphId(glyph))?;
        return Some([bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max]);
    };
    let index = usize::from(glyph);
    // `indexToLocFormat`: 0 for offsets of two bytes, halved; else four (OpenType, `head` and `loca`).
    let offset = |i: usize| match u16_at(head, 50)? {
        0 => Some(usize::from(u16_at(loca, i * 2)?) * 2),
        _ => Some((usize::from(u16_at(loca, i * 4)?) << 16) | usize::from(u16_at(loca, i * 4 + 2)?)),
    };
    let (start, end) = (offset(index)?, offset(index + 1)?);
    if end <= start {
        return None;
    }
    let at = |i: usize| u16_at(glyf, start + 2 + i * 2).map(u16::cast_signed);
    Some([at(0)?, at(1)?, at(2)?, at(3)?])
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
            for glyph in 0..face.number_of_glyphs() {
                let Some(traced) = face.glyph_bounding_box(GlyphId(glyph)) else { continue };
                let traced = [traced.x_min, traced.y_min, traced.x_max, traced.y_max];
                let read = of(&face, glyph).unwrap();
                // The tables round outwards.
                assert!(traced.iter().zip(read).all(|(a, b)| a.abs_diff(b) <= 1), "font {id}, glyph {glyph}");
            }
        }
    }
}
