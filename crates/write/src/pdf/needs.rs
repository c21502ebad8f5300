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
    /// Whether it, or something in it, lets show through what is below.
    pub is_sheer: bool,
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

/// Areas of Unicode in which each font means something else by a character.
const PRIVATE: [std::ops::RangeInclusive<char>; 2] = ['\u{E000}'..='\u{F8FF}', '\u{F0000}'..='\u{10FFFF}'];

impl Needs {
    /// Whether everybody knows which characters the glyphs stand for.
    pub fn is_legible(&self) -> bool {
        let is_private = |letter| PRIVATE.iter().any(|area| area.contains(&letter));
        let is_known = |string: &String| !string.is_empty() && !string.chars().any(is_private);
        self.used.values().flat_map(Map::values).all(is_known)
    }

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
