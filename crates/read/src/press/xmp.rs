//! Reads the XMP metadata of a PDF (ISO 16684-1).
//!
//! - In: the metadata stream of a catalogue.
//! - Out: the values of properties.

use std::collections::BTreeMap;

use roxmltree::{Document, ParsingOptions};

use crate::hayro::{Dict, Stream};
use crate::inflate::decode_stream;

/// The maximum size of the metadata that are read, in bytes.
pub const MAX_METADATA_BYTES: usize = 16 << 20;
/// The maximum number of elements and attributes in the metadata that are read.
const MAX_NODES: u32 = 1_000_000;
/// The maximum length of a value that is stored, in characters.
const MAX_VALUE_LENGTH: usize = 1000;

/// The namespaces whose properties are read, with their prefixes.
const NAMESPACES: [(&str, &str); 5] = [
    ("http://www.npes.org/pdfx/ns/id/", "pdfxid"),
    ("http://ns.adobe.com/pdf/1.3/", "pdf"),
    ("http://ns.adobe.com/xap/1.0/", "xmp"),
    ("http://ns.adobe.com/xap/1.0/mm/", "xmpMM"),
    ("http://purl.org/dc/elements/1.1/", "dc"),
];

/// The properties in XMP metadata.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Metadata(BTreeMap<String, String>);

impl Metadata {
    /// Reads the metadata of a file from its catalogue. Returns `None` if the file has no metadata, or
    /// if the metadata are not XML.
    pub(super) fn of_catalogue(catalogue: &Dict<'_>) -> Option<Self> {
        let stream = catalogue.get::<Stream<'_>>("Metadata")?;
        let bytes = decode_stream(&stream, MAX_METADATA_BYTES).ok()?;
        let text = std::str::from_utf8(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes)).ok()?;
        let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, options).ok()?;
        let mut found = Self::default();
        for node in document.descendants().filter(|node| node.is_element()) {
            let name = node.tag_name();
            found.add(name.namespace(), name.name(), || {
                let texts = node.descendants().filter(|inner| inner.is_text());
                texts.filter_map(|inner| inner.text()).collect::<String>()
            });
            for attribute in node.attributes() {
                found.add(attribute.namespace(), attribute.name(), || attribute.value().to_owned());
            }
        }
        Some(found)
    }

    fn add(&mut self, namespace: Option<&str>, name: &str, value: impl FnOnce() -> String) {
        let known = NAMESPACES.iter().find(|(uri, _)| Some(*uri) == namespace);
        let Some((_, prefix)) = known else { return };
        self.0.entry(format!("{prefix}:{name}")).or_insert_with(|| {
            let value = value();
            value.trim().chars().take(MAX_VALUE_LENGTH).collect()
        });
    }

    /// Returns the value of a property, such as `pdf:Trapped`. Returns `None` if it is empty.
    pub fn value(&self, property: &str) -> Option<&str> {
        self.0.get(property).map(String::as_str).filter(|value| !value.is_empty())
    }
}
