//! Reads the structure of a PDF, without its drawings.
//!
//! - In: the bytes of a PDF.
//! - Out: a [`Document`] without pages, and for each page its boxes and its decompressed contents.
//! - Not here: what the contents draw (`page`).

use std::borrow::Cow;

use kurbo::{Affine, Rect};

use super::attached::attachments;
use super::hayro::{
    Array, DecryptionError, Dict, FromBytes, LoadPdfError, MaybeRef, Name, ObjRef, Object, Pdf, PdfPage,
    PdfString, Rotation, Stream,
};
use super::hidden_effects;
use super::inflate::{decode_stream, measure};
use super::text_string::decode;
use super::{Document, Font, Page, ReadError};
use crate::layers::Layers;
use crate::limits::{MAX_CONTENTS_BYTES, MAX_SIDE};
use hexpress_base::units::MM_PER_INCH;
use hexpress_scene::print::press::{CONDITION, MAX_PROFILE_BYTES, Press};

/// The number of bytes at the beginning of a file in which PDF readers look for the header.
pub(super) const HEADER_RANGE: usize = 1024;
const PT_PER_INCH: f64 = 72.0;

/// Opens a file, and reads everything except its pages.
pub(super) fn open(file: &[u8]) -> Result<(Pdf, Document), ReadError> {
    let start = file.get(..HEADER_RANGE).unwrap_or(file);
    let header = start.windows(5).position(|w| w == b"%PDF-").ok_or(ReadError::NotPdf)?;
    // If the offsets in the file are counted from its first byte, bytes before the header belong to the file.
    // Otherwise, these bytes are cut off.
    let bytes = if trailer(file).is_some() { file } else { file.get(header..).unwrap_or(file) };
    // A file that was cut off must be rejected here, because the PDF library would repair and
    // accept it.
    let trailer = trailer(bytes).ok_or(ReadError::Incomplete)?;
    measure(bytes)?;
    let pdf = Pdf::new(bytes.to_vec()).map_err(|error| match error {
        LoadPdfError::Decryption(
            DecryptionError::PasswordProtected
            | DecryptionError::UnsupportedAlgorithm
            | DecryptionError::MissingIDEntry
            | DecryptionError::InvalidEncryption,
        ) => ReadError::Encrypted,
        LoadPdfError::Invalid => ReadError::Damaged,
    })?;
    let mut document = document(&pdf, &trailer)?;
    if is_by_mupdf(bytes) {
        document.by_mupdf = true;
        // MuPDF rewrites the contents of pages, so these contents do not match the recorded
        // digests.
        document.recorded_digests.clear();
    }
    Ok((pdf, document))
}

/// Returns whether MuPDF wrote a file. In such a file, the second line consists of `%` and the
/// characters `µ¶` in UTF-8.
fn is_by_mupdf(bytes: &[u8]) -> bool {
    let start = bytes.get(..HEADER_RANGE).unwrap_or(bytes);
    let mut lines = start.split(|byte| *byte == b'\n');
    lines.nth(1).is_some_and(|line| line.strip_suffix(b"\r").unwrap_or(line) == b"%\xC2\xB5\xC2\xB6")
}

/// The parts of a cross-reference table that are needed to write an incremental update.
pub(super) struct XrefTable {
    pub offset: usize,
    /// The smallest number that is larger than every object number in the file.
    pub size: u32,
}

/// Returns the last cross-reference table of a file, or `None` if the file has no such table or is encrypted.
pub(super) fn last_table(bytes: &[u8]) -> Option<XrefTable> {
    let trailer = trailer(bytes).filter(|trailer| !trailer.contains_key("Encrypt"))?;
    let size = u32::try_from(trailer.get::<i32>("Size")?).ok()?;
    Some(XrefTable { offset: table_offset(bytes)?, size })
}

/// Returns whether a file is encrypted. A file that opens with an empty password counts as
/// encrypted, too.
pub(super) fn is_encrypted(bytes: &[u8]) -> bool {
    trailer(bytes).is_some_and(|trailer| trailer.contains_key("Encrypt"))
}

/// Returns whether a file has a cross-reference stream instead of a table. PDF 1.5 introduced such
/// streams.
pub(super) fn is_packed(bytes: &[u8]) -> bool {
    let table = table_offset(bytes).and_then(|offset| bytes.get(offset..));
    table.is_some_and(|table| !table.trim_ascii_start().starts_with(b"xref"))
}

/// Returns the offset of the last cross-reference table: the number after the last `startxref`. Returns
/// `None` if there is no such number.
fn table_offset(bytes: &[u8]) -> Option<usize> {
    const KEYWORD: &[u8] = b"startxref";
    let start = bytes.windows(KEYWORD.len()).rposition(|window| window == KEYWORD)?;
    Some(split_number(bytes.get(start + KEYWORD.len()..)?)?.0)
}

/// Returns the trailer of the last cross-reference table. Returns `None` if this trailer names no
/// catalogue.
pub(super) fn trailer(bytes: &[u8]) -> Option<Dict<'_>> {
    const KEYWORD: &[u8] = b"trailer";
    let table = bytes.get(table_offset(bytes)?..)?.trim_ascii_start();
    let start = if table.starts_with(b"xref") {
        let keyword = table.windows(KEYWORD.len()).position(|window| window == KEYWORD)?;
        table.get(keyword + KEYWORD.len()..)?
    } else {
        // A cross-reference stream begins like any object, for example with `12 0 obj`.
        let (_, after_number) = split_number(table)?;
        let (_, after_generation) = split_number(after_number)?;
        after_generation.trim_ascii_start().strip_prefix(b"obj")?
    };
    let dict = Dict::from_bytes(start.trim_ascii_start())?;
    dict.contains_key("Root").then_some(dict)
}

/// Splits bytes into the whole number at their beginning and the rest. Returns `None` if the bytes do not
/// begin with a number.
fn split_number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let number = bytes.trim_ascii_start();
    let end = number.iter().position(|b| !b.is_ascii_digit()).unwrap_or(number.len());
    let (digits, rest) = number.split_at_checked(end)?;
    Some((std::str::from_utf8(digits).ok()?.parse().ok()?, rest))
}

fn text(dict: &Dict<'_>, key: &str) -> Option<String> {
    dict.get::<PdfString<'_>>(key).map(|string| decode(&string))
}

fn name(dict: &Dict<'_>, key: &str) -> Option<String> {
    Some(dict.get::<Name<'_>>(key)?.as_str().to_owned())
}

fn document(pdf: &Pdf, trailer: &Dict<'_>) -> Result<Document, ReadError> {
    let xref = pdf.xref();
    let catalogue: Dict<'_> = xref.get(xref.root_id()).ok_or(ReadError::Damaged)?;
    check_page_count(pdf, &catalogue)?;
    // References in a trailer are resolved here, because the PDF library does not resolve them.
    let info: Dict<'_> = trailer
        .get_ref("Info")
        .map_or_else(|| trailer.get("Info"), |reference| xref.get(reference.into()))
        .unwrap_or_default();
    let ids: Option<Array<'_>> =
        trailer.get_ref("ID").map_or_else(|| trailer.get("ID"), |reference| xref.get(reference.into()));
    let preferences = catalogue.get::<Dict<'_>>("ViewerPreferences").unwrap_or_default();
    let mut document = Document {
        title: text(&info, "Title"),
        author: text(&info, "Author"),
        producer: text(&info, "Producer"),
        creator: text(&info, "Creator"),
        left_out: info.contains_key(hexpress_language::record::LEFT_OUT),
        printer: text(&info, hexpress_language::record::PRINTER),
        recorded_digests: text(&info, hexpress_language::record::PAGES)
            .map(|digests| digests.split(' ').map(str::to_owned).collect())
            .unwrap_or_default(),
        dates: info.contains_key("CreationDate") || info.contains_key("ModDate"),
        language: text(&catalogue, "Lang"),
        print_scaling: name(&preferences, "PrintScaling"),
        duplex: name(&preferences, "Duplex"),
        runs_scripts: catalogue
            .get::<Dict<'_>>("Names")
            .is_some_and(|names| names.contains_key("JavaScript")),
        asks_for_pages: preferences.contains_key("PrintPageRange"),
        copies: preferences.get::<i32>("NumCopies").map(i64::from),
        id: ids.and_then(|ids| ids.iter::<PdfString<'_>>().next()).map(|id| id.as_bytes().to_vec()),
        layers: Layers::new(&catalogue, xref),
        attachments: attachments(&catalogue, xref)?,
        ..Document::default()
    };
    document.press = press(&catalogue, document.is_ours());
    for object in pdf.objects() {
        match &object {
            Object::Stream(stream) if dict_name_is(stream.dict(), "Subtype", b"Image") => {
                document.images += 1
            }
            Object::Dict(dict) if dict_name_is(dict, "Type", b"Font") => document.fonts.extend(font(dict)),
            _ => {}
        }
        hidden_effects::visit_dicts(&object, &mut |dict| {
            document.runs_scripts |= hidden_effects::runs_scripts(dict);
            document.has_spot_inks |= hidden_effects::has_spot_inks(dict);
            document.print_effects.extend(hidden_effects::print_effects(dict));
        });
    }
    add_direct_fonts(pdf, &mut document.fonts);
    Ok(document)
}

/// Returns the printing press that the output intent for PDF/X describes (ISO 32000-1, 14.11.5). If the
/// intent names the printing condition of the built-in profile, returns the press with this profile.
/// Otherwise reads the profile in the file, but only if hexpress made the file. Returns `None` if there
/// is no usable profile.
fn press(catalogue: &Dict<'_>, is_ours: bool) -> Option<&'static Press> {
    let intents = catalogue.get::<Array<'_>>("OutputIntents")?;
    let mut press_intents =
        intents.iter::<Dict<'_>>().filter(|intent| dict_name_is(intent, "S", b"GTS_PDFX"));
    let intent = press_intents.next()?;
    if text(&intent, "OutputConditionIdentifier").as_deref() == Some(CONDITION) {
        return Press::coated();
    }
    if !is_ours {
        return None;
    }
    let profile = intent.get::<Stream<'_>>("DestOutputProfile")?;
    let bytes = decode_stream(&profile, usize::try_from(MAX_PROFILE_BYTES).ok()?).ok()?;
    Press::of_profile(&bytes).ok()
}

/// Checks that a file has pages, and that the page tree states their number correctly.
fn check_page_count(pdf: &Pdf, catalogue: &Dict<'_>) -> Result<(), ReadError> {
    let found = pdf.pages().len();
    let tree = catalogue.get::<Dict<'_>>("Pages");
    let promised = tree.and_then(|tree| tree.get::<i32>("Count")).map(i64::from);
    if promised != i64::try_from(found).ok() {
        return Err(ReadError::PageCount { promised: promised.unwrap_or(0), found });
    }
    if found == 0 { Err(ReadError::NoPages) } else { Ok(()) }
}

/// Returns whether the value of `key` is this name.
pub(super) fn dict_name_is(dict: &Dict<'_>, key: &str, name: &[u8]) -> bool {
    dict.get::<Name<'_>>(key).is_some_and(|n| n.as_ref() == name)
}

/// Adds those fonts of a page that are direct objects in the page's resources.
fn add_direct_fonts(pdf: &Pdf, fonts: &mut Vec<Font>) {
    for page in pdf.pages().iter() {
        for (_, entry) in page.resources().fonts.entries() {
            if let MaybeRef::NotRef(Object::Dict(dict)) = entry
                && let Some(font) = font(&dict)
                && !fonts.contains(&font)
            {
                fonts.push(font);
            }
        }
    }
}

/// Returns the description of a font. Returns `None` if the font has no subtype, or if it is the descendant
/// of a composite font.
pub(super) fn font(dict: &Dict<'_>) -> Option<Font> {
    let subtype = dict.get::<Name<'_>>("Subtype")?;
    if subtype.as_ref().starts_with(b"CIDFont") {
        return None;
    }
    let full_name = name(dict, "BaseFont").or_else(|| name(dict, "Name")).unwrap_or_default();
    let descendant = dict.get::<Array<'_>>("DescendantFonts").and_then(|all| all.iter::<Dict<'_>>().next());
    let descriptor = descendant.as_ref().unwrap_or(dict).get::<Dict<'_>>("FontDescriptor");
    let embedded = subtype.as_ref() == b"Type3"
        || descriptor
            .is_some_and(|d| ["FontFile", "FontFile2", "FontFile3"].iter().any(|key| d.contains_key(key)));
    let subset_name = match full_name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 && tag.bytes().all(|b| b.is_ascii_uppercase()) => Some(rest),
        _ => None,
    };
    Some(Font {
        embedded,
        subset: subset_name.is_some(),
        to_unicode: dict.contains_key("ToUnicode"),
        name: subset_name.unwrap_or(&full_name).to_owned(),
    })
}

/// Returns a box that the dictionary of the page itself sets, in points. Returns `None` if the dictionary
/// does not set this box. The boxes of the PDF library are not used, because they have only single precision.
pub(super) fn page_box(page: &Dict<'_>, key: &str) -> Option<Rect> {
    page.get::<[f64; 4]>(key).map(|[x0, y0, x1, y1]| Rect::new(x0, y0, x1, y1).abs())
}

/// Returns a page without its items, and the transform from points of the page to mm.
pub(super) fn page(source: &PdfPage<'_>, number: usize) -> Result<(Page, Affine), ReadError> {
    let raw = source.raw();
    let inherited = source.media_box();
    let media = page_box(raw, "MediaBox")
        .unwrap_or_else(|| Rect::new(inherited.x0, inherited.y0, inherited.x1, inherited.y1));
    let user_unit = raw.get::<f64>("UserUnit").filter(|u| *u > 0.0).unwrap_or(1.0);
    let scale = user_unit * MM_PER_INCH / PT_PER_INCH;
    let (w, h) = (media.width() * scale, media.height() * scale);
    if !(w > 0.0 && h > 0.0 && w <= MAX_SIDE && h <= MAX_SIDE && media.is_finite()) {
        return Err(ReadError::Bounds(number));
    }
    let upright = Affine::new([scale, 0.0, 0.0, -scale, -media.x0 * scale, media.y1 * scale]);
    let (turn, size) = match source.rotation() {
        Rotation::None => (Affine::IDENTITY, (w, h)),
        Rotation::Horizontal => (Affine::new([0.0, 1.0, -1.0, 0.0, h, 0.0]), (h, w)),
        Rotation::Flipped => (Affine::new([-1.0, 0.0, 0.0, -1.0, w, h]), (w, h)),
        Rotation::FlippedHorizontal => (Affine::new([0.0, -1.0, 1.0, 0.0, 0.0, w]), (h, w)),
    };
    let to_page = turn * upright;
    let crop = page_box(raw, "CropBox").or_else(|| {
        // A page may inherit a crop box. If there is no crop box, the PDF library returns the media
        // box instead.
        let (c, m) = (source.crop_box(), inherited);
        let differs = [c.x0 - m.x0, c.y0 - m.y0, c.x1 - m.x1, c.y1 - m.y1].iter().any(|d| *d != 0.0);
        differs.then(|| Rect::new(c.x0, c.y0, c.x1, c.y1))
    });
    let page = Page {
        number,
        media: Rect::new(0.0, 0.0, size.0, size.1),
        crop: crop.map(|rect| to_page.transform_rect_bbox(rect)),
        trim: page_box(raw, "TrimBox").map(|rect| to_page.transform_rect_bbox(rect)),
        bleed: page_box(raw, "BleedBox").map(|rect| to_page.transform_rect_bbox(rect)),
        ..Page::default()
    };
    Ok((page, to_page))
}

/// Returns the decompressed contents of a page. If there are several streams, they are joined with
/// newlines.
pub(super) fn contents(source: &PdfPage<'_>, number: usize) -> Result<Vec<u8>, ReadError> {
    let raw = source.raw();
    if !raw.contains_key("Contents") {
        return Ok(Vec::new());
    }
    if let Some(stream) = raw.get::<Stream<'_>>("Contents") {
        return Ok(decoded(&stream, number)?.into_owned());
    }
    let parts = raw.get::<Array<'_>>("Contents").ok_or(ReadError::Contents(number))?;
    let mut joined = Vec::new();
    for (n, part) in parts.raw_iter().enumerate() {
        let reference: ObjRef = part.as_obj_ref().ok_or(ReadError::Contents(number))?;
        let stream = source.xref().get::<Stream<'_>>(reference.into()).ok_or(ReadError::Contents(number))?;
        if n > 0 {
            joined.push(b'\n');
        }
        let bytes = decoded(&stream, number)?;
        if joined.len() + bytes.len() > MAX_CONTENTS_BYTES {
            return Err(ReadError::TooLarge);
        }
        // Memory is reserved exactly, because the contents of a long page have many parts. A buffer
        // that doubles its size could leave almost half of its memory unused.
        joined.reserve_exact(bytes.len() + 1);
        joined.extend_from_slice(&bytes);
    }
    Ok(joined)
}

fn decoded<'a>(stream: &Stream<'a>, number: usize) -> Result<Cow<'a, [u8]>, ReadError> {
    decode_stream(stream, MAX_CONTENTS_BYTES)
        .map_err(|broken| broken.into_read_error(ReadError::Contents(number)))
}
