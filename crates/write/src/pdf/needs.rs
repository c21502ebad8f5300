//! Collects everything that pages need in addition to their operators.
//!
//! - In: from each thread, the needs of the pages that it writes. Needs are glyphs of fonts, forms, pictures,
//!   gradients and layers.
//! - Out: the needs of the whole document. They do not depend on the order of the pages.
//! - Not here: writing these objects.

use hexpress_base::sorted_map::SortedMap;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::state::State;
use super::tags::Layer;
use hexpress_scene::text::FontId;
use hexpress_scene::{Image, ImageContent, Shade};

/// The glyphs that pages use, by font. The key is the number of a glyph, and the value is the text that it
/// represents.
pub type UsedGlyphs = SortedMap<FontId, SortedMap<u16, String>>;

/// A drawing that the file contains only once. Pages draw it by its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// The operators of the form.
    pub content: String,
    /// The bounding box in points: left, bottom, right and top. y points up.
    pub bounds: [f64; 4],
    /// How the form covers the drawings behind it.
    pub kind: FormKind,
    /// Whether the form contains anything that is not opaque, or is translucent itself.
    pub has_transparency: bool,
}

/// How a form covers the drawings behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormKind {
    /// The drawings in the form cover the drawings behind them one by one, as they would without a form.
    Opaque,
    /// The form covers the drawings behind it as a whole. It is a transparency group.
    Translucent,
    /// The form is an isolated transparency group. Blend modes in the form mix only the drawings in
    /// the form.
    Isolated,
    /// The form is a mask, so it covers nothing.
    Mask,
}

impl FormKind {
    /// Returns the first letter of the names of forms of this kind.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Opaque => "X",
            Self::Translucent => "T",
            Self::Isolated => "G",
            Self::Mask => "M",
        }
    }
}

/// Everything that pages need in addition to their operators.
#[derive(Debug, Default)]
pub struct Needs {
    /// The glyphs that are used, grouped by font.
    pub used: UsedGlyphs,
    /// The forms. The key is the name of a form: a hash of its operators. Names therefore do not depend on
    /// the order of pages.
    pub forms: SortedMap<String, Form>,
    /// The pictures. The key is the name of a picture.
    pub images: SortedMap<String, Arc<Image>>,
    /// The layers that contain drawings.
    pub layers: BTreeSet<Layer>,
    /// The gradients. The key is the name of a gradient.
    pub shades: SortedMap<String, Arc<Shade>>,
    /// The graphics states of groups that are mixed as a whole with the drawings behind them.
    pub states: BTreeSet<State>,
}

/// The private use areas of Unicode. The meaning of their characters is not defined.
const PRIVATE_USE: [RangeInclusive<char>; 2] = ['\u{E000}'..='\u{F8FF}', '\u{F0000}'..='\u{10FFFF}'];

impl Needs {
    /// Returns whether the text of the pages can be extracted.
    ///
    /// This is the case if every glyph represents characters, and none of these characters is in a private
    /// use area.
    pub fn is_legible(&self) -> bool {
        let mut texts = self.used.values().flat_map(SortedMap::values);
        texts.all(|text| !text.is_empty() && !text.chars().any(is_private))
    }

    /// Returns whether a screen reader can read every character on the pages of other PDFs.
    pub fn forms_are_legible(&self) -> bool {
        self.images.values().all(|image| match &image.content {
            ImageContent::Pixels(_) => true,
            ImageContent::Page(form) => form.is_legible,
        })
    }

    /// Adds the needs of other pages.
    pub fn join(&mut self, other: Self) {
        for (font, glyphs) in other.used {
            let all = self.used.entry(font).or_default();
            for (glyph, string) in glyphs {
                // If a glyph represents different texts on different pages, the text that comes first in
                // sorting order is used. The result therefore does not depend on the order of pages.
                let entry = all.entry(glyph).or_insert_with(|| string.clone());
                if !string.is_empty() && (entry.is_empty() || string < *entry) {
                    *entry = string;
                }
            }
        }
        self.forms.extend(other.forms);
        self.images.extend(other.images);
        self.layers.extend(other.layers);
        self.shades.extend(other.shades);
        self.states.extend(other.states);
    }
}

fn is_private(c: char) -> bool {
    PRIVATE_USE.iter().any(|area| area.contains(&c))
}
