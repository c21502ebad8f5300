//! All that a PDF says of itself, without its drawings.

use kurbo::{Affine, Rect};

use super::attached::attachments;
use super::hayro::{
    Array, DecryptionError, Dict, FromBytes, LoadPdfError, MaybeRef, Name, ObjRef, Object, Pdf, PdfPage,
    PdfString, Rotation, Stream,
};
use super::hidden_effects;
use super::inflate::{measure, whole};
use super::text_string::decode;
use super::{Document, Font, Page, ReadError};
use crate::base::units::MM_PER_INCH;
use crate::read::layers::Layers;
use crate::read::limits::{MAX_SIDE, MOST_OF_CONTENTS};

/// How far into a file its heading may stand, as readers of PDFs allow.
const HEADING: usize = 1024;
/// PDF points to the inch.
const PT_PER_INCH: f64 = 72.0;

/// Opens a file and reads all but its pages.
pub(super) fn open(bytes: &[u8]) -> Result<(Pdf, Document), ReadError> {
    let start = bytes.get(..HEADING).unwrap_or(bytes);
    let heading = start.windows(5).position(|w| w == b"%PDF-").ok_or(ReadError::NotPdf)?;
    // What stands before the heading is no part of the file, unless its places are counted from there.
    let bytes = if trailer(bytes).is_some() { bytes } else { bytes.get(heading..).unwrap_or(bytes) };
    // The reader below repairs what it can and would take a part of a file
    // for the whole, so the way from the end to the objects is walked first.
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
        // Its pages are in other words than those that the file was made with.
        document.told_pages.clear();
    }
    Ok((pdf, document))
}

/// Whether the second line of a file is the one that MuPDF writes: `%` and `µ¶` in UTF-8.
fn is_by_mupdf(bytes: &[u8]) -> bool {
    let start = bytes.get(..HEADING).unwrap_or(bytes);
    let mut lines = start.split(|byte| *byte == b'\n');
    lines.nth(1).is_some_and(|line| line.strip_suffix(b"\r").unwrap_or(line) == b"%\xC2\xB5\xC2\xB6")
}

/// A table of objects, as the next one follows it.
pub(super) struct Table {
    /// Where it begins.
    pub earlier: usize,
    /// The first number of no object.
    pub number: u32,
}

/// The last table of a file that is not encrypted.
pub(super) fn last_table(bytes: &[u8]) -> Option<Table> {
    let trailer = trailer(bytes).filter(|trailer| !trailer.contains_key("Encrypt"))?;
    let at = bytes.windows(POINTER.len()).rposition(|window| window == POINTER)?;
    let (earlier, _) = number(bytes.get(at + POINTER.len()..)?)?;
    Some(Table { earlier, number: u32::try_from(trailer.get::<i32>("Size")?).ok()? })
}

/// What the place of a file's last table stands behind.
const POINTER: &[u8] = b"startxref";

/// The trailer that the last `startxref` leads to.
fn trailer(bytes: &[u8]) -> Option<Dict<'_>> {
    let at = bytes.windows(POINTER.len()).rposition(|w| w == POINTER)?;
    let (offset, _) = number(bytes.get(at + POINTER.len()..)?)?;
    let table = bytes.get(offset..)?.trim_ascii_start();
    let dict = if table.starts_with(b"xref") {
        let word = b"trailer";
        let at = table.windows(word.len()).position(|w| w == word)?;
        table.get(at + word.len()..)?
    } else {
        let (_, rest) = number(table)?;
        let (_, rest) = number(rest)?;
        rest.trim_ascii_start().strip_prefix(b"obj")?
    };
    let dict = Dict::from_bytes(dict.trim_ascii_start())?;
    dict.contains_key("Root").then_some(dict)
}

/// Splits a whole number from the bytes that follow it.
fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let bytes = bytes.trim_ascii_start();
    let end = bytes.iter().position(|b| !b.is_ascii_digit()).unwrap_or(bytes.len());
    let (digits, rest) = bytes.split_at_checked(end)?;
    Some((std::str::from_utf8(digits).ok()?.parse().ok()?, rest))
}

fn document(pdf: &Pdf, trailer: &Dict<'_>) -> Result<Document, ReadError> {
    let xref = pdf.xref();
    let catalogue: Dict<'_> = xref.get(xref.root_id()).ok_or(ReadError::Damaged)?;
    let found = pdf.pages().len();
    let promised = catalogue.get::<Dict<'_>>("Pages").and_then(|p| p.get::<i32>("Count")).map(i64::from);
    if promised != i64::try_from(found).ok() {
        return Err(ReadError::PageCount { promised: promised.unwrap_or(0), found });
    }
    if found == 0 {
        return Err(ReadError::NoPages);
    }
    let info: Option<Dict<'_>> =
        trailer.get_ref("Info").map_or_else(|| trailer.get("Info"), |r| xref.get(r.into()));
    let info = info.unwrap_or_default();
    let text = |dict: &Dict<'_>, key: &str| dict.get::<PdfString<'_>>(key).map(|s| decode(&s));
    let ids: Option<Array<'_>> =
        trailer.get_ref("ID").map_or_else(|| trailer.get("ID"), |r| xref.get(r.into()));
    let preferences = catalogue.get::<Dict<'_>>("ViewerPreferences");
    let preference = |key: &str| Some(preferences.as_ref()?.get::<Name<'_>>(key)?.as_str().to_owned());
    let mut document = Document {
        title: text(&info, "Title"),
        author: text(&info, "Author"),
        producer: text(&info, "Producer"),
        creator: text(&info, "Creator"),
        left_out: info.contains_key(crate::record::LEFT_OUT),
        printer: text(&info, crate::record::PRINTER),
        told_pages: text(&info, crate::record::PAGES)
            .map(|told| told.split(' ').map(str::to_owned).collect())
            .unwrap_or_default(),
        dates: info.contains_key("CreationDate") || info.contains_key("ModDate"),
        language: text(&catalogue, "Lang"),
        print_scaling: preference("PrintScaling"),
        duplex: preference("Duplex"),
        runs_scripts: catalogue
            .get::<Dict<'_>>("Names")
            .is_some_and(|names| names.contains_key("JavaScript")),
        asks_for_pages: preferences.as_ref().is_some_and(|all| all.contains_key("PrintPageRange")),
        copies: preferences.as_ref().and_then(|all| all.get::<i32>("NumCopies")).map(i64::from),
        id: ids.and_then(|ids| ids.iter::<PdfString<'_>>().next()).map(|id| id.as_bytes().to_vec()),
        layers: Layers::of(&catalogue, xref),
        attachments: attachments(&catalogue, xref)?,
        ..Document::default()
    };
    for object in pdf.objects() {
        match &object {
            Object::Stream(s) if is(s.dict(), "Subtype", b"Image") => document.images += 1,
            Object::Dict(d) if is(d, "Type", b"Font") => document.fonts.extend(font(d)),
            _ => {}
        }
        hidden_effects::each_dict(&object, &mut |dict| {
            document.runs_scripts |= hidden_effects::runs_scripts(dict);
            document.has_spot_inks |= hidden_effects::has_spot_inks(dict);
            document.prints_else.extend(hidden_effects::prints_else(dict));
        });
    }
    direct_fonts(pdf, &mut document.fonts);
    Ok(document)
}

/// Whether `key` of a dictionary is this name.
pub(super) fn is(dict: &Dict<'_>, key: &str, name: &[u8]) -> bool {
    dict.get::<Name<'_>>(key).is_some_and(|n| n.as_ref() == name)
}

/// Adds fonts that are no objects of their own but stand in a page's resources.
fn direct_fonts(pdf: &Pdf, fonts: &mut Vec<Font>) {
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

/// Describes a font; `None` for the inner half of a composite font.
fn font(dict: &Dict<'_>) -> Option<Font> {
    let kind = dict.get::<Name<'_>>("Subtype")?;
    let kind = kind.as_ref();
    if kind.starts_with(b"CIDFont") {
        return None;
    }
    let name = dict.get::<Name<'_>>("BaseFont").or_else(|| dict.get::<Name<'_>>("Name"));
    let name = name.map(|n| n.as_str().to_owned()).unwrap_or_default();
    let descendant = dict.get::<Array<'_>>("DescendantFonts").and_then(|a| a.iter::<Dict<'_>>().next());
    let descriptor = descendant.as_ref().unwrap_or(dict).get::<Dict<'_>>("FontDescriptor");
    let embedded = kind == b"Type3"
        || descriptor
            .is_some_and(|d| ["FontFile", "FontFile2", "FontFile3"].iter().any(|key| d.contains_key(key)));
    let plain = match name.split_once('+') {
        Some((mark, plain)) if mark.len() == 6 && mark.bytes().all(|b| b.is_ascii_uppercase()) => Some(plain),
        _ => None,
    };
    Some(Font {
        embedded,
        subset: plain.is_some(),
        to_unicode: dict.contains_key("ToUnicode"),
        name: plain.map_or_else(|| name.clone(), str::to_owned),
    })
}

/// A page without its items, and the way from its points to millimetres.
pub(super) fn page(source: &PdfPage<'_>, number: usize) -> Result<(Page, Affine), ReadError> {
    let raw = source.raw();
    // Boxes are read anew as the reader itself keeps them in single precision.
    let own = |key: &str| raw.get::<[f64; 4]>(key).map(|[x0, y0, x1, y1]| Rect::new(x0, y0, x1, y1).abs());
    let inherited = source.media_box();
    let media =
        own("MediaBox").unwrap_or_else(|| Rect::new(inherited.x0, inherited.y0, inherited.x1, inherited.y1));
    let user_unit = raw.get::<f64>("UserUnit").filter(|u| *u > 0.0).unwrap_or(1.0);
    let scale = user_unit * MM_PER_INCH / PT_PER_INCH;
    let (w, h) = (media.width() * scale, media.height() * scale);
    if !(w > 0.0 && h > 0.0 && w < MAX_SIDE && h < MAX_SIDE && media.is_finite()) {
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
    let shown = |rect: Rect| to_page.transform_rect_bbox(rect);
    let crop = own("CropBox").or_else(|| {
        // A crop box may be inherited; without one the reader names the media box.
        let (c, m) = (source.crop_box(), inherited);
        let differs = [c.x0 - m.x0, c.y0 - m.y0, c.x1 - m.x1, c.y1 - m.y1].iter().any(|d| *d != 0.0);
        differs.then(|| Rect::new(c.x0, c.y0, c.x1, c.y1))
    });
    let page = Page {
        number,
        media: Rect::new(0.0, 0.0, size.0, size.1),
        crop: crop.map(shown),
        trim: own("TrimBox").map(shown),
        bleed: own("BleedBox").map(shown),
        ..Page::default()
    };
    Ok((page, to_page))
}

/// The uncompressed contents of a page; several streams are joined by a newline.
pub(super) fn contents(source: &PdfPage<'_>, number: usize) -> Result<Vec<u8>, ReadError> {
    let damaged = || ReadError::Contents(number);
    let raw = source.raw();
    let decoded = |s: Stream<'_>| {
        let bytes = whole(&s, MOST_OF_CONTENTS).map(std::borrow::Cow::into_owned);
        bytes.map_err(|broken| broken.or(damaged()))
    };
    if !raw.contains_key("Contents") {
        return Ok(Vec::new());
    }
    if let Some(stream) = raw.get::<Stream<'_>>("Contents") {
        return decoded(stream);
    }
    let parts = raw.get::<Array<'_>>("Contents").ok_or_else(damaged)?;
    let mut joined = Vec::new();
    for (n, part) in parts.raw_iter().enumerate() {
        let reference: ObjRef = part.as_obj_ref().ok_or_else(damaged)?;
        let stream = source.xref().get::<Stream<'_>>(reference.into()).ok_or_else(damaged)?;
        if n > 0 {
            joined.push(b'\n');
        }
        let part = decoded(stream)?;
        if joined.len() + part.len() > MOST_OF_CONTENTS {
            return Err(ReadError::TooLarge);
        }
        // Long pages come in many parts: room for twice as much would be most of it for nothing.
        joined.reserve_exact(part.len() + 1);
        joined.extend(part);
    }
    Ok(joined)
}
