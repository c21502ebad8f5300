//! Fonts in a PDF: the glyphs that all pages together use, under the numbers they have in the whole font.
//!
//! Pages are written before it is known which glyphs the others use, so their strings hold the original
//! glyph numbers. `CIDToGIDMap` leads from those to the places in the subset (PDF 32000-1, 9.7.4.2).

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use sha2::{Digest, Sha256};
use subsetter::GlyphRemapper;

use super::stream::stream;
use crate::text::{Descriptor, Faces, FontFace, FontId, compact_outlines};

/// Adds a font with the glyphs `used`, and gives the object to refer to it by.
///
/// # Errors
/// The font's name and what is wrong with it.
pub fn add(
    document: &mut Document,
    face: &FontFace,
    id: FontId,
    used: &BTreeMap<u16, String>,
    widths: &Faces<'_>,
) -> Result<ObjectId, String> {
    let mut remapper = GlyphRemapper::new();
    for glyph in used.keys() {
        remapper.remap(*glyph);
    }
    let cannot = |what: String| format!("{}: {what}", face.postscript_name);
    let subset = subsetter::subset(&face.data, 0, &remapper).map_err(|e| cannot(e.to_string()))?;
    let about = widths.descriptor(id).ok_or_else(|| cannot("not a font".to_owned()))?;
    let name = format!("{}+{}", tag(used), face.postscript_name);
    let cff = compact_outlines(&subset);
    let file = match cff {
        Some(cff) => stream(dictionary! { "Subtype" => "CIDFontType0C" }, cff),
        None => stream(dictionary! { "Length1" => subset.len() as i64 }, &subset),
    };
    let file = document.add_object(file);
    let mut descriptor = descriptor(&name, &about);
    descriptor.set(if cff.is_some() { "FontFile3" } else { "FontFile2" }, file);
    let descriptor = document.add_object(descriptor);
    let mut descendant = dictionary! {
        "Type" => "Font",
        "Subtype" => if cff.is_some() { "CIDFontType0" } else { "CIDFontType2" },
        "BaseFont" => Object::Name(name.clone().into_bytes()),
        "CIDSystemInfo" => system(),
        "FontDescriptor" => descriptor,
        "DW" => 0,
    };
    let mut encoding = Object::from("Identity-H");
    if cff.is_some() {
        // In compact outlines a glyph is found by its number in the subset, so the way from the codes on
        // the pages to those numbers is the encoding's.
        let numbers = used.keys().filter_map(|glyph| Some((*glyph, remapper.get(*glyph)?)));
        let numbers: Vec<_> = numbers.collect();
        descendant.set("W", width_list(id, numbers.iter().copied(), widths));
        encoding = document.add_object(code_map(&numbers)).into();
    } else {
        let map = stream(Dictionary::new(), &cid_to_gid(used, &remapper));
        descendant.set("W", width_list(id, used.keys().map(|glyph| (*glyph, *glyph)), widths));
        descendant.set("CIDToGIDMap", document.add_object(map));
    }
    let descendant = document.add_object(descendant);
    let to_unicode = document.add_object(stream(Dictionary::new(), to_unicode(used).as_bytes()));
    Ok(document.add_object(dictionary! {
        "Type" => "Font",
        "Subtype" => "Type0",
        "BaseFont" => Object::Name(name.into_bytes()),
        "Encoding" => encoding,
        "DescendantFonts" => vec![descendant.into()],
        "ToUnicode" => to_unicode,
    }))
}

fn system() -> Dictionary {
    dictionary! {
        "Registry" => Object::string_literal("Adobe"),
        "Ordering" => Object::string_literal("Identity"),
        "Supplement" => 0,
    }
}

fn descriptor(name: &str, about: &Descriptor) -> Dictionary {
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

/// The `CMap` from the codes on the pages to the numbers in the subset (PDF 32000-1, 9.7.5.3).
fn code_map(numbers: &[(u16, u16)]) -> lopdf::Stream {
    let mut map = String::from(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n\
         /CIDSystemInfo 3 dict dup begin /Registry (Adobe) def /Ordering (Identity) def /Supplement 0 def end def\n\
         /CMapName /Subset-H def\n/CMapType 1 def\n/WMode 0 def\n\
         1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n",
    );
    for chunk in numbers.chunks(100) {
        map.push_str(&format!("{} begincidchar\n", chunk.len()));
        for (code, number) in chunk {
            map.push_str(&format!("<{code:04X}> {number}\n"));
        }
        map.push_str("endcidchar\n");
    }
    map.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    let about = dictionary! {
        "Type" => "CMap",
        "CMapName" => "Subset-H",
        "CIDSystemInfo" => system(),
        "WMode" => 0,
    };
    stream(about, map.as_bytes())
}

/// `[first [w w w] …]`: runs of successive numbers together; each glyph with the number it goes by.
fn width_list(id: FontId, glyphs: impl Iterator<Item = (u16, u16)>, widths: &Faces<'_>) -> Vec<Object> {
    let mut list: Vec<Object> = Vec::new();
    let mut run: Vec<Object> = Vec::new();
    let mut previous: Option<u16> = None;
    for (glyph, number) in glyphs {
        if previous.is_none_or(|p| p.checked_add(1) != Some(number)) {
            if !run.is_empty() {
                list.push(Object::Array(std::mem::take(&mut run)));
            }
            list.push(Object::Integer(i64::from(number)));
        }
        let width = widths.width(id, glyph);
        run.push(if width.fract() == 0.0 {
            Object::Integer(width as i64)
        } else {
            Object::Real(width as f32)
        });
        previous = Some(number);
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
