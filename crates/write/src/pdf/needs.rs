//! Collects what pages need in addition to their contents: glyphs of fonts, forms, pictures, gradients,
//! and layers.
//!
//! - In: the needs of pages, from several threads.
//! - Out: the needs of the document. They do not depend on the order of pages.

use hexpress_base::ordered_map::Map;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::tags::Layer;
use hexpress_scene::text::FontId;
use hexpress_scene::{Image, ImageContent, Shade};

/// The glyphs that pages use of each font. Each glyph has the characters that it stands for.
pub type Used = Map<FontId, Map<u16, String>>;

/// A drawing that is in the file once. Pages draw it by its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// Its operators.
    pub content: String,
    /// Its bounding box in points, with y pointing up: left, bottom, right, top.
    pub bounds: [f64; 4],
    /// How the form covers the drawings below it.
    pub kind: FormKind,
    /// Whether the form, or anything in it, is not opaque.
    pub is_sheer: bool,
}

/// How a form covers what is below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormKind {
    /// Each drawing in the form covers them by itself.
    Opaque,
    /// All drawings in the form cover them together, as a transparency group.
    Translucent,
}

impl FormKind {
    /// Returns the first letter of the names of such forms.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Opaque => "X",
            Self::Translucent => "T",
        }
    }
}

/// What pages need in addition to their contents.
#[derive(Debug, Default)]
pub struct Needs {
    /// The glyphs of fonts.
    pub used: Used,
    /// The forms by name. The name of a form is a hash of its operators, so it does not depend on
    /// the order of pages.
    pub forms: Map<String, Form>,
    /// The pictures by name.
    pub images: Map<String, Arc<Image>>,
    /// The layers that have drawings.
    pub layers: BTreeSet<Layer>,
    /// The gradients by name.
    pub shades: Map<String, Arc<Shade>>,
    /// The opacities of drawings that are not opaque, in thousandths.
    pub opacities: BTreeSet<u16>,
}

/// The private use areas of Unicode, in which characters have no common meaning.
const PRIVATE_USE: [RangeInclusive<char>; 2] = ['\u{E000}'..='\u{F8FF}', '\u{F0000}'..='\u{10FFFF}'];

impl Needs {
    /// Returns whether every glyph stands for characters outside the private use areas. Only then
    /// can the text be extracted.
    pub fn is_legible(&self) -> bool {
        let mut texts = self.used.values().flat_map(Map::values);
        texts.all(|text| !text.is_empty() && !text.chars().any(is_private))
    }

    /// Returns whether a screen reader can read every character on pages of other PDFs.
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
                // If a glyph stands for different texts, the smaller text is used, so that the
                // result does not depend on the order of pages.
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
        self.opacities.extend(other.opacities);
    }
}

fn is_private(c: char) -> bool {
    PRIVATE_USE.iter().any(|area| area.contains(&c))
}
