//! Writes fonts in a PDF.
//!
//! - In: a font file, and the glyphs that all pages together use.
//! - Out: a font object with a subset of the font.
//! - Not here: the text on pages.
//!
//! When a page is written, the glyphs that later pages use are not known yet. So pages use the glyph numbers
//! of the whole font. `CIDToGIDMap` maps these numbers to the numbers in the subset (PDF 32000-1, 9.7.4.2).
//! printpdf parses the subset, and writes the map from glyphs to characters.

use hexpress_base::sorted_map::SortedMap;
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use printpdf::{FontType, ParsedFont, ToUnicodeCMap, extract_cid_keyed_cff};
use sha2::{Digest, Sha256};
use subsetter::GlyphRemapper;

use super::finish::real;
use super::stream::stream;
use hexpress_scene::text::{FontFace, FontStyle};

/// The part of a font that is embedded.
struct Subset {
    /// The map from the number of a glyph in the whole font to the number in the subset.
    numbers: GlyphRemapper,
    font: ParsedFont,
    /// The `CFF` table, if the font has CFF outlines. A PDF needs only this table of such a font
    /// (PDF 32000-1, table 126: `CIDFontType0C`). `None` if the font has TrueType outlines.
    cff: Option<Vec<u8>>,
}

impl Subset {
    /// Creates a subset of a font file. The subset contains the glyphs `used`.
    fn new(file: &[u8], used: &SortedMap<u16, String>) -> Result<Self, String> {
        let mut numbers = GlyphRemapper::new();
        for glyph in used.keys() {
            numbers.remap(*glyph);
        }
        let bytes = subsetter::subset(file, 0, &numbers).map_err(|error| error.to_string())?;
        // printpdf warns that the subset has no map from glyphs to characters. This is not an
        // error, because `ToUnicode` is this map.
        let font = ParsedFont::from_bytes(&bytes, 0, &mut Vec::new()).ok_or("it cannot be read")?;
        let cff = match font.font_type {
            FontType::TrueType => None,
            FontType::OpenTypeCFF(()) => {
                Some(extract_cid_keyed_cff(&bytes, 0).ok_or("its outlines cannot be read")?)
            }
        };
        Ok(Self { numbers, font, cff })
    }

    /// Converts a length from font units to thousandths of an em.
    fn thousandths(&self, units: impl Into<f64>) -> f64 {
        units.into() * 1000.0 / f64::from(self.font.units_per_em)
    }

    /// Returns the width of a glyph in the subset, in thousandths of an em.
    ///
    /// Returns 0 if the font has no width for the glyph.
    fn width(&self, number: u16) -> f64 {
        self.thousandths(self.font.get_glyph_width(number).unwrap_or(0))
    }
}

/// The two numbers of a glyph: in the whole font and in the subset.
#[derive(Clone, Copy)]
struct Code {
    /// The number of the glyph in the whole font. It is also the code of the glyph on pages.
    glyph: u16,
    /// The number of the glyph in the subset.
    number: u16,
}

/// Adds a font with the glyphs `used` to a document, and returns the font object.
///
/// # Errors
/// The font cannot be embedded. The message names the font and the reason.
pub fn add(
    document: &mut Document,
    face: &FontFace,
    style: Option<FontStyle>,
    used: &SortedMap<u16, String>,
) -> Result<ObjectId, String> {
    let subset = Subset::new(face.data.bytes(), used)
        .map_err(|reason| format!("the font {} cannot be embedded: {reason}", face.postscript_name))?;
    let known_style = style.ok_or_else(|| format!("the font {} cannot be read", face.postscript_name))?;
    let name = format!("{}+{}", tag(used), face.postscript_name);
    let mut descriptor = descriptor(&name, &subset, known_style);
    let (kind, key, file) = match &subset.cff {
        Some(outlines) => {
            ("CIDFontType0", "FontFile3", stream(dictionary! { "Subtype" => "CIDFontType0C" }, outlines))
        }
        None => {
            let bytes = &subset.font.original_bytes;
            ("CIDFontType2", "FontFile2", stream(dictionary! { "Length1" => bytes.len() as i64 }, bytes))
        }
    };
    descriptor.set(key, document.add_object(file));
    let descriptor_id = document.add_object(descriptor);
    let mut descendant = dictionary! {
        "Type" => "Font",
        "Subtype" => kind,
        "BaseFont" => Object::Name(name.clone().into_bytes()),
        "CIDSystemInfo" => system_info(),
        "FontDescriptor" => descriptor_id,
        "DW" => 0,
    };
    let codes: Vec<Code> = used
        .keys()
        .filter_map(|glyph| Some(Code { glyph: *glyph, number: subset.numbers.get(*glyph)? }))
        .collect();
    // If the font has CFF outlines, viewers find its glyphs and widths by the numbers in the subset. The
    // encoding must therefore map codes to these numbers. If the font has TrueType outlines, `CIDToGIDMap`
    // does this.
    let mut encoding = Object::from("Identity-H");
    if subset.cff.is_some() {
        descendant.set("W", widths(&subset, &codes, |code| code.number));
        encoding = document.add_object(code_map(&codes)).into();
    } else {
        descendant.set("W", widths(&subset, &codes, |code| code.glyph));
        let last = used.keys().next_back().copied().unwrap_or(0);
        let map: Vec<u8> =
            (0..=last).flat_map(|glyph| subset.numbers.get(glyph).unwrap_or(0).to_be_bytes()).collect();
        descendant.set("CIDToGIDMap", document.add_object(stream(Dictionary::new(), &map)));
    }
    let descendant_id = document.add_object(descendant);
    let characters = to_unicode(used).to_cmap_string(&name);
    let to_unicode = document.add_object(stream(Dictionary::new(), characters.as_bytes()));
    Ok(document.add_object(dictionary! {
        "Type" => "Font",
        "Subtype" => "Type0",
        "BaseFont" => Object::Name(name.into_bytes()),
        "Encoding" => encoding,
        "DescendantFonts" => vec![descendant_id.into()],
        "ToUnicode" => to_unicode,
    }))
}

/// Returns the character collection. Every CID font must name one.
fn system_info() -> Dictionary {
    dictionary! {
        "Registry" => Object::string_literal("Adobe"),
        "Ordering" => Object::string_literal("Identity"),
        "Supplement" => 0,
    }
}

fn rounded(value: f64) -> Object {
    Object::Integer(value.round() as i64)
}

/// Returns the font descriptor. The font file is added later.
fn descriptor(name: &str, subset: &Subset, style: FontStyle) -> Dictionary {
    // The flags are: 32 for non-symbolic, 1 for fixed pitch, 64 for italic (PDF 32000-1, table
    // 123).
    let flags = 32 + i64::from(style.is_fixed_pitch) + if style.italic_angle == 0.0 { 0 } else { 64 };
    let (line, metrics) = (&subset.font.font_metrics, &subset.font.pdf_font_metrics);
    let bounds = [metrics.x_min, metrics.y_min, metrics.x_max, metrics.y_max];
    dictionary! {
        "Type" => "FontDescriptor",
        "FontName" => Object::Name(name.as_bytes().to_vec()),
        "Flags" => flags,
        "FontBBox" => bounds.map(|edge| rounded(subset.thousandths(edge))).to_vec(),
        "ItalicAngle" => rounded(style.italic_angle),
        "Ascent" => rounded(subset.thousandths(line.ascent)),
        "Descent" => rounded(subset.thousandths(line.descent)),
        "CapHeight" => rounded(style.cap_height),
        // The width of stems is not stated in font files. Most programs that write PDF use 80.
        "StemV" => 80,
    }
}

/// Returns the tag of a subset: six capital letters that are computed from a hash of its glyphs.
fn tag(used: &SortedMap<u16, String>) -> String {
    let mut hash = Sha256::new();
    used.keys().for_each(|glyph| hash.update(glyph.to_be_bytes()));
    hash.finalize().iter().take(6).map(|byte| char::from(b'A' + byte % 26)).collect()
}

/// Returns the `CMap` that maps the codes on pages to glyph numbers in the subset (PDF 32000-1,
/// 9.7.5.3).
///
/// printpdf can read such maps (`CidCMap`), but cannot write them.
fn code_map(codes: &[Code]) -> lopdf::Stream {
    let head = dictionary! {
        "Type" => "CMap",
        "CMapName" => "Subset-H",
        "CIDSystemInfo" => system_info(),
        "WMode" => 0,
    };
    let mut map = String::from(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo 3 dict dup begin \
         /Registry (Adobe) def /Ordering (Identity) def /Supplement 0 def end def\n/CMapName /Subset-H def\n\
         /CMapType 1 def\n/WMode 0 def\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n",
    );
    // A section of a `CMap` may have at most 100 lines.
    for chunk in codes.chunks(100) {
        let lines = chunk.iter().map(|Code { glyph, number }| format!("<{glyph:04X}> {number}\n"));
        map.push_str(&format!("{} begincidchar\n{}endcidchar\n", chunk.len(), lines.collect::<String>()));
    }
    map.push_str("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n");
    stream(head, map.as_bytes())
}

/// Returns the widths of glyphs in the form `[first [w w w] …]`. A run of consecutive numbers has two
/// entries: the first number, and the list of the widths. `key` returns the number of a glyph.
///
/// printpdf can write such lists only with its feature `text_layout`, which doubles the number of crates and
/// truncates widths.
fn widths(subset: &Subset, codes: &[Code], key: impl Fn(&Code) -> u16) -> Vec<Object> {
    let mut list: Vec<Object> = Vec::new();
    for run in codes.chunk_by(|one, next| key(one).checked_add(1) == Some(key(next))) {
        list.extend(run.first().map(|first| i64::from(key(first)).into()));
        list.push(run.iter().map(|code| real(subset.width(code.number))).collect::<Vec<_>>().into());
    }
    list
}

/// Returns the map from glyphs to characters (PDF 32000-1, 9.10.3).
fn to_unicode(used: &SortedMap<u16, String>) -> ToUnicodeCMap {
    let mappings =
        used.iter().map(|(glyph, text)| (u32::from(*glyph), text.chars().map(u32::from).collect()));
    ToUnicodeCMap { mappings: mappings.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_scene::text::{DEFAULT_FAMILY, Fonts, Style};

    #[test]
    fn the_flags_of_a_font_say_whether_it_is_italic_and_whether_its_pitch_is_fixed() {
        let fonts = Fonts::bundled();
        let face = fonts.get(fonts.find(DEFAULT_FAMILY, Style::REGULAR).unwrap()).unwrap();
        let used: SortedMap<u16, String> = [(5, "a".to_owned())].into_iter().collect();
        let subset = Subset::new(face.data.bytes(), &used).unwrap();
        let flags = |is_fixed_pitch: bool, italic_angle: f64| {
            let style = FontStyle { cap_height: 700.0, italic_angle, is_fixed_pitch };
            descriptor("A", &subset, style).get(b"Flags").and_then(Object::as_i64).unwrap()
        };
        // Bit 1 is for fixed pitch, bit 6 for letters of the Latin alphabet, and bit 7 for italic.
        let all = [flags(false, 0.0), flags(true, 0.0), flags(false, -12.0), flags(true, -12.0)];
        assert_eq!(all, [0b010_0000, 0b010_0001, 0b110_0000, 0b110_0001]);
    }
}
