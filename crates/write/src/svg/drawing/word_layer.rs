//! Writes the words of a sheet as invisible text.
//!
//! - In: a sheet.
//! - Out: a layer of invisible texts, which a web page puts on top of the drawings.
//! - Not here: visible letters.

use kurbo::Affine;
use svg::node::Node as _;
use svg::node::element::{self, Element};

use super::super::name::words;
use super::super::path::number;
use super::{placed, set};
use hexpress_scene::text::Faces;
use hexpress_scene::{Drawing, Sheet, leaves};

/// Returns the words of a sheet as invisible text, which users can find and copy.
///
/// Each text has the same place as its visible letters.
pub fn words_of(sheet: &Sheet, fonts: &Faces<'_>) -> String {
    let mut layer = set(set(Element::new("g"), "class", "words"), "fill-opacity", 0);
    add_words(&sheet.drawings, Affine::IDENTITY, fonts, &mut layer);
    layer.to_string()
}

/// Adds the words in `drawings` to a layer of invisible text. `frame` maps the drawings to the sheet.
fn add_words(drawings: &[Drawing], frame: Affine, fonts: &Faces<'_>, layer: &mut Element) {
    for leaf in leaves(drawings, frame).with_shared() {
        if let Drawing::Cells(cells) = leaf.draw {
            cells.groups().for_each(|group| add_words(&[Drawing::Group(group)], leaf.frame, fonts, layer));
        }
        let Drawing::Text(text) = leaf.draw else { continue };
        let units = fonts.units_per_em(text.font);
        let advance: f64 = text.glyphs.iter().map(|glyph| glyph.advance).sum();
        let mut element = element::Text::new(words(&text.string)).set("font-size", number(units, 3));
        if advance > 0.0 {
            element = element
                .set("textLength", number(advance * units / 1000.0, 2))
                .set("lengthAdjust", "spacingAndGlyphs");
        }
        let place = leaf.frame * Affine::translate(text.origin.to_vec2()) * Affine::scale(text.size / units);
        layer.append(placed(element.into(), place));
    }
}
