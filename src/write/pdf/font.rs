//! Fonts in a PDF: the glyphs that all pages together use, under the numbers they have in the whole font.
//!
//! Pages are written before it is known which glyphs the others use, so their strings hold the original
//! glyph numbers. `CIDToGIDMap` leads from those to the places in the subset (PDF 32000-1, 9.7.4.2).

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use sha2::{Digest, Sha256};
use subsetter::GlyphRemapper;

use super::stream;
use crate::text::{Descriptor, FontFace, FontId, Widths};

/// Adds a font with the glyphs `used`, and gives the object to refer to it by.
///
/// # Errors
/// The font's name and what is wrong with it.
pub fn add(
    document: &mut Document,
    face: &FontFace,
    id: FontId,
    used: &BTreeMap<u16, String>,
    widths: &Widths<'_>,
) -> Result<ObjectId, String> {
    let mut remapper = GlyphRemapper::new();
    for glyph in used.keys() {
        remapper.remap(*glyph);
    }
    let cannot = |what: String| format!("{}: {what}", face.postscript_name);
    let subset = subsetter::subset(&face.data, 0, &remapper).map_err(|e| cannot(e.to_string()))?;
    let about = widths.descriptor(id).ok_or_else(|| cannot("not a font".to_owned()))?;
    let name = format!("{}+{}", tag(used), face.postscript_name);
    let file = stream(dictionary! { "Length1" => subset.len() as i64 }, &subset);
    let file = document.add_object(file);
    let descriptor = document.add_object(descriptor(&name, &about, file));
    let map = stream(Dictionary::new(), &cid_to_gid(used, &remapper));
    let map = document.add_object(map);
    let descendant = document.add_object(dictionary! {
        "Type" => "Font",
        "Subtype" => "CIDFontType2",
        "BaseFont" => Object::Name(name.clone().into_bytes()),
        "CIDSystemInfo" => dictionary! {
            "Registry" => Object::string_literal("Adobe"),
            "Ordering" => Object::string_literal("Identity"),
            "Supplement" => 0,
        },
        "FontDescriptor" => descriptor,
        "DW" => 0,
        "W" => width_list(id, used, widths),
        "CIDToGIDMap" => map,
    });
    let to_unicode = document.add_object(stream(Dictionary::new(), to_unicode(used).as_bytes()));
    Ok(document.add_object(dictionary! {
        "Type" => "Font",
        "Subtype" => "Type0",
        "BaseFont" => Object::Name(name.into_bytes()),
        "Encoding" => "Identity-H",
        "DescendantFonts" => vec![descendant.into()],
        "ToUnicode" => to_unicode,
    }))
}

fn descriptor(name: &str, about: &Descriptor, file: ObjectId) -> Dictionary {
    let whole = |v: f64| Object::Integer(v.round() as i64);
    // 32: non-symbolic; 1: fixed pitch; 64: italic (PDF 32000-1, table 123).
    let flags = 32 + i64::from(about.fixed) + if about.italic_angle == 0.0 { 0 } else { 64 };
    dictionary! {
        "Type" => "FontDescriptor",
        "FontName" => Object::Name(name.as_bytes().to_vec()),
        "Flags" => flags,
        "FontBBox" => about.bounds.map(whole).to_vec(),
        "ItalicAngle" => whole(about.italic_angle),
        "Ascent" => whole(about.ascent),
        "Descent" => whole(about.descent),
        "CapHeight" => whole(about.cap_height),
        // The width of stems is not in the file; 80 is what most writers say.
        "StemV" => 80,
        "FontFile2" => file,
    }
}

/// Six capitals that name this choice of glyphs.
fn tag(used: &BTreeMap<u16, String>) -> String {
    let mut hash = Sha256::new();
    for glyph in used.keys() {
        hash.update(glyph.to_be_bytes());
    }
    hash.finalize().iter().take(6).map(|byte| char::from(b'A' + byte % 26)).collect()
}

fn cid_to_gid(used: &BTreeMap<u16, String>, remapper: &GlyphRemapper) -> Vec<u8> {
    let last = used.keys().next_back().copied().unwrap_or(0);
    let mut map = vec![0; (usize::from(last) + 1) * 2];
    for glyph in used.keys() {
        let at = usize::from(*glyph) * 2;
        if let (Some(slot), Some(new)) = (map.get_mut(at..at + 2), remapper.get(*glyph)) {
            slot.copy_from_slice(&new.to_be_bytes());
        }
    }
    map
}

/// `[first [w w w] …]`: runs of successive glyphs together.
fn width_list(id: FontId, used: &BTreeMap<u16, String>, widths: &Widths<'_>) -> Vec<Object> {
    let mut list: Vec<Object> = Vec::new();
    let mut run: Vec<Object> = Vec::new();
    let mut previous: Option<u16> = None;
    for glyph in used.keys().copied() {
        if previous.is_none_or(|p| p.checked_add(1) != Some(glyph)) {
            if !run.is_empty() {
                list.push(Object::Array(std::mem::take(&mut run)));
            }
            list.push(Object::Integer(i64::from(glyph)));
        }
        let width = widths.of(id, glyph);
        run.push(if width.fract() == 0.0 {
            Object::Integer(width as i64)
        } else {
            Object::Real(width as f32)
        });
        previous = Some(glyph);
    }
    list.push(Object::Array(run));
    list
}

/// The `CMap` that leads from glyphs back to characters (PDF 32000-1, 9.10.3).
fn to_unicode(used: &BTreeMap<u16, String>) -> String {
    let mut map = String::from(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n\
         /CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n\
         /CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n\
         1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n",
    );
    let named: Vec<_> = used.iter().filter(|(_, string)| !string.is_empty()).collect();
    for chunk in named.chunks(100) {
        map.push_str(&format!("{} beginbfchar\n", chunk.len()));
        for (glyph, string) in chunk {
            let units: String = string.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
            map.push_str(&format!("<{glyph:04X}> <{units}>\n"));
        }
        map.push_str("endbfchar\n");
    }
    map.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    map
}
