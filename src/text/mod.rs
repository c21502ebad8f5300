//! Fonts and shaping: a string to glyphs with their advances. Bundled fonts and the layout's own; never the
//! system's.

mod bounds;
pub mod inline;
mod outline;
mod own;
mod shape;
mod widths;
pub mod wrap;

use std::borrow::Cow;

pub use outline::Outlines;
pub use own::{Unusable, compact_outlines, examine};
pub use shape::{Glyph, Metrics, NoGlyph, Shaped, Shaper};
pub use widths::{Descriptor, Widths};

/// A face of [`Fonts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FontId(pub u16);

/// One weight and slope of a family.
#[derive(Debug, Clone, PartialEq)]
pub struct FontFace {
    /// The name that layouts use.
    pub family: String,
    /// Bold.
    pub bold: bool,
    /// Italic.
    pub italic: bool,
    /// The name that stands in the PDF.
    pub postscript_name: String,
    /// The font file.
    pub data: Cow<'static, [u8]>,
}

/// All faces that a build may use.
#[derive(Debug, Clone, PartialEq)]
pub struct Fonts(Vec<FontFace>);

/// The family of texts that name none.
pub const DEFAULT_FAMILY: &str = "sans";

impl Default for Fonts {
    fn default() -> Self {
        Self::bundled()
    }
}

impl Fonts {
    /// The fonts that are part of the program.
    #[must_use]
    pub fn bundled() -> Self {
        let face = |family: &str, bold, italic, name: &str, data: &'static [u8]| FontFace {
            family: family.to_owned(),
            bold,
            italic,
            postscript_name: name.to_owned(),
            data: Cow::Borrowed(data),
        };
        macro_rules! font {
            ($path:literal) => {
                include_bytes!(concat!("../../fonts/", $path))
            };
        }
        let sans = DEFAULT_FAMILY;
        Self(vec![
            face(sans, false, false, "SourceSans3-Regular", font!("source-sans-3/SourceSans3-Regular.ttf")),
            face(sans, true, false, "SourceSans3-Bold", font!("source-sans-3/SourceSans3-Bold.ttf")),
            face(sans, false, true, "SourceSans3-It", font!("source-sans-3/SourceSans3-Italic.ttf")),
            face(sans, true, true, "SourceSans3-BoldIt", font!("source-sans-3/SourceSans3-BoldItalic.ttf")),
            face("display", false, false, "Cinzel-Regular", font!("cinzel/Cinzel-Regular.ttf")),
            face("display", true, false, "Cinzel-Bold", font!("cinzel/Cinzel-Bold.ttf")),
        ])
    }

    /// The face behind an id.
    #[must_use]
    pub fn get(&self, id: FontId) -> Option<&FontFace> {
        self.0.get(usize::from(id.0))
    }

    /// The face of a family that comes nearest to what is asked for: the same weight and slope, else the
    /// same weight, else any.
    #[must_use]
    pub fn find(&self, family: &str, bold: bool, italic: bool) -> Option<FontId> {
        let rank = |f: &FontFace| (f.bold == bold, f.italic == italic);
        let faces = self.0.iter().enumerate().filter(|(_, f)| f.family == family);
        // `max_by_key` keeps the last of equals; the first is wanted.
        let best = faces.rev().max_by_key(|(_, f)| rank(f));
        best.and_then(|(i, _)| u16::try_from(i).ok()).map(FontId)
    }

    /// The face of the same family as `id`, made bold or italic; none where the family has no such face.
    #[must_use]
    pub fn styled(&self, id: FontId, bold: bool, italic: bool) -> Option<FontId> {
        let face = self.get(id)?;
        let (bold, italic) = (bold || face.bold, italic || face.italic);
        if (bold, italic) == (face.bold, face.italic) {
            return Some(id);
        }
        let found = self.find(&face.family, bold, italic)?;
        self.get(found).filter(|f| f.bold == bold && f.italic == italic).map(|_| found)
    }

    /// Adds a face.
    pub fn add(&mut self, face: FontFace) {
        self.0.push(face);
    }

    /// The names of all families, each once.
    #[must_use]
    pub fn families(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for face in &self.0 {
            if !names.contains(&face.family.as_str()) {
                names.push(&face.family);
            }
        }
        names
    }

    /// How many faces there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
