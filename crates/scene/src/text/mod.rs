//! Fonts and shaping: a string to glyphs with their advances. Bundled fonts and the layout's own; never the
//! system's.

mod faces;
pub mod inline;
mod letters;
mod manner;
mod own;
mod packed;
mod pen;
mod shape;
pub mod wrap;

pub use faces::{Faces, FontStyle};
pub use letters::Letters;
pub use manner::{FORMS, Manner};
pub use own::examine;
pub use packed::{Fetch, FontData};
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

/// A font of the folder `fonts`.
struct Bundled {
    family: &'static str,
    bold: bool,
    italic: bool,
    postscript_name: &'static str,
    /// Its file below that folder.
    file: &'static str,
    #[cfg(feature = "fonts")]
    bytes: &'static [u8],
}

macro_rules! bundled {
    ($($family:literal $bold:literal $italic:literal $name:literal $file:literal)*) => {
        &[$(Bundled {
            family: $family,
            bold: $bold,
            italic: $italic,
            postscript_name: $name,
            file: $file,
            #[cfg(feature = "fonts")]
            bytes: include_bytes!(concat!("../../fonts/", $file)),
        }),*]
    };
}

/// Family, whether it is bold, whether it is italic, PostScript name, file. Those that nearly every game needs are not packed.
const BUNDLED: &[Bundled] = bundled! {
    "sans" false false "SourceSans3-Regular" "source-sans-3/SourceSans3-Regular.ttf"
    "sans" true false "SourceSans3-Bold" "source-sans-3/SourceSans3-Bold.ttf"
    "sans" false true "SourceSans3-It" "source-sans-3/SourceSans3-Italic.woff"
    "sans" true true "SourceSans3-BoldIt" "source-sans-3/SourceSans3-BoldItalic.woff"
    "display" false false "Cinzel-Regular" "cinzel/Cinzel-Regular.woff"
    "display" true false "Cinzel-Bold" "cinzel/Cinzel-Bold.woff"
    "serif" false false "Alegreya-Regular" "alegreya/Alegreya-Regular.woff"
    "serif" true false "Alegreya-Bold" "alegreya/Alegreya-Bold.woff"
    "serif" false true "Alegreya-Italic" "alegreya/Alegreya-Italic.woff"
    "serif" true true "Alegreya-BoldItalic" "alegreya/Alegreya-BoldItalic.woff"
    "condensed" false false "BarlowCondensed-Regular" "barlow-condensed/BarlowCondensed-Regular.woff"
    "condensed" true false "BarlowCondensed-Bold" "barlow-condensed/BarlowCondensed-Bold.woff"
    "condensed" false true "BarlowCondensed-Italic" "barlow-condensed/BarlowCondensed-Italic.woff"
    "condensed" true true "BarlowCondensed-BoldItalic" "barlow-condensed/BarlowCondensed-BoldItalic.woff"
    "saga" false false "Grenze-Regular" "grenze/Grenze-Regular.woff"
    "saga" true false "Grenze-Bold" "grenze/Grenze-Bold.woff"
    "saga" false true "Grenze-Italic" "grenze/Grenze-Italic.woff"
    "saga" true true "Grenze-BoldItalic" "grenze/Grenze-BoldItalic.woff"
};

#[cfg(feature = "fonts")]
impl Default for Fonts {
    fn default() -> Self {
        Self::bundled()
    }
}

impl Fonts {
    /// The fonts that are part of the program.
    #[cfg(feature = "fonts")]
    pub fn bundled() -> Self {
        Self::all(|font| FontData::bundled(font.bytes))
    }

    /// The same fonts, each brought by `fetch` when it is first needed: the bytes of a file of the folder `fonts`.
    pub fn elsewhere(fetch: Fetch) -> Self {
        Self::all(|font| FontData::elsewhere(font.file, fetch))
    }

    fn all(data: impl Fn(&Bundled) -> FontData) -> Self {
        let face = |font: &Bundled| FontFace {
            family: font.family.to_owned(),
            bold: font.bold,
            italic: font.italic,
            postscript_name: font.postscript_name.to_owned(),
            data: data(font),
        };
        Self(BUNDLED.iter().map(face).collect())
    }

    /// The face behind an id.
    pub fn get(&self, id: FontId) -> Option<&FontFace> {
        self.0.get(usize::from(id.0))
    }

    /// Whether a face is one of the program's own: these come first.
    pub(crate) fn is_bundled(&self, id: FontId) -> bool {
        usize::from(id.0) < BUNDLED.len()
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
