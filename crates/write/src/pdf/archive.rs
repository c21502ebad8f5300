//! Writes the XMP metadata and the output intent of a file.
//!
//! - In: metadata and the level of conformance.
//! - Out: objects of the catalogue.
//! - Not here: the other requirements of PDF/A-3 (ISO 19005-3) and PDF/UA-1 (ISO 14289-1).
//!
//! This module also finds pictures that PDF/A does not allow.

use std::fmt::Write as _;

use lopdf::{Document, Object, dictionary};

use super::icc;
use super::stream::raw;
use crate::About;
use hexpress_scene::picture::Obstacle;
use hexpress_scene::{Image, ImageContent, Pixels, Space};

/// The classes of colour profiles that a picture may have: scanners, monitors, printers and colour
/// spaces (ISO 19005-3, 6.2.4.2).
const CLASSES: [&[u8]; 4] = [b"scnr", b"mntr", b"prtr", b"spac"];
/// The highest major version of colour profiles that PDF/A allows.
const LAST_VERSION: u8 = 4;

/// Returns the reason why a file that contains this picture cannot be PDF/A-3. Returns `None` if
/// the picture is allowed.
pub fn hindrance(image: &Image) -> Option<Obstacle> {
    match &image.content {
        ImageContent::Pixels(pixels) => {
            let hint = "for PDF/A-3, save the picture in RGB or with its colour profile";
            hindrance_of_pixels(pixels).map(|why| Obstacle { why: why.to_owned(), hint })
        }
        ImageContent::Page(form) => form.obstacles.first().cloned(),
    }
}

fn hindrance_of_pixels(image: &Pixels) -> Option<&'static str> {
    let Some(profile) = &image.profile else {
        let is_cmyk = matches!(image.colours.space, Space::Cmyk { .. });
        return is_cmyk.then_some("is in CMYK and has no colour profile");
    };
    let is_known = profile.get(12..16).is_some_and(|class| CLASSES.contains(&class));
    let is_readable = profile.get(8).is_some_and(|version| *version <= LAST_VERSION);
    (!is_known || !is_readable).then_some("has a colour profile that PDF/A does not allow")
}

/// The level of conformance to PDF/A-3 (ISO 19005-3, 5).
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

/// The standards that a file claims to follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claims {
    /// The file's level of PDF/A-3. `None` if the file is not PDF/A.
    pub archive: Option<Level>,
    /// Whether the file is PDF/UA-1.
    pub is_universal: bool,
}

/// Adds metadata to a document.
pub fn describe(document: &mut Document, about: &About, claims: Claims) {
    let metadata = document.add_object(raw(
        dictionary! { "Type" => "Metadata", "Subtype" => "XML" },
        xmp(about, claims).as_bytes(),
    ));
    let intent = claims.archive.map(|_| output_intent(document));
    let Ok(catalog) = document.catalog_mut() else { return };
    catalog.set("Metadata", metadata);
    if let Some(intent) = intent {
        catalog.set("OutputIntents", vec![intent]);
    }
}

/// Returns the output intent. It states that the colours of the file are sRGB.
fn output_intent(document: &mut Document) -> Object {
    let profile = document.add_object(raw(dictionary! { "N" => 3 }, &icc::srgb()));
    Object::Dictionary(dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFA1",
        "OutputConditionIdentifier" => Object::string_literal("sRGB IEC61966-2.1"),
        "Info" => Object::string_literal("sRGB"),
        "DestOutputProfile" => profile,
    })
}

/// The XMP schema of PDF/UA.
///
/// PDF/A requires such a schema for XMP keys that PDF/A itself does not define (ISO 19005-3,
/// 6.6.2.3.3).
const PDF_UA_SCHEMA: &str = "<rdf:Description rdf:about=\"\" \
     xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\" \
     xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\" \
     xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\">\
     <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType=\"Resource\">\
     <pdfaSchema:schema>PDF/UA</pdfaSchema:schema>\
     <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>\
     <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>\
     <pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType=\"Resource\">\
     <pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>\
     <pdfaProperty:category>internal</pdfaProperty:category>\
     <pdfaProperty:description>the part of ISO 14289</pdfaProperty:description>\
     </rdf:li></rdf:Seq></pdfaSchema:property>\
     </rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>";

/// Returns the XMP metadata of a file: title, author, rights, program and standards.
///
/// It contains no date.
fn xmp(about: &About, claims: Claims) -> String {
    let Claims { archive: level, is_universal } = claims;
    let mut xmp = String::from(
        "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\
         <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
         <rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
         xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" \
         xmlns:pdfaid=\"http://www.aiim.org/pdfa/ns/id/\" xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\">",
    );
    if let Some(level) = level {
        let letter = level.letter();
        // Writing to a `String` cannot fail.
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
        "</pdf:Producer></rdf:Description>"
    ));
    if level.is_some() && is_universal {
        xmp.push_str(PDF_UA_SCHEMA);
    }
    xmp.push_str("</rdf:RDF></x:xmpmeta><?xpacket end=\"w\"?>");
    xmp
}

/// Escapes text for XML, and removes characters that XML does not allow.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{FFFE}' | '\u{FFFF}' => {}
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}
