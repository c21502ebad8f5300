//! What pages need besides their contents: fonts, drawings and pictures that stand in the file once, layers.

use crate::base::map::Map;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::tags::Layer;
use crate::scene::{Image, Shade};
use crate::text::FontId;

/// What a page draws with: for each font the glyphs and what they stand for.
pub type Used = Map<FontId, Map<u16, String>>;

/// A large drawing that stands in the file once, called by its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// Operators.
    pub content: String,
    /// Its box, in points, y up: left, bottom, right, top.
    pub bounds: [f64; 4],
    /// Whether all of it together covers what is below, in part.
    pub together: bool,
}

/// What pages need besides their contents.
#[derive(Debug, Default)]
pub struct Needs {
    /// Fonts and glyphs.
    pub used: Used,
    /// Large drawings, by names made from what they draw, so that they do not depend on which page was first.
    pub forms: Map<String, Form>,
    /// Pictures made of pixels, by name.
    pub images: Map<String, Arc<Image>>,
    /// The layers that they draw on.
    pub layers: BTreeSet<Layer>,
    /// Colours that run into one another, by name.
    pub shades: Map<String, Arc<Shade>>,
    /// How much drawings cover that cover in part, in thousandths.
    pub covers: BTreeSet<u16>,
}

impl Needs {
    /// Adds what other pages need.
    pub fn join(&mut self, other: Self) {
        for (font, glyphs) in other.used {
            let all = self.used.entry(font).or_default();
            for (glyph, string) in glyphs {
                // Which string wins must not depend on the order of pages: the least does.
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
        self.covers.extend(other.covers);
    }
}
