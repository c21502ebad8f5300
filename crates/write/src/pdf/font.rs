//! Fonts in a PDF: the glyphs that all pages together use, under the numbers they have in the whole font.
//!
//! Pages are written before it is known which glyphs the others use, so their strings hold the original
//! glyph numbers. `CIDToGIDMap` leads from those to the places in the subset (PDF 32000-1, 9.7.4.2).

use crate::base::map::Map;
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
    used: &Map<u16, String>,
    widths: &Faces<'_>,
) -> Result<ObjectId, String> {
    let mut remapper = GlyphRemapper::new();
    for glyph in used.keys() {
        remapper.remap(*glyph);
    }
    let cannot = |what: String| format!("{}: {what}", face.postscript_name);
    let subset = subsetter::subset(face.data.bytes(), 0, &remapper).map_err(|e| cannot(e.to_string()))?;
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
    // The numbers that widths go by. In compact outlines a glyph is found by its number in the subset, so the way from
    // the codes on the pages to those numbers is the encoding's.
    let number = |glyph: &u16| if cff.is_some() { remapper.get(*glyph) } else { Some(*glyph) };
    let numbers: Vec<_> = used.keys().filter_map(|glyph| Some((*glyph, number(glyph)?))).collect();
    descendant.set("W", width_list(id, &numbers, widths));
    if cff.is_some() {
        encoding = document.add_object(code_map(&numbers)).into();
    } else {
        let last = used.keys().next_back().copied().unwrap_or(0);
        let map = (0..=last).flat_map(|glyph| remapper.get(glyph).unwrap_or(0).to_be_bytes());
        let map = stream(Dictionary::new(), &map.collect::<Vec<_>>());
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
fn tag(used: &Map<u16, String>) -> String {
    let mut hash = Sha256::new();
    used.keys().for_each(|glyph| hash.update(glyph.to_be_bytes()));
    hash.finalize().iter().take(6).map(|byte| char::from(b'A' + byte % 26)).collect()
}

/// The `CMap` from the codes on the pages to the numbers in the subset (PDF 32000-1, 9.7.5.3).
fn code_map(numbers: &[(u16, u16)]) -> lopdf::Stream {
    let system = "3 dict dup begin /Registry (Adobe) def /Ordering (Identity) def /Supplement 0 def end";
    let lines: Vec<_> = numbers.iter().map(|(code, number)| format!("<{code:04X}> {number}\n")).collect();
    let about = dictionary! {
        "Type" => "CMap",
        "CMapName" => "Subset-H",
        "CIDSystemInfo" => self::system(),
        "WMode" => 0,
    };
    let head = "/CMapName /Subset-H def\n/CMapType 1 def\n/WMode 0 def\n";
    stream(about, character_map(system, head, "cidchar", &lines).as_bytes())
}

/// A `CMap` of two bytes a code: its heading, and its lines by hundreds, more than which must not stand together.
fn character_map(system: &str, head: &str, kind: &str, lines: &[String]) -> String {
    let mut map = format!(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo {system} def\n{head}\
         1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
    );
    for chunk in lines.chunks(100) {
        map.push_str(&format!("{} begin{kind}\n{}end{kind}\n", chunk.len(), chunk.concat()));
    }
    map.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    map
}

/// `[first [w w w] …]`: runs of successive numbers together; each glyph with the number it goes by.
fn width_list(id: FontId, glyphs: &[(u16, u16)], widths: &Faces<'_>) -> Vec<Object> {
    let runs = glyphs.chunk_by(|(_, a), (_, b)| a.checked_add(1) == Some(*b));
    let list = runs.flat_map(|run| {
        let all = run.iter().map(|(glyph, _)| super::finish::real(widths.width(id, *glyph)));
        let first = run.first().map(|(_, number)| i64::from(*number).into());
        first.into_iter().chain([Object::Array(all.collect())])
    });
    list.collect()
}

/// The `CMap` that leads from glyphs back to characters (PDF 32000-1, 9.10.3).
fn to_unicode(used: &Map<u16, String>) -> String {
    let named = used.iter().filter(|(_, string)| !string.is_empty());
    let lines: Vec<_> = named
        .map(|(glyph, string)| {
            let units: String = string.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
            format!("<{glyph:04X}> <{units}>\n")
        })
        .collect();
    let system = "<</Registry (Adobe) /Ordering (UCS) /Supplement 0>>";
    character_map(system, "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n", "bfchar", &lines)
}
