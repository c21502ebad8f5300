//! Checks that a font file can be embedded in a PDF.
//!
//! - In: the bytes of a file.
//! - Out: the name that the font gets in a PDF, or the reason why the font cannot be used.
//! - Not here: decompressing the file.

use skrifa::Tag;
use skrifa::font::name::{NameId, Names};
use skrifa::raw::tables::os2::Os2;
use skrifa::raw::{FontRef, TableProvider};

use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::files::kind_of;

/// The largest number of characters in the name of a font in a PDF.
const MAX_NAME_LENGTH: usize = 60;

const WANTED_HINT: &str = "use a TrueType (.ttf) or OpenType (.otf) file";

const LICENCE_HINT: &str =
    "ask for another licence, or use a font that may be embedded, such as one under the Open Font License";

/// Checks that a font can be embedded. Returns the name that the font gets in a PDF.
///
/// # Errors
/// The file is not a font, or its licence forbids embedding. The message is the end of a sentence
/// that begins with the file's name.
pub fn examine(data: &[u8]) -> Result<String> {
    check_container(data)?;
    let font = FontRef::new(data).ok().filter(has_required_tables).ok_or_else(|| no_font(data))?;
    let has = |tag: &[u8; 4]| font.table_data(Tag::new(tag)).is_some();
    if !(has(b"glyf") && has(b"loca") || has(b"CFF ")) {
        return Err(unusable("has no outlines that can be embedded in a PDF", WANTED_HINT));
    }
    if !has(b"cmap") || font.maxp().map_or(0, |table| table.num_glyphs()) < 2 {
        return Err(unusable("has no letters", WANTED_HINT));
    }
    // A font without the OS/2 table does not restrict embedding.
    if let Ok(os2) = font.os2() {
        check_licence(&os2)?;
    }
    Ok(postscript_name(&font))
}

fn unusable(what: impl Into<String>, hint: &str) -> Diagnostic {
    codes::BAD_FONT.error(what).hint(hint)
}

/// Returns an error if the file is a container for fonts that a PDF cannot embed.
fn check_container(data: &[u8]) -> Result<()> {
    match data.get(..4) {
        Some(b"wOFF") => Err(unusable("is a damaged web font (WOFF)", "download it again")),
        Some(b"wOF2") => {
            let hint = "use the same font as a .ttf, .otf or .woff file";
            Err(unusable("is a web font (WOFF 2), which cannot be embedded", hint))
        }
        Some(b"ttcf") => {
            let hint = "save one of them as a .ttf or .otf file of its own";
            Err(unusable("contains several fonts", hint))
        }
        _ => Ok(()),
    }
}

/// Returns whether a font has all required tables, and a number of units per em that OpenType
/// allows.
fn has_required_tables(font: &FontRef<'_>) -> bool {
    let em = font.head().map_or(0, |table| table.units_per_em());
    (16..=16384).contains(&em) && font.hhea().is_ok() && font.maxp().is_ok()
}

/// Returns an error if the `fsType` field of the OS/2 table forbids embedding (OpenType 1.9).
fn check_licence(os2: &Os2<'_>) -> Result<()> {
    /// The bits of `fsType` that mean "no subset" and "only bitmaps". Tables before version 2 do not have
    /// these bits.
    const NO_SUBSET_OR_ONLY_BITMAPS: u16 = 0x0300;
    if is_restricted(os2) {
        let what = "must not be embedded in documents (restricted licence, OS/2 fsType)";
        return Err(unusable(what, LICENCE_HINT));
    }
    if os2.version() >= 2 && os2.fs_type() & NO_SUBSET_OR_ONLY_BITMAPS != 0 {
        let what = "may be embedded only as a whole or as bitmaps (OS/2 fsType), which hexpress cannot do";
        return Err(unusable(what, LICENCE_HINT));
    }
    Ok(())
}

/// Returns whether the licence forbids embedding.
///
/// Up to version 2 of the table, several bits may be set, and the least restrictive one applies. Later
/// versions allow only one bit.
fn is_restricted(os2: &Os2<'_>) -> bool {
    let usage = os2.fs_type() & 0xF;
    if os2.version() <= 2 { usage != 0 && usage & 0xC == 0 } else { usage == 2 }
}

/// Returns the PostScript name, reduced to ASCII letters, digits, `-` and `_`. Other characters could have a
/// special meaning in PDF.
///
/// Returns `Font` if no characters are left.
fn postscript_name(font: &FontRef<'_>) -> String {
    let names = Names::from_sfnt(font);
    let entry = names.get(NameId::POSTSCRIPT_NAME).and_then(|name| name.english_or_first());
    let characters = entry.into_iter().flat_map(|name| name.name().chars());
    let plain = characters.filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    let name: String = plain.take(MAX_NAME_LENGTH).collect();
    if name.is_empty() { "Font".to_owned() } else { name }
}

/// Returns the error that a file is not a font. The message says what the file seems to be.
fn no_font(data: &[u8]) -> Diagnostic {
    match data {
        [] => unusable("is not a font: it is empty", WANTED_HINT),
        [b'%', b'!', ..] | [0x80, 1, ..] => {
            unusable("is not a font: it seems to be a PostScript font (Type 1)", WANTED_HINT)
        }
        [0x89, b'P', b'N', b'G', ..] | [0xFF, 0xD8, 0xFF, ..] => {
            unusable("is not a font: it seems to be a picture", WANTED_HINT)
        }
        [0, 1, 0, 0, ..] | [b'O', b'T', b'T', b'O', ..] => unusable("is a damaged font", "download it again"),
        _ => match kind_of(data) {
            Some(kind) => unusable(
                format!("is not a font: it seems to be {kind}"),
                hint_for(kind).unwrap_or(WANTED_HINT),
            ),
            None => unusable("is not a font", WANTED_HINT),
        },
    }
}

/// Returns a hint for a kind of file that users often mistake for a font. Returns `None` for other
/// kinds of files.
fn hint_for(kind: &str) -> Option<&'static str> {
    const HINTS: [(&str, &str); 3] = [
        ("a web page", "download the font itself, not the page that offers it"),
        ("a ZIP", "unpack it, and use a font from it: a file that ends in .ttf or .otf"),
        ("compressed", "unpack it, and use a font from it: a file that ends in .ttf or .otf"),
    ];
    HINTS.iter().find(|(start, _)| kind.starts_with(start)).map(|(_, hint)| *hint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Fonts;

    #[test]
    fn the_bundled_fonts_can_be_embedded() {
        let fonts = Fonts::bundled();
        for (_, face) in fonts.faces() {
            assert!(examine(face.data.bytes()).is_ok(), "{}", face.postscript_name);
            assert!(examine(&face.data.bytes()[..2000]).is_err(), "{}", face.postscript_name);
        }
    }

    #[test]
    fn other_files_are_refused() {
        for (data, what) in [
            (&b""[..], "is not a font: it is empty"),
            (b"\x89PNG\r\n\x1a\n", "is not a font: it seems to be a picture"),
            (b"wOF2xxxx", "is a web font (WOFF 2), which cannot be embedded"),
            (b"wOFFxxxx", "is a damaged web font (WOFF)"),
            (b"ttcfxxxx", "contains several fonts"),
            (b"hello", "is not a font: it seems to be plain text"),
            (b"\x01\x02\x03\x04", "is not a font"),
            (b"\n<!DOCTYPE html><html>", "is not a font: it seems to be a web page (HTML)"),
            (b"%PDF-1.7", "is not a font: it seems to be a PDF"),
            (b"PK\x03\x04", "is not a font: it seems to be a ZIP file, or a document in ZIP format"),
        ] {
            assert_eq!(examine(data).unwrap_err().message, what);
        }
    }
}
