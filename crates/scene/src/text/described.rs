//! Reads what a font file says about itself: its families, its weight, its width and its slant.
//!
//! - In: the bytes of a font.
//! - Out: a description. The rules of CSS use it to choose a face.
//! - Not here: the names that layouts give to fonts.

use skrifa::MetadataProvider as _;
use skrifa::attribute::Style;
use skrifa::raw::FontRef;
use skrifa::raw::types::NameId;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slant {
    Upright,
    Italic,
    Oblique,
}

/// What a font file says about itself.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FaceDescription {
    /// The names of the font's family, in all languages of the file.
    pub families: Vec<String>,
    /// The weight from 1 to 1000. Regular letters have 400.
    pub weight: u16,
    /// The width of the letters, in percent of the normal width.
    pub width: f32,
    pub slant: Slant,
}

impl FaceDescription {
    /// Returns the description of a font. Returns `None` if the bytes are not a font.
    pub fn new(bytes: &[u8]) -> Option<Self> {
        let font = FontRef::new(bytes).ok()?;
        let ids = [NameId::TYPOGRAPHIC_FAMILY_NAME, NameId::FAMILY_NAME];
        let names = ids.into_iter().flat_map(|id| font.localized_strings(id));
        let attributes = font.attributes();
        Some(Self {
            families: names.map(|name| name.to_string()).collect(),
            weight: attributes.weight.value() as u16,
            width: attributes.stretch.percentage(),
            slant: match attributes.style {
                Style::Normal => Slant::Upright,
                Style::Italic => Slant::Italic,
                Style::Oblique(_) => Slant::Oblique,
            },
        })
    }
}

pub(crate) fn has_character(bytes: &[u8], character: char) -> bool {
    FontRef::new(bytes).is_ok_and(|font| font.charmap().map(character).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{Fonts, Style};

    #[test]
    fn a_bundled_font_knows_its_family_and_weight() {
        let fonts = Fonts::bundled();
        let bold = fonts.find("condensed", Style::BOLD_ITALIC).and_then(|id| fonts.get(id)).unwrap();
        let described = FaceDescription::new(bold.data.bytes()).unwrap();
        assert!(described.families.iter().any(|name| name.starts_with("Barlow Condensed")));
        assert_eq!((described.weight, described.slant), (700, Slant::Italic));
        assert!(has_character(bold.data.bytes(), 'ß') && !has_character(bold.data.bytes(), '海'));
        assert_eq!(FaceDescription::new(b"no font"), None);
    }
}
