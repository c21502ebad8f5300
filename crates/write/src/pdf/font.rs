//! Fonts in a PDF: the glyphs that all pages together use, under the numbers they have in the whole font.
//!
//! Pages are written before it is known which glyphs the others use, so their strings hold the original
//! glyph numbers. `CIDToGIDMap` leads from those to the places in the subset (PDF 32000-1, 9.7.4.2). printpdf reads the
//! subset (widths, boxes, compact outlines) and writes the map to characters.

use crate::base::map::Map;
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use printpdf::{FontType, ParsedFont, ToUnicodeCMap, extract_cid_keyed_cff};
use sha2::{Digest, Sha256};
use subsetter::GlyphRemapper;

use super::finish::real;
use super::stream::stream;
use crate::text::{FontFace, FontStyle};

/// The part of a font that stands in the file.
struct Subset {
    /// From the numbers of glyphs in the whole font to those in the subset.
    numbers: GlyphRemapper,
    /// The subset.
    font: ParsedFont,
    /// Its compact outlines, the table `CFF`: all that a PDF takes of them (PDF 32000-1, table 126: `CIDFontType0C`). `None`
    /// if its outlines are those of TrueType.
    compact: Option<Vec<u8>>,
}

impl Subset {
    /// Takes the glyphs `used` out of a font file.
    fn new(file: &[u8], used: &Map<u16, String>) -> Result<Self, String> {
        let mut numbers = GlyphRemapper::new();
        for glyph in used.keys() {
            numbers.remap(*glyph);
        }
        let bytes = subsetter::subset(file, 0, &numbers).map_err(|error| error.to_string())?;
        // printpdf warns that a subset maps no characters: `ToUnicode` does.
        let font = ParsedFont::from_bytes(&bytes, 0, &mut Vec::new()).ok_or("not a font")?;
        let compact = match font.font_type {
            FontType::TrueType => None,
            FontType::OpenTypeCFF(()) => {
                Some(extract_cid_keyed_cff(&bytes, 0).ok_or("its outlines cannot be read")?)
            }
        };
        Ok(Self { numbers, font, compact })
    }

    /// A length in units of the font, in thousandths of an em.
    fn thousandths(&self, units: impl Into<f64>) -> f64 {
        units.into() * 1000.0 / f64::from(self.font.units_per_em)
    }

    /// The width of a glyph, by its number in the subset, in thousandths of an em; 0 if the font has none.
    fn width(&self, number: u16) -> f64 {
        self.thousandths(self.font.get_glyph_width(number).unwrap_or(0))
    }
}

/// A glyph that pages use.
#[derive(Clone, Copy)]
struct Code {
    /// Its number in the whole font, which stands on the pages.
    glyph: u16,
    /// Its number in the subset.
    number: u16,
}

/// Adds a font with the glyphs `used`, and gives the object to refer to it by.
///
/// # Errors
/// The font's name and what is wrong with it.
pub fn add(
    document: &mut Document,
    face: &FontFace,
    style: Option<FontStyle>,
    used: &Map<u16, String>,
) -> Result<ObjectId, String> {
    let cannot = |what: String| format!("{}: {what}", face.postscript_name);
    let subset = Subset::new(face.data.bytes(), used).map_err(cannot)?;
    let style = style.ok_or_else(|| cannot("not a font".to_owned()))?;
    let name = format!("{}+{}", tag(used), face.postscript_name);
    let mut descriptor = descriptor(&name, &subset, style);
    let (kind, key, file) = match &subset.compact {
        Some(outlines) => {
            ("CIDFontType0", "FontFile3", stream(dictionary! { "Subtype" => "CIDFontType0C" }, outlines))
        }
        None => {
            let bytes = &subset.font.original_bytes;
            ("CIDFontType2", "FontFile2", stream(dictionary! { "Length1" => bytes.len() as i64 }, bytes))
        }
    };
    descriptor.set(key, document.add_object(file));
    let descriptor = document.add_object(descriptor);
    let mut descendant = dictionary! {
        "Type" => "Font",
        "Subtype" => kind,
        "BaseFont" => Object::Name(name.clone().into_bytes()),
        "CIDSystemInfo" => system(),
        "FontDescriptor" => descriptor,
        "DW" => 0,
    };
    let codes: Vec<Code> = used
        .keys()
        .filter_map(|glyph| Some(Code { glyph: *glyph, number: subset.numbers.get(*glyph)? }))
        .collect();
    // In compact outlines a glyph is found by its number in the subset, so the way from the codes on the pages to those
    // numbers is the encoding's, and widths go by them.
    let mut encoding = Object::from("Identity-H");
    if subset.compact.is_some() {
        descendant.set("W", widths(&subset, &codes, |code| code.number));
        encoding = document.add_object(code_map(&codes)).into();
    } else {
        descendant.set("W", widths(&subset, &codes, |code| code.glyph));
        let last = used.keys().next_back().copied().unwrap_or(0);
        let map = (0..=last).flat_map(|glyph| subset.numbers.get(glyph).unwrap_or(0).to_be_bytes());
        let map = stream(Dictionary::new(), &map.collect::<Vec<_>>());
        descendant.set("CIDToGIDMap", document.add_object(map));
    }
    let descendant = document.add_object(descendant);
    let characters = to_unicode(used).to_cmap_string(&name);
    let to_unicode = document.add_object(stream(Dictionary::new(), characters.as_bytes()));
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

fn descriptor(name: &str, subset: &Subset, style: FontStyle) -> Dictionary {
    let whole = |v: f64| Object::Integer(v.round() as i64);
    // 32: non-symbolic; 1: fixed pitch; 64: italic (PDF 32000-1, table 123).
    let flags = 32 + i64::from(style.is_fixed_pitch) + if style.italic_angle == 0.0 { 0 } else { 64 };
    let (line, bounds) = (&subset.font.font_metrics, &subset.font.pdf_font_metrics);
    let bounds = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max];
    dictionary! {
        "Type" => "FontDescriptor",
        "FontName" => Object::Name(name.as_bytes().to_vec()),
        "Flags" => flags,
        "FontBBox" => bounds.map(|edge| whole(subset.thousandths(edge))).to_vec(),
        "ItalicAngle" => whole(style.italic_angle),
        "Ascent" => whole(subset.thousandths(line.ascent)),
        "Descent" => whole(subset.thousandths(line.descent)),
        "CapHeight" => whole(style.cap_height),
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

/// The `CMap` from the codes on the pages to the numbers in the subset (PDF 32000-1, 9.7.5.3). printpdf reads such maps
/// (`CidCMap`) and writes none.
fn code_map(codes: &[Code]) -> lopdf::Stream {
    let about = dictionary! {
        "Type" => "CMap",
        "CMapName" => "Subset-H",
        "CIDSystemInfo" => system(),
        "WMode" => 0,
    };
    let mut map = String::from(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo 3 dict dup begin \
         /Registry (Adobe) def /Ordering (Identity) def /Supplement 0 def end def\n/CMapName /Subset-H def\n\
         /CMapType 1 def\n/WMode 0 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n",
    );
    // More lines than a hundred must not stand together.
    for chunk in codes.chunks(100) {
        let lines = chunk.iter().map(|Code { glyph, number }| format!("<{glyph:04X}> {number}\n"));
        map.push_str(&format!("{} begincidchar\n{}endcidchar\n", chunk.len(), lines.collect::<String>()));
    }
    map.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    stream(about, map.as_bytes())
}

/// `[first [w w w] …]`: runs of successive numbers together, each glyph by the number that `key` gives. printpdf has this
/// list only behind its feature `text_layout`, which doubles the crates, and cuts off the fractions of widths there.
fn widths(subset: &Subset, codes: &[Code], key: impl Fn(&Code) -> u16) -> Vec<Object> {
    let mut list: Vec<Object> = Vec::new();
    for run in codes.chunk_by(|one, next| key(one).checked_add(1) == Some(key(next))) {
        list.extend(run.first().map(|first| i64::from(key(first)).into()));
        list.push(run.iter().map(|code| real(subset.width(code.number))).collect::<Vec<_>>().into());
    }
    list
}

/// The map that leads from glyphs back to characters (PDF 32000-1, 9.10.3).
fn to_unicode(used: &Map<u16, String>) -> ToUnicodeCMap {
    let characters = |text: &String| text.chars().map(u32::from).collect();
    let mappings = used.iter().map(|(glyph, text)| (u32::from(*glyph), characters(text))).collect();
    ToUnicodeCMap { mappings }
}
