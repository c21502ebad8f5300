//! Whether a file is a font that may stand in a PDF.

use skrifa::Tag;
use skrifa::font::name::{NameId, Names};
use skrifa::raw::tables::os2::Os2;
use skrifa::raw::{FontRef, TableProvider};

use crate::base::files::kind_of;
use crate::diag::{Result, codes};

/// The name that a font has in a PDF.
///
/// # Errors
/// Why the file cannot be used, as the end of a sentence that begins with the file's name.
pub fn examine(data: &[u8]) -> Result<String> {
    let wrong = |what: &str, hint: &str| Err(codes::BAD_FONT.error(what).hint(hint));
    const WANTED: &str = "a TrueType (.ttf) or OpenType (.otf) file is wanted";
    match data.get(..4) {
        Some(b"wOFF") => return wrong("is a font for web pages (WOFF) that is damaged", "save it again"),
        Some(b"wOF2") => {
            return wrong(
                "is a font for web pages (WOFF 2)",
                "take the same font as a .ttf, .otf or .woff file",
            );
        }
        Some(b"ttcf") => {
            return wrong("holds several fonts", "take one of them as a .ttf or .otf file of its own");
        }
        _ => {}
    }
    let Some(font) = FontRef::new(data).ok().filter(is_whole) else {
        let (what, hint) = seems(data);
        return wrong(&format!("is not a font{what}"), hint.unwrap_or(WANTED));
    };
    let has = |tag: &[u8; 4]| font.table_data(Tag::new(tag)).is_some();
    if !(has(b"glyf") && has(b"loca") || has(b"CFF ")) {
        return wrong("has no outlines that a PDF can hold", WANTED);
    }
    if !has(b"cmap") || font.maxp().map_or(0, |table| table.num_glyphs()) < 2 {
        return wrong("has no letters", WANTED);
    }
    // A font without this table says nothing, and so forbids nothing.
    if let Ok(about) = font.os2() {
        const LICENCE: &str = "ask for another licence, or take a font that may stand in a PDF, such as one under the Open Font License";
        if is_restricted(&about) {
            return wrong(
                "says that it may not stand in a document (restricted licence, OS/2 fsType)",
                LICENCE,
            );
        }
        // No part of it, or its bitmaps alone.
        if about.version() >= 2 && about.fs_type() & 0x0300 != 0 {
            return wrong("says that no part of it may stand in a document (OS/2 fsType)", LICENCE);
        }
    }
    let names = Names::from_sfnt(&font);
    let named = names.get(NameId::POSTSCRIPT_NAME).and_then(|name| name.english_or_first());
    // A PDF's name must be plain; what a font calls itself may be anything.
    let plain = |c: &char| c.is_ascii_alphanumeric() || *c == '-' || *c == '_';
    let name: String = named.into_iter().flat_map(|n| n.name().chars()).filter(plain).take(60).collect();
    Ok(if name.is_empty() { "Font".to_owned() } else { name })
}

/// Whether the tables are there that every font must have.
fn is_whole(font: &FontRef<'_>) -> bool {
    let em = font.head().map_or(0, |table| table.units_per_em());
    (16..=16384).contains(&em) && font.hhea().is_ok() && font.maxp().is_ok()
}

/// Whether a licence says that the font may stand in no document: OS/2 fsType (OpenType 1.9). Of several bits the most
/// generous counts, from version 3 on there may be one alone.
fn is_restricted(about: &Os2<'_>) -> bool {
    let usage = about.fs_type() & 0xF;
    if about.version() <= 2 { usage != 0 && usage & 0xC == 0 } else { usage == 2 }
}

/// What a file that is no font seems to be, and what to do about that where it is more than to take another file.
fn seems(data: &[u8]) -> (String, Option<&'static str>) {
    let known = match data {
        [] => "it is empty",
        [b'%', b'!', ..] | [0x80, 1, ..] => "it seems to be a PostScript font (Type 1)",
        [0x89, b'P', b'N', b'G', ..] | [0xFF, 0xD8, 0xFF, ..] => "it seems to be a picture",
        [0, 1, 0, 0, ..] | [b'O', b'T', b'T', b'O', ..] => {
            return (" that is whole".to_owned(), Some("download it again"));
        }
        _ => match kind_of(data) {
            Some(kind) => return (format!(": it seems to be {kind}"), of_kind(kind)),
            None => return (String::new(), None),
        },
    };
    (format!(": {known}"), None)
}

/// How a file of another kind gets to be called a font, and what to do then.
fn of_kind(kind: &str) -> Option<&'static str> {
    const KINDS: [(&str, &str); 3] = [
        ("a web page", "the page that offers the font was saved: download the font itself"),
        ("a ZIP", "unpack it: the fonts in it end in .ttf or .otf"),
        ("compressed", "unpack it: the fonts in it end in .ttf or .otf"),
    ];
    KINDS.iter().find(|(start, _)| kind.starts_with(start)).map(|(_, hint)| *hint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{FontId, Fonts};

    #[test]
    fn the_bundled_fonts_may_be_used() {
        let fonts = Fonts::bundled();
        for id in 0..fonts.0.len() as u16 {
            let face = fonts.get(FontId(id)).unwrap();
            assert!(examine(face.data.bytes()).is_ok(), "{}", face.postscript_name);
            assert!(examine(&face.data.bytes()[..2000]).is_err(), "{}", face.postscript_name);
        }
    }

    #[test]
    fn anything_else_may_not() {
        for (data, what) in [
            (&b""[..], "is not a font: it is empty"),
            (b"\x89PNG\r\n\x1a\n", "is not a font: it seems to be a picture"),
            (b"wOF2xxxx", "is a font for web pages (WOFF 2)"),
            (b"wOFFxxxx", "is a font for web pages (WOFF) that is damaged"),
            (b"ttcfxxxx", "holds several fonts"),
            (b"hello", "is not a font: it seems to be plain text"),
            (b"\x01\x02\x03\x04", "is not a font"),
            (b"\n<!DOCTYPE html><html>", "is not a font: it seems to be a web page (HTML)"),
            (b"%PDF-1.7", "is not a font: it seems to be a PDF"),
            (b"PK\x03\x04", "is not a font: it seems to be a ZIP file, or a document that is one inside"),
        ] {
            assert_eq!(examine(data).unwrap_err().message, what);
        }
    }
}
