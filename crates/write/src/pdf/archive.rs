//! What makes a file PDF/A-3 (ISO 19005-3) and PDF/UA-1 (ISO 14289-1) beside its pages: what it says of itself in XMP,
//! and what its colours mean.

use std::fmt::Write as _;

use lopdf::{Document, Object, dictionary};

use super::icc;
use super::stream::raw;
use crate::scene::{Image, Space};
use crate::write::About;

/// Classes of colour profiles that a picture may have (ISO 19005-3, 6.2.4.2): of scanners, screens, printers and spaces.
const CLASSES: [&[u8]; 4] = [b"scnr", b"mntr", b"prtr", b"spac"];
/// The last version of profiles that may be in a PDF/A.
const LAST_VERSION: u8 = 4;

/// Why a file with this picture cannot be PDF/A-3, as the end of a sentence about the picture; none where it can.
pub fn hindrance(image: &Image) -> Option<&'static str> {
    let Some(profile) = &image.profile else {
        let mixed = matches!(image.colours.space, Space::Cmyk { .. });
        return mixed.then_some("is in CMYK and has no colour profile");
    };
    let known = profile.get(12..16).is_some_and(|class| CLASSES.contains(&class));
    let readable = profile.get(8).is_some_and(|version| *version <= LAST_VERSION);
    (!known || !readable).then_some("has a colour profile that archives do not take")
}

/// How much of PDF/A-3 holds for a file (ISO 19005-3, 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// All of it: its text can be read, and read aloud.
    Accessible,
    /// It looks the same for ever, but not all of its glyphs stand for a character that everybody knows.
    Basic,
}

impl Level {
    /// The letter that stands behind `PDF/A-3`.
    fn letter(self) -> char {
        match self {
            Self::Accessible => 'A',
            Self::Basic => 'B',
        }
    }
}

/// Adds what a file says of itself; where it is none for archives, it does not say so.
pub fn describe(document: &mut Document, about: &About, level: Option<Level>) {
    let metadata = document.add_object(raw(
        dictionary! { "Type" => "Metadata", "Subtype" => "XML" },
        xmp(about, level).as_bytes(),
    ));
    let intent = level.map(|_| output_intent(document));
    let Ok(catalog) = document.catalog_mut() else { return };
    catalog.set("Metadata", metadata);
    if let Some(intent) = intent {
        catalog.set("OutputIntents", vec![intent]);
    }
}

/// What colours mean: sRGB.
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

/// A key of XMP that PDF/A does not know must be explained (ISO 19005-3, 6.6.2.3.3): the one of PDF/UA.
const OF_ACCESS: &str = "<rdf:Description rdf:about=\"\" \
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

/// The XMP of a file: title, author, rights, program and standards; no date.
fn xmp(about: &About, level: Option<Level>) -> String {
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
        // A string takes all that is written to it.
        let _ = write!(xmp, "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>{letter}</pdfaid:conformance>");
    }
    xmp.push_str("<pdfuaid:part>1</pdfuaid:part>");
    let said = [
        ("dc:title", "Alt", &about.title),
        ("dc:creator", "Seq", &about.author),
        ("dc:rights", "Alt", &about.rights),
    ];
    for (key, list, text) in said.into_iter().filter(|(_, _, text)| !text.is_empty()) {
        let language = if list == "Alt" { " xml:lang=\"x-default\"" } else { "" };
        let text = escaped(text);
        // A string takes all that is written to it.
        let _ = write!(xmp, "<{key}><rdf:{list}><rdf:li{language}>{text}</rdf:li></rdf:{list}></{key}>");
    }
    xmp.push_str(concat!(
        "<xmp:CreatorTool>hexpress</xmp:CreatorTool><pdf:Producer>hexpress ",
        env!("CARGO_PKG_VERSION"),
        "</pdf:Producer></rdf:Description>"
    ));
    if level.is_some() {
        xmp.push_str(OF_ACCESS);
    }
    xmp.push_str("</rdf:RDF></x:xmpmeta><?xpacket end=\"w\"?>");
    xmp
}

/// Text for XML, without the signs that it cannot hold.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{FFFE}' | '\u{FFFF}' => {}
            sign if sign.is_control() => {}
            sign => escaped.push(sign),
        }
    }
    escaped
}
