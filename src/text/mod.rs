//! Fonts and shaping: a string to glyphs with their advances. Bundled fonts and the layout's own; never the
//! system's.

mod faces;
pub mod inline;
mod manner;
mod own;
mod packed;
mod shape;
pub mod wrap;

pub use faces::{Descriptor, Faces};
pub use manner::{FORMS, Manner};
pub use own::{compact_outlines, examine};
pub use packed::FontData;
pub use shape::{Glyph, NoGlyph, Shaped, Shaper};

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
    pub data: FontData,
}

/// One of the four styles that a family may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// As layouts write it: `bold italic`.
    pub name: &'static str,
    /// Bold.
    pub bold: bool,
    /// Italic.
    pub italic: bool,
}

impl Style {
    /// All styles, the plain one first.
    pub const ALL: [Self; 4] = [
        Self { name: "regular", bold: false, italic: false },
        Self { name: "bold", bold: true, italic: false },
        Self { name: "italic", bold: false, italic: true },
        Self { name: "bold italic", bold: true, italic: true },
    ];

    /// The name of a style.
    pub fn name(bold: bool, italic: bool) -> &'static str {
        Self::ALL[usize::from(bold) + 2 * usize::from(italic)].name
    }
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
    pub fn bundled() -> Self {
        let face = |family: &str, bold, italic, name: &str, data: &'static [u8]| FontFace {
            family: family.to_owned(),
            bold,
            italic,
            postscript_name: name.to_owned(),
            data: FontData::bundled(data),
        };
        macro_rules! font {
            ($path:literal) => {
                include_bytes!(concat!("../../fonts/", $path))
            };
        }
        let (sans, narrow) = (DEFAULT_FAMILY, "condensed");
        Self(vec![
            face(sans, false, false, "SourceSans3-Regular", font!("source-sans-3/SourceSans3-Regular.ttf")),
            face(sans, true, false, "SourceSans3-Bold", font!("source-sans-3/SourceSans3-Bold.ttf")),
            face(sans, false, true, "SourceSans3-It", font!("source-sans-3/SourceSans3-Italic.ttf")),
            face(sans, true, true, "SourceSans3-BoldIt", font!("source-sans-3/SourceSans3-BoldItalic.ttf")),
            face("display", false, false, "Cinzel-Regular", font!("cinzel/Cinzel-Regular.ttf")),
            face("display", true, false, "Cinzel-Bold", font!("cinzel/Cinzel-Bold.ttf")),
            face("serif", false, false, "Alegreya-Regular", font!("alegreya/Alegreya-Regular.woff")),
            face("serif", true, false, "Alegreya-Bold", font!("alegreya/Alegreya-Bold.woff")),
            face("serif", false, true, "Alegreya-Italic", font!("alegreya/Alegreya-Italic.woff")),
            face("serif", true, true, "Alegreya-BoldItalic", font!("alegreya/Alegreya-BoldItalic.woff")),
            face(
                narrow,
                false,
                false,
                "BarlowCondensed-Regular",
                font!("barlow-condensed/BarlowCondensed-Regular.woff"),
            ),
            face(
                narrow,
                true,
                false,
                "BarlowCondensed-Bold",
                font!("barlow-condensed/BarlowCondensed-Bold.woff"),
            ),
            face(
                narrow,
                false,
                true,
                "BarlowCondensed-Italic",
                font!("barlow-condensed/BarlowCondensed-Italic.woff"),
            ),
            face(
                narrow,
                true,
                true,
                "BarlowCondensed-BoldItalic",
                font!("barlow-condensed/BarlowCondensed-BoldItalic.woff"),
            ),
            face("saga", false, false, "Grenze-Regular", font!("grenze/Grenze-Regular.woff")),
            face("saga", true, false, "Grenze-Bold", font!("grenze/Grenze-Bold.woff")),
            face("saga", false, true, "Grenze-Italic", font!("grenze/Grenze-Italic.woff")),
            face("saga", true, true, "Grenze-BoldItalic", font!("grenze/Grenze-BoldItalic.woff")),
        ])
    }

    /// The face behind an id.
    pub fn get(&self, id: FontId) -> Option<&FontFace> {
        self.0.get(usize::from(id.0))
    }

    /// The face of a family in one style; none where the family has no such face.
    pub fn find(&self, family: &str, bold: bool, italic: bool) -> Option<FontId> {
        let wanted = |f: &FontFace| f.family == family && (f.bold, f.italic) == (bold, italic);
        self.0.iter().position(wanted).and_then(|i| u16::try_from(i).ok()).map(FontId)
    }

    /// The names of the styles that a family has.
    pub fn styles(&self, family: &str) -> Vec<&'static str> {
        let has = |style: &&Style| self.find(family, style.bold, style.italic).is_some();
        Style::ALL.iter().filter(has).map(|style| style.name).collect()
    }

    /// The face of the same family as `id`, made bold or italic; none where the family has no such face.
    pub fn styled(&self, id: FontId, bold: bool, italic: bool) -> Option<FontId> {
        let face = self.get(id)?;
        self.find(&face.family, bold || face.bold, italic || face.italic)
    }

    /// Adds a face.
    pub fn add(&mut self, face: FontFace) {
        self.0.push(face);
    }

    /// The names of all families, each once.
    pub fn families(&self) -> Vec<&str> {
        let names = self.0.iter().map(|face| face.family.as_str());
        let new = |(at, name): &(usize, &str)| names.clone().take(*at).all(|before| before != *name);
        names.clone().enumerate().filter(new).map(|(_, name)| name).collect()
    }
}
