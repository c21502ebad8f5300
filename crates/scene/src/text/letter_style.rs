//! Forms of letters and figures, which are OpenType features of fonts, and the spacing of letters.
//!
//! - In: the forms and the tracking that a layout sets.
//! - Out: OpenType features for the shaper.
//! - Not here: size, face and colour.

use harfrust::Feature;
use skrifa::Tag;
use skrifa::raw::TableProvider;

use super::{FontId, Fonts};

/// The forms that layouts can set. Each has the OpenType features that it needs.
pub const FORMS: [(&str, &[&[u8; 4]]); 7] = [
    ("small-capitals", &[b"smcp"]),
    ("all-small-capitals", &[b"smcp", b"c2sc"]),
    ("old-style", &[b"onum"]),
    ("lining", &[b"lnum"]),
    ("tabular", &[b"tnum"]),
    ("proportional", &[b"pnum"]),
    ("fractions", &[b"frac"]),
];

/// Which forms of letters are used, and how much space is between letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LetterStyle {
    /// The forms that are used: a bit for each entry of [`FORMS`].
    pub forms: u16,
    /// Additional space after each letter, in hundred-thousandths of an em.
    tracking: i32,
}

impl LetterStyle {
    /// Returns the same spacing with other forms. `forms` has a bit for each entry of [`FORMS`].
    pub fn with_forms(self, forms: u16) -> Self {
        Self { forms, ..self }
    }

    /// Returns the same forms with this additional space after each letter, in ems.
    pub fn tracked(self, ems: f64) -> Self {
        Self { tracking: (ems * 1e5).round() as i32, ..self }
    }

    /// Returns the additional space after each letter, in ems.
    pub fn tracking(self) -> f64 {
        f64::from(self.tracking) / 1e5
    }

    /// Returns the OpenType features for the shaper.
    pub(super) fn features(self) -> Vec<Feature> {
        let forms = FORMS.iter().enumerate().filter(|(index, _)| self.forms & 1 << index != 0);
        let mut features: Vec<_> =
            forms.flat_map(|(_, (_, tags))| tags.iter().map(|tag| feature(tag, 1))).collect();
        // A ligature would have no space between its letters.
        if self.tracking != 0 {
            features.extend([feature(b"liga", 0), feature(b"clig", 0)]);
        }
        features
    }
}

/// Returns a feature for the whole string.
fn feature(tag: &[u8; 4], value: u32) -> Feature {
    Feature::new(Tag::new(tag), value, ..)
}

/// Pairs of features that exclude each other. If a font has the second feature, its default forms
/// are those of the first one.
const OPPOSITES: [(&[u8; 4], &[u8; 4]); 4] =
    [(b"lnum", b"onum"), (b"onum", b"lnum"), (b"tnum", b"pnum"), (b"pnum", b"tnum")];

impl Fonts {
    /// Returns whether a font has the forms of all these features.
    pub fn has_features(&self, font: FontId, features: &[&[u8; 4]]) -> bool {
        let tags = self.feature_tags(font).unwrap_or_default();
        features.iter().all(|feature| {
            let opposite = OPPOSITES.iter().find(|(form, _)| form == feature).map(|(_, opposite)| *opposite);
            tags.contains(&Tag::new(feature)) || opposite.is_some_and(|tag| tags.contains(&Tag::new(tag)))
        })
    }

    /// Returns the features for the substitution of glyphs that a font has.
    fn feature_tags(&self, font: FontId) -> Option<Vec<Tag>> {
        let features = self.get(font)?.data.font()?.tables().gsub().ok()?.feature_list().ok()?;
        Some(features.feature_records().iter().map(|record| record.feature_tag()).collect())
    }

    /// Returns the names of the forms that a font has.
    pub fn forms(&self, font: FontId) -> Vec<&'static str> {
        FORMS.iter().filter(|(_, tags)| self.has_features(font, tags)).map(|(form, _)| *form).collect()
    }
}
