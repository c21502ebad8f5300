//! Defines the forms of letters and digits, and the spacing of letters.
//!
//! - In: the forms and the tracking that a layout sets.
//! - Out: OpenType features for the shaper.
//! - Not here: the size, face and colour of letters.

use harfrust::Feature;
use skrifa::Tag;
use skrifa::raw::TableProvider;

use super::{FontId, Fonts};

/// The forms that layouts can set. Each form has the OpenType features that select it.
pub const FORMS: [(&str, &[&[u8; 4]]); 7] = [
    ("small-capitals", &[b"smcp"]),
    ("all-small-capitals", &[b"smcp", b"c2sc"]),
    ("old-style", &[b"onum"]),
    ("lining", &[b"lnum"]),
    ("tabular", &[b"tnum"]),
    ("proportional", &[b"pnum"]),
    ("fractions", &[b"frac"]),
];

/// The forms of letters, and the space between letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LetterStyle {
    /// The selected forms, as bits. Bit 0 stands for the first entry of [`FORMS`].
    pub forms: u16,
    /// The additional space after each letter, in hundred-thousandths of an em.
    tracking: i32,
}

impl LetterStyle {
    /// Returns this style with other forms, which are given as in [`Self::forms`].
    pub fn with_forms(self, forms: u16) -> Self {
        Self { forms, ..self }
    }

    /// Returns this style with the given additional space after each letter, in ems.
    pub fn tracked(self, ems: f64) -> Self {
        Self { tracking: (ems * 1e5).round() as i32, ..self }
    }

    /// Returns the additional space after each letter, in ems.
    pub fn tracking(self) -> f64 {
        f64::from(self.tracking) / 1e5
    }

    pub(super) fn features(self) -> Vec<Feature> {
        let forms = FORMS.iter().enumerate().filter(|(index, _)| self.forms & 1 << index != 0);
        let mut features: Vec<_> =
            forms.flat_map(|(_, (_, tags))| tags.iter().map(|tag| feature(tag, 1))).collect();
        // With tracking, ligatures are turned off, because the letters inside a ligature cannot be
        // moved apart.
        if self.tracking != 0 {
            features.extend([feature(b"liga", 0), feature(b"clig", 0)]);
        }
        features
    }
}

/// Returns a feature that applies to the whole string.
fn feature(tag: &[u8; 4], value: u32) -> Feature {
    Feature::new(Tag::new(tag), value, ..)
}

/// Pairs of features that exclude each other. If a font has only the second feature of a pair, its letters
/// have the forms of the first feature by default. For example, a font with only `onum` (old-style digits)
/// has lining digits (`lnum`) by default.
const OPPOSITES: [(&[u8; 4], &[u8; 4]); 4] =
    [(b"lnum", b"onum"), (b"onum", b"lnum"), (b"tnum", b"pnum"), (b"pnum", b"tnum")];

impl Fonts {
    /// Returns whether a font has the forms that `features` select.
    pub fn has_features(&self, font: FontId, features: &[&[u8; 4]]) -> bool {
        let tags = self.feature_tags(font).unwrap_or_default();
        features.iter().all(|feature| {
            let opposite = OPPOSITES.iter().find(|(form, _)| form == feature).map(|(_, opposite)| *opposite);
            tags.contains(&Tag::new(feature)) || opposite.is_some_and(|tag| tags.contains(&Tag::new(tag)))
        })
    }

    /// Returns the features of a font that substitute glyphs. Returns `None` if the font has no GSUB table,
    /// which lists these features.
    fn feature_tags(&self, font: FontId) -> Option<Vec<Tag>> {
        let features = self.get(font)?.data.font()?.tables().gsub().ok()?.feature_list().ok()?;
        Some(features.feature_records().iter().map(|record| record.feature_tag()).collect())
    }

    /// Returns the names of the forms that a font supports.
    pub fn forms(&self, font: FontId) -> Vec<&'static str> {
        FORMS.iter().filter(|(_, tags)| self.has_features(font, tags)).map(|(form, _)| *form).collect()
    }
}
