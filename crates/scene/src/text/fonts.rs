//! Lists the fonts of a build: the bundled fonts, and the fonts that the layout names.
//!
//! - In: font files with their family and style.
//! - Out: faces. They are looked up by their number, or by their family and style.
//! - Not here: glyphs and shaping. Fonts of the operating system are never used.

use super::font_data::{Fetch, FontData};

/// The number of a face in [`Fonts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct FontId(pub u16);

/// One of the four styles of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Style {
    pub bold: bool,
    pub italic: bool,
}

impl Style {
    pub const REGULAR: Self = Self { bold: false, italic: false };
    pub const BOLD: Self = Self { bold: true, italic: false };
    pub const ITALIC: Self = Self { bold: false, italic: true };
    pub const BOLD_ITALIC: Self = Self { bold: true, italic: true };

    const ALL: [Self; 4] = [Self::REGULAR, Self::BOLD, Self::ITALIC, Self::BOLD_ITALIC];

    /// Returns the name of the style in layouts, such as `bold italic`.
    pub fn name(self) -> &'static str {
        match (self.bold, self.italic) {
            (false, false) => "regular",
            (true, false) => "bold",
            (false, true) => "italic",
            (true, true) => "bold italic",
        }
    }

    /// Combines two styles. The result is bold if at least one of the styles is bold, and italic if
    /// at least one is italic.
    pub fn with(self, added: Self) -> Self {
        Self { bold: self.bold || added.bold, italic: self.italic || added.italic }
    }
}

/// A font file with its family and style.
#[derive(Debug, Clone, PartialEq)]
pub struct FontFace {
    /// The name of the family in layouts.
    pub family: String,
    pub bold: bool,
    pub italic: bool,
    /// The name of the face in a PDF.
    pub postscript_name: String,
    pub data: FontData,
}

impl FontFace {
    fn style(&self) -> Style {
        Style { bold: self.bold, italic: self.italic }
    }
}

/// All faces that a build may use. Bundled faces come first.
#[derive(Debug, Clone, PartialEq)]
pub struct Fonts(Vec<FontFace>);

/// Translates the numbers of faces in one set of fonts to the numbers of the same faces in another set. The
/// index is the number in the first set.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FontMap(Vec<FontId>);

impl FontMap {
    /// Returns the number that a face of the first set has in the other set.
    pub fn of(&self, id: FontId) -> FontId {
        self.0.get(usize::from(id.0)).copied().unwrap_or(id)
    }

    /// Returns whether all faces have the same numbers in both sets.
    pub fn is_identity(&self) -> bool {
        (0..).map(FontId).zip(&self.0).all(|(old, new)| old == *new)
    }
}

/// The family of a text if the layout sets no family for it.
pub const DEFAULT_FAMILY: &str = "sans";

/// A face in the folder `fonts`.
struct Bundled {
    family: &'static str,
    style: Style,
    postscript_name: &'static str,
    /// The path of the file inside the folder `fonts`.
    file: &'static str,
    #[cfg(feature = "fonts")]
    bytes: &'static [u8],
}

macro_rules! bundled {
    ($($family:literal $bold:literal $italic:literal $name:literal $file:literal)*) => {
        &[$(Bundled {
            family: $family,
            style: Style { bold: $bold, italic: $italic },
            postscript_name: $name,
            file: $file,
            #[cfg(feature = "fonts")]
            bytes: include_bytes!(concat!("../../fonts/", $file)),
        }),*]
    };
}

/// All bundled faces: family, bold, italic, PostScript name and file.
///
/// The faces that almost every game needs are not compressed.
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
    #[cfg(feature = "fonts")]
    pub fn bundled() -> Self {
        Self::with_data(|font| FontData::bundled(font.bytes))
    }

    /// Returns the bundled fonts without loading their files.
    ///
    /// `fetch` reads a file from the folder `fonts` when it is first needed.
    pub fn elsewhere(fetch: Fetch) -> Self {
        Self::with_data(|font| FontData::elsewhere(font.file, fetch))
    }

    /// Returns an empty set of fonts.
    pub fn none() -> Self {
        Self(Vec::new())
    }

    fn with_data(data: impl Fn(&Bundled) -> FontData) -> Self {
        let faces = BUNDLED.iter().map(|font| FontFace {
            family: font.family.to_owned(),
            bold: font.style.bold,
            italic: font.style.italic,
            postscript_name: font.postscript_name.to_owned(),
            data: data(font),
        });
        Self(faces.collect())
    }

    pub fn get(&self, id: FontId) -> Option<&FontFace> {
        self.0.get(usize::from(id.0))
    }

    /// Returns all faces in the order of their numbers.
    pub(crate) fn faces(&self) -> impl Iterator<Item = (FontId, &FontFace)> {
        (0..).map(FontId).zip(&self.0)
    }

    /// Returns whether a face is part of the program.
    pub(crate) fn is_bundled(&self, id: FontId) -> bool {
        usize::from(id.0) < BUNDLED.len()
    }

    /// Returns the face of a family in the given style.
    ///
    /// Returns `None` if the family has no such face.
    pub fn find(&self, family: &str, style: Style) -> Option<FontId> {
        let mut faces = self.faces();
        faces.find(|(_, face)| face.family == family && face.style() == style).map(|(id, _)| id)
    }

    /// Returns the names of the styles in a family, starting with the regular style.
    pub fn styles(&self, family: &str) -> Vec<&'static str> {
        let styles = Style::ALL.into_iter().filter(|style| self.find(family, *style).is_some());
        styles.map(Style::name).collect()
    }

    /// Returns the face that results if a style is added to a face. For example, an italic face and the style
    /// bold result in the bold italic face of the same family.
    ///
    /// Returns `None` if the family has no such face.
    pub fn styled(&self, id: FontId, added: Style) -> Option<FontId> {
        let face = self.get(id)?;
        self.find(&face.family, face.style().with(added))
    }

    pub fn add(&mut self, face: FontFace) {
        self.0.push(face);
    }

    /// Adds the faces of `other` that this set does not contain yet. Returns a map from the numbers of
    /// faces in `other` to their numbers in this set.
    pub fn merge(&mut self, other: &Self) -> FontMap {
        let mut numbers = Vec::with_capacity(other.0.len());
        for (id, face) in other.faces() {
            // Two sets usually contain the same faces in the same order. So the face with the same
            // number is tried first.
            let known = match self.get(id) == Some(face) {
                true => Some(id),
                false => self.faces().find(|(_, known)| *known == face).map(|(id, _)| id),
            };
            let number = known.or_else(|| Some(FontId(u16::try_from(self.0.len()).ok()?)));
            if known.is_none() && number.is_some() {
                self.add(face.clone());
            }
            numbers.push(number.unwrap_or_default());
        }
        FontMap(numbers)
    }

    /// Returns the names of all families without repetition, in the order of their first faces.
    pub fn families(&self) -> Vec<&str> {
        let mut families = Vec::new();
        for face in &self.0 {
            if !families.contains(&face.family.as_str()) {
                families.push(face.family.as_str());
            }
        }
        families
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fonts_of_two_games_are_merged() {
        let own = |family: &str, bytes: &[u8]| FontFace {
            family: family.to_owned(),
            bold: false,
            italic: false,
            postscript_name: family.to_owned(),
            data: FontData::own(bytes.to_vec()),
        };
        let (mut one, mut other) = (Fonts::bundled(), Fonts::bundled());
        let count = one.0.len() as u16;
        [own("a", b"1"), own("b", b"2")].into_iter().for_each(|face| one.add(face));
        [own("b", b"2"), own("a", b"3")].into_iter().for_each(|face| other.add(face));
        let map = one.merge(&other);
        let moved = [0, count, count + 1].map(|id| map.of(FontId(id)).0);
        assert_eq!((moved, map.is_identity()), ([0, count + 1, count + 2], false));
        assert!(one.clone().merge(&one).is_identity());
    }

    #[test]
    fn a_face_is_found_by_its_family_and_style() {
        let fonts = Fonts::bundled();
        assert_eq!(fonts.find("display", Style::BOLD_ITALIC), None);
        assert_eq!((fonts.styles("display"), fonts.styles("sans").len()), (vec!["regular", "bold"], 4));
        let (regular, both) = (fonts.find("sans", Style::REGULAR), fonts.find("sans", Style::BOLD_ITALIC));
        assert_ne!(both, fonts.find("sans", Style::BOLD));
        assert_eq!(regular.and_then(|id| fonts.styled(id, Style::BOLD_ITALIC)), both);
        assert_eq!(both.and_then(|id| fonts.styled(id, Style::ITALIC)), both);
        let display = fonts.find("display", Style::BOLD).unwrap();
        assert_eq!(fonts.styled(display, Style::BOLD), Some(display));
        assert_eq!(fonts.styled(display, Style::ITALIC), None);
        assert_eq!(fonts.find("sans", Style::REGULAR), Some(FontId(0)));
        assert_eq!(fonts.find("none", Style::REGULAR), None);
        assert_eq!(fonts.families(), ["sans", "display", "serif", "condensed", "saga"]);
    }
}
