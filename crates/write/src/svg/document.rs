//! Writes the parts of a file that are not drawings: the size, the metadata, and the record of the build.

use base64::prelude::{BASE64_STANDARD, Engine};
use kurbo::Size;
use svg::Document;
use svg::node::element::Element;
use svg::node::{Blob, Node, Text};

use super::name::{is_plain, words};
use super::path::length;
use crate::About;
use hexpress_base::files::PlainName;
use hexpress_language::record::{DIGEST, Record, page_digest};

/// The record of a build, and its layout. With both in a file, the build can be repeated.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordAndLayout {
    /// The record of the build. In the file, the record has only the digest of this file, in place of all
    /// other digests.
    pub record: Record,
    /// The text of the layout.
    pub layout: String,
    /// The number of this sheet, counted from 1. The second value is the number of all sheets in
    /// the build.
    pub sheet: (usize, usize),
}

/// The XML namespace of the elements that contain the record and the layout.
const RECORD: &str = "urn:hexpress:record";
const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const DUBLIN_CORE: &str = "http://purl.org/dc/elements/1.1/";
const XLINK: &str = "http://www.w3.org/1999/xlink";
/// The attribute for the digest in files of earlier versions.
const OLD_DIGEST: &str = "data-sha256";
const END: &str = "</metadata>";

pub fn file(size: Size, body: &str, about: &About, record_and_layout: Option<&RecordAndLayout>) -> String {
    let after = format!("\n{body}\n</svg>\n");
    let digest = page_digest(after.as_bytes());
    let mut metadata = element("metadata", &[(DIGEST, &digest)]);
    metadata.append(description(about));
    if let Some(record_and_layout) = record_and_layout {
        let (sheet, sheets) = (record_and_layout.sheet.0.to_string(), record_and_layout.sheet.1.to_string());
        let mut record =
            element("hx:record", &[("xmlns:hx", RECORD), ("sheet", &sheet), ("sheets", &sheets)]);
        let of_this_file = Record { pages: vec![digest], ..record_and_layout.record.clone() };
        record.append(Text::new(words(&of_this_file.to_json())));
        metadata.append(record);
        let layout_name = record_and_layout.record.layout.as_ref().map_or("", PlainName::as_str);
        metadata.append(layout(layout_name, &record_and_layout.layout));
    }
    let mut title = Element::new("title");
    title.append(Text::new(words(&about.title)));
    let document = root(size)
        .set("xml:lang", words(&about.language))
        .set("lang", words(&about.language))
        .set("data-made-by", concat!("hexpress ", env!("CARGO_PKG_VERSION")))
        .add(title)
        .add(metadata)
        .add(Blob::new(body));
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{document}\n")
}

/// Returns a sheet without metadata. It is for a web page that shows several sheets.
pub fn fragment(size: Size, body: &str) -> String {
    root(size).add(Blob::new(body)).to_string()
}

/// Returns a sheet without metadata. Screen readers read it as one picture.
pub fn picture(size: Size, body: &str, alt: &str) -> String {
    root(size).set("role", "img").set("aria-label", words(alt)).add(Blob::new(body)).to_string()
}

/// Returns the root element. Its size is given in mm.
fn root(size: Size) -> Document {
    let (width, height) = (length(size.width), length(size.height));
    Document::new()
        .set("xmlns:xlink", XLINK)
        .set("width", format!("{width}mm"))
        .set("height", format!("{height}mm"))
        .set("viewBox", format!("0 0 {width} {height}"))
        // The default of PDF is 10. SVG has a lower default, with which more corners would be cut off.
        .set("stroke-miterlimit", 10)
}

fn element(name: &str, attributes: &[(&str, &str)]) -> Element {
    let mut element = Element::new(name);
    attributes.iter().for_each(|(name, value)| element.assign(*name, *value));
    element
}

/// Returns the title, author, rights and language as Dublin Core metadata, which drawing programs
/// read.
fn description(about: &About) -> Element {
    let mut work = element("rdf:Description", &[("rdf:about", "")]);
    let parts = [
        ("dc:title", &about.title),
        ("dc:creator", &about.author),
        ("dc:rights", &about.rights),
        ("dc:language", &about.language),
    ];
    for (name, value) in parts.into_iter().filter(|(_, value)| !value.is_empty()) {
        let mut part = Element::new(name);
        part.append(Text::new(words(value)));
        work.append(part);
    }
    let mut rdf = element("rdf:RDF", &[("xmlns:rdf", RDF), ("xmlns:dc", DUBLIN_CORE)]);
    rdf.append(work);
    rdf
}

/// Returns an element with the exact text of the layout.
///
/// If XML would not preserve all characters of the text, the text is written in Base64.
fn layout(name: &str, text: &str) -> Element {
    let mut element = element("hx:layout", &[("xmlns:hx", RECORD), ("name", &words(name))]);
    if text.chars().all(is_plain) {
        element.append(Text::new(text));
    } else {
        element.assign("encoding", "base64");
        element.append(Text::new(BASE64_STANDARD.encode(text)));
    }
    element
}

/// Returns whether hexpress wrote a file, and nobody has changed the file afterwards.
pub fn is_untouched(file: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(file) else { return false };
    let Some((head, after)) = text.split_once(END) else { return false };
    let digest = attribute(head, DIGEST).or_else(|| attribute(head, OLD_DIGEST));
    digest.is_some_and(|digest| digest == page_digest(after.as_bytes()))
}

/// Returns the value of the first attribute with the name `name`. Returns `None` if there is no such
/// attribute.
fn attribute<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (_, after) = text.split_once(name)?;
    let (value, _) = after.strip_prefix("=\"")?.split_once('"')?;
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_knows_whether_it_was_changed() {
        let about = About { title: "A & B".into(), language: "en".into(), ..About::default() };
        let text = file(Size::new(210.0, 297.0), "<g id=\"a\"/>", &about, None);
        assert!(is_untouched(text.as_bytes()));
        assert!(text.contains("<title>A &amp; B</title>"));
        assert!(!is_untouched(text.replace("<g id=\"a\"/>", "<g id=\"b\"/>").as_bytes()));
        let once = text.replace(DIGEST, "data-sha256");
        assert!(once != text && is_untouched(once.as_bytes()));
        assert!(!is_untouched(once.replace("<g id=\"a\"/>", "<g id=\"b\"/>").as_bytes()));
        assert!(!is_untouched(b"<svg/>"));
        assert!(!is_untouched(&[0xff, 0xfe]));
    }

    #[test]
    fn a_layout_that_xml_cannot_hold_is_in_base_64() {
        assert!(layout("a.toml", "a = 1\r\n").to_string().contains("encoding=\"base64\""));
        assert!(layout("a.toml", "a = \"<&>\"\n").to_string().contains("a = \"&lt;&amp;&gt;\"\n"));
    }
}
