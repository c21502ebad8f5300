//! A sheet's drawings as a file: its size on paper, what it is, and the record.

use base64::prelude::{BASE64_STANDARD, Engine};
use kurbo::Size;
use svg::Document;
use svg::node::element::Element;
use svg::node::{Blob, Node, Text};

use super::name::{is_plain, words};
use super::path::length;
use crate::files::PlainName;
use crate::record::{DIGEST, Record, page_digest};
use crate::write::About;

/// What travels inside a file: the record and the layout it was made from.
#[derive(Debug, Clone, PartialEq)]
pub struct Travels {
    /// The record; the digest in it is this writer's work.
    pub record: Record,
    /// The layout, as it was typed.
    pub layout: String,
    /// Which of the build's sheets this is, from 1, and how many those are.
    pub sheet: (usize, usize),
}

/// The name space of the record's elements.
const RECORD: &str = "urn:hexpress:record";
const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const DUBLIN_CORE: &str = "http://purl.org/dc/elements/1.1/";
const XLINK: &str = "http://www.w3.org/1999/xlink";
/// What earlier versions called it, wrongly.
const DIGEST_ONCE: &str = "data-sha256";
const END: &str = "</metadata>";

/// A complete file.
pub fn file(size: Size, body: &str, about: &About, travels: Option<&Travels>) -> String {
    let after = format!("\n{body}\n</svg>\n");
    let digest = page_digest(after.as_bytes());
    let mut metadata = element("metadata", &[(DIGEST, &digest)]);
    metadata.append(description(about));
    if let Some(Travels { record, layout, sheet }) = travels {
        let (sheet, sheets) = (sheet.0.to_string(), sheet.1.to_string());
        let mut named = element("hx:record", &[("xmlns:hx", RECORD), ("sheet", &sheet), ("sheets", &sheets)]);
        let record = Record { pages: vec![digest], ..record.clone() };
        named.append(Text::new(words(&record.to_json())));
        metadata.append(named);
        metadata.append(self::layout(record.layout.as_ref().map_or("", PlainName::as_str), layout));
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

/// A sheet without metadata, for a page that shows several.
pub fn fragment(size: Size, body: &str) -> String {
    root(size).add(Blob::new(body)).to_string()
}

fn root(size: Size) -> Document {
    let (width, height) = (length(size.width), length(size.height));
    Document::new()
        .set("xmlns:xlink", XLINK)
        .set("width", format!("{width}mm"))
        .set("height", format!("{height}mm"))
        .set("viewBox", format!("0 0 {width} {height}"))
        // What PDF does where a layout does not say; SVG would cut corners off sooner.
        .set("stroke-miterlimit", 10)
}

fn element(name: &str, attributes: &[(&str, &str)]) -> Element {
    let mut element = Element::new(name);
    attributes.iter().for_each(|(name, value)| element.assign(*name, *value));
    element
}

/// Title, author, rights and language in the words of the Dublin Core, which drawing programs know.
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

/// The layout, to the last byte: as text where XML can hold it, else in base 64.
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

/// Whether a file is one of ours and has not been changed since.
pub fn is_untouched(file: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(file) else { return false };
    let Some((head, after)) = text.split_once(END) else { return false };
    let digest = |name| Some(head.split_once(name)?.1.strip_prefix("=\"")?.split_once('"')?.0);
    let told = digest(DIGEST).or_else(|| digest(DIGEST_ONCE));
    told.is_some_and(|told| told == page_digest(after.as_bytes()))
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
