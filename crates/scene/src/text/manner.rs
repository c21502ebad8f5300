//! Forms of letters and figures, which fonts bring as OpenType features, and how far apart letters stand.

use harfrust::Feature;
use skrifa::Tag;
use skrifa::raw::TableProvider;

use super::{FontId, Fonts};

/// The forms of letters that can be asked for, and the OpenType features that bring them.
pub const FORMS: [(&str, &[&[u8; 4]]); 7] = [
    ("small-capitals", &[b"smcp"]),
    ("all-small-capitals", &[b"smcp", b"c2sc"]),
    ("old-style", &[b"onum"]),
    ("lining", &[b"lnum"]),
    ("tabular", &[b"tnum"]),
    ("proportional", &[b"pnum"]),
    ("fractions", &[b"frac"]),
];

/// The forms of letters, and how far apart they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Manner {
    /// A bit for each of [`FORMS`] that is asked for.
    pub forms: u16,
    /// How much farther apart letters stand, in hundred-thousandths of an em.
    tracking: i32,
}

impl Manner {
    /// Letters that stand so many ems farther apart.
    pub fn tracked(self, ems: f64) -> Self {
        Self { tracking: (ems * 1e5).round() as i32, ..self }
    }

    /// How much farther apart letters stand, in ems.
    pub fn tracking(self) -> f64 {
        f64::from(self.tracking) / 1e5
    }

    pub(super) fn features(self) -> Vec<Feature> {
        let on = |tag: &[u8; 4], value| Feature::new(Tag::new(tag), value, ..);
        let forms = FORMS.iter().enumerate().filter(|(index, _)| self.forms & 1 << index != 0);
        let mut all: Vec<_> = forms.flat_map(|(_, (_, tags))| tags.iter().map(|tag| on(tag, 1))).collect();
        // Letters that grow together cannot stand apart.
        if self.tracking != 0 {
            all.extend([b"liga", b"clig"].map(|tag| on(tag, 0)));
        }
        all
    }
}

/// Figures of two sorts, of which a font has one anyway: lining and old-style ones, of one width and each of its own.
const OTHERS: [(&[u8; 4], &[u8; 4]); 4] =
    [(b"lnum", b"onum"), (b"onum", b"lnum"), (b"tnum", b"pnum"), (b"pnum", b"tnum")];

impl Fonts {
    /// Whether a font has all of these features.
    pub fn has_features(&self, font: FontId, features: &[&[u8; 4]]) -> bool {
        let tables = self.get(font).and_then(|face| face.data.font()).map(|font| font.tables());
        let list = tables.and_then(|tables| tables.gsub().ok()?.feature_list().ok());
        list.is_some_and(|list| {
            let has = |tag: &[u8; 4]| list.feature_records().iter().any(|one| one.feature_tag() == *tag);
            // Where figures of the other sort have to be asked for, these are the ones that stand there anyway.
            let usual = |tag: &[u8; 4]| OTHERS.iter().any(|(one, other)| *one == tag && has(other));
            features.iter().all(|tag| has(tag) || usual(tag))
        })
    }

    /// The forms that a font has.
    pub fn forms(&self, font: FontId) -> Vec<&'static str> {
        FORMS.iter().filter(|(_, tags)| self.has_features(font, tags)).map(|(form, _)| *form).collect()
    }
}
