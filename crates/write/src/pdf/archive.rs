//! Writes the XMP metadata and the output intents of a file.
//!
//! - In: metadata and the level of conformance.
//! - Out: objects to which the catalogue of the file refers.
//! - Not here: the other requirements of PDF/A-3 (ISO 19005-3) and PDF/UA-1 (ISO 14289-1).
//!
//! This module also finds pictures that PDF/A does not allow.

use std::fmt::Write as _;

use lopdf::{Document, Object, dictionary};
use sha2::{Digest, Sha256};

use super::colours::Colours;
use super::finish::TRAPPED;
use super::icc;
use super::save::FLAT_VERSION;
use super::stream::raw;
use crate::About;
use hexpress_base::xml;
use hexpress_language::record::BuildId;
use hexpress_scene::picture::Obstacle;
use hexpress_scene::print::press::Press;
use hexpress_scene::print::setup::Standard;
use hexpress_scene::{Image, ImageContent, Pixels, Space};

/// The classes of colour profiles that a picture may have (ISO 19005-3, 6.2.4.2): for scanners, monitors,
/// printers and colour spaces, in this order.
const CLASSES: [&[u8]; 4] = [b"scnr", b"mntr", b"prtr", b"spac"];
/// The highest major version of colour profiles that PDF/A allows.
const LAST_VERSION: u8 = 4;

/// Returns the reason why a file that contains this picture cannot be PDF/A-3. Returns `None` if
/// the picture is allowed.
pub fn hindrance(image: &Image, colours: &Colours) -> Option<Obstacle> {
    match &image.content {
        ImageContent::Pixels(pixels) => {
            let hint = "for PDF/A-3, save the picture in RGB or with its colour profile";
            hindrance_of_pixels(pixels, colours).map(|why| Obstacle { why: why.to_owned(), hint })
        }
        ImageContent::Page(form) => form.obstacles.first().cloned(),
    }
}

fn hindrance_of_pixels(image: &Pixels, colours: &Colours) -> Option<&'static str> {
    let Some(profile) = &image.profile else {
        let is_cmyk = matches!(image.colours.space, Space::Cmyk { .. });
        // In a file for a press, the output intent describes CMYK colours, so pictures in CMYK need no
        // profile of their own.
        return (is_cmyk && !colours.is_for_press()).then_some("is in CMYK and has no colour profile");
    };
    let is_known = profile.get(12..16).is_some_and(|class| CLASSES.contains(&class));
    let is_readable = profile.get(8).is_some_and(|version| *version <= LAST_VERSION);
    (!is_known || !is_readable).then_some("has a colour profile that PDF/A does not allow")
}

/// The levels of conformance to PDF/A-3 (ISO 19005-3, 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// PDF/A-3a: the text can be extracted, and screen readers can read it.
    Accessible,
    /// PDF/A-3b: the appearance is preserved, but the characters of some glyphs are unknown.
    Basic,
}

impl Level {
    /// Returns the letter of this level in the XMP metadata.
    fn letter(self) -> char {
        match self {
            Self::Accessible => 'A',
            Self::Basic => 'B',
        }
    }
}

/// The standards to which a file claims to conform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClaimedStandards {
    /// The level of PDF/A-3 to which the file conforms. `None` if the file is not PDF/A.
    pub archive: Option<Level>,
    /// Whether the file conforms to PDF/UA-1.
    pub is_universal: bool,
    /// The standard for printing presses to which the file conforms. `None` if the file is not for a press.
    pub standard: Option<Standard>,
    /// The press for which the colours are made. `None` if `standard` is `None`.
    pub press: Option<&'static Press>,
}

/// Returns the version of PDF that a standard requires.
pub fn version(standard: Standard) -> &'static str {
    match standard {
        Standard::PdfX4 => "1.6",
        Standard::PdfX1a => FLAT_VERSION,
    }
}

/// The entry of the document information that states conformance to PDF/X-1a.
pub const STATEMENT: &str = "GTS_PDFXVersion";

/// The entries that PDF/X requires in the document information. The same values are in the XMP
/// metadata of PDF/X-4.
///
/// The date is always the same, so that equal layouts give equal files.
pub const INFORMATION: [(&str, &str); 3] =
    [("CreationDate", "D:20260101000000Z"), ("ModDate", "D:20260101000000Z"), (TRAPPED, "False")];

/// Adds metadata to a document.
pub fn describe(document: &mut Document, about: &About, build: BuildId, claims: ClaimedStandards) {
    let metadata = document.add_object(raw(
        dictionary! { "Type" => "Metadata", "Subtype" => "XML" },
        xmp(about, build, claims).as_bytes(),
    ));
    let intents = match claims.press {
        Some(press) => press_intents(document, press, claims),
        None => claims.archive.map(|_| screen_intent(document)).into_iter().collect(),
    };
    let Ok(catalog) = document.catalog_mut() else { return };
    catalog.set("Metadata", metadata);
    if !intents.is_empty() {
        catalog.set("OutputIntents", intents);
    }
}

/// Returns the output intent for a screen. It states that the colours of the file are in sRGB.
fn screen_intent(document: &mut Document) -> Object {
    let profile = document.add_object(raw(dictionary! { "N" => 3 }, &icc::srgb()));
    Object::Dictionary(dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFA1",
        "OutputConditionIdentifier" => Object::string_literal("sRGB IEC61966-2.1"),
        "Info" => Object::string_literal("sRGB"),
        "DestOutputProfile" => profile,
    })
}

/// Returns the output intent for PDF/X. If the file claims to be PDF/A, also returns one for PDF/A. Output
/// intents state that the colours are inks of a printing press. All of them must refer to the same profile
/// (ISO 19005-3, 6.2.3).
fn press_intents(document: &mut Document, press: &Press, claims: ClaimedStandards) -> Vec<Object> {
    let head = dictionary! { "N" => 4, "Filter" => "FlateDecode" };
    let profile = document.add_object(raw(head, &press.packed_profile()));
    let standards = ["GTS_PDFX", "GTS_PDFA1"].into_iter().take(if claims.archive.is_some() { 2 } else { 1 });
    let condition = press.condition();
    let intent = |standard: &str| {
        let mut intent = dictionary! {
            "Type" => "OutputIntent",
            "S" => standard,
            "OutputConditionIdentifier" => Object::string_literal(condition),
        };
        let about = match press.is_registered() {
            true => {
                let offset = "Offset printing on coated paper, ISO 12647-2:2004/Amd 1";
                intent.set("OutputCondition", Object::string_literal(offset));
                intent.set("RegistryName", Object::string_literal("http://www.color.org"));
                "Offset printing on coated paper, FOGRA39"
            }
            false => condition,
        };
        intent.set("Info", Object::string_literal(about));
        intent.set("DestOutputProfile", profile);
        Object::Dictionary(intent)
    };
    standards.map(intent).collect()
}

/// A property for the XMP metadata, from a schema that PDF/A does not define.
struct Extension {
    schema: &'static str,
    namespace: &'static str,
    prefix: &'static str,
    property: &'static str,
    /// The type of the property's value.
    value: &'static str,
    /// A description of the property.
    about: &'static str,
}

const PDF_UA: Extension = Extension {
    schema: "PDF/UA",
    namespace: "http://www.aiim.org/pdfua/ns/id/",
    prefix: "pdfuaid",
    property: "part",
    value: "Integer",
    about: "the part of ISO 14289",
};
const PDF_X: Extension = Extension {
    schema: "PDF/X",
    namespace: "http://www.npes.org/pdfx/ns/id/",
    prefix: "pdfxid",
    property: "GTS_PDFXVersion",
    value: "Text",
    about: "the version of PDF/X",
};
const TRAPPING: Extension = Extension {
    schema: "Adobe PDF",
    namespace: "http://ns.adobe.com/pdf/1.3/",
    prefix: "pdf",
    property: "Trapped",
    value: "Text",
    about: "whether the colours of areas overlap",
};

/// Returns the descriptions of properties for the XMP metadata.
///
/// If PDF/A itself does not define a property, it requires such a description (ISO 19005-3, 6.6.2.3.3).
fn extension_schemas(extensions: &[&Extension]) -> String {
    let mut xmp = String::from(
        "<rdf:Description rdf:about=\"\" \
         xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\" \
         xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\" \
         xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\">\
         <pdfaExtension:schemas><rdf:Bag>",
    );
    for Extension { schema, namespace, prefix, property, value, about } in extensions {
        // The result is ignored, because writing to a `String` cannot fail.
        let _ = write!(
            xmp,
            "<rdf:li rdf:parseType=\"Resource\">\
             <pdfaSchema:schema>{schema}</pdfaSchema:schema>\
             <pdfaSchema:namespaceURI>{namespace}</pdfaSchema:namespaceURI>\
             <pdfaSchema:prefix>{prefix}</pdfaSchema:prefix>\
             <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType=\"Resource\">\
             <pdfaProperty:name>{property}</pdfaProperty:name><pdfaProperty:valueType>{value}</pdfaProperty:valueType>\
             <pdfaProperty:category>internal</pdfaProperty:category>\
             <pdfaProperty:description>{about}</pdfaProperty:description>\
             </rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>"
        );
    }
    xmp.push_str("</rdf:Bag></pdfaExtension:schemas></rdf:Description>");
    xmp
}

/// Returns the properties that PDF/X-4 requires (ISO 15930-7, 6.9 to 6.11).
fn press_properties(about: &About, build: BuildId) -> String {
    let digest = Sha256::digest([about.title.as_bytes(), &build.0].concat());
    let hex: String = digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    let date = "2026-01-01T00:00:00Z";
    format!(
        "<xmp:CreateDate>{date}</xmp:CreateDate><xmp:ModifyDate>{date}</xmp:ModifyDate>\
         <xmp:MetadataDate>{date}</xmp:MetadataDate><pdf:Trapped>False</pdf:Trapped>\
         <xmpMM:DocumentID>uuid:{hex}</xmpMM:DocumentID><xmpMM:VersionID>1</xmpMM:VersionID>\
         <xmpMM:RenditionClass>default</xmpMM:RenditionClass>\
         <pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>"
    )
}

/// The namespaces of the properties that PDF/X-4 requires.
const PRESS_NAMESPACES: &str = " xmlns:xmpMM=\"http://ns.adobe.com/xap/1.0/mm/\" \
     xmlns:pdfxid=\"http://www.npes.org/pdfx/ns/id/\"";

/// Returns the XMP metadata of a file: title, author, rights, program and standards.
///
/// The metadata contain no date, or a date that is always the same.
fn xmp(about: &About, build: BuildId, claims: ClaimedStandards) -> String {
    let ClaimedStandards { archive: level, is_universal, standard, .. } = claims;
    let mut xmp = String::from(
        "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\
         <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
         <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
         xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" \
         xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\" xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\"",
    );
    let states_x4 = standard == Some(Standard::PdfX4);
    xmp.push_str(if states_x4 { PRESS_NAMESPACES } else { "" });
    xmp.push('>');
    if let Some(level) = level {
        let letter = level.letter();
        // The result is ignored, because writing to a `String` cannot fail.
        let _ = write!(xmp, "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>{letter}</pdfaid:conformance>");
    }
    if is_universal {
        xmp.push_str("<pdfuaid:part>1</pdfuaid:part>");
    }
    let properties = [
        ("dc:title", "Alt", &about.title),
        ("dc:creator", "Seq", &about.author),
        ("dc:rights", "Alt", &about.rights),
    ];
    for (key, list, text) in properties.into_iter().filter(|(_, _, text)| !text.is_empty()) {
        let language = if list == "Alt" { " xml:lang=\"x-default\"" } else { "" };
        let value = escaped(text);
        xmp.push_str(&format!("<{key}><rdf:{list}><rdf:li{language}>{value}</rdf:li></rdf:{list}></{key}>"));
    }
    xmp.push_str(concat!(
        "<xmp:CreatorTool>hexpress</xmp:CreatorTool><pdf:Producer>hexpress ",
        env!("CARGO_PKG_VERSION"),
        "</pdf:Producer>"
    ));
    if states_x4 {
        xmp.push_str(&press_properties(about, build));
    }
    xmp.push_str("</rdf:Description>");
    if level.is_some() {
        let universal = is_universal.then_some(&PDF_UA);
        let press = standard.map(|_| [&PDF_X, &TRAPPING]);
        let extensions: Vec<_> = universal.into_iter().chain(press.into_iter().flatten()).collect();
        if !extensions.is_empty() {
            xmp.push_str(&extension_schemas(&extensions));
        }
    }
    xmp.push_str("</rdf:RDF></x:xmpmeta><?xpacket end=\"w\"?>");
    xmp
}

/// Escapes text for XML, and removes characters that XML does not allow.
fn escaped(text: &str) -> String {
    let allowed = |c: char| match c {
        '\t' | '\n' | '\r' => Some(' '),
        '\u{FFFE}' | '\u{FFFF}' => None,
        c => (!c.is_control()).then_some(c),
    };
    xml::escaped(&text.chars().filter_map(allowed).collect::<String>())
}
