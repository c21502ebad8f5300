//! Finds a font for each font family that a drawing names.
//!
//! - In: the fonts of the program and of the layout, and families as CSS lists them.
//! - Out: the face that best matches the family, width, style and weight (CSS Fonts 4, section 5).
//! - Not here: fonts of the operating system, which are never used.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use fontdb::{Database, FaceInfo, ID, Language, Query, Source};
use usvg::{FontFamily, FontResolver};

use crate::text::{DEFAULT_FAMILY, FaceDescription, FontData, FontFace, FontId, Fonts, Slant, has_character};

/// The family of a text if the drawing names no family for it. It is the default family of browsers.
pub const UNNAMED: &str = "serif";

/// The weight of bold faces whose font files are not read, such as bundled faces. All other faces whose font
/// files are not read have the weight `REGULAR`.
const BOLD: u16 = 700;
const REGULAR: u16 = 400;

/// A font file for the database of usvg. The file is decompressed when it is first needed.
struct FaceBytes {
    font: FontData,
    /// The file without its table of SVG drawings. `None` inside if the font has no such table.
    without_drawings: OnceLock<Option<Vec<u8>>>,
}

impl FaceBytes {
    fn new(font: FontData) -> Self {
        Self { font, without_drawings: OnceLock::new() }
    }
}

impl AsRef<[u8]> for FaceBytes {
    fn as_ref(&self) -> &[u8] {
        let file = self.font.bytes();
        self.without_drawings.get_or_init(|| without_drawings(file)).as_deref().unwrap_or(file)
    }
}

/// Returns a font file without its table `SVG `, which draws glyphs as SVG. Returns `None` if the font has no
/// such table.
///
/// usvg reads these drawings without the checks for pictures, and would open the files that they name.
/// The glyphs are drawn by their outlines instead.
fn without_drawings(file: &[u8]) -> Option<Vec<u8>> {
    const DRAWINGS: &[u8] = b"SVG ";
    /// No table has this tag. It has the same place in the order of the tags, which readers rely on.
    const UNKNOWN: &[u8] = b"SVG!";
    let number = |bytes: &[u8]| bytes.iter().fold(0_usize, |number, byte| (number << 8) | usize::from(*byte));
    // A collection of fonts begins with the places of the fonts. Only its first font is used.
    let start = if file.starts_with(b"ttcf") { number(file.get(12..16)?) } else { 0 };
    let count = number(file.get(start..)?.get(4..6)?);
    let records = (0..count).map(|index| start + 12 + 16 * index);
    let drawings: Vec<usize> = records.filter(|at| file.get(*at..at + 4) == Some(DRAWINGS)).collect();
    if drawings.is_empty() {
        return None;
    }
    let mut changed = file.to_vec();
    drawings.into_iter().for_each(|at| changed[at..at + 4].copy_from_slice(UNKNOWN));
    Some(changed)
}

/// A note for the author of a drawing about its fonts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum FontNote {
    /// No font has this family.
    NoFamily {
        /// The family that the drawing names.
        wanted: String,
        /// The family that is used instead.
        taken: String,
    },
    /// No font has a glyph for this character.
    NoCharacter(char),
}

/// The faces for the texts of a drawing.
pub struct Families<'f> {
    fonts: &'f Fonts,
    database: Arc<Database>,
    /// The ID of each face in the database. The index is the [`FontId`] of the face.
    ids: Vec<ID>,
    notes: Mutex<BTreeSet<FontNote>>,
}

impl<'f> Families<'f> {
    /// Collects the faces of `fonts`. Collects nothing if the drawing has no text.
    pub fn new(fonts: &'f Fonts, has_text: bool) -> Self {
        let mut database = Database::new();
        let faces = fonts.faces().filter(|_| has_text);
        let ids = faces.map(|(id, face)| database.push_face_info(info(face, fonts.is_bundled(id)))).collect();
        Self { fonts, database: Arc::new(database), ids, notes: Mutex::default() }
    }

    /// Returns the database of faces for usvg.
    pub fn database(&self) -> Arc<Database> {
        Arc::clone(&self.database)
    }

    /// Returns the [`FontId`] of the face with the ID `face` in the database. Returns `None` for an unknown
    /// ID.
    pub fn font(&self, face: ID) -> Option<FontId> {
        let index = self.ids.iter().position(|id| *id == face)?;
        u16::try_from(index).ok().map(FontId)
    }

    pub fn fonts(&self) -> &'f Fonts {
        self.fonts
    }

    /// Returns the notes about the fonts of the drawing, and clears the list of notes.
    pub fn take_notes(&self) -> BTreeSet<FontNote> {
        std::mem::take(&mut *self.notes())
    }

    fn notes(&self) -> MutexGuard<'_, BTreeSet<FontNote>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the functions that usvg calls to choose the faces of each text.
    pub fn resolver(&self) -> FontResolver<'_> {
        FontResolver {
            select_font: Box::new(|font, _| self.select(font)),
            select_fallback: Box::new(|character, used, _| self.fallback(character, used)),
        }
    }

    fn select(&self, font: &usvg::Font) -> Option<ID> {
        let found = font.families().iter().find_map(|family| self.family(family, font));
        if found.is_some() {
            return found;
        }
        let taken = self.named(DEFAULT_FAMILY, font);
        if let Some(wanted) = font.families().first() {
            let wanted = name_of(wanted).to_owned();
            self.notes().insert(FontNote::NoFamily { wanted, taken: DEFAULT_FAMILY.to_owned() });
        }
        taken
    }

    fn family(&self, family: &FontFamily, font: &usvg::Font) -> Option<ID> {
        let name = name_of(family);
        self.named(name, font).or_else(|| match family {
            FontFamily::SansSerif => self.named(DEFAULT_FAMILY, font),
            _ => None,
        })
    }

    /// Returns the face of the family `name` that best matches `font`. Returns `None` if no face has this
    /// family.
    fn named(&self, name: &str, font: &usvg::Font) -> Option<ID> {
        let key = key_of(name);
        self.database.query(&Query {
            families: &[fontdb::Family::Name(&key)],
            weight: fontdb::Weight(font.weight()),
            stretch: font.stretch().into(),
            style: font.style().into(),
        })
    }

    /// Returns a face with a glyph for `character`. The faces of the layout are preferred to those of the
    /// program. Returns `None` if no face has such a glyph, or if only the faces in `used` have it.
    fn fallback(&self, character: char, used: &[ID]) -> Option<ID> {
        if self.notes().contains(&FontNote::NoCharacter(character)) {
            return None;
        }
        let base = used.first().and_then(|id| self.database.face(*id))?;
        let (bundled, own): (Vec<_>, Vec<_>) =
            self.ids.iter().zip(0..).partition(|(_, index)| self.fonts.is_bundled(FontId(*index)));
        let all = own.iter().chain(&bundled).map(|(id, _)| **id).filter(|id| !used.contains(id));
        let having: Vec<&FaceInfo> =
            all.filter_map(|id| self.database.face(id)).filter(|face| has(face, character)).collect();
        let alike = having.iter().find(|face| face.style == base.style && face.weight == base.weight);
        let found = alike.or(having.first()).map(|face| face.id);
        if found.is_none() && !character.is_control() && !character.is_whitespace() {
            self.notes().insert(FontNote::NoCharacter(character));
        }
        found
    }
}

/// Returns whether a face has a glyph for a character.
fn has(face: &FaceInfo, character: char) -> bool {
    let Source::Binary(bytes) = &face.source;
    has_character((**bytes).as_ref(), character)
}

fn name_of(family: &FontFamily) -> &str {
    match family {
        FontFamily::Serif => "serif",
        FontFamily::SansSerif => "sans-serif",
        FontFamily::Cursive => "cursive",
        FontFamily::Fantasy => "fantasy",
        FontFamily::Monospace => "monospace",
        FontFamily::Named(name) => name,
    }
}

/// Returns a family name in lower case, without spaces and hyphens. `Source Sans 3` and `SourceSans3`
/// then count as the same family.
fn key_of(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the description of a face for the database.
fn info(face: &FontFace, is_bundled: bool) -> FaceInfo {
    let mut info = FaceInfo {
        id: ID::dummy(),
        source: Source::Binary(Arc::new(FaceBytes::new(face.data.clone()))),
        index: 0,
        families: Vec::new(),
        post_script_name: face.postscript_name.clone(),
        style: if face.italic { fontdb::Style::Italic } else { fontdb::Style::Normal },
        weight: fontdb::Weight(if face.bold { BOLD } else { REGULAR }),
        stretch: fontdb::Stretch::Normal,
        monospaced: false,
    };
    // For a bundled font, only these two names are needed. Reading more names would decompress the font.
    let family_in_name = face.postscript_name.split('-').next().unwrap_or_default();
    let mut names = BTreeSet::from([key_of(&face.family), key_of(family_in_name)]);
    if !is_bundled && let Some(described) = FaceDescription::new(face.data.bytes()) {
        names.extend(described.families.iter().map(|name| key_of(name)));
        info.weight = fontdb::Weight(described.weight);
        info.stretch = stretch(described.width);
        info.style = match described.slant {
            Slant::Upright => fontdb::Style::Normal,
            Slant::Italic => fontdb::Style::Italic,
            Slant::Oblique => fontdb::Style::Oblique,
        };
    }
    names.remove("");
    info.families = names.into_iter().map(|name| (name, Language::English_UnitedStates)).collect();
    info
}

/// Returns the width class of a face. `percent` is the width of the face as a percentage of the
/// normal width. Each limit in the table is halfway between the percentages of two classes.
fn stretch(percent: f32) -> fontdb::Stretch {
    use fontdb::Stretch;
    let widths = [
        (56.0, Stretch::UltraCondensed),
        (69.0, Stretch::ExtraCondensed),
        (81.0, Stretch::Condensed),
        (94.0, Stretch::SemiCondensed),
        (106.0, Stretch::Normal),
        (119.0, Stretch::SemiExpanded),
        (138.0, Stretch::Expanded),
        (175.0, Stretch::ExtraExpanded),
    ];
    widths.into_iter().find(|(most, _)| percent < *most).map_or(Stretch::UltraExpanded, |(_, width)| width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Faces;

    /// Returns a font file with one more table. The table is empty, and its tag is at its place in the order.
    fn with_table(file: &[u8], tag: &[u8; 4]) -> Vec<u8> {
        let count = u16::from_be_bytes([file[4], file[5]]);
        let (head, rest) = file[12..].split_at(16 * usize::from(count));
        let mut records: Vec<Vec<u8>> = head.chunks(16).map(<[u8]>::to_vec).collect();
        for record in &mut records {
            let offset = u32::from_be_bytes(record[8..12].try_into().unwrap());
            record[8..12].copy_from_slice(&(offset + 16).to_be_bytes());
        }
        records.push([&tag[..], &[0; 4], &(file.len() as u32).to_be_bytes(), &[0; 4]].concat());
        records.sort();
        let count = (count + 1).to_be_bytes();
        [&file[..4], &count, &file[6..12], &records.concat(), rest].concat()
    }

    fn font(file: Vec<u8>) -> Fonts {
        let mut fonts = Fonts::none();
        fonts.add(FontFace {
            family: "own".to_owned(),
            bold: false,
            italic: false,
            postscript_name: "Own".to_owned(),
            data: FontData::own(file),
        });
        fonts
    }

    #[test]
    fn usvg_gets_no_drawings_of_glyphs() {
        let bundled = Fonts::bundled();
        let plain = bundled.get(FontId(0)).unwrap().data.bytes();
        assert_eq!(without_drawings(plain), None);
        let fonts = font(with_table(plain, b"SVG "));
        assert!(Faces::new(&fonts).has_other_looks(FontId(0)));

        let families = Families::new(&fonts, true);
        let database = families.database();
        let given = database.with_face_data(families.ids[0], |file, _| file.to_vec()).unwrap();
        assert_eq!(given, with_table(plain, b"SVG!"));
        assert!(has_character(&given, 'a'));
        assert!(!Faces::new(&font(given)).has_other_looks(FontId(0)));
    }

    #[test]
    fn a_collection_of_fonts_loses_the_drawings_of_its_first_font() {
        let bundled = Fonts::bundled();
        let plain = bundled.get(FontId(0)).unwrap().data.bytes();
        let head = [&b"ttcf"[..], &[0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 16]].concat();
        let collection = |tag| [head.clone(), with_table(plain, tag)].concat();
        assert_eq!(without_drawings(&collection(b"SVG ")), Some(collection(b"SVG!")));
        assert_eq!(without_drawings(b"ttcf"), None);
        assert_eq!(without_drawings(b""), None);
    }
}
